// Supplier invoices (leverantörsfakturor) as stored and as the API shows them.
import { uploadsOfSupplierInvoice } from '#documents'
import { countOf } from '#integrity/count'
import type { CompanyCall } from '#platform/call'
import { type Day, momentText } from '#platform/day'
import { type FilterTable, refProperties } from '#platform/filter'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { SupplierInvoiceContent } from './supplier-invoice.rules.ts'
import { supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'

/** A supplier invoice: amounts in öre of its currency, or in SEK if the name contains `Base`. */
export type SupplierInvoiceRecord = {
  id: string
  supplierId: string
  supplierName: string
  /** The supplier's own number. */
  invoiceNumber: string | null
  invoiceDate: Day
  dueDate: Day
  currency: string
  /** The price of one unit of the currency in SEK, as decimal text; `1` for SEK. */
  currencyRate: string
  /** Whether the rate was set manually instead of from the rate table. */
  rateIsManual: boolean
  /** Negative for a supplier's credit note; zero if only VAT is stated, as by Customs. */
  totalOre: Ore
  totalBaseOre: Ore
  paidOre: Ore
  /** Null until it has been approved, which must precede payment. */
  status: SupplierInvoiceStatus
  approvedAt: Date | null
  approvedBy: string | null
  /** The current approvals, in order. */
  approvals: readonly { name: string; at: string }[]
  /** How many approvals are missing. */
  approvalsMissing: number
  /** The user who changed it last, or who registered it. */
  writtenById: string
  recordedAt: Date | null
  /** The recording date: that of its entry under the accrual method. */
  recordedOn: Day | null
  journalEntryId: string | null
  /** The account of the debt, once it is booked. */
  payableAccount: number | null
  createdByKind: string
  createdById: string
  createdAt: Date
  modifiedAt: Date
  /** In order of addition. */
  uploadIds: readonly string[]
}

/**
 * One supplier invoice; refused as not found if it does not exist. With `lock` it is locked until the transaction ends.
 */
export const readSupplierInvoice = async (
  call: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SupplierInvoiceRecord> => {
  if (lock) {
    await call.db.rows(
      sql`select from purchasing.supplier_invoice where company_id = ${call.companyId} and id = ${id} for update`,
      'lock-supplier-invoice',
    )
  }
  const row = await call.db.maybe<SupplierInvoiceRow>(
    sql`select ${columns} from ${source} where i.company_id = ${call.companyId} and i.id = ${id}`,
    'read-supplier-invoice',
  )
  if (!row) throw refusals.supplierInvoiceNotFound({ id })
  const [record] = await withUploads(call, [row])
  return record as SupplierInvoiceRecord
}

/** A page of the supplier invoices, newest first. */
export const listSupplierInvoices = async (
  call: CompanyCall,
  request: PageRequest,
): Promise<Page<SupplierInvoiceRecord>> =>
  pageOf(call, request, {
    name: 'supplier invoices',
    where: sql`i.company_id = ${call.companyId}`,
    count: countOf(call.companyId, 'supplierInvoice'),
  })

/** Supplier invoices that wait for approval, newest first. */
export const listUnapproved = async (call: CompanyCall, request: PageRequest): Promise<Page<SupplierInvoiceRecord>> =>
  pageOf(call, request, {
    name: 'unapproved supplier invoices',
    where: sql`i.company_id = ${call.companyId} and i.approved_at is null`,
  })

type Listed = Pick<List<SupplierInvoiceRow, SupplierInvoiceRow>, 'name' | 'where' | 'count'>

const pageOf = async (call: CompanyCall, request: PageRequest, listed: Listed) => {
  const list: List<SupplierInvoiceRow, SupplierInvoiceRow> = {
    ...listed,
    columns,
    from: source,
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => row,
  }
  const page = await listPage(call, list, request)
  return { ...page, items: await withUploads(call, page.items) }
}

/** The next step for a supplier invoice; `paid` if there is none. */
export const supplierInvoiceStatuses = ['toApprove', 'toRecord', 'toPay', 'paid'] as const
type SupplierInvoiceStatus = (typeof supplierInvoiceStatuses)[number]

/** A supplier invoice as the API shows it; unknown fields are omitted. */
type SupplierInvoice = {
  id: string
  supplierRef: { id: string; name: string }
  invoiceNumber?: string
  invoiceDate: Day
  dueDate: Day
  totalAmount: number
  remainingAmount: number
  status: SupplierInvoiceStatus
  approvals: { name: string; approvedDateTime: string }[]
  approvalsMissing: number
  currency: string
  currencyRate: number
  journalEntryRef: { id: string } | null
  uploadRefs: { id: string }[]
  modifiedDateTime: string
}

export const shownSupplierInvoice = (record: SupplierInvoiceRecord): SupplierInvoice => {
  const { id, invoiceNumber, invoiceDate, dueDate, totalOre, currency, journalEntryId } = record
  return {
    id,
    supplierRef: { id: record.supplierId, name: record.supplierName },
    ...(invoiceNumber === null ? {} : { invoiceNumber }),
    invoiceDate,
    dueDate,
    totalAmount: numberFromOre(totalOre),
    remainingAmount: numberFromOre(totalOre - record.paidOre),
    status: record.status,
    approvals: record.approvals.map(({ name, at }) => ({ name, approvedDateTime: momentText(new Date(at)) })),
    approvalsMissing: record.approvalsMissing,
    currency,
    currencyRate: Number(record.currencyRate),
    journalEntryRef: journalEntryId === null ? null : { id: journalEntryId },
    uploadRefs: record.uploadIds.map((uploadId) => ({ id: uploadId })),
    modifiedDateTime: momentText(record.modifiedAt),
  }
}

export type DuplicateKey = Record<string, unknown>

/** A supplier invoice as recorded in the processing history. */
export const duplicateKeyOf = ({
  supplierId,
  invoiceNumber,
  invoiceDate,
  dueDate,
  totalOre,
}: SupplierInvoiceContent): DuplicateKey => ({
  supplierId,
  invoiceNumber,
  invoiceDate,
  dueDate,
  totalAmount: numberFromOre(totalOre),
})

type SupplierInvoiceRow = Omit<SupplierInvoiceRecord, 'uploadIds'>

const withUploads = async (
  call: CompanyCall,
  rows: readonly SupplierInvoiceRow[],
): Promise<SupplierInvoiceRecord[]> => {
  if (rows.length === 0) return []
  const uploads = await uploadsOfSupplierInvoice(
    call,
    rows.map(({ id }) => id),
  )
  const idsOf = new Map<string, string[]>(rows.map(({ id }) => [id, []]))
  for (const { id, supplierInvoiceId } of uploads) idsOf.get(supplierInvoiceId)?.push(id)
  return rows.map((row) => ({ ...row, uploadIds: idsOf.get(row.id) ?? [] }))
}

const source = sql`purchasing.supplier_invoice i
  join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id`

const status = sql`(case when i.approved_at is null then 'toApprove' when i.recorded_at is null then 'toRecord'
  when i.paid_ore <> i.total_ore then 'toPay' else 'paid' end)`

const approvals = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', a.person_name, 'at', a.approved_at) order by a.id), '[]')
  from purchasing.approval a
  where a.company_id = i.company_id and a.supplier_invoice_id = i.id and a.withdrawn_at is null)`

/** The SQL version of `neededFor`. */
const approvalsMissing = sql`(case when i.approved_at is not null then 0 else greatest(1, (
    select case when abs(i.total_base_ore) >= p.two_from_ore then 2 else 1 end
    from purchasing.settings p where p.company_id = i.company_id) - (
    select count(*) from purchasing.approval a
    where a.company_id = i.company_id and a.supplier_invoice_id = i.id and a.withdrawn_at is null)) end)::int`

const columns = sql`
  i.id, ${status} as status, i.supplier_id as "supplierId", s.name as "supplierName",
  i.invoice_number as "invoiceNumber", i.invoice_date as "invoiceDate", i.due_date as "dueDate", i.currency,
  trim_scale(i.currency_rate)::text as "currencyRate", i.rate_is_manual as "rateIsManual", i.total_ore as "totalOre",
  i.total_base_ore as "totalBaseOre", i.paid_ore as "paidOre", i.approved_at as "approvedAt",
  i.approved_by as "approvedBy", ${approvals} as approvals, ${approvalsMissing} as "approvalsMissing",
  coalesce(i.written_by_id, i.created_by_id) as "writtenById",
  i.recorded_at as "recordedAt", i.recorded_on as "recordedOn", i.journal_entry_id as "journalEntryId",
  i.payable_account as "payableAccount", i.created_by_kind as "createdByKind", i.created_by_id as "createdById",
  i.created_at as "createdAt", i.modified_at as "modifiedAt"`

const filters: FilterTable = {
  properties: {
    ...refProperties('supplierRef', { id: sql`i.supplier_id`, name: sql`s.name` }),
    invoiceNumber: { type: 'string', column: sql`i.invoice_number` },
    totalAmount: { type: 'amount', column: sql`i.total_ore` },
    remainingAmount: { type: 'amount', column: sql`(i.total_ore - i.paid_ore)` },
    status: { type: { oneOf: supplierInvoiceStatuses }, column: status },
    currency: { type: 'string', column: sql`i.currency` },
    invoiceDate: { type: 'date', column: sql`i.invoice_date` },
    dueDate: { type: 'date', column: sql`i.due_date` },
    modifiedDateTime: { type: 'datetime', column: sql`i.modified_at` },
  },
}
