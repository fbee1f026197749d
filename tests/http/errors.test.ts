// What is wrong with a request is told in one shape: code, message, an id for the log, and every wrong field together.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { MAX_ERRORS } from '#platform/refusal'
import { JSON_BODY_LIMIT } from '#server/http/engine'
import { checked, checkedCompany, expectRefusal } from '#support/checked'
import { answerOn, exchange, open, requestText } from '#support/raw'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const post = (body: string | Uint8Array<ArrayBuffer>) =>
  checked(`${company.url}/journal-entries`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' },
  })

describe('field errors', () => {
  /** What is changed in an entry, and the fields that are then wrong, in order. */
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['a property misspelt    ', { titel: 1 }, ['#/titel']],
    ['one with a hard name   ', { 'title/': 1 }, ['#/title~1']],
    ['a property missing     ', { title: undefined }, ['#/title']],
    ['one too long           ', { title: 'x'.repeat(1001) }, ['#/title']],
    [
      'one deep inside        ',
      {
        items: [
          { account: 1930, debit: 'x' },
          { account: 6110, credit: 1 },
        ],
      },
      ['#/items/0/debit'],
    ],
    ['one of an optional     ', { uploadRef: { id: 'x' } }, ['#/uploadRef/id']],
    ['an optional itself     ', { uploadRef: 'x' }, ['#/uploadRef']],
    ['form and rules together', { title: undefined, date: '2031-01-01', titel: 1 }, ['#/title', '#/titel', '#/date']],
    [
      'all of an entry        ',
      { title: 5, date: 'x', items: [{ account: 1, debit: 5 }, { account: 1930, debit: 1, credit: 4 }, {}] },
      ['#/items/2/account', '#/title', '#/date'],
    ],
    [
      'rules of every item    ',
      {
        title: undefined,
        items: [
          { account: 1, debit: 5 },
          { account: 1930, debit: 1, credit: 4 },
        ],
      },
      ['#/title', '#/items/0/account', '#/items/1'],
    ],
    [
      'tags and accounts      ',
      { tags: [{ tagId: 'x', weight: 2 }], items: [] },
      ['#/items', '#/tags/0/tagId', '#/tags/0/weight'],
    ],
  ]
  test.each(cases)('%s', async (_, changes, fields) => {
    const answer = await company.post('/journal-entries', anEntry(changes))
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation-error')
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([...fields].sort())
    const count = fields.length === 1 ? '1 error' : `${fields.length} errors`
    expect(answer.body.message).toBe(`Validation failed with ${count}`)
  })

  test('are told up to a limit', async () => {
    const items = Array.from({ length: MAX_ERRORS + 50 }, () => ({ account: 'x', debit: 1 }))
    const { body } = await company.post('/journal-entries', anEntry({ items }))
    expect(body.message).toBe(`Validation failed with ${MAX_ERRORS} errors`)
    expect(body.errors).toHaveLength(MAX_ERRORS)
  })

  test('of a query have the names of its parameters', async () => {
    const { body } = await company.get('/journal-entries?page=0&pageSize=101&cursor=&curser=x')
    expect(body.errors).toEqual([
      { field: 'curser', message: 'is not a parameter of this endpoint; did you mean cursor?' },
      { field: 'page', message: 'must be at least 1' },
      { field: 'pageSize', message: 'must be at most 100' },
    ])
  })

  test('of a filter repeat it', async () => {
    const { body } = await company.get(`/journal-entries?query=${encodeURIComponent('colour==röd')}`)
    const references = 'reversingJournalEntryId, reversedByJournalEntryId'
    const known = `title, journalEntryNumber, date, registration, ${references}, modifiedDateTime`
    expect(body.errors).toEqual([
      {
        field: 'query',
        message: `Unknown property colour (this list is filtered by ${known}) in the filter colour==röd`,
      },
    ])
  })
})

const nested = (depth: number) => `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** JSON that is allowed, but not here. */
const refusedBodies: [string, string | Uint8Array<ArrayBuffer>, string, RegExp][] = [
  ['nested too deep      ', nested(40), `#/title${'/0'.repeat(31)}`, /deeper than 32 levels/],
  ['nested without end   ', nested(40_000), `#/title${'/0'.repeat(31)}`, /deeper than 32 levels/],
  ['a NUL                ', '{"title":"a\\u0000b"}', '#/title', /NUL/],
  ['a NUL in a key       ', '{"a\\u0000b":1}', '#', /NUL/],
  ['a lone surrogate     ', '{"title":"\\ud800"}', '#/title', /surrogate/],
  ['the prototype        ', '{"__proto__":{"title":"x"}}', '#', /__proto__/],
  ['the prototype, deeper', '{"items":[{"__proto__":null}]}', '#/items/0', /__proto__/],
  ['a constructor        ', '{"constructor":{"prototype":{"x":1}}}', '#', /constructor/],
  ['an endless number    ', '{"title":1e999}', '#/title', /too large/],
  ['a number not exact   ', '{"title":9007199254740993}', '#/title', /too large/],
  ['a key without end    ', `{"${'k'.repeat(10_000)}":1}`, '#', /longer than 200/],
  ['too many values      ', `[${'0,'.repeat(100_001)}0]`, '#', /More than 50000 values/],
  ['bytes of no text     ', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), '#', /UTF-8/],
  ['UTF-16               ', new Uint8Array(Buffer.from('{"title":"x"}', 'utf16le')), '#', /Malformed JSON/],
]

