// What a list shows has changed when its `modifiedDateTime` says so, and at no other time: a client that asks a list
// for what changed since the last moment misses nothing and reads nothing twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, placeholdersOf, type Row } from '#http'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { type Service, START, startService } from '#support/service'
import {
  type Caller,
  credentialsFor,
  keptParametersFor,
  newCaller,
  pathOf,
  type Sample,
  sampleOf,
  send,
  successOf,
} from './world.ts'

let service: Service
let company: Caller

beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(() => service.close())

type Node = { properties?: Record<string, Node>; items?: Node }

/** What an answer with items and pages shows of each item. */
const isList = ({ method, answer }: Row): boolean =>
  method === 'GET' &&
  typeof answer === 'object' &&
  'json' in answer &&
  'currentPage' in ((answer.json as Node).properties ?? {})

/** Lists that tell no moment of change, and why. */
const exempt: Readonly<Record<string, string>> = {
  listAgencyConnections: 'clients of others take a connection with no further property: it is filtered on all the same',
  resolveAgency: 'a search for one agency by its whole number',
  listCurrencyRates: 'the rates of a day are loaded by the operator, for all companies: date is filtered on',
  listPayslips: 'made anew with their run, whose modifiedDateTime tells it',
  listVatPeriods: 'periods are computed from the calendar and the books: every booking changes one',
  listClosingItems: 'resources of several kinds, each with its own list: date is filtered on',
  listInvoicesToRemind: 'worked out from invoices, reminders and holds, and from the day: each has its own list',
  listWebhookDeliveries: 'a log of what was sent, kept for 30 days: createdDateTime is filtered on',
  listIntegrationWebhookDeliveries: 'a log of what was sent, kept for 30 days: createdDateTime is filtered on',
  listRequests: 'a log of what was asked, kept for 7 days: happenedDateTime is filtered on',
  listIntegrationRequests: 'a log of what was asked, kept for 7 days: happenedDateTime is filtered on',
  listHistory: 'what has happened never changes: happenedAt is filtered on',
}

/**
 * Those who run the service look at what is of all companies and people, counted as it stands; no client mirrors that.
 */
const lists = rows.filter((row) => isList(row) && !row.operators && !exempt[row.operationId])

test('what is exempt is a list', () => {
  const names = rows.filter(isList).map(({ operationId }) => operationId)
  expect(Object.keys(exempt).filter((name) => !names.includes(name))).toEqual([])
  expect(lists.length).toBeGreaterThan(25)
})

test('every list is filtered by the moment of change', () =>
  every(
    lists,
    ({ operationId }) => operationId,
    async (row) => {
      const path = pathOf(row, { ...(await keptParametersFor(row, company)), query: '' })
      const filter = (value: string) =>
        send(service, { path: `${path}?query=${encodeURIComponent(`modifiedDateTime>=${value}`)}`, init: {} }, headers)
      const headers = credentialsFor(row, company)
      const since = await filter('2026-06-10T10:00:00Z')
      expect(since.status, since.text).toBe(200)
      const later = await filter('2099-01-01T00:00:00Z')
      expect(later.body.items).toEqual([])
      for (const item of since.body.items) expect(item).toHaveProperty('modifiedDateTime')
    },
  ))

type Item = Record<string, unknown> & { id?: string; modifiedDateTime: string }
type Shown = { list: string; path: string; headers: Record<string, string>; items: Item[] }

/** The lists that a request may change: those whose placeholders it names. */
const listsOf = (values: Readonly<Record<string, string>>) =>
  lists.filter((list) => placeholdersOf(list.path).every((name) => values[name]))

/** The values of the placeholders of a request, and of its company and agency. */
const valuesIn = (row: Row, path: string): Record<string, string> => {
  const parts = path.split('?')[0]?.split('/') ?? []
  const own = row.path.split('/').flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), parts[at]]] : []))
  return { companyId: company.id, agencyId: company.agency.id, ...Object.fromEntries(own) }
}

/** How many items of each list are looked at: what requests change was made just before them. */
const NEWEST = 40

const shownBy = async (list: Row, values: Record<string, string>): Promise<Shown> => {
  const path = pathOf(list, values)
  const headers = credentialsFor(list, company)
  // More than are looked at later: what is removed makes room for what was older.
  const answer = await send(service, { path: `${path}?pageSize=${2 * NEWEST}`, init: {} }, headers)
  return { list: list.operationId, path, headers, items: answer.status === 200 ? answer.body.items : [] }
}

/** An item without what other resources say in it, and without what moves by the day. */
const content = ({ modifiedDateTime: _, ...item }: Item): string =>
  JSON.stringify(item, (name, value) => (passing.includes(name) ? undefined : value))

/** What is shown of others, or noted beside, and is no change of the item. */
const passing: readonly string[] = ['lastUsedDateTime', 'lastEventNumber', 'proposals']

const keyOf = (item: Item): string => item.id ?? content(item)

