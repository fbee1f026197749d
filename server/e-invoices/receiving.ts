// Receiving: an e-invoice becomes a supplier invoice that waits for review, its supplier is recognized or added, and
// the file is stored unchanged, which is the form that must be archived (bokföringslagen 1999:1078, 7 kap. 1 §).
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { connectToSupplierInvoice, createUpload } from '#documents'
import type { ReceivedFile } from '#http'
import { companyInformation } from '#identity'
import { type CompanyCall, warnOf } from '#platform/call'
import { invalidWith, Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import {
  createSupplier,
  createSupplierInvoice,
  type LikelySupplier,
  likelySuppliers,
  readSupplierInvoice,
  type SupplierInvoiceRecord,
} from '#purchasing'
import { fileNameOf } from '#text/file-name'
import { isOf } from './buyer.rules.ts'
import type { EInvoiceContent } from './e-invoice.rules.ts'
import { type KeptAttachment, readingOf } from './reading.ts'
import { eInvoiceRefusals as refusals } from './refusals.ts'
import { invoicingOf, keptContent, newSupplierOf, warningsBeside } from './seller.rules.ts'
import { totalOf } from './sums.rules.ts'

/** The scope required to add a supplier for a received invoice. */
const SUPPLIER_SCOPE = 'suppliers:write'

type Call = CompanyCall & { scopes: ReadonlySet<string> }

/**
 * Creates a supplier invoice from a parsed file; refused if it is addressed to another company, or was received before.
 */
export const receiveEInvoice = async (call: Call, file: ReceivedFile): Promise<SupplierInvoiceRecord> => {
  const { content, attachments, doubts } = readingOf(file)
  await refuseForOthers(call, content)
  await lockReceiving(call)
  await refuseSameFile(call, file)
  const known = await supplierOf(call, content)
  if (known) await refuseSameNumber(call, content, known.id)
  const supplierId = known?.id ?? (await addSupplier(call, content))
  const { id } = await toldOnFile(() => createSupplierInvoice(call, invoiceBody(content, supplierId)))
  // Uploads in display order: the file itself first, then its attachments.
  await keep(call, id, file)
  for (const one of attachments) await keepAttachment(call, id, one)
  const all = [...warningsBeside(content, known), ...doubts]
  await call.db.rows(sql`
    insert into e_invoices.e_invoice (
      company_id, supplier_invoice_id, supplier_id, kind, number, year, digest, content, doubts, received_at)
    values (${call.companyId}, ${id}, ${supplierId}, ${content.kind}, ${numberKey(content)}, ${yearOf(content)},
      ${file.digest}, ${JSON.stringify(keptContent(content))}, ${JSON.stringify(all)}, ${call.now})`)
  warnOf(
    call,
    all.map(({ message }) => ({ field: '#/file', message })),
  )
  return readSupplierInvoice(call, id)
}

/** Refuses another company's invoice, telling only whom it is addressed to. */
const refuseForOthers = async (call: CompanyCall, { buyer }: EInvoiceContent): Promise<void> => {
  const { name, organizationNumber } = await companyInformation(call)
  if (isOf(buyer, organizationNumber)) return
  const number = buyer.organizationNumber ?? buyer.vatNumber ?? buyer.endpoint
  throw refusals.addressedToAnother({
    buyer: number === null ? buyer.name : `${buyer.name} (${number})`,
    company: `${name} (${organizationNumber})`,
  })
}

/** Serializes receiving in each company: of two concurrent copies, the second finds the first. */
const lockReceiving = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`e-invoices ${companyId}`}, 0))`)
}

const refuseSameFile = async (call: CompanyCall, file: ReceivedFile): Promise<void> => {
  const id = await receivedAs(call, file)
  if (id !== null) throw refusals.alreadyReceived({ id })
}

/** The supplier invoice that this very file became; null if it was not received. */
export const receivedAs = async (
  { db, companyId }: CompanyCall,
  { digest }: Pick<ReceivedFile, 'digest'>,
): Promise<string | null> => {
  const before = await db.maybe<{ id: string }>(
    sql`
      select supplier_invoice_id as id from e_invoices.e_invoice
      where company_id = ${companyId} and digest = ${digest}`,
    'e-invoice-by-file',
  )
  return before?.id ?? null
}

const refuseSameNumber = async (
  { db, companyId }: CompanyCall,
  content: EInvoiceContent,
  supplierId: string,
): Promise<void> => {
  const before = await db.maybe<{ id: string }>(
    sql`
      select supplier_invoice_id as id from e_invoices.e_invoice
      where company_id = ${companyId} and supplier_id = ${supplierId} and kind = ${content.kind}
        and number = ${numberKey(content)} and year = ${yearOf(content)}`,
    'e-invoice-by-number',
  )
  if (before) throw refusals.numberReceived({ ...before, number: content.number, seller: content.seller.name })
}

/** Numbers are compared ignoring case and spaces. */
const numberKey = ({ number }: EInvoiceContent): string => number.replace(/\s/g, '').toUpperCase()

const yearOf = ({ invoiceDate }: EInvoiceContent): number => Number(invoiceDate.slice(0, 4))

/**
 * The supplier of the seller with the currency of the invoice, since a supplier has one currency. If the seller's
 * numbers are known in another currency, no match by account or name is made.
 */
const supplierOf = async (call: CompanyCall, content: EInvoiceContent): Promise<LikelySupplier | null> => {
  const likely = await likelySuppliers(call, invoicingOf(content))
  const byNumbers = likely.filter(isByNumbers)
  const usable = byNumbers.length > 0 ? byNumbers : likely
  return usable.find(({ currency }) => currency === content.currency) ?? null
}

const isByNumbers = ({ by }: LikelySupplier): boolean => by === 'number' || by === 'vatNumber'

const addSupplier = async (call: Call, content: EInvoiceContent): Promise<string> => {
  const { name, organizationNumber } = content.seller
  if (!call.scopes.has(SUPPLIER_SCOPE)) {
    throw refusals.supplierMissing({ seller: organizationNumber === null ? name : `${name} (${organizationNumber})` })
  }
  return (await toldOnFile(() => createSupplier(call, newSupplierOf(content)))).id
}

/** An invoice without a due date is due at once, so that it is not paid late. */
const invoiceBody = (content: EInvoiceContent, supplierId: string) => {
  const { number, invoiceDate, dueDate } = content
  return {
    supplierRef: { id: supplierId },
    invoiceNumber: number,
    invoiceDate,
    dueDate: dueDate !== null && dueDate > invoiceDate ? dueDate : invoiceDate,
    totalAmount: totalOf(content),
  }
}

/** Reports errors of the derived data as errors of the file. */
const toldOnFile = async <T>(make: () => Promise<T>): Promise<T> => {
  try {
    return await make()
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.errors.length === 0) throw cause
    throw invalidWith(cause.errors.map((error) => ({ ...error, field: '#/file' })))
  }
}

/** Stores an attachment as a separate upload of the invoice. */
const keepAttachment = async (
  call: CompanyCall,
  invoiceId: string,
  { name, contentType, bytes }: KeptAttachment,
): Promise<void> => {
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  try {
    const digest = createHash('sha256').update(bytes).digest()
    await keep(call, invoiceId, { path, name: fileNameOf(name), size: bytes.length, digest, contentType })
  } finally {
    await rm(path, { force: true })
  }
}

const keep = async (call: CompanyCall, invoiceId: string, file: ReceivedFile): Promise<void> => {
  const { id } = await createUpload(call, file, {})
  await connectToSupplierInvoice(call, id, invoiceId)
}
