// The sum controls of a file: its balances against each other, against its vouchers and against its monthly changes.
// Balances are computed from #IB and the vouchers; #UB and #RES are only compared.
import { Unreadable } from './encoding.ts'
import type { Words } from './findings.ts'
import type { SieAccountType, SieBalanceItem, SieControls, SiePeriodItem, SieRow, SieYearBalances } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import { FILE_MAX_ACCOUNTS, NAMED_MAX_ACCOUNTS } from './limits.ts'
import { formatAmount } from './values.ts'

type Amounts = Map<string, bigint>

type Year = {
  readonly opening: Amounts
  readonly closing: Amounts
  readonly result: Amounts
  readonly periods: Amounts
}

const labelOf = { opening: '#IB', closing: '#UB', result: '#RES' } as const

/** The balances and movements of one file. Memory grows with years and accounts, not with vouchers. */
export class Balances {
  readonly movements: Amounts = new Map()
  /** Whether any #IB, #UB or #RES was seen, which makes a type 4 file one of a whole year (4E). */
  hasBalances = false
  readonly #years = new Map<number, Year>()
  readonly #findings: ReadingFindings
  #hasPeriods = false
  readonly #given = new Set<string>()
  /** Accounts that #KTYP declares as assets, liabilities or equity. */
  readonly #onBalanceSheet = new Set<string>()
  #isCarried = false

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  /** Balances of several accounts mapped to one are added up. */
  addBalance(item: SieBalanceItem): void {
    this.hasBalances = true
    const { kind, account, line, yearIndex } = item
    const amounts = this.#year(yearIndex)[kind]
    const given = `${kind} ${yearIndex} ${item.given ?? account}`
    if (this.#given.has(given)) {
      if (kind === 'opening' && yearIndex === 0) this.#findings.add('openingTwice', line, { account })
      else this.#findings.add('balanceTwice', line, { label: labelOf[kind], account, year: yearIndex })
      return
    }
    this.#given.add(given)
    if (this.#given.size > MAX_BALANCES) {
      throw new Unreadable(line, 'tooMany', { limit: MAX_BALANCES, what: { sv: 'saldon', en: 'balances' } })
    }
    addTo(amounts, account, item.amount)
  }

  addType(account: string, type: SieAccountType): void {
    if (type === 'T' || type === 'S') this.#onBalanceSheet.add(account)
    else this.#onBalanceSheet.delete(account)
  }

