// Payment links, which show an invoice and how to pay it without a login: one in each mail with the invoice, and one to
// copy. Only the link contains the secret; the database stores a digest.
import type { PageCall } from '#http'
import { type Actor, operator } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { databaseAt, transactionAt } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { type InvoiceRecord, readInvoice } from '#sales/invoices/invoice'
import { findPaper } from '#sales/publishing/paper'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { unpaidOf } from './payment-link.rules.ts'

export type PaymentLink = { url: string }

/** How long a link works after the invoice is fully paid, in milliseconds (90 days). */
const LINK_KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Creates a link to an invoice: for a mail, or to copy. */
export const newLink = async (
  { db, companyId, now, site }: CompanyCall,
  { invoiceId, sendingId = null }: { invoiceId: string; sendingId?: string | null },
): Promise<PaymentLink> => {
  const id = newId()
  const { text, digest } = newSecret('gbpl', id)
  await db.rows(sql`
    insert into sales.payment_link (company_id, id, invoice_id, sending_id, secret_digest, made_at)
    values (${companyId}, ${id}, ${invoiceId}, ${sendingId}, ${digest}, ${now})`)
  return { url: `${site()}/pay/${text}` }
}

/** Creates the link to copy and revokes the previous one; links in mails stay valid. A draft is refused. */
export const makePaymentLink = async (call: CompanyCall, invoiceId: string): Promise<PaymentLink> => {
  const { content } = await findPaper(call, invoiceId, 'invoice')
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  await call.db.rows(sql`
    update sales.payment_link set ended_at = ${call.now}
    where company_id = ${call.companyId} and invoice_id = ${invoiceId} and ended_at is null and sending_id is null`)
  const link = await newLink(call, { invoiceId })
  recordEvent(call, 'invoice.link-made', { id: invoiceId }, { id: invoiceId, number: content.number })
  return link
}

/** Revokes every link to an invoice, including those in mails. Returns how many were valid. */
export const endPaymentLinks = async (call: CompanyCall, invoiceId: string): Promise<{ ended: number }> => {
  const { number } = await readInvoice(call, invoiceId, 'invoice', { lock: true })
  const ended = await call.db.rows<{ id: string }>(sql`
    update sales.payment_link set ended_at = ${call.now}
    where company_id = ${call.companyId} and invoice_id = ${invoiceId} and ended_at is null returning id`)
  if (ended.length > 0)
    recordEvent(
      call,
      'invoice.links-ended',
      { id: invoiceId },
      { id: invoiceId, number: String(number), links: ended.length },
    )
  return { ended: ended.length }
}

/** What a link refers to: nothing known, an invoice no longer shown, or the invoice. */
export type Linked =
  | { state: 'unknown' }
  | { state: 'ended' }
  | { state: 'working'; call: CompanyCall; record: InvoiceRecord; link: { id: string; isSeen: boolean } }

type LinkRow = { companyId: string; invoiceId: string; digest: Buffer; endedAt: Date | null; seenAt: Date | null }

/** Follows a link. It shows the current state: amounts paid since the mail are no longer to be paid. */
export const followLink = async (page: PageCall, token: string): Promise<Linked> => {
  const parts = readSecret('gbpl', token)
  const row =
    parts &&
    (await page.db.maybe<LinkRow>(sql`
      select company_id as "companyId", invoice_id as "invoiceId", secret_digest as digest, ended_at as "endedAt",
        seen_at as "seenAt"
      from sales.payment_link where id = ${parts.id} and secret_digest is not null`))
  if (!parts || !row || !sameDigest(parts.digest, row.digest)) return { state: 'unknown' }
  if (row.endedAt !== null) return { state: 'ended' }
  const call: CompanyCall = { ...page, companyId: row.companyId, db: await databaseAt(page.db, row.companyId) }
  const record = await readInvoice(call, row.invoiceId, 'invoice')
  const isOver = unpaidOf(record) <= 0n && record.modifiedAt.getTime() < page.now.getTime() - LINK_KEPT_MS
  if (isOver) return { state: 'ended' }
  return { state: 'working', call, record, link: { id: parts.id, isSeen: row.seenAt !== null } }
}

/** The actor of payment links: their visitors are unknown. */
const LINK: Actor = { ...operator, name: 'Payment link' }

/** Records that a person viewed the invoice; only the first view of any of its links is reported. */
export const noteSeen = (call: CompanyCall, invoice: InvoiceRecord, linkId: string): Promise<void> =>
  transactionAt(call.db, call.companyId, (db) => noteSeenIn({ ...call, db }, invoice, linkId))

const noteSeenIn = async (call: CompanyCall, { id, number }: InvoiceRecord, linkId: string): Promise<void> => {
  const { db, companyId, now } = call
  await readInvoice(call, id, 'invoice', { lock: true })
  const { before } = await db.one<{ before: boolean }>(sql`
    select exists (
      select from sales.payment_link
      where company_id = ${companyId} and invoice_id = ${id} and seen_at is not null) as before`)
  await db.rows(sql`
    update sales.payment_link set seen_at = ${now}
    where company_id = ${companyId} and id = ${linkId} and seen_at is null`)
  if (!before) recordEvent({ ...call, actor: LINK }, 'invoice.seen', { id }, { id, number: String(number) })
}

type PaymentLinks = { working: number; seenAt: Date | null }

/** The number of valid links to an invoice, and the time of the first view. */
export const paymentLinksOf = async (call: CompanyCall, invoiceId: string): Promise<PaymentLinks> => {
  await readInvoice(call, invoiceId, 'invoice')
  return call.db.one<PaymentLinks>(sql`
    select (count(*) filter (where ended_at is null))::int as working, min(seen_at) as "seenAt"
    from sales.payment_link where company_id = ${call.companyId} and invoice_id = ${invoiceId}`)
}
