// Which accounts a line may be sold on.
import { type AccountMap, claimAccountsOf, isPaymentAccount, isVatAccount } from '#ledger'
import type { FieldError } from '#platform/refusal'
import { invoiceFaults as faults } from './invoice-refusals.ts'

/** Equity (20xx), and the result of the year (899x): what is sold gets there by closing the year, not by a line. */
const EQUITY_OR_RESULT = /^(?:20|899)/

/**
 * What is wrong with a line's account: it is not in the chart or not active, or something else stands there that what
 * is sold could not be told from. `accounts` are those of the chart, with whether they may be booked on.
 */
export const wrongSalesAccount = (
  account: number,
  field: string,
  { accounts, roles }: { accounts: ReadonlyMap<number, boolean>; roles: AccountMap },
): FieldError | null => {
  if (claimAccountsOf(roles).has(account) || isPaymentAccount(account)) return faults.notForSales(field, { account })
  if (isVatAccount(account, roles) || EQUITY_OR_RESULT.test(String(account))) {
    return faults.notIncome(field, { account })
  }
  if (accounts.get(account) === true) return null
  return (accounts.has(account) ? faults.inactiveAccount : faults.unknownAccount)(field, { account })
}
