// Waiting deliveries: each has a job, or its webhook is switched off. They are queued again when it is switched on, and
// when their jobs were lost, such as dropped by an operator.
import type { CompanyCall } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { queueJobs, type Work, withdrawJobs, withoutJob } from '#platform/job'
import { empty, sql } from '#platform/sql'
import { callOf } from './follow.ts'
import { deliverKind, deliveryOrder } from './kinds.ts'
import { inItsName } from './owner.ts'

/** Most deliveries, and most webhooks, read by one statement. */
const STEP = 1000

type Place = { companyId: string; webhookId: string }
/** The position of a delivery in the order: the number of its event, otherwise its id. */
type Turn = { number: bigint; deliveryId: string }
type Waiting = Turn & { resource: string }

/** Sorts before all deliveries; and the number of those without an event. */
const FIRST: Turn = { number: -1n, deliveryId: '00000000-0000-0000-0000-000000000000' }
const OF_NO_EVENT = 2n ** 63n - 1n

const payloadOf = ({ companyId, webhookId }: Place, { deliveryId, resource }: Omit<Waiting, 'number'>) => ({
  companyId,
  webhookId,
  deliveryId,
  resource,
})

/** Queues the waiting deliveries of a webhook in order, with all attempts: those of these resources, or all. */
export const sendWaiting = async (
  call: CompanyCall,
  webhookId: string,
  given: readonly string[] | null = null,
): Promise<void> => {
  const { db, companyId } = call
  const resources = given ?? (await resourcesOf(call, webhookId))
  const own = await inItsName(call, webhookId)
  await withdrawJobs(
    call,
    deliverKind,
    resources.map((resource) => deliveryOrder({ webhookId, resource })),
  )
  for (let after: Turn = FIRST; ; ) {
    const waiting = await waitingAfter(db, { companyId, webhookId, resources, after })
    await queueJobs(
      own,
      deliverKind,
      waiting.map((one) => payloadOf({ companyId, webhookId }, one)),
    )
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return
    after = last
  }
}

const resourcesOf = async ({ db, companyId }: CompanyCall, webhookId: string): Promise<string[]> => {
  const found = await db.rows<{ resource: string }>(sql`
    select distinct resource from webhooks.delivery
    where company_id = ${companyId} and subscription_id = ${webhookId} and state = 'waiting'`)
  return found.map(({ resource }) => resource)
}

/**
 * The next waiting deliveries, of all resources if none are given. Ordered by event number, because ids depend on the
 * clocks of the processes that wrote them. Uses an index on waiting deliveries only.
 */
const waitingAfter = (
  db: Db,
  { companyId, webhookId, after, resources }: Place & { after: Turn; resources?: readonly string[] },
): Promise<Waiting[]> => {
  const about = resources ? sql`and resource = any(${[...resources]})` : empty
  const number = sql`coalesce(event_number, ${OF_NO_EVENT}::bigint)`
  return db.rows(sql`
    select id as "deliveryId", ${number} as number, resource from webhooks.delivery
    where company_id = ${companyId} and subscription_id = ${webhookId} and state = 'waiting'
      and (${number}, id) > (${after.number}::bigint, ${after.deliveryId}::uuid) ${about}
    order by ${number}, id limit ${STEP}`)
}

/** Queues deliveries whose jobs were lost, and those waiting behind them. */
export const sendLost = async ({ database, standing, now, signal }: Work): Promise<void> => {
  for (let after = ''; ; ) {
    const webhooks = await database.rows<Place>(sql`
      select s.company_id as "companyId", s.id as "webhookId" from webhooks.subscription s
      where s.is_active and s.company_id::text || s.id::text > ${after} and exists (
        select from webhooks.delivery d
        where d.company_id = s.company_id and d.subscription_id = s.id and d.state = 'waiting')
      order by s.company_id::text || s.id::text limit ${STEP}`)
    for (const place of webhooks) {
      if (signal.aborted) return
      if ((await lostOf(database, place)).length === 0) continue
      await database.of(place.companyId).transaction(async (db) => {
        // Adding deliveries, and switching the webhook, also lock it; so jobs found missing under the lock are really
        // lost.
        const held = await db.rows(sql`
          select from webhooks.subscription
          where company_id = ${place.companyId} and id = ${place.webhookId} and is_active for update`)
        const resources = held.length === 0 ? [] : await lostOf(database, place)
        if (resources.length > 0)
          await sendWaiting(callOf({ standing, now }, db, place.companyId), place.webhookId, resources)
      })
    }
    const last = webhooks.at(-1)
    if (!last || webhooks.length < STEP) return
    after = last.companyId + last.webhookId
  }
}

/** The resources with waiting deliveries that have no job. */
const lostOf = async (database: Database, { companyId, webhookId }: Place): Promise<string[]> => {
  const resources = new Set<string>()
  for (let after: Turn = FIRST; ; ) {
    const waiting = await waitingAfter(database.of(companyId), { companyId, webhookId, after })
    const payloads = waiting.map((one) => payloadOf({ companyId, webhookId }, one))
    for (const { resource } of await withoutJob(database, deliverKind, payloads)) resources.add(resource)
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return [...resources]
    after = last
  }
}
