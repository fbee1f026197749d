// Sends the mails of the outbox, one per job. If a process dies between sending and saving that, the mail goes out
// twice, with the same Message-ID; it is never lost.
import { createTransport } from 'nodemailer'
import { mayBeOfLater } from '#jobs/job.rules'
import type { Db } from '#platform/db'
import { defineJob, FinalFailure, type Job, UnknownJob, type Work } from '#platform/job'
import { phrase } from '#platform/refusal'
import { unseal } from '#platform/seal'
import type { DeclaredSentence } from '#platform/sentences'
import { type Sql, sql } from '#platform/sql'
import { mailKind, withdrawalOf, withdrawnByOperator } from './mail.ts'
import { type MailReport, type Outcome, reasonIn } from './mail-report.ts'

export type MailOptions = {
  /** The server that accepts mail, as `smtp://` or `smtps://`. */
  smtpUrl: string
  from: string
}

/**
 * Timeout of each step of the dialogue with the server, in milliseconds. A server that scans a mail before accepting it
 * may take ten minutes (RFC 5321, section 4.5.3.2.6): hanging up earlier would send it twice.
 */
export const SILENCE_MS = 10 * 60_000
const CONNECT_MS = 10_000
/** Most characters of a server's answer that are kept. */
const MAX_ERROR = 300

/** An attachment. */
export type Enclosure = { name: string; contentType: string; bytes: Buffer }

/** How a context handles its mails, by the name of their origin. */
export type MailCallbacks = {
  /** The reason not to send a mail any more, for its company's people; null to send it. Absent: always send. */
  withdrawnFor?: (work: Work, companyId: string, id: string) => Promise<DeclaredSentence | null>
  enclose: (work: Work, companyId: string, id: string) => Promise<Enclosure[]>
  /** Called in the transaction that saves the outcome, but not for attempts that are retried. */
  heard: (work: Hearing, outcome: Outcome) => Promise<void>
  /** Called for a later report. False if the mail is still being sent: the report must be delivered again. */
  reported: (work: Hearing, told: { companyId: string; id: string; report: MailReport }) => Promise<boolean>
}

export type Hearing = Pick<Work, 'standing' | 'now'> & { db: Db }

/** The job that sends mail through this server; `callbacks` by the name of an origin. */
export const mailJob = (options: MailOptions, callbacks: Readonly<Record<string, MailCallbacks>> = {}): Job => {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return defineJob(mailKind, (work) =>
    sendOne({ ...options, callbacks }, work, (message) => transport.sendMail(message)),
  )
}

type Waiting = {
  recipient: string
  subject: string
  sealed_text: Buffer
  created_at: Date
  errand: string | null
  company_id: string | null
  sender_name: string | null
  reply_to: string | null
  withdrawn_at: Date | null
  /** The local part of the address for reports. */
  returns_to: string | null
}

type Message = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]
type Sending = Work<{ id: string }>

const sendOne = async (
  { from, callbacks }: MailOptions & { callbacks: Readonly<Record<string, MailCallbacks>> },
  work: Sending,
  send: (message: Message) => Promise<unknown>,
): Promise<void> => {
  const {
    payload: { id },
    database,
    now,
  } = work
  await leaveUnknownErrand(work, callbacks)
  const mail = await database.maybe<Waiting>(sql`
    update platform.mail set attempts = attempts + 1 where id = ${id} and sealed_text is not null
    returning recipient, subject, sealed_text, created_at, errand, company_id, sender_name, reply_to, withdrawn_at,
      (select r.local_part from platform.mail_return r where r.mail_id = ${id}) as returns_to`)
  // Already sent, or too old.
  if (!mail) return
  const { errand, company_id: companyId } = mail
  const callbacksOf = errand === null ? undefined : callbacks[errand]
  const note = (statement: Sql, why: DeclaredSentence | string | null, isOver: boolean) =>
    database.transaction(async (db) => {
      await db.rows(statement)
      if (isOver && companyId !== null) await callbacksOf?.heard({ ...work, db }, { companyId, id, ...reasonIn(why) })
    })
  if (mail.withdrawn_at !== null) {
    await note(sql`update platform.mail set sealed_text = null where id = ${id}`, withdrawnByOperator.said(), true)
    return
  }
  const why = companyId === null ? null : ((await callbacksOf?.withdrawnFor?.(work, companyId, id)) ?? null)
  if (why !== null) {
    await note(withdrawalOf(id, now), why, true)
    return
  }
  try {
    const enclosed = companyId === null ? [] : await callbacksOf?.enclose(work, companyId, id)
    const message = messageOf(from, work, mail, enclosed ?? [])
    await send({ ...message, ...reportedTo(mail, work) }).catch((cause: unknown) => {
      if (!isSenderRefused(cause) || mail.returns_to === null) throw cause
      return send(message)
    })
  } catch (cause) {
    const failure = failureOf(cause, mail.recipient)
    const isOver = work.isLast || failure instanceof FinalFailure
    const error = failure.message.slice(0, MAX_ERROR)
    const failed = sql`
      update platform.mail set last_error = ${error}, failed_at = ${isOver ? now : null}
      where id = ${id} and sent_at is null`
    await note(failed, reasonOf(cause, failure), isOver)
    throw failure
  }
  const sent = sql`
    update platform.mail set sent_at = ${now}, sealed_text = null, failed_at = null, last_error = null
    where id = ${id}`
  await note(sent, null, true)
}

