// How much is said to the database for one request of sales: what creeps up here makes every invoice slower.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseProxy, startProxy } from '#support/servers/database-proxy'
import { type Answer, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { credited, ok, paid, recorded, settled } from '#tests/sales/booking/booked'
import { anInvoice, madeInvoice, published } from '#tests/sales/invoicing'
import { madeWork } from '#tests/sales/tax-reduction/household'

let service: Service
let behind: Service
let proxy: DatabaseProxy
let company: TestCompany
let cash: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  proxy = await startProxy(service.databaseUrl)
  behind = await startService({ beside: proxy.before(service) })
  company = await newCompany()
  cash = await newCompany({ accountingMethod: 'cash' })
})
afterAll(async () => {
  await behind.close()
  await proxy.close()
  await service.close()
})

const newCompany = async (options: Parameters<Service['newCompany']>[0] = {}): Promise<TestCompany> => {
  const made = await service.newCompany(options)
  const url = made.url.replace(service.base, behind.base)
  const moved = { ...made, url, ...requestsWith(url, made.token) }
  // What a process reads once of a company is read.
  await paid(moved, (await recorded(moved)).id, { sum: 10 })
  return moved
}

/** A request that was made ready, to be counted. */
type Ready = () => Promise<Answer>

const drafting = async (of: TestCompany): Promise<Ready> => {
  const { customerRef } = await madeInvoice(of)
  return () => of.post('/invoices', anInvoice({ customerRef }))
}
const reading = async (of: TestCompany): Promise<Ready> => {
  const { id } = await recorded(of)
  return () => of.get(`/invoices/${id}`)
}
const publishing = async (of: TestCompany): Promise<Ready> => {
  const { id } = await madeInvoice(of)
  return () => of.post(`/invoices/${id}/publish`)
}
const recording = async (of: TestCompany): Promise<Ready> => {
  const { id } = await madeInvoice(of)
  await published(of, id)
  return () => of.post(`/invoices/${id}/record`)
}
const paying = async (of: TestCompany): Promise<Ready> => {
  const { id } = await recorded(of)
  const body = { date: '2026-06-10', sumBaseCurrency: 50, bookkeepingAccountNumber: 1930 }
  return () => of.post(`/invoices/${id}/payments`, body)
}
const recordingPayment = async (of: TestCompany): Promise<Ready> => {
  const { id } = await recorded(of)
  const payment = await paid(of, id, { sum: 50 })
  return () => of.post(`/invoices/${id}/payments/${payment.id}/record`)
}
const recordingSettlement = async (of: TestCompany): Promise<Ready> => {
  const { id } = await recorded(of)
  const settlement = await settled(of, id, { type: 'cashDiscount', sum: 50 })
  return () => of.post(`/invoices/${id}/settlements/${settlement.id}/record`)
}
const recordingCredit = async (of: TestCompany): Promise<Ready> => {
  const { id } = await recorded(of)
  const note = await credited(of, id, false)
  return () => of.post(`/credit-notes/${note.id}/record`)
}
/** The request file of four invoices: as many statements as of one. */
const requestingReductions = async (of: TestCompany): Promise<Ready> => {
  for (let count = 0; count < 4; count += 1) {
    const { id } = await published(of, (await madeWork(of)).id)
    await paid(of, id, { sum: 500 })
  }
  return () => of.get('/invoices/tax-reductions/export')
}

/**
 * Statements of the transaction that commits, its `begin` and `commit` among them; and of all transactions of the
 * request: a publication that encloses attachments finds out in a first one, which is undone, what PDF is to be made.
 * What the guard asks before a request is let in is no part of it.
 */
type Counted = { last: number; all: number }

/** Of a spread database what a company is asked by itself is a transaction that holds it; elsewhere it is none. */
const isAlone = (said: readonly string[]): boolean =>
  said.length <= 3 && /^begin isolation level read committed; select platform\.hold_group/.test(said[0] ?? '')

const cases: [string, (of: TestCompany) => Promise<Ready>, () => TestCompany, Counted][] = [
  ['making a draft                    ', drafting, () => company, { last: 9, all: 9 }],
  ['reading an invoice                ', reading, () => company, { last: 3, all: 3 }],
  ['publishing an invoice             ', publishing, () => company, { last: 8, all: 8 }],
  ['publishing an invoice, cash method', publishing, () => cash, { last: 9, all: 9 }],
  ['recording an invoice              ', recording, () => company, { last: 5, all: 5 }],
  ['recording an invoice, cash method ', recording, () => cash, { last: 5, all: 5 }],
  ['adding a payment                  ', paying, () => company, { last: 5, all: 5 }],
  ['recording a payment               ', recordingPayment, () => company, { last: 5, all: 5 }],
  ['recording a payment, cash method  ', recordingPayment, () => cash, { last: 5, all: 5 }],
  ['recording a discount              ', recordingSettlement, () => company, { last: 5, all: 5 }],
  ['recording a credit note           ', recordingCredit, () => company, { last: 5, all: 5 }],
  ['requesting tax reductions         ', requestingReductions, () => company, { last: 7, all: 10 }],
]

describe('a request of sales says to the database, at most', () => {
  test.each(cases)('%s', async (_, ready, of, most) => {
    const request = await ready(of())
    proxy.transactions()
    ok(await request())
    const transactions = proxy.transactions().filter((said) => !isAlone(said))
    const last = transactions.at(-1)?.length ?? 0
    expect(last).toBeGreaterThan(2)
    const all = transactions.reduce((sum, { length }) => sum + length, 0)
    const said = transactions.at(-1)?.join('\n')
    expect(last, said).toBeLessThanOrEqual(most.last)
    expect(all, said).toBeLessThanOrEqual(most.all)
  })
})
