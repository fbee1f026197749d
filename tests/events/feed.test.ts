// The feed of a company: what has happened, in order, once each, to those who may read it.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, identityService } from '#identity'
import { forgetEvents } from '#platform/event-log'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { openStream } from '#support/reading/stream'
import { anEntry, requestsWith, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

type Shown = { number: number; kind: string; resource: { type: string; id: string; path: string }; current: unknown }

const read = async (of: TestCompany, query = '') => {
  const { status, body, text } = await of.get(`/events${query}`)
  expect(status, text).toBe(200)
  return body as { items: Shown[]; after: number; hasMore: boolean }
}

const aCustomer = { name: 'Kund AB', type: 'company' }

/** A company that has done three things since `after`. */
const busyCompany = async () => {
  company = checkedCompany(await service.newCompany())
  const { after } = await read(company, '?after=latest')
  const customer = (await company.post('/customers', aCustomer)).body
  await company.put(`/customers/${customer.id}`, { ...customer, name: 'Nytt namn AB' })
  const entry = (await company.post('/journal-entries', anEntry())).body
  return { company, after, customer, entry }
}

describe('a reader', () => {
  test('gets what happened in its order, with each resource as its own endpoint answers it', async () => {
    const { company: own, after, customer, entry } = await busyCompany()
    const { items, after: next, hasMore } = await read(own, `?after=${after}`)
    expect(items.map(({ kind, number }) => [kind, number])).toEqual([
      ['customer.created', after + 1],
      ['customer.changed', after + 2],
      ['journal-entry.booked', after + 3],
    ])
    expect([next, hasMore]).toEqual([after + 3, false])
    for (const { resource, current } of items) {
      const there = await requestsWith(service.base, own.token).get(resource.path)
      expect(current).toEqual(there.body)
    }
    expect(items.map(({ resource }) => resource.id)).toEqual([customer.id, customer.id, entry.id])
  })

  test('goes on where it left off, page by page', async () => {
    const { company: own, after } = await busyCompany()
    const seen: string[] = []
    let at = after
    for (let more = true; more; ) {
      const page = await read(own, `?after=${at}&limit=1`)
      seen.push(...page.items.map(({ kind }) => kind))
      at = page.after
      more = page.hasMore
    }
    expect(seen).toEqual(['customer.created', 'customer.changed', 'journal-entry.booked'])
  })

  test('names the resources and kinds that it wants', async () => {
    const { company: own, after } = await busyCompany()
    const kinds = async (types: string) =>
      (await read(own, `?after=${after}&types=${types}`)).items.map(({ kind }) => kind)
    expect(await kinds('customer')).toEqual(['customer.created', 'customer.changed'])
    expect(await kinds('customer.changed,journal-entry')).toEqual(['customer.changed', 'journal-entry.booked'])
    expect(await kinds('item')).toEqual([])
    for (const wrong of [
      'unicorn',
      'customer.eaten',
      'customer.',
      '',
      'constructor',
      'constructor.x',
      'customer.toString',
    ]) {
      const { status, body } = await own.get(`/events?types=${wrong}`)
      expect([status, body.errors?.[0]?.field], wrong).toEqual([400, 'types'])
    }
  })

  test('gets no events that its scopes do not read', async () => {
    const { company: own, after } = await busyCompany()
    const { token } = await service.operateFor(own.id, (call) =>
      identityService.createToken(call, { name: 'Kunder', scopes: ['events:read', 'customers:read'] }),
    )
    const { body } = await requestsWith(own.url, token).get(`/events?after=${after}`)
    expect(body.items.map(({ kind }: Shown) => kind)).toEqual(['customer.created', 'customer.changed'])
    // The new token is the fourth event, and nothing to read.
    expect(body.after).toBe(after + 4)
  })

  test('learns that what was deleted is there no more', async () => {
    const { company: own, after, customer } = await busyCompany()
    expect((await own.delete(`/customers/${customer.id}`)).status).toBe(204)
    const { items } = await read(own, `?after=${after}&types=customer`)
    expect(items.map(({ kind, current }) => [kind, current])).toEqual([
      ['customer.created', null],
      ['customer.changed', null],
      ['customer.deleted', null],
    ])
  })

  test('is told when it asks for what is no number of an event here', async () => {
    const { company: own, after } = await busyCompany()
    for (const wrong of ['x', '-1', '1.5', String(after + 1000)]) {
      const { status, body } = await own.get(`/events?after=${wrong}`)
      expect([status, body.errors?.[0]?.field], wrong).toEqual([400, 'after'])
    }
  })

  test('of what is kept no more is told where to begin anew', async () => {
    const { company: own, after } = await busyCompany()
    await forgetEvents(service.database, new Date(START.getTime() + 91 * 24 * 60 * 60 * 1000))
    // Also where one event alone is missed.
    for (const late of [after, after + 2]) {
      const { status, body } = await own.get(`/events?after=${late}`)
      expect([late, status, body.code]).toEqual([late, 410, 'gone'])
      expect(body.message).toContain(`go on after ${after + 3}`)
    }
    const there = await read(own, `?after=${after + 3}`)
    expect(there).toEqual({ items: [], after: after + 3, hasMore: false })
    const history = await service.database.rows(sql`select from platform.history where company_id = ${own.id}`)
    expect(history.length).toBeGreaterThan(0)
  })

  test('sees nothing of a change that was refused, or undone', async () => {
    const { company: own } = await busyCompany()
    const { after } = await read(own, '?after=latest')
    expect((await own.post('/customers', { ...aCustomer, name: '' })).status).toBe(400)
    expect((await own.post('/customers', aCustomer, { 'idempotency-key': 'once' })).status).toBe(200)
    expect((await own.post('/customers', aCustomer, { 'idempotency-key': 'once' })).status).toBe(200)
    const { items } = await read(own, `?after=${after}`)
    expect(items.map(({ kind }) => kind)).toEqual(['customer.created'])
  })
})

describe('what is forgotten', () => {
  const later = new Date(START.getTime() + 91 * 24 * 60 * 60 * 1000)

  test('must be given together with its place: a reader gets all of it, or is told that it is gone', async () => {
    const { company: own, after } = await busyCompany()
    const kindsTold = async () => (await read(own, `?after=${after}`)).items.map(({ kind }) => kind)
    const told = await kindsTold()
    expect(told).toHaveLength(3)
    await service.database.rows(sql`revoke delete on platform.event from grundbok_service`)
    const outcome = await forgetEvents(service.usedDatabase, later).then(String, String)
    await service.database.rows(sql`grant delete on platform.event to grundbok_service`)
    expect(outcome).toContain('permission denied')
    expect(await kindsTold()).toEqual(told)
    await forgetEvents(service.usedDatabase, later)
    expect((await own.get(`/events?after=${after}`)).status).toBe(410)
  })

  test('is gone through once, however much it is, and the history that stays is not read again', async () => {
    const { company: own } = await busyCompany()
    await service.operateFor(own.id, ({ db }) =>
      db.rows(sql`
        select platform.leave_events(${own.id}, (
          select jsonb_agg(jsonb_build_object('company_id', ${own.id}::uuid, 'kind', 'customer.changed',
            'resource_id', ${own.id}::text, 'happened_at', ${START}::timestamptz, 'actor_kind', 'operator',
            'actor_id', ${own.id}::uuid, 'actor_name', 'Prov'))
          from generate_series(1, 20001)))`),
    )
    expect(await forgetEvents(service.usedDatabase, later)).toBeGreaterThan(20_000)
    const left = await service.database.rows<{ isHistory: boolean }>(sql`
      select id is not null as "isHistory" from platform.event where tenant_id = ${own.id}`)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter(({ isHistory }) => !isHistory)).toEqual([])
    const rowsRead = await service.usedDatabase.transaction(async (db) => {
      // Of a table of a few pages the server might read all.
      await db.rows(sql`set local enable_seqscan = off`)
      const soFar = () =>
        db.one<{ count: bigint }>(sql`
          select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
          where relid = 'platform.event'::regclass`)
      const before = await soFar()
      await forgetEvents(db, later)
      return (await soFar()).count - before.count
    })
    expect(rowsRead).toBe(0n)
  })
})

