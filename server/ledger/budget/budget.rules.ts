// A budget: an amount for each month and account of income and expenses. Pure.
import { ledgerFaults } from '#ledger/refusals'
import { addMonths, type Day, firstOfMonth, monthOf } from '#platform/day'
import { MAX_AMOUNT, type Ore, oreFromNumber, percentOf, rounded } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { isBookedResult } from '#rule/account-ranges'
import { budgetFaults } from './refusals.ts'

/** The budget of an account: kronor per month of the fiscal year; income is positive, expenses are negative. */
export type GivenBudget = { account: number; amounts: readonly number[] }

/** The same in öre, as the income statement has it. */
export type AccountBudget = { account: number; amounts: readonly Ore[] }

/** The months of a fiscal year, such as `2026-01`; a first year that begins within a month has that month too. */
export const monthsOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }): string[] => {
  const months: string[] = []
  for (let day = firstOfMonth(startDate); day <= endDate; day = addMonths(day, 1)) months.push(monthOf(day))
  return months
}

/** Whether accounts of this kind have a budget. */
const isResultKind = (kind: string | undefined): boolean => kind === 'income' || kind === 'expense'

/** The budget in öre, and errors in what was given. `kinds`: the kind of each account in the chart. */
export const readBudget = (
  given: readonly GivenBudget[],
  kinds: ReadonlyMap<number, string>,
  months: readonly string[],
): { accounts: AccountBudget[]; errors: FieldError[] } => {
  const errors: FieldError[] = []
  const seen = new Set<number>()
  const accounts = given.map(({ account, amounts }, index): AccountBudget => {
    const at = `#/accounts/${index}`
    const kind = kinds.get(account)
    if (kind === undefined) errors.push(ledgerFaults.unknownAccount(`${at}/account`, { account }))
    else if (!isResultKind(kind)) errors.push(budgetFaults.notResultAccount(`${at}/account`, { account }))
    else if (isBookedResult(account)) errors.push(budgetFaults.resultOfYear(`${at}/account`, { account }))
    else if (seen.has(account)) errors.push(ledgerFaults.repeatedAccount(`${at}/account`, { account }))
    seen.add(account)
    const [first = '', last = ''] = [months[0], months.at(-1)]
    if (amounts.length !== months.length)
      errors.push(budgetFaults.notEachMonth(`${at}/amounts`, { count: months.length, first, last }))
    return {
      account,
      amounts: amounts.map((amount, month) => {
        const ore = oreFromNumber(amount)
        if (ore === null) errors.push(ledgerFaults.signedAmount(`${at}/amounts/${month}`, { limit: MAX_AMOUNT }))
        return ore ?? 0n
      }),
    }
  })
  return { accounts, errors }
}

const KRONA = 100n

/**
 * A budget proposed from what was booked or planned in the year before, each month from the same month of that year, in
 * whole kronor, with `percent` added. Accounts that come to nothing are left out.
 * @param percent what is added, such as 3; negative for less
 */
export const proposedBudget = (
  before: readonly { account: number; month: string; amount: Ore }[],
  { months, percent }: { months: readonly string[]; percent: number },
): AccountBudget[] => {
  const byAccount = new Map<number, Map<string, Ore>>()
  for (const { account, month, amount } of before) {
    const own = byAccount.get(account) ?? new Map<string, Ore>()
    // A year of 18 months has months of the same name, which are added.
    const name = month.slice(5)
    own.set(name, (own.get(name) ?? 0n) + amount)
    byAccount.set(account, own)
  }
  return [...byAccount]
    .map(([account, own]) => ({
      account,
      amounts: months.map((month) => {
        const amount = own.get(month.slice(5)) ?? 0n
        return rounded(amount + percentOf(amount, percent), KRONA) * KRONA
      }),
    }))
    .filter(({ amounts }) => amounts.some((amount) => amount !== 0n))
    .sort((one, other) => one.account - other.account)
}
