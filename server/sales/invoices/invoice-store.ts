// Writes documents: a draft is written as a whole, replacing its lines each time.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { jsonOrNull } from '#text/json'
import type { CreditedParts, InvoiceRecord } from './invoice.ts'
import type { DocumentContent, DocumentTotals } from './invoice-draft.rules.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import type { NewLine } from './line-draft.rules.ts'

/** The content of a draft, without fields assigned by the service. */
export type DocumentDraft = Pick<
  InvoiceRecord,
  'kind' | 'type' | 'creditsId' | 'customerId' | 'contactDetailId' | 'date' | 'dueDate'
> &
  DocumentContent &
  DocumentTotals & { lines: readonly NewLine[] }

/** Inserts a draft and returns its id. */
export const insertDocument = async (call: CompanyCall, draft: DocumentDraft): Promise<string> => {
  const id = newId()
  await call.db.rows(
    sql`
    insert into sales.invoice (
      company_id, id, kind, type, credits_id, customer_id, contact_detail_id, order_number_reference,
      project_reference, buyer_reference, contract_reference, currency, currency_rate, date, due_date,
      delivery_address, delivery_date, vat_exemption_reason, metadata, net_ore, tax_ore, rounding_ore, total_ore,
      total_base_ore, created_by_kind, created_by_id, created_at, modified_at)
    values (${call.companyId}, ${id}, ${draft.kind}, ${draft.type}, ${draft.creditsId}, ${draft.customerId},
      ${draft.contactDetailId}, ${draft.orderNumberReference}, ${draft.projectReference}, ${draft.buyerReference},
      ${draft.contractReference}, ${draft.currency}, ${draft.currencyRate}, ${draft.date}, ${draft.dueDate},
      ${jsonOrNull(draft.deliveryAddress)}, ${draft.deliveryDate}, ${draft.vatExemptionReason},
      ${JSON.stringify(draft.metadata)}, ${draft.netOre}, ${draft.taxOre},
      ${draft.roundingOre}, ${draft.totalOre}, ${draft.totalBaseOre}, ${call.actor.kind}, ${call.actor.id},
      ${call.now}, ${call.now})`,
    'insert-document',
  )
  await insertLines(call, id, draft.lines)
  recordEvent(call, `${nounOf(draft)}.created`, { id })
  return id
}

/** Replaces the content of a draft. The credited invoice and the creator are kept. */
export const updateDocument = async (call: CompanyCall, id: string, draft: DocumentDraft): Promise<void> => {
  await call.db.rows(sql`
    update sales.invoice set type = ${draft.type}, customer_id = ${draft.customerId},
      contact_detail_id = ${draft.contactDetailId}, order_number_reference = ${draft.orderNumberReference},
      project_reference = ${draft.projectReference}, buyer_reference = ${draft.buyerReference},
      contract_reference = ${draft.contractReference}, currency = ${draft.currency},
      currency_rate = ${draft.currencyRate}, date = ${draft.date}, due_date = ${draft.dueDate},
      delivery_address = ${jsonOrNull(draft.deliveryAddress)}, delivery_date = ${draft.deliveryDate},
      vat_exemption_reason = ${draft.vatExemptionReason}, metadata = ${JSON.stringify(draft.metadata)}
    where company_id = ${call.companyId} and id = ${id}`)
  await saveTotals(call, id, draft)
  await call.db.rows(
    sql`delete from sales.invoice_line where company_id = ${call.companyId} and invoice_id = ${id}`,
    'delete-invoice-lines',
  )
  await insertLines(call, id, draft.lines)
  recordEvent(call, `${nounOf(draft)}.changed`, { id })
}

/** The name of a document kind in events. */
export const nounOf = ({ kind }: Pick<InvoiceRecord, 'kind'>) => (kind === 'invoice' ? 'invoice' : 'credit-note')

/** Stores the totals of a draft; for a credit note, also the amounts it will credit. */
export const saveTotals = async (
  call: CompanyCall,
  id: string,
  totals: DocumentTotals,
  creditedParts: CreditedParts | null = null,
): Promise<void> => {
  await call.db.rows(sql`
    update sales.invoice set net_ore = ${totals.netOre}, tax_ore = ${totals.taxOre},
      rounding_ore = ${totals.roundingOre}, total_ore = ${totals.totalOre}, total_base_ore = ${totals.totalBaseOre},
      credited_parts = ${creditedParts && textOfParts(creditedParts)}::jsonb, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
}

const textOfParts = ({ taxes, parts }: CreditedParts): string => {
  const texts = (amounts: ReadonlyMap<string | number, Ore>) =>
    Object.fromEntries([...amounts].map(([key, ore]) => [key, String(ore)]))
  return JSON.stringify({ taxes: texts(taxes), parts: texts(parts) })
}

/** Inserts lines of a draft, at positions from `first`. */
export const insertLines = async (
  call: CompanyCall,
  invoiceId: string,
  lines: readonly NewLine[],
  first = 1,
): Promise<void> => {
  if (lines.length === 0) return
  const rows = lines.map((line, index) => ({
    ...line,
    position: first + index,
    netOre: line.itemType === 'salesItem' ? String(line.netOre) : '0',
    ...(line.itemType === 'salesItem' && line.unionCountry
      ? { taxRate: 0, unionRateHundredths: Math.round(line.taxRate * HUNDRED) }
      : {}),
  }))
  await call.db.rows(
    sql`
    insert into sales.invoice_line (
      company_id, invoice_id, id, position, item_id, item_type, description, product_type, unit_type, quantity,
      unit_price, tax_rate, union_country, union_rate_hundredths, vat_kind, looks_like_food, account, net_ore,
      reduction_type, job_type)
    select ${call.companyId}, ${invoiceId}, id, position, "itemId", "itemType", description, "productType", "unitType",
      quantity, "unitPrice", "taxRate", "unionCountry", "unionRateHundredths", "vatKind",
      coalesce("looksLikeFood", false), account, "netOre", "reductionType", "jobType"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
      id integer, position integer, "itemId" uuid, "itemType" text, description text, "productType" text,
      "unitType" text, quantity numeric, "unitPrice" numeric, "taxRate" smallint, "unionCountry" text,
      "unionRateHundredths" integer, "vatKind" text, "looksLikeFood" boolean, account integer,
      "netOre" bigint,
      "reductionType" text, "jobType" text)`,
    'insert-invoice-lines',
  )
}

const HUNDRED = 100

/** Records that data shown with a document changed: an attachment, a credit note, a payment. */
export const touchDocument = async ({ db, companyId, now }: CompanyCall, id: string): Promise<void> => {
  await db.rows(
    sql`update sales.invoice set modified_at = ${now} where company_id = ${companyId} and id = ${id}`,
    'touch-document',
  )
}

/** Deletes a draft with its dependent rows. */
export const deleteDocument = async (
  call: CompanyCall,
  { id, kind }: Pick<InvoiceRecord, 'id' | 'kind'>,
): Promise<void> => {
  await call.db.rows(sql`delete from sales.invoice where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, `${nounOf({ kind })}.deleted`, { id })
}

/** Refuses changes that only a draft allows. */
export const requireDraft = ({ id, number }: Pick<InvoiceRecord, 'id' | 'number'>): void => {
  if (number !== null) throw invoiceRefusals.notDraft({ id, number: String(number) })
}
