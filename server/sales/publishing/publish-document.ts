// Publication: a draft gets its number, payment reference and printed form, and its content becomes final.
import { type Book, isBookVersion, onBookVersion } from '#ledger'
import { ocrReference } from '#numbers/ocr'
import { type CompanyCall, warnOf } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { keepPaper } from '#sales/archive/paper'
import { bookingOf } from '#sales/booking/booked-unpaid'
import { saleOf } from '#sales/booking/sale'
import { isOfCashYear, type Sale } from '#sales/booking/sale.rules'
import type { CustomerRecord } from '#sales/customers/customer'
import { warningsInCustomer } from '#sales/customers/customer.rules'
import type { DocumentContact, DocumentKind, InvoiceRecord } from '#sales/invoices/invoice'
import { hostOf } from '#sales/invoices/invoice-draft'
import { publicationHindrances, invoiceRefusals as refusals } from '#sales/invoices/invoice-refusals'
import { statusOf } from '#sales/invoices/invoice-status.rules'
import { nounOf } from '#sales/invoices/invoice-store'
import { isSalesLine } from '#sales/invoices/line-draft.rules'
import { requestTaxReductionAtPublication, requireReductionReadyForPublication } from '#sales/tax-reduction/reduction'
import { paperOfSale } from './paper.ts'
import { requireBookableForPublication } from './publication-booking-check.ts'
import { requireCompleteForPublication } from './publication-completeness.ts'
import { sellerOf } from './seller.ts'
import { requireApartFromEntered } from './union-sales.ts'

/**
 * Publishes a draft, of either kind unless `kind` is given, and returns the published sale. Publications of a company
 * are serialized: the number lock is held until the transaction ends. Nothing is booked.
 */
export const publishDocument = async (call: CompanyCall, id: string, kind?: DocumentKind): Promise<Sale> => {
  const draft = await saleOf(call, id, { kind, lock: true })
  const { record, customer } = draft
  if (record.number !== null) throw refusals.publishedAlready({ id, number: String(record.number) })
  if (!customer) throw refusals.notPublishable({ reason: publicationHindrances.noCustomer() })
  if (!record.lines.some(isSalesLine)) throw refusals.notPublishable({ reason: publicationHindrances.nothingSold() })
  warnOf(
    call,
    warningsInCustomer(customer).map((doubt) => ({ ...doubt, field: `#/customerRef${doubt.field.slice(1)}` })),
  )
  await requireApartFromEntered(call, record)
  const seller = await sellerOf(call)
  const number = await takeNumber(call)
  const sale = numbered(call, draft, number, customer)
  const book = await onBookVersion(call, async (book) => {
    await requireCompleteForPublication(call, book, draft, customer, seller)
    requireBookableForPublication(book, record)
    if (record.kind === 'invoice') {
      const host = { ...hostOf(call, record, customer, record), id: record.id }
      await requireReductionReadyForPublication(call, host, draft.reduction)
    }
    const paper = await paperOfSale(call, book, sale, seller)
    // The number lock is held here; locking days and closing a year take it first.
    return (await freeze(call, book, sale)) ? keepPaper(call, paper).then(() => book) : null
  })
  if (draft.reduction) await requestTaxReductionAtPublication(call, record.id)
  recordEvent(call, `${nounOf(record)}.published`, { id: record.id }, { id: record.id, number: String(number) })
  if (isOfCashYear(book, record.date)) return { ...sale, ...(await bookingOf(call, id)) }
  return { ...sale, bookedBy: 'recording' }
}

/** The company's next number, locked until the transaction ends: a rollback leaves no gap. */
const takeNumber = async ({ db, companyId }: CompanyCall): Promise<bigint> => {
  const { number } = await db.one<{ number: bigint }>(
    sql`
    insert into sales.counter as counter (company_id, next_invoice) values (${companyId}, 2)
    on conflict (company_id) do update set next_invoice = counter.next_invoice + 1
    returning next_invoice - 1 as number`,
    'take-invoice-number',
  )
  return number
}

/** The document as published: the customer's data is fixed as it is now. */
const numbered = (
  { now }: CompanyCall,
  sale: Sale,
  number: bigint,
  { name, address, contacts }: CustomerRecord,
): Sale => {
  const { record } = sale
  const published: InvoiceRecord = {
    ...record,
    number,
    paymentReference: record.kind === 'invoice' ? ocrReference(number) : null,
    publishedAt: now,
    customerName: name,
    billingAddress: address,
    contact: contactWith(contacts, record.contactDetailId),
    contactDetailId: null,
    modifiedAt: now,
  }
  const reduction = sale.reduction && { ...sale.reduction, status: 'awaitingPayment' as const }
  return { ...sale, reduction, record: { ...published, status: statusOf(published, dayOf(now)) } }
}

/** Stores the publication if the book version it was checked with is unchanged; returns whether it was. */
const freeze = async (call: CompanyCall, book: Book, { record }: Sale): Promise<boolean> => {
  const { id, number, paymentReference, customerName, billingAddress, contact } = record
  const frozen = await call.db.maybe(
    sql`
    update sales.invoice set number = ${number}, payment_reference = ${paymentReference},
      published_at = ${call.now}, customer_name = ${customerName},
      billing_address = ${billingAddress && JSON.stringify(billingAddress)},
      contact = ${contact && JSON.stringify(contact)}, contact_detail_id = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id} and ${isBookVersion(call, book)} returning id`,
    'publish-document',
  )
  return frozen !== null
}

const contactWith = (contacts: CustomerRecord['contacts'], asked: string | null): DocumentContact | null => {
  const found = contacts.find(({ id }) => id === asked)
  return found ? { id: found.id, name: found.name, email: found.email, phone: found.phone } : null
}
