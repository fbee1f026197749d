// What is left to do with bank payments: to sign them.
import { sql } from '#platform/sql'
import type { TodosOf } from '#platform/todo'

/** Payments that wait for a signature, the nearest day first. */
export const todosOfPayments: TodosOf = ({ company }) => [
  {
    kind: 'payment.unsigned',
    name: sql`p.recipient->>'recipientName'`,
    ore: sql`p.amount_ore`,
    date: sql`p.payment_date`,
    rows: sql`banking.payment p where p.company_id = ${company} and p.state = 'readyToSign'`,
    order: sql`p.payment_date, p.id`,
  },
]
