// What the reader collects beside the vouchers: bounded by the number of accounts, objects and budget rows.
import type { SieFindings } from '#ledger/sie-format/findings'
import {
  type SieDimension,
  type SieItem,
  type SieObject,
  type SieObjectRef,
  type SiePeriodItem,
  type SieRowItem,
  type SieSummary,
  type SieVoucherItem,
  standardDimensions,
} from '#ledger/sie-format/items'
import { MAX_AMOUNT } from '#platform/money'
import type { ImportFindings } from './sie-import-kinds.ts'

/** Maximum number of SRU codes kept of one account, and their maximum length in characters. */
const MAX_SRU = 20
const MAX_SRU_LENGTH = 20
/** Maximum number of budget rows that are kept. */
const MAX_BUDGET_ROWS = 100_000
const MAX_ORE = BigInt(MAX_AMOUNT) * 100n
/** Maximum sum of all amounts in a file, in kronor: monthly balances in öre then fit in 64 bits with a wide margin. */
const MAX_TURNOVER = 1_000_000_000_000_000
const MAX_TURNOVER_ORE = BigInt(MAX_TURNOVER) * 100n

/** The collected data, in a form that can be passed between threads. */
export type SeenInFile = {
  /** Every dimension that is declared, that has an object, or that is the parent of another. */
  readonly dimensions: readonly SieDimension[]
  readonly objects: ReadonlyMap<string, SieObject>
  readonly accountTypes: ReadonlyMap<string, string>
  readonly units: ReadonlyMap<string, string>
  readonly sru: ReadonlyMap<string, readonly string[]>
  readonly budgets: readonly SiePeriodItem[]
  /** The lines of the fiscal year, the organization number and the currency. */
  readonly yearLine: number | null
  readonly organizationNumberLine: number | null
  readonly currencyLine: number | null
  /** What the format allows but the books cannot store, and other findings. */
  readonly findings: SieFindings
}

export class Seen {
  readonly #dimensions = new Map<number, SieDimension>()
  readonly #objects = new Map<string, SieObject>()
  readonly #accountTypes = new Map<string, string>()
  readonly #units = new Map<string, string>()
  readonly #sru = new Map<string, string[]>()
  readonly #budgets: SiePeriodItem[] = []
  #yearLine: number | null = null
  #organizationNumberLine: number | null = null
  #currencyLine: number | null = null
  readonly #findings: ImportFindings
  #ownDays = { rows: 0, line: 0 }
  #turnover = 0n
  #hasOpening = false

  constructor(findings: ImportFindings) {
    this.#findings = findings
  }

  take = (item: SieItem): void => {
    switch (item.kind) {
      case 'fiscalYear':
        if (item.index === 0) this.#yearLine = item.line
        break
      case 'orgNumber':
        this.#organizationNumberLine = item.line
        break
      case 'currency':
        this.#currencyLine = item.line
        break
      case 'dimension':
        this.#dimensions.set(item.number, item)
        break
      case 'object':
        this.#objects.set(objectKey(item.dimension, item.code), item)
        break
      case 'accountType':
        this.#accountTypes.set(item.account, item.type)
        break
      case 'unit':
        this.#units.set(item.account, item.unit)
        break
      case 'sru':
        this.#takeSru(item.account, item.code)
        break
      case 'periodBudget':
      case 'objectBudget':
        this.#takeBudget(item)
        break
      case 'opening':
        if (item.yearIndex === 0) {
          this.#hasOpening = true
          this.#checkAmount(item.amount, item.line)
        }
        break
      case 'voucher':
        for (const row of item.rows) this.#takeRow(row, item)
        break
      default:
        break
    }
  }

