// Trials: a write with `dryRun=true` is checked and answered like any other, and undone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { addressTried, prefersEffects, withEffects } from '#server/http/trial'
import { pngFile } from '#support/samples/sample-files'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  company = await service.newCompany()
})
afterAll(() => service.close())

const EFFECTS = { prefer: 'return=effects' }

const ok = ({ status, text, body }: Answer) => {
  expect([200, 201, 204], text).toContain(status)
  return body
}

const entries = async (): Promise<number> => (await company.get('/journal-entries')).body.totalItems

const aPublished = async (): Promise<string> => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const lineItems = [
    { description: 'Råd', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 },
  ]
  const sale = { invoiceDate: '2026-06-01', customerRef: { id: customer.id }, lineItems }
  const { id } = ok(await company.post('/invoices', sale))
  ok(await company.post(`/invoices/${id}/publish`))
  return id
}

test('it books nothing, uses up no number, and says that it was tried', async () => {
  const tried = await company.post('/journal-entries?dryRun=true', anEntry())
  expect([tried.status, tried.body.journalEntryNumber]).toEqual([200, 'V1'])
  expect(tried.headers.get('service-dry-run')).toBe('true')
  expect((await company.get(`/journal-entries/${tried.body.id}`)).status).toBe(404)
  expect(await entries()).toBe(0)
  expect(ok(await company.post('/journal-entries?dryRun=false', anEntry())).journalEntryNumber).toBe('V1')
  expect(await entries()).toBe(1)
})

test('it is refused like the request itself', async () => {
  const wrong = anEntry({ items: [{ account: 1930, debit: 1 }] })
  const [tried, done] = [
    await company.post('/journal-entries?DryRun=true', wrong),
    await company.post('/journal-entries', wrong),
  ]
  expect([tried.status, tried.body.errors]).toEqual([done.status, done.body.errors])
  expect(tried.headers.get('service-dry-run')).toBe('true')
  const none = await company.post('/journal-entries/00000000-0000-7000-8000-000000000000/reverse?dryRun=true')
  expect(none.status).toBe(404)
})

test('it compares the ETag', async () => {
  const made = await company.post('/customers', { name: 'Ett AB', type: 'company' })
  const change = (etag: string) =>
    company.put(`/customers/${made.body.id}?dryRun=true`, { name: 'Två AB', type: 'company' }, { 'if-match': etag })
  expect((await change('"AAAAAAAAAAAAAAAAAAAAAA"')).status).toBe(412)
  expect(ok(await change(made.headers.get('etag') ?? '')).name).toBe('Två AB')
  expect((await company.get(`/customers/${made.body.id}`)).body.name).toBe('Ett AB')
})

describe('with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'hyra' }

  test('it leaves the key free, and repeats what was done', async () => {
    ok(await company.post('/journal-entries?dryRun=true', anEntry(), key))
    const done = await company.post('/journal-entries', anEntry(), key)
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null])
    const tried = await company.post('/journal-entries?dryRun=true', anEntry(), key)
    expect([tried.text, tried.headers.get('idempotent-replayed')]).toEqual([done.text, 'true'])
    expect(tried.headers.get('service-dry-run')).toBe('true')
    const other = await company.post('/journal-entries?dryRun=true', anEntry({ title: 'Annat' }), key)
    expect(other.status).toBe(422)
    expect(await entries()).toBe(1)
  })
})

