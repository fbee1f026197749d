// Days at both ends of the calendar, and beyond them: every parameter that takes a day answers these, and never with a
// mistake of its own. What follows from such a day may be no day any more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf, placeholdersOf, type Row } from '#http'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { type Path, valueAt, withValue } from '#support/reading/places'
import { type Service, startService } from '#support/service'
import { asOwner } from './people-world.ts'
import { type Caller, credentialsFor, initOf, newCaller, pathOf, type Sample, sampleOf, send } from './world.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Node = {
  format?: string
  pattern?: string
  readOnly?: boolean
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  examples?: unknown[]
}

/** A day or a month of a query or a body, and how many characters of a day it has. */
type Place = { path: Path; length: number }

const MONTH = /^\d{4}-\d\d$/

const daysIn = (node: Node, path: Path = []): Place[] => {
  const { format, pattern = '', properties = {}, items, anyOf = [], oneOf = [], examples: [shown] = [] } = node
  if (format === 'date') return [{ path, length: 10 }]
  if (pattern && MONTH.test(String(shown))) return [{ path, length: 7 }]
  return [
    ...[...anyOf, ...oneOf].flatMap((kind) => daysIn(kind, path)),
    ...(items ? daysIn(items, [...path, 0]) : []),
    ...Object.entries(properties)
      .filter(([, property]) => !property.readOnly)
      .flatMap(([name, property]) => daysIn(property, [...path, name])),
  ].filter((one, index, all) => all.findIndex(({ path: other }) => String(other) === String(one.path)) === index)
}

const edges = [
  '1900-01-01',
  '1900-01-31',
  '1900-12-31',
  '1901-01-01',
  '2198-12-31',
  '2199-01-01',
  '2199-11-30',
  '2199-12-01',
  '2199-12-31',
  '0001-01-01',
  '1899-12-31',
  '2200-01-01',
  '9999-12-31',
]

const periods = [
  ['1900-01-01', '1900-01-31'],
  ['1900-01-01', '1900-12-31'],
  ['1900-01-01', '2199-12-31'],

  ['2199-12-01', '2199-12-31'],
  ['2199-10-01', '2199-12-31'],
  ['2199-01-01', '2199-12-31'],
] as const

/** Each day alone, all alike, and periods. */
const cutsOf = (places: readonly Place[]): ReadonlyMap<Path, string>[] => {
  const at = ({ path, length }: Place, day: string) => [path, day.slice(0, length)] as const
  const alone = places.flatMap((place) => edges.map((day) => new Map([at(place, day)])))
  if (places.length < 2) return alone
  const alike = edges.map((day) => new Map(places.map((place) => at(place, day))))
  const whole = periods.map(
    ([from = '', to = '']) => new Map(places.map((place, index) => at(place, index ? to : from))),
  )
  return [...alone, ...alike, ...whole]
}

/** The value with a day in a place, where what leads there is made if it is missing. */
const placed = (body: unknown, path: Path, day: string): unknown =>
  path.reduceRight<unknown>((value, key, depth) => {
    const inside = valueAt(body, path.slice(0, depth)) ?? (typeof key === 'number' ? [] : {})
    if (Array.isArray(inside) && inside.length === 0) return [value]
    return withValue(inside, [key], value)
  }, day)

const withDays = (body: unknown, days: ReadonlyMap<Path, string>): unknown =>
  [...days].reduce<unknown>((changed, [path, day]) => placed(changed, path, day), body)

const queryOf = (days: ReadonlyMap<Path, string>): string =>
  [...days].map(([[name], day]) => `${name}=${day}`).join('&')

const ABREAST = 8

const inQuery = (row: Row) => daysIn((row.query ?? {}) as Node)
const inBody = (row: Row) => daysIn((row.body ?? row.upload?.fields ?? {}) as Node)

