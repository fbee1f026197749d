// Events: the delay from a write until its readers have it, with few and with many of them; and the load of idle
// readers on the database.
import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { entryOn } from './entry.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, printTable, shareOf, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const COMPANIES = 50
/** Readers of all companies together, in streams. */
const FEW_READERS = COMPANIES
const MANY_READERS = 1000
/** Writes per second, to all companies together. */
const WRITES = 500
/** How often writes are sent, in milliseconds. */
const TICK_MS = 10
/** Time limit for readers to get the last writes, in milliseconds. */
const REST_MS = 10_000
/** Idle readers, how many start at once, and how long they wait, in seconds. */
const IDLE_READERS = 5000
const AT_ONCE = 250
const IDLE_SECONDS = 30

/** Follows a company as a stream; `heard` is called with the id of each entry. */
const follow = async (
  { origin }: Service,
  { path, token }: Company,
  heard: (id: string) => void,
): Promise<ClientRequest> => {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const asked = request(`${origin}${path}/events?after=latest&types=journal-entry`, { headers, agent: false })
  asked.on('error', () => {})
  asked.end()
  const [answer] = await once(asked, 'response')
  if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}`)
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => {
    const messages = `${text}${part}`.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const [, id] = /"type":"journal-entry","id":"([^"]+)"/.exec(message) ?? []
      if (id !== undefined) heard(id)
    }
  })
  return asked
}

type Writing = { wanted: number; answered: Map<string, number>; took: number[] }

/** Posts entries to the companies alternately, at a fixed rate independent of responses. */
const write = async ({ origin }: Service, companies: readonly Company[], seconds: number): Promise<Writing> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const body = JSON.stringify(entryOn(dayOf(new Date())))
  const writing: Writing = { wanted: WRITES * seconds, answered: new Map(), took: [] }
  const post = async ({ path, token }: Company): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = performance.now()
    const asked = request(`${origin}${path}/journal-entries`, { method: 'POST', headers, agent })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    if (answer.statusCode !== 200) throw new Error(`A post was answered ${answer.statusCode}: ${text}`)
    writing.answered.set(JSON.parse(text).id, performance.now())
    writing.took.push(performance.now() - sent)
  }
  const posts: Promise<void>[] = []
  const begin = performance.now()
  while (posts.length < writing.wanted) {
    const due = Math.min(writing.wanted, ((performance.now() - begin) * WRITES) / 1000)
    while (posts.length < due) posts.push(post(companies[posts.length % companies.length] as Company))
    await pause(TICK_MS)
  }
  await Promise.all(posts)
  agent.destroy()
  return writing
}

type Lag = { p50: number; p99: number; rate: number; missing: number }

/** The delay from the response to a write until its readers have it; zero if they have it before the response. */
const lagWith = async (
  service: Service,
  companies: readonly Company[],
  { readers, seconds }: { readers: number; seconds: number },
): Promise<Lag> => {
  const heard: [id: string, at: number][] = []
  const streams: ClientRequest[] = []
  for (let count = 0; count < readers; count += 1) {
    const company = companies[count % companies.length] as Company
    streams.push(await follow(service, company, (id) => heard.push([id, performance.now()])))
  }
  const begin = performance.now()
  const { answered } = await write(service, companies, seconds)
  const rate = (answered.size * 1000) / (performance.now() - begin)
  const wanted = answered.size * (readers / companies.length)
  for (const until = performance.now() + REST_MS; heard.length < wanted && performance.now() < until; ) {
    await pause(TICK_MS)
  }
  for (const stream of streams) stream.destroy()
  const lags = heard.map(([id, at]) => Math.max(0, at - (answered.get(id) ?? at))).sort((one, two) => one - two)
  return { p50: shareOf(lags, 0.5), p99: shareOf(lags, 0.99), rate, missing: wanted - heard.length }
}

/** Current connections to the database, and how many of them are active; without ours. */
const connectionsTo = async ({ database }: Service): Promise<{ all: number; busy: number }> => {
  const { all, busy } = await database.one<{ all: bigint; busy: bigint }>(sql`
    select count(*) as all, count(*) filter (where state <> 'idle') as busy from pg_stat_activity
    where backend_type = 'client backend' and usename = 'grundbok_service' and pid <> pg_backend_pid()`)
  return { all: Number(all), busy: Number(busy) }
}

/** Additional connections while many readers wait without events. */
const idle = async (service: Service, companies: readonly Company[]) => {
  const before = await connectionsTo(service)
  const waiting: ClientRequest[] = []
  while (waiting.length < IDLE_READERS) {
    for (let count = 0; count < AT_ONCE; count += 1) {
      const { path, token } = companies[waiting.length % companies.length] as Company
      const headers = { authorization: `Bearer ${token}` }
      const url = `${service.origin}${path}/events?after=latest&wait=${IDLE_SECONDS}`
      const asked = request(url, { headers, agent: false })
      asked.on('error', () => {})
      asked.end()
      waiting.push(asked)
    }
    await pause(AT_ONCE)
  }
  await pause(REST_MS / 2)
  const during = await connectionsTo(service)
  const unanswered = waiting.filter(({ res }: ClientRequest & { res?: unknown }) => !res).length
  for (const asked of waiting) asked.destroy()
  return { before, during, unanswered }
}

export const measureEvents = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  tell('Events: starting the service')
  const service = await startService(workshop, 'events')
  const companies = await makeCompanies(service, COMPANIES, [Number(dayOf(new Date()).slice(0, 4))])
  await write(service, companies, seconds)
  tell(`Events: ${WRITES} writes a second, followed by ${FEW_READERS} and by ${MANY_READERS}`)
  const few = await lagWith(service, companies, { readers: FEW_READERS, seconds: seconds * rounds })
  const many = await lagWith(service, companies, { readers: MANY_READERS, seconds: seconds * rounds })
  const line = (readers: number, { p50, p99, rate, missing }: Lag) =>
    [readers, rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), missing].map(String)
  printTable('From the answer to a write to its readers', [
    ['readers', 'writes/s', 'p50 ms', 'p99 ms', 'missing'],
    line(FEW_READERS, few),
    line(MANY_READERS, many),
  ])
  tell(`Events: ${IDLE_READERS} that wait`)
  const { before, during, unanswered } = await idle(service, companies)
  printTable('Connections to the database', [
    ['', 'open', 'busy'],
    ['no readers', String(before.all), String(before.busy)],
    [`${unanswered} wait`, String(during.all), String(during.busy)],
  ])
  const readers = `events: ${MANY_READERS} readers have a write p50 ${many.p50.toFixed(0)} and p99 ${many.p99.toFixed(0)} ms after its answer`
  return [
    {
      passed: many.missing === 0,
      sentence: `${readers}, ${(many.p50 / few.p50).toFixed(1)} times that of ${FEW_READERS} (aim: none missing)`,
    },
    {
      passed: unanswered === IDLE_READERS && during.busy === 0,
      sentence: `events: ${unanswered} idle readers use ${during.busy} connections (aim: ${IDLE_READERS} use none)`,
    },
  ]
}
