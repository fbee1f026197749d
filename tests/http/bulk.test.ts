// Many writes in one request: judged as if each came alone, done together or apart.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, identityAdmin, identityService, removeMember } from '#identity'
import { sql } from '#platform/sql'
import { asking, logInAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

type Operation = Record<string, unknown>
type Result = {
  name?: string
  status: number
  body: { id: string; journalEntryNumber?: string; code?: string; message?: string }
  warnings?: string[]
}

const customer = (name: string) => ({ method: 'POST', path: '/customers', body: { name, type: 'company' } })
const entry = (title: string) => ({ method: 'POST', path: '/journal-entries', body: anEntry({ title }) })

const send = (mode: string, operations: Operation[], headers: Record<string, string> = {}, of = company) =>
  of.post('/bulk', { mode, operations }, headers)

const results = async (mode: string, operations: Operation[], headers: Record<string, string> = {}) => {
  const { status, text, body } = await send(mode, operations, headers)
  expect(status, text).toBe(200)
  return body.results as Result[]
}

/** `V342` → 342 */
const numberOf = (done: Result | undefined): number => Number(done?.body.journalEntryNumber?.slice(1))

const count = async (path: string): Promise<number> => (await company.get(path)).body.totalItems

describe.each(['atomic', 'independent'])('%s operations', (mode) => {
  test('are done in their order, and each has an answer of its own', async () => {
    const given = [customer('Ett AB'), entry('Första'), entry('Andra'), customer('Två AB'), entry('Tredje')]
    const done = await results(mode, given)
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const numbers = [1, 2, 4].map((place) => numberOf(done[place]))
    expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1, (numbers[0] ?? 0) + 2])
    for (const { body } of [done[0], done[3]] as Result[]) {
      expect((await company.get(`/customers/${body.id}`)).body).toEqual(body)
    }
  })

  test('refer to what earlier ones answered, in their paths and bodies', async () => {
    const line = { description: 'Råd', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }
    const done = await results(mode, [
      { name: 'customer', ...customer('Hänvisad AB') },
      {
        name: 'invoice',
        method: 'POST',
        path: '/invoices',
        body: {
          customerRef: { id: { $ref: 'customer#/id' } },
          currency: 'SEK',
          invoiceDate: '2026-06-10',
          lineItems: [line],
        },
      },
      { method: 'POST', path: '/invoices/{invoice#/id}/publish' },
    ])
    expect(
      done.map(({ status }) => status),
      JSON.stringify(done),
    ).toEqual([200, 200, 200])
    expect(done.map(({ name }) => name)).toEqual(['customer', 'invoice', undefined])
    expect(done[2]?.body).toMatchObject({ id: done[1]?.body.id, customerRef: { id: done[0]?.body.id } })
  })

  test('are done once under a key', async () => {
    const before = await count('/customers')
    const headers = { 'idempotency-key': `once-${mode}` }
    const first = await results(mode, [customer('Nyckel AB'), customer('Nyckel två AB')], headers)
    const second = await results(mode, [customer('Nyckel AB'), customer('Nyckel två AB')], headers)
    expect(second).toEqual(first)
    expect(await count('/customers')).toBe(before + 2)
  })

  test('have at most one of each name, and name what is there', async () => {
    const twice = [
      { name: 'a', ...customer('A AB') },
      { name: 'a', ...customer('B AB') },
    ]
    const { status, body } = await send(mode, twice)
    expect([status, body.errors]).toEqual([
      400,
      [{ field: '#/operations/1/name', message: 'another operation has the name a too' }],
    ])
  })

  test('say each for itself what is doubtful, and what was passed over of it', async () => {
    const doubtful = (name: string) => ({
      method: 'POST',
      path: '/customers',
      body: { name, type: 'company', vatNumber: 'SE556036079401', colour: 'red' },
    })
    const { status, headers } = await send(mode, [doubtful('Ett AB'), entry('Mellan'), doubtful('Två AB')])
    expect(status).toBe(200)
    const warned = (headers.get('service-warning') ?? '').split(', ').map(decodeURIComponent)
    expect(warned.map((sentence) => sentence.split(': ')[0])).toEqual([
      '#/operations/0/body/vatNumber',
      '#/operations/2/body/vatNumber',
    ])
    expect(headers.get('service-ignored')).toBe('#/operations/0/body/colour, #/operations/2/body/colour')
  })

  test('have in their own results what is doubtful, however many are', async () => {
    const doubtful = customer('Ett, två AB')
    const body = { ...doubtful.body, vatNumber: 'SE556036079401' }
    const many = Array.from({ length: 12 }, () => ({ ...doubtful, body }))
    const headers = { 'idempotency-key': `doubtful-${mode}` }
    const done = await results(mode, [...many, customer('Riktig AB')], headers)
    const told = Array.from({ length: 12 }, () => [expect.stringMatching(/^#\/vatNumber: /)])
    expect(done.map(({ warnings }) => warnings)).toEqual([...told, undefined])
    expect(await results(mode, [...many, customer('Riktig AB')], headers)).toEqual(done)
  })

  test('are refused unknown fields if the caller asks for that', async () => {
    const coloured = { ...customer('Färgad AB'), body: { name: 'Färgad AB', type: 'company', colour: 'red' } }
    const { status, body } = await send(mode, [coloured], { prefer: 'handling=strict' })
    if (mode === 'atomic') expect([status, body.errors[1].field]).toEqual([400, '#/operations/0/body/colour'])
    else expect(body.results[0]).toMatchObject({ status: 400, body: { errors: [{ field: '#/colour' }] } })
  })

  test('take the parameters of their endpoints', async () => {
    const [made] = await results(mode, [entry('Vänds')])
    const path = `/journal-entries/${made?.body.id}/reverse`
    const [reversed] = await results(mode, [{ method: 'POST', path: `${path}?date=2026-06-11` }])
    expect(reversed).toMatchObject({ status: 200, body: { date: '2026-06-11' } })
    const other = await results('independent', [{ method: 'POST', path: `${path}?date=x` }])
    expect(other[0]).toMatchObject({ status: 400, body: { errors: [{ field: 'date' }] } })
  })

  test('are events of the feed like any other', async () => {
    const { after } = (await company.get('/events?after=latest')).body
    await results(mode, [customer('Sedd AB'), entry('Sedd')])
    const { items } = (await company.get(`/events?after=${after}`)).body
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['customer.created', 'journal-entry.booked'])
  })
})

describe('one that is refused', () => {
  const wrong = { method: 'POST', path: '/customers', body: { name: '', type: 'company' } }

  test('leaves nothing of an atomic request, which says where and why', async () => {
    const before = [await count('/customers'), await count('/journal-entries')]
    const { status, body } = await send('atomic', [customer('Ej AB'), entry('Ej'), entry('Ej heller'), wrong])
    expect([status, body.code]).toEqual([400, 'validation-error'])
    expect(body.errors[0]).toEqual({
      field: '#/operations/3',
      message: 'POST /customers was refused, and nothing was done',
    })
    expect(body.errors[1].field).toBe('#/operations/3/body/name')
    expect([await count('/customers'), await count('/journal-entries')]).toEqual(before)
  })

  test('is told with its errors, and the others as not done', async () => {
    const notDone = { status: 424, body: null }
    const { body } = await send('atomic', [
      { name: 'ej', ...customer('Ej AB') },
      entry('Ej'),
      wrong,
      customer('Ej ens'),
    ])
    expect(body.results).toEqual([
      { name: 'ej', ...notDone },
      notDone,
      {
        status: 400,
        body: expect.objectContaining({ code: 'validation-error', message: 'Validation failed with 1 error' }),
      },
      notDone,
    ])
    const { errors, serviceErrorId } = body.results[2].body
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['#/name'])
    expect(serviceErrorId).toBe(body.serviceErrorId)
  })

  test('is told like every other that is refused of those that are booked together', async () => {
    const bad = { ...entry('Fel'), body: anEntry({ title: 'Fel', date: '2031-01-01' }) }
    const { body } = await send('atomic', [entry('Rätt'), bad, entry('Rätt'), bad])
    expect(body.results.map(({ status }: Result) => status)).toEqual([424, 400, 424, 400])
    expect(body.errors[0].field).toBe('#/operations/1')
  })

  test('of many is named even when no field is wrong', async () => {
    const unknown = '/customers/019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
    const { status, body } = await send('atomic', [entry('Ej'), { method: 'DELETE', path: unknown }])
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([404, ['#/operations/1']])
  })

  test('names the very entry of several that are booked together', async () => {
    const bad = { ...entry('Fel'), body: anEntry({ title: 'Fel', date: '2031-01-01' }) }
    const { status, body } = await send('atomic', [entry('Rätt'), entry('Rätt'), bad, entry('Rätt')])
    expect([status, body.errors[1]?.field]).toEqual([400, '#/operations/2/body/date'])
  })

  test('keeps no other from being done by itself, but those that need it', async () => {
    const done = await results('independent', [
      { name: 'bad', ...wrong },
      customer('Ensam AB'),
      { method: 'DELETE', path: '/customers/{bad#/id}' },
      { method: 'DELETE', path: '/customers/{never#/id}' },
    ])
    expect(done.map(({ status, body }) => [status, body?.code])).toEqual([
      [400, 'validation-error'],
      [200, undefined],
      [400, 'validation-error'],
      [400, 'validation-error'],
    ])
    expect(JSON.stringify(done[2]?.body)).toContain('bad#/id refers to nothing: that operation was refused')
    expect(JSON.stringify(done[3]?.body)).toContain('never#/id refers to nothing: no earlier operation has that name')
  })

  test('has its own status: what is not there, what has changed, what is not an operation', async () => {
    const unknown = '/customers/019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
    const [own] = await results('independent', [customer('Ändrad AB')])
    const done = await results('independent', [
      { method: 'DELETE', path: unknown },
      { method: 'DELETE', path: `/customers/${own?.body.id}`, ifMatch: '"other"' },
      { method: 'POST', path: '/uploads' },
      { method: 'POST', path: '/bulk', body: {} },
      { method: 'PUT', path: '/nothing/here' },
      { method: 'DELETE', path: '/customers/no-id' },
    ])
    expect(done.map(({ status }) => status)).toEqual([404, 412, 404, 404, 404, 404])
  })

  test('refuses all that goes together, as the document says', async () => {
    const { status, body } = await send('atomic', [
      { name: 'own', ...customer('Ändrad AB') },
      { method: 'DELETE', path: '/customers/{own#/id}', ifMatch: '"other"' },
    ])
    expect([status, body.code, body.errors[0].field]).toEqual([412, 'precondition-failed', '#/operations/1'])
  })
})

