// Purchasing data about a supplier, for the data subject's copy.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart, plainRows } from '#privacy/party'
import { holdSupplier, readSupplier } from './supplier.ts'

const ofSuppliers = ['supplier'] as const

/** Rows of a table of supplier invoices `i`, as JSON. */
const ofInvoice = (table: Sql, order: Sql): Sql => sql`(
  select coalesce(jsonb_agg(to_jsonb(x) - 'supplier_invoice_id' order by ${order}), '[]') from ${table} x
  where x.company_id = i.company_id and x.supplier_invoice_id = i.id)`

export const purchasingPartyParts: readonly PartyPart[] = [
  {
    name: 'supplier',
    of: ofSuppliers,
    tables: ['purchasing.supplier'],
    why: {
      sv: 'Leverantörsregistret, så att företaget kan bokföra och betala leverantörens fakturor. Det finns kvar tills leverantören tas bort eller raderas.',
      en: "The register of suppliers, so that the company can book and pay the supplier's invoices. It is kept until the supplier is removed or erased.",
    },
    from: fromCompany,
    read: async (call, { id }) => [await readSupplier(call, id)],
  },
  {
    name: 'supplierInvoices',
    of: ofSuppliers,
    tables: [
      'purchasing.supplier_invoice',
      'purchasing.supplier_invoice_line',
      'purchasing.approval',
      'purchasing.payment',
    ],
    why: asBooks,
    from: {
      sv: 'Från leverantörens fakturor, som företagets medarbetare eller program har registrerat.',
      en: "From the supplier's invoices, as people or programs of the company have entered them.",
    },
    documents: ({ companyId, id }) => sql`
      select i.id from purchasing.supplier_invoice i where i.company_id = ${companyId} and i.supplier_id = ${id}`,
    entries: ({ companyId, documents }) => sql`
      select i.journal_entry_id from purchasing.supplier_invoice i
        where i.company_id = ${companyId} and i.journal_entry_id is not null and i.id in (${documents})
      union all select unnest(array_remove(array[p.journal_entry_id, p.moved_entry_id], null)) from purchasing.payment p
        where p.company_id = ${companyId} and p.supplier_invoice_id in (${documents})`,
    resources: ({ documents, id }) => sql`select ${id}::text union all select d.id::text from (${documents}) d`,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select i.id, to_jsonb(i) || jsonb_build_object(
            'lines', ${ofInvoice(sql`purchasing.supplier_invoice_line`, sql`x.position`)},
            'approvals', ${ofInvoice(sql`purchasing.approval`, sql`x.id`)},
            'payments', ${ofInvoice(sql`purchasing.payment`, sql`x.id`)}) as row
          from purchasing.supplier_invoice i
          where i.company_id = ${companyId} and i.supplier_id = ${id}
            and (${after}::uuid is null or i.id > ${after}::uuid)
          order by i.id limit ${limit}`),
      ),
  },
  {
    name: 'supplierAdvances',
    of: ofSuppliers,
    tables: ['purchasing.advance', 'purchasing.advance_use'],
    why: asBooks,
    from: fromCompany,
    entries: ({ companyId, id }) => sql`
      select a.journal_entry_id from purchasing.advance a
        where a.company_id = ${companyId} and a.supplier_id = ${id} and a.journal_entry_id is not null
      union all select u.journal_entry_id from purchasing.advance_use u
        join purchasing.advance a on a.company_id = u.company_id and a.id = u.advance_id
        where u.company_id = ${companyId} and a.supplier_id = ${id} and u.journal_entry_id is not null`,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select a.id, to_jsonb(a) || jsonb_build_object('uses', (
            select coalesce(jsonb_agg(to_jsonb(u) - 'advance_id' order by u.id), '[]') from purchasing.advance_use u
            where u.company_id = a.company_id and u.advance_id = a.id)) as row
          from purchasing.advance a
          where a.company_id = ${companyId} and a.supplier_id = ${id}
            and (${after}::uuid is null or a.id > ${after}::uuid)
          order by a.id limit ${limit}`),
      ),
  },
]

/** The name and account numbers of a supplier; refused as not found if it does not exist. */
export const supplierNamed = async (
  call: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean },
): Promise<{ name: string; numbers: readonly string[] }> => {
  const { name, paymentDetails } = await (lock ? holdSupplier : readSupplier)(call, id)
  const { type: _, ...numbers } = paymentDetails ?? { type: null }
  const { clearingNumber: __, bic: ___, ...own } = numbers as Record<string, string>
  return { name, numbers: Object.values(own) }
}
