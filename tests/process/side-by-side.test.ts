// Several processes behind one port: what one of them has answered is there at the others, limits are those of all
// together, and one that is killed takes nothing with it.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { dayOf } from '#platform/day'
import {
  adminJson,
  connectTo,
  isAlive,
  newUsedDataDir,
  type RunningService,
  serverOf,
  startFailing,
  startMain,
  until,
} from '#support/programs'
import { openStream } from '#support/reading/stream'
import { type Answer, anEntry, requestsWith } from '#support/service'
import { newVisitor, type Page } from '#support/visitor'

const { companyId, token } = inject('installation')

/** Each request comes on a connection of its own, and connections are dealt out in turns. */
const alone = { connection: 'close' }

const api = ({ base }: RunningService) => requestsWith(`${base}/companies/${companyId}`, token)

const today = dayOf(new Date())

const startTwo = async (dataDir: string, env: Record<string, string> = {}): Promise<RunningService> =>
  startMain({ env: { DATA_DIR: dataDir, WORKERS: '2', RATE_LIMIT_PER_MINUTE: '0', ...env } })

type Line = { msg: string; process?: number; route?: string; status?: number }

const linesOf = (service: RunningService): Line[] =>
  service
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

/** The processes that have begun to answer requests, in this order. */
const listening = (service: RunningService): number[] =>
  linesOf(service).flatMap((line) => (line.msg.startsWith('listening') && line.process ? [line.process] : []))

/** Which processes have answered requests of a route. */
const answering = (service: RunningService, route: string): Set<number | undefined> =>
  new Set(linesOf(service).flatMap((line) => (line.route === route ? [line.process] : [])))

const ENTRIES_ROUTE = '/v1/companies/:companyId/journal-entries'
const CLIENTS = 8
/** After how many answers one process is killed, and how many answers there are in all. */
const KILLED_AFTER = 60
const ANSWERS = 200

test.concurrent('one process is killed: nothing answered is lost, nothing is done twice, and another takes its place', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startTwo(dataDir)
  await until(() => listening(service).length === 2)
  const [first = 0, second = 0] = listening(service)
  const server = serverOf(dataDir) ?? 0
  expect(new Set([first, second, service.pid, 0]).size).toBe(4)
  const booked = new Map<string, Answer['body']>()
  const post = async (title: string): Promise<void> => {
    // A client that gets no answer asks again with the same key, and may reach another process.
    for (;;) {
      const headers = { ...alone, 'idempotency-key': title }
      const answer = await api(service)
        .post('/journal-entries', anEntry({ date: today, title }), headers)
        .catch(() => null)
      if (answer === null) continue
      expect(answer.status).toBe(200)
      booked.set(title, answer.body)
      if (booked.size === KILLED_AFTER) process.kill(first, 'SIGKILL')
      return
    }
  }
  const titles = Array.from({ length: ANSWERS }, (_, number) => `rad-${number}`)
  const client = async (): Promise<void> => {
    for (let title = titles.shift(); title !== undefined; title = titles.shift()) await post(title)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await until(() => listening(service).length === 3)
  expect(service.said()).toContain('a process that answers requests has ended, and is being restarted')
  const third = listening(service)[2] ?? 0

  const again = (title: string) =>
    api(service).post('/journal-entries', anEntry({ date: today, title }), { ...alone, 'idempotency-key': title })
  for (const [title, body] of [...booked].slice(0, CLIENTS)) expect((await again(title)).body).toEqual(body)
  for (const [, body] of booked) {
    expect((await api(service).get(`/journal-entries/${body.id}`, alone)).body).toEqual(body)
  }
  expect((await api(service).get('/journal-entries?pageSize=1')).body.totalItems).toBe(ANSWERS)
  await until(() => answering(service, ENTRIES_ROUTE).size === 3)
  expect(answering(service, ENTRIES_ROUTE)).toEqual(new Set([first, second, third]))

  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
  await until(() => ![first, second, third, server].some(isAlive))
  expect(serverOf(dataDir)).toBeNull()
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: ANSWERS, faults: [] })
})

const LIMIT = 15

test.concurrent('the limit of a minute is one limit for all processes', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startTwo(dataDir, { RATE_LIMIT_PER_MINUTE: String(LIMIT) })
  const asked = Array.from({ length: 4 * LIMIT }, () => api(service).get('/company-information', alone))
  const answers = await Promise.all(asked)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3 * LIMIT)
  const left = answers.flatMap(({ status, headers }) =>
    status === 200 ? [Number(headers.get('service-ratelimit-remaining'))] : [],
  )
  expect(left.sort((one, other) => one - other)).toEqual(Array.from({ length: LIMIT }, (_, number) => number))
  await until(() => answering(service, '/v1/companies/:companyId/company-information').size === 2)
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})

