// Invoices in responses, single and listed: related data is read for all of them in one statement.
import { countOf } from '#integrity/count'
import { known } from '#parties'
import { type CompanyCall, serviceTime } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { type FilterTable, refProperties } from '#platform/filter'
import { listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import type { TaxRate } from '#rule/vat-rates'
import { type BookedBy, bookingSql } from '#sales/booking/booked-unpaid'
import { saleOf } from '#sales/booking/sale'
import { type Sale, writtenOffOf } from '#sales/booking/sale.rules'
import { isPastDueSql } from '#sales/receivables/claim'
import { sendingStatuses, sendingStatusSql } from '#sales/sending/sending-status'
import { shownReduction, shownTaxReductions } from '#sales/tax-reduction/reduction'
import { type ShownTaxReduction, taxReductionStatuses } from '#sales/tax-reduction/schema'
import {
  type DocumentAddress,
  type DocumentKind,
  type InvoiceRecord,
  type LineRecord,
  readInvoices,
} from './invoice.ts'
import type { ShownInvoice, ShownLine } from './invoice-schema.ts'
import { INVOICE_STATUSES } from './invoice-status.rules.ts'
import { invoiceTypes } from './invoice-values.rules.ts'
import { reducedInvoices, taxReductionStatusSql } from './reduced-invoice.ts'

/** The related data needed to show a document. */
export type Surroundings = {
  customer: { id: string; name: string; customerNumber: string; address: BillingAddress | null } | null
  /** The contact of a draft. */
  contact: { id: string; email: string | null; phone: string | null } | null
  attachments: { id: string; name: string }[]
  creditNotes: { id: string }[]
  /** The invoice that a credit note credits. */
  credits: { id: string; number: string | null } | null
  /** The amount written off as bad debt, less recoveries, in SEK. */
  writtenOffOre: Ore
  /** The descriptions of the items that the lines refer to, by item id. */
  items: Readonly<Record<string, string>>
  bookedBy: BookedBy | null
}

type BillingAddress = Required<Omit<DocumentAddress, 'countrySubdivision'>> & { countrySubdivision?: string | null }

/** One invoice; refused as not found if it does not exist. With `lock` it is locked until the transaction ends. */
export const getInvoice = async (
  call: CompanyCall,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ShownInvoice> => showSale(call, await saleOf(call, id, { kind: 'invoice', ...options }))

const showInvoices = async (call: CompanyCall, records: readonly InvoiceRecord[]): Promise<ShownInvoice[]> => {
  const surroundings = await surroundingsOf(call, records)
  const reductions = await shownTaxReductions(
    call,
    reducedInvoices,
    records.map(({ id }) => id),
  )
  return records.map((record, index) =>
    shownInvoice(record, surroundings[index] as Surroundings, reductions.get(record.id) ?? null),
  )
}

/** The invoice of a sale in its response shape. */
export const showSale = (call: CompanyCall, sale: Sale): ShownInvoice =>
  shownInvoice(sale.record, surroundingsIn(sale), sale.reduction && shownReduction(call, sale.reduction))

/** The related data of a sale's document. */
export const surroundingsIn = ({
  record,
  customer,
  attachments,
  creditNoteIds,
  credited,
  items,
  settlements,
  bookedBy,
}: Sale): Surroundings => ({
  customer: customer && { ...customer, address: customer.address as BillingAddress | null },
  contact: customer?.contacts.find(({ id }) => id === record.contactDetailId) ?? null,
  attachments: attachments.map(({ id, fileName }) => ({ id, name: fileName })),
  creditNotes: creditNoteIds.map((id) => ({ id })),
  credits: credited && { id: credited.record.id, number: credited.record.number?.toString() ?? null },
  writtenOffOre: writtenOffOf({ settlements }),
  items,
  bookedBy,
})

const shownInvoice = (
  record: InvoiceRecord,
  around: Surroundings,
  taxReduction: ShownTaxReduction | null,
): ShownInvoice => ({
  ...shownDocument(record, around),
  type: record.type,
  paymentReference: record.paymentReference,
  status: record.status,
  creditNoteRefs: around.creditNotes,
  writtenOffAmount: numberFromOre(around.writtenOffOre),
  invoiceDate: record.date,
  dueDate: record.dueDate,
  taxReduction,
})

/** The response fields shared by invoices and credit notes. */
export const shownDocument = (record: InvoiceRecord, around: Surroundings) => {
  const { customer } = around
  const contact = record.publishedAt ? record.contact : around.contact
  const billingAddress = record.publishedAt ? (record.billingAddress as BillingAddress | null) : customer?.address
  return {
    id: record.id,
    ...(customer
      ? {
          customerRef: {
            id: customer.id,
            name: record.customerName ?? customer.name,
            ...(record.kind === 'invoice' ? { customerNumber: customer.customerNumber } : {}),
          },
        }
      : {}),
    contactDetailRef: contact && { id: contact.id, email: contact.email, phone: contact.phone },
    invoiceNumber: record.number === null ? null : String(record.number),
    orderNumberReference: record.orderNumberReference,
    projectReference: record.projectReference,
    buyerReference: record.buyerReference,
    contractReference: record.contractReference,
    currency: record.currency,
    currencyRate: Number(record.currencyRate),
    totalAmount: numberFromOre(record.totalOre),
    totalTax: numberFromOre(record.taxOre),
    paidAmount: numberFromOre(record.paidBaseOre),
    publishedDateTime: record.publishedAt && momentText(record.publishedAt),
    lineItems: record.lines.map((line) => shownLine(line, around.items)),
    ...(billingAddress ? { billingAddress } : {}),
    ...(record.deliveryAddress ? { deliveryAddress: record.deliveryAddress } : {}),
    ...known({ deliveryDate: record.deliveryDate, vatExemptionReason: record.vatExemptionReason }),
    attachmentRefs: around.attachments,
    journalEntryRef: record.journalEntryId === null ? null : { id: record.journalEntryId },
    bookedBy: around.bookedBy,
    metadata: record.metadata,
    modifiedDateTime: momentText(record.modifiedAt),
  }
}

/** A line in a response. Quantity and price have at most 15 digits, so a JSON number represents them exactly. */
export const shownLine = (line: LineRecord, items: Surroundings['items']): ShownLine => {
  const { id, itemId, description } = line
  const itemRef = itemId === null ? null : { id: itemId, description: items[itemId] ?? null }
  if (line.itemType === 'descriptionOnlyItem') return { id, itemRef, description, itemType: line.itemType }
  const { reductionType, jobType } = line
  return {
    id,
    itemRef,
    description,
    itemType: line.itemType,
    productType: line.productType,
    unitType: line.unitType,
    quantity: Number(line.quantity),
    unitPrice: Number(line.unitPrice),
    // Swedish VAT: what is charged of another country is in unionVat.
    taxRate: line.unionCountry ? 0 : (line.taxRate as TaxRate),
    ...(line.unionCountry ? { unionVat: { country: line.unionCountry, taxRate: line.taxRate } } : {}),
    ...(line.vatKind ? { vatKind: line.vatKind } : {}),
    bookkeepingAccountNumber: line.account,
    taxReduction: reductionType && jobType ? { taxReductionType: reductionType, jobType } : null,
  }
}

/** The amount of invoice `i` written off as bad debt, less recoveries; null if none. */
const writtenOffSql = sql`
  select sum(s.sum_base_ore)::bigint from sales.settlement s
  where s.company_id = i.company_id and s.invoice_id = i.id and s.type = 'badDebt'`

/** The related data of documents, in the same order. */
export const surroundingsOf = async (call: CompanyCall, records: readonly InvoiceRecord[]): Promise<Surroundings[]> => {
  if (records.length === 0) return []
  const { companyId } = call
  return call.db.rows<Surroundings>(
    sql`
    select
      (select jsonb_build_object('id', c.id, 'name', c.name, 'customerNumber', c.customer_number, 'address', c.address)
        from sales.customer c where c.company_id = ${companyId} and c.id = i.customer_id) as customer,
      (select jsonb_build_object('id', d.id, 'email', d.email, 'phone', d.phone)
        from sales.contact_detail d where d.company_id = ${companyId} and d.id = i.contact_detail_id) as contact,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.file_name) order by a.id), '[]')
        from sales.attachment a where a.company_id = ${companyId} and a.invoice_id = i.id) as attachments,
      (select coalesce(jsonb_agg(jsonb_build_object('id', n.id) order by n.id), '[]')
        from sales.invoice n where n.company_id = ${companyId} and n.credits_id = i.id) as "creditNotes",
      (select jsonb_build_object('id', o.id, 'number', o.number::text)
        from sales.invoice o where o.company_id = ${companyId} and o.id = i.credits_id) as credits,
      coalesce((${writtenOffSql}), 0)::bigint as "writtenOffOre",
      (select coalesce(jsonb_object_agg(t.id, t.description), '{}')
        from (select l.item_id as id from sales.invoice_line l
          where l.company_id = ${companyId} and l.invoice_id = i.id offset 0) as used
        cross join lateral (select t.id, t.description from sales.item t
          where t.company_id = ${companyId} and t.id = used.id offset 0) as t) as items,
      b."bookedBy"
    from unnest(${records.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place)
    cross join lateral (
      select i.* from sales.invoice i where i.company_id = ${companyId} and i.id = asked.id offset 0
    ) i
    cross join lateral ${bookingSql(sql`${companyId}`)} b
    order by asked.place`,
    'invoice-surroundings',
  )
}

/** A page of the invoices, newest first. Runs several statements: the caller must provide a snapshot. */
export const listInvoices = async (call: CompanyCall, request: PageRequest): Promise<Page<ShownInvoice>> => {
  const { items, ...page } = await listDocuments(call, 'invoice', request)
  return { ...page, items: await showInvoices(call, items) }
}

/** A page of one kind of document. The query pages over ids only; content is read for the page alone. */
export const listDocuments = async (
  call: CompanyCall,
  kind: DocumentKind,
  request: PageRequest,
): Promise<Page<InvoiceRecord>> => {
  const { items: ids, ...page } = await listPage(
    call,
    {
      name: kind,
      columns: sql`i.id`,
      from: sql`sales.invoice i`,
      where: sql`i.company_id = ${call.companyId} and i.kind = ${kind}`,
      count: countOf(call.companyId, kind),
      key: [sql`i.id`],
      keyOf: ({ id }: { id: string }) => [id],
      filters: filtersOf(kind, call),
      itemOf: ({ id }) => id,
    },
    request,
  )
  return { ...page, items: await readInvoices(call, ids) }
}

const ofInvoicesAlone: FilterTable['properties'] = {
  taxReductionStatus: { type: { oneOf: taxReductionStatuses }, column: taxReductionStatusSql },
  writtenOffAmount: { type: 'amount', column: sql`(${writtenOffSql})` },
}

const filtersOf = (kind: DocumentKind, call: CompanyCall): FilterTable => ({
  properties: {
    invoiceNumber: { type: 'integer', column: sql`i.number` },
    paymentReference: { type: 'string', column: sql`i.payment_reference` },
    sendingStatus: { type: { oneOf: sendingStatuses }, column: sendingStatusSql(serviceTime(call)) },
    type: { type: { oneOf: invoiceTypes }, column: sql`i.type` },
    ...(kind === 'invoice' ? ofInvoicesAlone : {}),
    ...refProperties('customerRef', {
      id: sql`i.customer_id`,
      name: sql`coalesce(i.customer_name, (
        select c.name from sales.customer c where c.company_id = i.company_id and c.id = i.customer_id))`,
    }),
    orderNumberReference: { type: 'string', column: sql`i.order_number_reference` },
    projectReference: { type: 'string', column: sql`i.project_reference` },
    buyerReference: { type: 'string', column: sql`i.buyer_reference` },
    contractReference: { type: 'string', column: sql`i.contract_reference` },
    currency: { type: 'string', column: sql`i.currency` },
    totalAmount: { type: 'amount', column: sql`i.total_ore` },
    status: {
      // Clients may filter on `pending`, a status that no invoice here ever has.
      type: { oneOf: [...INVOICE_STATUSES, 'pending'] },
      column: statusSql(dayOf(call.now)),
      toSql: (operator, value) => statusConditionSql(operator, String(value), dayOf(call.now)),
    },
    invoiceDate: { type: 'date', column: sql`i.date` },
    ...(kind === 'creditNote' ? { creditDate: { type: 'date' as const, column: sql`i.date` } } : {}),
    dueDate: { type: 'date', column: sql`i.due_date` },
    modifiedDateTime: { type: 'datetime', column: sql`i.modified_at` },
  },
  metadata: sql`i.metadata`,
})

/** The status of a document on a day, equal to `statusOf`. */
const statusSql = (today: string): Sql => sql`(case when ${isOverdueSql(today)} then 'overdue' else i.state end)`

const isOverdueSql = (today: string): Sql =>
  sql`(i.kind = 'invoice' and i.state in ('published', 'underPaid') and ${isPastDueSql(today)})`

/** A status condition in a form that the index on the state can serve. */
const statusConditionSql = (operator: string, value: string, today: string): Sql | null => {
  if (operator === '~') return sql`${statusSql(today)} like ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`
  if (operator === '!=') return sql`${statusSql(today)} <> ${value}`
  switch (value) {
    case 'overdue':
      return isOverdueSql(today)
    case 'published':
    case 'underPaid':
      return sql`i.state = ${value} and not ${isOverdueSql(today)}`
    default:
      return sql`i.state = ${value}`
  }
}