/** What a list says has changed since a moment must be what differs, and all of it. */
const wrongIn = async (before: Shown, since: string, touched: ReadonlySet<string>): Promise<string[]> => {
  const ask = (query: string) => send(service, { path: `${before.path}?${query}`, init: {} }, before.headers)
  const after = await ask(`pageSize=${NEWEST}`)
  if (after.status !== 200) return []
  const items = after.body.items as Item[]
  const earlier = new Map(before.items.map((item) => [keyOf(item), content(item)]))
  const differs = (item: Item) => earlier.get(keyOf(item)) !== content(item)
  const moved = items.filter((item) => item.modifiedDateTime >= since)
  const silent = items.filter((item) => differs(item) && !moved.includes(item))
  const idle = moved.filter((item) => !differs(item) && !touched.has(keyOf(item)))
  const wrong = [
    ...silent.map((item) => `${before.list} changes silently: ${earlier.get(keyOf(item))} to ${content(item)}`),
    ...idle.map((item) => `${before.list} says that it changed: ${content(item)}`),
  ]
  if (moved.length === 0) return wrong
  const asked = await ask(`pageSize=${NEWEST}&query=${encodeURIComponent(`modifiedDateTime>=${since}`)}`)
  const found = (asked.body.items as Item[]).map(keyOf)
  const missed = moved.filter((item) => !found.includes(keyOf(item)))
  return [...wrong, ...missed.map((item) => `${before.list} does not find ${content(item)}`)]
}

/** The resources that events since a number are about. */
const touchedAfter = async (numbers: ReadonlyMap<string, bigint>): Promise<ReadonlySet<string>> => {
  const events = await service.database.rows<{ tenant: string; number: bigint; about: string | null }>(
    sql`select tenant_id as tenant, number, resource_id as about from platform.event`,
  )
  const late = events.filter(({ tenant, number }) => number > (numbers.get(tenant) ?? 0n))
  return new Set(late.flatMap(({ about }) => (about === null ? [] : [about])))
}

const lastNumbers = async (): Promise<ReadonlyMap<string, bigint>> => {
  const counters = await service.database.rows<{ id: string; last: bigint }>(
    sql`select tenant_id as id, last_number as last from platform.event_counter`,
  )
  return new Map(counters.map(({ id, last }) => [id, last]))
}

let seconds = 0
const nextMoment = (): string => {
  seconds += 2
  const now = new Date(START.getTime() + seconds * 1000)
  service.setNow(now)
  return now.toISOString().replace('.000Z', 'Z')
}

/** How many writes are looked at together: each changes what was made for it, and every list shows what all changed. */
const TOGETHER = 6

/** What stands on years that end has one made before all others, and so is looked at alone. */
const endings = [
  'closeFiscalYear',
  'closeYearEnd',
  'bookUnpaidItems',
  'reopenFiscalYear',
  'markYearDeadline',
  'finalizeAnnualReport',
  'withdrawAnnualReport',
  'putAnnualReportSigning',
  'noteAnnualReportFiling',
  'takeYearEndProposal',
  'reverseYearEndProposal',
  'removeFiscalYear',
  // It makes a file of all that is signed.
  'simulateBankPaymentRefusal',
]
/** From then on the company is ahead of the others. */
const LAST = 'moveCompanyClock'
const isEnding = ({ operationId }: Row) => endings.includes(operationId)
const writes = rows.filter((row) => isWrite(row) && !isEnding(row) && row.operationId !== LAST)
const roundCount = Math.ceil(writes.length / TOGETHER)
/** Neighbours in the table change the same things: they are in different rounds. */
const rounds = [
  ...Array.from({ length: roundCount }, (_, round) => writes.filter((_row, at) => at % roundCount === round)),
  ...rows.filter(isEnding).map((row) => [row]),
  rows.filter(({ operationId }) => operationId === LAST),
].map((those) => [those.map(({ operationId }) => operationId).join(', '), those] as const)

test(
  'what the writes of each round change is told by the lists that show it',
  () =>
    every(
      rounds,
      ([names]) => names,
      async ([, those]) => {
        const samples: Sample[] = []
        for (const row of those) samples.push(await sampleOf(row, company))
        const asked = new Map(
          samples.flatMap(({ row, path }) => {
            const values = valuesIn(row, path)
            return listsOf(values).map((list) => [pathOf(list, values), { list, values }] as const)
          }),
        )
        const before = await Promise.all([...asked.values()].map(({ list, values }) => shownBy(list, values)))
        const numbers = await lastNumbers()
        const since = nextMoment()
        for (const sample of samples) {
          const answer = await send(service, sample, credentialsFor(sample.row, company))
          expect(answer.status, `${sample.row.operationId}: ${answer.text}`).toBe(successOf(sample.row))
        }
        const touched = await touchedAfter(numbers)
        const wrong = await Promise.all(before.map((shown) => wrongIn(shown, since, touched)))
        // What is made for the next requests is older than they are.
        nextMoment()
        if (wrong.flat().length > 0) throw new Error(wrong.flat().join('\n'))
      },
    ),
  EVERY_MS,
)
