// Deliveries that wait: each has a job, or its webhook is switched off. They are sent anew when it is switched on, and
// when their jobs have been lost, as by an operator who drops them.
import type { CompanyCall } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { queueAll, type Work, withdraw, withoutJob } from '#platform/job'
import { empty, sql } from '#platform/sql'
import { callOf } from './follow.ts'
import { deliverKind, deliveryOrder } from './kinds.ts'
import { inItsName } from './owner.ts'

/** How many deliveries are looked at in one statement, and how many webhooks. */
const STEP = 1000

type Place = { companyId: string; webhookId: string }
/** Where a delivery stands in the order of what it tells of: by the number of its event, without one by its id. */
type Turn = { number: bigint; deliveryId: string }
type Waiting = Turn & { resource: string }

/** Before all of them, and the number of those that are of no event. */
const FIRST: Turn = { number: -1n, deliveryId: '00000000-0000-0000-0000-000000000000' }
const OF_NO_EVENT = 2n ** 63n - 1n

const payloadOf = ({ companyId, webhookId }: Place, { deliveryId, resource }: Omit<Waiting, 'number'>) => ({
  ...{ companyId, webhookId, deliveryId, resource },
})

/** Has what waits for a webhook sent in its order, with all attempts: what is about these resources, or all of it. */
export const sendWaiting = async (
  call: CompanyCall,
  webhookId: string,
  given: readonly string[] | null = null,
): Promise<void> => {
  const { db, companyId } = call
  const resources = given ?? (await resourcesOf(call, webhookId))
  const own = await inItsName(call, webhookId)
  await withdraw(
    call,
    deliverKind,
    resources.map((resource) => deliveryOrder({ webhookId, resource })),
  )
  for (let after: Turn = FIRST; ; ) {
    const waiting = await waitingAfter(db, { companyId, webhookId, resources, after })
    await queueAll(
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
 * The next of those that wait, of all resources where none are given. Ids are of the clocks of those that wrote the
 * deliveries down; events have their order. Only what waits is read, by its own index.
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

/** Has deliveries sent whose jobs have been lost, with those that wait behind them. */
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
        // Whoever adds deliveries, or switches the webhook, holds it: what was lost then is lost in earnest.
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

/** The resources of its deliveries that wait without a job. */
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
