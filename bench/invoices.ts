// Invoices from draft to books: created, published and recorded, each by a separate request, compared with plain posts
// in the same round; and how many PDFs of short and of long invoices the service creates at first request.
import { Agent, get } from 'node:http'
import { dayOf } from '#platform/day'
import { entryOn } from './entry.ts'
import { processorTime } from './processor-time.ts'
import { type Answer, rateOf, requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const COMPANIES = 8
const CLIENTS = [1, 8] as const
const SHORT_LINES = 3
const LONG_LINES = 300
/** Smallest acceptable ratio of a company's rate with the most clients to its rate with one. */
const AIM_KEPT = 1
/** Invoices per second with the most clients in separate companies, and PDFs per second of short invoices. */
const AIM_INVOICES = 200
const AIM_PDFS = 100
/** Invoices whose PDF is created in a round, per second of its length. */
const PDFS_PER_SECOND = { [SHORT_LINES]: 100, [LONG_LINES]: 12 }
/** Warm-up time, in seconds. */
const WARM_SECONDS = 4

type Case = { companies: number; clients: number }
const cases: readonly Case[] = [COMPANIES, 1].flatMap((companies) => CLIENTS.map((clients) => ({ companies, clients })))

type Seller = Company & { customerId: string }
type Bench = { service: Service; sellers: readonly Seller[]; agent: Agent; seconds: number; day: string }

/**
 * One round of a case: rates per second, the median milliseconds of each step, and the processor time of service and
 * database per invoice, in milliseconds.
 */
type Round = { invoices: number; posts: number; steps: Record<Step, number>; time: Time }
type Time = { service: number; database: number }
/**
 * PDFs per second, and the processor time of one, in milliseconds: when it is created, and when it is requested again.
 */
type Drawn = { rate: number; drawing: Time; again: Time }
const steps = ['draft', 'publish', 'record'] as const
type Step = (typeof steps)[number]

export const measureInvoices = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const bench = await prepare(workshop, seconds)
  tell('Invoices: warming up')
  await takeRound({ ...bench, seconds: WARM_SECONDS }, { companies: COMPANIES, clients: 8 })
  const measured = new Map<Case, Round[]>(cases.map((each) => [each, []]))
  const drawn = new Map<Lines, Drawn[]>([
    [SHORT_LINES, []],
    [LONG_LINES, []],
  ])
  for (let number = 1; number <= rounds; number++) {
    for (const each of cases) {
      tell(`Invoices, round ${number} of ${rounds}: ${nameOf(each)}`)
      measured.get(each)?.push(await takeRound(bench, each))
    }
    for (const [lines, taken] of drawn) taken.push(await drawing(bench, lines))
  }
  print(measured, { rounds, seconds })
  printDrawn(drawn, rounds)
  return [...verdictsOf(measured), verdictOfPdfs(drawn.get(SHORT_LINES) ?? [])]
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
    description: `Arbete enligt avtal, del ${at + 1}`,
    itemType: 'salesItem',
    productType: 'services',
    unitType: 'hour',
    quantity: 1.5,
    unitPrice: 950,
    taxRate: 25,
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
  let made = 0
  const clock = timeOf(bench)
  const invoices = await rateOf({ ...bench, clients }, async (client) => {
    const seller = sellers[client % sellers.length] as Seller
    const body = draftOf(seller, bench.day, SHORT_LINES)
    const { id } = await timed('draft', () => send(bench, seller, '/invoices', body))
    await timed('publish', () => send(bench, seller, `/invoices/${id}/publish`))
    await timed('record', () => send(bench, seller, `/invoices/${id}/record`))
    made += 1
  })
  const time = clock(made)
  const posts = await rateOf({ ...bench, clients }, async (client) => {
    await send(bench, sellers[client % sellers.length] as Seller, '/journal-entries', entryOn(bench.day))
  })
  const middle = Object.fromEntries(steps.map((step) => [step, median(times[step])])) as Record<Step, number>
  return { invoices, posts, steps: middle, time }
}

/** Measures processor time, and divides it by a number of operations, in milliseconds. */
const timeOf = ({ service: { pid, postmaster } }: Bench): ((count: number) => Time) => {
  const before = processorTime(pid, postmaster)
  return (count) => {
    const after = processorTime(pid, postmaster)
    const each = (part: keyof Time) => (((after?.[part] ?? Number.NaN) - (before?.[part] ?? 0)) * 1000) / count
    return { service: each('service'), database: each('database') }
  }
}

type Lines = typeof SHORT_LINES | typeof LONG_LINES

