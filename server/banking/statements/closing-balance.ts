// What a bank account ends a day with, as its bank says.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'

/**
 * The balance at the end of a day of the bank account with this account of the chart, in its currency: that of the
 * latest statement that ends on the day. Null if none does, or if several bank accounts share the account.
 */
export const balanceInCurrencyOn = async (
  { db, companyId }: CompanyCall,
  account: number,
  date: Day,
): Promise<Ore | null> => {
  const found = await db.rows<{ ore: Ore | null }>(
    sql`
    select (
      select s.closing_ore from banking.statement s
      where s.company_id = a.company_id and s.bank_account_id = a.id and s.to_date = ${date} and s.kind = 'camt.053'
        and s.closing_ore is not null
      order by s.imported_at desc, s.id desc limit 1) as ore
    from banking.account a where a.company_id = ${companyId} and a.account = ${account} limit 2`,
    'balance-in-currency',
  )
  return found.length === 1 ? (found[0]?.ore ?? null) : null
}
