// Erasure of a customer (GDPR art. 17): what is deleted, what prevents it, and what is kept as accounting information.
// Published invoices are kept as sent, including their customer data.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import {
  countOfRows,
  ERASED,
  ERASED_ADDRESS,
  type ErasurePart,
  type ErasureStep,
  type Hindrance,
  type Party,
} from '#privacy/party'
import { deleteDocument } from '#sales/invoices/invoice-store'
import { tellOfDocuments } from './customer.ts'

/** The name of an erased customer. */
const ERASED_CUSTOMER = 'Raderad kund'

/** Maximum number of invoices named in a hindrance. */
const MOST_NAMED = 20

const of = ['customer'] as const

const drafts = ({ companyId }: CompanyCall, { id }: Party): Sql => sql`
  select i.id from sales.invoice i
  where i.company_id = ${companyId} and i.customer_id = ${id} and i.published_at is null`

const sendings = ({ companyId }: CompanyCall, { id, documents }: Party): Sql => sql`
  select s.id from sales.sending s
  where s.company_id = ${companyId} and s.invoice_id in (${documents}) and s.recipient <> ${ERASED_ADDRESS}
  union all select s.id from sales.statement_sending s
  where s.company_id = ${companyId} and s.customer_id = ${id} and s.recipient <> ${ERASED_ADDRESS}`

const links = ({ companyId }: CompanyCall, { documents }: Party): Sql => sql`
  select l.id from sales.payment_link l
  where l.company_id = ${companyId} and l.invoice_id in (${documents}) and l.ended_at is null`

/** Anonymizes a row about a mail: keeps the time and delivery status, not the recipient. */
const withoutAddress = ({ now }: CompanyCall): Sql => sql`
  recipient = ${ERASED_ADDRESS}, subject = ${ERASED},
  failed_at = case when s.sent_at is null then coalesce(s.failed_at, ${now}) end,
  failure = case when s.sent_at is null then ${ERASED} end, failure_said = null,
  report = case when s.report is not null then ${ERASED} end`

const steps: readonly ErasureStep[] = [
  {
    of,
    what: { sv: 'Utkast till fakturor och kreditfakturor', en: 'Drafts of invoices and credit notes' },
    count: (call, party) => countOfRows(call, drafts(call, party)),
    remove: async (call, party) => {
      const found = await call.db.rows<{ id: string; kind: 'invoice' | 'creditNote' }>(sql`
        select i.id, i.kind from sales.invoice i
        where i.company_id = ${call.companyId} and i.id in (${drafts(call, party)}) order by i.id for update`)
      for (const draft of found) await deleteDocument(call, draft)
    },
  },
  {
    of,
    what: {
      sv: 'Adresser och ämnen i noteringarna om skickade mejl',
      en: 'Addresses and subjects in the notes about mails that were sent',
    },
    count: (call, party) => countOfRows(call, sendings(call, party)),
    remove: async (call, party) => {
      const { db, companyId } = call
      await db.rows(sql`
        update sales.sending s set ${withoutAddress(call)}
        where s.company_id = ${companyId} and s.id in (${sendings(call, party)})`)
      await db.rows(sql`
        update sales.statement_sending s set ${withoutAddress(call)}
        where s.company_id = ${companyId} and s.id in (${sendings(call, party)})`)
    },
  },
  {
    of,
    what: { sv: 'Betalningslänkar som fungerar: de slutar gälla', en: 'Payment links that work: they end' },
    count: (call, party) => countOfRows(call, links(call, party)),
    remove: async (call, party) => {
      const { db, companyId, now } = call
      const ended = await db.rows<{ id: string; number: bigint }>(sql`
        with ended as (
          update sales.payment_link l set ended_at = ${now}
          where l.company_id = ${companyId} and l.id in (${links(call, party)}) returning l.invoice_id)
        select distinct i.id, i.number from ended e
        join sales.invoice i on i.company_id = ${companyId} and i.id = e.invoice_id order by i.id`)
      for (const { id, number } of ended)
        recordEvent(call, 'invoice.links-ended', { id }, { id, number: String(number) })
    },
  },
  {
    of,
    what: { sv: 'Kontaktpersoner med telefon och e-post', en: 'Contact persons with phone and e-mail' },
    count: (call, { id }) =>
      countOfRows(
        call,
        sql`select d.id from sales.contact_detail d where d.company_id = ${call.companyId} and d.customer_id = ${id}`,
      ),
    remove: async ({ db, companyId }, { id }) => {
      await db.rows(sql`delete from sales.contact_detail where company_id = ${companyId} and customer_id = ${id}`)
    },
  },
  {
    of,
    what: {
      sv: 'Kundregistrets uppgifter: namn, nummer, adress, villkor och språk',
      en: 'What the register of customers says: name, numbers, address, terms and language',
    },
    count: async () => 1,
    remove: eraseRow,
  },
]