/** Publishes invoices and requests their PDFs twice, with as many clients as companies. */
const drawing = async (bench: Bench, lines: Lines): Promise<Drawn> => {
  tell(`Invoices: PDFs of ${lines} lines`)
  const each = Math.ceil((PDFS_PER_SECOND[lines] * bench.seconds) / COMPANIES)
  const published = await Promise.all(
    bench.sellers.map(async (seller) => {
      const ids: unknown[] = []
      while (ids.length < each) {
        const { id } = await send(bench, seller, '/invoices', draftOf(seller, bench.day, lines))
        await send(bench, seller, `/invoices/${id}/publish`)
        ids.push(id)
      }
      return { seller, ids }
    }),
  )
  const download = async (): Promise<{ rate: number; time: Time }> => {
    const clock = timeOf(bench)
    const started = performance.now()
    await Promise.all(
      published.map(async ({ seller: { path, token }, ids }) => {
        for (const id of ids)
          await fetchFile(`${bench.service.origin}${path}/invoices/${id}/download`, bench.agent, token)
      }),
    )
    const count = each * COMPANIES
    return { rate: (count * 1000) / (performance.now() - started), time: clock(count) }
  }
  const { rate, time } = await download()
  return { rate, drawing: time, again: (await download()).time }
}

/** Downloads a file; anything but success is an error. */
const fetchFile = (url: string, agent: Agent, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`))
      response.on('error', reject).on('end', resolve).resume()
    })
    asked.on('error', reject)
  })

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

const print = (measured: Map<Case, Round[]>, { rounds, seconds }: Measure): void => {
  const spread = `least/middle/most of ${rounds} rounds of ${seconds} s`
  const times = ['service ms', 'database ms'] as const
  const head = ['', 'invoices/s', 'posts/s', 'posts per invoice', ...steps.map((step) => `${step} ms`), ...times]
  const rows = [...measured].map(([each, taken]) => {
    const text = (figure: (round: Round) => number, decimals: number) => textOfSpread(taken.map(figure), decimals)
    return [
      nameOf(each),
      text(({ invoices }) => invoices, 0),
      text(({ posts }) => posts, 0),
      text(({ posts, invoices }) => posts / invoices, 1),
      ...steps.map((step) => text((round) => round.steps[step], 1)),
      text(({ time }) => time.service, 1),
      text(({ time }) => time.database, 1),
    ]
  })
  const title = `Invoices of ${SHORT_LINES} lines: draft, publish, record; the last two are processor time of an invoice`
  printTable(`${title}: ${spread}`, [head, ...rows])
}

const printDrawn = (drawn: Map<Lines, Drawn[]>, rounds: number): void => {
  const head = ['', 'PDFs/s', 'service ms', 'database ms', 'asked again: service ms', 'database ms']
  const rows = [...drawn].map(([lines, taken]) => [
    `${lines} lines`,
    textOfSpread(
      taken.map(({ rate }) => rate),
      0,
    ),
    ...(['drawing', 'again'] as const).flatMap((when) =>
      (['service', 'database'] as const).map((part) =>
        textOfSpread(
          taken.map((one) => one[when][part]),
          1,
        ),
      ),
    ),
  ])
  const title = `PDFs asked for first, ${COMPANIES} clients, with the processor time of one`
  printTable(`${title}: least/middle/most of ${rounds} rounds`, [head, ...rows])
}

const verdictsOf = (measured: Map<Case, Round[]>): Verdict[] => {
  const taken = (companies: number, clients: number): Round[] =>
    [...measured].find(([each]) => each.companies === companies && each.clients === clients)?.[1] ?? []
  const [one, most] = CLIENTS
  const alone = taken(1, one)
  const together = taken(1, most)
  const rate = median(taken(COMPANIES, most).map(({ invoices }) => invoices))
  const ratio = median(together.map((round, index) => round.invoices / (alone[index]?.invoices ?? Number.NaN)))
  const kept = `${ratio.toFixed(2)} times its rate with one client (aim: at least ${AIM_KEPT})`
  return [
    {
      passed: rate >= AIM_INVOICES,
      sentence: `${COMPANIES} companies, ${most} clients: ${rate.toFixed(0)} invoices a second (aim: ${AIM_INVOICES})`,
    },
    { passed: ratio >= AIM_KEPT, sentence: `one company, ${most} clients: ${kept}` },
  ]
}

const verdictOfPdfs = (taken: readonly Drawn[]): Verdict => {
  const rate = median(taken.map((one) => one.rate))
  return {
    passed: rate >= AIM_PDFS,
    sentence: `${rate.toFixed(0)} PDFs of ${SHORT_LINES} lines a second (aim: ${AIM_PDFS})`,
  }
}
