// Each kind of event has one scope that lets a caller see it, the same in the feed, in the stream and in webhooks: that
// of the endpoint of its resource.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agencyScopes, allScopes, identityService } from '#identity'
import { recordEvent } from '#platform/event'
import { type Kind, resources } from '#platform/event-kinds'
import { placeOf, resourceOf, toldKinds, type Whose } from '#platform/event-places'
import { newId } from '#platform/id'
import { rows } from '#programs/app'
import { newAgency, newIntegration } from '#support/callers'
import { checked, checkedRequests } from '#support/checked'
import { EVERY_MS, every } from '#support/every'
import { newRunner } from '#support/jobs'
import { openStream } from '#support/reading/stream'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService } from '#support/service'
import { webhookJobs, webhooksService } from '#webhooks'

let service: Service
let receiver: Receiver
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

type Shown = { kind: string }
const kindsOf = (items: readonly Shown[]) => items.map(({ kind }) => kind)

/** The scopes with which each kind was seen, by door. */
class Seen {
  readonly #by = new Map<string, Map<string, string[]>>()

  note(door: string, scope: string, kinds: readonly string[]): void {
    const own = this.#by.get(door) ?? new Map<string, string[]>()
    this.#by.set(door, own)
    for (const kind of kinds) own.set(kind, [...(own.get(kind) ?? []), scope])
  }

