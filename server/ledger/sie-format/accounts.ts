// The accounts of a file as stored in the books: numbers of up to eight digits. Anything else, such as FEL, and any
// other account, may be mapped by the caller to an account of the books.
import type { ReadingFindings } from './kinds.ts'
import { ACCOUNT_HIGHEST, ACCOUNT_MAX_DIGITS, ODD_ACCOUNTS_MAX } from './limits.ts'

/** The file's accounts by their text, with the account numbers they are mapped to. */
export type SieAccountMap = ReadonlyMap<string, string>

/** An account that was read; `given` is its text in the file, if mapped. */
export type ReadAccount = { readonly account: string; readonly given?: string }

const accountNumber = new RegExp(`^[1-9]\\d{0,${ACCOUNT_MAX_DIGITS - 1}}$`)

/** Whether a text is a valid account number. */
export const isAccountNumber = (text: string): boolean => accountNumber.test(text)

/** Reads accounts, and reports each invalid one once. */
export class Accounts {
  readonly #findings: ReadingFindings
  readonly #map: SieAccountMap
  readonly #mapped = new Set<string>()
  readonly #odd = new Set<string>()

  constructor(findings: ReadingFindings, map: SieAccountMap) {
    this.#findings = findings
    this.#map = map
  }

  /** Null when it is no account number; an error where the line would be booked, otherwise a note. */
  read(written: string, line: number, label: string, isBooked: boolean): ReadAccount | null {
    // Blanks within quotes mean nothing, and could not be said in a map.
    const text = written.trim()
    const number = this.#map.get(text)
    if (number !== undefined) {
      if (!this.#mapped.has(text)) this.#findings.add('mapped', line, { account: text, number })
      this.#mapped.add(text)
      return { account: number, given: text }
    }
    if (isAccountNumber(text)) return { account: text }
    this.#tell(text, line, label, isBooked)
    return null
  }

  /** Reports mapped accounts that are not in the file. */
  finish(): void {
    for (const account of this.#map.keys()) {
      if (!this.#mapped.has(account)) this.#findings.add('mapUnused', null, { account })
    }
  }

  #tell(account: string, line: number, label: string, isBooked: boolean): void {
    const kind = isBooked ? 'accountOdd' : 'accountOddLeft'
    const key = `${kind} ${account}`
    if (this.#odd.has(key)) return
    if (this.#odd.size < ODD_ACCOUNTS_MAX) this.#odd.add(key)
    this.#findings.add(kind, line, { account, label, highest: ACCOUNT_HIGHEST })
  }
}
