// To-dos about recurring invoices: invoices that could not be made, published or sent.
import { sql } from '#platform/sql'
import type { QueueOf } from '#todo/todo'

/**
 * The latest unresolved failure of each; a draft published by hand is resolved, and mails that wait for the daily limit
 * are sent automatically.
 */
export const queueOfRecurring: QueueOf = ({ company }) => [
  {
    kind: 'recurringInvoice.failed',
    id: sql`s.id`,
    name: sql`coalesce(c.name, '')`,
    date: sql`o.date`,
    order: sql`o.date, s.id`,
    rows: sql`(
        select distinct on (o.company_id, o.schedule_id) o.* from recurring.occurrence o
        left join sales.invoice_view i on i.company_id = o.company_id and i.id = o.invoice_id
        where o.company_id = ${company} and o.failure is not null and o.handled_at is null and not o.waits_for_room
          and not (o.outcome = 'draft' and i.number is not null)
        order by o.company_id, o.schedule_id, o.date desc
      ) o
      join recurring.schedule s on s.company_id = o.company_id and s.id = o.schedule_id
      left join sales.customer_view c on c.company_id = s.company_id and c.id = s.customer_id`,
  },
]
