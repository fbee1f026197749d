// What a row of the tax account is matched with: an entry that the books have already, or an account that it is booked
// on, with the VAT return that it settles. Pure.
import type { CompanyType } from '#identity'
import { type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import { TAX_ACCOUNT } from '#rule/account-ranges'
import type { DeclaredVat } from '#vat'
import { isOfPeriod, periodIn, type TaxAccountKind } from './kind.rules.ts'

/** A row; an amount above zero is the company's. */
export type TaxAccountRow = { id: string; date: Day; text: string; ore: Ore; kind: TaxAccountKind }

/** An entry on the account that mirrors the tax account: what it moves there, debit positive. */
export type EntryNear = { id: string; number: string; title: string; date: Day; ore: Ore }

/** The return that a row is of; `expected` is what the row should be, null where that is not known here. */
export type Declaration = { id: string; startDate: Day; endDate: Day; expected: Ore | null; difference: Ore | null }

export const PROPOSAL_KINDS = ['journalEntry', 'account'] as const

/** `isSure`: needs no look before it is booked. */
export type TaxAccountProposal =
  | { kind: 'journalEntry'; entry: EntryNear; isSure: boolean }
  | { kind: 'account'; account: number; isSure: boolean }

/** How far the day of an entry may be from that of a row. */
export const ENTRY_DAYS = 10

/**
 * The entry of each row, by row id: one entry for one row, of exactly its amount, those of the nearest days first. An
 * entry is sure where no other row could be it and no other entry could be the row's.
 */
export const entriesOfRows = (
  rows: readonly TaxAccountRow[],
  entries: readonly EntryNear[],
): ReadonlyMap<string, { entry: EntryNear; isSure: boolean }> => {
  const pairs = rows.flatMap((row) =>
    entries
      .filter((entry) => entry.ore === row.ore && daysBetween(entry.date, row.date) <= ENTRY_DAYS)
      .map((entry) => ({ row, entry, days: daysBetween(entry.date, row.date) })),
  )
  const sorted = pairs.toSorted(
    (one, other) =>
      one.days - other.days || one.row.date.localeCompare(other.row.date) || one.row.id.localeCompare(other.row.id),
  )
  const found = new Map<string, { entry: EntryNear; isSure: boolean }>()
  const taken = new Set<string>()
  for (const { row, entry, days } of sorted) {
    if (found.has(row.id) || taken.has(entry.id)) continue
    taken.add(entry.id)
    const isContested = pairs.some(
      (one) => (one.row === row) !== (one.entry === entry) && one.days === days && !isTwin(one, { row, entry }),
    )
    found.set(row.id, { entry, isSure: !isContested })
  }
  return found
}

/** Two rows of the same day and text may have either of two entries of the same day: nothing depends on which. */
const isTwin = (
  one: { row: TaxAccountRow; entry: EntryNear },
  other: { row: TaxAccountRow; entry: EntryNear },
): boolean => one.row.date === other.row.date && one.row.text === other.row.text && one.entry.date === other.entry.date

/** How long after its period a return may be settled where the row does not name the period. */
const MAX_DAYS_AFTER = 130

/**
 * The return of each row about VAT, by row id: that of the period which the text names, or else one of exactly the
 * amount. A return is of one row; a correction and what it corrects are two.
 */
export const declarationsOfRows = (
  rows: readonly TaxAccountRow[],
  returns: readonly DeclaredVat[],
): ReadonlyMap<string, Declaration> => {
  const found = new Map<string, Declaration>()
  const taken = new Set<string>()
  const take = (row: TaxAccountRow, fits: (one: DeclaredVat) => boolean) => {
    const one = returns.find((declared) => !taken.has(declared.id) && fits(declared))
    if (!one) return
    taken.add(one.id)
    const { id, startDate, endDate, payable } = one
    const expected = payable === null ? null : -payable
    found.set(row.id, { id, startDate, endDate, expected, difference: expected === null ? null : row.ore - expected })
  }
  const ofVat = rows.filter(({ kind }) => kind === 'vat')
  const isExact = (row: TaxAccountRow, { payable }: DeclaredVat) => payable !== null && -payable === row.ore
  const isOf = ({ text, date }: TaxAccountRow, one: DeclaredVat) => {
    const period = periodIn(text)
    if (period) return isOfPeriod(period, one)
    return one.endDate < date && daysBetween(one.endDate, date) <= MAX_DAYS_AFTER
  }
  for (const row of ofVat) take(row, (one) => isOf(row, one) && isExact(row, one))
  for (const row of ofVat) {
    if (found.has(row.id) || !periodIn(row.text)) continue
    take(row, (one) => isOf(row, one) && !one.isCorrection)
    if (!found.has(row.id)) take(row, (one) => isOf(row, one))
  }
  return found
}

type Accounts = {
  companyType: CompanyType
  /** Whether the chart has an account, and it is active. */
  isActive: (account: number) => boolean
  vatSettlement: number
  bank: number
}

/** Companies whose income is taxed in the company itself (inkomstskattelagen 1 kap. 3 §, 6 kap.). */
const legalPersons: readonly CompanyType[] = [
  'limitedCompany',
  'cooperative',
  'nonProfitAssociation',
  'communityAssociation',
  'religiousCommunity',
  'notSet',
]

/** Own taxes of a sole proprietor: 2012 in charts until BAS 2025, 2013 in later ones. */
const ownTaxes = ({ isActive }: Accounts): number => (isActive(2012) ? 2012 : 2013)

const counterAccounts: Readonly<Record<TaxAccountKind, (accounts: Accounts) => number | null>> = {
  vat: ({ vatSettlement }) => vatSettlement,
  employerContributions: () => 2731,
  withheldTax: () => 2710,
  // Partners of a partnership pay the tax on its income themselves (inkomstskattelagen 5 kap. 1 §).
  preliminaryTax: (accounts) => ofIncome(accounts, 2518),
  finalTax: (accounts) => ofIncome(accounts, 2512),
  // Neither deducted nor taxed (inkomstskattelagen 9 kap. 7 §, 8 kap. 7 §); nor are fees (9 kap. 9 §).
  costInterest: () => 8423,
  revenueInterest: () => 8314,
  lateFee: () => 6992,
  surcharge: () => 6992,
  growthSupport: () => null,
  payment: ({ bank }) => bank,
  repayment: ({ bank }) => bank,
  other: () => null,
}

const ofIncome = (accounts: Accounts, account: number): number | null => {
  if (legalPersons.includes(accounts.companyType)) return account
  return accounts.companyType === 'proprietorship' ? ownTaxes(accounts) : null
}

/**
 * Kinds whose account follows from the words alone. A payment is booked with the bank's transaction, and the final tax
 * is of an earlier year: both are looked at first.
 */
const sureKinds: ReadonlySet<TaxAccountKind> = new Set([
  ...(['employerContributions', 'withheldTax', 'preliminaryTax', 'costInterest'] as const),
  ...(['revenueInterest', 'lateFee', 'surcharge'] as const),
])

/** What is proposed for a row without an entry; null where only a person can say. */
export const accountProposal = (
  { kind }: TaxAccountRow,
  accounts: Accounts,
  declaration: Declaration | null,
  isBookableDay: boolean,
): TaxAccountProposal | null => {
  const account = counterAccounts[kind](accounts)
  if (account === null) return null
  const isSure = kind === 'vat' ? declaration?.difference === 0n : sureKinds.has(kind)
  return { kind: 'account', account, isSure: isSure && isBookableDay }
}

/** The entry of a row: the tax account against another. Debit positive. */
export const entryOfRow = (ore: Ore, account: number): { account: number; ore: Ore }[] => [
  { account: TAX_ACCOUNT, ore },
  { account, ore: -ore },
]
