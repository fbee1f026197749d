// Every endpoint answers what it documents: the documented example works, and whatever is wrong with an address, a
// query or a body is refused in the same way everywhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { isWrite, type Row } from '#http'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { operationOf } from '#support/checked'
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
  parametersFor,
  pathOf,
  type Sample,
  sampleOf,
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

/** A row after which the books are not what others stand on has a company of its own. */
const inItsBooks = (row: Row): void => {
  if (!spoilsBooks(row)) return
  let shared: Caller
  beforeAll(async () => {
    shared = company
    company = await newCaller(service)
  })
  afterAll(() => {
    company = shared
  })
}

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

/** What only reads may be asked again and again; what writes succeeds on what was made for it. */
const goodSampleOf = (row: Row): Promise<Sample> => (isWrite(row) ? sampleOf(row, company) : keptSampleOf(row, company))

/** Address, query and body are read by the same for all rows: the first of each method is tried in every way. */
const firsts = firstOfEach(rows, ({ method }) => method)
const firstsWithBody = firstOfEach(
  rows.filter(({ body }) => body),
  ({ method }) => method,
)

describe.each(rows)('$operationId', (row) => {
  inItsBooks(row)
  test('answers its documented example', async () => {
    const answer = await sendAs(company, await goodSampleOf(row))
    expect(answer.status, answer.text).toBe(successOf(row))
    expect(answer.headers.has('etag')).toBe(row.tagged === true)
  })

  if (row.method === 'GET') {
    test('answers HEAD as GET, without the body', async () => {
      const { path } = await keptSampleOf(row, company)
      const [head, get] = [
        await request(`${service.base}${path}`, { method: 'HEAD', headers: credentialsFor(row, company) }),
        await request(`${service.base}${path}`, { headers: credentialsFor(row, company) }),
      ]
      expect([head.status, head.text]).toEqual([200, ''])
      // What a file tells of who has fetched it grows by each fetching.
      const isNoted = row.noted || (row.leavesTrace && /personal-data$/.test(row.path))
      const length = isNoted ? [] : ['content-length']
      for (const name of ['content-type', ...length, 'etag', 'content-disposition']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name))
      }
      expect((await request(`${service.base}${path}`, { method: 'HEAD' })).status).toBe(401)
    })

    const { events = [] } = row
    if (events.length > 0) {
      test('is fetched by GET alone: a HEAD leaves nothing in events and history', async () => {
        const { path } = await keptSampleOf(row, company)
        const ask = (method: string) =>
          request(`${service.base}${path}`, { method, headers: credentialsFor(row, company) })
        const before = await tracesOf(events)
        expect((await ask('HEAD')).status).toBe(200)
        expect(await tracesOf(events)).toEqual(before)
        expect((await ask('GET')).status).toBe(200)
        expect((await tracesOf(events)).count).toBeGreaterThan(before.count)
      })
    }
  }

  test('takes only the query parameters that it documents, each once, when it is to be strict', async () => {
    const sample = await keptSampleOf(row, company)
    const unknown = 'b=1&__proto__=1&colour=1&b=2&constructor=1'
    expectInvalid(await sendAs(company, asking(sample, unknown), STRICT), ['b', '__proto__', 'colour', 'constructor'])
    const names = parametersOf(row)
    const twice = names.map((name) => `${name}=1&${name}=1`).join('&')
    if (names.length > 0) expectInvalid(await sendAs(company, { ...sample, path: onlyAsking(sample, twice) }), names)
    const withNul = names.map((name) => `${name}=a%00`).join('&')
    if (names.length > 0) expectInvalid(await sendAs(company, { ...sample, path: onlyAsking(sample, withNul) }), names)
    const unreadable = await sendAs(company, asking(sample, 'query=%E0%A4%A'))
    expect(saying(unreadable)).toMatchObject({ status: 400, code: 'validation-error' })
  })
})

/** Days that stand in no books, whatever their form. */
const noDays = ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30']

const daysOf = (row: Row): string[] => {
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter((name) => properties[name]?.format === 'date')
}

describe.each(rows.filter((row) => daysOf(row).length > 0))('$operationId', (row) => {
  test('takes no day that stands in no books', async () => {
    const sample = await keptSampleOf(row, company)
    for (const name of daysOf(row)) {
      for (const day of noDays) {
        const answer = await sendAs(company, { ...sample, path: onlyAsking(sample, `${name}=${day}`) })
        expect(saying(answer), `${name} ${day}`).toMatchObject({ status: 400, code: 'validation-error' })
      }
    }
  })
})

const ofPaths = [...new Map(rows.map((row) => [row.path, row])).values()]