describe('a caller cannot do in bulk what it may not do one by one', () => {
  test('scopes hold for each operation', async () => {
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Kunder', scopes: ['customers:write'] }),
    )
    const limited = { ...company, ...requestsWith(company.url, token) } as TestCompany
    const { body } = await send('independent', [customer('Får AB'), entry('Får inte')], {}, limited)
    expect(body.results.map(({ status }: Result) => status)).toEqual([200, 403])
    const { status, body: refused } = await send('atomic', [customer('Får AB'), entry('Får inte')], {}, limited)
    expect([status, refused.code]).toEqual([403, 'forbidden'])
  })

  test('what people alone decide is not decided by a token', async () => {
    const done = await results('independent', [
      { method: 'PATCH', path: '/lock-date', body: { lockDate: '2026-01-31' } },
    ])
    expect(done[0]?.status).toBe(403)
  })

  test('every hundred operations count as a request', async () => {
    const limited = await startService({ beside: service, limits: { perMinute: 5, monthlyQuota: 0 } })
    try {
      const own = await service.newCompany()
      const requests = requestsWith(`${limited.base}/companies/${own.id}`, own.token)
      const operations = Array.from({ length: 201 }, (_, nth) => customer(`Kund ${nth}`))
      const first = await requests.post('/bulk', { mode: 'atomic', operations })
      expect([first.status, first.headers.get('x-service-ratelimit-remaining') ?? '2']).toEqual([200, '2'])
      const second = await requests.post('/bulk', { mode: 'atomic', operations })
      expect(second.status).toBe(429)
      expect((await own.get('/customers')).body.totalItems).toBe(201)
    } finally {
      await limited.close()
    }
  })
})

