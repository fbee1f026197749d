// Delivers events to webhooks, signed according to Standard Webhooks. Deliveries are retried until the receiver accepts
// them, at least once, and in order for each resource; after three days without success, the webhook is switched off.
import { Webhook } from 'standardwebhooks'
import type { CompanyCall, ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { Postponed, queueJob, type Work, wakeJobs } from '#platform/job'
import { unseal } from '#platform/seal'
import { sql } from '#platform/sql'
import { allowedIn } from './allowed-addresses.ts'
import { disable } from './disabling.ts'
import { callOf } from './follow.ts'
import { deliverKind, followKind } from './kinds.ts'
import { inItsName, type Owner, scopesOf } from './owner.ts'
import { newSender, type Outcome, type Sender } from './sending.ts'
import { isPausedAt, waitOf } from './subscription.rules.ts'

export type Delivering = {
  companyId: string
  webhookId: string
  deliveryId: string
  resource: string
  resumes?: boolean
}

type Found = {
  url: string
  sealed_secret: Buffer
  sealed_earlier_secret: Buffer | null
  earlier_until: Date | null
  paused_until: Date | null
  unanswered: number
  owner_kind: Owner['kind']
  owner_id: string
  body: string
}

const GONE = 410

/**
 * Delivers with this sender; by default with one that follows the operator's list of allowed addresses, created at the
 * first delivery.
 */
export const delivererBy = (given?: Sender) => {
  const own = new Map<string, Sender>()
  const senderFor = (allowed: readonly string[]): Sender => {
    const sender = given ?? own.get(allowed.join()) ?? newSender(allowed)
    own.set(allowed.join(), sender)
    return sender
  }
  return async (work: Work<Delivering>): Promise<void> => {
    const { payload, database, standing, now, signal } = work
    const { companyId, webhookId, deliveryId } = payload
    const found = await database.of(companyId).maybe<Found>(sql`
      select s.url, s.sealed_secret, s.sealed_earlier_secret, s.earlier_until, s.paused_until, s.unanswered,
        s.owner_kind, s.owner_id, d.body
      from webhooks.delivery d join webhooks.subscription s on s.company_id = d.company_id and s.id = d.subscription_id
      where d.company_id = ${companyId} and d.id = ${deliveryId} and s.company_id = ${companyId}
        and d.subscription_id = ${webhookId} and d.state = 'waiting' and s.is_active`)
    // Already delivered, deleted, or switched off; in the last case it waits until the webhook is switched on.
    if (!found) return
    // Access may have been ended by an agency, which causes no event in this company.
    const owner = { kind: found.owner_kind, id: found.owner_id }
    const scopes = await scopesOf({ db: database.of(companyId), companyId }, owner)
    if (scopes === undefined) return switchOff(work)
    const { paused_until: pausedUntil, unanswered } = found
    if (pausedUntil !== null && isPausedAt({ pausedUntil, unanswered }, now)) {
      throw new Postponed(pausedUntil, { webhookId }, () => isPaused(database, { companyId, webhookId, now }))
    }
    const send = senderFor(await allowedIn({ db: database.of(companyId), companyId }, standing))
    const headers = headersOf(standing, found, payload, now)
    const outcome = await send(found.url, { headers, body: found.body, signal })
    if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) await noteSuccess(work, outcome)
    else await noteFailure(work, outcome)
  }
}

/** Deliveries stay in the queue, since the owner may regain access and switch the webhook on again. */
const switchOff = ({ payload: { companyId, webhookId }, database, ...work }: Work<Delivering>): Promise<void> =>
  database.of(companyId).transaction((db) => disable(callOf(work, db, companyId), webhookId, 'no-access'))

/** Whether the pause is still on, after waiting for a transaction that ends it. */
const isPaused = async (
  database: Database,
  { companyId, webhookId, now }: { companyId: string; webhookId: string; now: Date },
): Promise<boolean> => {
  const found = await database.of(companyId).maybe(sql`
    select 1 from webhooks.subscription
    where company_id = ${companyId} and id = ${webhookId} and paused_until > ${now} for share`)
  return found !== null
}

