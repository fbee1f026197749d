// The rules of webhooks: valid URLs, the kinds of events, and the contents of deliveries.
import ipaddr from 'ipaddr.js'
import { momentText } from '#platform/day'
import type { Kind } from '#platform/event-kinds'
import type { EventRow } from '#platform/event-log'
import { kindsSeenBy, refOf, toldKinds } from '#platform/event-places'
import type { FieldError } from '#platform/refusal'
import { webhookFaults as faults } from './refusals.ts'

export const MAX_URL = 2000
/** Most webhooks of an integration, or of the company itself, in one company. */
export const MAX_WEBHOOKS = 100

/** The kind of a test, which no event has. */
export const TEST_KIND = 'webhook.tested'

/** The private addresses, and those without https, that the operator has configured. */
export type Allowed = readonly string[]

/** The errors of a URL that can be found without a request. */
export const faultsOfUrl = (text: string, allowed: Allowed): FieldError[] => {
  if (text.length > MAX_URL) return [faults.urlTooLong('#/url', { limit: MAX_URL })]
  const url = URL.canParse(text) ? new URL(text) : null
  const host = url ? hostOf(url) : ''
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username !== '' || url.password !== '' || url.hash !== '') return [faults.url('#/url')]
  if (mayBeNamed(host, allowed)) return []
  if (!isPublic(host)) return [faults.privateAddress('#/url', { host })]
  return url.protocol === 'https:' ? [] : [faults.url('#/url')]
}

/** The host of a URL, IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** An address configured by the operator, or a name that could resolve to one. */
const mayBeNamed = (host: string, allowed: Allowed): boolean =>
  ipaddr.isValid(host) ? allowed.includes(host) : allowed.length > 0

/** Whether an address requires https: a public one that the operator has not configured. */
export const takesHttpsOnly = (address: string, allowed: Allowed): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast' && !allowed.includes(address)

/** A public address, or a name that could resolve to one; the result is checked on every request. */
const isPublic = (host: string): boolean =>
  ipaddr.isValid(host)
    ? ipaddr.parse(host).range() === 'unicast'
    : host.includes('.') && !/(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)

/** The kinds that may not be read with these scopes. */
export const faultsOfKinds = (kinds: readonly string[], scopes: ReadonlySet<string> | null): FieldError[] => {
  const seen = new Set<string>(kindsSeenBy(scopes))
  return kinds.flatMap((kind, index) => {
    const scope = toldKinds.company.get(kind as Kind) ?? ''
    return seen.has(kind) ? [] : [faults.unreadableKind(`#/kinds/${index}`, { kind, scope })]
  })
}

/** The kinds delivered to a webhook that has requested some; none requested means all. */
export const heardBy = (kinds: readonly string[], scopes: ReadonlySet<string> | null): Kind[] =>
  kindsSeenBy(scopes).filter((kind) => kinds.length === 0 || kinds.includes(kind))

/** The key of the order of deliveries: the resource, or its parent. */
export const resourceKeyOf = ({ of_id: ofId, resource_id: id }: Pick<EventRow, 'of_id' | 'resource_id'>): string =>
  ofId ?? id

type Told = Omit<EventRow, 'number' | 'kind'> & { number: bigint | null; kind: string }

/** The body of a delivery, in the form of Standard Webhooks: what happened, and where to read it. */
export const bodyOf = (companyId: string, event: Told): string => {
  const { kind, number, happened_at: at, actor_kind, actor_id, actor_name } = event
  const actor = { kind: actor_kind, id: actor_id, name: actor_name }
  const resource = refOf(companyId, event)
  const data = { companyId, number: number === null ? null : Number(number), actor, resource }
  return JSON.stringify({ type: kind, timestamp: momentText(at), data })
}

/** How long the receiver is not contacted after so many unanswered requests in a row, in milliseconds. */
export const waitOf = (unanswered: number): number => WAITS_MS[Math.min(unanswered, WAITS_MS.length) - 1] ?? 0

/** The longest of these pauses, in milliseconds (an hour). */
export const LONGEST_PAUSE_MS = 3_600_000

/** A single lost request causes no pause; then they grow up to an hour. */
const WAITS_MS = [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, LONGEST_PAUSE_MS]

/** Most difference between the clocks of processes, in milliseconds. */
const SKEW_MS = 60_000

/** Whether the webhook is paused now; a pause that ends impossibly late was begun before a clock was turned back. */
export const isPausedAt = (
  { pausedUntil, unanswered }: { pausedUntil: Date | null; unanswered: number },
  now: Date,
): boolean => {
  const leftMs = (pausedUntil ?? now).getTime() - now.getTime()
  return leftMs > 0 && leftMs <= waitOf(unanswered) + SKEW_MS
}
