// Invoices and credit notes as stored, read completely: header, lines and status.
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import type { JobType, ReductionType } from '#rule/tax-reductions'
import type { UnionCountry } from '#rule/union-vat'
import type { VatKind } from '#rule/vat-kind'
import type { ContactRecord } from '#sales/customers/customer.rules'
import { dueDaySql } from '#sales/receivables/claim'
import { invoiceRefusals } from './invoice-refusals.ts'
import { type InvoiceStatus, statusOf } from './invoice-status.rules.ts'
import type { InvoiceKind, UnitType } from './invoice-values.rules.ts'

export type DocumentKind = 'invoice' | 'creditNote'

/** An address of a document or customer; `country` is ISO 3166-1 alpha-2. */
export type DocumentAddress = {
  line1?: string
  line2?: string | null
  city?: string
  postalCode?: string
  country?: string
  countrySubdivision?: string | null
}

/** The contact of a published document. */
export type DocumentContact = Omit<ContactRecord, 'isDefault'>

/** A line with an amount. Quantity and unit price are decimal text with at most six decimals. */
export type SalesLine = {
  id: number
  position: number
  itemId: string | null
  itemType: 'salesItem'
  description: string
  productType: 'goods' | 'services'
  unitType: UnitType
  quantity: string
  unitPrice: string
  /** In percent, with at most two decimals: Swedish, or of `unionCountry`. */
  taxRate: number
  /** The member state whose VAT is charged, under the union scheme; absent for Swedish VAT. */
  unionCountry?: UnionCountry
  /** What it is, if its rate follows from that and the day of supply. */
  vatKind?: VatKind
  /** Whether it looked like food at a rate that food did not have, when it was written. */
  looksLikeFood?: boolean
  account: number | null
  netOre: Ore
  reductionType: ReductionType | null
  jobType: JobType | null
}

/** A text-only line. */
export type TextLine = {
  id: number
  position: number
  itemId: string | null
  itemType: 'descriptionOnlyItem'
  description: string
}

export type LineRecord = SalesLine | TextLine

/**
 * The amounts a published credit note credits beside the net of its lines: VAT by rate, in öre of its currency; and
 * each part of its invoice in SEK, by key, without the rounding of its total.
 */
export type CreditedParts = { taxes: ReadonlyMap<number, Ore>; parts: ReadonlyMap<string, Ore> }

/** A document: amounts in öre of its currency, or in SEK if the name contains `Base`; rates as decimal text. */
export type InvoiceRecord = {
  id: string
  kind: DocumentKind
  type: InvoiceKind
  /** The invoice that a credit note credits. */
  creditsId: string | null
  customerId: string | null
  /** The contact of a draft; published documents have `contact`. */
  contactDetailId: string | null
  orderNumberReference: string | null
  projectReference: string | null
  buyerReference: string | null
  contractReference: string | null
  currency: string
  currencyRate: string
  date: Day
  dueDate: Day
  /** The due date, or a later day if the tax authority has refused a reduction. */
  owedOn: Day
  deliveryAddress: DocumentAddress | null
  /** The day of supply, if it differs from the document's date. */
  deliveryDate: Day | null
  /** The reason for VAT exemption, if nothing else in the document states it. */
  vatExemptionReason: string | null
  metadata: Record<string, string>
  netOre: Ore
  taxOre: Ore
  roundingOre: Ore
  totalOre: Ore
  totalBaseOre: Ore
  /**
   * Null for invoices and drafts, and for credit notes published before this was stored, whose amounts were rounded
   * independently.
   */
  creditedParts: CreditedParts | null
  reductionBaseOre: Ore
  number: bigint | null
  paymentReference: string | null
  publishedAt: Date | null
  /** These three are fixed at publication; the customer's current values may differ. */
  customerName: string | null
  billingAddress: DocumentAddress | null
  contact: DocumentContact | null
  recordedAt: Date | null
  journalEntryId: string | null
  paidBaseOre: Ore
  settledBaseOre: Ore
  creditedBaseOre: Ore
  createdByKind: string
  createdById: string
  createdAt: Date
  modifiedAt: Date
  status: InvoiceStatus
  lines: LineRecord[]
}

/**
 * One document with its lines; refused as not found if it is of another kind than `kind`. With `lock` it is locked
 * until the transaction ends.
 */
export const readInvoice = async (
  call: CompanyCall,
  id: string,
  kind?: DocumentKind,
  { lock = false }: { lock?: boolean } = {},
): Promise<InvoiceRecord> => {
  // The lines are read by a separate statement after locking: this one would see their state before the lock.
  if (lock) await lockInvoice(call, id)
  const [record] = await readInvoices(call, [id])
  if (!record || (kind && record.kind !== kind)) throw notFound(id, kind)
  return record
}

export const notFound = (id: string, kind: DocumentKind | undefined) =>
  kind === 'creditNote' ? invoiceRefusals.creditNoteNotFound({ id }) : invoiceRefusals.invoiceNotFound({ id })

/**
 * Locks a document, before it the invoice that it credits, and before both the customer. Removing a customer's contact
 * locks in the same order, because it updates the drafts that use the contact. Returns the locked customer; null if
 * there is no document.
 */