/** Blanks the row, which is kept because documents and statements of account refer to it. */
async function eraseRow(call: CompanyCall, { id }: Party): Promise<void> {
  const { db, companyId, now } = call
  const gone = await db.rows(sql`
    delete from sales.customer c where c.company_id = ${companyId} and c.id = ${id}
      and not exists (select from sales.invoice i where i.company_id = c.company_id and i.customer_id = c.id)
      and not exists (select from sales.statement_sending s where s.company_id = c.company_id and s.customer_id = c.id)
    returning c.id`)
  if (gone.length > 0) return recordEvent(call, 'customer.deleted', { id }, { id })
  await db.rows(sql`
    update sales.customer set name = ${ERASED_CUSTOMER}, customer_number = ${id}, vat_number = null, org_number = null,
      sealed_org_number = null, org_number_digest = null, payment_terms = null, address = null, language = null,
      peppol_scheme = null, peppol_id = null, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  await tellOfDocuments(call, id, true)
}

/** Unpaid debts prevent erasure until they are paid, credited or written off. */
const unpaid = async ({ db, companyId }: CompanyCall, { id }: Party): Promise<Hindrance[]> => {
  const found = await db.rows<{ number: bigint; dueDate: string }>(sql`
    select i.number, i.due_date::text as "dueDate" from sales.invoice i
    where i.company_id = ${companyId} and i.customer_id = ${id} and i.kind = 'invoice'
      and i.state in ('published', 'underPaid')
    order by i.number limit ${MOST_NAMED}`)
  return found.map(({ number, dueDate }) => ({
    what: {
      sv: `Faktura ${number}, som förfaller ${dueDate}, är inte betald: uppgifterna behövs tills den är betald, krediterad eller bortskriven.`,
      en: `Invoice ${number}, due on ${dueDate}, is not paid: the data is needed until it is paid, credited or written off.`,
    },
    law: 'GDPR art. 17.3 b, 17.3 e',
  }))
}

export const salesErasure: ErasurePart = {
  steps,
  hindrances: unpaid,
  kept: async ({ db, companyId }, { id }) => {
    const { count, lastDay } = await db.one<{ count: bigint; lastDay: string | null }>(sql`
      select count(*) as count, max(coalesce(y.end_date, i.date))::text as "lastDay" from sales.invoice i
      left join ledger.fiscal_year_view y on y.company_id = i.company_id and i.date between y.start_date and y.end_date
      where i.company_id = ${companyId} and i.customer_id = ${id} and i.published_at is not null`)
    return [
      {
        what: {
          sv: 'Utfärdade fakturor och kreditfakturor som de skickades, med betalningar, bilagor, skattereduktion och påminnelser',
          en: 'Published invoices and credit notes as they were sent, with payments, attachments, tax reductions and reminders',
        },
        count: Number(count),
        lastDay,
        law: 'Bokföringslagen 7 kap. 2 §',
      },
    ]
  },
}
