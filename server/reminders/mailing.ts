// Mails with reminders: one outbox mail per address; the delivery status is stored with the reminder.
import { isEmail } from '#identity'
import { MAIL_LIFETIME_MS, queueMail, withdrawMails } from '#mail/mail'
import { isNews, isUnderWay, outcomeSet, reportSet } from '#mail/mail-report'
import type { Hearing, MailCallbacks } from '#mail/mail-sender'
import { type CompanyCall, serviceTime } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { phrase, refuseIfAny } from '#platform/refusal'
import { type KeptSaid, keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import { lockInvoices, MAX_MAILS_A_DAY, type SendingState, sendingStateOf, unpaidInvoices } from '#sales'
import { isClaimPaid, keepCancelled } from './cancelling.ts'
import { LEAST_REMINDED } from './due.rules.ts'
import { reminderFaults as faults, reminderRefusals as refusals } from './refusals.ts'
import { bytesOfSheet, fileNameOfSheet, type Sheet } from './sheet.ts'

/** The delivery of a reminder: by mail, to the customer or given addresses, or printed. */
export type Delivery = { delivery: 'mail' | 'none'; to?: readonly string[] | undefined }

const DAY_MS = 24 * 60 * 60 * 1000

/** In the shape of database JSON; `failure` is why it failed, is late or was not delivered. */
export type Mailing = {
  recipient: string
  queuedAt: string
  sentAt: string | null
  failedAt: string | null
  delayedAt: string | null
  deliveredAt: string | null
  bouncedAt: string | null
  failure: string | null
  failureSaid: KeptSaid | null
}

/** The state of a mail by the service's clock; one that no server accepted within the outbox lifetime has failed. */
export const stateOfMailing = (mail: Mailing, now: Date): SendingState => {
  const { queuedAt, sentAt, failedAt, delayedAt, deliveredAt, bouncedAt } = mail
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  const course = {
    madeAt: new Date(queuedAt),
    sentAt: moment(sentAt),
    failedAt: moment(failedAt),
    delayedAt: moment(delayedAt),
    deliveredAt: moment(deliveredAt),
    bouncedAt: moment(bouncedAt),
  }
  return sendingStateOf(course, now, MAIL_LIFETIME_MS)
}

/** The mails of reminder `r`. */
export const mailsSql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('recipient', m.recipient, 'queuedAt', m.made_at, 'sentAt', m.sent_at,
    'failedAt', m.failed_at, 'delayedAt', m.delayed_at, 'deliveredAt', m.delivered_at, 'bouncedAt', m.bounced_at,
    'failure', coalesce(m.report, m.failure), 'failureSaid', case when m.report is null then m.failure_said end)
    order by m.id), '[]')
  from reminders.mailing m where m.company_id = r.company_id and m.reminder_id = r.id)`

/** The recipients: the given ones, or the customer. */
export const recipientsOf = ({ delivery, to }: Delivery, email: string | null): readonly string[] => {
  if (delivery === 'none') {
    if (to !== undefined) refuseIfAny([faults.noMailWanted('#/to')])
    return []
  }
  const all = to ?? (email && isEmail(email) ? [email] : [])
  if (all.length === 0) refuseIfAny([faults.noAddress('#/to')])
  refuseIfAny(
    all.flatMap((text, at) => {
      const field = to === undefined ? '#/to' : `#/to/${at}`
      if (!isEmail(text)) return [faults.badAddress(field, { text })]
      const isRepeated = all.findIndex((other) => other.toLowerCase() === text.toLowerCase()) < at
      return isRepeated ? [faults.repeatedAddress(field, { text })] : []
    }),
  )
  return all
}

type ReminderMail = {
  reminderId: string
  to: readonly string[]
  subject: string
  text: string
  senderName: string
  replyTo: string | null
}

/** Queues the mails; they leave after the transaction has committed. */
export const mailReminder = async (call: CompanyCall, mail: ReminderMail): Promise<void> => {
  const { reminderId, to, subject, text, senderName, replyTo } = mail
  if (to.length === 0) return
  await requireRoom(call, to.length)
  for (const recipient of to) {
    const id = newId()
    await call.db.rows(sql`
      insert into reminders.mailing (company_id, id, reminder_id, recipient, made_at)
      values (${call.companyId}, ${id}, ${reminderId}, ${recipient}, ${serviceTime(call)})`)
    const origin = { id, companyId: call.companyId, senderName, replyTo, name: REMINDER_MAIL_ORIGIN }
    await queueMail(call, { to: recipient, subject, text, origin })
  }
}