describe('effects', () => {
  const effectsOf = async (path: string, body?: unknown) => {
    const answer = await company.post(`${path}?dryRun=true`, body, EFFECTS)
    expect(answer.headers.get('preference-applied'), answer.text).toBe('return=effects')
    return answer.body.effects
  }

  test('tell what is booked, and what changes on accounts and in the return', async () => {
    ok(await company.post('/journal-entries', anEntry()))
    const effects = await effectsOf('/journal-entries', anEntry({ title: 'Papper' }))
    expect(effects).toMatchObject({
      entries: [
        {
          journalEntryNumber: 'V2',
          date: '2026-06-10',
          title: 'Papper',
          items: [
            { account: 6110, debit: 400, credit: 0 },
            { account: 2641, debit: 100, credit: 0 },
            { account: 1930, debit: 0, credit: 500 },
          ],
        },
      ],
      accounts: [
        { account: 1930, change: -500 },
        { account: 2641, change: 100 },
        { account: 6110, change: 400 },
      ],
      openItems: [],
      events: [{ kind: 'journal-entry.booked' }],
      more: { entries: 0, openItems: 0, events: 0, mails: 0 },
    })
    expect(effects.vatBoxes).toEqual([{ box: '48', change: 100 }])
    expect(effects.events[0].resourceId).toBe(effects.entries[0].id)
  })

  test('tell what is open on an invoice: sold, paid and credited', async () => {
    const id = await aPublished()
    const recorded = await effectsOf(`/invoices/${id}/record`)
    expect(recorded.accounts).toEqual([
      { account: 1510, change: 125 },
      { account: 2611, change: -25 },
      { account: 3011, change: -100 },
    ])
    expect(recorded.vatBoxes).toEqual([
      { box: '05', change: 100 },
      { box: '10', change: 25 },
    ])
    expect(recorded.openItems).toEqual([])
    const paid = await effectsOf(`/invoices/${id}/payments`, {
      sumBaseCurrency: 50,
      date: '2026-06-05',
      bookkeepingAccountNumber: 1930,
    })
    expect(paid.openItems).toEqual([{ type: 'invoice', id, number: '1', currency: 'SEK', before: 125, after: 75 }])
    const credited = ok(await company.post(`/invoices/${id}/credit`))
    const published = await effectsOf(`/credit-notes/${credited.id}/publish`)
    expect(published.openItems).toContainEqual({
      type: 'invoice',
      id,
      number: '1',
      currency: 'SEK',
      before: 125,
      after: 0,
    })
  })

  test('tell mails and jobs', async () => {
    const id = await aPublished()
    const sent = await effectsOf(`/invoices/${id}/send`, { to: ['karin@example.com'], subject: 'Faktura', body: 'Hej' })
    expect(sent.mails).toEqual([{ to: 'karin@example.com', subject: 'Faktura' }])
    expect(sent.jobs).toContainEqual({ kind: 'mail.send', count: 1 })
    const { count } = await service.database.one<{ count: bigint }>(
      sql`select count(*) as count from platform.mail where recipient = 'karin@example.com' and company_id = ${company.id}`,
    )
    expect(count).toBe(0n)
  })

  test('stand in the answer to what answers nothing, and are left out where they are not asked for', async () => {
    const { id } = ok(await company.post('/customers', { name: 'Ett AB', type: 'company' }))
    const told = await company.delete(`/customers/${id}?dryRun=true`, EFFECTS)
    expect([told.status, told.body.effects.events]).toEqual([200, [{ kind: 'customer.deleted', resourceId: id }]])
    expect((await company.delete(`/customers/${id}?dryRun=true`)).status).toBe(204)
    const both = await company.delete(`/customers/${id}?dryRun=true`, { prefer: 'handling=strict, return=effects' })
    expect(both.headers.get('preference-applied')).toBe('handling=strict, return=effects')
    const done = await company.delete(`/customers/${id}`, EFFECTS)
    expect([done.status, done.headers.get('preference-applied')]).toEqual([204, null])
  })

  test('do not tell what others do meanwhile', async () => {
    const other = await service.newCompany()
    const [effects] = await Promise.all([
      effectsOf('/journal-entries', anEntry()),
      ...Array.from({ length: 5 }, () => company.post('/customers', { name: 'Samtidig AB', type: 'company' })),
      other.post('/journal-entries', anEntry()),
    ])
    expect(effects.entries).toHaveLength(1)
    expect(effects.events.map(({ kind }: { kind: string }) => kind)).toEqual(['journal-entry.booked'])
  })
})

