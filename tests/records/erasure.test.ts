// Erasing a customer or supplier: what is in the way, what goes at once and is found nowhere, what stays as accounting
// information and until when.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { asMember, member, type Owned, owned } from '#support/owned'
import { mark, marksByTable } from '#support/reading/marks'
import { type Service, startService } from '#support/service'
import { aMarkedDraft, withMarkedParties } from './marked-parties.ts'

/** The command that verifies opens what is sealed. */
const SECRET = randomBytes(32)

let service: Service
let company: Owned
let of: { customerId: string; supplierId: string }
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
  company = await owned(service, { name: 'Bygg AB' })
  of = await withMarkedParties(service, company)
})
afterAll(() => service.close())

const customer = () => `/customers/${of.customerId}/erasure`
const supplier = () => `/suppliers/${of.supplierId}/erasure`

/** Tables with texts about erased people that are kept as accounting information. */
const kept: Readonly<Record<string, RegExp>> = {
  'The invoice as it was published and sent (7 kap. 2 §)':
    /^sales\.(?:invoice|invoice_line|attachment|paper|tax_reduction)$|^reminders\.reminder$/,
  'Entries, what they are matched with and the files behind them':
    /^ledger\.|^banking\.(?:transaction|payment)$|^documents\.upload$|^readings\.reading$/,
  "The supplier's name and invoices": /^purchasing\.(?:supplier|supplier_invoice|supplier_invoice_line)$|^e_invoices\./,
  'The processing history (5 kap. 11 §), which is accounting information too': /^platform\.event$/,
}

/** What of the marks must be nowhere: people, addresses, what was never sent, and notes. */
const GONE =
  /^zlqx(?:csecond(?:mail|phone)?|d[a-z]+|y[a-z]+|hold|[sma](?:to|subject)|v(?:street|floor|city|sender|mail))$/

test('it is refused while something is unpaid or runs, with each reason and law', async () => {
  const preview = ok(await company.as('GET', customer()))
  expect(preview.canErase).toBe(false)
  const reasons = preview.hindrances.map(({ reason }: { reason: string }) => reason).join('\n')
  expect(reasons).toContain('som förfaller 2026-05-31')
  expect(reasons).toContain('2026-12-01')
  const { status, body } = await company.as('POST', customer(), {})
  expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
  expect(body.message).toContain('17.3 b')
  expect((await company.as('POST', supplier(), {})).body.message).toMatch(/4711|2026-07-01/)
  expect(ok(await company.get(`/customers/${of.customerId}`)).name).toBe(mark('cname'))
})

const settleAll = async () => {
  const { items } = ok(await company.get('/invoices?pageSize=100'))
  for (const { id, status, totalAmount, paidAmount, taxReduction } of items) {
    if (!['published', 'underPaid', 'overdue'].includes(status)) continue
    const sumBaseCurrency = totalAmount - paidAmount - (taxReduction?.deductionAmount ?? 0)
    const payment = { date: '2026-06-10', sumBaseCurrency, bookkeepingAccountNumber: 1930 }
    ok(await company.post(`/invoices/${id}/payments`, payment))
  }
  for (const { id } of ok(await company.get('/recurring-invoices')).items)
    ok(await company.post(`/recurring-invoices/${id}/end`))
  for (const { id, status, totalAmount } of ok(await company.get('/supplier-invoices?pageSize=100')).items) {
    const lines = [{ account: 6110, netAmount: totalAmount / 1.25 }]
    if (status === 'toRecord') ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
    const payment = { date: '2026-06-10', amount: totalAmount, bookkeepingAccountNumber: 1930 }
    ok(await company.post(`/supplier-invoices/${id}/payments`, payment))
  }
  for (const { id } of ok(await company.as('GET', '/bank-payments')).items)
    await service.operateFor(company.id, (call) =>
      bankingAdmin.cancelPayment(call, { id, reason: null, alsoInFile: false }),
    )
}