  of(kind: string): Record<string, string[]> {
    return Object.fromEntries([...this.#by].map(([door, own]) => [door, own.get(kind) ?? []]))
  }
}

/** An event of each kind, about what does not exist; what is shown to its maker alone is of `ownerOf`. */
const leaveAll = (
  call: Parameters<typeof recordEvent>[0],
  whose: Whose,
  ownerOf: (scope: string) => string | null,
): void => {
  for (const [kind, scope] of toldKinds[whose]) {
    const resource = resourceOf(kind)
    const at = (resource && placeOf(resource, whose)?.at) ?? ''
    const ids = at.match(/\{\w+\}/g)?.length ?? 0
    const about = { id: kind.startsWith('account.') ? '1930' : newId(), ...(ids > 2 ? { of: newId() } : {}) }
    recordEvent(call, kind, { ...about, ownerId: ownerOf(scope) })
  }
}

const DOORS = ['events:read', 'webhooks:read', 'webhooks:write']

test('a kind of a company is seen with one scope, whichever way it is told', { timeout: EVERY_MS }, async () => {
  const company = await service.newCompany()
  const readers = await Promise.all(
    allScopes.map(async (scope) => {
      const scopes = [...new Set([...DOORS, scope])]
      const { id, token } = await service.operateFor(company.id, (call) =>
        identityService.createToken(call, { name: scope, scopes }),
      )
      const requests = checkedRequests(company.url, token)
      const hook = await requests.post('/webhooks', { url: receiver.url })
      expect(hook.status, hook.text).toBe(200)
      return { scope, id, token, requests, hookId: hook.body.id as string }
    }),
  )
  const { after } = (await company.get('/events?after=latest')).body
  await service.operateFor(company.id, async (call) =>
    leaveAll(call, 'company', (scope) => readers.find((one) => one.scope === scope)?.id ?? null),
  )
  const work = { database: service.usedDatabase, standing: service.standing, now: service.now() }
  await webhooksService.sweepWebhooks({
    ...work,
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })
  await newRunner(service, webhookJobs(), []).runDue()
  const seen = new Seen()
  for (const { scope, token, requests, hookId } of readers) {
    const { body } = await requests.get(`/events?after=${after}&limit=500`)
    expect(body.hasMore).toBe(false)
    seen.note('feed', scope, kindsOf(body.items))
    const stream = await openStream<Shown>(`${company.url}/events?after=${after}`, { authorization: `Bearer ${token}` })
    seen.note('stream', scope, kindsOf((await stream.take(body.items.length)).map(({ data }) => data)))
    stream.end()
    const log = await requests.get(`/webhooks/${hookId}/deliveries?pageSize=100`)
    expect(log.body.totalPages).toBeLessThan(2)
    seen.note('webhook', scope, kindsOf(log.body.items))
  }
  await every(
    toldKinds.company,
    ([kind]) => kind,
    ([kind, scope]) => {
      // What no program may be granted is told to people alone.
      const by = allScopes.includes(scope) ? [scope] : []
      expect(seen.of(kind)).toEqual({ feed: by, stream: by, webhook: by })
    },
  )
})

type OfAgency = Shown & { companyId: string | null }

/** Some kinds happen to companies and to agencies, and are told apart by whose they are. */
const ofTenants = (items: readonly OfAgency[]) =>
  items.map(({ companyId, kind }) => `${companyId === null ? 'agency' : 'company'} ${kind}`)

/** All events of an agency's feed after a cursor, and what its stream tells of them. */
const toldByAgency = async (agencyId: string, token: string, after: string) => {
  const feed = `${service.base}/agencies/${agencyId}/events`
  const headers = { authorization: `Bearer ${token}` }
  const { status, text, body } = await checked(`${feed}?after=${after}&limit=500`, { headers })
  expect(status, text).toBe(200)
  expect(body.hasMore).toBe(false)
  const stream = await openStream<OfAgency>(`${feed}?after=${after}`, headers)
  const streamed = (await stream.take(body.items.length)).map(({ data }) => data)
  stream.end()
  return { feed: ofTenants(body.items), stream: ofTenants(streamed) }
}

test('a kind is seen with one scope in the feed of an agency too', { timeout: EVERY_MS }, async () => {
  const integration = await newIntegration(service)
  const { id: companyId } = await service.newCompany()
  const { id: agencyId } = await newAgency(service, [companyId])
  const connected = async (scopes: readonly string[]) =>
    (await integration.connect({ type: 'agency', id: agencyId }, scopes)).token
  const headers = { authorization: `Bearer ${await connected(['agency-events:read'])}` }
  const { after } = (await checked(`${service.base}/agencies/${agencyId}/events?after=latest`, { headers })).body
  await service.operateFor(companyId, async (call) => leaveAll(call, 'company', () => integration.id))
  await service.operate(async (call) => leaveAll({ ...call, agencyId }, 'agency', () => null))
  const seen = new Seen()
  // Without `events:read` the connection sees nothing of a client.
  const ways = [
    ...[...agencyScopes, ...allScopes].map((scope) => ({ scope, scopes: ['events:read', scope] })),
    { scope: 'all but events:read', scopes: allScopes.filter((one) => one !== 'events:read') },
  ]
  for (const { scope, scopes } of ways) {
    const token = await connected([...new Set(['agency-events:read', ...scopes])])
    const { feed, stream } = await toldByAgency(agencyId, token, after)
    seen.note('feed', scope, feed)
    seen.note('stream', scope, stream)
  }
  await every(
    (['agency', 'company'] as const).flatMap((whose) =>
      [...toldKinds[whose]].map(([kind, scope]) => [`${whose} ${kind}`, scope] as const),
    ),
    ([kind]) => kind,
    ([kind, scope]) => {
      // What no program may be granted is told to people alone.
      const by = [...agencyScopes, ...allScopes].includes(scope) ? [scope] : []
      expect(seen.of(kind)).toEqual({ feed: by, stream: by })
    },
  )
})

test('a kind has the scope of the endpoint that shows its resource, or is not told at all', () => {
  const scopeAt = new Map(rows.filter(({ method }) => method === 'GET').map(({ path, scope }) => [path, scope]))
  const places = (['company', 'agency'] as const).flatMap((whose) =>
    Object.entries(resources).flatMap(([name, resource]) => {
      const place = placeOf(resource, whose)
      return place ? [{ name, whose, ...place }] : []
    }),
  )
  const told = new Set([...toldKinds.company.keys(), ...toldKinds.agency.keys()])
  const inHistoryAlone = Object.entries(resources).filter(([, one]) => !('at' in one) && !('atAgency' in one))
  const named = (those: [string, { kinds: object }][]) =>
    those.flatMap(([name, { kinds }]) => Object.keys(kinds).map((one) => `${name}.${one}`))
  const all = named(Object.entries(resources))
  const untold = named(inHistoryAlone)
  expect(all.filter((kind) => !told.has(kind as Kind))).toEqual(untold)
  return every(
    places,
    ({ name, whose }) => `${name} of a ${whose}`,
    ({ at, scope }) => expect([at, scopeAt.get(at)]).toEqual([at, scope]),
  )
})
