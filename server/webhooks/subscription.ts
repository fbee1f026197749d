// Webhooks of a company: URLs that receive its events. Each has a secret that signs its deliveries.
import { randomBytes } from 'node:crypto'
import { accountOf } from '#platform/actor'
import { type CompanyCall, serviceTime } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { lastNumbers } from '#platform/event-log'
import { newId } from '#platform/id'
import { queueJob, wakeJobs } from '#platform/job'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { seal } from '#platform/seal'
import { empty, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { allowedIn } from './allowed-addresses.ts'
import { deliverKind, followKind } from './kinds.ts'
import { inItsName, isSeenBy, type Owner, ownerOf, scopesOf } from './owner.ts'
import { webhookRefusals as refusals } from './refusals.ts'
import { bodyOf, faultsOfKinds, faultsOfUrl, MAX_WEBHOOKS, resourceKeyOf, TEST_KIND } from './subscription.rules.ts'
import { sendWaiting } from './waiting.ts'

export type Webhook = {
  id: string
  url: string
  kinds: Kind[]
  isActive: boolean
  disabledBecause: 'failing' | 'gone' | 'no-access' | null
  ownerKind: Owner['kind']
  ownerName: string
  position: bigint
  failingSince: Date | null
  createdAt: Date
  changedAt: Date
}

type WebhookForm = { url: string; kinds: readonly Kind[]; isActive: boolean }

/** How long an earlier secret signs beside the new one, in milliseconds (a day). */
const ROTATING_MS = 24 * 60 * 60 * 1000
/** Bytes of a secret (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 32
/** The purpose of the key that seals secrets. */
const PURPOSE = 'webhooks'

/** The columns of webhook `s`, without its secret. */
export const WEBHOOK_COLUMNS = sql`s.id, s.url, s.kinds, s.is_active as "isActive",
  s.disabled_because as "disabledBecause", s.owner_kind as "ownerKind", s.owner_name as "ownerName", s.position,
  s.failing_since as "failingSince", s.created_at as "createdAt", s.changed_at as "changedAt"`

/** Creates a webhook; its secret is only in this answer. It receives events from now on. */
export const createWebhook = async (call: CompanyCall, form: WebhookForm): Promise<Webhook & { secret: string }> => {
  const { db, companyId, now } = call
  const owner = ownerOf(call)
  await refuseWrong(call, form)
  // Serializes creation, because the number is limited.
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${companyId} ${owner.id}`}, 0))`)
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from webhooks.subscription s where s.company_id = ${companyId} and ${isOwn(owner)}`)
  if (count >= MAX_WEBHOOKS) throw refusals.tooManyWebhooks({ limit: MAX_WEBHOOKS })
  const id = newId()
  const secret = newWebhookSecret()
  const sealed = seal(call.keysFor(PURPOSE), secret, placeOf([companyId, id]))
  const position = (await lastNumbers(db, [companyId])).get(companyId) ?? 0n
  await db.rows(sql`
    insert into webhooks.subscription (company_id, id, owner_kind, owner_id, owner_name, account_id, url, kinds,
      sealed_secret, created_at, changed_at, position, is_active)
    values (${companyId}, ${id}, ${owner.kind}, ${owner.id}, ${owner.name}, ${accountOf(call.actor)}, ${form.url},
      ${[...form.kinds]}, ${sealed}, ${now}, ${now}, ${position}, ${form.isActive})`)
  recordEvent(call, 'webhook.created', { id }, { id, ...toldOf(form) })
  return { ...(await readWebhook(call, id)), secret }
}

const isOwn = ({ kind, id }: Owner) => sql`(s.owner_kind = ${kind} and s.owner_id = ${id})`

/** The contents of a history entry. The path of a URL may be secret, so only the host is included. */
const toldOf = ({ url, kinds, isActive }: WebhookForm) => ({ host: new URL(url).host, kinds, isActive })

const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

const refuseWrong = async (call: CompanyCall, { url, kinds }: WebhookForm): Promise<void> => {
  const scopes = await scopesOf(call, ownerOf(call))
  refuseIfAny([
    ...faultsOfUrl(url, await allowedIn(call, call)),
    ...faultsOfKinds(kinds, scopes ?? (scopes === null ? null : new Set())),
  ])
}

/** A page of the webhooks that the caller sees, newest first. */
export const listWebhooks = (call: CompanyCall, request: PageRequest): Promise<Page<Webhook>> => {
  const list: List<Webhook, Webhook> = {
    name: 'webhooks',
    columns: WEBHOOK_COLUMNS,
    from: sql`webhooks.subscription s`,
    where: sql`s.company_id = ${call.companyId} and ${isSeenBy(call)}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        url: { type: 'string', column: sql`s.url` },
        modifiedDateTime: { type: 'datetime', column: sql`s.changed_at` },
      },
    },
    itemOf: (webhook) => webhook,
  }
  return listPage(call, list, request)
}

