// Turns events into deliveries of webhooks. A webhook stores the number of the last event it was given; the deliveries
// are written in the transaction that advances this number, so nothing is missed even if a process dies.
import { shutOutAmong } from '#access'
import { operator } from '#platform/actor'
import type { Call, CompanyCall, ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { type EventRow, eventsAfter, lastNumbers } from '#platform/event-log'
import { newId } from '#platform/id'
import { queueJob, queueJobs, type Work } from '#platform/job'
import { sql } from '#platform/sql'
import { disable } from './disabling.ts'
import { deliverKind, followKind } from './kinds.ts'
import { type Owner, scopesOf } from './owner.ts'
import { bodyOf, heardBy, resourceKeyOf } from './subscription.rules.ts'

type Following = { companyId: string; webhookId: string }

/** With the account of the webhook's owner. */
type Owned = Following & { accountId: string | null }

/** Most events that are processed at once, and most waiting deliveries of one webhook. */
const MAX_EVENTS = 500
const MAX_WAITING = 1000
/** How long new events are collected before they are processed, in milliseconds. */
const GATHERING_MS = 50
/** How many webhooks the sweep reads by one statement. */
const SWEPT = 1000

/** The call of a job for a company. */
export const callOf = (
  { standing, now }: { standing: ProcessContext; now: Date },
  db: Call['db'],
  companyId: string,
): CompanyCall => ({ ...standing, db, now, actor: operator, from: null, companyId })

type Followed = {
  position: bigint
  kinds: string[]
  owner_kind: Owner['kind']
  owner_id: string
  account_id: string | null
  waiting: number
}

/** Writes the next deliveries of a webhook, and queues them. */
export const queueNextDeliveries = ({ payload, database, ...work }: Work<Following>): Promise<void> =>
  database.of(payload.companyId).transaction(async (db) => {
    const { companyId, webhookId } = payload
    const call = callOf(work, db, companyId)
    const found = await db.maybe<Followed>(sql`
      select position, kinds, owner_kind, owner_id, account_id,
        (select count(*)::int from webhooks.delivery d
          where d.company_id = ${companyId} and d.subscription_id = ${webhookId} and d.state = 'waiting') as waiting
      from webhooks.subscription s
      where s.company_id = ${companyId} and s.id = ${webhookId} and s.is_active for update`)
    if (!found) return
    const scopes = await scopesOf(call, { kind: found.owner_kind, id: found.owner_id })
    if (scopes === undefined) return disable(call, webhookId, 'no-access')
    const room = Math.min(MAX_EVENTS, MAX_WAITING - found.waiting)
    if (room <= 0) return
    const kinds = heardBy(found.kinds, scopes)
    const programId = found.owner_kind === 'company' ? null : found.owner_id
    const asked = { tenantId: companyId, after: Number(found.position), kinds, limit: room, programId }
    const { last, events } = await eventsAfter(db, asked)
    const isMore = events.length === room
    await writeDown({ ...call, accountId: found.account_id }, webhookId, events, { isMore })
    await db.rows(sql`
      update webhooks.subscription set position = ${isMore ? events.at(-1)?.number : last}
      where company_id = ${companyId} and id = ${webhookId}`)
  })

const writeDown = async (
  call: CompanyCall & { accountId: string | null },
  webhookId: string,
  events: readonly EventRow[],
  { isMore }: { isMore: boolean },
): Promise<void> => {
  const { db, companyId, now } = call
  const deliveries = events.map((event) => ({
    id: newId(),
    number: String(event.number),
    kind: event.kind,
    resource: resourceKeyOf(event),
    body: bodyOf(companyId, event),
  }))
  if (deliveries.length === 0) return
  await db.rows(sql`
    insert into webhooks.delivery (
      company_id, id, subscription_id, event_number, kind, resource, body, state, created_at)
    select ${companyId}, id, ${webhookId}, number, kind, resource, body, 'waiting', ${now}
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (
      id uuid, number bigint, kind text, resource text, body text)`)
  await queueJobs(
    call,
    deliverKind,
    deliveries.map(({ id: deliveryId, resource }, index) => {
      const resumes = isMore && index === deliveries.length - 1
      return { companyId, webhookId, deliveryId, resource, ...(resumes ? { resumes } : {}) }
    }),
  )
}

type Swept = Owned & { position: bigint; ownerKind: Owner['kind']; ownerId: string }

/**
 * Queues every webhook that is behind, such as after a process died before queueing it, or whose integration has lost
 * access: when an agency ends that, there is no event in its clients that would trigger it.
 */
export const queueLaggingWebhooks = async ({ database, standing, now }: Work): Promise<void> => {
  let after = ''
  for (;;) {
    const active = await database.rows<Swept>(sql`
      select company_id as "companyId", id as "webhookId", account_id as "accountId", position,
        owner_kind as "ownerKind", owner_id as "ownerId"
      from webhooks.subscription
      where is_active and company_id::text || id::text > ${after}
      order by company_id::text || id::text limit ${SWEPT}`)
    const last = active.at(-1)
    if (!last) return
    after = last.companyId + last.webhookId
    const numbers = await lastNumbers(database, [...new Set(active.map(({ companyId }) => companyId))])
    const shutOut = await shutOutOf(database, active)
    for (const { companyId, webhookId, accountId, position } of active) {
      if ((numbers.get(companyId) ?? 0n) <= position && !shutOut.has(webhookId)) continue
      const call = { ...callOf({ standing, now }, database, companyId), accountId }
      await queueJob(call, followKind, { companyId, webhookId })
    }
  }
}

/** The webhooks among these whose integration no longer has access. */
const shutOutOf = async (database: Database, active: readonly Swept[]): Promise<ReadonlySet<string>> => {
  const ofIntegrations = active.flatMap(({ companyId, webhookId, ownerKind, ownerId: integrationId }) =>
    ownerKind === 'integration' ? [{ integrationId, companyId, webhookId }] : [],
  )
  return new Set((await shutOutAmong(database, ofIntegrations)).map(({ webhookId }) => webhookId))
}

/** Queues webhooks soon after this process commits events. The returned function stops this. */
export const tellWebhooks = (
  database: Database,
  { standing, clock, report }: { standing: ProcessContext; clock: () => Date; report: (cause: unknown) => void },
): (() => void) => {
  const notifications = new Set<string>()
  let gathering: NodeJS.Timeout | null = null
  let isOver = false
  const tell = async (): Promise<void> => {
    gathering = null
    const tenants = [...notifications]
    notifications.clear()
    const active = await database.rows<Owned>(sql`
      select company_id as "companyId", id as "webhookId", account_id as "accountId" from webhooks.subscription
      where company_id = any(${tenants}) and is_active`)
    for (const { accountId, ...payload } of active) {
      const call = { ...callOf({ standing, now: clock() }, database, payload.companyId), accountId }
      await queueJob(call, followKind, payload)
    }
  }
  database.whenTold((tenantId) => {
    if (isOver) return
    notifications.add(tenantId)
    // Failures are made up for by the sweep.
    gathering ??= setTimeout(() => void tell().catch(report), GATHERING_MS).unref()
  })
  return () => {
    isOver = true
    if (gathering) clearTimeout(gathering)
  }
}
