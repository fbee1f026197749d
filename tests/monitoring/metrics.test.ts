// The figures that Prometheus reads: who may, what is counted, and that nothing of anybody stands in them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object } from '#http'
import { type BackupNews, operatorService } from '#operator'
import { newId } from '#platform/id'
import { defineJob, FinalFailure, type JobKind, queueJob } from '#platform/job'
import { sql } from '#platform/sql'
import { command } from '#support/commands'
import { newRunner } from '#support/jobs'
import { figure, figuresIn } from '#support/reading/figures'
import { startProxy } from '#support/servers/database-proxy'
import { openReceiver } from '#support/servers/receiver'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'
import { webhooksService } from '#webhooks'

const TOKEN = 'en-lang-hemlighet-for-matvarden'
const PLACE = '/mnt/kopior'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ metricsToken: TOKEN, outgoing: ['127.0.0.1'], backupPlace: PLACE })
  company = await service.newCompany()
})
afterAll(() => service.close())

const read = async (of: Service = service): Promise<string> => {
  const { status, text, headers } = await request(`${of.origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return text
}

describe('the figures', () => {
  test('require the token, and are disabled without one', async () => {
    for (const authorization of ['', 'Bearer fel', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${company.token}`]) {
      const { status, headers, text } = await request(`${service.origin}/metrics`, { headers: { authorization } })
      expect([status, headers.get('www-authenticate')], authorization).toEqual([401, 'Bearer'])
      expect(text).not.toContain('grundbok_')
    }
    expect((await request(`${service.origin}/metrics`, { method: 'POST' })).status).toBe(405)
    const unseen = await startService({ beside: service })
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await request(`${unseen.origin}/metrics`, { headers })).status).toBe(404)
    await unseen.close()
  })

  test('count requests by the pattern of their address, and contain no names', async () => {
    const route = '/v1/companies/:companyId/journal-entries'
    const before = await read()
    const countOf = (text: string, labels: Record<string, string>) =>
      figure(text, 'grundbok_http_requests_total', labels) ?? 0
    await company.post('/journal-entries', anEntry())
    await company.post('/journal-entries', anEntry({ title: '' }))
    await company.post('/journal-entries', anEntry())
    await request(`${service.base}/nowhere/${newId()}`)
    const text = await read()
    const more = (labels: Record<string, string>) => countOf(text, labels) - countOf(before, labels)
    expect(more({ method: 'POST', route, status: '200' })).toBe(2)
    expect(more({ method: 'POST', route, status: '400' })).toBe(1)
    expect(more({ route: 'none', method: 'GET', status: '404' })).toBe(1)
    expect(figure(text, 'grundbok_http_request_duration_seconds_count', { method: 'POST', route })).toBe(3)
    expect(figure(text, 'grundbok_http_request_duration_seconds_sum', { method: 'POST', route })).toBeGreaterThan(0)
    // Nothing that stood in an address: no id, no word of a caller.
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|nowhere/)
  })

  test('say how long news take to those who wait, and leave their waiting out of the durations', async () => {
    const route = '/v1/companies/:companyId/events'
    const { body: start } = await company.get('/events?after=latest')
    const waiting = company.get(`/events?after=${start.after}&wait=30`)
    await expect.poll(async () => figure(await read(), 'grundbok_feed_listeners')).toBe(1)
    await company.post('/journal-entries', anEntry())
    expect((await waiting).body.items.length).toBeGreaterThan(0)
    const text = await read()
    expect(figure(text, 'grundbok_feed_listeners')).toBe(0)
    expect(figure(text, 'grundbok_feed_delay_seconds_count')).toBe(1)
    expect(figure(text, 'grundbok_http_request_duration_seconds_count', { route })).toBe(1)
    expect(figure(text, 'grundbok_http_requests_total', { route, status: '200' })).toBe(2)
  })
})

const required = <T>(value: T | null): T => {
  if (value === null) throw new Error('It is missing')
  return value
}

const kindOf = (name: string): JobKind => ({
  name,
  payload: object({}),
  pausesMs: [60_000],
  timeLimitMs: 60_000,
  atOnce: 1,
  perTenant: 1,
})

