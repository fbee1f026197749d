// What pays a supplier invoice, as it is read: payments, and those of them that are set-offs.
import type { CompanyCall } from '#platform/call'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Sql, sql } from '#platform/sql'
import { readSupplierInvoice } from '#purchasing/invoices/supplier-invoice'

/** How rows of `purchasing.payment p` are read: `filters` are amounts that lists can be filtered by. */
export type OnInvoice<Row extends { id: string }, Item> = {
  name: string
  columns: Sql
  from: Sql
  filters: Readonly<Record<string, Sql>>
  itemOf: (row: Row) => Item
}

/** One of an invoice; null when it has none by that id. */
export const readOnInvoice = async <Row extends { id: string }, Item>(
  { db, companyId }: CompanyCall,
  { name, columns, from, itemOf }: OnInvoice<Row, Item>,
  supplierInvoiceId: string,
  id: string,
): Promise<Item | null> => {
  const row = await db.maybe<Row>(
    sql`
    select ${columns} from ${from}
    where p.company_id = ${companyId} and p.supplier_invoice_id = ${supplierInvoiceId} and p.id = ${id}`,
    `read-supplier-${name}`,
  )
  return row && itemOf(row)
}

/** Those of an invoice, newest first; refused when there is no such invoice. */
export const listOnInvoice = async <Row extends { id: string }, Item>(
  call: CompanyCall,
  { name, columns, from, filters, itemOf }: OnInvoice<Row, Item>,
  supplierInvoiceId: string,
  request: PageRequest,
): Promise<Page<Item>> => {
  await readSupplierInvoice(call, supplierInvoiceId)
  const amounts = Object.entries(filters).map(([property, column]) => [property, { type: 'amount', column }] as const)
  const list: List<Row, Item> = {
    name: `${name} of ${supplierInvoiceId}`,
    columns,
    from,
    where: sql`p.company_id = ${call.companyId} and p.supplier_invoice_id = ${supplierInvoiceId}`,
    key: [sql`p.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`p.date` },
        ...Object.fromEntries(amounts),
        modifiedDateTime: { type: 'datetime', column: sql`p.created_at` },
      },
    },
    itemOf,
  }
  return listPage(call, list, request)
}
