// To-dos about reminders: undelivered ones.
import { isUndelivered, undeliveredOn } from '#mail/mail-report'
import { sql } from '#platform/sql'
import type { QueueOf } from '#todo/todo'

/** Undelivered reminders, until the invoice is paid or reminded again, or the reminder is cancelled. */
export const queueOfReminders: QueueOf = ({ company, today }) => [
  {
    kind: 'reminder.failed',
    id: sql`i.id`,
    name: sql`coalesce(i.customer_name, '')`,
    number: sql`i.number`,
    ore: sql`r.unpaid_ore + r.fees_ore + r.interest_ore`,
    date: sql`m.on_day`,
    order: sql`m.on_day, i.id`,
    rows: sql`(
        select distinct on (m.company_id, m.reminder_id) m.company_id, m.reminder_id, ${undeliveredOn} as on_day
        from reminders.mailing m where m.company_id = ${company} and ${isUndelivered(today)}
        order by m.company_id, m.reminder_id, m.id desc
      ) m
      join reminders.reminder r on r.company_id = m.company_id and r.id = m.reminder_id and r.cancelled_at is null
        and not exists (
          select from reminders.reminder n
          where n.company_id = r.company_id and n.invoice_id = r.invoice_id and n.made_at > r.made_at
            and n.cancelled_at is null)
      join sales.invoice_view i on i.company_id = r.company_id and i.id = r.invoice_id
        and i.state in ('published', 'underPaid')`,
  },
]