describe('work in the background', () => {
  test('is counted by what became of it, and by what waits', async () => {
    const good = kindOf('test.good')
    const poor = kindOf('test.poor')
    const hopeless = kindOf('test.hopeless')
    const jobs = [
      defineJob(good, async () => {}),
      defineJob(poor, () => Promise.reject(new Error('not today'))),
      defineJob(hopeless, () => Promise.reject(new FinalFailure('never'))),
    ]
    for (const kind of [good, poor, hopeless, good]) await service.operate((call) => queueJob(call, kind, {}))
    const waiting = await read()
    expect(figure(waiting, 'grundbok_jobs', { kind: 'test.good', state: 'waiting' })).toBe(2)
    service.setNow(new Date(service.now().getTime() + 90_000))
    expect(figure(await read(), 'grundbok_job_overdue_seconds', { kind: 'test.good' })).toBe(90)
    const { measures } = required(service.metrics)
    const runner = newRunner(service, jobs, [], { measure: measures.attempted })
    await runner.runDue()
    await runner.stop()
    const text = await read()
    const attempts = (kind: string, outcome: string) => figure(text, 'grundbok_job_attempts_total', { kind, outcome })
    expect([attempts('test.good', 'done'), attempts('test.poor', 'failed')]).toEqual([2, 1])
    expect(attempts('test.hopeless', 'failed-for-good')).toBe(1)
    expect(figure(text, 'grundbok_job_duration_seconds_count', { kind: 'test.good' })).toBe(2)
    expect(figure(text, 'grundbok_jobs', { kind: 'test.good', state: 'waiting' })).toBeUndefined()
    expect(figure(text, 'grundbok_jobs', { kind: 'test.hopeless', state: 'failed' })).toBe(1)
    expect(figure(text, 'grundbok_job_overdue_seconds', { kind: 'test.poor' })).toBe(0)
  })

  test('is not overdue as long as it waits for what comes before it', async () => {
    const kind: JobKind = { ...kindOf('test.ordered'), pausesMs: [3_600_000], orderKeyOf: () => 'one' }
    const runner = newRunner(service, [defineJob(kind, () => Promise.reject(new Error('not today')))])
    for (let count = 0; count < 2; count += 1) await service.operate((call) => queueJob(call, kind, {}))
    await runner.runDue()
    await runner.stop()
    service.setNow(new Date(service.now().getTime() + 1_800_000))
    expect(figure(await read(), 'grundbok_jobs', { kind: 'test.ordered', state: 'waiting' })).toBe(2)
    expect(figure(await read(), 'grundbok_job_overdue_seconds', { kind: 'test.ordered' })).toBe(0)
    service.setNow(new Date(service.now().getTime() + 1_860_000))
    expect(figure(await read(), 'grundbok_job_overdue_seconds', { kind: 'test.ordered' })).toBe(60)
  })

  test('that runs automatically is reported after repeated failures, not after a single one', async () => {
    const kind: JobKind = { ...kindOf('test.nightly'), pausesMs: [60_000, 60_000], everyMs: 3_600_000 }
    let isBroken = true
    const run = async () => {
      if (isBroken) throw new Error('not today')
    }
    const runner = newRunner(service, [defineJob(kind, run)])
    const failingAfter = async (ms: number) => {
      service.setNow(new Date(service.now().getTime() + ms))
      await runner.runDue()
      return figure(await read(), 'grundbok_job_failing', { kind: kind.name })
    }
    expect(await failingAfter(0)).toBe(0)
    expect(await failingAfter(60_000)).toBe(1)
    // That was the last attempt of its turn.
    expect(await failingAfter(60_000)).toBe(1)
    isBroken = false
    expect(await failingAfter(3_600_000)).toBe(0)
    await runner.stop()
  })

  test('has deliveries of webhooks that wait, and the age of the oldest', async () => {
    const receiver = await openReceiver()
    expect((await company.post('/webhooks', { url: receiver.url })).status).toBe(200)
    await company.post('/journal-entries', anEntry())
    const { usedDatabase: database, standing } = service
    const work = { database, standing, now: service.now(), payload: {}, attempt: 1, isLast: true }
    await webhooksService.sweepWebhooks({ ...work, signal: new AbortController().signal })
    const { webhookJobs } = await import('#webhooks')
    const following = newRunner(
      service,
      webhookJobs().filter(({ kind }) => kind.name === 'webhooks.follow'),
    )
    await following.runDue()
    await following.stop()
    service.setNow(new Date(service.now().getTime() + 60_000))
    const text = await read()
    expect(figure(text, 'grundbok_webhook_deliveries_waiting')).toBeGreaterThan(0)
    expect(figure(text, 'grundbok_webhook_oldest_seconds')).toBe(60)
    await receiver.close()
  })

  test('has the age of the last verification, and what it found', async () => {
    expect(figure(await read(), 'grundbok_verification_age_seconds')).toBeUndefined()
    const id = newId()
    const ended = new Date(service.now().getTime() - 3_600_000)
    await service.database.rows(sql`
      insert into operator.verification (id, begun_at, begun_by, faults, finished_at)
      values (${id}, ${ended}, 'Prov', 2, ${ended})`)
    const text = await read()
    expect(figure(text, 'grundbok_verification_age_seconds')).toBe(3600)
    expect(figure(text, 'grundbok_verification_faults')).toBe(2)
    await service.database.rows(sql`
      update operator.verification set finished_at = null, failed_at = ${ended} where id = ${id}`)
    expect(figure(await read(), 'grundbok_verification_faults')).toBe(-1)
  })
})

