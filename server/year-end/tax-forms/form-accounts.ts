// The accounts that the tax forms of a year are made of.
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { mainAccount } from '#rule/account-ranges'
import type { Books } from '#year-end/proposals/draft.rules'
import type { SruAccount } from '#year-end/sru.rules'

/** The accounts, and the opening balances of income and expense accounts: earlier results not transferred to equity. */
export const formAccountsOf = async (
  call: CompanyCall,
  { accounts: balances }: Books,
): Promise<{ accounts: SruAccount[]; earlier: Ore }> => {
  const rows = await call.db.rows<{ number: number; name: string; sru: string[] }>(
    sql`select number, name, sru from ledger.account_view where company_id = ${call.companyId}`,
  )
  const known = new Map(rows.map((row) => [row.number, row]))
  let earlier = 0n
  const accounts = [...balances].map(([account, { kind, opening, closing }]) => {
    const isBalance = kind === 'asset' || kind === 'liability'
    if (!isBalance) earlier += opening
    return {
      number: account,
      main: mainAccount(account),
      name: known.get(account)?.name ?? '',
      sru: known.get(account)?.sru ?? [],
      isBalance,
      ore: isBalance ? closing : closing - opening,
    }
  })
  return { accounts, earlier }
}
