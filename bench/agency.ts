// Agencies: the same requests at an agency with few client companies and at one with many, each on a separate service.
import { sql } from '#platform/sql'
import { fillAgency, newCompany, numberOf, type Practice } from './agency-fill.ts'
import { rateOf } from './requests.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const SIZES = [
  { companies: 20, people: 30 },
  { companies: 2000, people: 300 },
] as const
const CLIENTS = [1, 8] as const
/** Smallest acceptable fraction of its rate at the small agency that a request must reach at the large one. */
const AIM_KEPT = 0.67
/** How long each agency is measured per round, as a fraction of its seconds, in how many alternating turns. */
const SHARE = 0.2
const TURNS = 5
const WARM_SECONDS = 1

/** Not more than the small agency has, so that responses have the same length. */
const PAGE = 'pageSize=20'
const CURSOR_PAGE_SIZE = 10
/** The company that filters find. */
const FOUND = 7

/** A request to an agency of any size; `items` is the number of items in its response. */
type Question = {
  name: string
  pathFor: (practice: Practice) => Promise<string> | string
  items?: number
  /** Creates another company each time. */
  makes?: true
}

const questions: readonly Question[] = [
  { name: 'companies, page 1', pathFor: () => `/companies?${PAGE}`, items: 20 },
  { name: 'companies, page 20 (of 1)', pathFor: () => '/companies?pageSize=1&page=20', items: 1 },
  {
    name: 'companies, cursor half way',
    pathFor: async ({ send, companies }) => {
      const pages = companies.length / CURSOR_PAGE_SIZE / 2
      const pathAt = (cursor: unknown) =>
        `/companies?pageSize=${CURSOR_PAGE_SIZE}&cursor=${encodeURIComponent(String(cursor))}`
      let cursor: unknown = ''
      for (let page = 1; page <= pages; page++) cursor = (await send('GET', pathAt(cursor))).nextCursor
      return pathAt(cursor)
    },
    items: CURSOR_PAGE_SIZE,
  },
  { name: 'companies by name', pathFor: () => `/companies?query=name~${String(FOUND).padStart(5, '0')}`, items: 1 },
  {
    name: 'companies by number',
    pathFor: () => `/companies?query=organizationNumber==${numberOf(FOUND)}`,
    items: 1,
  },
  { name: 'users of the agency', pathFor: () => `/users?${PAGE}`, items: 20 },
  {
    name: 'to-dos in a company',
    pathFor: ({ companies, owner }) => `/companies/${companies[0]}/users/${owner.id}/todos`,
    items: 100,
  },
  { name: 'to-dos over companies', pathFor: ({ owner }) => `/users/${owner.id}/todos`, items: 100 },
  {
    name: 'link into the console',
    pathFor: ({ companies, owner }) => `/companies/${companies[0]}/navigation?userId=${owner.id}`,
  },
  { name: 'new company', pathFor: () => '/companies', makes: true },
]

/** Requests per second at each agency, the small one first. */
type Pair = readonly [number, number]

export const measureAgency = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const practices: Practice[] = []
  for (const size of SIZES) {
    tell(`Agency: making ${size.companies} companies`)
    practices.push(await fillAgency(workshop, size))
  }
  const lines: string[][] = []
  const verdicts: Verdict[] = []
  for (const question of questions) {
    tell(`Agency: ${question.name}`)
    const asked = await Promise.all(practices.map((practice) => askerOf(question, practice)))
    for (const ask of asked) await ask(1, WARM_SECONDS)
    const cells: string[] = []
    for (const clients of CLIENTS) {
      const pairs: Pair[] = []
      for (let round = 1; round <= rounds; round++) pairs.push(await takeRound(asked, clients, seconds * SHARE))
      const kept = pairs.map(([small, large]) => large / small)
      const small = pairs.map(([rate]) => rate)
      const large = pairs.map(([, rate]) => rate)
      cells.push(textOfSpread(small, 0), textOfSpread(large, 0), textOfSpread(kept, 2))
      if (clients === 1) verdicts.push(verdictOf(question, median(kept)))
    }
    lines.push([question.name, ...cells])
  }
  print(lines, { rounds, seconds })
  return verdicts
}

/** Measures requests per second with this many clients. */
type Asker = (clients: number, seconds: number) => Promise<number>

const askerOf = async ({ pathFor, items, makes }: Question, practice: Practice): Promise<Asker> => {
  const path = await pathFor(practice)
  const { send, owner, companies } = practice
  if (makes) {
    let count = companies.length
    return async (clients, seconds) => {
      const rate = await rateOf({ clients, seconds }, () => send('POST', path, newCompany(owner, ++count)))
      await keepSize(practice)
      return rate
    }
  }
  const answer = await send('GET', path)
  const found = (Array.isArray(answer) ? answer : (answer.items as unknown[] | undefined))?.length
  if (found !== items) throw new Error(`${path} returned ${found} items instead of ${items}`)
  return (clients, seconds) => rateOf({ clients, seconds }, () => send('GET', path))
}

/** Removes clients created during the measurement, so that the agency keeps its size. */
const keepSize = async ({ service, id, companies }: Practice): Promise<void> => {
  await service.database.rows(sql`
    delete from identity.agency_company where agency_id = ${id} and not (company_id = any (${[...companies]}::uuid[]))`)
}

/** Measures the agencies alternately. */
const takeRound = async (asked: readonly Asker[], clients: number, seconds: number): Promise<Pair> => {
  const rates: [number, number] = [0, 0]
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [at, ask] of asked.entries()) rates[at as 0 | 1] += (await ask(clients, seconds / TURNS)) / TURNS
  }
  return rates
}

const print = (lines: readonly string[][], { rounds, seconds }: Measure): void => {
  const [small, large] = SIZES.map(({ companies }) => companies)
  const heads = CLIENTS.flatMap((clients) => [`${clients} at once: ${small}`, `${large}`, 'ratio'])
  const spread = `least/middle/most of ${rounds} rounds of ${(seconds * SHARE).toFixed(1)} s`
  printTable(`Requests a second at agencies of ${small} and ${large} companies: ${spread}`, [['', ...heads], ...lines])
}

const verdictOf = ({ name }: Question, kept: number): Verdict => ({
  passed: kept >= AIM_KEPT,
  sentence: `${name}: ${kept.toFixed(2)} of its rate at ${SIZES[1].companies} companies (aim: at least ${AIM_KEPT})`,
})