describe('a body', () => {
  test.each(refusedBodies)('with %s is refused', async (_, body, field, message) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(message) }])
  })

  test('may begin with a byte order mark, and hold any text', async () => {
    const title = 'Räksmörgås 🦐 " \\ \u00ad <b>'
    const answer = await post(new Uint8Array(Buffer.from(`\uFEFF${JSON.stringify(anEntry({ title }))}`)))
    expect(answer.status).toBe(200)
    expect(answer.body.title).toBe(title)
  })

  test('of the largest size is read, and one byte more is not', async () => {
    const frame = JSON.stringify(anEntry({ title: '' })).length
    const largest = await company.post('/journal-entries', anEntry({ title: 'x'.repeat(JSON_BODY_LIMIT - frame) }))
    expect(largest.body.errors).toEqual([{ field: '#/title', message: 'must have at most 1000 characters' }])
    const larger = await company.post('/journal-entries', anEntry({ title: 'x'.repeat(JSON_BODY_LIMIT - frame + 1) }))
    expect(larger.status).toBe(413)
    expect(larger.body.message).toBe(`The request body is larger than ${JSON_BODY_LIMIT} bytes`)
  })

  test('that does not tell its size is read no further than the limit', async () => {
    const socket = await open(service.origin)
    const head = { host: 'x', authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
    const path = new URL(`${company.url}/journal-entries`).pathname
    socket.write(requestText(`POST ${path}`, { ...head, 'transfer-encoding': 'chunked' }))
    socket.write(`${(JSON_BODY_LIMIT + 1).toString(16)}\r\n${' '.repeat(JSON_BODY_LIMIT + 1)}\r\n`)
    expect((await answerOn(socket)).status).toBe(413)
    socket.destroy()
  })

  test('of a size that is announced and too large is not waited for', async () => {
    const head = { host: 'x', authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
    const path = new URL(`${company.url}/journal-entries`).pathname
    const answer = await exchange(
      service.origin,
      requestText(`POST ${path}`, { ...head, 'content-length': JSON_BODY_LIMIT + 1 }),
    )
    expect(answer.status).toBe(413)
  })
})

describe('addresses', () => {
  /** Paths below the origin, for any method. */
  const paths: [string, string, number, string][] = [
    ['nothing there    ', '/nothing', 404, 'not-found'],
    ['no version       ', '/companies/x/journal-entries', 404, 'not-found'],
    ['another version  ', '/v2/companies/x/journal-entries', 404, 'not-found'],
    ['a slash too many ', '/v1/companies/x/company-information/', 404, 'not-found'],
    ['two slashes      ', '/v1//companies/x/journal-entries', 404, 'not-found'],
    ['capitals         ', '/v1/Companies/x/journal-entries', 404, 'not-found'],
    ['dots             ', '/v1/companies/x/%2e%2e%2fjournal-entries', 404, 'not-found'],
    ['bad encoding     ', '/v1/%E0%A4%A', 400, 'validation-error'],
    ['a lone percent   ', '/v1/companies/%/journal-entries', 400, 'validation-error'],
    ['an endless id    ', `/v1/companies/${'x'.repeat(300)}/journal-entries`, 400, 'validation-error'],
    ['an endless path  ', `/v1/${'x'.repeat(5000)}`, 404, 'not-found'],
  ]
  test.each(paths)('%s', async (_, path, status, code) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await request(`${service.origin}${path}`, { method })
      expectRefusal(answer)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(answer.headers.get('service-api-supported-versions')).toBe('v1')
      expect(answer.text.length).toBeLessThan(1000)
    }
  })

  test('beside the API answer GET and HEAD only', async () => {
    for (const path of ['/health', '/ready', '/docs', '/v1/openapi.json']) {
      expect((await request(`${service.origin}${path}`)).status, path).toBe(200)
      expect((await request(`${service.origin}${path}`, { method: 'HEAD' })).status, path).toBe(200)
    }
    for (const path of ['/health', '/ready', '/docs', '/v1/openapi.json']) {
      const answer = await request(`${service.origin}${path}`, { method: 'POST', body: 'x' })
      expectRefusal(answer)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('are told in the methods of their path, for any request', async () => {
    const { pathname } = new URL(`${company.url}/journal-entries`)
    for (const method of ['PUT', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await exchange(service.origin, requestText(`${method} ${pathname}`, { host: 'x' }))
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, GET, HEAD'])
    }
  })
})

test.each([
  ['a leap second  ', '2026-06-10T23:59:60Z'],
  ['no such day    ', '2026-02-30T10:00:00Z'],
  ['no such hour   ', '2026-06-10T24:00:00Z'],
  ['no such minute ', '2026-06-10T10:60:00Z'],
  ['a year too far ', '2999-06-10T10:00:00Z'],
  ['not in UTC     ', '2026-06-10T10:00:00+02:00'],
])('a moment that is none is told: %s', async (_, createdFrom) => {
  const body = { createdFrom, createdTo: '2026-07-01T00:00:00Z' }
  const answer = await company.post(`/webhooks/${newId()}/redeliver`, body)
  expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field: '#/createdFrom' })]])
})