test.concurrent('what is begun at one process goes on at another: a login, a form, a stream, a lost database', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startTwo(dataDir)
  const email = 'anna@example.com'
  const password = 'en lång mening för Anna'
  await adminJson(dataDir, ['user', 'create', '--email', email, '--password', password, '--name', 'Anna'])
  const visitor = newVisitor({ origin: new URL(service.base).origin })
  expect((await visitor.logIn(email, password)).url).toBe('/account')
  const pages: Page[] = []
  for (let time = 0; time < 4; time += 1) pages.push(await visitor.get('/account', alone))
  expect(pages.map(({ status, url }) => [status, url])).toEqual(pages.map(() => [200, '/account']))
  // What is logged comes in portions.
  await until(() => answering(service, '/account').size === 2)
  // Two processes wrote these forms, and one of them takes them all.
  for (const [number, page] of pages.entries()) {
    const fields = { name: `Anna ${number}`, language: 'sv' }
    const sent = await visitor.submit(page, fields, { action: '/account/profile' })
    expect([sent.status, sent.text.includes(`Anna ${number}`)]).toEqual([200, true])
  }

  const address = `${service.base}/companies/${companyId}/events?after=latest`
  const own = { authorization: `Bearer ${token}` }
  const streams = await Promise.all(Array.from({ length: 4 }, () => openStream<{ kind: string }>(address, own)))
  for (const stream of streams) await stream.position()
  await api(service).post('/journal-entries', anEntry({ date: today }), alone)
  for (const stream of streams) {
    expect((await stream.take(1)).map(({ data }) => data.kind)).toEqual(['journal-entry.booked'])
    stream.end()
  }

  process.kill(serverOf(dataDir) ?? 0, 'SIGKILL')
  const statuses = async () => {
    const asked = Array.from({ length: 4 }, () => api(service).get('/company-information', alone))
    return (await Promise.all(asked)).map(({ status }) => status)
  }
  await until(() => service.said().includes('The embedded database answers again.'))
  await until(async () => (await statuses()).every((status) => status === 200))
  expect(listening(service)).toHaveLength(2)

  const waiting = Array.from({ length: 10 }, () => api(service).get('/events?after=latest&wait=30', alone))
  // One after the other, behind them all, at both processes.
  for (let count = 0; count < 10; count += 1) await api(service).get('/events', alone)
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
  for (const { status, body } of await Promise.all(waiting)) expect([status, body.items]).toEqual([200, []])
})

test.concurrent('what is done in the background is told as well, by the process that runs the others', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startTwo(dataDir)
  const owner = await connectTo(dataDir)
  const tellers = new Set<string>()
  owner.on('notification', ({ payload = '' }) => {
    const [teller = '', ...tenants] = payload.split(' ')
    if (tenants.includes(companyId)) tellers.add(teller)
  })
  await owner.query('listen grundbok_events')
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await api(service).post(path, body, alone)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.id
  }
  const aCustomer = { name: 'Kund AB', type: 'company' }
  const id = await made('/customers', aCustomer)
  const line = { description: 'Avtal', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }
  const schedule = { every: 1, unit: 'years', firstDate: today }
  const body = { customerRef: { id }, lineItems: [line], schedule, outcome: 'draft' }
  await made('/recurring-invoices', body)
  // Both processes that answer emit events of customers, and the one that runs jobs those of the invoice.
  await until(async () => {
    await made('/customers', aCustomer)
    await owner.query(`
      with hastened as (
        update platform.job set due_at = now()
        where kind in ('recurring.find', 'recurring.make') and claim_id is null and due_at > now()
        returning 1)
      select pg_notify('grundbok_jobs', '') from hastened limit 1`)
    return tellers.size === 3
  })
  await owner.end()
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})

test.concurrent('on a port that is taken none of them starts, and one sentence says so', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  const { dataDir } = await newUsedDataDir()
  const { code, stderr } = await startFailing({ DATA_DIR: dataDir, PORT: port, WORKERS: '2' })
  expect(code).toBe(1)
  expect(stderr).toBe(`Grundbok did not start. Port ${port} on 127.0.0.1 is taken; set PORT to another one.\n`)
  expect(serverOf(dataDir)).toBeNull()
  other.close()
})
