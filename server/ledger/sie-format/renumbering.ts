// Vouchers that get a number after the highest of their series: those whose number occurred before in the file and, in
// a file of a whole year, those without one. The numbers are known only at the end of the file.
import type { Words } from './findings.ts'
import type { SieSeries } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import { KEPT_OF_A_KIND } from './limits.ts'
import { seriesTitle, voucherTitle } from './values.ts'
import type { ReadVoucher } from './vouchers.ts'

/** The vouchers of a series so far. */
type Count = { repeated: number; unnumbered: number }

/** A voucher to report: its index among the repeated ones of its series, and among all that need a number. */
type Told = { line: number; title: Words; series: string; amongRepeated: number; amongAll: number }

/** Collects them; memory grows with the number of series, and up to a limit with the reported vouchers. */
export class Renumbering {
  readonly #counts = new Map<string, Count>()
  readonly #repeated: Told[] = []
  readonly #unnumbered: Told[] = []
  readonly #findings: ReadingFindings

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  add({ line, series, number, repeated }: ReadVoucher): void {
    const count = this.#counts.get(series) ?? { repeated: 0, unnumbered: 0 }
    this.#counts.set(series, count)
    count[repeated ? 'repeated' : 'unnumbered'] += 1
    const told = repeated ? this.#repeated : this.#unnumbered
    if (told.length === KEPT_OF_A_KIND) return
    const amongAll = count.repeated + count.unnumbered
    told.push({ line, title: voucherTitle(series, number), series, amongRepeated: count.repeated, amongAll })
  }

  /**
   * The number of vouchers of a series that get a number; in a voucher file, those without one are numbered by the
   * receiver.
   */
  countOf(series: string, is4I: boolean): number {
    const { repeated, unnumbered } = this.#counts.get(series) ?? { repeated: 0, unnumbered: 0 }
    return is4I ? repeated : repeated + unnumbered
  }

  /** Reports each once. */
  report(series: ReadonlyMap<string, SieSeries>, is4I: boolean): void {
    const numberOf = ({ series: name, amongRepeated, amongAll }: Told): string => {
      const number = (series.get(name)?.highest ?? 0) + (is4I ? amongRepeated : amongAll)
      return [name, number].filter((part) => part !== '').join(' ')
    }
    for (const told of this.#repeated) {
      this.#findings.add('renumbered', told.line, { voucher: told.title, number: numberOf(told) })
    }
    for (const told of is4I ? [] : this.#unnumbered) {
      this.#findings.add('unnumbered', told.line, { voucher: told.title, number: numberOf(told) })
    }
    const sum = (of: keyof Count) => [...this.#counts.values()].reduce((all, count) => all + count[of], 0)
    this.#findings.count('renumbered', sum('repeated') - this.#repeated.length)
    if (!is4I) this.#findings.count('unnumbered', sum('unnumbered') - this.#unnumbered.length)
    for (const [name, { repeated }] of this.#counts) {
      const first = this.#repeated.find((told) => told.series === name)
      if (repeated === 0 || !first) continue
      const values = { series: seriesTitle(name), count: repeated, first: numberOf(first) }
      this.#findings.add('renumberedSeries', first.line, values)
    }
  }
}
