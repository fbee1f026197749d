// The outbox: a mail is written in the transaction of the change that it is about, and sent after the commit. Texts
// contain links that give access to accounts, so they are sealed while they wait and removed once sent.
import { Type } from 'typebox'
import { type Call, serviceTime } from '#platform/call'
import type { Db } from '#platform/db'
import { newId } from '#platform/id'
import { dropJob, dueAtOnce, JOBS_CHANNEL, type JobKind, MAIL_SENDING, queueJob, type Since } from '#platform/job'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { phrase } from '#platform/refusal'
import { seal, tryUnseal } from '#platform/seal'
import { type Sql, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { keepReturn } from './mail-return.ts'

/**
 * Identifies a mail that a company sends in its own name. The context that handles mails of this name adds the
 * attachments and is told the outcome, by the id, which is that of the mail.
 */
type MailOrigin = { name: string; id: string; companyId: string; senderName: string; replyTo: string | null }

/** Without an origin, the service itself is the sender. */
type Mail = { to: string; subject: string; text: string; origin?: MailOrigin }

export type MailState = {
  id: string
  to: string
  subject: string
  createdAt: Date
  attempts: number
  sentAt: Date | null
  failedAt: Date | null
  lastError: string | null
}

/** How long mails are listed, and unsent texts kept, in milliseconds (seven days). */
export const MAIL_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

const MINUTE_MS = 60_000

const Sending = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** Sends a mail of the outbox, with retries for about a day. */
export const mailKind: JobKind<typeof Sending> = {
  name: MAIL_SENDING,
  payload: Sending,
  pausesMs: [
    10_000,
    30_000,
    MINUTE_MS,
    5 * MINUTE_MS,
    15 * MINUTE_MS,
    60 * MINUTE_MS,
    ...Array<number>(8).fill(180 * MINUTE_MS),
  ],
  // Longer than a server may take to answer (RFC 5321, section 4.5.3.2.6), since an aborted mail may go out anyway.
  timeLimitMs: 12 * MINUTE_MS,
  atOnce: 4,
  perTenant: 2,
}

/** Mails with ids above one, in the order of their ids: the last `limit`; with `among`, only those of these. */
export const mailsSince = async (db: Db, { since, among, limit }: Since): Promise<MailSince[]> => {
  const found = await db.rows<MailSince>(sql`
    select id, recipient as "to", subject from platform.mail
    where id > ${since} and (${among}::uuid[] is null or id = any(${among}::uuid[])) order by id desc limit ${limit}`)
  return found.reverse()
}

type MailSince = { id: string; to: string; subject: string }

/** Puts a mail into the outbox; it goes out after the transaction has committed. */
export const queueMail = async (call: Call, { to, subject, text, origin }: Mail): Promise<void> => {
  const id = origin?.id ?? newId()
  const { name = null, companyId = null, senderName = null, replyTo = null } = origin ?? {}
  const sealed = seal(call.keysFor('mail'), text, id)
  const now = serviceTime(call)
  await call.db.rows(sql`
    insert into platform.mail (id, recipient, subject, sealed_text, created_at, errand, company_id, sender_name,
      reply_to)
    values (${id}, ${to}, ${subject}, ${sealed}, ${now}, ${name}, ${companyId}, ${senderName}, ${replyTo})`)
  if (origin && call.mailDomain !== null) {
    await keepReturn(call.db, { mailId: id, companyId: origin.companyId, errand: origin.name, recipient: to }, now)
  }
  await queueJob(call, mailKind, { id })
}

/**
 * Withdraws those of these mails that no server has accepted yet, and returns their ids. One that is just being sent
 * may still be delivered, and is then saved as sent.
 */
export const withdrawMails = async (call: Call, ids: readonly string[]): Promise<readonly string[]> =>
  (
    await call.db.rows<{ id: string }>(sql`
      update platform.mail set sealed_text = null, failed_at = ${serviceTime(call)}, last_error = ${WITHDRAWN}
      where id = any(${[...ids]}::uuid[]) and sealed_text is not null and sent_at is null and failed_at is null
      returning id`)
  ).map(({ id }) => id)

/** Withdraws a company's mail that the company no longer needs. */
export const withdrawalOf = (id: string, now: Date): Sql => sql`
  update platform.mail set sealed_text = null, failed_at = ${now}, last_error = ${WITHDRAWN}
  where id = ${id} and sent_at is null`

/** For the operator. */
const WITHDRAWN = 'withdrawn by its company'
const WITHDRAWN_HERE = 'withdrawn by an operator'

/** Told to the company when an operator has withdrawn its mail. */
export const withdrawnByOperator = phrase(
  'mail.withdrawn-by-operator',
  'The service operator withdrew the mail',
  'Mejlet drogs tillbaka av den som driver tjänsten',
)

/**
 * Withdraws a mail that no server has accepted yet; false if there is none. For a company's mail, the sending job tells
 * the company. One that is just being sent may still be delivered.
 */
export const withdrawMail = async (call: Call, id: string): Promise<boolean> => {
  const found = await call.db.maybe<{ isOfCompany: boolean }>(sql`
    update platform.mail set withdrawn_at = ${call.now}, failed_at = ${call.now}, last_error = ${WITHDRAWN_HERE},
      sealed_text = case when company_id is null then null else sealed_text end
    where id = ${id} and sent_at is null and sealed_text is not null and withdrawn_at is null
    returning company_id is not null as "isOfCompany"`)
  if (!found) return false
  if (found.isOfCompany) await startSending(call, id)
  else await call.db.rows(sql`delete from platform.job where ${isSendingOf(id)} and claim_id is null`)
  return true
}

/**
 * Removes a job; false if there is none. If it sends a mail, the mail is withdrawn, as by {@link withdrawMail}, unless
 * it has already failed: without its job, a company's mail would seem to be on its way forever.
 */
export const dropJobWithMail = async (call: Call, id: string): Promise<boolean> => {
  const sending = await call.db.maybe<{ mailId: string }>(sql`
    select m.id as "mailId" from platform.job j join platform.mail m on m.id = (j.payload ->> 'id')::uuid
    where j.id = ${id} and j.kind = ${mailKind.name} and m.failed_at is null`)
  if (sending && (await withdrawMail(call, sending.mailId))) return true
  return dropJob(call, id)
}

const isSendingOf = (id: string): Sql => sql`kind = ${mailKind.name} and payload ->> 'id' = ${id}`

/** Restarts the job of a mail at once with all its attempts; queues a new one if it is gone. */
const startSending = async (call: Call, id: string): Promise<void> => {
  const known = await call.db.rows(sql`
    with again as (
      update platform.job set failed_at = null, attempts = 0, due_at = ${dueAtOnce(call.now)}
      where ${isSendingOf(id)} and claim_id is null returning 1)
    select pg_notify(${JOBS_CHANNEL}, '') from again`)
  if (known.length > 0) return
  const [underWay] = await call.db.rows(sql`select 1 from platform.job where ${isSendingOf(id)}`)
  if (!underWay) await queueJob(call, mailKind, { id })
}

/** The newest mails, at most `limit`, without their texts. */
export const listMails = ({ db }: Call, limit: number): Promise<MailState[]> =>
  db.rows<MailState>(sql`
    select id, recipient as to, subject, created_at as "createdAt", attempts, sent_at as "sentAt",
      failed_at as "failedAt", last_error as "lastError"
    from platform.mail order by id desc limit ${limit}`)

export const mailStates = ['waiting', 'failed', 'sent', 'withdrawn'] as const

const stateOfMail = sql`case when m.sent_at is not null then 'sent' when m.withdrawn_at is not null then 'withdrawn'
  when m.failed_at is not null then 'failed' else 'waiting' end`

export type ListedMail = MailState & { state: (typeof mailStates)[number] }

/** A page of the mails, newest first, without their texts. */
export const listMailPage = (call: Call, request: PageRequest): Promise<Page<ListedMail>> => {
  const list: List<ListedMail, ListedMail> = {
    name: 'mails',
    columns: sql`m.id, m.recipient as to, m.subject, m.created_at as "createdAt", m.attempts, m.sent_at as "sentAt",
      m.failed_at as "failedAt", m.last_error as "lastError", ${stateOfMail} as state`,
    from: sql`platform.mail m`,
    where: sql`true`,
    key: [sql`m.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        to: { type: 'string', column: sql`m.recipient` },
        subject: { type: 'string', column: sql`m.subject` },
        state: { type: { oneOf: mailStates }, column: stateOfMail },
      },
    },
    itemOf: (mail) => mail,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}

export const countMails = ({ db }: Pick<Call, 'db'>): Promise<{ state: ListedMail['state']; count: number }[]> =>
  db.rows(sql`select ${stateOfMail} as state, count(*)::int as count from platform.mail m group by 1`)

/** Retries an unsent mail with all its attempts; false if there is none with a text. */
export const sendMailAgain = async (call: Call, id: string): Promise<boolean> => {
  const [found] = await call.db.rows(sql`
    update platform.mail set failed_at = null
    where id = ${id} and sent_at is null and sealed_text is not null and withdrawn_at is null returning 1`)
  if (!found) return false
  await startSending(call, id)
  return true
}

/** One mail; null if there is none. Its text is null if it was sent, is too old, or was sealed with a lost key. */
export const readMail = async (call: Call, id: string): Promise<(MailState & { text: string | null }) | null> => {
  const found = await call.db.maybe<MailState & { sealed: Buffer | null }>(sql`
    select id, recipient as to, subject, sealed_text as sealed, created_at as "createdAt", attempts,
      sent_at as "sentAt", failed_at as "failedAt", last_error as "lastError"
    from platform.mail where id = ${id}`)
  if (!found) return null
  const { sealed, ...state } = found
  return { ...state, text: sealed && tryUnseal(call.keysFor('mail'), sealed, id) }
}

/** Sealed texts of waiting mails. */
export const sealedMails: SealedColumn = {
  what: 'mails',
  purpose: 'mail',
  table: 'platform.mail',
  column: 'sealed_text',
  key: ['id'],
  placeOf: ([id = '']) => id,
}
