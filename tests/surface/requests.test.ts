// Every endpoint answers what it documents: the documented example works, and any error in an address, a query or a
// body is refused in the same way everywhere.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, type Row } from '#http'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { operationOf } from '#support/checked'
import { EVERY_MS, every } from '#support/every'
import { type Answer, request, type Service, startService } from '#support/service'
import {
  bearer,
  type Caller,
  credentialsFor,
  firstOfEach,
  idsOf,
  initOf,
  keptParametersFor,
  keptSampleOf,
  newCaller,
  type Parameters,
  parametersFor,
  pathOf,
  type Sample,
  saying,
  send,
  spoilsBooks,
  successOf,
  withQuery,
} from './world.ts'

let service: Service
let company: Caller
let other: Caller

beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
  other = await newCaller(service, { name: 'Grannbolaget AB' })
})
afterAll(() => service.close())

const nameOf = ({ operationId }: Row): string => operationId

const sendAs = (caller: Caller, sample: Sample, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service, sample, { ...credentialsFor(sample.row, caller), ...headers })

/** How often something of these kinds has happened. */
const tracesOf = (kinds: readonly string[]): Promise<{ count: number }> =>
  service.database.one<{ count: number }>(sql`
    select count(*)::int as count from platform.event where kind = any(${[...kinds]})`)

const STRICT = { prefer: 'handling=strict' }

const asking = (sample: Sample, query: string): Sample => ({ ...sample, path: withQuery(sample.path, query) })

/** The address of a sample with this for its whole query. */
const onlyAsking = ({ path }: Sample, query: string): string => `${path.split('?', 1)[0]}?${query}`

const withBody = ({ row, path, init }: Sample, body: string | Uint8Array<ArrayBuffer>): Sample => ({
  row,
  path,
  init: { method: init.method ?? 'GET', body, headers: { 'content-type': 'application/json' } },
})

const expectInvalid = (answer: Answer, fields: readonly string[]): void => {
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.code).toBe('validation-error')
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
}

const parametersOf = (row: Row): string[] =>
  operationOf(row)
    .parameters.filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name)

/** Address, query and body are read by the same for all rows: the first of each method is tried in every way. */
const firsts = firstOfEach(rows, ({ method }) => method)
const firstsWithBody = firstOfEach(
  rows.filter(({ body }) => body),
  ({ method }) => method,
)

const reads = rows.filter((row) => !isWrite(row))

test(
  'every read answers its documented example, and HEAD as GET, without the body and without a trace',
  () =>
    every(reads, nameOf, async (row) => {
      const { events = [] } = row
      const sample = await keptSampleOf(row, company)
      const before = await tracesOf(events)
      const head = await request(`${service.base}${sample.path}`, {
        method: 'HEAD',
        headers: credentialsFor(row, company),
      })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(await tracesOf(events)).toEqual(before)
      const get = await sendAs(company, sample)
      expect(get.status, get.text.slice(0, 500)).toBe(successOf(row))
      expect(get.headers.has('etag')).toBe(row.tagged === true)
      if (events.length > 0) expect((await tracesOf(events)).count).toBeGreaterThan(before.count)
      // The list of downloads of a file grows with each download.
      const isNoted = row.noted || (row.leavesTrace && /personal-data$/.test(row.path))
      const length = isNoted ? [] : ['content-length']
      for (const name of ['content-type', ...length, 'etag', 'content-disposition']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name))
      }
      const unasked = await request(`${service.base}${sample.path}`, { method: 'HEAD' })
      expect(unasked.status).toBe(401)
    }),
  EVERY_MS,
)

/** What is no id. */
const noIds = (id: string): string[] => ['x', `{${id}}`, "' or 1=1--", `${id}\0`]

/** Asks in the company's name for what has an id that it does not have: an unused one, another company's, none. */
const expectUnknownIds = async (row: Row, foreign: Parameters): Promise<void> => {
  const own = await keptParametersFor(row, company)
  for (const name of idsOf(row)) {
    const ask = async (id: string) => {
      const answer = await sendAs(company, { row, path: pathOf(row, { ...own, [name]: id }), init: initOf(row, own) })
      expect(answer.status, `${name} ${id}`).toBe(404)
      return { ...saying(answer), message: answer.body.message.replace(id, 'ID') }
    }
    const unknown = await ask(newId())
    expect(unknown).toEqual({ status: 404, code: 'not-found', message: expect.any(String) })
    // Those who run the service reach what is of any company.
    if (!row.operators) expect(await ask(foreign[name] ?? '')).toEqual(unknown)
    const message = expect.stringMatching(/^No .* has the id /)
    for (const id of noIds(own[name] ?? '').slice(0, firsts.has(row) ? undefined : 1)) {
      expect(await ask(id)).toEqual({ status: 404, code: 'not-found', message })
    }
  }
}