/** Withdraws the pending mails of a reminder. */
export const withdrawReminder = async (call: CompanyCall, reminderId: string): Promise<void> => {
  const { db, companyId } = call
  const waiting = await db.rows<{ id: string }>(sql`
    select id from reminders.mailing
    where company_id = ${companyId} and reminder_id = ${reminderId} and sent_at is null and failed_at is null`)
  const withdrawn = await withdrawMails(
    call,
    waiting.map(({ id }) => id),
  )
  await db.rows(sql`
    update reminders.mailing set failed_at = ${serviceTime(call)}, failure = ${withdrawnBefore()},
      failure_said = ${JSON.stringify(keptOf(withdrawnBefore.said()))}::jsonb
    where company_id = ${companyId} and id = any(${[...withdrawn]}::uuid[])`)
}

/** The failure texts of withdrawn mails. */
const withdrawnBefore = phrase(
  'reminder-mail.withdrawn-before',
  'It was withdrawn before a mail server accepted it: the reminder is cancelled',
  'Det drogs tillbaka innan någon e-postserver tog emot det: påminnelsen är makulerad',
)
const settledBefore = phrase(
  'reminder-mail.settled-before',
  'It was withdrawn before a mail server accepted it: the invoice is paid or credited',
  'Det drogs tillbaka innan någon e-postserver tog emot det: fakturan är betald eller krediterad',
)

const requireRoom = async (call: CompanyCall, more: number): Promise<void> => {
  const { db, companyId, takesMail } = call
  if (!takesMail) throw refusals.noMailServer()
  // By the service's clock, like mailed documents.
  const since = new Date(serviceTime(call).getTime() - DAY_MS)
  const { sent } = await db.one<{ sent: bigint }>(sql`
    select count(*) as sent from reminders.mailing where company_id = ${companyId} and made_at > ${since}`)
  if (Number(sent) + more > MAX_MAILS_A_DAY)
    throw refusals.tooManyReminderMails({ limit: MAX_MAILS_A_DAY, sent: Number(sent) })
}

/** Identifies the mails of reminders among others in the outbox. */
export const REMINDER_MAIL_ORIGIN = 'reminder'

export const reminderMailCallbacks: MailCallbacks = {
  async withdrawnFor({ database: whole }, companyId, id) {
    const database = whole.of(companyId)
    const found = await database.maybe<{ invoiceId: string; isCancelled: boolean }>(sql`
      select r.invoice_id as "invoiceId", r.cancelled_at is not null as "isCancelled" from reminders.mailing m
      join reminders.reminder r on r.company_id = m.company_id and r.id = m.reminder_id
      where m.company_id = ${companyId} and m.id = ${id}`)
    if (!found) return null
    if (found.isCancelled) return withdrawnBefore.said()
    const unpaid = await database.maybe(sql`
      select from ${unpaidInvoices({ companyId })} u
      where u.id = ${found.invoiceId} and u.unpaid_ore >= ${LEAST_REMINDED}::bigint`)
    return unpaid ? null : settledBefore.said()
  },
  async enclose({ standing, database: whole, now }, companyId, id) {
    const database = whole.of(companyId)
    const call: CompanyCall = { ...standing, db: database, now, from: null, companyId, actor: NO_ACTOR }
    const { sheet } = await database.one<{ sheet: Sheet }>(sql`
      select r.sheet from reminders.mailing m
      join reminders.reminder r on r.company_id = m.company_id and r.id = m.reminder_id
      where m.company_id = ${companyId} and m.id = ${id}`)
    return [{ contentType: 'application/pdf', name: fileNameOfSheet(sheet), bytes: await bytesOfSheet(call, sheet) }]
  },
  async heard({ standing, db, now }, { companyId, id, ...outcome }) {
    const { reason, said } = outcome
    const noted = await db.maybe<Heard>(sql`
      update reminders.mailing m set ${outcomeSet(outcome, now)}
      from reminders.reminder r
      where m.company_id = ${companyId} and m.id = ${id} and m.sent_at is null
        and r.company_id = m.company_id and r.id = m.reminder_id
      returning ${heardOf}`)
    if (!noted) return
    const hearing = { standing, db, now }
    const call = callOf(hearing, companyId, noted)
    const isSettled = said?.reason === settledBefore.reason
    // Locked before its reminder, in the same order as payments and cancellations.
    if (isSettled) await lockInvoices(call, [noted.invoiceId])
    const verb = reason === null ? 'sent' : 'not-sent'
    await tell(hearing, companyId, { noted, verb, why: reason === null ? {} : { reason } })
    if (isSettled) await cancelUnsent(call, noted)
  },
  async reported({ standing, db, now }, { companyId, id, report }) {
    const noted = await db.maybe<Heard>(sql`
      update reminders.mailing m set ${reportSet(report, now)}
      from reminders.reminder r
      where m.company_id = ${companyId} and m.id = ${id} and ${isNews(report)}
        and r.company_id = m.company_id and r.id = m.reminder_id
      returning ${heardOf}`)
    if (!noted) {
      const underWay = await db.maybe(sql`
        select from reminders.mailing m where m.company_id = ${companyId} and m.id = ${id} and ${isUnderWay}`)
      return underWay === null
    }
    const { state: verb, ...why } = report
    await tell({ standing, db, now }, companyId, { noted, verb, why })
    return true
  },
}