  /** Adds the findings that concern the whole file, and returns everything collected. */
  finish({ labels, is4I, balances }: SieSummary): SeenInFile {
    const { rows, line } = this.#ownDays
    const many = {
      sv: `${rows} rader, den första på den här raden, har`,
      en: `${rows} rows, the first on this line, have`,
    }
    if (rows > 0) {
      this.#findings.add('rowDays', line, { which: rows === 1 ? { sv: 'En rad har', en: 'A row has' } : many })
    }
    const left = ['OIB', 'OUB'].filter((label) => labels.has(label)).map((label) => `#${label}`)
    if (left.length > 0) this.#findings.add('notKept', null, { labels: left.join(', ') })
    if (is4I && this.#budgets.length > 0) this.#findings.add('budgetsWithoutYear', null)
    const hasOpening = this.#hasOpening || (balances.get(0)?.opening.size ?? 0) > 0
    if (labels.has('OIB') && !hasOpening) this.#findings.add('openingOfObjectsOnly', null)
    // Without #IB the reading takes the year's opening balances from the year before.
    const carried = this.#hasOpening ? [] : (balances.get(0)?.opening.values() ?? [])
    for (const amount of carried) this.#checkAmount(amount, null)
    if (this.#turnover > MAX_TURNOVER_ORE) this.#findings.add('turnoverBeyond', null, { limit: MAX_TURNOVER })
    return {
      dimensions: this.#allDimensions(),
      objects: this.#objects,
      accountTypes: this.#accountTypes,
      units: this.#units,
      sru: this.#sru,
      budgets: this.#budgets,
      yearLine: this.#yearLine,
      organizationNumberLine: this.#organizationNumberLine,
      currencyLine: this.#currencyLine,
      findings: this.#findings.settle(is4I),
    }
  }

  #allDimensions(): SieDimension[] {
    const all = new Map(this.#dimensions)
    const parents = [...this.#dimensions.values()].flatMap(({ parent }) => (parent === null ? [] : [parent]))
    for (const number of [...parents, ...[...this.#objects.values()].map(({ dimension }) => dimension)]) {
      if (all.has(number)) continue
      all.set(number, { number, name: standardDimensions.get(number) ?? `Dimension ${number}`, parent: null })
    }
    return [...all.values()].sort((a, b) => a.number - b.number)
  }

  #takeSru(account: string, code: string): void {
    if (code === '' || code.length > MAX_SRU_LENGTH) return
    const codes = this.#sru.get(account)
    if (codes === undefined) this.#sru.set(account, [code])
    else if (codes.length < MAX_SRU && !codes.includes(code)) codes.push(code)
  }

  #takeBudget(item: SiePeriodItem): void {
    if (this.#budgets.length === MAX_BUDGET_ROWS) {
      this.#findings.add('budgetsTooMany', item.line, { limit: MAX_BUDGET_ROWS })
      return
    }
    this.#budgets.push(item)
    this.#takeObjects(item.objects)
  }

  /** Also adds objects that rows use without a declaration. */
  #takeRow(row: SieRowItem, { date }: SieVoucherItem): void {
    this.#checkAmount(row.amount, row.line)
    if (row.date !== null && row.date !== date) {
      if (this.#ownDays.rows === 0) this.#ownDays.line = row.line
      this.#ownDays.rows += 1
    }
    const { objects } = row
    if (objects.length === 0) return
    this.#takeObjects(objects)
    for (const [index, { dimension }] of objects.entries()) {
      if (objects.findIndex((other) => other.dimension === dimension) < index) {
        this.#findings.add('objectsOfOne', row.line, { dimension })
      }
    }
  }

  #takeObjects(objects: readonly SieObjectRef[]): void {
    for (const { dimension, code } of objects) {
      const key = objectKey(dimension, code)
      if (!this.#objects.has(key)) this.#objects.set(key, { dimension, code, name: code })
    }
  }

  #checkAmount(amount: bigint, line: number | null): void {
    const size = amount < 0n ? -amount : amount
    if (size > MAX_ORE) this.#findings.add('amountBeyond', line, { limit: MAX_AMOUNT })
    this.#turnover += size
  }
}

export const objectKey = (dimension: number, code: string): string => `${dimension} ${code}`
