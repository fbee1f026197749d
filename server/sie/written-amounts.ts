// Amounts with a blank or a tab between thousands fall apart into several fields: `2 500.00` would be two kronor. What
// the fields may be is decided by all amounts of the file, and refused where that is open.
import type { ReadingFindings } from './kinds.ts'
import { type SieField, textAt } from './lines.ts'

/** Where the amount stands, and what follows it: the day of a row, or a quantity. */
const places: Readonly<Record<string, { amount: number; next: 'day' | 'quantity' }>> = {
  TRANS: { amount: 2, next: 'day' },
  RTRANS: { amount: 2, next: 'day' },
  BTRANS: { amount: 2, next: 'day' },
  IB: { amount: 2, next: 'quantity' },
  UB: { amount: 2, next: 'quantity' },
  RES: { amount: 2, next: 'quantity' },
  OIB: { amount: 3, next: 'quantity' },
  OUB: { amount: 3, next: 'quantity' },
  PSALDO: { amount: 4, next: 'quantity' },
  PBUDGET: { amount: 4, next: 'quantity' },
  OBJPBUDGET: { amount: 4, next: 'quantity' },
}

/** What an amount begins with when its thousands are parted, and what a group of them is. */
const BEGINNING = /^-?[1-9]\d{0,2}$/
const GROUP = /^\d{3}(?:\.\d{1,2})?$/
const LARGE = /^-?\d{4}/

type Seen = { line: number; label: string; value: string }

export class WrittenAmounts {
  readonly #findings: ReadingFindings
  /** Whether any amount of a thousand or more is written in one. */
  #hasLarge = false
  /** The first of those that are parted for sure, and of those that may have a quantity behind them. */
  #parted: Seen | null = null
  #open: Seen | null = null

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  see(line: number, label: string, fields: readonly SieField[]): void {
    const place = places[label]
    if (!place) return
    const [amount, next] = [textAt(fields, place.amount), textAt(fields, place.amount + 1)]
    this.#hasLarge ||= LARGE.test(amount)
    if (!BEGINNING.test(amount) || !GROUP.test(next)) return
    const groups = [amount, next, textAt(fields, place.amount + 2)].filter((text, at) => at < 2 || GROUP.test(text))
    const seen = { line, label, value: groups.join(' ') }
    if (place.next === 'day' || groups.length > 2) this.#parted ??= seen
    else this.#open ??= seen
  }

  /** Tells it once. A file that writes some thousands in one has quantities behind small amounts. */
  finish(): void {
    if (this.#parted) {
      const { line, ...values } = this.#parted
      this.#findings.add('amountsSplit', line, values)
    } else if (this.#open && !this.#hasLarge) {
      const { line, ...values } = this.#open
      this.#findings.add('amountsUnsure', line, values)
    }
  }
}