  /**
   * If the file has no #IB of year 0, the year starts with the closing balances of the previous one: one of the two is
   * enough (SIE 4B §4). Called once, at the end of the file.
   */
  carryLast(): void {
    const last = this.#years.get(-1)?.closing ?? new Map<string, bigint>()
    if ((this.#years.get(0)?.opening.size ?? 0) > 0) return
    const carried = [...last].filter(([account]) => this.#onBalanceSheet.has(account) || !isResultClass(account))
    if (carried.length === 0) return
    const { opening } = this.#year(0)
    for (const [account, amount] of carried) addTo(opening, account, amount)
    this.#isCarried = true
    this.#findings.add('openingFromLast', null)
  }

  openingSum(): bigint {
    return sum(this.#years.get(0)?.opening ?? new Map())
  }

  /**
   * The result of the previous year, if it is exactly what the opening balances lack: it was never transferred to
   * equity.
   */
  unbookedResult(): bigint | null {
    const result = sum(this.#years.get(-1)?.result ?? new Map())
    return result !== 0n && this.openingSum() + result === 0n ? result : null
  }

  addToOpening(account: string, amount: bigint): void {
    addTo(this.#year(0).opening, account, amount)
  }

  /** Rows with objects repeat parts of the row of the whole account. */
  addPeriod(item: SiePeriodItem): void {
    if (item.kind !== 'periodBalance' || item.objects.length > 0) return
    this.#hasPeriods = true
    addTo(this.#year(item.yearIndex).periods, item.account, item.amount)
  }

  addRow(row: SieRow): void {
    addTo(this.movements, row.account, row.amount)
  }

  byYear(): ReadonlyMap<number, SieYearBalances> {
    const years = [...this.#years].filter(([, year]) => year.opening.size + year.closing.size + year.result.size > 0)
    return new Map(years.map(([index, { opening, closing, result }]) => [index, { opening, closing, result }]))
  }

  yearIndexes(): number[] {
    return [...this.#years.keys()]
  }

  controls(hasVouchers: boolean): SieControls {
    const year = this.#years.get(0) ?? emptyYear()
    const last = this.#years.get(-1) ?? emptyYear()
    const withVouchers = this.hasBalances && hasVouchers
    const years = [...this.byYear()]
    const periods = this.#hasPeriods && this.hasBalances ? this.#againstPeriods() : null
    return {
      openingSums: new Map(years.map(([index, { opening }]) => [index, sum(opening)])),
      closingSums: new Map(years.map(([index, { closing, result }]) => [index, sum(closing) + sum(result)])),
      openingAndVouchersNotClosing: withVouchers ? notClosing(year, this.movements) : null,
      vouchersNotResult: withVouchers ? notResult(year, this.movements) : null,
      openingAndPeriodsNotClosing: periods?.closing ?? null,
      periodsNotResult: periods?.result ?? null,
      lastClosingNotOpening:
        last.closing.size > 0 && year.opening.size > 0 && !this.#isCarried
          ? differing(last.closing, year.opening)
          : null,
      openingOnResultAccounts: nonZero(year.opening).filter(isResultClass),
      closingOnResultAccounts: nonZero(year.closing).filter(isResultClass),
      resultOnBalanceAccounts: nonZero(year.result).filter(isBalanceClass),
    }
  }

  /** Compares each year with monthly changes to its own balances; returns the differing accounts of all years. */
  #againstPeriods(): { closing: string[]; result: string[] } {
    const years = [...this.#years.values()].filter((year) => year.periods.size > 0)
    return {
      closing: unique(years.flatMap((year) => notClosing(year, year.periods))),
      result: unique(years.flatMap((year) => notResult(year, year.periods))),
    }
  }

  #year(index: number): Year {
    const known = this.#years.get(index)
    if (known !== undefined) return known
    const year = emptyYear()
    this.#years.set(index, year)
    return year
  }
}

/** Maximum number of balances in one file: opening, closing and result of every account over several years. */
const MAX_BALANCES = 10 * FILE_MAX_ACCOUNTS

/** Reports each failed control. Most apply only to a file of a whole year. */
export const reportControls = (controls: SieControls, findings: ReadingFindings): void => {
  const opening = controls.openingSums.get(0)
  const closing = controls.closingSums.get(0)
  if (opening !== undefined && closing !== undefined && opening !== closing) {
    findings.add('yearUnbalanced', null, { closing: formatAmount(closing), opening: formatAmount(opening) })
  }
  for (const key of accountControls) {
    const accounts = controls[key]
    if (accounts !== null && accounts.length > 0) findings.add(key, null, { accounts: named(accounts) })
  }
}

const accountControls = [
  'openingAndVouchersNotClosing',
  'vouchersNotResult',
  'openingAndPeriodsNotClosing',
  'periodsNotResult',
  'lastClosingNotOpening',
  'openingOnResultAccounts',
  'closingOnResultAccounts',
  'resultOnBalanceAccounts',
] as const

const named = (accounts: readonly string[]): Words => {
  const names = accounts.slice(0, NAMED_MAX_ACCOUNTS).join(', ')
  const rest = accounts.length - NAMED_MAX_ACCOUNTS
  return rest > 0 ? { sv: `${names} och ${rest} till`, en: `${names} and ${rest} more` } : { sv: names, en: names }
}

const emptyYear = (): Year => ({ opening: new Map(), closing: new Map(), result: new Map(), periods: new Map() })

const addTo = (amounts: Amounts, account: string, amount: bigint): void => {
  amounts.set(account, of(amounts, account) + amount)
}

/** An account that is not mentioned has a zero amount: zero balances may be omitted (SIE 4B §4). */
const of = (amounts: ReadonlyMap<string, bigint>, account: string): bigint => amounts.get(account) ?? 0n

const sum = (amounts: ReadonlyMap<string, bigint>): bigint => [...amounts.values()].reduce((all, one) => all + one, 0n)

const nonZero = (amounts: ReadonlyMap<string, bigint>): string[] =>
  [...amounts].filter(([, amount]) => amount !== 0n).map(([account]) => account)

const unique = (accounts: readonly string[]): string[] => [...new Set(accounts)].sort()

/** Income and costs are the classes 3 to 8 of the BAS chart. */
const isResultClass = (account: string): boolean => account >= '3' && account < '9'

/** Assets are class 1, and liabilities with equity class 2. Class 9 is free and on neither side. */
const isBalanceClass = (account: string): boolean => account >= '1' && account < '3'

/** The side of an account: by the kind of its balances in the year, otherwise by its class. */
const isResultOf = (year: Year, account: string): boolean => {
  if (year.opening.has(account) || year.closing.has(account)) return false
  return year.result.has(account) || isResultClass(account)
}

const notClosing = (year: Year, moved: Amounts): string[] =>
  unique([...year.opening.keys(), ...year.closing.keys(), ...moved.keys()]).filter(
    (account) =>
      !isResultOf(year, account) && of(year.opening, account) + of(moved, account) !== of(year.closing, account),
  )

const notResult = (year: Year, moved: Amounts): string[] =>
  unique([...year.result.keys(), ...moved.keys()]).filter(
    (account) => isResultOf(year, account) && of(moved, account) !== of(year.result, account),
  )

const differing = (one: Amounts, other: Amounts): string[] =>
  unique([...one.keys(), ...other.keys()]).filter((account) => of(one, account) !== of(other, account))
