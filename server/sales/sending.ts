// Sending published documents by mail: each address gets a mail of its own from the outbox, with the PDF, and how it
// went is kept with the document.
import { fileNameOf, hasPaper, type KeptPaper, pdfBytes } from '#archive'
import { isEmail } from '#identity'
import { isToBePaid, moneyText } from '#paper'
import { type CompanyCall, warn } from '#platform/call'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { listPage, type Page, type PageRequest } from '#platform/list'
import { MAIL_LIFETIME_MS, queueMail } from '#platform/mail'
import type { Errands } from '#platform/mail-sender'
import { momentText } from '#platform/moment'
import { type FieldError, phrase, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import type { DocumentKind } from './invoice.ts'
import { readInvoice } from './invoice.ts'
import { nounOf } from './invoice-store.ts'
import { mailTextFor, sendingStateOf } from './mail-text.rules.ts'
import { findPaper } from './paper.ts'
import { newLink, type PaymentLink } from './payment-link.ts'
import { type Seller, sellerOf } from './seller.ts'
import { sendingFaults as faults, sendingRefusals as refusals, wrongInMailText } from './sending-refusals.ts'
import { sendingStates, stateSql } from './sending-status.ts'

/** Addresses of one request; the company's copy is not counted. */
export const MAX_RECIPIENTS = 10
/** Sendings of one document, and mails of one company in 24 hours. */
const MAX_SENDINGS = 200
export const MAX_MAILS_A_DAY = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Bytes of a PDF in a mail: encoded it is a third more, and many servers take no more than 20 MB. */
const MAX_MAILED_BYTES = 14 * 1024 * 1024

/** What a mail says, and who gets it. What is left out is as {@link proposedMail} has it. */
export type MailBody = {
  to?: string[]
  copyToSender?: boolean
  subject?: string
  text?: string
  paymentLink?: boolean
}

export type ProposedMail = { to: string[]; subject: string; text: string; fileName: string; replyTo: string | null }

export type ShownSending = {
  id: string
  recipient: string
  isCopy: boolean
  subject: string
  state: 'waiting' | 'sent' | 'failed'
  sentBy: string
  queuedDateTime: string
  modifiedDateTime: string
  sentDateTime: string | null
  failedDateTime: string | null
  failure: string | null
}

/** What a document is sent with unless somebody writes otherwise; a draft is refused. */
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

/** Where the contact of a document is reached now, as it was published, or the customer's default contact. */
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

/** Sends a published document; the mails go out when the transaction has committed. */
export const sendDocument = async (
  call: CompanyCall,
  id: string,
  kind: DocumentKind,
  body: MailBody,
): Promise<ShownSending[]> => {
  const paper = await publishedPaper(call, id, kind)
  const seller = await sellerOf(call)
  const { name, email } = seller.company
  const proposed = await proposalOf(call, paper, seller)
  const { to = proposed.to, copyToSender = false } = body
  const subject = (body.subject ?? proposed.subject).trim()
  const text = (body.text ?? proposed.text).replace(/\r\n?/g, '\n')
  refuseIfAny([
    ...wrongInAddresses(to, body.to !== undefined),
    ...wrongInMailText('#/subject', subject, 'subject'),
    ...wrongInMailText('#/text', text, 'text'),
    ...(copyToSender && !email ? [faults.noOwnAddress('#/copyToSender')] : []),
  ])
  const recipients = [
    ...to.map((recipient) => ({ recipient, isCopy: false })),
    ...(copyToSender && email ? [{ recipient: email, isCopy: true }] : []),
  ]
  await requireRoom(call, paper, recipients.length)
  if (!email) warn(call, noReplies())
  const rows = recipients.map((one) => ({ id: newId(), ...one }))
  await keepSendings(call, id, subject, rows)
  const isLinked = (body.paymentLink ?? true) && isToBePaid(paper.content) && paper.content.payable > 0
  for (const { id: mailId, recipient } of rows) {
    const errand = { id: mailId, companyId: call.companyId, senderName: name, replyTo: email || null }
    const link = isLinked ? await newLink(call, { invoiceId: id, sendingId: mailId }) : null
    const whole = link ? `${text.trimEnd()}\n\n${linkLine(paper.content.language, link)}` : text
    await queueMail(call, { to: recipient, subject, text: whole, errand: { ...errand, name: SENDING_ERRAND } })
  }
  happen(call, `${nounOf({ kind })}.sending`, { id }, { id, number: paper.content.number, mails: rows.length })
  return sendingsOf(
    call,
    rows.map((one) => one.id),
  )
}

/** What stands below the text of a mail: each mail has a link of its own. */
const linkLine = (language: 'sv' | 'en', { url }: PaymentLink): string =>
  `${language === 'sv' ? 'Se fakturan och vad som är kvar att betala' : 'See the invoice and what is left to pay'}:\n${url}`

/** Said where nobody would read what the customer answers. */
const noReplies = phrase(
  'the company has no e-mail address, so answers to this mail reach nobody: add one to its contact details',
)

/** Refuses what no mail server takes, and more than a company or a document may have sent. */
const requireRoom = async (call: CompanyCall, { id, content, size }: KeptPaper, more: number): Promise<void> => {
  if (!call.takesMail) throw refusals.noMailServer()
  if (size > MAX_MAILED_BYTES) throw refusals.tooLargeForMail({ number: content.number, size, limit: MAX_MAILED_BYTES })
  // Those who send at the same time are counted one after the other. What is published has given its number there.
  await call.db.rows(sql`select from sales.counter where company_id = ${call.companyId} for no key update`)
  const since = new Date(call.now.getTime() - DAY_MS)
  const { ofCompany, ofDocument } = await call.db.one<{ ofCompany: bigint; ofDocument: bigint }>(sql`
    select (select count(*) from sales.sending s
        where s.company_id = ${call.companyId} and s.made_at > ${since}) as "ofCompany",
      (select count(*) from sales.sending s
        where s.company_id = ${call.companyId} and s.invoice_id = ${id}) as "ofDocument"`)
  if (Number(ofCompany) + more > MAX_MAILS_A_DAY)
    throw refusals.tooManyMails({ limit: MAX_MAILS_A_DAY, sent: Number(ofCompany) })
  if (Number(ofDocument) + more > MAX_SENDINGS) throw refusals.tooManySendings({ limit: MAX_SENDINGS })
}

const wrongInAddresses = (to: readonly string[], isGiven: boolean): FieldError[] => {
  if (to.length === 0) return [faults.noAddress('#/to')]
  return to.flatMap((text, at) => {
    const field = isGiven ? `#/to/${at}` : '#/to'
    if (!isEmail(text)) return [faults.badAddress(field, { text })]
    const isRepeated = to.findIndex((other) => other.toLowerCase() === text.toLowerCase()) < at
    return isRepeated ? [faults.repeatedAddress(field, { text })] : []
  })
}

const keepSendings = async (
  { db, companyId, actor, now }: CompanyCall,
  invoiceId: string,
  subject: string,
  rows: readonly { id: string; recipient: string; isCopy: boolean }[],
): Promise<void> => {
  await db.rows(sql`
    insert into sales.sending (company_id, id, invoice_id, recipient, is_copy, subject, actor_kind, actor_id,
      actor_name, made_at)
    select ${companyId}, id, ${invoiceId}, recipient, "isCopy", ${subject}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, recipient text, "isCopy" boolean)`)
}

type SendingRow = Pick<ShownSending, 'id' | 'recipient' | 'isCopy' | 'subject' | 'sentBy' | 'failure'> & {
  madeAt: Date
  sentAt: Date | null
  failedAt: Date | null
}

const columns: Sql = sql`s.id, s.recipient, s.is_copy as "isCopy", s.subject, s.actor_name as "sentBy",
  s.made_at as "madeAt", s.sent_at as "sentAt", s.failed_at as "failedAt", s.failure`

const shown = ({ now }: CompanyCall, { madeAt, sentAt, failedAt, ...row }: SendingRow): ShownSending => {
  const state = sendingStateOf({ madeAt, sentAt, failedAt }, now, MAIL_LIFETIME_MS)
  const isGivenUp = state === 'failed' && failedAt === null
  const failed = isGivenUp ? new Date(madeAt.getTime() + MAIL_LIFETIME_MS) : failedAt
  return {
    ...{ id: row.id, recipient: row.recipient, isCopy: row.isCopy, subject: row.subject, state, sentBy: row.sentBy },
    queuedDateTime: momentText(madeAt),
    sentDateTime: sentAt && momentText(sentAt),
    modifiedDateTime: momentText(sentAt ?? failed ?? madeAt),
    failedDateTime: failed && momentText(failed),
    failure: isGivenUp ? givenUp() : row.failure,
  }
}

/** Said of a mail that the outbox has given up. */
const givenUp = phrase('No mail server took it for a week')

const sendingsOf = async (call: CompanyCall, ids: readonly string[]): Promise<ShownSending[]> =>
  (
    await call.db.rows<SendingRow>(sql`
      select ${columns} from sales.sending s
      where s.company_id = ${call.companyId} and s.id = any(${[...ids]}::uuid[]) order by s.id`)
  ).map((row) => shown(call, row))

/** How often a document was sent, to whom, and how that went: the newest first. */
export const listSendings = async (
  call: CompanyCall,
  id: string,
  kind: DocumentKind,
  request: PageRequest,
): Promise<Page<ShownSending>> => {
  await readInvoice(call, id, kind)
  return listPage<SendingRow, ShownSending>(
    call,
    {
      name: 'sending',
      columns,
      from: sql`sales.sending s`,
      where: sql`s.company_id = ${call.companyId} and s.invoice_id = ${id}`,
      key: [sql`s.id`],
      keyOf: (row) => [row.id],
      filters: {
        properties: {
          recipient: { type: 'string', column: sql`s.recipient` },
          state: { type: { oneOf: sendingStates }, column: stateSql(call.now) },
          modifiedDateTime: { type: 'datetime', column: modifiedSql(call.now) },
        },
      },
      itemOf: (row) => shown(call, row),
    },
    request,
  )
}

/** When it was last heard of; of a mail that nobody has taken for so long, when it was given up. */
const modifiedSql = (now: Date): Sql => sql`coalesce(s.sent_at, s.failed_at,
  case when s.made_at <= ${new Date(now.getTime() - MAIL_LIFETIME_MS)}
    then s.made_at + ${MAIL_LIFETIME_MS} * interval '1 millisecond' else s.made_at end)`

/** The mails that documents are sent with, among others of the outbox. */
export const SENDING_ERRAND = 'sending'

export const sendingErrands: Errands = {
  async enclose({ standing, database, now }, companyId, id) {
    const call: CompanyCall = { ...standing, db: database, now, from: null, companyId, actor: NOBODY }
    const { invoiceId, kind } = await database.one<{ invoiceId: string; kind: DocumentKind }>(sql`
      select i.id as "invoiceId", i.kind from sales.sending s
      join sales.invoice i on i.company_id = s.company_id and i.id = s.invoice_id
      where s.company_id = ${companyId} and s.id = ${id}`)
    return [{ contentType: 'application/pdf', ...(await pdfBytes(call, await findPaper(call, invoiceId, kind))) }]
  },
  async heard({ standing, db, now }, { companyId, id, reason }) {
    const noted = await db.maybe<Heard>(sql`
      update sales.sending s set sent_at = ${reason === null ? now : null},
        failed_at = ${reason === null ? null : now}, failure = ${reason}
      from sales.invoice i
      where s.company_id = ${companyId} and s.id = ${id} and s.sent_at is null
        and i.company_id = s.company_id and i.id = s.invoice_id
      returning i.id as "invoiceId", i.kind, i.number::text as number, s.actor_kind as "actorKind",
        s.actor_id as "actorId", s.actor_name as "actorName"`)
    if (!noted) return
    const { invoiceId, kind, number, actorKind, actorId, actorName } = noted
    const actor = { kind: actorKind, id: actorId, name: actorName }
    const detail = { id: invoiceId, number, ...(reason === null ? {} : { reason }) }
    const what = `${nounOf({ kind })}.${reason === null ? 'sent' : 'not-sent'}` as const
    happen({ ...standing, db, now, from: null, companyId, actor }, what, { id: invoiceId }, detail)
  },
}

type Heard = {
  invoiceId: string
  kind: DocumentKind
  number: string
  actorKind: CompanyCall['actor']['kind']
  actorId: string
  actorName: string
}

/** Reading what is enclosed leaves nothing behind that would name somebody. */
const NOBODY: CompanyCall['actor'] = { kind: 'operator', id: '00000000-0000-0000-0000-000000000000', name: '' }
