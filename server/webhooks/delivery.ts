// The log of deliveries of webhooks, from which they can be sent again.
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { queueJobs } from '#platform/job'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'
import { deliverKind } from './kinds.ts'
import { inItsName } from './owner.ts'
import { webhookFaults as faults, webhookRefusals as refusals } from './refusals.ts'
import { endPause, readWebhook } from './subscription.ts'

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export type Delivery = {
  id: string
  kind: Kind
  eventNumber: bigint | null
  body: string
  state: (typeof deliveryStates)[number]
  attempts: number
  createdAt: Date
  lastAttemptAt: Date | null
  deliveredAt: Date | null
  status: number | null
  durationMs: number | null
  answer: string | null
  error: string | null
}

/** The deliveries to send again: created from one moment on, and before another, in some states. */
type Range = { createdFrom: Date; createdTo: Date; states: readonly string[] }

/** Most deliveries that one request sends again. */
export const MAX_REDELIVERED = 1000
/** How long deliveries are kept, in milliseconds (30 days), and how long waiting ones (90 days). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const WAITING_KEPT_MS = 3 * KEPT_MS

const COLUMNS = sql`d.id, d.kind, d.event_number as "eventNumber", d.body, d.state, d.attempts,
  d.created_at as "createdAt", d.last_attempt_at as "lastAttemptAt", d.delivered_at as "deliveredAt", d.status,
  d.duration_ms as "durationMs", d.answer, d.error`

/** A page of the deliveries of a webhook, newest first. */
export const listDeliveries = async (
  call: CompanyCall,
  webhookId: string,
  request: PageRequest,
): Promise<Page<Delivery>> => {
  await readWebhook(call, webhookId)
  return listPage(call, deliveryList({ companyId: call.companyId, webhookId }), request)
}

export const deliveryList = (of: { companyId: string; webhookId: string }): List<Delivery, Delivery> => ({
  name: `deliveries ${of.webhookId}`,
  columns: COLUMNS,
  from: sql`webhooks.delivery d`,
  where: sql`d.company_id = ${of.companyId} and d.subscription_id = ${of.webhookId}`,
  key: [sql`d.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      state: { type: 'string', column: sql`d.state` },
      kind: { type: 'string', column: sql`d.kind` },
      createdDateTime: { type: 'datetime', column: sql`d.created_at` },
    },
  },
  itemOf: (delivery) => delivery,
})

export const readDelivery = async (call: CompanyCall, webhookId: string, id: string): Promise<Delivery> => {
  await readWebhook(call, webhookId)
  const found = await call.db.maybe<Delivery>(sql`
    select ${COLUMNS} from webhooks.delivery d
    where d.company_id = ${call.companyId} and d.subscription_id = ${webhookId} and d.id = ${id}`)
  if (!found) throw refusals.deliveryNotFound({ id })
  return found
}

/** Sends one delivery again, with all its attempts. */
export const redeliver = async (call: CompanyCall, webhookId: string, id: string): Promise<void> => {
  await lockActive(call, webhookId)
  const { state } = await readDelivery(call, webhookId, id)
  if (state === 'waiting') throw refusals.onItsWay({ id })
  await sendAgain(call, webhookId, sql`id = ${id}`)
}

/** The same for finished deliveries in a range, oldest first; returns how many. */
export const redeliverRange = async (call: CompanyCall, webhookId: string, range: Range): Promise<number> => {
  const { createdFrom, createdTo, states } = range
  refuseIfAny(createdTo < createdFrom ? [faults.notARange('#/createdTo')] : [])
  await lockActive(call, webhookId)
  return sendAgain(
    call,
    webhookId,
    sql`created_at >= ${createdFrom} and created_at < ${createdTo} and state = any(${[...states]})
      and state <> 'waiting'`,
  )
}

const lockActive = async (call: CompanyCall, webhookId: string): Promise<void> => {
  const { isActive } = await readWebhook(call, webhookId, { lock: true })
  if (!isActive) throw refusals.notActive({ id: webhookId })
}

const sendAgain = async (call: CompanyCall, webhookId: string, which: Sql): Promise<number> => {
  const { db, companyId } = call
  const again = await db.rows<Again>(sql`
    update webhooks.delivery set state = 'waiting', delivered_at = null, attempts = 0, first_attempt_at = null
    where company_id = ${companyId} and id in (
      select id from webhooks.delivery
      where company_id = ${companyId} and subscription_id = ${webhookId} and ${which}
      order by id limit ${MAX_REDELIVERED})
    returning id as "deliveryId", resource, event_number as number`)
  await queueJobs(
    await inItsName(call, webhookId),
    deliverKind,
    again.sort(byEvent).map(({ deliveryId, resource }) => ({ companyId, webhookId, deliveryId, resource })),
  )
  await endPause(call, webhookId)
  recordEvent(call, 'webhook.redelivered', { id: webhookId }, { id: webhookId, count: again.length })
  return again.length
}

type Again = { deliveryId: string; resource: string; number: bigint | null }

/**
 * By event number, because ids depend on the clocks of the processes that wrote them. Deliveries without an event come
 * last.
 */
const byEvent = (one: Again, other: Again): number => {
  if (one.number === other.number) return one.deliveryId < other.deliveryId ? -1 : 1
  if (one.number === null) return 1
  return other.number === null || one.number < other.number ? -1 : 1
}

export const forgetOldDeliveries = async (db: Db, now: Date, signal?: AbortSignal): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const where = sql`(state <> 'waiting' or created_at <= ${before(WAITING_KEPT_MS)})`
  await forgetOld(db, { table: sql`webhooks.delivery`, at: sql`created_at`, where, upto: before(KEPT_MS), signal })
}
