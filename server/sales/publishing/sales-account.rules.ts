// Which accounts a sales line may be booked on.
import { type AccountMap, claimAccountsOf, isPaymentAccount, isVatAccount } from '#ledger'
import type { FieldError } from '#platform/refusal'
import { bookedResult, equity, isWithin, mainAccount } from '#rule/account-ranges'
import { invoiceFaults as faults } from '#sales/invoices/invoice-refusals'

/** Income gets there by closing the year, not by a line. */
const EQUITY_OR_RESULT = [...equity, ...bookedResult]

/**
 * Errors in a line's account: not in the chart, inactive, or reserved for amounts that must stay distinguishable from
 * sales. `accounts` maps each account of the chart to whether it is open for booking.
 */
export const wrongSalesAccount = (
  account: number,
  field: string,
  { accounts, roles }: { accounts: ReadonlyMap<number, boolean>; roles: AccountMap },
): FieldError | null => {
  if (claimAccountsOf(roles).has(account) || isPaymentAccount(account)) return faults.notForSales(field, { account })
  if (isVatAccount(account, roles) || isWithin(mainAccount(account), EQUITY_OR_RESULT)) {
    return faults.notIncome(field, { account })
  }
  if (accounts.get(account) === true) return null
  return (accounts.has(account) ? faults.inactiveAccount : faults.unknownAccount)(field, { account })
}
