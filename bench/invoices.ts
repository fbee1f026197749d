// Invoices from draft to books: made, published with its PDF, and recorded, each by a request of its own, beside plain
// posts in the same round; and how many PDFs the service draws, of short and of long invoices.
import { Agent } from 'node:http'
import { dayOf } from '#platform/day'
import { entryOn } from './entry.ts'
import { type Answer, rateOf, requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const COMPANIES = 8
const CLIENTS = [1, 8] as const
const SHORT_LINES = 3
const LONG_LINES = 300
/** Least share of its own rate with one client that one company is to keep with the most clients. */
const AIM_KEPT = 1
/** How long it runs before it counts, in seconds. */
const WARM_SECONDS = 4

type Case = { companies: number; clients: number }
const cases: readonly Case[] = [COMPANIES, 1].flatMap((companies) => CLIENTS.map((clients) => ({ companies, clients })))

/** A company with the customer that it sells to. */
type Seller = Company & { customerId: string }
type Bench = { service: Service; sellers: readonly Seller[]; agent: Agent; seconds: number; day: string }

/** One round of a case: how often a second, and the milliseconds of each step in the middle. */
type Round = { invoices: number; posts: number; steps: Record<Step, number> }
const steps = ['draft', 'publish', 'record'] as const
type Step = (typeof steps)[number]

export const measureInvoices = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const bench = await prepare(workshop, seconds)
  tell('Invoices: warming up')
  await takeRound({ ...bench, seconds: WARM_SECONDS }, { companies: COMPANIES, clients: 8 })
  const measured = new Map<Case, Round[]>(cases.map((each) => [each, []]))
  const pages: [number, number][] = []
  for (let number = 1; number <= rounds; number++) {
    for (const each of cases) {
      tell(`Invoices, round ${number} of ${rounds}: ${nameOf(each)}`)
      measured.get(each)?.push(await takeRound(bench, each))
    }
    pages.push([await publishing(bench, SHORT_LINES), await publishing(bench, LONG_LINES)])
  }
  print(measured, pages, { rounds, seconds })
  return verdictsOf(measured)
}

const prepare = async (workshop: Workshop, seconds: number): Promise<Bench> => {
  tell('Invoices: starting the service')
  const service = await startService(workshop, 'invoices')
  const day = dayOf(new Date())
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const sellers: Seller[] = []
  for (const company of await makeCompanies(service, COMPANIES, [Number(day.slice(0, 4))])) {
    const { id } = await send({ service, agent }, company, '/customers', customer)
    sellers.push({ ...company, customerId: String(id) })
  }
  return { service, sellers, agent, seconds, day }
}

const customer = {
  name: 'Kunden AB',
  type: 'company',
  orgNumber: '556036-0793',
  address: { line1: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm', country: 'SE' },
}

const draftOf = ({ customerId }: Seller, day: string, lines: number) => ({
  customerRef: { id: customerId },
  invoiceDate: day,
  lineItems: Array.from({ length: lines }, (_, at) => ({
    ...{ description: `Arbete enligt avtal, del ${at + 1}`, itemType: 'salesItem', productType: 'services' },
    ...{ unitType: 'hour', quantity: 1.5, unitPrice: 950, taxRate: 25 },
  })),
})

const takeRound = async (bench: Bench, { companies, clients }: Case): Promise<Round> => {
  const sellers = bench.sellers.slice(0, companies)
  const times: Record<Step, number[]> = { draft: [], publish: [], record: [] }
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const answer = await work()
    times[step].push(performance.now() - started)
    return answer
  }
  const invoices = await rateOf({ ...bench, clients }, async (client) => {
    const seller = sellers[client % sellers.length] as Seller
    const body = draftOf(seller, bench.day, SHORT_LINES)
    const { id } = await timed('draft', () => send(bench, seller, '/invoices', body))
    await timed('publish', () => send(bench, seller, `/invoices/${id}/publish`))
    await timed('record', () => send(bench, seller, `/invoices/${id}/record`))
  })
  const posts = await rateOf({ ...bench, clients }, async (client) => {
    await send(bench, sellers[client % sellers.length] as Seller, '/journal-entries', entryOn(bench.day))
  })
  const middle = Object.fromEntries(steps.map((step) => [step, median(times[step])])) as Record<Step, number>
  return { invoices, posts, steps: middle }
}

/** How many invoices of so many lines are published a second by as many clients as there are companies. */
const publishing = async (bench: Bench, lines: number): Promise<number> => {
  tell(`Invoices: PDFs of ${lines} lines`)
  let taken = 0
  let published = 0
  await rateOf({ ...bench, clients: COMPANIES }, async (client) => {
    const seller = bench.sellers[client % COMPANIES] as Seller
    const { id } = await send(bench, seller, '/invoices', draftOf(seller, bench.day, lines))
    const started = performance.now()
    await send(bench, seller, `/invoices/${id}/publish`)
    taken += performance.now() - started
    published += 1
  })
  return (published * COMPANIES * 1000) / taken
}

/** One POST; anything but success is an error. */
const send = (
  { service, agent }: Pick<Bench, 'service' | 'agent'>,
  { path, token }: Company,
  what: string,
  body?: object,
): Promise<Answer> => requester(`${service.origin}${path}`, { token, agent })('POST', what, body)

const nameOf = ({ companies, clients }: Case): string =>
  [
    companies === 1 ? 'one company' : `${companies} companies`,
    clients === 1 ? 'one client' : `${clients} clients`,
  ].join(', ')

const print = (measured: Map<Case, Round[]>, pages: [number, number][], { rounds, seconds }: Measure): void => {
  const spread = `least/middle/most of ${rounds} rounds of ${seconds} s`
  const head = ['', 'invoices/s', 'posts/s', 'posts per invoice', ...steps.map((step) => `${step} ms`)]
  const rows = [...measured].map(([each, taken]) => [
    nameOf(each),
    textOfSpread(
      taken.map(({ invoices }) => invoices),
      0,
    ),
    textOfSpread(
      taken.map(({ posts }) => posts),
      0,
    ),
    textOfSpread(
      taken.map(({ posts, invoices }) => posts / invoices),
      1,
    ),
    ...steps.map((step) =>
      textOfSpread(
        taken.map((round) => round.steps[step]),
        1,
      ),
    ),
  ])
  printTable(`Invoices of ${SHORT_LINES} lines: draft, publish with PDF, record: ${spread}`, [head, ...rows])
  const long = pages.map(([short, ofLong]) => short / ofLong)
  printTable(`Published with PDF a second, ${COMPANIES} clients: ${spread}`, [
    ['', `${SHORT_LINES} lines`, `${LONG_LINES} lines`, 'ratio'],
    [
      '',
      textOfSpread(
        pages.map(([one]) => one),
        0,
      ),
      textOfSpread(
        pages.map(([, one]) => one),
        0,
      ),
      textOfSpread(long, 1),
    ],
  ])
}

const verdictsOf = (measured: Map<Case, Round[]>): Verdict[] => {
  const [alone = [], together = []] = [...measured].filter(([each]) => each.companies === 1).map(([, taken]) => taken)
  const ratio = median(together.map((round, index) => round.invoices / (alone[index]?.invoices ?? Number.NaN)))
  const kept = `${ratio.toFixed(2)} times its rate with one client (aim: at least ${AIM_KEPT})`
  const sentence = `one company, ${CLIENTS[1]} clients: ${kept}`
  return [{ passed: ratio >= AIM_KEPT, sentence }]
}
