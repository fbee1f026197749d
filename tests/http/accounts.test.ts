// What one person or integration has under way is one share, in however many companies; what is slow, such as drawing a
// PDF, holds neither a connection nor a turn at one; and the readiness endpoint reports what callers see.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { object, type Row, row } from '#http'
import { addMember, identityService } from '#identity'
import { filesOnDisk } from '#platform/files'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { changeSettings } from '#sales'
import { PDF_THREADS } from '#server/paper/pdf/pdf-threads'
import { newIntegration } from '#support/callers'
import { logInAs } from '#support/calling'
import { ok } from '#support/entries'
import { pngFile } from '#support/samples/sample-files'
import {
  type Answer,
  anEntry,
  request,
  requestsWith,
  type Service,
  startService,
  type TestCompany,
} from '#support/service'

const POOL = 4
/** How many requests of a kind are sent at once: more than there are connections. */
const MANY = 6

let open: () => void = () => {}
let gate = Promise.resolve()
const shut = () => {
  gate = new Promise((resolve) => {
    open = resolve
  })
}
/** What waits at the gate: files that are fetched, and endpoints that hold their turn. */
let atGate = 0
const pass = async () => {
  atGate += 1
  await gate
  atGate -= 1
}

type Ask = (method: 'GET' | 'POST', path: string) => Promise<Answer>

const asking =
  ({ url }: TestCompany, headers: Record<string, string>): Ask =>
  (method, path) =>
    request(`${url}${path}`, { method, headers })

const holding = (method: 'GET' | 'POST', name: string): Row =>
  row({
    method,
    path: `/companies/{companyId}/${name}`,
    operationId: name,
    tag: 'Prov',
    summary: 'Prov',
    description: 'Prov.',
    refusals: [],
    scope: 'journal-entries:write',
    answer: { json: object({}) },
    run: async ({ db }) => {
      await db.rows(sql`select 1`)
      await pass()
      return {}
    },
  })

const table = [...rows, holding('GET', 'hold'), holding('POST', 'holdWriting')]

let service: Service
/** Two companies of one account, and one of another. */
let first: TestCompany
let second: TestCompany
let other: TestCompany
let ask: { first: Ask; second: Ask }
let personId: string
beforeAll(async () => {
  const files = (folder: string) => {
    const own = filesOnDisk(folder)
    return { ...own, fetch: (...asked: Parameters<typeof own.fetch>) => pass().then(() => own.fetch(...asked)) }
  }
  service = await startService({ poolSize: POOL, table, files })
  first = await service.newCompany()
  second = await service.newCompany({ near: first.id })
  other = await service.newCompany({ near: first.id })
  const { headers, person } = await logInAs(service, { type: 'company', id: first.id }, 'owner')
  personId = person.id
  await service.operate((call) =>
    addMember(call, { tenant: { type: 'company', id: second.id }, personId, role: 'owner' }),
  )
  ask = { first: asking(first, headers), second: asking(second, headers) }
  for (const { id } of [first, second, other]) {
    const logo = join(service.folder, 'logo.png')
    writeFileSync(logo, pngFile({ width: 40, height: 20 }))
    await service.operateFor(id, (call) => changeSettings(call, { logo }))
  }
})
beforeEach(shut)
afterEach(() => open())
afterAll(async () => {
  open()
  await service.close()
})

const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }

const draftOf = async (company: TestCompany): Promise<string> => {
  const customerRef = { id: ok(await company.post('/customers', { name: 'Kund AB', type: 'company' })).id }
  return ok(await company.post('/invoices', { invoiceDate: '2026-06-10', customerRef, lineItems: [line] })).id
}

/** Another account reads and writes, and so does this one. */
const othersAreServed = async () => {
  const served = [
    other.get('/journal-entries'),
    other.post('/journal-entries', anEntry()),
    first.get('/invoices'),
    ask.second('GET', '/journal-entries'),
    request(`${service.origin}/ready`),
  ]
  for (const { status, text } of await Promise.all(served)) expect(status, text).toBe(200)
}

const times = <T>(count: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, work)

