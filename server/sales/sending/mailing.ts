// Common to everything that a company sends by mail: recipients and text, the daily limit, and delivery status.
import { isEmail } from '#identity'
import { MAIL_LIFETIME_MS } from '#mail/mail'
import { notTaken } from '#mail/mail-expiry'
import { type Course, courseColumns, isUnderWay } from '#mail/mail-report'
import { type CompanyCall, serviceTime, warn } from '#platform/call'
import { momentText } from '#platform/day'
import { newId } from '#platform/id'
import { listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, phrase, refuseIfAny } from '#platform/refusal'
import { failureOf, keptOf, type SaidFailure } from '#platform/sentences'
import { type Sql, sql } from '#platform/sql'
import type { Seller } from '#sales/publishing/seller'
import {
  MAX_SUBJECT_LENGTH,
  type MailText,
  type SendingState,
  sendingStateOf,
  sendingStates,
} from './mail-text.rules.ts'
import { sendingFaults as faults, sendingRefusals as refusals, wrongInMailText } from './sending-refusals.ts'
import { stateSql } from './sending-status.ts'

/** Maximum number of recipients in one request; the company's own copy is not counted. */
export const MAX_RECIPIENTS = 10
/** Maximum number of mails of one company in 24 hours: documents and statements of account together. */
export const MAX_MAILS_A_DAY = 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The mail in a request. Omitted fields default to the proposed mail. */
export type LetterBody = { to?: string[]; copyToSender?: boolean; subject?: string; text?: string }

export type ProposedMail = { to: string[]; subject: string; text: string; fileName: string; replyTo: string | null }

/** One mail per recipient; its id is that of the outbox mail. */
type Letter = { subject: string; text: string; mails: { id: string; recipient: string; isCopy: boolean }[] }

/** The mail to send, once validated; warns if replies reach no one. */
export const letterOf = (
  call: CompanyCall,
  body: LetterBody,
  proposed: Pick<ProposedMail, 'to' | 'subject' | 'text'>,
  { company: { email }, isTest }: Pick<Seller, 'company' | 'isTest'>,
): Letter => {
  const { to = proposed.to, copyToSender = false } = body
  const subject = (body.subject ?? proposed.subject).trim()
  const text = (body.text ?? proposed.text).replace(/\r\n?/g, '\n')
  refuseIfAny([
    ...wrongInAddresses(to, body.to !== undefined),
    ...wrongInMailText('#/subject', subject, 'subject'),
    ...wrongInMailText('#/text', text, 'text'),
    ...(copyToSender && !email ? [faults.noOwnAddress('#/copyToSender')] : []),
  ])
  if (!email) warn(call, noReplies())
  const mails = [
    ...to.map((recipient) => ({ id: newId(), recipient, isCopy: false })),
    ...(copyToSender && email ? [{ id: newId(), recipient: email, isCopy: true }] : []),
  ]
  return { ...(isTest ? asTest({ subject, text }) : { subject, text }), mails }
}

/** Marks the mails of a test company in both languages, so that a mistaken recipient does not pay. */
export const asTest = ({ subject, text }: MailText): MailText => ({
  subject: `[Test] ${subject}`.slice(0, MAX_SUBJECT_LENGTH),
  text: `Detta är ett prov från ett testföretag. Betala inget.\nThis is a trial from a test company. Pay nothing.\n\n${text}`,
})

/** The warning if the company has no address for replies. */
const noReplies = phrase(
  'invoice-mail.no-replies',
  'the company has no e-mail address, so replies to this mail are lost: add one to its contact details',
  'företaget har ingen e-postadress, så ingen får svaren på mejlet: lägg till en i företagets kontaktuppgifter',
)

const wrongInAddresses = (to: readonly string[], isGiven: boolean): FieldError[] => {
  if (to.length === 0) return [faults.noAddress('#/to')]
  return to.flatMap((text, at) => {
    const field = isGiven ? `#/to/${at}` : '#/to'
    if (!isEmail(text)) return [faults.badAddress(field, { text })]
    const isRepeated = to.findIndex((other) => other.toLowerCase() === text.toLowerCase()) < at
    return isRepeated ? [faults.repeatedAddress(field, { text })] : []
  })
}

/** Refuses if the daily limit would be exceeded, or if no mail server is configured. */
export const requireMailRoom = async (call: CompanyCall, more: number): Promise<void> => {
  if (!call.takesMail) throw refusals.noMailServer()
  // Concurrent sendings are counted one after the other. The counter row exists, since published documents took their
  // number from it.
  await call.db.rows(sql`select from sales.counter where company_id = ${call.companyId} for no key update`)
  // By the service's clock, as mails are sent: moving a test company's clock does not reset the limit.
  const since = new Date(serviceTime(call).getTime() - DAY_MS)
  const { sent } = await call.db.one<{ sent: bigint }>(sql`
    select (select count(*) from sales.sending s where s.company_id = ${call.companyId} and s.made_at > ${since})
      + (select count(*) from sales.statement_sending s
        where s.company_id = ${call.companyId} and s.made_at > ${since}) as sent`)
  if (Number(sent) + more > MAX_MAILS_A_DAY) throw refusals.tooManyMails({ limit: MAX_MAILS_A_DAY, sent: Number(sent) })
}

