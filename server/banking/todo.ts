// What is left to do with bank payments: to sign them, and to see to those that the bank has refused.
import { currencyInSql } from '#banking/payments/payment-currency'
import { STATUSES_IN_PROGRESS } from '#banking/payments/payment-status.rules'
import { accountingCurrencyIn } from '#ledger'
import { sql } from '#platform/sql'
import type { RemainingWorkOf } from '#todo/remaining-work'
import type { QueueOf, TodosOf } from '#todo/todo'

/** Payments that wait for a signature, earliest payment date first. */
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

/**
 * What a person has to look at: payments that the bank has refused, and those of which it says something else than what
 * is known here. `number` is the reason, as a code of the bank.
 */
export const queueOfPayments: QueueOf = ({ company }) => [
  {
    kind: {
      when: sql`p.state in ('rejected', 'error') and not coalesce(p.bank_status = any(${[...STATUSES_IN_PROGRESS]}::text[]), false)`,
      is: 'payment.refused',
      else: 'payment.contradicted',
    },
    id: sql`p.id`,
    name: sql`p.recipient->>'recipientName'`,
    number: sql`p.reason_code`,
    ore: sql`p.amount_ore`,
    currency: currencyInSql(sql`p`),
    date: sql`p.payment_date`,
    rows: sql`banking.payment p where p.company_id = ${company} and p.needs_attention`,
    order: sql`p.payment_date, p.id`,
  },
]

/** Unmatched payments in and out, the oldest first; `number` is the statement that lists them. */
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

/** Unmatched transactions; amounts are included for accounts in the accounting currency. */
export const bankingRemainingWork: RemainingWorkOf = ({ company, end }) => [
  {
    kind: 'bankTransaction.open',
    id: sql`t.id`,
    at: sql`'/bank-statements/' || t.statement_id || '/transactions/' || t.id`,
    name: sql`coalesce(t.counterparty, t.message, '')`,
    date: sql`t.date`,
    ore: sql`case a.currency when ${accountingCurrencyIn(company)} then t.amount_ore end`,
    rows: sql`banking.transaction t
      join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
      where t.company_id = ${company} and t.journal_entry_id is null and t.replaced_by_statement_id is null
        and t.date <= ${end}::date`,
  },
]
