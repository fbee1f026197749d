// The processing history over HTTP: the company's own rows, the logins of its members, and no one else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, identityService } from '#identity'
import { setPlan } from '#plans'
import type { Actor } from '#platform/actor'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { newId } from '#platform/id'
import { type Sql, sql } from '#platform/sql'
import { unlimited } from '#rules/plans/plan'
import { newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Shown = { id: string; what: string; happenedAt: string; actor: Actor; from: string | null; detail: object }

const read = async ({ url, token }: TestCompany, query = ''): Promise<Shown[]> => {
  const answer = await checkedRequests(url, token).get(`/history?pageSize=100${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}

const filtered = (company: TestCompany, filter: string) => read(company, `&query=${encodeURIComponent(filter)}`)

const whats = (items: readonly Shown[]) => items.map(({ what }) => what)

const newPerson = async (name: string) => {
  const email = `${newId()}@example.com`
  const { id } = await service.operate((call) =>
    identityService.createPerson(call, { name, email, password: 'korrekt häst batteri' }),
  )
  return { kind: 'user' as const, id, name }
}

/** What a person does that belongs to no tenant, from an address. */
const does = (actor: Actor, what: Kind, detail: Record<string, unknown> = {}) =>
  service.operate(async (call) => recordEvent({ ...call, actor, from: '192.0.2.7' }, what, null, detail))

const join = (companyId: string, personId: string) =>
  service.operate((call) =>
    addMember(call, { tenant: { type: 'company', id: companyId }, personId, role: 'bookkeeper' }),
  )

describe('the history of a company', () => {
  test('tells what was changed, by whom, when and from where, newest first', async () => {
    const company = await service.newCompany()
    await service.operateFor(company.id, (call) => setPlan(call, { ...unlimited, plan: 'Plus' }))
    const items = await read(company)
    expect(whats(items)[0]).toBe('plan.changed')
    expect(whats(items)).toContain('company.created')
    expect(whats(items)).toContain('token.created')
    expect([...items].sort((a, b) => (a.id < b.id ? 1 : -1))).toEqual(items)
    expect(items[0]).toEqual({
      id: expect.any(String),
      happenedAt: momentText(START),
      what: 'plan.changed',
      text: 'Abonnemang: ändrat',
      actor: { kind: 'operator', id: expect.any(String), name: 'Operator' },
      from: null,
      detail: { before: unlimited, after: { ...unlimited, plan: 'Plus' } },
    })
  })

  test('has what an integration did, and from where', async () => {
    const company = await service.newCompany()
    const integration = await newIntegration(service, 'Kvittoappen')
    const { token, connectionId } = await integration.connect({ type: 'company', id: company.id })
    await checkedRequests(service.base, token).delete(`/connections/${connectionId}`)
    const done = await filtered(company, 'actorKind==integration')
    expect(whats(done)).toContain('token.issued')
    expect(whats(done)).toContain('connection.deleted')
    for (const { actor, from } of done) {
      expect(actor).toEqual({ kind: 'integration', id: integration.id, name: 'Kvittoappen' })
      expect(from).toBe('127.0.0.1')
    }
    expect(JSON.stringify(done)).not.toMatch(/gb[a-z]*_[0-9a-f]{32}/)
  })

  test('has the logins of its members, since they are members, and no others', async () => {
    const company = await service.newCompany()
    const other = await service.newCompany()
    const anna = await newPerson('Anna Ek')
    const bert = await newPerson('Bert Al')
    await does(anna, 'login')
    service.setNow(new Date(START.getTime() + 1000))
    await join(company.id, anna.id)
    await join(other.id, bert.id)
    await does(anna, 'login', { next: '/companies/of-another' })
    await does(anna, 'second-factor.on')
    await does(bert, 'login')
    await does(anna, 'integration.changed')
    await service.operate(async (call) =>
      recordEvent({ ...call, actor: anna, companyId: other.id }, 'login', null, { of: 'other' }),
    )
    await service.operate(async (call) =>
      recordEvent({ ...call, actor: anna, agencyId: newId() }, 'login', null, { of: 'agency' }),
    )
    const seen = (await read(company)).filter(({ actor }) => actor.kind === 'user')
    expect(seen.map(({ what, actor, from, detail }) => [what, actor.name, from, detail])).toEqual([
      ['second-factor.on', 'Anna Ek', '192.0.2.7', {}],
      ['login', 'Anna Ek', '192.0.2.7', {}],
    ])
    expect((await filtered(other, 'actorKind==user')).map(({ actor, detail }) => [actor.name, detail])).toEqual([
      ['Anna Ek', { of: 'other' }],
      ['Bert Al', {}],
    ])
    service.setNow(START)
  })

  test('is filtered by what, who and when', async () => {
    const company = await service.newCompany()
    const anna = await newPerson('Anna Ek')
    await join(company.id, anna.id)
    service.setNow('2026-06-11T08:00:00Z')
    await does(anna, 'login')
    await does(anna, 'logout')
    const cases: [string, string[]][] = [
      ['what==login', ['login']],
      ['what~log', ['logout', 'login']],
      ['actorKind==user', ['logout', 'login']],
      [`actorId==${anna.id}`, ['logout', 'login']],
      [`actorId==${newId()}`, []],
      ['happenedAt>=2026-06-11', ['logout', 'login']],
      ['happenedAt>2026-06-11T08:00:00Z', []],
      ['happenedAt>=2026-06-11 && what==logout', ['logout']],
    ]
    for (const [query, found] of cases) expect(whats(await filtered(company, query)), query).toEqual(found)
    for (const query of ['detail==x', 'actorKind==robot', 'happenedAt==x', 'what>a']) {
      const answer = await checkedRequests(company.url, company.token).get(
        `/history?query=${encodeURIComponent(query)}`,
      )
      expect([answer.status, answer.body.errors[0].field], query).toEqual([400, 'query'])
    }
    service.setNow(START)
  })

  test('comes in pages and by cursor, the same', async () => {
    const company = await service.newCompany()
    const people = [await newPerson('Anna Ek'), await newPerson('Bert Al'), await newPerson('Cilla By')]
    for (const { id } of people) await join(company.id, id)
    for (let count = 0; count < 4; count += 1) {
      for (const person of people) await does(person, 'login')
      await service.operateFor(company.id, async (call) => recordEvent(call, 'item.changed', null, { count }))
    }
    const all = await read(company)
    expect(whats(all).filter((what) => what === 'login')).toHaveLength(12)
    const requests = checkedRequests(company.url, company.token)
    const byPage: Shown[] = []
    for (let page = 1; byPage.length < all.length; page += 1) {
      const { body } = await requests.get(`/history?pageSize=3&page=${page}`)
      expect([body.totalItems, body.totalPages]).toEqual([all.length, Math.ceil(all.length / 3)])
      byPage.push(...body.items)
    }
    const byCursor: Shown[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body }: { body: { items: Shown[]; nextCursor?: string } } = await requests.get(
        `/history?pageSize=3&cursor=${cursor}`,
      )
      byCursor.push(...body.items)
      cursor = body.nextCursor
    }
    expect([byPage, byCursor]).toEqual([all, all])
  })

  test('is read with its scope only', async () => {
    const company = await service.newCompany()
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Prov', scopes: ['journal-entries:read', 'company-information:read'] }),
    )
    expect((await checkedRequests(company.url, token).get('/history')).status).toBe(403)
  })

  test('finds its rows by index, however many others there are', async () => {
    const company = await service.newCompany()
    const anna = await newPerson('Anna Ek')
    await join(company.id, anna.id)
    const there = service.database.of(company.id)
    await there.transaction(async (db) => {
      // Ten thousand dummy companies need no witnesses.
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`
        insert into platform.event (
          tenant_id, number, id, company_id, happened_at, actor_kind, actor_id, actor_name, kind, detail)
        select ${company.id}, 1000 + n, gen_random_uuid(), case when n % 2 = 0 then gen_random_uuid() end, now(),
          'user', gen_random_uuid(), 'x', 'login', '{}' from generate_series(1, 20000) n`)
    })
    await service.database.rows(sql`analyze platform.event`)
    const planOf = async (statement: Sql) => {
      const lines = await there.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    }
    const own = await planOf(sql`
      select h.id from (
        select o.id from platform.history o where o.company_id = ${company.id}
        union all
        select * from jsonb_to_recordset('[]'::jsonb) as p (id uuid)
      ) h order by h.id desc limit 26`)
    const ofMembers = await planOf(sql`
      select h.id from (
        select p.id from jsonb_to_recordset(${JSON.stringify([anna])}::jsonb) as m (id uuid)
        cross join lateral (
          select * from platform.history p
          where p.actor_id = m.id and p.company_id is null and p.agency_id is null
            and p.actor_kind = 'user' and p.what = any('{login}'::text[]) offset 0
        ) p
      ) h order by h.id desc limit 26`)
    expect(own).toContain('history_of_company')
    expect(ofMembers).toContain('history_of_person')
    const text = own + ofMembers
    expect(text).not.toContain('Seq Scan on event')
  })
})
