// Sending published documents by mail: one outbox mail per address, with the PDF; the delivery status is stored with
// the document.
import { isEmail } from '#identity'
import { queueMail } from '#mail/mail'
import { isNews, outcomeSet, reportSet } from '#mail/mail-report'
import type { MailCallbacks } from '#mail/mail-sender'
import { isToBePaid, moneyText } from '#paper'
import { type CompanyCall, serviceTime } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { Page, PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { fileNameOf, hasPaper, type KeptPaper, pdfBytes } from '#sales/archive/paper'
import { type DocumentKind, readInvoice } from '#sales/invoices/invoice'
import { nounOf } from '#sales/invoices/invoice-store'
import { electronicFor, findPaper } from '#sales/publishing/paper'
import { type Seller, sellerOf } from '#sales/publishing/seller'
import { mailTextFor } from './mail-text.rules.ts'
import {
  actorOf,
  type DeliveryState,
  deliveryStateOf,
  isWithoutNews,
  type LetterBody,
  letterOf,
  NO_ACTOR,
  type ProposedMail,
  requireMailRoom,
  type SendingsOf,
  type ShownSending,
  sendingsPage,
  shownSendings,
} from './mailing.ts'
import { newLink, type PaymentLink } from './payment-link.ts'
import { sendingRefusals as refusals } from './sending-refusals.ts'

/** Maximum number of sendings of one document. */
const MAX_SENDINGS = 200
/** Maximum size of a mailed PDF in bytes: encoding adds a third, and many servers accept at most 20 MB. */
const MAX_MAILED_BYTES = 14 * 1024 * 1024

type DocumentLetter = LetterBody & { paymentLink?: boolean }

/** The default mail of a document; a draft is refused. */
export const proposedMail = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<ProposedMail> => {
  const paper = await publishedPaper(call, id, kind)
  return proposalOf(call, paper, await sellerOf(call))
}

const publishedPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<KeptPaper> => {
  const { found } = await call.db.one<{ found: boolean }>(
    sql`select ${hasPaper(sql`${call.companyId}`, sql`${id}`)} as found`,
  )
  if (found) return findPaper(call, id, kind)
  await readInvoice(call, id, kind)
  throw refusals.draftNotSent({ id })
}

const proposalOf = async (
  call: CompanyCall,
  { id, content }: KeptPaper,
  { company, settings }: Seller,
): Promise<ProposedMail> => {
  const { number, dueDate, paymentReference, currency, language } = content
  const texts = mailTextFor(
    content,
    {
      sv: { subject: settings.mailSubject, text: settings.mailText },
      en: { subject: settings.mailSubjectEnglish, text: settings.mailTextEnglish },
    },
    {
      number,
      amount: moneyText(Math.abs(content.payable), currency, language),
      dueDate,
      reference: paymentReference ?? number,
      customer: content.buyer.name,
      company: company.name,
    },
  )
  return {
    to: await addressesOf(call, id),
    ...texts,
    fileName: fileNameOf(content, 'pdf'),
    replyTo: company.email || null,
  }
}

/** The current e-mail address of the document's contact at publication, or of the customer's default contact. */
const addressesOf = async ({ db, companyId }: CompanyCall, id: string): Promise<string[]> => {
  const { address } = await db.one<{ address: string | null }>(sql`
    select coalesce(
      (select d.email from sales.contact_detail d
        where d.company_id = ${companyId} and d.customer_id = i.customer_id and d.id = (i.contact->>'id')::uuid),
      i.contact->>'email',
      (select d.email from sales.contact_detail d
        where d.company_id = ${companyId} and d.customer_id = i.customer_id and d.is_default)) as address
    from sales.invoice i where i.company_id = ${companyId} and i.id = ${id}`)
  return address && isEmail(address) ? [address] : []
}

/** Sends a published document; the mails leave after the transaction has committed. */
export const sendDocument = async (
  call: CompanyCall,
  id: string,
  kind: DocumentKind,
  body: DocumentLetter,
): Promise<ShownSending[]> => {
  const paper = await publishedPaper(call, id, kind)
  const seller = await sellerOf(call)
  const { name, email } = seller.company
  const { subject, text, mails } = letterOf(call, body, await proposalOf(call, paper, seller), seller)
  await requireRoom(call, paper, mails.length)
  await keepSendings(call, id, subject, mails)
  const isLinked = (body.paymentLink ?? true) && isToBePaid(paper.content) && paper.content.payable > 0
  for (const { id: mailId, recipient } of mails) {
    const origin = { id: mailId, companyId: call.companyId, senderName: name, replyTo: email || null }
    const link = isLinked ? await newLink(call, { invoiceId: id, sendingId: mailId }) : null
    const whole = link ? `${text.trimEnd()}\n\n${linkLine(paper.content.language, link)}` : text
    await queueMail(call, { to: recipient, subject, text: whole, origin: { ...origin, name: SENDING_MAIL_ORIGIN } })
  }
  recordEvent(call, `${nounOf({ kind })}.sending`, { id }, { id, number: paper.content.number, mails: mails.length })
  return shownSendings(
    call,
    sendingsOf(call, id),
    mails.map((one) => one.id),
  )
}

/** Whether a document has been sent by mail without a known failure. */
export const wasSent = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> =>
  (await db.maybe(sql`
    select from sales.sending
    where company_id = ${companyId} and invoice_id = ${id} and failed_at is null and bounced_at is null
    limit 1`)) !== null

/** The line below the text of a mail with its own payment link. */
const linkLine = (language: 'sv' | 'en', { url }: PaymentLink): string =>
  `${language === 'sv' ? 'Se fakturan och vad som är kvar att betala' : 'See the invoice and what is left to pay'}:\n${url}`

/** Refuses a PDF too large for mail servers, and more than the limits of the company and the document. */
const requireRoom = async (call: CompanyCall, { id, content, size }: KeptPaper, more: number): Promise<void> => {
  // A PDF that has not been made has no attachments and thus cannot be too large.
  if (call.takesMail && size !== null && size > MAX_MAILED_BYTES)
    throw refusals.tooLargeForMail({ number: content.number, size, limit: MAX_MAILED_BYTES })
  await requireMailRoom(call, more)
  const { sent } = await call.db.one<{ sent: bigint }>(sql`
    select count(*) as sent from sales.sending s where s.company_id = ${call.companyId} and s.invoice_id = ${id}`)
  if (Number(sent) + more > MAX_SENDINGS) throw refusals.tooManySendings({ limit: MAX_SENDINGS })
}

const keepSendings = async (
  call: CompanyCall,
  invoiceId: string,
  subject: string,
  rows: readonly { id: string; recipient: string; isCopy: boolean }[],
): Promise<void> => {
  const { db, companyId, actor } = call
  await db.rows(sql`
    insert into sales.sending (company_id, id, invoice_id, recipient, is_copy, subject, actor_kind, actor_id,
      actor_name, made_at)
    select ${companyId}, id, ${invoiceId}, recipient, "isCopy", ${subject}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${serviceTime(call)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, recipient text, "isCopy" boolean)`)
}

const sendingsOf = ({ companyId }: CompanyCall, invoiceId: string): SendingsOf => ({
  from: sql`sales.sending m`,
  where: sql`m.company_id = ${companyId} and m.invoice_id = ${invoiceId}`,
})

/** The sendings of a document, newest first, with recipients and delivery status. */
export const listSendings = async (
  call: CompanyCall,
  id: string,
  kind: DocumentKind,
  request: PageRequest,
): Promise<Page<ShownSending>> => {
  await readInvoice(call, id, kind)
  return sendingsPage(call, sendingsOf(call, id), request)
}

/** Identifies the mails of documents among others in the outbox. */
export const SENDING_MAIL_ORIGIN = 'sending'

export const sendingMailCallbacks: MailCallbacks = {
  async enclose({ standing, database: whole, now }, companyId, id) {
    const database = whole.of(companyId)
    const call: CompanyCall = { ...standing, db: database, now, from: null, companyId, actor: NO_ACTOR }
    const { invoiceId, kind } = await database.one<{ invoiceId: string; kind: DocumentKind }>(sql`
      select i.id as "invoiceId", i.kind from sales.sending s
      join sales.invoice i on i.company_id = s.company_id and i.id = s.invoice_id
      where s.company_id = ${companyId} and s.id = ${id}`)
    const paper = await findPaper(call, invoiceId, kind)
    const electronic = await electronicFor(call, invoiceId, paper)
    return [{ contentType: 'application/pdf', ...(await pdfBytes(call, paper)) }, ...(electronic ? [electronic] : [])]
  },
  async heard({ standing, db, now }, { companyId, id, ...outcome }) {
    const { reason } = outcome
    const noted = await db.maybe<DeliveryState & { invoiceId: string; kind: DocumentKind; number: string }>(sql`
      update sales.sending m set ${outcomeSet(outcome, now)}
      from sales.invoice i
      where m.company_id = ${companyId} and m.id = ${id} and m.sent_at is null
        and i.company_id = m.company_id and i.id = m.invoice_id
      returning i.id as "invoiceId", i.kind, i.number::text as number, ${deliveryStateOf}`)
    if (!noted) return
    const { invoiceId, kind, number, ...who } = noted
    const actor = actorOf(who)
    const detail = { id: invoiceId, number, ...(reason === null ? {} : { reason }) }
    const what = `${nounOf({ kind })}.${reason === null ? 'sent' : 'not-sent'}` as const
    recordEvent({ ...standing, db, now, from: null, companyId, actor }, what, { id: invoiceId }, detail)
  },
  async reported({ standing, db, now }, { companyId, id, report }) {
    const noted = await db.maybe<DeliveryState & { invoiceId: string; kind: DocumentKind; number: string }>(sql`
      update sales.sending m set ${reportSet(report, now)}
      from sales.invoice i
      where m.company_id = ${companyId} and m.id = ${id} and ${isNews(report)}
        and i.company_id = m.company_id and i.id = m.invoice_id
      returning i.id as "invoiceId", i.kind, i.number::text as number, ${deliveryStateOf}`)
    if (!noted) return isWithoutNews({ db }, mailOf(companyId, id))
    const { invoiceId, kind, number, ...who } = noted
    const call = { ...standing, db, now, from: null, companyId, actor: actorOf(who) }
    const { state, ...why } = report
    recordEvent(call, `${nounOf({ kind })}.${state}`, { id: invoiceId }, { id: invoiceId, number, ...why })
    return true
  },
}

const mailOf = (companyId: string, id: string): SendingsOf => ({
  from: sql`sales.sending m`,
  where: sql`m.company_id = ${companyId} and m.id = ${id}`,
})
