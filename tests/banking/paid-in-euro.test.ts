// Bank payments from an account in another currency: their transactions are never matched, so that they wait until they
// are booked on the invoices that they name.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setRate } from '#ledger'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { transacted } from './importing.ts'
import { decided, newSignatory, paid, withBankAccount } from './paying.ts'

const NOW = '2026-06-10T10:00:00.000Z'
const OWN_IBAN = 'FI2112345600000785'
const iban = 'DE89370400440532013000'

let service: Service
let company: TestCompany
let sign: () => Promise<unknown>
let supplierId = ''
beforeAll(async () => {
  service = await startService()
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(NOW)
  company = checkedCompany(await service.newCompany())
  await withBankAccount(service, company)
  await withBankAccount(service, company, { iban: OWN_IBAN, currency: 'EUR', account: 1940 })
  const details = { type: 'internationalPayment', iban, bic: 'COBADEFFXXX' }
  const supplier = { name: 'Papier GmbH', currency: 'EUR', paymentDetails: details }
  supplierId = ok(await company.post('/suppliers', supplier)).id
  const { visitor, path } = await newSignatory(service, company)
  sign = () => decided(visitor, path)
})

/** An invoice in the books. */
const invoiced = async (invoiceNumber: string, totalAmount: number): Promise<string> => {
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id: supplierId }, invoiceNumber, ...dates, totalAmount, currency: 'EUR' }
  const { id } = ok(await company.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: totalAmount, taxRate: 0, vatTreatment: 'exempt' }]
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
  return id
}

let entries = 0
/** What the bank reports of a payment: it was made, or returned. */
const told = async (id: string, ore: bigint): Promise<void> => {
  entries += 1
  const details = [{ ore, endToEndId: id.replaceAll('-', ''), name: 'Papier GmbH' }]
  const entry = { ore, reference: `E${entries}`, details }
  await transacted(company, { statements: [{ account: OWN_IBAN, currency: 'EUR', entries: [entry] }] })
}

/** A payment of 100 euro that the bank has made. */
const made = async (said: { ownNote?: string; recipientReference?: string }): Promise<string> => {
  const { recipientReference, ...note } = said
  const recipient = { kind: 'internationalPayment', recipientName: 'Papier GmbH', iban, currency: 'EUR' }
  const recipientRef = recipientReference === undefined ? recipient : { ...recipient, recipientReference }
  const { id } = await paid(company, { amount: 100, ...note, recipientRef })
  await sign()
  await told(id, -10_000n)
  return id
}

const booked = async (invoice: string, { account = 1940, amount = 100 } = {}): Promise<void> => {
  const payment = { date: '2026-06-09', amount, sumBaseCurrency: amount * 11.2, bookkeepingAccountNumber: account }
  ok(await company.post(`/supplier-invoices/${invoice}/payments`, payment))
}

/** Those that are paid and not booked, the newest first. */
const waiting = async (): Promise<string[]> => {
  const query = encodeURIComponent('status==paid&&isBooked==false')
  return ok(await company.get(`/bank-payments?query=${query}`)).items.map(({ id }: Answer['body']) => id)
}

test('each part of an invoice waits by itself, from its own account', async () => {
  const invoice = await invoiced('F 77', 300)
  const first = await made({ ownNote: 'F77' })
  const other = await made({ ownNote: 'F78' })
  expect(await waiting()).toEqual([other, first])
  await booked(invoice)
  expect(await waiting()).toEqual([other])
  const second = await made({ ownNote: 'F77' })
  expect(await waiting()).toEqual([second, other])
  // From another account it is another payment.
  await booked(invoice, { account: 1930 })
  expect(await waiting()).toEqual([second, other])
  await booked(invoice)
  expect(await waiting()).toEqual([other])
})

test('what is taken back is booked no more, unless the bank has returned it', async () => {
  const invoice = await invoiced('F 77', 300)
  const first = await made({ ownNote: 'F77' })
  const second = await made({ ownNote: 'F77' })
  await booked(invoice)
  await booked(invoice, { amount: -100 })
  expect(await waiting()).toEqual([second, first])
  await booked(invoice)
  expect(await waiting()).toEqual([second])
  await booked(invoice)
  expect(await waiting()).toEqual([])
  await booked(invoice, { amount: -100 })
  expect(await waiting()).toEqual([second])
  await told(second, 10_000n)
  expect(await waiting()).toEqual([])
})

test('one is not booked because another was, nor for naming no invoice', async () => {
  const first = await invoiced('F1', 100)
  const second = await invoiced('F2', 100)
  const said = { recipientReference: 'Kunde 4711' }
  const one = await made({ ownNote: 'F1', ...said })
  const other = await made({ ownNote: 'F2', ...said })
  const unnamed = await made({})
  expect(await waiting()).toEqual([unnamed, other, one])
  await booked(first)
  expect(await waiting()).toEqual([unnamed, other])
  await booked(second)
  expect(await waiting()).toEqual([unnamed])
})
