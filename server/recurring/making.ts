// Makes invoices from recurring ones: each date once, in the transaction of its invoice.
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import type { Transaction } from '#platform/db'
import { textFromMicro } from '#platform/decimal'
import { recordEvent } from '#platform/event'
import { Refusal } from '#platform/refusal'
import { type KeptSaid, keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import {
  createInvoice,
  type InvoiceBody,
  MAX_MAILS_A_DAY,
  publishDocument,
  salesContribution,
  sendDocument,
  wasSent,
} from '#sales'
import { getRecurring, keepNext, type Occurrence, type Recurring, touch } from './recurring.ts'
import { recurringRefusals as refusals } from './refusals.ts'
import { datesFrom, filledText, type Period, periodOf, priceOn } from './schedule.rules.ts'
import { sendLater, waitsForRoom } from './sending-later.ts'

/** Maximum number of occurrences in a response. */
const MAX_SHOWN = 200

const columns = sql`
  date, outcome, invoice_id as "invoiceId", failure, failure_said as "failureSaid",
  made_at as "madeAt", handled_at as "handledAt"`

/** The occurrences made, newest first. */
export const occurrencesOf = async (call: CompanyCall, id: string): Promise<Occurrence[]> => {
  await getRecurring(call, id)
  return call.db.rows<Occurrence>(sql`
    select ${columns} from recurring.occurrence
    where company_id = ${call.companyId} and schedule_id = ${id} order by date desc limit ${MAX_SHOWN}`)
}

type Preview = { date: Day; period: Period; lines: { description: string; unitPrice: number | null }[] }

/** The next dates, with the texts and prices of the lines. */
export const previewOf = async (call: CompanyCall, id: string, count: number): Promise<Preview[]> => {
  const recurring = await getRecurring(call, id)
  if (recurring.nextNumber === null) return []
  return datesFrom(recurring.schedule, recurring.nextNumber, count).map((date) => ({
    date,
    period: periodOf(recurring.schedule, date),
    lines: linesOn(recurring, date).map(({ description = '', unitPrice = null }) => ({ description, unitPrice })),
  }))
}

/** Makes the next one early, and returns its outcome. `date` is the one that the caller has seen. */
export const makeNow = async (call: CompanyCall, id: string, date?: string): Promise<Occurrence> => {
  const recurring = await getRecurring(call, id, { lock: true })
  const { state, nextDate } = recurring
  if (state === 'ended') throw refusals.recurringEnded({ id })
  if (state !== 'active') throw refusals.recurringNotActive({ id, state })
  if (date !== undefined && nextDate !== null && date !== nextDate) throw refusals.overtaken({ date: nextDate })
  return makeNext(call, recurring)
}

/** Makes the next one if it is due; null if another process has made it meanwhile, or it is paused. */
export const makeDue = async (call: CompanyCall, id: string): Promise<Occurrence | null> => {
  const recurring = await getRecurring(call, id, { lock: true })
  const { state, nextDate } = recurring
  if (state !== 'active' || nextDate === null || nextDate > dayOf(call.now)) return null
  return makeNext(inItsName(call, recurring), recurring)
}

/** Automatic invoices are made in the name of the user who created the recurring invoice. */
const inItsName = (call: CompanyCall, { createdByKind: kind, createdById: id, createdByName: name }: Recurring) => ({
  ...call,
  actor: { kind, id, name },
})

/** Retries a failed date: with its existing invoice, or with a new one. */
export const retryOccurrence = async (call: CompanyCall, failed: Failed): Promise<Occurrence> => {
  const { isLater: _, ...occurrence } = await goneOn(call, await failedOccurrence(call, failed))
  return occurrence
}

/**
 * Sends an invoice that exceeded its day's mail limit, unless it was sent, credited, dealt with or deleted since; false
 * if the limit still applies: the caller then rolls back.
 */
export const sendWaiting = async (call: CompanyCall, failed: Failed): Promise<boolean> => {
  if ((await occurrenceOn(call, failed)) === null) return true
  const recurring = await getRecurring(call, failed.id, { lock: true })
  const occurrence = await occurrenceOn(call, failed)
  if (occurrence === null || !isToBeDone(occurrence) || occurrence.outcome !== 'published') return true
  if (await isCredited(call, occurrence)) {
    await dismissOccurrence(call, failed)
    return true
  }
  const { isLater } = await goneOn(inItsName(call, recurring), { ...occurrence, recurring })
  return !isLater
}

const isCredited = async ({ db, companyId }: CompanyCall, { invoiceId }: Occurrence): Promise<boolean> => {
  const found = await db.maybe<{ state: string }>(sql`
    select state from sales.invoice_view where company_id = ${companyId} and id = ${invoiceId}`)
  return found?.state === 'credited'
}

/** `isWaiting`: it waits for the daily mail limit, and a job will send it. */
type Kept = Occurrence & { isWaiting: boolean }
type Found = Kept & { recurring: Recurring }

/** The recurring invoice must be locked. `isLater`: it is sent when the mail limit allows. */
const goneOn = async (
  call: CompanyCall,
  { recurring, date, invoiceId: begun, isWaiting }: Found,
): Promise<Occurrence & { isLater: boolean }> => {
  const { db, companyId, now } = call
  const { id } = recurring
  const found = await db.maybe<{ number: string | null }>(sql`
    select number from sales.invoice_view where company_id = ${companyId} and id = ${begun}`)
  const { outcome, invoiceId, failure, failureSaid, isLater } = await carriedOut(call, recurring, date, {
    id: found ? begun : null,
    isPublished: found !== null && found.number !== null,
  })
  await db.rows(sql`
    update recurring.occurrence set invoice_id = ${invoiceId}, outcome = ${outcome}, failure = ${failure},
      failure_said = ${jsonOf(failureSaid)}::jsonb, made_at = ${now}, waits_for_room = ${isLater}
    where company_id = ${companyId} and schedule_id = ${id} and date = ${date}`)
  await touch(call, id)
  if (isLater && !isWaiting) await sendLater(call, { id, date })
  recordEvent(call, failure === null ? 'recurring-invoice.made' : 'recurring-invoice.failed', { id })
  return { date, outcome, invoiceId, failure, failureSaid, madeAt: now, handledAt: null, isLater }
}

/** Marks a failed date as dealt with in another way. */
export const dismissOccurrence = async (call: CompanyCall, { id, date }: Failed): Promise<Occurrence> => {
  const { db, companyId, now } = call
  const { recurring: _, isWaiting: __, ...failed } = await failedOccurrence(call, { id, date })
  await db.rows(sql`
    update recurring.occurrence set handled_at = ${now}
    where company_id = ${companyId} and schedule_id = ${id} and date = ${date}`)
  await touch(call, id)
  recordEvent(call, 'recurring-invoice.changed', { id })
  return { ...failed, handledAt: now }
}

type Failed = { id: string; date: Day }

/** The failed occurrence of a date, locked until the transaction ends. */
const failedOccurrence = async (call: CompanyCall, { id, date }: Failed): Promise<Found> => {
  const recurring = await getRecurring(call, id, { lock: true })
  const occurrence = await occurrenceOn(call, { id, date })
  if (!occurrence) throw refusals.occurrenceNotFound({ date })
  if (!isToBeDone(occurrence)) throw refusals.occurrenceNotFailed({ date })
  return { ...occurrence, recurring }
}

const occurrenceOn = ({ db, companyId }: CompanyCall, { id, date }: Failed): Promise<Kept | null> =>
  db.maybe<Kept>(sql`
    select ${columns}, waits_for_room as "isWaiting" from recurring.occurrence
    where company_id = ${companyId} and schedule_id = ${id} and date = ${date}`)

const isToBeDone = ({ failure, handledAt }: Occurrence): boolean => failure !== null && handledAt === null

/** The recurring invoice must be locked. */
const makeNext = async (call: CompanyCall, recurring: Recurring): Promise<Occurrence> => {
  const { db, companyId, now } = call
  const { id, nextDate: date, nextNumber } = recurring
  if (date === null || nextNumber === null) throw new Error(`Recurring invoice ${id} is active and has no next date`)
  const { outcome, invoiceId, failure, failureSaid, isLater } = await carriedOut(call, recurring, date)
  await db.rows(sql`
    insert into recurring.occurrence (company_id, schedule_id, date, made_at, invoice_id, outcome, failure,
      failure_said, waits_for_room)
    values (${companyId}, ${id}, ${date}, ${now}, ${invoiceId}, ${outcome}, ${failure}, ${jsonOf(failureSaid)}::jsonb,
      ${isLater})`)
  await keepNext(call, recurring, nextNumber + 1, 'active')
  if (isLater) await sendLater(call, { id, date })
  recordEvent(call, failure === null ? 'recurring-invoice.made' : 'recurring-invoice.failed', { id })
  return { date, outcome, invoiceId, failure, failureSaid, madeAt: now, handledAt: null }
}

type Begun = { id: string | null; isPublished: boolean }
const NOTHING: Begun = { id: null, isPublished: false }
type CarriedOut = Pick<Occurrence, 'outcome' | 'invoiceId' | 'failure' | 'failureSaid'> & { isLater: boolean }

/**
 * Performs the requested steps; a refused step leaves earlier ones done. `isLater` if only the mail exceeds today's
 * limit.
 */
const carriedOut = async (call: CompanyCall, recurring: Recurring, date: Day, begun = NOTHING): Promise<CarriedOut> => {
  const { outcome: asked } = recurring
  const created =
    begun.id === null
      ? await attempted(call, () => createInvoice(call, invoiceOn(call, recurring, date)))
      : { done: { id: begun.id } }
  if ('failure' in created) return { outcome: 'none', invoiceId: null, ...created }
  const invoiceId = created.done.id
  const asAsked = { invoiceId, failure: null, failureSaid: null, isLater: false }
  if (asked === 'draft' && !begun.isPublished) return { outcome: 'draft', ...asAsked }
  const published = begun.isPublished
    ? { done: null }
    : await attempted(call, () => publishDocument(call, invoiceId, 'invoice'))
  if ('failure' in published) return { outcome: 'draft', invoiceId, ...published }
  if (asked !== 'sent') return { outcome: 'published', ...asAsked }
  // It may have been sent by hand while it waited, or before this retry.
  if (begun.isPublished && (await wasSent(call, invoiceId))) return { outcome: 'sent', ...asAsked }
  const sent = await attempted(call, () => sendDocument(call, invoiceId, 'invoice', {}))
  return 'failure' in sent ? { outcome: 'published', invoiceId, ...sent } : { outcome: 'sent', ...asAsked }
}

type Attempted<T> = { done: T } | { failure: string; failureSaid: KeptSaid | null; isLater: boolean }

const jsonOf = (said: KeptSaid | null): string | null => said && JSON.stringify(said)

/** A refused step is rolled back, and reported in the words of its refusal. */
const attempted = async <T>(call: CompanyCall, work: () => Promise<T>): Promise<Attempted<T>> => {
  try {
    // The caller has started a transaction.
    return { done: await (call.db as Transaction).attempt(work) }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    // This resolves by itself.
    if (cause.kind === salesContribution.sendingRefusals.tooManyMails) {
      const said = waitsForRoom.said({ limit: MAX_MAILS_A_DAY })
      return { failure: said.in('en'), failureSaid: keptOf(said), isLater: true }
    }
    const [first] = cause.errors
    if (!first) return { failure: cause.message, failureSaid: keptOf(cause.said), isLater: false }
    const failureSaid = first.said ? keptOf(first.said) : null
    return { failure: `${first.field} ${first.message}`, failureSaid, isLater: false }
  }
}

/** No invoice is dated before the day it is made. */
const invoiceOn = ({ now }: CompanyCall, recurring: Recurring, date: Day): InvoiceBody => {
  const { invoice, paymentTermsDays } = recurring
  const today = dayOf(now)
  const invoiceDate = date < today ? today : date
  return {
    ...invoice,
    lineItems: linesOn(recurring, date),
    invoiceDate,
    ...(paymentTermsDays === null ? {} : { dueDate: addDays(invoiceDate, paymentTermsDays) }),
  }
}

/** The lines on a date: placeholders filled in, price changes applied. */
const linesOn = ({ invoice, schedule, language, priceChanges }: Recurring, date: Day): InvoiceBody['lineItems'] =>
  invoice.lineItems.map((line, index) => {
    const price = priceOn(line.unitPrice ?? null, index + 1, date, priceChanges)
    const isSold = line.itemType === 'salesItem' && price !== null
    const description = line.description && filledText(line.description, periodOf(schedule, date), language)
    return {
      ...line,
      ...(description === undefined ? {} : { description }),
      ...(isSold ? { unitPrice: Number(textFromMicro(price)) } : {}),
    }
  })