const headersOf = (
  { keysFor }: ProcessContext,
  found: Found,
  { companyId, webhookId, deliveryId }: Delivering,
  now: Date,
): Record<string, string> => {
  const { sealed_secret: present, sealed_earlier_secret: earlier, earlier_until: until, body } = found
  const sealed = earlier && until && until > now ? [present, earlier] : [present]
  const signatures = sealed.map((one) =>
    new Webhook(unseal(keysFor('webhooks'), one, `${companyId} ${webhookId}`)).sign(deliveryId, now, body),
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Grundbok-Webhooks/1',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

const noteSuccess = ({ payload, database, ...work }: Work<Delivering>, { status, answer, ms }: Outcome) =>
  database.of(payload.companyId).transaction(async (db) => {
    const { companyId, webhookId, deliveryId, resumes } = payload
    const { now } = work
    await db.rows(sql`
      update webhooks.delivery set state = 'delivered', delivered_at = ${now}, attempts = attempts + 1,
        first_attempt_at = coalesce(first_attempt_at, ${now}), last_attempt_at = ${now}, status = ${status},
        duration_ms = ${ms}, answer = ${answer}, error = null
      where company_id = ${companyId} and id = ${deliveryId} and state = 'waiting'`)
    const call = callOf(work, db, companyId)
    await noteAnswer(call, webhookId)
    if (resumes) await queueJob(await inItsName(call, webhookId), followKind, { companyId, webhookId })
  })

/** The receiver answers, so deliveries that wait for the end of a pause are sent immediately. */
const noteAnswer = async (call: CompanyCall, webhookId: string): Promise<void> => {
  const { db, companyId } = call
  const own = sql`company_id = ${companyId} and id = ${webhookId}`
  // Usually there is nothing to save, and no lock is taken.
  const was = await db.maybe<{ unanswered: number; since: Date | null }>(sql`
    select unanswered, failing_since as since from webhooks.subscription
    where ${own} and (failing_since is not null or unanswered > 0) for update`)
  if (!was) return
  await db.rows(sql`
    update webhooks.subscription set failing_since = null, unanswered = 0, paused_until = null where ${own}`)
  if (was.unanswered === 0) return
  // Deliveries tried before others were accepted are ones that the receiver cannot handle, so they keep their own
  // pauses.
  const tried = await db.rows<{ id: string }>(sql`
    select id from webhooks.delivery
    where company_id = ${companyId} and subscription_id = ${webhookId} and state = 'waiting'
      and first_attempt_at < ${was.since}`)
  await wakeJobs(call, deliverKind, { webhookId }, { deliveryId: tried.map(({ id }) => id) })
}

/** Saves a failed attempt, and throws the reason, so that it is retried after a pause. */
const noteFailure = async (
  { payload, database, isLast, ...work }: Work<Delivering>,
  { status, answer, error, ms }: Outcome,
): Promise<void> => {
  const { companyId, webhookId, deliveryId, resumes } = payload
  const { now } = work
  const why = error ?? `The answer was ${status}`
  const isOver = isLast || status === GONE
  await database.of(companyId).transaction(async (db) => {
    const call = callOf(work, db, companyId)
    const noted = await db.maybe<{ first: Date }>(sql`
      update webhooks.delivery set state = ${isOver ? 'failed' : 'waiting'}, attempts = attempts + 1,
        first_attempt_at = coalesce(first_attempt_at, ${now}), last_attempt_at = ${now}, status = ${status},
        duration_ms = ${ms}, answer = ${answer}, error = ${why}
      where company_id = ${companyId} and id = ${deliveryId} and state = 'waiting'
      returning first_attempt_at as first`)
    // The delivery was deleted meanwhile, with its webhook.
    if (!noted) return
    const isItsOwn = await noteOnWebhook(call, webhookId, { status, first: noted.first })
    if (status === GONE) await disable(call, webhookId, 'gone')
    else if (isLast && !isItsOwn) await disable(call, webhookId, 'failing')
    else if (isOver && resumes) await queueJob(await inItsName(call, webhookId), followKind, { companyId, webhookId })
  })
  if (!isOver) throw new Error(why)
}

/**
 * Saves a failure for the webhook: if the receiver does not answer at all, all deliveries to it pause. Returns whether
 * others were accepted since the first attempt of this one: then the receiver has a problem with this one only, and
 * nothing pauses.
 */
const noteOnWebhook = async (
  { db, companyId, now }: CompanyCall,
  webhookId: string,
  { status, first }: { status: number | null; first: Date },
): Promise<boolean> => {
  const own = sql`company_id = ${companyId} and id = ${webhookId}`
  const was = await db.one<{ unanswered: number; since: Date | null; pausedUntil: Date | null }>(sql`
    select unanswered, failing_since as since, paused_until as "pausedUntil" from webhooks.subscription
    where ${own} for update`)
  const since = was.since ?? now
  const isItsOwn = since > first
  const silence = () => ({
    unanswered: was.unanswered + 1,
    pausedUntil: new Date(now.getTime() + waitOf(was.unanswered + 1)),
  })
  const heard = { unanswered: 0, pausedUntil: null }
  const { unanswered, pausedUntil } = status !== null ? heard : isItsOwn ? was : silence()
  await db.rows(sql`
    update webhooks.subscription set failing_since = ${since}, unanswered = ${unanswered},
      paused_until = ${pausedUntil} where ${own}`)
  return isItsOwn
}
