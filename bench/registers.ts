// Long registers: the first page with its total, and the hundredth page, of customers, invoices and supplier invoices,
// and the latest events, in a company with few of each and in one with many.
import { Agent } from 'node:http'
import type { Database } from '#platform/db'
import { type Sql, sql } from '#platform/sql'
import { type Books, compare, type Question, REQUESTS_IN_A_ROW } from './books.ts'
import { makeCompanies, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Aim: the largest ratio of a request's time in the large company to that in the small one. */
const AIM_RATIO = 1.5
/** Requests per second of a round. */
const REQUESTS_PER_SECOND = 100
/** Rows inserted by one statement. */
const BATCH = 10_000
const PAGE_SIZE = 25
const LATER_PAGE = 100
const EVENTS = 100

type Sizes = { small: number; large: number }

export const measureRegisters = async (
  workshop: Workshop,
  { rounds, seconds }: Measure,
  sizes: Sizes,
): Promise<Verdict[]> => {
  const [small, large] = await prepare(workshop, sizes)
  const count = Math.ceil((REQUESTS_PER_SECOND * seconds) / REQUESTS_IN_A_ROW) * REQUESTS_IN_A_ROW
  const lines: string[][] = []
  const verdicts: Verdict[] = []
  for (const question of questions) {
    tell(`Registers: ${question.name}`)
    const medians = await compare(question, small, large, { rounds, count })
    const ratios = medians.map(([ofSmall, ofLarge]) => ofLarge / ofSmall)
    const ofSmall = medians.map(([figure]) => figure)
    const ofLarge = medians.map(([, figure]) => figure)
    lines.push([question.name, textOfSpread(ofSmall, 2), textOfSpread(ofLarge, 2), textOfSpread(ratios, 2)])
    const ratio = median(ratios)
    const sentence = `${question.name}: ${ratio.toFixed(2)} times as long in the large company (aim: at most ${AIM_RATIO})`
    verdicts.push({ passed: ratio <= AIM_RATIO, sentence })
  }
  const head = ['', `${sizes.small} of each, ms`, `${sizes.large} of each, ms`, 'ratio']
  printTable(`Registers, one client: median of ${count} requests, least/middle/most of ${rounds} rounds`, [
    head,
    ...lines,
  ])
  return verdicts
}

const questions: readonly Question[] = [
  ...['customers', 'invoices', 'supplier-invoices'].flatMap((name): Question[] => [
    { name: `${name}, page 1`, pathFor: async () => `/${name}`, items: PAGE_SIZE },
    { name: `${name}, page ${LATER_PAGE}`, pathFor: async () => `/${name}?page=${LATER_PAGE}`, items: PAGE_SIZE },
  ]),
  {
    name: `the latest ${EVENTS} events`,
    pathFor: async ({ entries }) => `/events?after=${entries - EVENTS}&limit=${EVENTS}`,
    items: EVENTS,
  },
]

const prepare = async (workshop: Workshop, sizes: Sizes): Promise<[Books, Books]> => {
  const service = await startService(workshop, 'registers')
  const year = new Date().getFullYear()
  const [one, other] = await makeCompanies(service, 2, [year])
  if (!one || !other) throw new Error('No companies were made')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  workshop.later(() => agent.destroy())
  await fill(service, one.id, sizes.small)
  await fill(service, other.id, sizes.large)
  // Done now, since autovacuum would run later during the measurement.
  await service.database.rows(sql`vacuum (analyze)`)
  const before = async (companyId: string) => Number((await lastEvent(service.database, companyId)).last)
  return [
    { service, company: one, entries: await before(one.id), agent },
    { service, company: other, entries: await before(other.id), agent },
  ]
}

const lastEvent = (database: Database, companyId: string) =>
  database.one<{ last: bigint }>(sql`
    select last_number as last from platform.event_counter where tenant_id = ${companyId}`)

/** The id of the n-th row, in the order of creation. */
const idOf = (n: Sql): Sql => sql`('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Inserts customers, drafts, supplier invoices and events by SQL, `size` of each. */
const fill = async ({ database }: Service, companyId: string, size: number): Promise<void> => {
  await database.rows(sql`
    insert into purchasing.supplier (company_id, id, name, currency, created_by_kind, created_by_id, created_at,
      modified_at)
    values (${companyId}, ${idOf(sql`1`)}, 'Papper AB', 'SEK', 'operator', ${companyId}, now(), now())`)
  for (let first = 1; first <= size; first += BATCH) {
    if (first % 100_000 === 1) tell(`Registers: ${first - 1} of ${size} of each`)
    const last = Math.min(size, first + BATCH - 1)
    const numbers = sql`generate_series(${first}::integer, ${last}::integer) n`
    await database.rows(sql`
      insert into sales.customer (company_id, id, name, type, customer_number, created_by_kind, created_by_id,
        created_at, modified_at)
      select ${companyId}, ${idOf(sql`n`)}, 'Kunden ' || n || ' AB', 'company', n::text, 'operator', ${companyId},
        now(), now() from ${numbers}`)
    await database.rows(sql`
      insert into sales.invoice (company_id, id, kind, customer_id, currency, currency_rate, date, due_date, net_ore,
        tax_ore, total_ore, total_base_ore, created_by_kind, created_by_id, created_at, modified_at)
      select ${companyId}, ${idOf(sql`n`)}, 'invoice', ${idOf(sql`n`)}, 'SEK', 1, current_date, current_date + 30,
        10000, 2500, 12500, 12500, 'operator', ${companyId}, now(), now() from ${numbers}`)
    await database.rows(sql`
      insert into purchasing.supplier_invoice (company_id, id, supplier_id, invoice_number, invoice_date, due_date,
        currency, currency_rate, total_ore, total_base_ore, created_by_kind, created_by_id, created_at, modified_at)
      select ${companyId}, ${idOf(sql`n`)}, ${idOf(sql`1`)}, 'F' || n, current_date, current_date + 30, 'SEK', 1,
        12500, 12500, 'operator', ${companyId}, now(), now() from ${numbers}`)
    await database.rows(sql`
      insert into platform.event (tenant_id, number, company_id, kind, resource_id, happened_at, actor_kind, actor_id,
        actor_name)
      select ${companyId}, counted.first + n - ${first}, ${companyId}, 'customer.changed', ${idOf(sql`n`)}::text, now(),
        'operator', ${companyId}, 'Operator'
      from (select platform.count_events(${companyId}, ${last - first + 1}) as first) counted, ${numbers}`)
  }
}