describe.each(ofPaths)('$path', (row) => {
  test('answers other methods than its own with 405', async () => {
    const { path } = await keptSampleOf(row, company)
    const here = rows.filter((one) => one.path === row.path).map(({ method }) => method as string)
    const allowed = here.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (m) => !allowed.includes(m),
    )) {
      const answer = await request(`${service.base}${path}`, { method, headers: bearer(company.token) })
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed)
      if (method !== 'HEAD') expect(answer.body.code).toBe('method-not-allowed')
    }
  })
})

/** What is no id. */
const noIds = (id: string): string[] => ['x', `{${id}}`, "' or 1=1--", `${id}\0`]

describe.each(rows.filter((row) => idsOf(row).length > 0))('$operationId', (row) => {
  test('says the same of every id that the company does not have', async () => {
    const [own, foreign] = [await keptParametersFor(row, company), await parametersFor(row, other)]
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
    if (row.operators) return
    // The other company's resource is still what it was.
    const still = { path: pathOf(row, foreign), init: initOf(row, foreign) }
    expect((await send(service, still, credentialsFor(row, other))).status).toBeLessThan(300)
  })
})

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

describe.each(rows.filter((row) => row.body))('$operationId', (row) => {
  const isFirst = firstsWithBody.has(row)

  test.each(shapeless.slice(0, isFirst ? undefined : JUDGED_BY_ROWS))(
    'refuses %s for a body',
    async (_, body, message) => {
      const answer = await sendAs(company, withBody(await keptSampleOf(row, company), body))
      expectInvalid(answer, ['#'])
      expect(answer.body.errors[0].message).toMatch(message)
    },
  )

  test('refuses a property that it does not know, and one of another type', async () => {
    const sample = await keptSampleOf(row, company)
    const example = JSON.parse(sample.init.body as string) as Record<string, unknown>
    const unknown = withBody(sample, JSON.stringify({ ...example, colour: 1 }))
    expectInvalid(await sendAs(company, unknown, STRICT), ['#/colour'])
    const wrong = (name: string) => (typeof example[name] === 'string' ? 1 : 'x')
    const names = Object.keys(example)
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
  })

  if (shownAt(row)) {
    test('finds no fault with what is there already, when another property is of another type', async () => {
      const { path, init } = await keptSampleOf(row, company)
      const shown = await request(`${service.base}${path}`, { headers: credentialsFor(row, company) })
      expect(shown.status).toBe(200)
      const [name = '', value] = Object.entries(JSON.parse(init.body as string) as object)[0] ?? []
      const body = JSON.stringify({ ...shown.body, [name]: typeof value === 'string' ? 1 : 'x' })
      // Nor does who wants the unknown refused: all that is read is known.
      expectInvalid(await sendAs(company, withBody({ row, path, init }, body), STRICT), [`#/${name}`])
    })
  }

  test('ignores what only answers tell', async () => {
    const sample = await sampleOf(row, company)
    const properties = Object.entries(
      (row.body as { properties?: Record<string, { readOnly?: boolean }> }).properties ?? {},
    )
    const told = Object.fromEntries(
      properties.filter(([, { readOnly }]) => readOnly).map(([name]) => [name, { any: 1 }]),
    )
    const body = JSON.stringify({ ...JSON.parse(sample.init.body as string), ...told })
    // The word for JSON is taken in any case, and with what may stand behind it.
    const type = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await sendAs(company, withBody(sample, body), type)).status).toBe(successOf(row))
  })

  test('reads JSON and nothing else', async () => {
    const sample = await keptSampleOf(row, company)
    const json = sample.init.body as string
    for (const type of otherTypes.slice(0, isFirst ? undefined : 1)) {
      const answer = await sendAs(company, withBody(sample, json), { 'content-type': type })
      expect(saying(answer), type).toMatchObject({ status: 415, code: 'unsupported-media-type' })
    }
    const form = new FormData()
    form.append('file', new Blob([json]))
    const asForm = await sendAs(company, { row, path: sample.path, init: { method: row.method, body: form } })
    expect(asForm.status, asForm.text).toBe(415)
    const packed = await sendAs(company, withBody(sample, json), { 'content-encoding': 'gzip' })
    expect(packed.status).toBe(415)
  })
})

describe.each(rows.filter((row) => isWrite(row) && !row.body && !row.upload))('$operationId', (row) => {
  inItsBooks(row)
  test('takes no body but an empty one', async () => {
    const refused = await keptSampleOf(row, company)
    expectInvalid(await sendAs(company, withBody(refused, '{"date":"2026-06-01"}'), STRICT), ['#/date'])
    expectInvalid(await sendAs(company, withBody(refused, '[]')), ['#'])
    expect((await sendAs(company, withBody(await sampleOf(row, company), '{}'))).status).toBeLessThan(300)
  })
})