test(
  'every read says the same of every id that the company does not have',
  () =>
    every(
      reads.filter((row) => idsOf(row).length > 0),
      nameOf,
      async (row) => {
        const foreign = await keptParametersFor(row, other)
        await expectUnknownIds(row, foreign)
        if (row.operators) return
        const there = { row, path: pathOf(row, foreign), init: initOf(row, foreign) }
        expect((await sendAs(other, there)).status).toBeLessThan(300)
      },
    ),
  EVERY_MS,
)

/** The documented body with what only answers tell, which is passed over; an empty one where there is none. */
const toldMore = (sample: Sample): Sample => {
  const { row, init } = sample
  if (row.upload) return sample
  if (!row.body) return withBody(sample, '{}')
  const { properties = {} } = row.body as { properties?: Record<string, { readOnly?: boolean }> }
  const told = Object.entries(properties).filter(([, { readOnly }]) => readOnly)
  const more = Object.fromEntries(told.map(([name]) => [name, { any: 1 }]))
  const changed = withBody(sample, JSON.stringify({ ...JSON.parse(init.body as string), ...more }))
  // The word for JSON is taken in any case, and with what may stand behind it.
  return { ...changed, init: { ...changed.init, headers: { 'content-type': 'Application/JSON; charset=utf-8' } } }
}

// As it stands, each is sent where its events are looked at. What others have asked for in vain is still what it was.
test(
  'every write answers its documented example, passes over what only answers tell, and says the same of every id that ' +
    'the company does not have',
  () =>
    every(rows.filter(isWrite), nameOf, async (row) => {
      // After such a row the books are not what others stand on.
      const owner = spoilsBooks(row) ? await newCaller(service) : idsOf(row).length > 0 ? other : company
      const parameters = await parametersFor(row, owner)
      await expectUnknownIds(row, parameters)
      const sample = { row, path: pathOf(row, parameters), init: initOf(row, parameters) }
      const answer = await sendAs(owner, toldMore(sample))
      expect(answer.status, answer.text).toBe(successOf(row))
      expect(answer.headers.has('etag')).toBe(row.tagged === true)
    }),
  EVERY_MS,
)

test(
  'every row takes only the query parameters that it documents, each once, when it is to be strict',
  () =>
    every(rows, nameOf, async (row) => {
      const sample = await keptSampleOf(row, company)
      const unknown = 'b=1&__proto__=1&colour=1&b=2&constructor=1'
      expectInvalid(await sendAs(company, asking(sample, unknown), STRICT), ['b', '__proto__', 'colour', 'constructor'])
      const names = parametersOf(row)
      const twice = names.map((name) => `${name}=1&${name}=1`).join('&')
      if (names.length > 0) expectInvalid(await sendAs(company, { ...sample, path: onlyAsking(sample, twice) }), names)
      const withNul = names.map((name) => `${name}=a%00`).join('&')
      if (names.length > 0) {
        expectInvalid(await sendAs(company, { ...sample, path: onlyAsking(sample, withNul) }), names)
      }
      if (!firsts.has(row)) return
      const unreadable = await sendAs(company, asking(sample, 'query=%E0%A4%A'))
      expect(saying(unreadable)).toMatchObject({ status: 400, code: 'validation-error' })
    }),
  EVERY_MS,
)

/** Days that are in no books, in any form. */
const noDays = ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30']

const daysOf = (row: Row): string[] => {
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter((name) => properties[name]?.format === 'date')
}

test('no row takes a day that stands in no books', () =>
  every(
    rows.filter((row) => daysOf(row).length > 0),
    nameOf,
    async (row) => {
      const sample = await keptSampleOf(row, company)
      for (const name of daysOf(row)) {
        for (const day of noDays) {
          const answer = await sendAs(company, { ...sample, path: onlyAsking(sample, `${name}=${day}`) })
          expect(saying(answer), `${name} ${day}`).toMatchObject({ status: 400, code: 'validation-error' })
        }
      }
    },
  ))

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const paths = [...new Set(rows.map(({ path }) => path))].map((path) => {
  const those = rows.filter((row) => row.path === path)
  const allowed = those.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method as string]))
  return { row: those[0] as Row, name: `${path} of ${those.map(nameOf).join(', ')}`, allowed }
})

test(
  'every path answers other methods than its own with 405',
  () =>
    every(
      paths,
      ({ name }) => name,
      async ({ row, allowed }) => {
        const { path } = await keptSampleOf(row, company)
        for (const method of METHODS.filter((one) => !allowed.includes(one))) {
          const answer = await request(`${service.base}${path}`, { method, headers: bearer(company.token) })
          expect(answer.status, method).toBe(405)
          expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed)
          if (method !== 'HEAD') expect(answer.body.code).toBe('method-not-allowed')
        }
      },
    ),
  EVERY_MS,
)

/** Bodies that are not an object, and what is said of them at `#`; those that a row judges itself stand first. */
const shapeless: [string, string, RegExp][] = [
  ['nothing       ', '', /a JSON body is required/],
  ['half an object', '{"title": "x"', /Malformed JSON at line 1, column 14/],
  ['an array      ', '[]', /must be an object/],
  ['null          ', 'null', /must be an object/],
  ['blanks        ', ' \n', /Malformed JSON/],
  ['words         ', 'title=x', /Malformed JSON/],
  ['a text        ', '"x"', /must be an object/],
  ['a number      ', '1', /must be an object/],
]
const JUDGED_BY_ROWS = 4