/** One webhook that the caller sees; `lock` locks it until the transaction ends. */
export const readWebhook = async (
  call: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Webhook> => {
  const found = await call.db.maybe<Webhook>(sql`
    select ${WEBHOOK_COLUMNS} from webhooks.subscription s
    where s.company_id = ${call.companyId} and s.id = ${id} and ${isSeenBy(call)} ${lock ? sql`for update` : empty}`)
  if (!found) throw refusals.webhookNotFound({ id })
  return found
}

/** Changes the URL and kinds of a webhook; if reactivated, it continues where it was. */
export const changeWebhook = async (
  call: CompanyCall,
  { id, form }: { id: string; form: WebhookForm },
): Promise<Webhook> => {
  const { db, companyId, now } = call
  await readWebhook(call, id, { lock: true })
  await refuseWrong(call, form)
  await db.rows(sql`
    update webhooks.subscription set url = ${form.url}, kinds = ${[...form.kinds]}, is_active = ${form.isActive},
      disabled_because = null, failing_since = null, unanswered = 0, paused_until = null, changed_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  if (form.isActive) await goOn(call, id)
  recordEvent(call, 'webhook.changed', { id }, { id, ...toldOf(form) })
  return readWebhook(call, id)
}

/** Sends waiting deliveries, and processes the events since. */
const goOn = async (call: CompanyCall, id: string): Promise<void> => {
  await sendWaiting(call, id)
  await queueJob(await inItsName(call, id), followKind, { companyId: call.companyId, webhookId: id })
}

/** Removes a webhook and the log of its deliveries. */
export const deleteWebhook = async (call: CompanyCall, id: string): Promise<void> => {
  await readWebhook(call, id, { lock: true })
  await call.db.rows(sql`delete from webhooks.subscription where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'webhook.deleted', { id }, { id })
}

/** Gives a webhook a new secret; the earlier one signs beside it for a day. */
export const rotateSecret = async (call: CompanyCall, id: string): Promise<{ secret: string; earlierUntil: Date }> => {
  const { db, companyId, now } = call
  await readWebhook(call, id, { lock: true })
  const secret = newWebhookSecret()
  // Deliveries are signed by the clock of the service, not that of the company.
  const earlierUntil = new Date(serviceTime(call).getTime() + ROTATING_MS)
  await db.rows(sql`
    update webhooks.subscription set sealed_earlier_secret = sealed_secret, earlier_until = ${earlierUntil},
      sealed_secret = ${seal(call.keysFor(PURPOSE), secret, placeOf([companyId, id]))}, changed_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'webhook.secret-rotated', { id }, { id })
  return { secret, earlierUntil }
}

/**
 * Ends a pause on the owner's request: waiting deliveries are sent immediately, until the receiver fails to answer
 * again.
 */
export const endPause = async (call: CompanyCall, id: string): Promise<void> => {
  const ended = await call.db.maybe(sql`
    update webhooks.subscription set paused_until = null
    where company_id = ${call.companyId} and id = ${id} and paused_until is not null returning 1`)
  if (ended) await wakeJobs(call, deliverKind, { webhookId: id })
}

/** Sends a test to a webhook; returns the id of the delivery. */
export const testWebhook = async (call: CompanyCall, id: string): Promise<string> => {
  const { db, companyId, now, actor } = call
  const { isActive } = await readWebhook(call, id, { lock: true })
  if (!isActive) throw refusals.notActive({ id })
  const deliveryId = newId()
  const event = { kind: TEST_KIND, number: null, resource_id: id, of_id: null, happened_at: now }
  const by = { actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name }
  const resource = resourceKeyOf(event)
  await db.rows(sql`
    insert into webhooks.delivery (company_id, id, subscription_id, kind, resource, body, state, created_at)
    values (${companyId}, ${deliveryId}, ${id}, ${TEST_KIND}, ${resource}, ${bodyOf(companyId, { ...event, ...by })},
      'waiting', ${now})`)
  await queueJob(await inItsName(call, id), deliverKind, { companyId, webhookId: id, deliveryId, resource })
  await endPause(call, id)
  recordEvent(call, 'webhook.tested', { id }, {})
  return deliveryId
}

const placeOf = (key: readonly string[]): string => key.join(' ')

const sealedSecretIn = (column: string): SealedColumn => ({
  what: 'secrets of webhooks',
  purpose: PURPOSE,
  table: 'webhooks.subscription',
  column,
  key: ['company_id', 'id'],
  placeOf,
})

export const sealedWebhookSecrets: readonly SealedColumn[] = [
  sealedSecretIn('sealed_secret'),
  { ...sealedSecretIn('sealed_earlier_secret'), what: 'earlier secrets of webhooks' },
]
