// Rollouts of an agency's templates: what has changed since the preview, limits, and very many clients with a process
// that is killed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService, removeMember, type Tenant } from '#identity'
import { leftOfRemoved } from '#lifecycle/remove-company'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { rolloutJobs } from '#programs/jobs'
import { asking, logInAs, walkByCursor } from '#support/calling'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  account,
  apply,
  faultsOf,
  inside,
  made,
  newPlace,
  preview,
  rule,
  run,
  type Step,
  said,
  stepsOf,
  told,
  useService,
} from './templating.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
  useService(service)
})
afterAll(() => service.close())

describe('a preview', () => {
  test('that has become stale for a client is told, and the others are applied', async () => {
    const { ask, clients } = await newPlace(3)
    const [first, second] = clients as [TestCompany, TestCompany]
    const id = await made(ask, rule)
    const { id: rolloutId } = await preview(ask, [id])
    const { kind: _, ...body } = rule
    ok(await first.post('/matching-rules', { ...body, title: 'Eget' }))
    // What has become just what it was to be is no trouble.
    ok(await second.post('/matching-rules', body))
    const { steps } = await apply(ask, rolloutId)
    expect(told(steps, 'result')).toEqual({ '1 Mobil': 'stale', '2 Mobil': 'unchanged', '3 Mobil': 'applied' })
    expect(steps.find(({ result }) => result === 'stale')?.reason).toMatch(/^The company has changed since the preview/)
    expect(ok(await first.get('/matching-rules')).items).toMatchObject([{ title: 'Eget' }])
  })

  test('is stale everywhere when the template has another version, or is gone', async () => {
    const { ask } = await newPlace(2)
    const ids = [await made(ask, rule), await made(ask, account)] as [string, string]
    const { id } = await preview(ask, ids)
    ok(await ask('PUT', `/templates/${ids[0]}`, { content: { ...rule, title: 'Ny' } }))
    expect((await ask('DELETE', `/templates/${ids[1]}`)).status).toBe(204)
    const { counts, steps } = await apply(ask, id)
    expect(counts).toMatchObject({ stale: 4, applied: 0 })
    expect(steps.map(({ reasonCode }) => reasonCode)).toEqual(Array(4).fill('templateGone'))
    // What was removed is still told by its name.
    expect(told(steps)).toMatchObject({ '1 6541 Drift av webbplatsen': 'add' })
  })

  test('is applied in part: the steps that are named, and no others', async () => {
    const { ask } = await newPlace(2)
    const { id, steps } = await preview(ask, [await made(ask, account)])
    const [one] = steps as [Step]
    const apart = (stepIds: string[]) => ask('POST', `/template-rollouts/${id}/apply`, { stepIds })
    expect(faultsOf(await apart([one.id, newId()]))).toEqual({
      '#/stepIds/1': 'is not a step of the rollout that can be applied',
    })
    const { counts } = await apply(ask, id, { stepIds: [one.id] })
    expect(counts).toMatchObject({ add: 2, applied: 1, left: 0 })
    expect((await stepsOf(ask, id, 'result==applied')).map((step) => step.id)).toEqual([one.id])
  })
})

/** A database where something happens once so many clients of a rollout are done, before the next one begins. */
const between = (rolloutId: string, done: 'outcome' | 'result', happenings: Record<number, () => Promise<unknown>>) => {
  const left = new Map(Object.entries(happenings))
  const isDone = done === 'result' ? sql`result is not null` : sql`outcome is not null`
  const transaction: Database['transaction'] = async (work, isolation) => {
    const { count } = await service.database.one<{ count: string }>(sql`
      select count(distinct company_id)::text as count from agency.template_rollout_step
      where rollout_id = ${rolloutId} and ${isDone}`)
    const happening = left.get(count)
    left.delete(count)
    await happening?.()
    return service.usedDatabase.transaction(work, isolation)
  }
  return { database: { ...service.usedDatabase, transaction } }
}

