// Bank transactions and payments removed with a fiscal year. A statement or payment file is removed with the last of
// its contents: otherwise one kept invoice would keep everything paid in the same month, and all that is connected to
// it.
import type { RemovableDocuments } from '#ledger'
import { type Sql, sql } from '#platform/sql'

type Removing = (companyId: string, ids: readonly string[]) => Sql

const remove =
  (removing: Removing): RemovableDocuments['kinds'][number]['remove'] =>
  async ({ db, companyId }, ids) => {
    await db.rows(removing(companyId, ids))
  }

const transactions: Removing = (id, ids) => sql`select banking.remove_transactions(${id}, ${ids}::uuid[])`
const payments: Removing = (id, ids) => sql`select banking.remove_payments(${id}, ${ids}::uuid[])`
const statements: Removing = (id, ids) => sql`select banking.remove_statements(${id}, ${ids}::uuid[])`
const files: Removing = (id, ids) => sql`select banking.remove_payment_files(${id}, ${ids}::uuid[])`

/** The day in Swedish time, as its creator knows it. */
const dayOf = (moment: Sql): Sql => sql`(${moment} at time zone 'Europe/Stockholm')::date`

export const bankingToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'bankTransaction',
      what: { sv: 'Banktransaktioner', en: 'Bank transactions' },
      unfinished: { sv: 'Banktransaktioner som inte är avslutade', en: 'Bank transactions that are not over' },
      tied: {
        sv: 'Banktransaktioner som hör ihop med något som stannar',
        en: 'Bank transactions that belong together with something that stays',
      },
      remove: remove(transactions),
    },
    {
      kind: 'bankPayment',
      what: { sv: 'Bankbetalningar', en: 'Bank payments' },
      unfinished: { sv: 'Bankbetalningar som väntar på att signeras', en: 'Bank payments that wait to be signed' },
      tied: {
        sv: 'Bankbetalningar som hör ihop med något som stannar',
        en: 'Bank payments that belong together with something that stays',
      },
      remove: remove(payments),
    },
    {
      kind: 'bankStatement',
      what: { sv: 'Kontoutdrag med sina filer', en: 'Bank statements with their files' },
      unfinished: { sv: 'Kontoutdrag som inte är avslutade', en: 'Bank statements that are not over' },
      tied: {
        sv: 'Kontoutdrag med transaktioner som stannar',
        en: 'Bank statements with transactions that stay',
      },
      remove: remove(statements),
    },
    {
      kind: 'paymentFile',
      what: { sv: 'Betalningsfiler', en: 'Payment files' },
      unfinished: { sv: 'Betalningsfiler som inte är avslutade', en: 'Payment files that are not over' },
      tied: { sv: 'Betalningsfiler med betalningar som stannar', en: 'Payment files with payments that stay' },
      remove: remove(files),
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som banktransaktioner är matchade med',
      en: 'Entries that bank transactions are matched with',
    },
    entries: (companyId) => sql`
      select journal_entry_id from banking.transaction where company_id = ${companyId}
      union all select journal_entry_id from banking.transaction_part where company_id = ${companyId}`,
  },
  // An unmatched transaction belongs to its day alone, and is no longer booked.
  found: (companyId, until) => sql`
    select id, 'bankTransaction', true from banking.transaction where company_id = ${companyId} and date <= ${until}
    union all
    select id, 'bankPayment', state <> 'readyToSign' from banking.payment
    where company_id = ${companyId} and coalesce(paid_on, payment_date) <= ${until}
    union all
    select id, 'bankStatement', true from banking.statement
    where company_id = ${companyId} and coalesce(to_date, ${dayOf(sql`imported_at`)}) <= ${until}
    union all
    select id, 'paymentFile', true from banking.payment_file
    where company_id = ${companyId} and ${dayOf(sql`created_at`)} <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from banking.transaction where company_id = ${companyId}
    union all select id, payment_id from banking.transaction where company_id = ${companyId}
    union all select transaction_id, journal_entry_id from banking.transaction_part where company_id = ${companyId}`,
  leans: (companyId) => sql`
    select transaction_id as one, statement_id as other from banking.statement_line where company_id = ${companyId}
    union all select id, statement_id from banking.transaction where company_id = ${companyId}
    union all select id, replaced_by_statement_id from banking.transaction where company_id = ${companyId}
    union all select id, payment_file_id from banking.payment where company_id = ${companyId}`,
}
