// The account map of a company: the account of each role in its automatic entries.
import { Type } from '#http'
import { bookOf, lockBooks } from '#ledger/book'
import { ledgerFaults } from '#ledger/refusals'
import { ACCOUNT_HIGHEST } from '#ledger/sie-format/limits'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import {
  type AccountMap,
  type AccountRole,
  accountRoles,
  claimsStandApart,
  isAccountRole,
} from './account-map.rules.ts'
import { isSettlementAccount } from './vat-code.rules.ts'

/** The company's account of each role: its own choice, otherwise the usual account. */
export const accountMapOf = async (call: CompanyCall): Promise<AccountMap> => (await bookOf(call, true)).roles

/** Assigns another account to a role; the account must be in the chart and active. */
export const setAccountRole = async (
  call: CompanyCall,
  { role, account }: { role: string; account: number },
): Promise<void> => {
  await lockBooks(call)
  const book = await bookOf(call, true)
  refuseIfAny([
    ...(isAccountRole(role) ? [] : [ledgerFaults.unknownRole('#/role', { roles: accountRoles.join(', ') })]),
    ...(book.accounts.get(account) ? [] : [ledgerFaults.noSuchAccount('#/account', { account })]),
    // Reports recognize settlement entries by these accounts.
    ...(role === 'vatSettlement' && !isSettlementAccount(account) ? [ledgerFaults.settlementAccount('#/account')] : []),
  ])
  const accounts = await accountMapOf(call)
  const before = accounts[role as AccountRole]
  if (!claimsStandApart({ ...accounts, [role]: account }))
    refuseIfAny([ledgerFaults.sharedClaim('#/account', { account })])
  await call.db.rows(sql`
    insert into ledger.account_role (company_id, role, account, changed_at)
    values (${call.companyId}, ${role}, ${account}, ${call.now})
    on conflict (company_id, role) do update set account = excluded.account, changed_at = excluded.changed_at`)
  recordEvent(call, 'account-role.set', { id: role }, { role, before, after: account })
}

/** Imported accounts have one to eight digits; accounts that are added here have at least four. */
const LOWEST = 1

/** The number of an account in the chart. */
export const AccountNumber = (options: Record<string, unknown> = {}) =>
  Type.Integer({ minimum: LOWEST, maximum: ACCOUNT_HIGHEST, ...options })