describe('who waits', () => {
  test('is answered when something happens', async () => {
    const own = checkedCompany(await service.newCompany())
    const { after } = await read(own, '?after=latest')
    const waiting = read(own, `?after=${after}&wait=30`)
    await own.post('/customers', aCustomer)
    expect((await waiting).items.map(({ kind }) => kind)).toEqual(['customer.created'])
  })

  test('from the latest on is answered with what happens then', async () => {
    const own = checkedCompany(await service.newCompany())
    const waiting = read(own, '?after=latest&wait=30')
    // Until it is told, the one who waits may not have begun.
    let isOver = false
    const ended = waiting.finally(() => {
      isOver = true
    })
    while (!isOver) await own.post('/customers', aCustomer)
    expect((await ended).items.map(({ kind }) => kind)).toContain('customer.created')
  })

  test('together with many is told all that happens, as each of them has asked for it', async () => {
    const own = checkedCompany(await service.newCompany())
    const { after } = await read(own, '?after=latest')
    const types = ['customer', 'item']
    const waiting = Array.from({ length: 30 }, (_, index) =>
      read(own, `?after=${after}&wait=30&types=${types[index % types.length]}`),
    )
    await own.post('/items', { itemType: 'descriptionOnlyItem', description: 'Tack' })
    await own.post('/customers', aCustomer)
    for (const [index, { items }] of (await Promise.all(waiting)).entries()) {
      expect(items.map(({ resource }) => resource.type)).toEqual([types[index % types.length]])
    }
  })

  test('is woken by another process as well, and without a connection of its own', async () => {
    const one = await startService({ listens: true, poolSize: 3 })
    const beside = await startService({ beside: one, listens: true })
    try {
      const own = await one.newCompany()
      const { after } = await read(own, '?after=latest')
      const many = Array.from({ length: 20 }, () => read(own, `?after=${after}&wait=30`))
      const elsewhere = requestsWith(`${beside.base}/companies/${own.id}`, own.token)
      expect((await elsewhere.post('/customers', aCustomer)).status).toBe(200)
      for (const { items } of await Promise.all(many)) expect(items).toHaveLength(1)
    } finally {
      await beside.close()
      await one.close()
    }
  })

  test('eventually gets events without a notification', async () => {
    const one = await startService({ listens: true })
    // As in the operator's commands: no process is notified.
    const silent = await startService({ beside: one })
    try {
      const own = await one.newCompany()
      const { after } = await read(own, '?after=latest')
      const waiting = read(own, `?after=${after}&wait=10`)
      const elsewhere = requestsWith(`${silent.base}/companies/${own.id}`, own.token)
      // It looks at first, finds nothing, and waits.
      await pause(1000)
      expect((await elsewhere.post('/customers', aCustomer)).status).toBe(200)
      expect((await waiting).items.map(({ kind }) => kind)).toEqual(['customer.created'])
    } finally {
      await silent.close()
      await one.close()
    }
  })

  test('gets an empty answer when nothing happens', async () => {
    const own = checkedCompany(await service.newCompany())
    const { after } = await read(own, '?after=latest')
    expect(await read(own, `?after=${after}&wait=1`)).toEqual({ items: [], after, hasMore: false })
  })
})