/** Sends a row each of these; what was changed may not be changed again: the next are sent to another one. */
const mistakesOf = async (row: Row, caller: Caller): Promise<string[]> => {
  const mistakes: string[] = []
  let sample = await sampleOf(row, caller)
  const body: unknown = row.body ? JSON.parse(sample.init.body as string) : undefined
  const asked = [
    ...cutsOf(inQuery(row)).map((days) => ({ query: queryOf(days), body })),
    ...(row.body ? cutsOf(inBody(row)).map((days) => ({ query: '', body: withDays(body, days) })) : []),
  ]
  while (asked.length > 0) {
    const sent = sample
    const group = asked.splice(0, ABREAST)
    const answers = await Promise.all(
      group.map((one) => {
        const init = row.body ? initOf(row, { body: JSON.stringify(one.body) }) : sent.init
        const path = one.query === '' ? sent.path : `${sent.path}${sent.path.includes('?') ? '&' : '?'}${one.query}`
        return send(service, { path, init } satisfies Pick<Sample, 'path' | 'init'>, credentialsFor(row, caller))
      }),
    )
    for (const [index, { status, text }] of answers.entries()) {
      const { query, body: of } = group[index] ?? {}
      if (status >= 500) mistakes.push(`${query || JSON.stringify(of)}: ${text}`)
    }
    if (row.method !== 'GET' && answers.some(({ status }) => status < 300)) sample = await sampleOf(row, caller)
  }
  return mistakes
}

test('every day and month of every row takes those at the ends', { timeout: EVERY_MS, tags: ['rest'] }, async () => {
  let caller = await newCaller(service)
  const cases = rows.filter((row) => inQuery(row).length + inBody(row).length > 0)
  expect(cases.length).toBeGreaterThan(50)
  await every(
    cases,
    ({ operationId }) => operationId,
    async (row) => {
      // What was locked or reported on such a day stands in the way of what is booked after it.
      if (row.method !== 'GET') caller = await newCaller(service)
      const mistakes = await mistakesOf(row, caller)
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
    },
  )
})

const bookYears = ['1901', '2198'] as const

test('books of the first and of the last year that there may be are read and closed as any', async () => {
  const reads = rows.filter(
    (row) =>
      audienceOf(row) === 'company' &&
      (row.method === 'GET' || /fiscal-years|depreciations/.test(row.path)) &&
      !row.upload &&
      placeholdersOf(row.path).every((name) => name === 'companyId' || name === 'fiscalYearId'),
  )
  expect(reads.length).toBeGreaterThan(40)
  for (const year of bookYears) {
    const fiscalYear: [string, string] = [`${year}-01-01`, `${year}-12-31`]
    const caller = await newCaller(service, { fiscalYear, companyType: 'limitedCompany' })
    const parameters = { companyId: caller.id, fiscalYearId: caller.fiscalYearId }
    await every(
      reads,
      ({ operationId }) => `${operationId} ${year}`,
      async (row) => {
        const { status, text } = await send(
          service,
          { path: pathOf(row, parameters), init: initOf(row) },
          credentialsFor(row, caller),
        )
        if (status >= 500) throw new Error(text)
      },
    )
  }
})

test('no fiscal year begins or ends where no day lies beside it', async () => {
  const company = await newCaller(service, { fiscalYear: ['2198-01-01', '2198-12-31'] })
  const made = await asOwner(company, 'POST', '/fiscal-years', { startDate: '2199-01-01', endDate: '2199-12-31' })
  const fault = (field: string) => ({ field, message: 'a fiscal year lies within 1901-01-01 and 2198-12-31' })
  expect([made.status, made.body.errors]).toEqual([400, [fault('#/endDate')]])
  const told = ['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', '#GEN 20260101', '#SIETYP 4', '#FNAMN "Prov"']
  const year = ['#RAR 0 19000101 19001231', '#KONTO 1930 "Bank"', '#KONTO 2081 "Aktiekapital"']
  const file = [...told, ...year, '#IB 0 1930 100.00', '#IB 0 2081 -100.00', ''].join('\r\n')
  const imported = await company.upload('/sie/import', 'bok.se', Buffer.from(file))
  expect([imported.status, imported.text]).toEqual([400, expect.stringContaining('1901-01-01')])
})

test('an invoice in a currency on the first day that there is lacks its rate', async () => {
  const company = await service.newCompany()
  const customer = await company.post('/customers', { name: 'Kunden AB', type: 'company' })
  const lineItems = [
    { description: 'Stol', itemType: 'salesItem', productType: 'goods', quantity: 1, unitPrice: 10, taxRate: 25 },
  ]
  const made = await company.post('/invoices', {
    customerRef: { id: customer.body.id },
    invoiceDate: '1900-01-01',
    currency: 'EUR',
    lineItems,
  })
  const answer = made.status === 200 ? await company.post(`/invoices/${made.body.id}/publish`) : made
  expect(answer.status, answer.text).toBe(400)
})
