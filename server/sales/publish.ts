// Publication: a draft gets its number, its reference and its paper, and keeps its content from then on.

import { ocrReference } from '#numbers'
import { type CompanyCall, warnOf } from '#platform/call'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'
import { publishTaxReduction } from '#tax-reduction'
import { doubtsInCustomer } from './customer.rules.ts'
import { type CustomerRecord, lockCustomer } from './customer.ts'
import { type DocumentContact, type DocumentKind, type InvoiceRecord, readInvoice } from './invoice.ts'
import { hostOf } from './invoice-draft.ts'
import { invoiceRefusals as refusals } from './invoice-refusals.ts'
import { nounOf } from './invoice-store.ts'
import { isSalesLine } from './line.rules.ts'
import { publishPaper } from './paper.ts'
import { requireComplete } from './publish-check.ts'
import { requireBookable } from './publishable.ts'

/**
 * Publishes a draft, of either kind unless one is named, and answers it as it is then. Publications of a company follow
 * each other: the lock that gives numbers is held until the transaction ends. It books nothing.
 */
export const publishDocument = async (call: CompanyCall, id: string, kind?: DocumentKind): Promise<InvoiceRecord> => {
  const draft = await readInvoice(call, id, kind, { lock: true })
  if (draft.number !== null) throw refusals.publishedAlready({ id, number: String(draft.number) })
  const customer = draft.customerId === null ? null : await lockCustomer(call, draft.customerId)
  if (!customer) throw refusals.notPublishable({ id, reason: 'it has no customer' })
  if (!draft.lines.some(isSalesLine))
    throw refusals.notPublishable({ id, reason: 'it has no line that sells anything' })
  warnOf(
    call,
    doubtsInCustomer(customer).map((doubt) => ({ ...doubt, field: `#/customerRef${doubt.field.slice(1)}` })),
  )
  await requireComplete(call, draft, customer)
  const number = await takeNumber(call)
  // Under the lock of the numbers, which whoever locks days or closes a year takes first.
  await requireBookable(call, draft)
  if (draft.kind === 'invoice') await publishTaxReduction(call, { ...hostOf(call, draft, customer, draft), id })
  await freeze(call, draft, number, customer)
  const published = await readInvoice(call, id)
  await publishPaper(call, published)
  happen(call, `${nounOf(draft)}.published`, { id }, { id, number: String(number) })
  return published
}

/** The next number of the company, under a lock until the transaction ends: what is undone leaves no hole. */
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

const freeze = async (
  call: CompanyCall,
  { id, kind, contactDetailId }: InvoiceRecord,
  number: bigint,
  { name, address, contacts }: CustomerRecord,
): Promise<void> => {
  const contact = contactWith(contacts, contactDetailId)
  const paymentReference = kind === 'invoice' ? ocrReference(number) : null
  await call.db.rows(
    sql`
    update sales.invoice set number = ${number}, payment_reference = ${paymentReference},
      published_at = ${call.now}, customer_name = ${name}, billing_address = ${address && JSON.stringify(address)},
      contact = ${contact && JSON.stringify(contact)}, contact_detail_id = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`,
    'publish-document',
  )
}

const contactWith = (contacts: CustomerRecord['contacts'], asked: string | null): DocumentContact | null => {
  const found = contacts.find(({ id }) => id === asked)
  return found ? { id: found.id, name: found.name, email: found.email, phone: found.phone } : null
}
