// What is left to do with bank payments: to sign them.
import { sql } from '#platform/sql'
import type { QueueOf, TodosOf } from '#platform/todo'

/** Payments that wait for a signature, the nearest day first. */
export const todosOfPayments: TodosOf = ({ company }) => [
  {
    kind: 'payment.unsigned',
    id: sql`p.id`,
    name: sql`p.recipient->>'recipientName'`,
    ore: sql`p.amount_ore`,
    date: sql`p.payment_date`,
    rows: sql`banking.payment p where p.company_id = ${company} and p.state = 'readyToSign'`,
    order: sql`p.payment_date, p.id`,
  },
]

/** Money that came or went and that nobody has matched, the oldest first; `number` is the statement that told of it. */
export const queueOfTransactions: QueueOf = ({ company }) => [
  {
    kind: 'bankTransaction.unmatched',
    id: sql`t.id`,
    name: sql`coalesce(t.counterparty, t.message, '')`,
    number: sql`t.statement_id`,
    ore: sql`t.amount_ore`,
    currency: sql`a.currency`,
    date: sql`t.date`,
    rows: sql`banking.transaction t
      join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
      where t.company_id = ${company} and t.journal_entry_id is null and t.replaced_by_statement_id is null`,
    order: sql`t.date, t.id`,
  },
]
