// Loads a sale in one statement: a document, its invoice or credit notes, and all its events.
import type { VatTreatment } from '#paper'
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { treatmentsSql } from '#sales/archive/paper'
import { type CustomerRow, customerOf, customerSql } from '#sales/customers/customer'
import {
  type DocumentKind,
  headerColumns,
  type InvoiceRow,
  linesSql,
  lockInvoice,
  notFound,
  recordOf,
} from '#sales/invoices/invoice'
import { customerPaidSql } from '#sales/invoices/reduced-invoice'
import { openedReduction, type ReductionRow, reductionOfInvoiceSql } from '#sales/tax-reduction/reduction'
import { type Booking, bookingSql } from './booked-unpaid.ts'
import { bookingRefusals } from './booking-refusals.ts'
import type { PaymentRow, Sale, SettlementRow, Share } from './sale.rules.ts'

/**
 * The sale of one document, published or not; refused as not found if it is of another kind than `kind`. With `lock`,
 * it and the invoice it credits are locked until the transaction ends.
 */
export const saleOf = async (
  call: CompanyCall,
  id: string,
  { kind, lock = false }: { kind?: DocumentKind | undefined; lock?: boolean } = {},
): Promise<Sale> => {
  // Read after locking: a single statement for both would see the state before the lock.
  const locked = lock ? await lockInvoice(call, id) : null
  // A single id, not a list: for a list of any length PostgreSQL would plan anew each time.
  const asked = sql`select id, credits_id from sales.invoice where company_id = ${call.companyId} and id = ${id}`
  const sale = (await readSales(call, asked, 'read-sale')).get(id.toLowerCase())
  if (!sale || (kind && sale.record.kind !== kind)) throw notFound(id, kind)
  const isLocked = !lock || sale.record.customerId === (locked?.customerId ?? null)
  // The draft's customer changed while waiting for the lock.
  return isLocked ? sale : saleOf(call, id, { kind, lock })
}

/** The sales of documents, in the order of the ids; missing ones are left out. */
export const salesOf = async (call: CompanyCall, ids: readonly string[]): Promise<Sale[]> => {
  if (ids.length === 0) return []
  const asked = sql`
    select i.id, i.credits_id from unnest(${ids}::uuid[]) a (id)
    cross join lateral (
      select i.id, i.credits_id from sales.invoice i where i.company_id = ${call.companyId} and i.id = a.id offset 0
    ) i`
  const sales = await readSales(call, asked, 'read-sales')
  return ids.flatMap((id) => sales.get(id.toLowerCase()) ?? [])
}

/** Sales by document id; `asked` selects the documents. */
const readSales = async (call: CompanyCall, asked: Sql, name: string): Promise<Map<string, Sale>> => {
  const { companyId } = call
  const rows = await call.db.rows<SaleRow>(
    sql`
    with asked as (${asked}), whole as (
      select id from asked union select credits_id from asked where credits_id is not null
    ), documents as (
      select id from whole
      union
      select n.id from whole w cross join lateral (
        select n.id from sales.invoice n
        where n.company_id = ${companyId} and n.credits_id = w.id and n.published_at is not null offset 0
      ) n
    )
    select ${headerColumns}, ${linesSql} as lines, i.receivable_account as "receivableAccount",
      b.*, ${treatmentsSql} as treatments, ${customerSql} as customer, ${reductionOfInvoiceSql} as reduction,
      ${attachmentsSql} as attachments, ${paymentsSql} as payments, ${settlementsSql} as settlements,
      ${sharesSql} as shares, ${creditNotesSql} as "creditNoteIds", ${itemsSql} as items
    from documents d
    cross join lateral (
      select i.*, ${customerPaidSql} as is_paid from sales.invoice i
      where i.company_id = ${companyId} and i.id = d.id offset 0
    ) i
    cross join lateral ${bookingSql(sql`${companyId}`)} b`,
    name,
  )
  const byId = new Map(rows.map((row) => [row.id, saleFrom(call, row)]))
  return new Map([...byId].map(([id, sale]) => [id, { ...around(sale, byId), credited: creditedOf(sale, byId) }]))
}

type Sales = ReadonlyMap<string, Sale>

const around = (sale: Sale, all: Sales): Sale => ({
  ...sale,
  credits: [...all.values()]
    .filter(({ record }) => record.creditsId === sale.record.id && record.publishedAt !== null)
    .sort((one, other) => (one.record.id < other.record.id ? -1 : 1)),
})

const creditedOf = ({ record }: Sale, all: Sales): Sale | null => {
  const credited = record.creditsId === null ? undefined : all.get(record.creditsId)
  return credited ? around(credited, all) : null
}

const attachmentsSql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'fileName', a.file_name, 'contentType', a.content_type,
    'size', a.size, 'digest', encode(a.digest, 'hex')) order by a.id), '[]')
  from sales.attachment a where a.company_id = i.company_id and a.invoice_id = i.id)`

const recordingSql = sql`'recordedAt', m.recorded_at, 'journalEntryId', m.journal_entry_id,
  'claimBaseOre', coalesce(m.claim_base_ore, 0)::text, 'advanceBaseOre', coalesce(m.advance_base_ore, 0)::text,
  'modifiedAt', coalesce(m.recorded_at, m.created_at)`

const paymentsSql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'invoiceId', m.invoice_id, 'date', m.date,
    'ore', m.ore::text, 'sumBaseOre', m.sum_base_ore::text, 'bookkeepingAccountNumber', m.account,
    ${recordingSql}) order by m.id), '[]')
  from sales.payment m where m.company_id = i.company_id and m.invoice_id = i.id)`

