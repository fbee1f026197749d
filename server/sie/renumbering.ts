// Vouchers that get a number after the highest of their series: those whose number came before in the file and, in a
// file of a whole year, those without one. Which number that is shows only at the end of the file.

import type { Findings } from './findings.ts'
import type { SieSeries } from './items.ts'
import { WARNINGS_MAX_KEPT } from './limits.ts'
import { voucherTitle } from './values.ts'
import type { ReadVoucher } from './vouchers.ts'

/** How many of a series came so far. */
type Count = { repeated: number; unnumbered: number }

/** One to tell of: its place among the repeated ones of its series, and among all that need a number. */
type Told = { line: number; title: string; series: string; amongRepeated: number; amongAll: number }

/** Gathers them; memory grows with series, and up to a limit with what is told. */
export class Renumbering {
  readonly #counts = new Map<string, Count>()
  readonly #repeated: Told[] = []
  readonly #unnumbered: Told[] = []
  readonly #findings: Findings

  constructor(findings: Findings) {
    this.#findings = findings
  }

  add({ line, series, number, repeated }: ReadVoucher): void {
    const count = this.#counts.get(series) ?? { repeated: 0, unnumbered: 0 }
    this.#counts.set(series, count)
    count[repeated ? 'repeated' : 'unnumbered'] += 1
    const told = repeated ? this.#repeated : this.#unnumbered
    if (told.length === WARNINGS_MAX_KEPT) return
    const amongAll = count.repeated + count.unnumbered
    told.push({ line, title: voucherTitle(series, number), series, amongRepeated: count.repeated, amongAll })
  }

  /** How many of a series get a number; in a feed of vouchers those without one are the receiver's to number. */
  countOf(series: string, is4I: boolean): number {
    const { repeated, unnumbered } = this.#counts.get(series) ?? { repeated: 0, unnumbered: 0 }
    return is4I ? repeated : repeated + unnumbered
  }

  /** Warns of each once. */
  report(series: ReadonlyMap<string, SieSeries>, is4I: boolean): void {
    const numberOf = ({ series: name, amongRepeated, amongAll }: Told): string => {
      const number = (series.get(name)?.highest ?? 0) + (is4I ? amongRepeated : amongAll)
      return [name, number].filter((part) => part !== '').join(' ')
    }
    for (const told of this.#repeated) {
      this.#findings.warn(told.line, `${told.title} comes more than once: this one is renumbered to ${numberOf(told)}`)
    }
    for (const told of is4I ? [] : this.#unnumbered) {
      this.#findings.warn(told.line, `${told.title} has no number and becomes ${numberOf(told)}`)
    }
    const all = [...this.#counts.keys()].reduce((sum, name) => sum + this.countOf(name, is4I), 0)
    const toldOf = this.#repeated.length + (is4I ? 0 : this.#unnumbered.length)
    this.#findings.count('warning', all - toldOf)
  }
}
