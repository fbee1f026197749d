// What is left to do with bank payments: to sign them.
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** Payments that wait for a signature, the nearest day first: a part of the statement that asks for all to-dos. */
export const todosOfPayments = ({ company, limit }: { company: Sql; today: Day; limit: number }): Sql => sql`
  select 'payment.unsigned' as kind, p.recipient->>'recipientName' as name, null::text as number, p.amount_ore as ore,
    'SEK' as currency, p.payment_date as date, null::date as from_date
  from banking.payment p
  where p.company_id = ${company} and p.state = 'readyToSign'
  order by p.payment_date, p.id limit ${limit}`
