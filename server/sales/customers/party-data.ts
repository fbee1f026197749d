// Sales data about a customer, for the data subject's copy.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart, plainRows } from '#privacy/party'
import { holdCustomer, readCustomer } from './customer.ts'

const ofCustomers = ['customer'] as const

/** Rows of a table of documents `i`, as JSON. */
const ofDocument = (table: Sql, order: Sql): Sql => sql`(
  select coalesce(jsonb_agg(to_jsonb(x) - 'invoice_id' order by ${order}), '[]') from ${table} x
  where x.company_id = i.company_id and x.invoice_id = i.id)`

const charges = sql`(
  select coalesce(jsonb_agg(to_jsonb(g) order by g.settlement_id), '[]')
  from sales.settlement x join sales.payment_charge g on g.company_id = x.company_id and g.settlement_id = x.id
  where x.company_id = i.company_id and x.invoice_id = i.id)`

const documentPart: PartyPart = {
  name: 'invoices',
  of: ofCustomers,
  tables: [
    'sales.invoice',
    'sales.invoice_line',
    'sales.attachment',
    'sales.payment',
    'sales.payment_charge',
    'sales.settlement',
    'sales.income_share',
    'sales.payment_link',
    'sales.sending',
  ],
  why: asBooks,
  from: fromCompany,
  to: {
    sv: 'De adresser som står i sendings, och den som har fått en länk till fakturan (links: när den gjordes och när den visades första gången).',
    en: 'The addresses in sendings, and those who have got a link to the invoice (links: when it was made, and when it was first shown).',
  },
  documents: ({ companyId, id }) =>
    sql`select i.id from sales.invoice i where i.company_id = ${companyId} and i.customer_id = ${id}`,
  entries: ({ companyId, documents }) => sql`
    select x.journal_entry_id from (
      select i.journal_entry_id, i.company_id, i.id from sales.invoice i where i.company_id = ${companyId}
      union all select p.journal_entry_id, p.company_id, p.invoice_id from sales.payment p
        where p.company_id = ${companyId}
      union all select s.journal_entry_id, s.company_id, s.invoice_id from sales.settlement s
        where s.company_id = ${companyId}
      union all select r.journal_entry_id, r.company_id, r.invoice_id from sales.income_share r
        where r.company_id = ${companyId}) x
    where x.journal_entry_id is not null and x.id in (${documents})`,
  resources: ({ companyId, documents, id }) => sql`
    select ${id}::text union all select d.id::text from (${documents}) d
    union all select a.id::text from sales.attachment a
      where a.company_id = ${companyId} and a.invoice_id in (${documents})`,
  addresses: ({ companyId, documents, id }) => sql`
    select lower(s.recipient) from sales.sending s
      where s.company_id = ${companyId} and s.invoice_id in (${documents})
    union select lower(s.recipient) from sales.statement_sending s
      where s.company_id = ${companyId} and s.customer_id = ${id}
    union select lower(d.email) from sales.contact_detail d
      where d.company_id = ${companyId} and d.customer_id = ${id} and d.email is not null`,
  read: ({ db, companyId }, { id }) =>
    plainRows((after, limit) =>
      db.rows(sql`
        select i.id, to_jsonb(i) || jsonb_build_object(
          'lines', ${ofDocument(sql`sales.invoice_line`, sql`x.position`)},
          'attachments', ${ofDocument(sql`sales.attachment`, sql`x.id`)},
          'payments', ${ofDocument(sql`sales.payment`, sql`x.id`)},
          'payment_charges', ${charges},
          'settlements', ${ofDocument(sql`sales.settlement`, sql`x.id`)},
          'income_shares', ${ofDocument(sql`sales.income_share`, sql`x.date, x.source_id`)},
          'links', ${ofDocument(sql`sales.payment_link`, sql`x.id`)},
          'sendings', ${ofDocument(sql`sales.sending`, sql`x.id`)}) as row
        from sales.invoice i
        where i.company_id = ${companyId} and i.customer_id = ${id}
          and (${after}::uuid is null or i.id > ${after}::uuid)
        order by i.id limit ${limit}`),
    ),
}

export const salesPartyParts: readonly PartyPart[] = [
  {
    name: 'customer',
    of: ofCustomers,
    tables: ['sales.customer', 'sales.contact_detail'],
    why: {
      sv: 'Kundregistret, så att företaget kan fakturera och nå kunden. Det finns kvar tills kunden tas bort eller raderas.',
      en: 'The register of customers, so that the company can invoice the customer and reach them. It is kept until the customer is removed or erased.',
    },
    from: fromCompany,
    read: async (call, { id }) => [await readCustomer(call, id)],
  },
  documentPart,
  {
    name: 'statementsOfAccount',
    of: ofCustomers,
    tables: ['sales.statement_sending'],
    why: asBooks,
    from: fromCompany,
    to: { sv: 'Adressen som står i recipient.', en: 'The address in recipient.' },
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select s.id, to_jsonb(s) as row from sales.statement_sending s
          where s.company_id = ${companyId} and s.customer_id = ${id}
            and (${after}::uuid is null or s.id > ${after}::uuid)
          order by s.id limit ${limit}`),
      ),
  },
]

/** The name of a customer; refused as not found if it does not exist. No payments are made to customers. */
export const customerNamed = async (
  call: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean },
): Promise<{ name: string; numbers: readonly string[] }> => {
  const { name } = await (lock ? holdCustomer : readCustomer)(call, id)
  return { name, numbers: [] }
}