describe('in the middle of a portion', () => {
  const leaves = (agency: Tenant, { id: companyId }: TestCompany) =>
    service.operate((call) => identityService.removeClientCompany(call, { agencyId: agency.id, companyId }))
  const inOrder = (clients: readonly TestCompany[]) => clients.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const codes = (steps: readonly Step[]) => steps.map(({ reasonCode }) => String(reasonCode)).sort()

  test('a client that leaves gets nothing, nor does anybody once the one who rolls out has left', async () => {
    const { ask, agency, clients, person } = await newPlace(3)
    const other = await inside(agency, 'administrator')
    const [first, second, third] = inOrder(clients) as [TestCompany, TestCompany, TestCompany]
    const { id } = await preview(ask, [await made(ask, account)])
    ok(await ask('POST', `/template-rollouts/${id}/apply`, {}))
    const rolled = between(id, 'result', {
      1: () => leaves(agency, second),
      2: () => service.operate((call) => removeMember(call, { tenant: agency, personId: person.id })),
    })
    expect(await run(rolled)).toEqual([])
    expect(codes(await stepsOf(other.ask, id))).toEqual(['noAccess', 'noAccess', 'null'])
    const have = await Promise.all([first, second, third].map((client) => client.get('/chart-of-accounts/6541')))
    expect(have.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  test('a client that leaves is not looked at', async () => {
    const { ask, agency, clients } = await newPlace(2)
    const [, second] = inOrder(clients) as [TestCompany, TestCompany]
    const { kind: _, ...body } = rule
    ok(await second.post('/matching-rules', { ...body, title: 'Eget' }))
    const { id } = ok(await ask('POST', '/template-rollouts', { templateIds: [await made(ask, rule)] }))
    expect(await run(between(id, 'outcome', { 1: () => leaves(agency, second) }))).toEqual([])
    const steps = await stepsOf(ask, id)
    expect(codes(steps)).toEqual(['noAccess', 'null'])
    expect(steps.find(({ reasonCode }) => reasonCode === 'noAccess')).toMatchObject({
      outcome: 'blocked',
      before: null,
    })
  })
})

test('a client that is removed is counted as before, and no longer named', async () => {
  const { ask, clients } = await newPlace(2)
  const { id } = await preview(ask, [await made(ask, account)])
  const before = await apply(ask, id)
  const [{ id: companyId }] = clients as [TestCompany]
  const { headers } = await logInAs(service, { type: 'company', id: companyId }, 'owner')
  expect((await asking(service.base, headers)('DELETE', `/me/companies/${companyId}`)).status).toBe(204)
  const { counts } = ok(await ask('GET', `/template-rollouts/${id}`))
  expect(counts).toEqual(before.counts)
  const steps = await stepsOf(ask, id, 'result==applied')
  expect(steps).toHaveLength(counts.applied)
  const names = async () => (await stepsOf(ask, id)).map(({ companyName }) => companyName).sort()
  expect(await names()).toEqual(['Borttaget företag', 'Klient 2 AB'])
  // What was under way at that moment may keep the name afterwards.
  await service.database.rows(sql`
    update agency.template_rollout_step set company_name = 'Klient 1 AB' where company_id = ${companyId}`)
  expect(await names()).toEqual(['Klient 1 AB', 'Klient 2 AB'])
  const now = service.now()
  service.setNow(new Date(now.getTime() + 61 * 60_000).toISOString())
  await newRunner(service, [leftOfRemoved]).runDue()
  service.setNow(now.toISOString())
  expect(await names()).toEqual(['Borttaget företag', 'Klient 2 AB'])
})

/** Waits until a transaction waits for a lock that another holds. */
const untilSomebodyWaits = () =>
  expect
    .poll(
      () =>
        service.database.rows(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      { timeout: 20_000 },
    )
    .toHaveLength(1)

describe('a rollout that is stopped', () => {
  const at = (id: string) => `/template-rollouts/${id}`

  test('while it is looked at has come to nothing, and is not applied', async () => {
    const { ask, clients } = await newPlace(2)
    const { id } = ok(await ask('POST', '/template-rollouts', { templateIds: [await made(ask, account)] }))
    expect(ok(await ask('POST', `${at(id)}/stop`))).toMatchObject({ state: 'stopped', counts: { waiting: 2 } })
    expect(await run()).toEqual([])
    expect(ok(await ask('GET', at(id)))).toMatchObject({ state: 'stopped', counts: { waiting: 2, add: 0 } })
    expect(said(await ask('POST', `${at(id)}/apply`, {}))).toEqual([400, expect.stringContaining('is stopped')])
    for (const client of clients) expect((await client.get('/chart-of-accounts/6541')).status).toBe(404)
  })

  test('while it is applied leaves the clients that have it, and begins no further one', async () => {
    const { ask, clients, agency } = await newPlace(5)
    const templateId = await made(ask, account)
    const { id } = await preview(ask, [templateId])
    ok(await ask('POST', `${at(id)}/apply`, {}))
    // Some clients have it when the rollout is stopped, and one is still in progress.
    let running: Promise<unknown> = Promise.resolve()
    let begun = 0
    const stopped = new Promise<Awaited<ReturnType<typeof ask>>>((resolve) => {
      const transaction: Database['transaction'] = async (work, isolation) => {
        begun += 1
        if (begun !== 3) return service.usedDatabase.transaction(work, isolation)
        return service.usedDatabase.transaction(async (db) => {
          const outcome = await work(db)
          const stop = ask('POST', `${at(id)}/stop`)
          resolve(stop)
          await untilSomebodyWaits()
          return outcome
        }, isolation)
      }
      running = run({ database: { ...service.usedDatabase, transaction } })
    })
    const rollout = ok(await stopped)
    expect(rollout).toMatchObject({ state: 'stopped', counts: { left: 0, add: 5 } })
    const { applied } = rollout.counts
    expect([1, 2, 3, 4]).toContain(applied)
    expect(await running).toEqual([])
    expect(await run()).toEqual([])
    expect(ok(await ask('GET', at(id)))).toMatchObject({ state: 'stopped', counts: rollout.counts })
    const have = await Promise.all(clients.map(async (client) => (await client.get('/chart-of-accounts/6541')).status))
    expect(have.filter((status) => status === 200)).toHaveLength(applied)
    const told = await service.database.rows<{ kind: string }>(sql`
      select kind from platform.event where tenant_id = ${agency.id} order by number`)
    const events = told.map(({ kind }) => kind)
    expect(events).toEqual(expect.arrayContaining(['template-rollout.stopped', 'agency-template.applied']))
    expect(events).not.toContain('template-rollout.ended')
    expect(said(await ask('POST', `${at(id)}/stop`))).toEqual([400, expect.stringContaining('is stopped')])
  })
})

describe('limits', () => {
  test('hold: templates, steps that are named, clients, and rollouts under way', async () => {
    const { ask, agency } = await newPlace(1)
    const id = await made(ask, account)
    expect((await ask('POST', '/template-rollouts', { templateIds: Array(21).fill(id) })).status).toBe(400)
    expect(faultsOf(await ask('POST', '/template-rollouts', { templateIds: [id], clients: 'selected' }))).toEqual({
      '#/companyIds': 'name the clients that are selected',
    })
    for (let count = 0; count < 5; count += 1) ok(await ask('POST', '/template-rollouts', { templateIds: [id] }))
    expect(said(await ask('POST', '/template-rollouts', { templateIds: [id] }))[1]).toMatch(/^5 rollouts .* under way/)
    expect(await run()).toEqual([])
    const repeated = { 'idempotency-key': newId() }
    const one = ok(await ask('POST', '/template-rollouts', { templateIds: [id] }, repeated))
    const same = ok(await ask('POST', '/template-rollouts', { templateIds: [id] }, repeated))
    expect(same).toEqual(one)
    expect(await walkByCursor(ask, '/template-rollouts')).toHaveLength(6)
    await service.database.rows(sql`
      insert into agency.template (agency_id, id, kind, key, name, content, version, created_at, modified_at)
      select ${agency.id}, gen_random_uuid(), 'texts', 'T' || n, 'T' || n, '{}', 1, now(), now()
      from generate_series(1, 499) n`)
    expect(said(await ask('POST', '/templates', { content: rule }))[1]).toMatch(/^An agency has at most 500 templates/)
  })
})

/** A database whose process is killed after so many transactions: it never answers any more, nor renews a claim. */
const killedAfter = (count: number): Database => {
  let begun = 0
  const { usedDatabase } = service
  return {
    ...usedDatabase,
    rows: (statement, name) => (begun > count ? new Promise(() => {}) : usedDatabase.rows(statement, name)),
    transaction: (work, isolation) => {
      begun += 1
      return begun > count ? new Promise(() => {}) : usedDatabase.transaction(work, isolation)
    },
  }
}

/** Longer than a job is left to a process that does not renew it. */
const LEASE_MS = 10 * 60_000

test('300 clients are done by processes of which one is killed, each client once', { timeout: 600_000 }, async () => {
  const { ask, clients } = await newPlace(300)
  const id = await made(ask, account)
  const rollout = ok(await ask('POST', '/template-rollouts', { templateIds: [id] }))
  expect(await run()).toEqual([])
  const at = `/template-rollouts/${rollout.id}`
  expect(ok(await ask('GET', at)).counts).toMatchObject({ add: 300, waiting: 0 })
  ok(await ask('POST', `${at}/apply`, {}))
  const doneOf = async () =>
    (
      await service.database.one<{ done: number }>(sql`
        select count(*)::int as done from agency.template_rollout_step
        where rollout_id = ${rollout.id} and result is not null`)
    ).done
  // The first one dies in the middle of its portion, and holds the job until its time is over.
  void newRunner(service, rolloutJobs('service'), [], { database: killedAfter(10) }).runDue()
  await expect.poll(doneOf, { timeout: 120_000 }).toBeGreaterThanOrEqual(9)
  const halfway = await doneOf()
  expect(halfway).toBeLessThan(25)
  service.setNow(new Date(service.now().getTime() + LEASE_MS).toISOString())
  const one = newRunner(service, rolloutJobs('service'))
  const other = newRunner(service, rolloutJobs('service'))
  await Promise.all([one.runDue(), other.runDue()])
  expect(ok(await ask('GET', at))).toMatchObject({ state: 'applied', counts: { applied: 300, failed: 0, left: 0 } })
  const events = await service.database.rows<{ count: number }>(sql`
    select count(*)::int as count from platform.event
    where kind = 'account.created' and tenant_id = any(${clients.map((client) => client.id)}::uuid[])
    group by tenant_id`)
  expect(events).toHaveLength(300)
  expect(events.every(({ count }) => count === 1)).toBe(true)
})
