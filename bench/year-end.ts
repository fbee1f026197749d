// The end of a year: how long its proposals, tax computation, checks, tax forms and annual report take on books of
// 10,000 entries, and what each takes of the processor.
import { Agent, get } from 'node:http'
import { operator } from '#platform/actor'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { bookTogether, entryOn } from './entry.ts'
import { processorTime } from './processor-time.ts'
import { requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Entries of the year, assets in the register, and years before it. */
const ENTRIES = 10_000
const ASSETS = 100
const YEARS_BEFORE = 3
const BATCH = 1000
/** Requests of a round, one after another. */
const REQUESTS = 5
/** Aims, in milliseconds: everything that proposes the year-end together, and the PDF of the report. */
const AIM_PROPOSALS_MS = 3000
const AIM_PDF_MS = 2000
const REQUEST_TIMEOUT_MS = 60_000

/** What is asked, below the fiscal year; `proposes` counts towards the aim of a whole year-end. */
const questions = [
  { name: 'proposals', path: '/proposals', proposes: true },
  { name: 'tax computation', path: '/tax-computation', proposes: true },
  { name: 'checks of the closing', path: '/closing', proposes: true },
  { name: 'entries without a document, a page', path: '/closing/entriesWithoutDocument', proposes: false },
  { name: 'tax forms', path: '/tax-forms', proposes: false },
  { name: 'financial statements', path: '/financial-statements', proposes: false },
  { name: 'annual report', path: '/annual-report', proposes: false },
  { name: 'annual report, PDF', path: '/annual-report/pdf', proposes: false },
] as const

type Took = { wall: number; service: number; database: number }

export const measureYearEnd = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  const service = await startService(workshop, 'year-end')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  workshop.later(() => agent.destroy())
  tell(`Year-end: booking ${ENTRIES} entries`)
  const { company, yearId } = await fill(service, agent)
  const read = (path: string) => ask({ service, company, agent }, `/fiscal-years/${yearId}${path}`)
  for (const { path } of questions) await read(path)
  const found = new Map<string, Took[]>(questions.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, path } of questions) found.get(name)?.push(await timeOf(service, () => read(path)))
  }
  const spread = (name: string, of: keyof Took) =>
    textOfSpread(
      (found.get(name) ?? []).map((one) => one[of]),
      0,
    )
  printTable(`Year-end of ${ENTRIES} entries: ms of one request (least/middle/most)`, [
    ['', 'by the clock', 'processor, service', 'processor, database'],
    ...questions.map(({ name }) => [name, spread(name, 'wall'), spread(name, 'service'), spread(name, 'database')]),
  ])
  const least = (name: string) => Math.min(...(found.get(name) ?? []).map(({ wall }) => wall))
  const whole = questions.filter(({ proposes }) => proposes).reduce((sum, { name }) => sum + least(name), 0)
  const pdf = least('annual report, PDF')
  return [
    {
      passed: whole < AIM_PROPOSALS_MS,
      sentence: `the year-end of ${ENTRIES} entries is proposed in ${whole.toFixed(0)} ms; aim ${AIM_PROPOSALS_MS}`,
    },
    {
      passed: pdf < AIM_PDF_MS,
      sentence: `the PDF of its annual report takes ${pdf.toFixed(0)} ms; aim ${AIM_PDF_MS}`,
    },
  ]
}

/** A year full of entries, with years before it, a register of assets, and stock. */
const fill = async (service: Service, agent: Agent): Promise<{ company: Company; yearId: string }> => {
  const last = new Date().getFullYear() - 1
  const years = Array.from({ length: YEARS_BEFORE + 1 }, (_, at) => last - YEARS_BEFORE + at)
  const [company] = await makeCompanies(service, 1, years)
  if (!company) throw new Error('No company was made')
  const { standing, database: db } = service
  const call = { ...standing, db, now: new Date(), from: null, actor: operator, companyId: company.id }
  const dayAt = (year: number, at: number) =>
    `${year}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}` as Day
  for (const year of years) {
    const count = year === last ? ENTRIES : BATCH
    for (let first = 0; first < count; first += BATCH) {
      await bookTogether(
        call,
        Array.from({ length: BATCH }, (_, at) => entryOn(dayAt(year, first + at))),
      )
    }
  }
  const send = requester(`${service.origin}${company.path}`, { token: company.token, agent })
  for (let at = 0; at < ASSETS; at++) {
    await send('POST', '/fixed-assets', {
      name: `Maskin ${at + 1}`,
      account: 1220,
      acquisitionDate: dayAt(last, at),
      acquisitionValue: 60_000,
      months: 60,
    })
  }
  await service.database.rows(sql`vacuum (analyze)`)
  const { items } = (await send('GET', `/fiscal-years?query=startDate==${last}-01-01`)) as { items: { id: string }[] }
  return { company, yearId: items[0]?.id ?? '' }
}

/** The best of some requests by the clock, and the mean of what they take of the processor. */
const timeOf = async (service: Service, work: () => Promise<void>): Promise<Took> => {
  const before = processorTime(service.pid, service.postmaster)
  let wall = Number.POSITIVE_INFINITY
  for (let at = 0; at < REQUESTS; at++) {
    const started = performance.now()
    await work()
    wall = Math.min(wall, performance.now() - started)
  }
  const after = processorTime(service.pid, service.postmaster)
  if (!before || !after) return { wall, service: Number.NaN, database: Number.NaN }
  const each = (of: 'service' | 'database') => ((after[of] - before[of]) * 1000) / REQUESTS
  return { wall, service: each('service'), database: each('database') }
}

type Asked = { service: Service; company: Company; agent: Agent }

/** One request, read to its end and never from the cache; anything but success is an error. */
const ask = ({ service, company, agent }: Asked, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${company.token}`, 'cache-control': 'no-cache' }
    const url = `${service.origin}${company.path}${path}`
    const request = get(url, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      response.on('data', () => {})
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path} was answered with ${response.statusCode}`)),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`${path} was not answered`)))
  })