export const lockInvoice = (
  { db, companyId }: CompanyCall,
  id: string,
): Promise<{ customerId: string | null } | null> =>
  db.maybe(
    sql`
    with customer as materialized (
      select id from sales.customer where company_id = ${companyId} and id = (
        select customer_id from sales.invoice where company_id = ${companyId} and id = ${id}) for key share
    ), credited as materialized (
      select id from sales.invoice where company_id = ${companyId} and id = (
        select credits_id from sales.invoice where company_id = ${companyId} and id = ${id})
        and (select count(*) from customer) is not null for update
    )
    select (select id from customer) as "customerId" from sales.invoice
    where company_id = ${companyId} and id = ${id}
      and (select count(*) from customer) is not null and (select count(*) from credited) is not null for update`,
    'lock-invoice',
  )

/** Documents with their lines, in the order of the ids; missing ones are left out. */
export const readInvoices = async (call: CompanyCall, ids: readonly string[]): Promise<InvoiceRecord[]> => {
  if (ids.length === 0) return []
  const rows = await call.db.rows<InvoiceRow>(
    sql`
    select ${headerColumns}, ${linesSql} as lines
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    cross join lateral (
      select * from sales.invoice i where i.company_id = ${call.companyId} and i.id = asked.id offset 0
    ) i
    order by asked.place`,
    'read-invoices',
  )
  return rows.map((row) => recordOf(call, row))
}

/** Converts a row to a document. */
export const recordOf = ({ now }: CompanyCall, row: InvoiceRow): InvoiceRecord => ({
  ...row,
  creditedParts: row.creditedParts && creditedPartsOf(row.creditedParts),
  status: statusOf(row, dayOf(now)),
  lines: row.lines.map(lineOf),
})

export type InvoiceRow = Omit<InvoiceRecord, 'creditedParts' | 'status' | 'lines'> & {
  creditedParts: CreditedPartsRow | null
  lines: LineRow[]
}

/** The amounts are text in JSON. */
type CreditedPartsRow = { taxes: Record<string, string>; parts: Record<string, string> }

const creditedPartsOf = ({ taxes, parts }: CreditedPartsRow): CreditedParts => ({
  taxes: new Map(Object.entries(taxes).map(([rate, ore]) => [Number(rate), BigInt(ore)])),
  parts: new Map(Object.entries(parts).map(([key, ore]) => [key, BigInt(ore)])),
})

type LineRow = Omit<TextLine, 'itemType'> & {
  itemType: LineRecord['itemType']
  netOre: string
  vatKind: VatKind | null
  unionCountry: UnionCountry | null
}

const lineOf = (row: LineRow): LineRecord => {
  const { id, position, itemId, description } = row
  if (row.itemType === 'descriptionOnlyItem') return { id, position, itemId, itemType: row.itemType, description }
  // A check constraint guarantees that a sales line has all these fields.
  const { vatKind, unionCountry, ...line } = row
  const own = { ...(vatKind ? { vatKind } : {}), ...(unionCountry ? { unionCountry } : {}) }
  return { ...line, ...own, netOre: BigInt(row.netOre) } as unknown as SalesLine
}

/** The lines of document `i`. */
export const linesSql: Sql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'position', l.position, 'itemId', l.item_id, 'itemType', l.item_type, 'description', l.description,
    'productType', l.product_type, 'unitType', l.unit_type, 'quantity', trim_scale(l.quantity)::text,
    'unitPrice', trim_scale(l.unit_price)::text, 'taxRate',
    coalesce(trim_scale(l.union_rate_hundredths / 100.0), l.tax_rate), 'unionCountry', l.union_country,
    'vatKind', l.vat_kind,
    'looksLikeFood', l.looks_like_food, 'account', l.account,
    'netOre', l.net_ore::text, 'reductionType', l.reduction_type, 'jobType', l.job_type
  ) order by l.position), '[]')
  from sales.invoice_line l where l.company_id = i.company_id and l.invoice_id = i.id)`

/** The header columns of document `i`. */
export const headerColumns: Sql = sql`
  i.id, i.kind, i.type, i.credits_id as "creditsId", i.customer_id as "customerId",
  i.contact_detail_id as "contactDetailId", i.order_number_reference as "orderNumberReference",
  i.project_reference as "projectReference", i.buyer_reference as "buyerReference",
  i.contract_reference as "contractReference", i.currency, trim_scale(i.currency_rate)::text as "currencyRate",
  i.date, i.due_date as "dueDate", ${dueDaySql} as "owedOn", i.delivery_address as "deliveryAddress",
  i.delivery_date as "deliveryDate", i.vat_exemption_reason as "vatExemptionReason", i.metadata, i.net_ore as "netOre",
  i.tax_ore as "taxOre", i.rounding_ore as "roundingOre", i.total_ore as "totalOre",
  i.total_base_ore as "totalBaseOre", i.credited_parts as "creditedParts",
  i.reduction_base_ore as "reductionBaseOre", i.number, i.payment_reference as "paymentReference",
  i.published_at as "publishedAt", i.customer_name as "customerName",
  i.billing_address as "billingAddress", i.contact, i.recorded_at as "recordedAt",
  i.journal_entry_id as "journalEntryId",
  i.paid_base_ore as "paidBaseOre", i.settled_base_ore as "settledBaseOre", i.credited_base_ore as "creditedBaseOre",
  i.created_by_kind as "createdByKind", i.created_by_id as "createdById", i.created_at as "createdAt",
  i.modified_at as "modifiedAt"`