const settlementsSql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'invoiceId', m.invoice_id, 'type', m.type, 'date', m.date,
    'sumBaseOre', m.sum_base_ore::text, 'vatScheme', m.vat_scheme, 'termsOnInvoice', m.terms_on_invoice,
    'paymentId', c.payment_id, 'lowered', m.lowered, ${recordingSql}) order by m.id), '[]')
  from sales.settlement m
  left join sales.payment_charge c on c.company_id = m.company_id and c.settlement_id = m.id
  where m.company_id = i.company_id and m.invoice_id = i.id)`

const sharesSql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('sourceId', s.source_id, 'key', s.part, 'payer', s.payer,
    'date', s.date, 'ore', s.ore::text, 'entryId', s.journal_entry_id) order by s.source_id, s.part), '[]')
  from sales.income_share s where s.company_id = i.company_id and s.invoice_id = i.id)`

/** Sorted separately: an ordered query would make PostgreSQL scan all invoices of the company by key. */
const creditNotesSql = sql`array(
  select x.id from (
    select n.id from sales.invoice n where n.company_id = i.company_id and n.credits_id = i.id offset 0) x
  order by x.id)`

const itemsSql = sql`(
  select coalesce(jsonb_object_agg(t.id, t.description), '{}')
  from (select l.item_id as id from sales.invoice_line l
    where l.company_id = i.company_id and l.invoice_id = i.id offset 0) as used
  cross join lateral (select t.id, t.description from sales.item t
    where t.company_id = i.company_id and t.id = used.id offset 0) as t)`

/** Amounts, times and digests are text. */
type SaleRow = InvoiceRow &
  Booking & {
    receivableAccount: number | null
    treatments: VatTreatment[] | null
    customer: CustomerRow | null
    reduction: ReductionRow | null
    attachments: { id: string; fileName: string; contentType: string; size: number; digest: string }[]
    payments: Texts<PaymentRow>[]
    settlements: (Omit<Texts<SettlementRow>, 'lowered'> & { lowered: Record<string, string> | null })[]
    shares: Texts<Share>[]
    creditNoteIds: string[]
    items: Record<string, string>
  }

type Texts<T> = {
  [Key in keyof T]: T[Key] extends bigint | Date ? string : T[Key] extends bigint | Date | null ? string | null : T[Key]
}

const saleFrom = (call: CompanyCall, row: SaleRow): Sale => {
  const { receivableAccount, treatments, customer, reduction, attachments, creditNoteIds, items, ...rest } = row
  const { payments, settlements, shares, isBookedUnpaid, lacksEntry, bookedBy, ...invoice } = rest
  const record = recordOf(call, invoice)
  return {
    record,
    isBookedUnpaid,
    lacksEntry,
    bookedBy,
    receivableAccount,
    treatments,
    customer: customer && customerOf(call, customer),
    reduction: reduction && openedReduction(call, record.id, reduction),
    attachments: attachments.map((one) => ({ ...one, digest: Buffer.from(one.digest, 'hex') })),
    payments: payments.map((row) => ({ ...recordingOf(row), ore: row.ore === null ? null : BigInt(row.ore) })),
    settlements: settlements.map((row) => ({ ...recordingOf(row), lowered: loweredFrom(row.lowered) })),
    shares: shares.map((share) => ({ ...share, ore: BigInt(share.ore) })),
    credits: [],
    creditNoteIds,
    credited: null,
    items,
  }
}

const loweredFrom = (lowered: Record<string, string> | null): Map<string, bigint> | null =>
  lowered && new Map(Object.entries(lowered).map(([part, ore]) => [part, BigInt(ore)]))

const recordingOf = <
  T extends {
    sumBaseOre: string
    claimBaseOre: string
    advanceBaseOre: string
    recordedAt: string | null
    modifiedAt: string
  },
>(
  row: T,
) => ({
  ...row,
  sumBaseOre: BigInt(row.sumBaseOre),
  claimBaseOre: BigInt(row.claimBaseOre),
  advanceBaseOre: BigInt(row.advanceBaseOre),
  recordedAt: row.recordedAt === null ? null : new Date(row.recordedAt),
  modifiedAt: new Date(row.modifiedAt),
})

/** Maximum number of payments, and of settlements, of one invoice. */
const MAX_ON_INVOICE = 1000

/** The sale of an invoice, locked so that its payments change one at a time. Drafts cannot be paid. */
export const payableSale = async (call: CompanyCall, id: string): Promise<Sale> => {
  const sale = await saleOf(call, id, { kind: 'invoice', lock: true })
  if (sale.record.publishedAt === null) throw bookingRefusals.noMoneyOnDraft({ id })
  return sale
}

export const refuseTooMany = ({ length }: readonly unknown[]): void => {
  if (length >= MAX_ON_INVOICE) throw bookingRefusals.tooMany({ limit: MAX_ON_INVOICE })
}
