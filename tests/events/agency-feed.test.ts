// The feed of an agency: what happens in its clients and to itself, in one order, to those who may read it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOrder } from '#events'
import type { AgencyCall, Row } from '#http'
import { addClientCompany, agencyScopes, allScopes, changeCompany, identityService } from '#identity'
import { setPlan } from '#plans'
import { forgetEvents } from '#platform/event-log'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { cleaning } from '#programs/jobs'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { logInAs } from '#support/calling'
import { checked } from '#support/checked'
import { command } from '#support/commands'
import { newRunner } from '#support/jobs'
import { openStream } from '#support/reading/stream'
import { type Answer, anEntry, request, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let beside: Service
let integration: TestIntegration

beforeAll(async () => {
  service = await startService({ listens: true })
  beside = await startService({ beside: service, listens: true })
  integration = await newIntegration(service)
})
afterAll(async () => {
  await beside.close()
  await service.close()
})

type Shown = {
  number: number
  kind: string
  companyId: string | null
  cursor: string
  resource: { type: string; id: string; path: string }
  current: Record<string, unknown> | null
}
type Page = { items: Shown[]; after: string; hasMore: boolean }

let agencyId: string
let one: TestCompany
let other: TestCompany
let headers: Record<string, string>

beforeEach(async () => {
  one = await service.newCompany({ name: 'Ett AB' })
  other = await service.newCompany({ name: 'Två AB' })
  agencyId = (await newAgency(service, [one.id, other.id])).id
  headers = bearer((await integration.connect({ type: 'agency', id: agencyId })).token)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = (query = '', by = headers, base = service.base): Promise<Answer> =>
  checked(`${base}/agencies/${agencyId}/events${query}`, { headers: by })

const read = async (query = '', by = headers, base = service.base): Promise<Page> => {
  const { status, body, text } = await ask(query, by, base)
  expect(status, text).toBe(200)
  return body
}
const latest = async (by = headers) => (await read('?after=latest', by)).after

const aCustomer = { name: 'Kund AB', type: 'company' }
const addCustomer = async (to: TestCompany) => {
  const { status, body, text } = await to.post('/customers', aCustomer)
  expect(status, text).toBe(200)
  return body.id as string
}

/** The endpoints, with events forgotten between what an answer begins at and what is in it. */
const forgettingMeanwhile = (now: Date): Row[] =>
  rows.map((row) =>
    row.operationId === 'listAgencyEvents'
      ? {
          ...row,
          run: (call, input) => {
            // Asked between the two.
            const rightsIn: AgencyCall['rightsIn'] = async (ids) => {
              await forgetEvents(service.usedDatabase, now)
              return (call as AgencyCall).rightsIn(ids)
            }
            return row.run({ ...call, rightsIn } as typeof call, input)
          },
        }
      : row,
  )

/** Whose each event is, and its kind. */
const told = ({ items }: Page) =>
  items.map(({ companyId, kind }) => [companyId === null ? 'agency' : companyId === one.id ? 'one' : 'other', kind])

describe('a reader', () => {
  test('gets what happens in all clients in one order, with each resource as its own endpoint answers it', async () => {
    const after = await latest()
    await addCustomer(one)
    await other.post('/journal-entries', anEntry())
    const first = await read(`?after=${after}`)
    await addCustomer(one)
    const second = await read(`?after=${first.after}`)
    expect(told(first).toSorted()).toEqual([
      ['one', 'customer.created'],
      ['other', 'journal-entry.booked'],
    ])
    expect(told(second)).toEqual([['one', 'customer.created']])
    for (const { resource, current } of [...first.items, ...second.items]) {
      expect((await request(`${service.base}${resource.path}`, { headers })).body).toEqual(current)
    }
    const both = await read(`?after=${after}`)
    expect(both).toEqual({ items: [...first.items, ...second.items], after: second.after, hasMore: false })
  })

  test('goes on where it left off, page by page and event by event', async () => {
    const after = await latest()
    for (const company of [one, one, other, one, other]) await addCustomer(company)
    const whole = (await read(`?after=${after}`)).items
    expect(whole).toHaveLength(5)
    const pages: Shown[] = []
    for (let [at, hasMore] = [after, true]; hasMore; ) {
      const page = await read(`?after=${at}&limit=2`)
      pages.push(...page.items)
      ;({ after: at, hasMore } = page)
    }
    expect(pages).toEqual(whole)
    for (const [index, { cursor }] of whole.entries()) {
      expect((await read(`?after=${cursor}`)).items).toEqual(whole.slice(index + 1))
    }
  })

  test('of an agency where nothing happens writes nothing', async () => {
    await latest()
    const version = () =>
      service.database.rows(sql`select xmin, * from events.agency_order where agency_id = ${agencyId}`)
    const before = await version()
    expect((await read()).items).toEqual([])
    expect(await version()).toEqual(before)
  })

  test('names the resources and kinds that it wants', async () => {
    const after = await latest()
    await addCustomer(one)
    await other.post('/journal-entries', anEntry())
    const kinds = async (types: string) => told(await read(`?after=${after}&types=${types}`))
    expect(await kinds('customer')).toEqual([['one', 'customer.created']])
    expect(await kinds('journal-entry.booked,client')).toEqual([['other', 'journal-entry.booked']])
    expect(await kinds('item')).toEqual([])
    const { status, body } = await ask('?types=unicorn')
    expect([status, body.errors[0].field]).toEqual([400, 'types'])
  })

  test('is told when it asks for what is no cursor of this feed', async () => {
    const elsewhere = (await newAgency(service, [one.id])).id
    const by = bearer((await integration.connect({ type: 'agency', id: elsewhere })).token)
    const foreign = await checked(`${service.base}/agencies/${elsewhere}/events?after=latest`, { headers: by })
    for (const wrong of ['x', '7', `${await latest()}A`, foreign.body.after, '']) {
      const { status, body } = await ask(`?after=${wrong}`)
      expect([status, body.errors?.[0]?.field], wrong).toEqual([400, 'after'])
    }
  })

  test('of what is kept no more is told where to begin anew', async () => {
    const after = await latest()
    await addCustomer(one)
    await read(`?after=${after}`)
    await addCustomer(other)
    await forgetEvents(service.database, new Date(START.getTime() + 91 * 24 * 60 * 60 * 1000))
    // The order knows the first customer; events of the second one were not read in time.
    const { status, body } = await ask(`?after=${after}`)
    expect([status, body.code]).toEqual([410, 'gone'])
    const [, at = ''] = /go on after (\S+)$/.exec(body.message) ?? []
    expect(await read(`?after=${at}`)).toEqual({ items: [], after: at, hasMore: false })
    await forgetOrder({ db: service.usedDatabase })
    expect((await ask(`?after=${after}`)).status).toBe(410)
    expect((await read()).items).toEqual([])
    const spans = await service.database.rows(sql`select from events.agency_span where agency_id = ${agencyId}`)
    expect(spans).toEqual([])
    await addCustomer(other)
    expect(told(await read(`?after=${at}`))).toEqual([['other', 'customer.created']])
  })

  test('of what is forgotten while it reads is told so, and misses nothing unawares', async () => {
    const later = new Date(START.getTime() + 91 * 24 * 60 * 60 * 1000)
    const after = await latest()
    await addCustomer(one)
    const away = await startService({ beside: service, table: forgettingMeanwhile(later) })
    expect(told(await read(`?after=${after}`))).toEqual([['one', 'customer.created']])
    const { status, body } = await ask(`?after=${after}`, headers, away.base)
    expect([status, body.code]).toEqual([410, 'gone'])
    const [, at = ''] = /go on after (\S+)$/.exec(body.message) ?? []
    expect(await read(`?after=${at}`, headers, away.base)).toEqual({ items: [], after: at, hasMore: false })
    await away.close()
  })

  test('has the order forgotten of one agency after the other, of each as far as it is forgotten', async () => {
    await latest()
    for (let count = 0; count < 3; count += 1) {
      await addCustomer(one)
      await read()
    }
    await addCustomer(other)
    await read()
    const spans = () =>
      service.database.rows(sql`
        select tenant_id as id from events.agency_span where agency_id = ${agencyId} order by last_position`)
    // Of one company two of three events, and then all that went before those of the other one.
    const forget = (count: number) =>
      service.database.rows(sql`
        update platform.event_counter set kept_from = last_number + 1 - ${count} where tenant_id = ${one.id}`)
    await forget(1)
    await forgetOrder({ db: service.usedDatabase })
    expect(await spans()).toEqual([{ id: one.id }, { id: other.id }])
    await forgetOrder({ db: service.usedDatabase })
    expect(await spans()).toEqual([{ id: one.id }, { id: other.id }])
    await forget(0)
    await forgetOrder({ db: service.usedDatabase })
    expect(await spans()).toEqual([{ id: other.id }])
  })

  test('has the order cleared of however many spans, and of those that are kept only the oldest are read', async () => {
    const many = 2500
    await latest()
    await service.database.rows(sql`
      insert into events.agency_order (agency_id, last_position) values (${agencyId}, 0)
      on conflict (agency_id) do nothing`)
    const { first } = await service.database.one<{ first: bigint }>(sql`
      select last_position as first from events.agency_order where agency_id = ${agencyId}`)
    await service.database.rows(sql`
      insert into events.agency_span (agency_id, last_position, tenant_id, first_number, last_number)
      select ${agencyId}, ${first}::bigint + n, ${one.id}, n, n from generate_series(1, ${many * 2}::int) as n`)
    await service.database.rows(sql`
      update events.agency_order set last_position = ${first}::bigint + ${many * 2}::int
      where agency_id = ${agencyId}`)
    await service.database.rows(sql`
      update platform.event_counter set last_number = ${many * 2}::int, kept_from = ${many + 1}::int
      where tenant_id = ${one.id}`)
    expect(await forgetOrder({ db: service.usedDatabase })).toBeGreaterThanOrEqual(many)
    const { count, oldest } = await service.database.one<{ count: number; oldest: bigint }>(sql`
      select count(*)::int as count, min(first_number) as oldest from events.agency_span
      where agency_id = ${agencyId}`)
    expect([count, oldest]).toEqual([many, BigInt(many + 1)])
    const rowsRead = await service.usedDatabase.transaction(async (db) => {
      // Of a table of a few pages the server might read all.
      for (const way of ['enable_seqscan', 'enable_bitmapscan'])
        await db.rows(sql`select set_config(${way}, 'off', true)`)
      const soFar = () =>
        db.one<{ count: bigint }>(sql`
          select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
          where relid = 'events.agency_span'::regclass`)
      const before = await soFar()
      await forgetOrder({ db })
      return Number((await soFar()).count - before.count)
    })
    expect(rowsRead).toBeLessThan(many)
  })

  test('has the order cleared of what was forgotten also while nothing more can be', async () => {
    const later = new Date(START.getTime() + 91 * 24 * 60 * 60 * 1000)
    const after = await latest()
    await addCustomer(one)
    await read(`?after=${after}`)
    const places = () => service.database.rows(sql`select from events.agency_span where agency_id = ${agencyId}`)
    expect(await places()).not.toEqual([])
    await forgetEvents(service.usedDatabase, later)
    await addCustomer(other)
    const reports: string[] = []
    const own = cleaning.filter(({ kind }) => kind.name === 'events.forget')
    const runner = newRunner(service, own, reports, { clock: () => later })
    await service.database.rows(sql`revoke delete on platform.event from grundbok_service`)
    await runner.runDue()
    await service.database.rows(sql`grant delete on platform.event to grundbok_service`)
    await runner.stop()
    expect(reports.join()).toContain('permission denied')
    expect(await places()).toEqual([])
  })
})

describe('clients', () => {
  test('that come and go are told, and what they do only while they are clients', async () => {
    const third = await service.newCompany({ name: 'Tre AB' })
    const after = await latest()
    const ids = { agencyId, companyId: third.id }
    await addCustomer(third)
    await service.operate((call) => addClientCompany(call, ids))
    const come = await read(`?after=${after}`)
    expect(told(come)).toEqual([['agency', 'client.added']])
    const [{ resource, current }] = come.items as [Shown]
    expect(resource).toEqual({ type: 'client', id: third.id, path: `/agencies/${agencyId}/companies/${third.id}` })
    expect(current).toMatchObject({ id: third.id, name: 'Tre AB' })
    await addCustomer(third)
    const here = await read(`?after=${come.after}`)
    expect(here.items.map(({ companyId, kind }) => [companyId, kind])).toEqual([[third.id, 'customer.created']])
    await service.operateFor(third.id, (call) => changeCompany(call, { name: 'Nytt AB' }))
    const named = await read(`?after=${here.after}&types=client`)
    expect(named.items.map(({ kind, current: now }) => [kind, now?.name])).toEqual([['client.changed', 'Nytt AB']])
    await service.operate((call) => identityService.removeClientCompany(call, ids))
    await addCustomer(third)
    const left = await read(`?after=${come.after}`)
    expect(left.items.map(({ companyId, kind, current: now }) => [companyId, kind, now])).toEqual([
      [null, 'client.changed', null],
      [null, 'client.removed', null],
    ])
    await service.operate((call) => addClientCompany(call, ids))
    await addCustomer(third)
    await read(`?after=${left.after}`)
    await addCustomer(third)
    const again = await read(`?after=${left.after}`)
    expect(again.items.map(({ companyId, kind }) => [companyId, kind])).toEqual([
      [null, 'client.added'],
      [third.id, 'customer.created'],
    ])
  })

  test('that return before the feed is read are told as if it had been', async () => {
    const change = async (verb: 'add-company' | 'remove-company') => {
      const words = ['agency', verb, '--agency', agencyId, '--company', one.id]
      expect(await command(service, words)).toMatchObject({ code: 0, stderr: '' })
    }
    const after = await latest()
    await addCustomer(one)
    await change('remove-company')
    await addCustomer(one)
    await change('add-company')
    const back = await read(`?after=${after}`)
    expect(back.items.map(({ companyId, kind }) => [companyId, kind])).toEqual([
      [one.id, 'customer.created'],
      [null, 'client.removed'],
      [null, 'client.added'],
    ])
    await addCustomer(one)
    const here = await read(`?after=${back.after}`)
    expect(here.items.map(({ companyId, kind }) => [companyId, kind])).toEqual([[one.id, 'customer.created']])
  })

  test('that leave an agency whose events are not read do not begin its order', async () => {
    const words = ['agency', 'remove-company', '--agency', agencyId, '--company', one.id]
    expect(await command(service, words)).toMatchObject({ code: 0, stderr: '' })
    const orders = await service.database.rows(sql`select 1 from events.agency_order where agency_id = ${agencyId}`)
    expect(orders).toEqual([])
  })

  test('that have all been removed cannot leave', async () => {
    const ids = { agencyId, companyId: (await service.newCompany()).id }
    await expect(service.operate((call) => identityService.removeClientCompany(call, ids))).rejects.toThrow(
      'is not a client of this agency',
    )
  })

  test('are told beside what happens to the agency itself', async () => {
    const after = await latest()
    const { person } = await logInAs(service, { type: 'agency', id: agencyId }, 'consultant')
    const path = `/agencies/${agencyId}`
    const json = { ...headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: `${agencyId}@example.com` })
    const invited = await checked(`${service.base}${path}/invitations`, { method: 'POST', headers: json, body })
    const { items } = await read(`?after=${after}`)
    expect(items.map(({ companyId, kind, resource }) => [companyId, kind, resource.path])).toEqual([
      [null, 'member.added', `${path}/users/${person.id}`],
      [null, 'invitation.sent', `${path}/invitations/${invited.body.id}`],
    ])
    for (const { resource, current } of items) {
      expect((await request(`${service.base}${resource.path}`, { headers })).body).toEqual(current)
    }
  })
})

describe('who may read', () => {
  /** The events that a caller gets of a customer in each client and of a new user of the agency. */
  const toldTo = async (by: Record<string, string>) => {
    const after = await latest()
    await addCustomer(one)
    await addCustomer(other)
    await logInAs(service, { type: 'agency', id: agencyId }, 'consultant')
    return told(await read(`?after=${after}`, by)).map(([whose, kind]) => `${whose} ${kind}`)
  }
  const ALL = ['agency member.added', 'one customer.created', 'other customer.created']

  test.each([
    ['all scopes                 ', [...allScopes, ...agencyScopes], ALL],
    ['no scope of clients         ', agencyScopes, ALL.slice(0, 1)],
    ['no feed of clients          ', ['agency-events:read', 'customers:read'], []],
    ['no other resource of clients', ['agency-events:read', 'events:read', 'customers:read'], ALL.slice(1)],
    ['no customers                ', ['agency-events:read', 'events:read', 'agency-users:read'], ALL.slice(0, 1)],
  ])('a token that has %s', async (_, scopes, expected) => {
    const { token } = await integration.connect({ type: 'agency', id: agencyId }, scopes)
    expect((await toldTo(bearer(token))).toSorted()).toEqual(expected)
  })

  test('a general token reads nothing of clients', async () => {
    await integration.reach(agencyId)
    expect(await toldTo(bearer(await integration.general(agencyScopes)))).toEqual(ALL.slice(0, 1))
  })

  test.each(['administrator', 'consultant'] as const)('a person who is %s reads all clients', async (role) => {
    const { headers: by } = await logInAs(service, { type: 'agency', id: agencyId }, role)
    expect((await toldTo(by)).toSorted()).toEqual(ALL)
  })

  test('a client whose plan does not hold the API is told to its people alone', async () => {
    const { headers: by } = await logInAs(service, { type: 'agency', id: agencyId }, 'consultant')
    const basic = { plan: 'Basic', addons: [], expiresOn: null, trialEndsOn: null } as const
    await service.operateFor(one.id, (call) => setPlan(call, basic))
    const after = await latest()
    const payload = { id: one.id, name: 'Ett i byn AB' }
    await service.operateFor(one.id, (call) => changeCompany(call, { name: payload.name }))
    expect(told(await read(`?after=${after}&types=company`))).toEqual([])
    expect(told(await read(`?after=${after}&types=company`, by))).toEqual([['one', 'company.changed']])
  })
})

describe('who waits', () => {
  test('is answered when something happens in a client, whichever process it happens in', async () => {
    for (const base of [service.base, beside.base]) {
      const after = await latest()
      const waiting = Array.from({ length: 20 }, () => read(`?after=${after}&wait=30`, headers, base))
      await addCustomer(other)
      for (const page of await Promise.all(waiting)) expect(told(page)).toEqual([['other', 'customer.created']])
    }
  })

  test('hears of a company that becomes a client meanwhile', async () => {
    const third = await service.newCompany()
    const after = await latest()
    const waiting = read(`?after=${after}&wait=30&types=item`, headers, beside.base)
    await service.operate((call) => addClientCompany(call, { agencyId, companyId: third.id }))
    const isItem = async () => third.post('/items', { itemType: 'descriptionOnlyItem', description: 'Tack' })
    // Until the order has the client, what it does is not told.
    await read()
    await isItem()
    expect((await waiting).items.map(({ kind }) => kind)).toEqual(['item.created'])
  })

  test('gets an empty answer when nothing happens', async () => {
    const after = await latest()
    expect(await read(`?after=${after}&wait=1`)).toEqual({ items: [], after, hasMore: false })
  })
})

test('a stream tells what happens as it comes, and goes on after a break', async () => {
  const url = `${service.base}/agencies/${agencyId}/events`
  const first = await openStream<Shown>(`${url}?after=latest`, headers)
  await first.position()
  await addCustomer(one)
  const [created] = await first.take(1)
  expect([created?.data.companyId, created?.data.kind]).toEqual([one.id, 'customer.created'])
  expect(created?.id).toBe(created?.data.cursor)
  first.end()
  await addCustomer(other)
  await addCustomer(one)
  const second = await openStream<Shown>(url, headers, created?.id)
  const rest = await second.take(2)
  expect(rest.map(({ data }) => data.companyId).toSorted()).toEqual([one.id, other.id].toSorted())
  second.end()
})