describe.each(['atomic', 'independent'])('%s operations', (mode) => {
  const customer = { name: 'customer', method: 'POST', path: '/customers', body: { name: 'Kund AB', type: 'company' } }
  const lines = [{ description: 'Råd', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }]
  const sale = { invoiceDate: '2026-06-01', customerRef: { id: { $ref: 'customer#/id' } }, lineItems: lines }
  const operations = [
    customer,
    { name: 'invoice', method: 'POST', path: '/invoices', body: sale },
    { method: 'POST', path: '/invoices/{invoice#/id}/publish' },
    { method: 'POST', path: '/journal-entries', body: anEntry() },
    { method: 'POST', path: '/journal-entries', body: anEntry() },
  ]
  const bulk = (given: unknown[], query = '?dryRun=true', headers = {}) =>
    company.post(`/bulk${query}`, { mode, operations: given }, headers)

  test('are tried together, refer to each other, and leave nothing', async () => {
    const tried = await bulk(operations, '?dryRun=true', EFFECTS)
    expect(tried.body.results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(tried.body.effects.entries).toHaveLength(2)
    expect(tried.body.results[4].body.journalEntryNumber).toBe('V2')
    expect(tried.headers.get('service-dry-run')).toBe('true')
    expect((await company.get('/customers')).body.totalItems).toBe(0)
    expect(await entries()).toBe(0)
    const done = await bulk(operations, '')
    const shape = ({ results }: Answer['body']) =>
      results.map(({ status, body }: { status: number; body: object }) => [status, Object.keys(body)])
    expect(shape(done.body)).toEqual(shape(tried.body))
    expect(await entries()).toBe(2)
  })

  test('take no dryRun of their own, and none that cannot be tried', async () => {
    const own = { ...customer, path: '/customers?dryRun=true' }
    const answer = await bulk([own], '')
    const told = mode === 'atomic' ? answer.body : answer.body.results[0].body
    expect(told.errors).toContainEqual(expect.objectContaining({ reason: 'request.trial-of-one' }))
    const webhook = {
      method: 'POST',
      path: '/webhooks',
      body: { url: 'https://example.com/hook', kinds: ['invoice.published'] },
    }
    const refused = await bulk([webhook])
    const said = mode === 'atomic' ? refused.body : refused.body.results[0].body
    expect([said.code, said.reason]).toEqual(['operation-not-allowed', 'request.untried-secret'])
    expect((await company.get('/customers')).body.totalItems).toBe(0)
  })

  test('that are refused undo only themselves where they are independent', async () => {
    const wrong = { method: 'POST', path: '/journal-entries', body: anEntry({ date: '2031-01-01' }) }
    const tried = await bulk([wrong, customer, wrong, operations[3]], '?dryRun=true', EFFECTS)
    if (mode === 'atomic') return expect(tried.status).toBe(400)
    expect(tried.body.results.map(({ status }: { status: number }) => status)).toEqual([400, 200, 400, 200])
    expect(tried.body.effects.events.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'customer.created',
      'journal-entry.booked',
    ])
    expect(tried.body.effects.entries).toHaveLength(1)
  })
})

test('a file that is uploaded is there for the trial alone', async () => {
  const tried = await company.upload('/uploads?dryRun=true', 'a.png', pngFile(), EFFECTS)
  expect(tried.body.effects?.events, tried.text).toEqual([{ kind: 'upload.created', resourceId: tried.body.id }])
  expect((await company.get('/uploads')).body.totalItems).toBe(0)
})

test('the parameter is found in an address, and the preference in a header', () => {
  expect(addressTried('/a?dryRun=true')).toBe('/a')
  expect(addressTried('/a?x=1&DRYRUN=true&y=2')).toBe('/a?x=1&y=2')
  expect(addressTried('/a?dryRunner=1')).toBe('/a?dryRunner=1')
  expect(addressTried('/a')).toBe('/a')
  expect(prefersEffects('return=effects')).toBe(true)
  expect(prefersEffects(['handling=strict', 'Return = "effects"; x=1'])).toBe(true)
  expect(prefersEffects('return=minimal, return=effects')).toBe(false)
  expect(prefersEffects('return=effectsx')).toBe(false)
  expect(prefersEffects(undefined)).toBe(false)
  const reply = { status: 200, headers: {}, body: '{}' }
  const none = { more: 1 } as never
  expect(withEffects(reply, none)?.body).toBe('{"effects":{"more":1}}')
  expect(withEffects({ ...reply, body: '{"a":1}' }, none)?.body).toBe('{"a":1,"effects":{"more":1}}')
  expect(withEffects({ ...reply, body: '[]' }, none)).toBeNull()
})
