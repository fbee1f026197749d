// Deliveries that wait: each has a job, or its webhook is switched off. They are sent anew when it is switched on, and
// when their jobs have been lost, as by an operator who drops them.
import type { CompanyCall } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { queueAll, type Work, withdraw, withoutJob } from '#platform/job'
import { empty, sql } from '#platform/sql'
import { callOf } from './follow.ts'
import { deliverKind, deliveryOrder } from './kinds.ts'

/** How many deliveries are looked at in one statement, and how many webhooks. */
const STEP = 1000
/** Before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000'

type Place = { companyId: string; webhookId: string }
type Waiting = { deliveryId: string; resource: string }

/** Has what waits for a webhook sent in its order, with all attempts: what is about these resources, or all of it. */
export const sendWaiting = async (
  call: CompanyCall,
  webhookId: string,
  given: readonly string[] | null = null,
): Promise<void> => {
  const { db, companyId } = call
  const resources = given ?? (await resourcesOf(call, webhookId))
  await withdraw(
    call,
    deliverKind,
    resources.map((resource) => deliveryOrder({ webhookId, resource })),
  )
  for (let after = FIRST; ; ) {
    const waiting = await waitingAfter(db, { companyId, webhookId, resources, after })
    await queueAll(
      call,
      deliverKind,
      waiting.map((one) => ({ companyId, webhookId, ...one })),
    )
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return
    after = last.deliveryId
  }
}

const resourcesOf = async ({ db, companyId }: CompanyCall, webhookId: string): Promise<string[]> => {
  const found = await db.rows<{ resource: string }>(sql`
    select distinct resource from webhooks.delivery
    where company_id = ${companyId} and subscription_id = ${webhookId} and state = 'waiting'`)
  return found.map(({ resource }) => resource)
}

/** The next of those that wait, of all resources where none are given. */
const waitingAfter = (
  db: Db,
  { companyId, webhookId, after, resources }: Place & { after: string; resources?: readonly string[] },
): Promise<Waiting[]> => {
  const about = resources ? sql`and resource = any(${[...resources]})` : empty
  return db.rows(sql`
    select id as "deliveryId", resource from webhooks.delivery
    where company_id = ${companyId} and subscription_id = ${webhookId} and state = 'waiting' and id > ${after} ${about}
    order by id limit ${STEP}`)
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
  for (let after = FIRST; ; ) {
    const waiting = await waitingAfter(database.of(companyId), { companyId, webhookId, after })
    const payloads = waiting.map((one) => ({ companyId, webhookId, ...one }))
    for (const { resource } of await withoutJob(database, deliverKind, payloads)) resources.add(resource)
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return [...resources]
    after = last.deliveryId
  }
}
