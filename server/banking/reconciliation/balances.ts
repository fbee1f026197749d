// What the bank says of the balance of an account on a day, as an expression.
import { type Sql, sql } from '#platform/sql'

/**
 * In öre of the account's currency: the closing balance of a statement that covers the day, less what it has after it;
 * or what one statement ends with before the day and the next begins with after it. Null where no statement tells.
 */
export const bankBalanceOnDay = ({ company, account, day }: { company: Sql; account: Sql; day: Sql }): Sql => sql`
  coalesce((
    select s.closing_ore - coalesce((
      select sum(t.amount_ore) from banking.transaction t
      where t.company_id = ${company} and t.bank_account_id = ${account} and t.date > ${day} and t.date <= s.to_date
        and t.replaced_by_statement_id is null), 0)::bigint
    from banking.statement s
    where s.company_id = ${company} and s.bank_account_id = ${account} and s.closing_ore is not null
      and s.to_date >= ${day} and s.from_date <= ${day} + 1
    order by s.to_date, s.imported_at desc, s.id desc limit 1), (
    select before.closing_ore
    from (
      select s.closing_ore from banking.statement s
      where s.company_id = ${company} and s.bank_account_id = ${account} and s.closing_ore is not null
        and s.to_date <= ${day}
      order by s.to_date desc, s.imported_at desc, s.id desc limit 1) before
    join (
      select s.opening_ore from banking.statement s
      where s.company_id = ${company} and s.bank_account_id = ${account} and s.opening_ore is not null
        and s.from_date > ${day}
      order by s.from_date, s.imported_at desc, s.id desc limit 1) next on next.opening_ore = before.closing_ore))`
