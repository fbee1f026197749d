// The sum controls of a file: its balances against each other, against its vouchers and against its monthly changes.
// Balances come from #IB and the vouchers; #UB and #RES only tell whether the file agrees with itself.

import { Unreadable } from './encoding.ts'
import type { Findings } from './findings.ts'
import type { SieBalanceItem, SieControls, SiePeriodItem, SieRow, SieYearBalances } from './items.ts'
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
  /** Whether any #IB, #UB or #RES was seen, which makes a type 4 file one of a whole year. */
  hasBalances = false
  readonly #years = new Map<number, Year>()
  readonly #findings: Findings
  #hasPeriods = false
  #entries = 0

  constructor(findings: Findings) {
    this.#findings = findings
  }

  addBalance(item: SieBalanceItem): void {
    this.hasBalances = true
    const amounts = this.#year(item.yearIndex)[item.kind]
    if (amounts.has(item.account)) {
      const which = `${labelOf[item.kind]} of account ${item.account} in year ${item.yearIndex}`
      this.#findings.error(item.line, `${which} is given more than once`)
      return
    }
    this.#entries += 1
    if (this.#entries > MAX_BALANCES) throw new Unreadable(item.line, `The file has more than ${MAX_BALANCES} balances`)
    amounts.set(item.account, item.amount)
  }

  /** Rows with objects repeat, in part, what the row of the whole account already says. */
  addPeriod(item: SiePeriodItem): void {
    if (item.kind === 'periodBudget' || item.objects.length > 0) return
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
        last.closing.size > 0 && year.opening.size > 0 ? differing(last.closing, year.opening) : null,
      openingOnResultAccounts: nonZero(year.opening).filter(isResultClass),
      closingOnResultAccounts: nonZero(year.closing).filter(isResultClass),
      resultOnBalanceAccounts: nonZero(year.result).filter(isBalanceClass),
    }
  }

  /** Each year that has monthly changes is held against its own balances; the accounts of all of them together. */
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

/** The most balances in one file: opening, closing and result of every account over several years. */
const MAX_BALANCES = 10 * FILE_MAX_ACCOUNTS

/** Warns about each control that does not hold. Only a file of a whole year is held to most of them. */
export const reportControls = (controls: SieControls, findings: Findings): void => {
  const opening = controls.openingSums.get(0)
  const closing = controls.closingSums.get(0)
  if (opening !== undefined && opening !== 0n) {
    findings.warn(null, `The opening balances of the year sum to ${formatAmount(opening)} and not to 0.00`)
  }
  if (opening !== undefined && closing !== undefined && opening !== closing) {
    const sums = `${formatAmount(closing)} where the opening balances sum to ${formatAmount(opening)}`
    findings.warn(null, `The closing balances and results of the year sum to ${sums}`)
  }
  for (const [key, message] of controlMessages) {
    const accounts = controls[key]
    if (accounts !== null && accounts.length > 0) findings.warn(null, `${message}: ${named(accounts)}`)
  }
}

type AccountControl = Exclude<keyof SieControls, 'openingSums' | 'closingSums'>

const controlMessages: readonly (readonly [AccountControl, string])[] = [
  ['openingAndVouchersNotClosing', 'Opening balance and vouchers differ from the closing balance of accounts'],
  ['vouchersNotResult', 'The vouchers differ from the result of accounts'],
  ['openingAndPeriodsNotClosing', 'Opening balance and monthly changes differ from the closing balance of accounts'],
  ['periodsNotResult', 'The monthly changes differ from the result of accounts'],
  ['lastClosingNotOpening', "Last year's closing balance differs from the opening balance of accounts"],
  ['openingOnResultAccounts', 'There are opening balances on income statement accounts'],
  ['closingOnResultAccounts', 'There are closing balances on income statement accounts'],
  ['resultOnBalanceAccounts', 'There are results on balance sheet accounts'],
]

const named = (accounts: readonly string[]): string => {
  const names = accounts.slice(0, NAMED_MAX_ACCOUNTS).join(', ')
  const rest = accounts.length - NAMED_MAX_ACCOUNTS
  return rest > 0 ? `${names} and ${rest} more` : names
}

const emptyYear = (): Year => ({ opening: new Map(), closing: new Map(), result: new Map(), periods: new Map() })

const addTo = (amounts: Amounts, account: string, amount: bigint): void => {
  amounts.set(account, of(amounts, account) + amount)
}

/** An account that is not mentioned has moved by nothing: balances of zero may be left out (SIE 4B §4). */
const of = (amounts: ReadonlyMap<string, bigint>, account: string): bigint => amounts.get(account) ?? 0n

const sum = (amounts: ReadonlyMap<string, bigint>): bigint => [...amounts.values()].reduce((all, one) => all + one, 0n)

const nonZero = (amounts: ReadonlyMap<string, bigint>): string[] =>
  [...amounts].filter(([, amount]) => amount !== 0n).map(([account]) => account)

const unique = (accounts: readonly string[]): string[] => [...new Set(accounts)].sort()

/** Income and costs are the classes 3 to 8 of the BAS chart. */
const isResultClass = (account: string): boolean => account >= '3' && account < '9'

/** Assets, and liabilities with equity, are the classes 1 and 2. Class 9 is free and on neither side. */
const isBalanceClass = (account: string): boolean => account >= '1' && account < '3'

/** Which side an account is on: what the balances of the year call it, else its class. */
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