test('what the books do not need is found nowhere, and the rest only as accounting information', async () => {
  await settleAll()
  const before = ok(await company.as('GET', customer(), undefined, { 'accept-language': 'en' }))
  expect(before).toMatchObject({ canErase: true, hindrances: [] })
  expect(before.kept).toMatchObject([
    { count: 4, keptUntil: '2033-12-31', law: 'Bokföringslagen 7 kap. 2 §' },
    { keptUntil: '2033-12-31' },
  ])
  const counts = Object.fromEntries(before.removed.map((one: { what: string; count: number }) => [one.what, one.count]))
  expect(counts).toMatchObject({ 'Contact persons with phone and e-mail': 2, 'Drafts of invoices and credit notes': 1 })
  const outcome = ok(await company.as('POST', customer(), {}, { 'accept-language': 'en' }))
  expect(outcome).toEqual(before)
  ok(await company.as('POST', supplier(), {}))
  const found = await marksByTable(service)
  const excused = Object.values(kept)
  expect([...found.keys()].filter((table) => !excused.some((rule) => rule.test(table)))).toEqual([])
  const gone = [...found].flatMap(([table, marks]) =>
    [...marks].filter((one) => GONE.test(one)).map((one) => `${table} ${one}`),
  )
  // Data already in this installation's history stays there.
  expect(gone).toEqual([])
  expect(ok(await company.get(`/customers/${of.customerId}`))).toEqual({
    id: of.customerId,
    name: 'Raderad kund',
    type: 'private',
    customerNumber: of.customerId,
    contactsDetails: [],
    modifiedDateTime: expect.any(String),
  })
  const { orgNumber, address, paymentDetails, name } = ok(await company.get(`/suppliers/${of.supplierId}`))
  expect([orgNumber, address, paymentDetails, name]).toEqual([undefined, undefined, undefined, mark('vname')])
})

test('the books verify, invoices say what they said, and it is noted without a word of it', async () => {
  const verified = await command(service, ['verify', '--company', company.id], {
    SECRET_KEY: SECRET.toString('hex'),
  })
  expect(verified.code, verified.stdout + verified.stderr).toBe(0)
  const [{ id }] = ok(await company.get('/invoices?query=status!=draft')).items
  expect((await company.get(`/invoices/${id}/download`)).status).toBe(200)
  const { items } = ok(await company.as('GET', '/history?query=what~erased'))
  expect(items.map(({ what }: { what: string }) => what)).toEqual(['supplier.erased', 'customer.erased'])
  expect(JSON.stringify(items)).not.toMatch(/zlqx/i)
  // Once more finds nothing but the row itself.
  const again = ok(await company.as('GET', customer()))
  expect(again.removed).toHaveLength(1)
})

test('who stands in no document is gone altogether', async () => {
  const { id } = ok(await company.post('/customers', { name: mark('alone'), type: 'private' }))
  await aMarkedDraft(company, id, 'z')
  ok(await company.as('POST', `/customers/${id}/erasure`, {}))
  expect((await company.get(`/customers/${id}`)).status).toBe(404)
  const found = await marksByTable(service)
  expect([...found.values()].flatMap((marks) => [...marks].filter((one) => /^zlqx(?:alone|z)/.test(one)))).toEqual([])
  const lone = ok(await company.post('/suppliers', { name: 'Ensam AB' })).id
  ok(await company.as('POST', `/suppliers/${lone}/erasure`, {}))
  expect((await company.get(`/suppliers/${lone}`)).status).toBe(404)
})

test('what a program was answered under a key is said no more, and not done again', async () => {
  const key = { 'idempotency-key': 'kund-1' }
  const other = { 'idempotency-key': 'kund-2' }
  const body = { name: mark('answered'), type: 'private' }
  const { id } = ok(await company.post('/customers', body, key))
  const first = await company.put(`/customers/${id}`, { ...body, email: 1, paymentTerms: -1 }, other)
  expect([first.status, (await company.post('/customers', body, key)).body.id]).toEqual([400, id])
  const before = ok(await company.as('GET', `/customers/${id}/erasure`, undefined, { 'accept-language': 'en' }))
  expect(before.removed.map(({ what }: { what: string }) => what).join()).toContain('Answers kept for a day')
  ok(await company.as('POST', `/customers/${id}/erasure`, {}, { 'idempotency-key': 'radera' }))
  const count = async () => ok(await company.get('/customers?pageSize=100')).items.length
  const customers = await count()
  const again = await company.post('/customers', body, key)
  expect([again.status, again.body.code, again.headers.get('idempotent-replayed')]).toEqual([410, 'gone', null])
  expect(again.body.message).toContain('answered with status 200')
  expect((await company.post('/customers', { ...body, name: 'Annan' }, key)).status).toBe(422)
  expect(await count()).toBe(customers)
  // What was answered since is kept, and so is the answer of the erasure itself.
  expect((await company.as('POST', `/customers/${id}/erasure`, {}, { 'idempotency-key': 'radera' })).status).toBe(200)
  const later = ok(await company.post('/customers', body, { 'idempotency-key': 'kund-3' }))
  expect(ok(await company.post('/customers', body, { 'idempotency-key': 'kund-3' })).id).toBe(later.id)
})

test('administrators erase, and no lower role', async () => {
  const { id } = ok(await company.post('/customers', { name: 'Kund', type: 'private' }))
  const bookkeeper = asMember(company, await member(service, company, 'bookkeeper'))
  expect((await bookkeeper('POST', `/customers/${id}/erasure`, {})).status).toBe(403)
  expect((await company.post(`/customers/${id}/erasure`)).status).toBe(403)
  expect((await company.as('GET', `/customers/${company.id}/erasure`)).status).toBe(404)
})