test('an account that makes PDFs in two companies leaves connections to others, and to its own reads', async () => {
  const inFirst = await draftOf(first)
  const inSecond = await draftOf(second)
  const drawn = [
    ...times(MANY, () => ask.first('GET', `/invoices/${inFirst}/preview`)),
    ...times(MANY, () => ask.second('GET', `/invoices/${inSecond}/preview`)),
  ]
  await expect.poll(() => atGate).toBeGreaterThan(0)
  for (let round = 0; round < MANY; round += 1) await othersAreServed()
  // One share of the threads as well: another account's PDF is made meanwhile.
  expect(atGate).toBe(PDF_THREADS - 1)
  open()
  for (const { status, text } of await Promise.all(drawn)) {
    expect([status, text.slice(0, 5)], text.slice(0, 300)).toEqual([200, '%PDF-'])
  }
})

/** How many transactions stand open, and wait for the service to go on. */
const openTransactions = async (): Promise<number> => {
  const { count } = await service.database.one<{ count: bigint }>(sql`
    select count(*) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return Number(count)
}

const JOURNAL = '/reports/journal?format=pdf&from=2026-01-01&to=2026-12-31'

test('reports wait for their PDFs without a turn, and without a transaction', async () => {
  const draft = await draftOf(first)
  const drawn = times(PDF_THREADS - 1, () => ask.first('GET', `/invoices/${draft}/preview`))
  await expect.poll(() => atGate).toBe(PDF_THREADS - 1)
  const reports = times(MANY, () => ask.first('GET', JOURNAL))
  for (let round = 0; round < MANY; round += 1) {
    await othersAreServed()
    expect((await ask.first('GET', '/journal-entries')).status).toBe(200)
  }
  expect(await openTransactions()).toBe(0)
  open()
  for (const { status } of await Promise.all([...drawn, ...reports])) expect(status).toBe(200)
})

test('an archive fetches and draws without a transaction', async () => {
  const upload = ok(await second.upload('/uploads', 'bild.png', pngFile({ width: 20 })))
  ok(await second.post('/journal-entries', anEntry({ uploadRef: { id: upload.id } })))
  const made = ask.second('GET', `/fiscal-years/${second.fiscalYearId}/archive`)
  await expect.poll(() => atGate).toBe(1)
  await othersAreServed()
  expect(await openTransactions()).toBe(0)
  open()
  const { status, text } = await made
  expect([status, text.slice(0, 2)]).toEqual([200, 'PK'])
  expect(text).toContain(`-${upload.id}-bild.png`)
})

test('an atomic request has what is slow made outside of its transaction, all of it together', async () => {
  const drafts = [await draftOf(first), await draftOf(first)]
  for (const id of drafts) ok(await first.upload(`/invoices/${id}/attachments`, 'bild.png', pngFile({ width: 20 })))
  const operations = drafts.map((id) => ({ method: 'POST', path: `/invoices/${id}/publish` }))
  const done = first.post('/bulk', { mode: 'atomic', operations })
  await expect.poll(() => atGate).toBeGreaterThan(0)
  await othersAreServed()
  expect(await openTransactions()).toBe(0)
  open()
  const { results } = ok(await done)
  const numbers = results.map(({ body }: { body: { invoiceNumber: string } }) => Number(body.invoiceNumber))
  expect(numbers).toEqual([numbers[0], numbers[0] + 1])
  for (const [index, id] of drafts.entries()) {
    const { status, text, headers } = await first.get(`/invoices/${id}/download`)
    expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(headers.get('content-disposition')).toContain(`Faktura-${numbers[index]}.pdf`)
  }
})

/** Asks of one account, in both companies. */
const holders: [string, () => Promise<Ask[]>][] = [
  ['a person', async () => [ask.first, ask.second]],
  [
    'an integration',
    async () => {
      const { connect } = await newIntegration(service)
      const asks = [first, second].map(async (company) => {
        const { token } = await connect({ type: 'company', id: company.id })
        return asking(company, { authorization: `Bearer ${token}` })
      })
      return Promise.all(asks)
    },
  ],
  [
    'the tokens that a person has made',
    async () => {
      const actor = { kind: 'user', id: personId, name: 'Anna' } as const
      const asks = [first, second].map(async (company) => {
        const form = { name: 'Prov', scopes: ['journal-entries:write'] }
        const { token } = await service.operateFor(company.id, (call) =>
          identityService.createToken({ ...call, actor }, form),
        )
        return asking(company, { authorization: `Bearer ${token}` })
      })
      return Promise.all(asks)
    },
  ],
]

test.each(holders)('%s has one share of the connections in all companies', async (_, asks) => {
  const both = await asks()
  const reading = both.flatMap((asked) => times(MANY, () => asked('GET', '/hold')))
  await expect.poll(() => atGate).toBe(POOL / 2)
  for (let round = 0; round < MANY; round += 1) expect((await other.get('/journal-entries')).status).toBe(200)
  expect(atGate).toBe(POOL / 2)
  open()
  for (const { status, text } of await Promise.all(reading)) expect(status, text).toBe(200)
  shut()
  const writing = both.flatMap((asked) => times(MANY, () => asked('POST', '/holdWriting')))
  await expect.poll(() => atGate).toBe(POOL / 4)
  for (let round = 0; round < MANY; round += 1) {
    expect((await other.post('/journal-entries', anEntry())).status).toBe(200)
  }
  expect(atGate).toBe(POOL / 4)
  open()
  for (const { status, text } of await Promise.all(writing)) expect(status, text).toBe(200)
})

const unavailable = ({ status, headers, body }: Answer) => [status, headers.get('retry-after'), body.code]

test('when no turn is free, callers and the readiness endpoint are told so', async () => {
  const hurried = await startService({ beside: service, table, poolSize: POOL, turnPatience: { turnMs: 50 } })
  const at = ({ url, token }: TestCompany) => requestsWith(url.replace(service.base, hurried.base), token)
  const one = at(first)
  const two = at(second)
  const three = at(other)
  const held = [...times(POOL / 2, () => one.get('/hold')), ...times(POOL / 2, () => two.get('/hold'))]
  await expect.poll(() => atGate).toBe(POOL)
  expect(unavailable(await three.get('/journal-entries'))).toEqual([503, '10', 'service-unavailable'])
  expect(unavailable(await three.post('/journal-entries', anEntry()))).toEqual([503, '10', 'service-unavailable'])
  const ready = await request(`${hurried.origin}/ready`)
  expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable' }])
  open()
  for (const { status } of await Promise.all(held)) expect(status).toBe(200)
  expect((await three.get('/journal-entries')).status).toBe(200)
  expect((await request(`${hurried.origin}/ready`)).status).toBe(200)
  await hurried.close()
})

test('a PDF whose turn does not come, or that takes too long, is trouble of the service: come back', async () => {
  const draft = await draftOf(first)
  const waiting = times(PDF_THREADS, () => first.get(`/invoices/${draft}/preview`))
  await expect.poll(() => atGate).toBe(PDF_THREADS - 1)
  const impatient = await startService({ beside: service, paperPatience: { turnMs: 20 } })
  const at = (beside: Service) => requestsWith(first.url.replace(service.base, beside.base), first.token)
  expect(unavailable(await at(impatient).get(`/invoices/${draft}/preview`))).toEqual([503, '10', 'service-unavailable'])
  open()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  await impatient.close()
  const hasty = await startService({ beside: service, paperPatience: { makingMs: 0 } })
  const pictured = await draftOf(first)
  ok(await first.upload(`/invoices/${pictured}/attachments`, 'bild.png', pngFile({ width: 20 })))
  const late = [
    await at(hasty).get(`/invoices/${draft}/preview`),
    await at(hasty).post(`/invoices/${pictured}/publish`),
    await at(hasty).get('/reports/journal?format=pdf&from=2026-01-01&to=2026-12-31'),
  ]
  expect(late.map(unavailable)).toEqual(late.map(() => [503, '30', 'service-unavailable']))
  expect(late.map(({ body }) => body.message)).toEqual([
    'It took too long to make the PDF: try again in 30 seconds',
    'It took too long to make the PDF, and nothing was changed: try again in 30 seconds',
    'It took too long to make the PDF: try again in 30 seconds',
  ])
  expect((await first.get(`/invoices/${pictured}`)).body.invoiceNumber ?? null).toBeNull()
  await hasty.close()
})