/** Whether what this row replaces is shown at the same address, in the same words. */
const shownAt = ({ method, path, body }: Row): boolean => {
  const shown = rows.find((one) => one.method === 'GET' && one.path === path)
  const propertiesOf = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  const answered = shown && typeof shown.answer === 'object' && 'json' in shown.answer ? shown.answer.json : undefined
  return method === 'PUT' && propertiesOf(body).some((name) => propertiesOf(answered).includes(name))
}

/** What is no JSON by its own word. */
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', 'x', '']

const withBodies = rows.filter(({ body }) => body)

const rowsAndShapes = withBodies.flatMap((row) =>
  shapeless
    .slice(0, firstsWithBody.has(row) ? undefined : JUDGED_BY_ROWS)
    .map(([shape, body, message]) => ({ row, shape, body, message })),
)
test(
  'no row takes what is no object for its body',
  () =>
    every(
      rowsAndShapes,
      ({ row, shape }) => `${row.operationId}, ${shape.trim()}`,
      async ({ row, body, message }) => {
        const answer = await sendAs(company, withBody(await keptSampleOf(row, company), body))
        expectInvalid(answer, ['#'])
        expect(answer.body.errors[0].message).toMatch(message)
      },
    ),
  EVERY_MS,
)

test(
  'every row refuses a property that it does not know, and one of another type',
  () =>
    every(withBodies, nameOf, async (row) => {
      const sample = await keptSampleOf(row, company)
      const example = JSON.parse(sample.init.body as string) as Record<string, unknown>
      const unknown = withBody(sample, JSON.stringify({ ...example, colour: 1 }))
      expectInvalid(await sendAs(company, unknown, STRICT), ['#/colour'])
      const wrong = (name: string) => (typeof example[name] === 'string' ? 1 : 'x')
      const names = Object.keys(example)
      // Where everything may be left out, and is, nothing is of another type.
      if (names.length === 0) return
      const all = Object.fromEntries(names.map((name) => [name, wrong(name)]))
      const together = await sendAs(company, withBody(sample, JSON.stringify(all)))
      expect(saying(together)).toMatchObject({ status: 400, code: 'validation-error' })
      const told = new Set(together.body.errors.map(({ field }: { field: string }) => field))
      // What is not judged beside others, as what is told apart by another property, is wrong alone.
      for (const name of names.filter((one) => !told.has(`#/${one}`))) {
        const answer = await sendAs(company, withBody(sample, JSON.stringify({ ...example, [name]: wrong(name) })))
        // What belongs to a property that is left out may be told as well.
        expect(saying(answer), name).toMatchObject({ status: 400, code: 'validation-error' })
        expect(answer.body.errors[0].field).toBe(`#/${name}`)
      }
    }),
  EVERY_MS,
)

test('no row finds fault with what is there already, when another property is of another type', () =>
  every(withBodies.filter(shownAt), nameOf, async (row) => {
    const { path, init } = await keptSampleOf(row, company)
    const shown = await request(`${service.base}${path}`, { headers: credentialsFor(row, company) })
    expect(shown.status).toBe(200)
    const [name = '', value] = Object.entries(JSON.parse(init.body as string) as object)[0] ?? []
    const body = JSON.stringify({ ...shown.body, [name]: typeof value === 'string' ? 1 : 'x' })
    // Nor does who wants the unknown refused: all that is read is known.
    expectInvalid(await sendAs(company, withBody({ row, path, init }, body), STRICT), [`#/${name}`])
  }))

test(
  'every row reads JSON and nothing else',
  () =>
    every(withBodies, nameOf, async (row) => {
      const sample = await keptSampleOf(row, company)
      const json = sample.init.body as string
      for (const type of otherTypes.slice(0, firstsWithBody.has(row) ? undefined : 1)) {
        const answer = await sendAs(company, withBody(sample, json), { 'content-type': type })
        expect(saying(answer), type).toMatchObject({ status: 415, code: 'unsupported-media-type' })
      }
      const form = new FormData()
      form.append('file', new Blob([json]))
      const asForm = await sendAs(company, { row, path: sample.path, init: { method: row.method, body: form } })
      expect(asForm.status, asForm.text).toBe(415)
      const packed = await sendAs(company, withBody(sample, json), { 'content-encoding': 'gzip' })
      expect(packed.status).toBe(415)
    }),
  EVERY_MS,
)

test(
  'what takes no body refuses all but an empty one',
  () =>
    every(
      rows.filter((row) => isWrite(row) && !row.body && !row.upload),
      nameOf,
      async (row) => {
        const refused = await keptSampleOf(row, company)
        expectInvalid(await sendAs(company, withBody(refused, '{"date":"2026-06-01"}'), STRICT), ['#/date'])
        expectInvalid(await sendAs(company, withBody(refused, '[]')), ['#'])
      },
    ),
  EVERY_MS,
)
