// Figures of account classes, such as all cash, summed in the database so that few rows are transferred.
import type { CompanyCall } from '#platform/call'
import { join, type Sql, sql } from '#platform/sql'
import { amountsIn, amountsSql, shapeOf, type Wanted } from '#reports/figures'
import { type Account, type AccountKind, type Figures, readFigures } from '#reports/figures.rules'
import { layOut } from '#reports/period.rules'

/** Accounts that count as one: `number` is arbitrary, `of` a condition on the account `a`. */
export type Class = { number: number; kind: AccountKind; of: Sql }

/**
 * The figures by account class, and the accounts of each: an account belongs to the first class that matches, or to
 * none.
 */
export const figuresOfClasses = async (
  call: CompanyCall,
  { years, periods, known, classes }: Omit<Wanted, 'forVat'> & { classes: readonly Class[] },
): Promise<{ figures: Figures; accountsOf: (of: Class) => readonly number[] }> => {
  const { companyId } = call
  const layout = layOut(years, periods, known.registration)
  const numbers = join(
    classes.map(({ number, of }) => sql`when ${of} then ${number}::integer`),
    ' ',
  )
  const statement = sql`
    with amount as (${amountsSql(companyId, layout, { known })}), class as (
      select a.number as account, case ${numbers} end as number from ledger.account_view a
      where a.company_id = ${companyId}
    ), summed as (
      select c.number, m.place, sum(m.debit)::bigint as debit, sum(m.credit)::bigint as credit,
        array_agg(distinct m.account) as accounts
      from amount m join class c using (account) where c.number is not null group by c.number, m.place
    )
    select s.number, string_agg(s.place || ':' || s.debit || ':' || s.credit, ' ') as amounts,
      array(select distinct a from summed o cross join unnest(o.accounts) a where o.number = s.number order by a)
        as accounts
    from summed s group by s.number`
  type Found = { number: number; amounts: string; accounts: number[] }
  const rows = await call.db.rows<Found>(statement, `report-classes ${shapeOf(layout, { known })}`)
  const amounts = new Map(rows.map(({ number, amounts: text }) => [number, amountsIn(text)]))
  const accounts = classes.map(({ number, kind }): Account => ({ number, name: '', kind, sru: [], vatCode: null }))
  return {
    figures: readFigures({ years, layout, accounts, amounts, registration: known.registration }),
    accountsOf: (of) => rows.find(({ number }) => number === of.number)?.accounts ?? [],
  }
}