export type ShownSending = {
  id: string
  recipient: string
  isCopy: boolean
  subject: string
  state: SendingState
  sentBy: string
  queuedDateTime: string
  modifiedDateTime: string
  sentDateTime: string | null
  deliveredDateTime: string | null
  failedDateTime: string | null
} & SaidFailure

type SendingRow = Pick<ShownSending, 'id' | 'recipient' | 'isCopy' | 'subject' | 'sentBy'> & Course & { madeAt: Date }

const columns: Sql = sql`m.id, m.recipient, m.is_copy as "isCopy", m.subject, m.actor_name as "sentBy",
  m.made_at as "madeAt", ${courseColumns}`

const shown = (call: CompanyCall, row: SendingRow): ShownSending => {
  const { madeAt, sentAt, failedAt, delayedAt, deliveredAt, bouncedAt } = row
  const state = sendingStateOf(row, serviceTime(call), MAIL_LIFETIME_MS)
  const isGivenUp = state === 'failed' && failedAt === null
  const failed = bouncedAt ?? (isGivenUp ? new Date(madeAt.getTime() + MAIL_LIFETIME_MS) : failedAt)
  const last = bouncedAt ?? deliveredAt ?? delayedAt ?? sentAt ?? failed ?? madeAt
  return {
    id: row.id,
    recipient: row.recipient,
    isCopy: row.isCopy,
    subject: row.subject,
    state,
    sentBy: row.sentBy,
    queuedDateTime: momentText(madeAt),
    sentDateTime: sentAt && momentText(sentAt),
    deliveredDateTime: deliveredAt && momentText(deliveredAt),
    modifiedDateTime: momentText(last),
    failedDateTime: failed && momentText(failed),
    ...(isGivenUp ? failureOf(notTaken(), keptOf(notTaken.said())) : failureIn(row)),
  }
}

/** The latest of what is known: a report is in the words of another server. */
const failureIn = ({ report, failure, failureSaid }: Course): SaidFailure =>
  report === null ? failureOf(failure, failureSaid) : failureOf(report, null)

/** The table of sendings `m`, and a condition on it. */
export type SendingsOf = { from: Sql; where: Sql }

/** The sendings of these mails. */
export const shownSendings = async (
  call: CompanyCall,
  { from, where }: SendingsOf,
  ids: readonly string[],
): Promise<ShownSending[]> =>
  (
    await call.db.rows<SendingRow>(
      sql`select ${columns} from ${from} where ${where} and m.id = any(${[...ids]}::uuid[]) order by m.id`,
    )
  ).map((row) => shown(call, row))

/** The sendings of a document, newest first, with recipients and delivery status. */
export const sendingsPage = (
  call: CompanyCall,
  { from, where }: SendingsOf,
  request: PageRequest,
): Promise<Page<ShownSending>> =>
  listPage<SendingRow, ShownSending>(
    call,
    {
      name: 'sending',
      columns,
      from,
      where,
      key: [sql`m.id`],
      keyOf: (row) => [row.id],
      filters: {
        properties: {
          recipient: { type: 'string', column: sql`m.recipient` },
          state: { type: { oneOf: sendingStates }, column: stateSql(serviceTime(call)) },
          modifiedDateTime: { type: 'datetime', column: modifiedSql(serviceTime(call)) },
        },
      },
      itemOf: (row) => shown(call, row),
    },
    request,
  )

/** The time of the latest delivery event; for a mail that no server accepted in time, when it was given up. */
const modifiedSql = (now: Date): Sql => sql`coalesce(m.bounced_at, m.delivered_at, m.delayed_at, m.sent_at, m.failed_at,
  case when m.made_at <= ${new Date(now.getTime() - MAIL_LIFETIME_MS)}
    then m.made_at + ${MAIL_LIFETIME_MS} * interval '1 millisecond' else m.made_at end)`

/** The delivery status of a mail from the outbox, and the sender. */
export type DeliveryState = {
  actorKind: CompanyCall['actor']['kind']
  actorId: string
  actorName: string
}

/** The same, as columns of `m`. */
export const deliveryStateOf: Sql = sql`m.actor_kind as "actorKind", m.actor_id as "actorId", m.actor_name as "actorName"`

export const actorOf = ({ actorKind: kind, actorId: id, actorName: name }: DeliveryState): CompanyCall['actor'] => ({
  kind,
  id,
  name,
})

/** The actor for reading enclosures, which records nothing in anyone's name. */
export const NO_ACTOR: CompanyCall['actor'] = {
  kind: 'operator',
  id: '00000000-0000-0000-0000-000000000000',
  name: '',
}

/**
 * The answer to a delivery report without news: whether the report should be retried, since the mail is still being
 * sent.
 */
export const isWithoutNews = async (call: Pick<CompanyCall, 'db'>, { from, where }: SendingsOf): Promise<boolean> =>
  (await call.db.maybe(sql`select from ${from} where ${where} and ${isUnderWay}`)) === null
