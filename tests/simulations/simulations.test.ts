// The world outside of a test company, as it comes in when it is asked to, and the faults of a network.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { request, type Service, startService, type TestCompany } from '#support/service'
import { paymentAtBank } from '#tests/surface/simulation-world'
import { type Caller, newCaller } from '#tests/surface/world'

let service: Service
let company: Caller
beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(() => service.close())

const LINE = { itemType: 'salesItem', productType: 'services', unitType: 'hour', description: 'Arbete', taxRate: 25 }

/** An invoice of 1 250 kronor. */
const invoiced = async (): Promise<{ id: string; paymentReference: string }> => {
  const customerRef = { id: ok(await company.post('/customers', { name: 'Kund AB', type: 'company' })).id }
  const body = { customerRef, invoiceDate: '2026-06-01', lineItems: [{ ...LINE, quantity: 1, unitPrice: 1000 }] }
  const { id } = ok(await company.post('/invoices', body))
  return ok(await company.post(`/invoices/${id}/publish`))
}

const simulate = async (what: string, body: object = {}) => ok(await company.post(`/simulations/${what}`, body))

const transactionsIn = async ({ id }: { id: string }): Promise<{ id: string; amount: number }[]> =>
  ok(await company.get(`/bank-statements/${id}/transactions`)).items

describe('a customer pays', () => {
  test.each([
    [{}, [1250]],
    [{ covers: 'part' }, [625]],
    [{ covers: 'part', amount: 100.5 }, [100.5]],
    [{ covers: 'tooMuch' }, [1350]],
    [{ covers: 'tooMuch', amount: 1 }, [1251]],
    [{ covers: 'twice' }, [1250, 1250]],
  ])('%j: %j comes in with the reference, and can be matched', async (how, amounts) => {
    const invoice = await invoiced()
    const { statements } = await simulate('customer-payments', { invoiceId: invoice.id, ...how })
    expect(statements).toHaveLength(1)
    const found = await transactionsIn(statements[0])
    expect(found.map(({ amount }) => amount)).toEqual(amounts)
    expect(JSON.stringify(found)).toContain(invoice.paymentReference)
    const path = `/bank-statements/${statements[0].id}/transactions/${found[0]?.id}`
    const { proposals } = ok(await company.get(path))
    expect(JSON.stringify(proposals)).toContain(invoice.id)
  })

  test('the next statement goes on where the last one ended', async () => {
    const first = await simulate('bank-statements', { transactions: [{ amount: 500, text: 'Insättning' }] })
    const second = await simulate('bank-statements', { transactions: [{ amount: -79.5 }, { amount: 0.5 }] })
    const [before, after] = [first.statements[0], second.statements[0]]
    expect(after.openingBalance).toBe(before.closingBalance)
    expect(after.closingBalance).toBe(before.closingBalance - 79)
  })
})

test('the bank refuses a payment, and a file with another one is paid', async () => {
  const refused = await paymentAtBank(company)
  const told = await simulate(`bank-payments/${refused}/refusal`, { reasonCode: 'AC04', text: 'Kontot är avslutat' })
  expect(told.paymentStatusReport).toBeTypeOf('object')
  expect(ok(await company.get(`/bank-payments/${refused}`))).toMatchObject({ status: 'rejected' })
})

test('a supplier sends an e-invoice, and the mail with an invoice comes back', async () => {
  const sent = { supplierName: 'Papper AB', organizationNumber: '5560360793', netAmount: 99.99, taxRate: 12 }
  const received = await simulate('e-invoices', { ...sent, number: 'E-77' })
  expect(received).toMatchObject({ invoiceNumber: 'E-77', totalAmount: 111.99 })
  const { id } = await invoiced()
  ok(await company.post(`/invoices/${id}/send`, { to: ['karin@example.com'] }))
  const { items } = await simulate('mail-bounces', { invoiceId: id, reason: '552 5.2.2 Mailbox full' })
  expect(items).toMatchObject([{ state: 'bounced', failure: expect.stringContaining('Mailbox full') }])
  const { items: events } = ok(await company.get('/events?types=invoice.bounced'))
  expect(events.at(-1)).toMatchObject({ resource: { id } })
})

describe('faults that are asked for', () => {
  const books = async (): Promise<TestCompany> => service.newCompany({ isTest: true })
  const entry = {
    title: 'Hyra',
    date: '2026-06-01',
    items: [
      { account: 5010, debit: 1 },
      { account: 1930, credit: 1 },
    ],
  }

  test('429 and 503 say when to try again, and nothing is done', async () => {
    const own = await books()
    const ask = (fault: string) => own.post('/journal-entries', entry, { prefer: `fault=${fault}` })
    const [busy, out] = [await ask('429'), await ask('503')]
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([429, 'rate-limit-exceeded', '1'])
    expect([out.status, out.body.code, out.headers.get('retry-after')]).toEqual([503, 'service-unavailable', '1'])
    expect(ok(await own.get('/journal-entries')).items).toEqual([])
  })

  test('timeout: it is done, its answer is lost, and the key gives it when it is sent again', async () => {
    const own = await books()
    const headers = { 'idempotency-key': 'once', prefer: 'handling=strict, fault=timeout' }
    const init = {
      method: 'POST',
      body: JSON.stringify(entry),
      headers: { ...headers, authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
    }
    await expect(fetch(`${own.url}/journal-entries`, init)).rejects.toThrow()
    expect(ok(await own.get('/journal-entries')).items).toHaveLength(1)
    const again = await own.post('/journal-entries', entry, { 'idempotency-key': 'once' })
    expect(again.status).toBeLessThan(300)
    expect(ok(await own.get('/journal-entries')).items).toHaveLength(1)
  })

  test('duplicate: without a key it is done twice, with one once, and never elsewhere than in test companies', async () => {
    const own = await books()
    const ask = (headers: Record<string, string>) => own.post('/journal-entries', entry, headers)
    const second = await ask({ prefer: 'handling=strict, fault=duplicate' })
    const items = ok(await own.get('/journal-entries')).items
    expect([second.status, items.length]).toEqual([200, 2])
    expect(items.map(({ id }: { id: string }) => id)).toContain(second.body.id)
    const replayed = await ask({ prefer: 'fault=duplicate', 'idempotency-key': 'once' })
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(ok(await own.get('/journal-entries')).items).toHaveLength(3)
    // A change that names the version it changes is refused the second time (If-Match).
    const customer = ok(await own.post('/customers', { name: 'Kund AB', type: 'company' }))
    const { headers } = await own.get(`/customers/${customer.id}`)
    const guarded = { 'if-match': headers.get('etag') ?? '', prefer: 'fault=duplicate' }
    expect((await own.put(`/customers/${customer.id}`, { name: 'Kunden AB', type: 'company' }, guarded)).status).toBe(
      412,
    )
    const real = await (await service.newCompany()).post('/journal-entries', entry, { prefer: 'fault=duplicate' })
    expect(real.status).toBe(400)
  })

  test('a stranger gets no faults', async () => {
    const own = await books()
    const answer = await request(`${own.url}/vat-codes`, { headers: { prefer: 'fault=503' } })
    expect(answer.status).toBe(401)
  })
})