describe('operations that take long', () => {
  /** Longer than it counts that a caller was let in. */
  const LONG_MS = 1200

  const untilOneWaits = () =>
    expect
      .poll(
        () =>
          service.database.rows(sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        { timeout: 20_000 },
      )
      .not.toHaveLength(0)

  /** The statuses of four operations of which the second waits for its books; meanwhile something happens. */
  const statuses = async (
    companyId: string,
    post: (path: string, body: object) => ReturnType<TestCompany['post']>,
    happening: () => Promise<unknown> = async () => {},
  ): Promise<number[]> => {
    const operations = [customer('Före AB'), entry('Hållen'), customer('Efter AB'), entry('Efter')]
    const { sent } = await service.operateFor(companyId, async ({ db }) => {
      await db.rows(sql`select from ledger.book where company_id = ${companyId} for update`)
      const answer = post('/bulk', { mode: 'independent', operations })
      await untilOneWaits()
      await happening()
      await pause(LONG_MS)
      // Within an object, since an answer by itself would be waited for here.
      return { sent: answer }
    })
    const { status, text, body } = await sent
    expect(status, text).toBe(200)
    return body.results.map((done: Result) => done.status)
  }

  test('are refused from then on to a token that was revoked', async () => {
    const { id, token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Prov', scopes: allScopes }),
    )
    const revoke = () => service.operateFor(company.id, (call) => identityAdmin.revokeToken(call, { id }))
    const { post } = requestsWith(company.url, token)
    expect(await statuses(company.id, post, revoke)).toEqual([200, 200, 401, 401])
  })

  test('are refused from then on to a member who was dismissed', async () => {
    const tenant = { type: 'company', id: company.id } as const
    const { person, headers } = await logInAs(service, tenant, 'bookkeeper')
    const ask = asking(company.url, headers)
    const dismiss = () => service.operateFor(company.id, (call) => removeMember(call, { tenant, personId: person.id }))
    const post = (path: string, body: object) => ask('POST', path, body)
    expect(await statuses(company.id, post, dismiss)).toEqual([200, 200, 403, 403])
  })

  test('are one request all the same', async () => {
    const limited = await startService({ beside: service, limits: { perMinute: 1, monthlyQuota: 1 } })
    try {
      const own = await service.newCompany()
      const { post } = requestsWith(`${limited.base}/companies/${own.id}`, own.token)
      expect(await statuses(own.id, post)).toEqual([200, 200, 200, 200])
      expect((await post('/customers', customer('Över AB').body)).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})
