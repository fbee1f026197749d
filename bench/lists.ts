// Reading: the same requests of one client on large books and on small ones, each on a server of its own.
import { Agent, get } from 'node:http'
import { verifyBooks } from '#ledger'
import { operator } from '#platform/call'
import { fillBooks } from './fill.ts'
import { type Company, countEntries, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** How many times as long as on small books a request may take on large ones. */
const AIM_RATIO = 1.5
/** Requests of a round and second, and how many of them go to the same books before the other ones are asked. */
const REQUESTS_PER_SECOND = 200
const REQUESTS_IN_A_ROW = 20
const WARM_REQUESTS = 200
/** The page that stands for a far one, small enough that the small books have it too. */
const FAR_PAGE = 1000
const FAR_PAGE_SIZE = 10
const PAGE_SIZE = 25
/** How deep in the list the cursor is, as a share of it. */
const CURSOR_DEPTH = 0.9
const ACCOUNT = 1930

type Books = { service: Service; company: Company; entries: number; agent: Agent }
/** A request, made for books of any size; `items` is how many items its answer has. */
type Question = { name: string; pathFor: (books: Books) => Promise<string>; items: number | null }

const questions: readonly Question[] = [
  { name: 'page 1', pathFor: async () => '/journal-entries', items: PAGE_SIZE },
  {
    name: `page ${FAR_PAGE} (of ${FAR_PAGE_SIZE} entries)`,
    pathFor: async () => `/journal-entries?page=${FAR_PAGE}&pageSize=${FAR_PAGE_SIZE}`,
    items: FAR_PAGE_SIZE,
  },
  {
    name: `cursor page, ${CURSOR_DEPTH * 100} % down the list`,
    pathFor: async (books) => {
      const page = Math.floor((books.entries * CURSOR_DEPTH) / PAGE_SIZE)
      const { next } = await ask(books, `/journal-entries?page=${page}`)
      return `/journal-entries${next}`
    },
    items: PAGE_SIZE,
  },
  { name: `balance of account ${ACCOUNT}`, pathFor: async () => `/chart-of-accounts/${ACCOUNT}`, items: null },
  { name: 'trial balance of this year', pathFor: async () => '/reports/trial-balance', items: null },
  { name: 'income statement by month', pathFor: async () => '/reports/income-statement?by=month', items: null },
  {
    name: 'balance sheet, known 100 entries ago',
    pathFor: async ({ entries }) => `/reports/balance-sheet?knownAt=${entries - 100}`,
    items: null,
  },
]

export const measureLists = async (
  workshop: Workshop,
  { rounds, seconds }: Measure,
  sizes: { small: number; large: number },
): Promise<Verdict[]> => {
  const small = await makeBooks(workshop, 'small', sizes.small)
  const large = await makeBooks(workshop, 'large', sizes.large)
  await verify(small)
  const count = Math.ceil((REQUESTS_PER_SECOND * seconds) / REQUESTS_IN_A_ROW) * REQUESTS_IN_A_ROW
  const head = ['', `${sizes.small} entries, ms`, `${sizes.large} entries, ms`, 'ratio']
  const lines: string[][] = []
  const verdicts: Verdict[] = []
  for (const question of questions) {
    tell(`Lists: ${question.name}`)
    const medians = await compare(question, small, large, { rounds, count })
    const ratios = medians.map(([ofSmall, ofLarge]) => ofLarge / ofSmall)
    const [ofSmall, ofLarge] = [medians.map(([figure]) => figure), medians.map(([, figure]) => figure)]
    lines.push([question.name, textOfSpread(ofSmall, 2), textOfSpread(ofLarge, 2), textOfSpread(ratios, 2)])
    const ratio = median(ratios)
    const sentence = `${question.name}: ${ratio.toFixed(2)} times as long on the large books (aim: at most ${AIM_RATIO})`
    verdicts.push({ passed: ratio <= AIM_RATIO, sentence })
  }
  const title = `Reading with one client: median of ${count} requests, least/middle/most of ${rounds} rounds`
  printTable(title, [head, ...lines])
  return verdicts
}

const makeBooks = async (workshop: Workshop, name: string, entries: number): Promise<Books> => {
  const service = await startService(workshop, name)
  const { company, seconds } = await fillBooks(service, entries)
  const booked = await countEntries(service)
  if (booked !== entries) throw new Error(`${booked} entries were booked in place of ${entries}`)
  console.log(`\n${entries} entries were booked in ${seconds.toFixed(1)} s, ${Math.round(entries / seconds)} a second`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  workshop.later(() => agent.destroy())
  return { service, company, entries, agent }
}

/** What was filled in is real books: every digest, link and balance of them holds. */
const verify = async ({ service, company, entries }: Books): Promise<void> => {
  const { standing, database } = service
  const { entries: walked, fault } = await database.transaction(
    (db) => verifyBooks({ ...standing, db, now: new Date(), from: null, actor: operator, companyId: company.id }),
    'repeatable read, read only',
  )
  if (fault || walked !== entries) throw new Error(`The filled books are wrong: ${fault ?? `${walked} entries`}`)
}

/** For each round the median time on the small and on the large books, in milliseconds; they take turns. */
const compare = async (
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
    if (found !== items) throw new Error(`${path} answers ${found} items in place of ${items}`)
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

/** How long one request may take, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

/** `next` is the query of the next page; empty when there is none. */
type Told = { body: string; next: string; took: number }

/** One request; anything but success is an error. */
const ask = ({ service, company, agent }: Books, path: string): Promise<Told> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const headers = { authorization: `Bearer ${company.token}` }
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
