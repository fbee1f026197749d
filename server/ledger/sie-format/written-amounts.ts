// Amounts with a space or tab between thousands are split into several fields: `2 500.00` would be two kronor. The
// interpretation is decided by all amounts of the file, and refused if ambiguous.
import type { ReadingFindings } from './kinds.ts'
import { type SieField, textAt } from './lines.ts'

/** The position of the amount, and the field after it: the day of a row, or a quantity. */
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

/** The first group of an amount with separated thousands, and a following group. */
const BEGINNING = /^-?[1-9]\d{0,2}$/
const GROUP = /^\d{3}(?:\.\d{1,2})?$/
const LARGE = /^-?\d{4}/

type Seen = { line: number; label: string; value: string }

export class WrittenAmounts {
  readonly #findings: ReadingFindings
  /** Whether any amount of a thousand or more is written without a separator. */
  #hasLarge = false
  /** The first amount that is certainly separated, and the first that may be followed by a quantity. */
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

  /**
   * Reports it once. In a file that writes some thousands without a separator, small amounts are followed by
   * quantities.
   */
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
