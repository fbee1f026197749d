// What a verb warns of stands on the answer that succeeds, once, in a header that a client can take apart; on what is
// refused nothing stands.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object, type Row, row, Type } from '#http'
import { type Call, warn } from '#platform/call'
import { newId } from '#platform/id'
import { invalidWith } from '#platform/refusal'
import { rows } from '#programs/app'
import { type Answer, request, type Service, startService, type TestCompany } from '#support/service'

const Sentences = object({ warnings: Type.Array(Type.String()), refuse: Type.Optional(Type.Boolean()) })
const shape = { tag: 'Prov', summary: 'Prov', description: 'Prov.', refusals: [] } as const
const path = (end: string) => `/companies/{companyId}/prov-${end}`
const refused = () => invalidWith([{ field: '#/refuse', message: 'as asked for' }])

/** Half a character, which no body may hold, is what is left of one where a text is cut. */
const warnOf = (call: Call, { warnings }: { warnings: string[] }): void => {
  for (const sentence of warnings) warn(call, sentence.replace('HALF', '\ud83d'))
}

const ownRows: readonly Row[] = [
  row({
    ...shape,
    method: 'POST',
    path: path('alone'),
    operationId: 'provAlone',
    scope: 'items:write',
    body: Sentences,
    answer: { json: object({ id: Type.String() }) },
    tagged: true,
    run: async (call, { body }) => {
      warnOf(call, body)
      if (body.refuse) throw refused()
      return { id: newId() }
    },
  }),
  row({
    ...shape,
    method: 'POST',
    path: path('gathered'),
    operationId: 'provGathered',
    scope: 'items:write',
    body: Sentences,
    answer: { json: object({ id: Type.String() }) },
    gather: {
      limit: 8,
      run: async (waiting) =>
        waiting.map(({ call, input }) => {
          const body = input.body as { warnings: string[]; refuse?: boolean }
          warnOf(call, body)
          return body.refuse ? refused() : { id: newId() }
        }),
    },
    run: () => Promise.reject(new Error('A gathered row runs together')),
  }),
  row({
    ...shape,
    method: 'POST',
    path: path('nothing'),
    operationId: 'provNothing',
    scope: 'items:write',
    body: Sentences,
    answer: 'nothing',
    run: async (call, { body }) => {
      warnOf(call, body)
      return undefined
    },
  }),
  row({
    ...shape,
    method: 'GET',
    path: path('read'),
    operationId: 'provRead',
    scope: 'items:read',
    answer: { json: object({ id: Type.String() }) },
    tagged: true,
    snapshot: true,
    run: async (call) => {
      warn(call, 'the rate is of yesterday')
      return { id: 'always' }
    },
  }),
]

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ table: [...rows, ...ownRows] })
  company = await service.newCompany()
})
afterAll(() => service.close())

/** As docs/reference/api.md takes the header apart. */
const warningsOf = ({ headers }: Answer): string[] | null =>
  headers
    .get('service-warning')
    ?.split(',')
    .map((one) => decodeURIComponent(one.trim())) ?? null

const many = (count: number) => Array.from({ length: count }, (_, index) => `number ${index + 1}`)

const cases: [what: string, said: string[], told: string[] | null][] = [
  ['nothing', [], null],
  ['one', ['#/vatNumber: the check digits are wrong'], ['#/vatNumber: the check digits are wrong']],
  ['several, each once', ['a', 'b', 'a'], ['a', 'b']],
  ['commas and percent signs', ['25 % off, or more', '%2C'], ['25 % off, or more', '%2C']],
  ['Swedish and the rest of the world', ['Åsa äger öl', '日本 🙂'], ['Åsa äger öl', '日本 🙂']],
  ['what would break a header', ['a\r\nset-cookie: x=1', 'b\tc'], ['a\r\nset-cookie: x=1', 'b\tc']],
  ['half a character', ['aHALF'], ['a\ufffd']],
  ['as many as there may be', many(10), many(10)],
  ['more than there may be', many(14), [...many(9), '5 more warnings']],
  ['what is as long as it may be', ['x'.repeat(300)], ['x'.repeat(300)]],
  ['what is too long', ['x'.repeat(301)], [`${'x'.repeat(297)}...`]],
  ['what is too long when encoded', ['å'.repeat(51)], [`${'å'.repeat(49)}...`]],
]

describe.each(['alone', 'gathered', 'nothing'])('a row that answers %s', (kind) => {
  test.each(cases)('tells %s', async (_, warnings, told) => {
    const answer = await company.post(`/prov-${kind}`, { warnings })
    expect(answer.status).toBe(kind === 'nothing' ? 204 : 200)
    expect(warningsOf(answer)).toEqual(told)
    expect(answer.headers.get('service-warning')?.length ?? 0).toBeLessThan(4096)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('repeats the warnings of a repeated answer', async () => {
    const key = { 'idempotency-key': `warned-${kind}` }
    const first = await company.post(`/prov-${kind}`, { warnings: ['å', 'b'] }, key)
    const again = await company.post(`/prov-${kind}`, { warnings: ['å', 'b'] }, key)
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      first.status,
      first.text,
      'true',
    ])
    expect([warningsOf(first), warningsOf(again)]).toEqual([
      ['å', 'b'],
      ['å', 'b'],
    ])
  })
})

test.each(['alone', 'gathered'])('what is refused warns of nothing: %s', async (kind) => {
  const answer = await company.post(`/prov-${kind}`, { warnings: ['a'], refuse: true })
  expect([answer.status, warningsOf(answer)]).toEqual([400, null])
})

test('requests that are gathered warn each of their own', async () => {
  const answers = await Promise.all(
    many(12).map((warning, index) => company.post('/prov-gathered', { warnings: index % 2 === 0 ? [warning] : [] })),
  )
  expect(answers.map(warningsOf)).toEqual(many(12).map((warning, index) => (index % 2 === 0 ? [warning] : null)))
})

test('a read warns, also when nothing has changed', async () => {
  const first = await company.get('/prov-read')
  const etag = first.headers.get('etag') ?? ''
  const again = await company.get('/prov-read', { 'if-none-match': etag })
  expect([first.status, again.status]).toEqual([200, 304])
  expect([first, again].map(warningsOf)).toEqual([['the rate is of yesterday'], ['the rate is of yesterday']])
})

test('the header has the name of the mark, and is documented', async () => {
  const marked = await startService({ mark: 'acme', table: [...rows, ...ownRows] })
  try {
    const answer = await (await marked.newCompany()).post('/prov-alone', { warnings: ['a'] })
    expect([answer.headers.get('acme-warning'), answer.headers.get('service-warning')]).toEqual(['a', null])
    const { body } = await request(`${marked.base}/openapi.json`)
    expect(body.paths['/companies/{companyId}/customers'].post.responses['200'].headers).toHaveProperty('Acme-Warning')
    expect(body.components.headers.Warning.description).toContain('Acme-Warning')
  } finally {
    await marked.close()
  }
})
