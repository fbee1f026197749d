// Every endpoint answers what it documents: the documented example works, and whatever is wrong with an address, a
// query or a body is refused in the same way everywhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { isWrite, type Row } from '#http'
import { newId } from '#platform/id'
import { operationOf } from '#support/checked'
import { type Answer, request, type Service, startService } from '#support/service'
import {
  bearer,
  type Caller,
  credentialsFor,
  idsOf,
  initOf,
  newCaller,
  parametersFor,
  pathOf,
  type Sample,
  sampleOf,
  saying,
  send,
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

const sendAs = (caller: Caller, sample: Sample, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service, sample, { ...credentialsFor(sample.row, caller), ...headers })

const STRICT = { prefer: 'handling=strict' }

const asking = (sample: Sample, query: string): Sample => ({ ...sample, path: withQuery(sample.path, query) })

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

describe.each(rows)('$operationId', (row) => {
  test('answers its documented example', async () => {
    const answer = await sendAs(company, await sampleOf(row, company))
    expect(answer.status, answer.text).toBe(successOf(row))
    expect(answer.headers.has('etag')).toBe(row.tagged === true)
  })

  test('takes only the query parameters that it documents, each once, when it is to be strict', async () => {
    const sample = await sampleOf(row, company)
    for (const name of ['colour', '__proto__', 'constructor']) {
      expectInvalid(await sendAs(company, asking(sample, `${name}=1`), STRICT), [name])
    }
    expectInvalid(await sendAs(company, asking(sample, 'b=1&a=2&b=3'), STRICT), ['b', 'a'])
    for (const name of parametersOf(row)) {
      expectInvalid(await sendAs(company, asking(sample, `${name}=1&${name}=1`)), [name])
    }
    const unreadable = await sendAs(company, asking(sample, 'query=%E0%A4%A'))
    expect(saying(unreadable)).toMatchObject({ status: 400, code: 'validation-error' })
  })

  test('answers other methods than those of its path with 405', async () => {
    const { path } = await sampleOf(row, company)
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

describe.each(rows.filter((row) => idsOf(row).length > 0))('$operationId', (row) => {
  test.each(idsOf(row))('says the same of every {%s} that the company does not have', async (name) => {
    const [own, foreign] = [await parametersFor(row, company), await parametersFor(row, other)]
    const ask = async (id: string) => {
      const answer = await sendAs(company, { row, path: pathOf(row, { ...own, [name]: id }), init: initOf(row, own) })
      expect(answer.status, id).toBe(404)
      return { ...saying(answer), message: answer.body.message.replace(id, 'ID') }
    }
    const unknown = await ask(newId())
    expect(unknown).toEqual({ status: 404, code: 'not-found', message: expect.any(String) })
    expect(await ask(foreign[name] ?? '')).toEqual(unknown)
    for (const id of ['x', `{${own[name]}}`, "' or 1=1--", `${own[name]}\0`]) {
      expect(await ask(id)).toEqual({
        status: 404,
        code: 'not-found',
        message: expect.stringMatching(/^No .* has the id /),
      })
    }
    // The other company's resource is still what it was.
    expect(
      (await send(service, { path: pathOf(row, foreign), init: initOf(row, foreign) }, credentialsFor(row, other)))
        .status,
    ).toBeLessThan(300)
  })
})

describe.each(rows.filter(({ method }) => method === 'GET'))('$operationId', (row) => {
  test('answers HEAD as GET, without the body', async () => {
    const { path } = await sampleOf(row, company)
    const [head, get] = [
      await request(`${service.base}${path}`, { method: 'HEAD', headers: credentialsFor(row, company) }),
      await request(`${service.base}${path}`, { headers: credentialsFor(row, company) }),
    ]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'content-disposition']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    }
    expect((await request(`${service.base}${path}`, { method: 'HEAD' })).status).toBe(401)
  })
})

/** Bodies that are not an object, and what is said of them at `#`. */
const shapeless: [string, string, RegExp][] = [
  ['nothing       ', '', /a JSON body is required/],
  ['blanks        ', ' \n', /Malformed JSON/],
  ['half an object', '{"title": "x"', /Malformed JSON at line 1, column 14/],
  ['words         ', 'title=x', /Malformed JSON/],
  ['an array      ', '[]', /must be an object/],
  ['a text        ', '"x"', /must be an object/],
  ['a number      ', '1', /must be an object/],
  ['null          ', 'null', /must be an object/],
]

describe.each(rows.filter((row) => row.body))('$operationId', (row) => {
  test.each(shapeless)('refuses %s for a body', async (_, body, message) => {
    const answer = await sendAs(company, withBody(await sampleOf(row, company), body))
    expectInvalid(answer, ['#'])
    expect(answer.body.errors[0].message).toMatch(message)
  })

  test('refuses a property that it does not know, and one of another type', async () => {
    const sample = await sampleOf(row, company)
    const example = JSON.parse(sample.init.body as string) as Record<string, unknown>
    const unknown = withBody(sample, JSON.stringify({ ...example, colour: 1 }))
    expectInvalid(await sendAs(company, unknown, STRICT), ['#/colour'])
    for (const [name, value] of Object.entries(example)) {
      const wrong = typeof value === 'string' ? 1 : 'x'
      const answer = await sendAs(company, withBody(sample, JSON.stringify({ ...example, [name]: wrong })))
      // What belongs to a property that is left out may be told as well.
      expect(saying(answer), name).toMatchObject({ status: 400, code: 'validation-error' })
      expect(answer.body.errors[0].field).toBe(`#/${name}`)
    }
  })

  test('ignores what only answers tell', async () => {
    const sample = await sampleOf(row, company)
    const properties = Object.entries(
      (row.body as { properties?: Record<string, { readOnly?: boolean }> }).properties ?? {},
    )
    const told = Object.fromEntries(
      properties.filter(([, { readOnly }]) => readOnly).map(([name]) => [name, { any: 1 }]),
    )
    const body = JSON.stringify({ ...JSON.parse(sample.init.body as string), ...told })
    expect((await sendAs(company, withBody(sample, body))).status).toBe(successOf(row))
  })

  test('reads JSON and nothing else', async () => {
    const sample = await sampleOf(row, company)
    const json = sample.init.body as string
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', 'x', '']
    for (const type of types) {
      const answer = await sendAs(company, withBody(sample, json), { 'content-type': type })
      expect(saying(answer), type).toMatchObject({ status: 415, code: 'unsupported-media-type' })
    }
    const form = new FormData()
    form.append('file', new Blob([json]))
    const asForm = await sendAs(company, { row, path: sample.path, init: { method: row.method, body: form } })
    expect(asForm.status, asForm.text).toBe(415)
    const packed = await sendAs(company, withBody(sample, json), { 'content-encoding': 'gzip' })
    expect(packed.status).toBe(415)
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      const answer = await sendAs(company, await sampleOf(row, company), { 'content-type': type })
      expect(answer.status, type).toBe(successOf(row))
    }
  })
})

describe.each(rows.filter((row) => isWrite(row) && !row.body && !row.upload))('$operationId', (row) => {
  test('takes no body but an empty one', async () => {
    const sample = await sampleOf(row, company)
    expectInvalid(await sendAs(company, withBody(sample, '{"date":"2026-06-01"}'), STRICT), ['#/date'])
    expectInvalid(await sendAs(company, withBody(sample, '[]')), ['#'])
    expect((await sendAs(company, withBody(sample, '{}'))).status).toBeLessThan(300)
  })
})