/**
 * Leaves a mail of an unknown origin to later versions of the service, since its attachments would be missing. If no
 * such version has come within a day, it has failed.
 */
const leaveUnknownErrand = async (
  { payload: { id }, database, now }: Sending,
  callbacks: Readonly<Record<string, MailCallbacks>>,
): Promise<void> => {
  const waiting = await database.maybe<{ errand: string; createdAt: Date }>(sql`
    select errand, created_at as "createdAt" from platform.mail
    where id = ${id} and sealed_text is not null and errand is not null
      and errand <> all(${Object.keys(callbacks)}::text[])`)
  if (!waiting) return
  const error = `Its errand is unknown: ${waiting.errand}`
  if (mayBeOfLater(now.getTime() - waiting.createdAt.getTime())) throw new UnknownJob(error)
  await database.rows(sql`update platform.mail set last_error = ${error}, failed_at = ${now} where id = ${id}`)
  throw new FinalFailure(error)
}

/**
 * A company writes under its own name from our address, and replies go to its own. Only the service's own mails are
 * marked as automatic.
 */
const messageOf = (
  from: string,
  { payload: { id }, standing }: Sending,
  mail: Waiting,
  enclosed: readonly Enclosure[],
): Message => {
  const { recipient, subject, sealed_text: sealed, created_at: date, sender_name: name, reply_to: replyTo } = mail
  const address = from.replace(/^.*<|>$/g, '')
  return {
    from: name === null ? from : { name, address },
    to: { name: '', address: recipient },
    subject,
    date,
    ...(replyTo === null ? {} : { replyTo: { name: name ?? '', address: replyTo } }),
    text: unseal(standing.keysFor('mail'), sealed, id),
    messageId: `<${id}@${address.replace(/^.*@/, '') || 'localhost'}>`,
    headers: name === null ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
    attachments: enclosed.map((one) => ({
      filename: one.name,
      contentType: one.contentType,
      content: one.bytes,
    })),
  }
}

/** Requests reports to the mail's return address, also of delivery if the server supports that (RFC 3461). */
const reportedTo = (
  { recipient, returns_to: localPart }: Waiting,
  { payload: { id }, standing: { mailDomain } }: Sending,
): Pick<Message, 'envelope' | 'dsn'> => {
  if (localPart === null || mailDomain === null) return {}
  return {
    envelope: { from: `${localPart}@${mailDomain}`, to: [recipient] },
    dsn: { id, return: 'headers', notify: ['success', 'failure', 'delay'], recipient },
  }
}

/**
 * A server that sends for one domain only accepts the mail with our own sender address; then no reports reach us. Some
 * refuse at RCPT TO (RFC 3463: X.1.7, X.1.8 the sender's address, X.7 policy).
 */
const isSenderRefused = (cause: unknown): boolean => {
  const {
    responseCode = 0,
    command,
    response = '',
  } = cause as Partial<Record<string, string>> & {
    responseCode?: number
  }
  return responseCode >= 500 && (command === 'MAIL FROM' || /^5\d\d[ -]5\.(1\.[78]|7\.\d+)\b/.test(response))
}

/**
 * A permanent refusal by the server (RFC 5321 §4.2.1, 5yz) is not retried, except for authentication errors. Servers
 * repeat the address, which logs must not contain.
 */
const failureOf = (cause: unknown, recipient: string): Error => {
  const { responseCode = 0, code } = cause as { responseCode?: number; code?: string }
  const message = (cause instanceof Error ? cause.message : String(cause)).replaceAll(recipient, '…')
  return responseCode >= 500 && code !== 'EAUTH' ? new FinalFailure(message) : new Error(message)
}

/**
 * What a company is told: the server's answer about the mail. Problems in reaching the server concern the operator
 * only.
 */
const reasonOf = (cause: unknown, { message }: Error): DeclaredSentence | string => {
  const { responseCode = 0, code } = cause as { responseCode?: number; code?: string }
  return responseCode > 0 && code !== 'EAUTH' ? message.slice(0, MAX_ERROR) : unreached.said()
}

/** Replaces connection errors. */
const unreached = phrase('mail.unreached', 'The mail server could not be reached', 'E-postservern gick inte att nå')