const heardOf = sql`r.id as "reminderId", r.invoice_id as "invoiceId", r.number,
  r.sheet #>> '{paper,invoice,number}' as invoice, r.actor_kind as "actorKind", r.actor_id as "actorId",
  r.actor_name as "actorName"`

type Told = {
  noted: Heard
  verb: 'sent' | 'not-sent' | 'delayed' | 'delivered' | 'bounced'
  why: { reason?: string }
}

/** Emits the event of a reminder whose mails changed. */
const tell = async (hearing: Hearing, companyId: string, { noted, verb, why }: Told): Promise<void> => {
  const { reminderId, number, invoice } = noted
  const { db, now } = hearing
  await db.rows(sql`
    update reminders.reminder set modified_at = ${now} where company_id = ${companyId} and id = ${reminderId}`)
  const detail = { id: reminderId, invoice, number, ...why }
  recordEvent(callOf(hearing, companyId, noted), `reminder.${verb}`, { id: reminderId }, detail)
}

/** A call with the reminder's creator as actor. */
const callOf = (
  { standing, db, now }: Hearing,
  companyId: string,
  { actorKind, actorId, actorName }: Heard,
): CompanyCall => ({
  ...standing,
  db,
  now,
  from: null,
  companyId,
  actor: { kind: actorKind, id: actorId, name: actorName },
})

/**
 * Cancels a reminder whose mails were all withdrawn because its invoice was paid or credited: no one received it, so it
 * does not count. If its claim was paid nevertheless, through the payment page, it stays valid.
 */
const cancelUnsent = async (
  call: CompanyCall,
  { reminderId: id, invoiceId, invoice, number }: Heard,
): Promise<void> => {
  const reason = settledBefore.said()
  const { isUnsent } = await call.db.one<{ isUnsent: boolean }>(sql`
    select r.cancelled_at is null and not exists (
      select from reminders.mailing m
      where m.company_id = r.company_id and m.reminder_id = r.id
        and (m.failure_said ->> 'reason' = ${settledBefore.reason}) is not true
    ) as "isUnsent"
    from reminders.reminder r where r.company_id = ${call.companyId} and r.id = ${id}`)
  if (!isUnsent || (await isClaimPaid(call, { id, invoiceId }))) return
  await keepCancelled(call, { id, invoice, number, reason })
}

type Heard = {
  reminderId: string
  invoiceId: string
  number: number
  invoice: string
  actorKind: CompanyCall['actor']['kind']
  actorId: string
  actorName: string
}

/** The actor for reading enclosures, which records nothing in anyone's name. */
const NO_ACTOR: CompanyCall['actor'] = { kind: 'operator', id: '00000000-0000-0000-0000-000000000000', name: '' }
