// Books of a given size on a separate server, and requests of one client to them.
import { Agent, get } from 'node:http'
import { ledgerContribution } from '#ledger'
import { operator } from '#platform/actor'
import { fillBooks } from './fill.ts'
import { type Company, countEntries, type Service, startService } from './service.ts'
import { median } from './statistics.ts'
import type { Workshop } from './workshop.ts'

export type Books = { service: Service; company: Company; entries: number; agent: Agent }

/** A request to books of any size; `items` is the number of items in its response. */
export type Question = { name: string; pathFor: (books: Books) => Promise<string>; items: number | null }

/** Consecutive requests to the same books before switching to the others, and warm-up requests. */
export const REQUESTS_IN_A_ROW = 20
const WARM_REQUESTS = 200

export const makeBooks = async (workshop: Workshop, name: string, entries: number): Promise<Books> => {
  const service = await startService(workshop, name)
  const { company, seconds } = await fillBooks(service, entries)
  const booked = await countEntries(service)
  if (booked !== entries) throw new Error(`${booked} entries were booked in place of ${entries}`)
  console.log(`\n${entries} entries were booked in ${seconds.toFixed(1)} s, ${Math.round(entries / seconds)} a second`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  workshop.later(() => agent.destroy())
  return { service, company, entries, agent }
}

/** Verifies the filled books: every digest, link and balance. */
export const verify = async ({ service, company, entries }: Books): Promise<void> => {
  const { standing, database } = service
  const { entries: walked, fault } = await database.transaction(
    (db) =>
      ledgerContribution.verifyBooks({
        ...standing,
        db,
        now: new Date(),
        from: null,
        actor: operator,
        companyId: company.id,
      }),
    'repeatable read, read only',
  )
  if (fault || walked !== entries) throw new Error(`The filled books are wrong: ${fault ?? `${walked} entries`}`)
}

/** The median times per round on the small and the large books, measured alternately, in milliseconds. */
export const compare = async (
  { pathFor, items }: Question,
  small: Books,
  large: Books,
  { rounds, count }: { rounds: number; count: number },
): Promise<[number, number][]> => {
  const ways = [
    { books: small, path: await pathFor(small) },
    { books: large, path: await pathFor(large) },
  ] as const
  for (const { books, path } of ways) {
    const { body } = await ask(books, path)
    const found = (JSON.parse(body) as { items?: unknown[] }).items?.length ?? null
    if (found !== items) throw new Error(`${path} returned ${found} items instead of ${items}`)
    for (let time = 1; time <= WARM_REQUESTS; time++) await ask(books, path)
  }
  const medians: [number, number][] = []
  for (let round = 1; round <= rounds; round++) {
    const times: [number[], number[]] = [[], []]
    for (let asked = 0; asked < count; asked += REQUESTS_IN_A_ROW) {
      for (const [way, { books, path }] of ways.entries()) {
        for (let time = 1; time <= REQUESTS_IN_A_ROW; time++) times[way]?.push((await ask(books, path)).took)
      }
    }
    medians.push([median(times[0]), median(times[1])])
  }
  return medians
}

/** Timeout of one request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

/** `next` is the query of the next page; empty if there is none. */
type Told = { body: string; next: string; took: number }

/** One request; anything but success is an error. */
export const ask = ({ service, company, agent }: Books, path: string): Promise<Told> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    // Cached answers about unchanged books would hide the effect of their size.
    const headers = { authorization: `Bearer ${company.token}`, 'cache-control': 'no-cache' }
    const url = `${service.origin}${company.path}${path}`
    const request = get(url, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.on('end', () => {
        const next = /^<(.*)>; rel="next"$/.exec(String(response.headers.link))?.[1] ?? ''
        if (response.statusCode === 200) resolve({ body, next, took: performance.now() - started })
        else reject(new Error(`${path} was answered with ${response.statusCode}: ${body}`))
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`${path} was not answered`)))
  })
