// Documents on their way into the database: a draft is written whole, its lines anew each time.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { CreditedParts, InvoiceRecord } from './invoice.ts'
import type { DocumentContent, DocumentTotals } from './invoice-draft.rules.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import type { NewLine } from './line-draft.rules.ts'

/** What a draft says, without what the service gives it. */
export type DocumentDraft = Pick<
  InvoiceRecord,
  'kind' | 'type' | 'creditsId' | 'customerId' | 'contactDetailId' | 'date' | 'dueDate'
> &
  DocumentContent &
  DocumentTotals & { lines: readonly NewLine[] }

/** Keeps a new draft and answers its id. */
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
      ${jsonOf(draft.deliveryAddress)}, ${draft.deliveryDate}, ${draft.vatExemptionReason},
      ${JSON.stringify(draft.metadata)}, ${draft.netOre}, ${draft.taxOre},
      ${draft.roundingOre}, ${draft.totalOre}, ${draft.totalBaseOre}, ${call.actor.kind}, ${call.actor.id},
      ${call.now}, ${call.now})`,
    'insert-document',
  )
  await insertLines(call, id, draft.lines)
  happen(call, `${nounOf(draft)}.created`, { id })
  return id
}

/** Makes a draft say something else. What it credits, and who made it, stays. */
export const updateDocument = async (call: CompanyCall, id: string, draft: DocumentDraft): Promise<void> => {
  await call.db.rows(sql`
    update sales.invoice set type = ${draft.type}, customer_id = ${draft.customerId},
      contact_detail_id = ${draft.contactDetailId}, order_number_reference = ${draft.orderNumberReference},
      project_reference = ${draft.projectReference}, buyer_reference = ${draft.buyerReference},
      contract_reference = ${draft.contractReference}, currency = ${draft.currency},
      currency_rate = ${draft.currencyRate}, date = ${draft.date}, due_date = ${draft.dueDate},
      delivery_address = ${jsonOf(draft.deliveryAddress)}, delivery_date = ${draft.deliveryDate},
      vat_exemption_reason = ${draft.vatExemptionReason}, metadata = ${JSON.stringify(draft.metadata)}
    where company_id = ${call.companyId} and id = ${id}`)
  await saveTotals(call, id, draft)
  await call.db.rows(
    sql`delete from sales.invoice_line where company_id = ${call.companyId} and invoice_id = ${id}`,
    'delete-invoice-lines',
  )
  await insertLines(call, id, draft.lines)
  happen(call, `${nounOf(draft)}.changed`, { id })
}

/** What events call a document. */
export const nounOf = ({ kind }: Pick<InvoiceRecord, 'kind'>) => (kind === 'invoice' ? 'invoice' : 'credit-note')

/** Keeps what the lines of a draft come to; and of a credit note, what it credits once it is published. */
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

/** Adds lines to a draft, in their order, at places from `first`. */
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
  }))
  await call.db.rows(
    sql`
    insert into sales.invoice_line (
      company_id, invoice_id, id, position, item_id, item_type, description, product_type, unit_type, quantity,
      unit_price, tax_rate, account, net_ore, reduction_type, job_type)
    select ${call.companyId}, ${invoiceId}, id, position, "itemId", "itemType", description, "productType", "unitType",
      quantity, "unitPrice", "taxRate", account, "netOre", "reductionType", "jobType"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
      id integer, position integer, "itemId" uuid, "itemType" text, description text, "productType" text,
      "unitType" text, quantity numeric, "unitPrice" numeric, "taxRate" smallint, account integer, "netOre" bigint,
      "reductionType" text, "jobType" text)`,
    'insert-invoice-lines',
  )
}

/** Keeps that what is shown with a document has changed: an attachment, a credit note, what is paid. */
export const touchDocument = async ({ db, companyId, now }: CompanyCall, id: string): Promise<void> => {
  await db.rows(
    sql`update sales.invoice set modified_at = ${now} where company_id = ${companyId} and id = ${id}`,
    'touch-document',
  )
}

/** Removes a draft with all that belongs to it. */
export const deleteDocument = async (
  call: CompanyCall,
  { id, kind }: Pick<InvoiceRecord, 'id' | 'kind'>,
): Promise<void> => {
  await call.db.rows(sql`delete from sales.invoice where company_id = ${call.companyId} and id = ${id}`)
  happen(call, `${nounOf({ kind })}.deleted`, { id })
}

/** Refuses what only a draft allows. */
export const requireDraft = ({ id, number }: Pick<InvoiceRecord, 'id' | 'number'>): void => {
  if (number !== null) throw invoiceRefusals.notDraft({ id, number: String(number) })
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