test('what was noted of the backup is told as it was noted, and nothing where none is kept', async () => {
  const told = async (of: Service = service) =>
    figuresIn(await read(of))
      .filter(({ name }) => name.startsWith('grundbok_backup_'))
      .map(({ name, value }) => [name.slice('grundbok_backup_'.length), value])
  const note = (news: BackupNews) => operatorService.noteBackup(service.database, PLACE, news)
  const ago = (seconds: number) => new Date(service.now().getTime() - seconds * 1000)
  expect(await told()).toEqual([])
  await note({ reached: ago(60), trouble: null })
  expect(await told()).toEqual([
    ['age_seconds', 60],
    ['stuck', 0],
  ])
  // The base was made while the clock was an hour ahead.
  const base = { name: '20260610t110000z_0a1b2c3d', endedAt: ago(-3600) }
  await note({ base, check: { base: base.name, at: ago(0), faults: 2 }, trouble: 'ENOSPC' })
  expect(await told()).toEqual([
    ['age_seconds', 60],
    ['base_age_seconds', -3600],
    ['faults', 2],
    ['stuck', 1],
  ])
  // A backup that was kept elsewhere goes on nowhere, and one that the settings no longer name is none.
  await operatorService.noteBackup(service.database, '/mnt/tidigare', { reached: ago(9e6), trouble: 'EIO' })
  expect(await told()).toContainEqual(['age_seconds', 60])
  const without = await startService({ beside: service, metricsToken: TOKEN })
  expect(await told(without)).toEqual([])
  await without.close()
  await operatorService.noteBackup(service.database, PLACE, { over: 'EN' })
  expect(await told()).toContainEqual(['stuck', 0])
})

test('a verification by command counts as well', async () => {
  const own = await startService({ metricsToken: TOKEN })
  expect(figure(await read(own), 'grundbok_verification_faults')).toBeUndefined()
  const { code, stdout } = await command(own, ['verify'])
  expect(code, stdout).toBe(0)
  expect(figure(await read(own), 'grundbok_verification_faults')).toBe(0)
  await own.close()
})

test('how things stand is told also while the database is away', async () => {
  const proxy = await startProxy(service.databaseUrl)
  const far = await startService({
    beside: proxy.before(service),
    metricsToken: TOKEN,
    // So long a machine that is busy does not take for what it does answer.
    patience: { silenceMs: 3000, probeMs: 3000, connectionMs: 6000 },
  })
  const healthy = await read(far)
  expect(figure(healthy, 'grundbok_database_up')).toBe(1)
  const pools = figuresIn(healthy).filter(({ name }) => name === 'grundbok_database_pool_size')
  expect(pools.map(({ labels, value }) => [labels.pool, value])).toEqual([
    ['requests', 8],
    ['look-ups', 3],
  ])
  proxy.swallow('all')
  const text = await read(far)
  expect(figure(text, 'grundbok_database_up')).toBe(0)
  expect(figuresIn(text).filter(({ name }) => /grundbok_(?:jobs|webhook|mails|verif|backup)/.test(name))).toEqual([])
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(figure(text, 'grundbok_build_info')).toBe(1)
  expect(figure(text, 'grundbok_disk_free_bytes')).toBeGreaterThan(0)
  proxy.heal()
  await far.close()
  await proxy.close()
})