const streamOf = (of: TestCompany, { query = '', lastEventId }: { query?: string; lastEventId?: string }) =>
  openStream<Shown>(`${of.url}/events${query}`, { authorization: `Bearer ${of.token}` }, lastEventId)

describe('a stream', () => {
  test('tells what happens as it comes, and goes on after a break', async () => {
    const own = checkedCompany(await service.newCompany())
    const { after } = await read(own, '?after=latest')
    const first = await streamOf(own, { query: '?after=latest' })
    // Who comes again before anything has happened misses nothing either.
    expect(await first.position()).toBe(String(after))
    await own.post('/customers', aCustomer)
    const [created] = await first.take(1)
    expect([created?.id, created?.data.kind]).toEqual([String(after + 1), 'customer.created'])
    first.end()
    await own.post('/customers', aCustomer)
    await own.post('/journal-entries', anEntry())
    const second = await streamOf(own, { lastEventId: String(after + 1) })
    expect((await second.take(2)).map(({ data }) => data.number)).toEqual([after + 2, after + 3])
    second.end()
  })

  const stream = 'text/event-stream'
  const accepted: [string, string][] = [
    ['text/event-stream                            ', stream],
    ['TEXT/Event-Stream, application/json;q=0.5    ', stream],
    ['text/event-stream, */*;q=0.1                 ', stream],
    ['application/json;q=0.4, text/event-stream    ', stream],
    ['text/html, text/event-stream                 ', stream],
    ['application/json, text/event-stream          ', 'application/json'],
    ['application/json, text/event-stream;q=0.5    ', 'application/json'],
    ['text/event-stream;q=0.5, application/*       ', 'application/json'],
    ['text/event-stream;q=0.1, */*                 ', 'application/json'],
    ['text/event-stream;q=0                        ', 'application/json'],
    ['text/event-streams                           ', 'application/json'],
  ]

  test.each(accepted)('is what Accept prefers: %s gets %s', async (accept, type) => {
    const own = await service.newCompany()
    const reading = new AbortController()
    const headers = { authorization: `Bearer ${own.token}`, accept: accept.trim() }
    const answer = await fetch(`${own.url}/events`, { headers, signal: reading.signal })
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    reading.abort()
  })

  test('is refused like any other request', async () => {
    const own = await service.newCompany({ scopes: allScopes.filter((scope) => scope !== 'events:read') })
    const headers = { accept: 'text/event-stream' }
    expect((await own.get('/events', headers)).status).toBe(403)
    const full = await service.newCompany()
    expect((await full.get('/events?types=unicorn', headers)).status).toBe(400)
  })
})
