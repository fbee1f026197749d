// Invoices in other currencies that are matched with money in SEK: how much of them it pays. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRate } from '#ledger'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { checkedCompany } from '#support/checked'
import { bookedBy, ok } from '#support/entries'
import type { WrittenDetail } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf, transacted } from './importing.ts'
import { paid, withBankAccount } from './paying.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  await withBankAccount(service, company)
  const rates = [
    ['EUR', '2026-06-01', '11'],
    ['USD', '2026-06-01', '10'],
    ['USD', '2026-06-08', '11'],
  ] as const
  for (const [currency, date, rate] of rates) {
    await service.operate((call) => setRate(call, { currency, date, rate }))
  }
})
afterAll(() => service.close())

let number = 0

/** A recorded invoice of 100 euro at 11, or of another amount or currency. */
const bought = async (totalAmount = 100, currency = 'EUR'): Promise<string> => {
  number += 1
  const { id } = ok(await company.post('/suppliers', { name: `Paper ${number} Ltd`, currency }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const made = ok(await company.post('/supplier-invoices', { supplierRef: { id }, ...dates, totalAmount, currency }))
  const lines = [{ account: 6110, netAmount: totalAmount, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await company.post(`/supplier-invoices/${made.id}/record`, { lines })).id
}

/** A transaction of so many kronor on 9 June: where it is. */
const moved = async (kronor: number, said: Partial<WrittenDetail> = {}): Promise<string> => {
  number += 1
  const ore = BigInt(kronor) * 100n
  const entries = [{ ore, reference: `R${number}`, details: [{ ore, ...said }] }]
  const { path, items } = await transacted(company, { statements: [{ id: `U${number}`, entries }] })
  return `${path}/${items[0].id}`
}

const match = (url: string, body: object): Promise<Answer> => company.post(`${url}/match`, body)

const remaining = async (id: string): Promise<number> =>
  ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount

const euro = (ore: bigint) => ({ instructed: { ore, currency: 'EUR' } })

/** A bank payment of so many euro that was signed: how a transaction says that it paid it. */
const signedIn = async (amount: number): Promise<{ endToEndId: string }> => {
  const iban = 'DE89370400440532013000'
  const recipientRef = { kind: 'internationalPayment', recipientName: 'Papier GmbH', iban, currency: 'EUR' }
  const { id } = await paid(company, { amount, recipientRef })
  await service.database.rows(sql`
    update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
    where id = ${id}`)
  return { endToEndId: id.replaceAll('-', '') }
}

/** An entry for a fee that left the bank account on 9 June. */
const byHand = async (kronor: number): Promise<string> => {
  const items = [
    { account: 6570, debit: kronor },
    { account: 1930, credit: kronor },
  ]
  return ok(await company.post('/journal-entries', { title: 'Avgift', date: '2026-06-09', items })).id
}

describe('a part of an invoice', () => {
  test('is not taken for the whole, and is paid when the amount is given', async () => {
    const supplierInvoiceId = await bought()
    const url = await moved(-560)
    const refused = await match(url, { supplierInvoiceId })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          field: '#/invoiceAmount',
          message:
            'is required: the payment is 560 in the accounting currency, but all of 100 EUR is worth about 1100 in it; give the amount that was paid in EUR',
        },
      ],
    ])
    expect(await remaining(supplierInvoiceId)).toBe(100)
    const matched = ok(await match(url, { supplierInvoiceId, invoiceAmount: 50 }))
    expect(await bookedBy(company, matched)).toEqual({ 1930: -560, 2440: 550, 7960: 10 })
    expect(await remaining(supplierInvoiceId)).toBe(50)
    // What is left is about what the money is worth.
    ok(await match(await moved(-545), { supplierInvoiceId }))
    expect(await remaining(supplierInvoiceId)).toBe(0)
  })

  test('is what the bank says in its currency', async () => {
    const supplierInvoiceId = await bought()
    const url = await moved(-448, euro(4_000n))
    expect(ok(await company.get(url)).instructedAmount).toEqual({ amount: 40, currency: 'EUR' })
    expect(await bookedBy(company, ok(await match(url, { supplierInvoiceId })))).toEqual({
      1930: -448,
      2440: 440,
      7960: 8,
    })
    expect(await remaining(supplierInvoiceId)).toBe(60)
    // The user's amount takes precedence, and the bank's amount in another currency is ignored.
    ok(await match(await moved(-110, euro(1_100n)), { supplierInvoiceId, invoiceAmount: 10 }))
    const dollars = { instructed: { ore: 6_000n, currency: 'USD' } }
    expect((await match(await moved(-220, dollars), { supplierInvoiceId })).body.errors).toMatchObject([
      { field: '#/invoiceAmount' },
    ])
    expect((await match(await moved(-1500, euro(14_000n)), { supplierInvoiceId })).body.message).toMatch(/50 remains/)
    expect(await remaining(supplierInvoiceId)).toBe(50)
  })

  test('is what our bank payment was for', async () => {
    const supplierInvoiceId = await bought()
    const url = await moved(-340, await signedIn(30))
    ok(await match(url, { supplierInvoiceId }))
    expect(await remaining(supplierInvoiceId)).toBe(70)
  })

  test('is told in a transaction for several things', async () => {
    const one = await bought()
    const two = await bought()
    const fee = { account: 6570, amount: -20 }
    const withFee = [{ supplierInvoiceId: one, amount: -448 }, fee]
    ok(await match(await moved(-468, euro(4_000n)), { parts: withFee }))
    expect(await remaining(one)).toBe(60)
    // For several, only the user knows what each gets.
    const both = (changes: object) => [
      { supplierInvoiceId: one, amount: -300, ...changes },
      { supplierInvoiceId: two, amount: -1120 },
    ]
    const url = await moved(-1420, euro(12_700n))
    expect((await match(url, { parts: both({}) })).body.errors).toMatchObject([{ field: '#/parts/0/invoiceAmount' }])
    ok(await match(url, { parts: both({ invoiceAmount: 27 }) }))
    expect([await remaining(one), await remaining(two)]).toEqual([33, 0])
  })

  test('is not the stated amount if some of the money is for something else', async () => {
    const supplierInvoiceId = await bought(200)
    const part = { supplierInvoiceId, amount: -300 }
    const aside = { account: 2893, amount: -1120 }
    const before = { journalEntryId: await byHand(1120), amount: -1120 }
    const alike = { supplierInvoiceId, amount: -1400 }
    const smallBefore = { journalEntryId: await byHand(20), amount: -20 }
    const told = [await moved(-1420, euro(12_700n)), await moved(-1420, await signedIn(127))]
    for (const url of told) {
      for (const parts of [
        [part, aside],
        [part, before],
        [alike, smallBefore],
      ]) {
        const { status, body } = await match(url, { parts })
        expect([status, body.errors]).toMatchObject([400, [{ field: '#/parts/0/invoiceAmount' }]])
      }
    }
    expect(await remaining(supplierInvoiceId)).toBe(200)
    const [first = '', second = ''] = told
    const matched = ok(await match(first, { parts: [{ ...part, invoiceAmount: 27 }, before] }))
    const paying = matched.matchedWith.parts[0].journalEntryRef
    expect(await bookedBy(company, { journalEntryRef: paying })).toEqual({ 1930: -300, 2440: 297, 7960: 3 })
    // Beside an account, an amount that the part is worth is of the part.
    ok(await match(second, { parts: [alike, { account: 6570, amount: -20 }] }))
    expect(await remaining(supplierInvoiceId)).toBe(46)
  })

  test('is not the stated amount of money in the other direction', async () => {
    const supplierInvoiceId = await bought(200)
    ok(await match(await moved(-2200), { supplierInvoiceId }))
    const back = (changes: object) => [
      { supplierInvoiceId, amount: 1120, ...changes },
      { account: 2893, amount: -2240 },
    ]
    const url = await moved(-1120, euro(10_000n))
    expect((await match(url, { parts: back({}) })).body.errors).toMatchObject([{ field: '#/parts/0/invoiceAmount' }])
    ok(await match(url, { parts: back({ invoiceAmount: 100 }) }))
    expect(await remaining(supplierInvoiceId)).toBe(100)
  })
})

describe('the whole of an invoice', () => {
  // EUR: 11 on the day of the invoice, none near 9 June. USD: 10, and 11 the day before.
  const cases: [string, number, boolean][] = [
    ['EUR', -1045, true],
    ['EUR', -1044, false],
    ['EUR', -1155, true],
    ['EUR', -1156, false],
    ['USD', -1045, true],
    ['USD', -1044, false],
    ['USD', -1155, true],
    ['USD', -1156, false],
    // What 91 of them are worth that day, and about what all of them were worth on the day of the invoice.
    ['USD', -1001, false],
  ]
  test.each(cases)('in %s is paid by %i kronor: %s', async (currency, kronor, isPaid) => {
    const supplierInvoiceId = await bought(100, currency)
    expect((await match(await moved(kronor), { supplierInvoiceId })).status).toBe(isPaid ? 200 : 400)
    expect(await remaining(supplierInvoiceId)).toBe(isPaid ? 0 : 100)
  })

  test('comes back, or the given part of it', async () => {
    const supplierInvoiceId = await bought()
    ok(await match(await moved(-1120), { supplierInvoiceId }))
    expect((await match(await moved(300), { supplierInvoiceId })).body.errors).toMatchObject([
      { field: '#/invoiceAmount' },
    ])
    ok(await match(await moved(300), { supplierInvoiceId, invoiceAmount: 25 }))
    expect(await remaining(supplierInvoiceId)).toBe(25)
    const back = ok(await match(await moved(820), { supplierInvoiceId }))
    expect(await bookedBy(company, back)).toEqual({ 1930: 820, 2440: -825, 7960: 5 })
    expect(await remaining(supplierInvoiceId)).toBe(100)
    expect((await match(await moved(1100), { supplierInvoiceId })).body.message).toMatch(/in the opposite direction/)
  })

  test('of a credit note comes in', async () => {
    const supplierInvoiceId = await bought(-100)
    expect((await match(await moved(-1100), { supplierInvoiceId })).body.message).toMatch(/in the opposite direction/)
    ok(await match(await moved(440), { supplierInvoiceId, invoiceAmount: 40 }))
    ok(await match(await moved(650), { supplierInvoiceId }))
    expect(await remaining(supplierInvoiceId)).toBe(0)
  })
})

describe('a payment that comes back', () => {
  /** Money that came back under this name: the match that is proposed as sure is made. */
  const returned = async (kronor: number, endToEndId: string, supplierInvoiceId: string): Promise<object> => {
    const url = await moved(kronor, { endToEndId })
    expect(ok(await company.get(url)).proposals).toMatchObject([{ id: supplierInvoiceId, isSure: true }])
    return bookedBy(company, ok(await match(url, { supplierInvoiceId })))
  }

  test('is as much of the invoice as it paid, beside another payment', async () => {
    const supplierInvoiceId = await bought()
    ok(await match(await moved(-1056, { endToEndId: 'Lev-1' }), { supplierInvoiceId, invoiceAmount: 96 }))
    ok(await match(await moved(-44), { supplierInvoiceId }))
    expect(await returned(1056, 'Lev-1', supplierInvoiceId)).toEqual({ 1930: 1056, 2440: -1056 })
    expect(await remaining(supplierInvoiceId)).toBe(96)
    // It comes back once.
    expect(ok(await company.get(await moved(1056, { endToEndId: 'Lev-1' }))).proposals).toEqual([])
  })

  test('is one of two equal ones, and then the other', async () => {
    const supplierInvoiceId = await bought()
    for (const endToEndId of ['Lev-2', 'Lev-3'])
      ok(await match(await moved(-550, { endToEndId }), { supplierInvoiceId, invoiceAmount: 50 }))
    expect(await returned(550, 'Lev-2', supplierInvoiceId)).toEqual({ 1930: 550, 2440: -550 })
    expect(await remaining(supplierInvoiceId)).toBe(50)
    expect(await returned(550, 'Lev-3', supplierInvoiceId)).toEqual({ 1930: 550, 2440: -550 })
    expect(await remaining(supplierInvoiceId)).toBe(100)
  })

  test('is all that it paid, independent of the current rate and of the bank’s amount', async () => {
    const supplierInvoiceId = await bought(100, 'USD')
    // At 10, and 11 is the rate of the day.
    ok(await match(await moved(-1000, { endToEndId: 'Lev-4' }), { supplierInvoiceId, invoiceAmount: 100 }))
    expect(await returned(1000, 'Lev-4', supplierInvoiceId)).toEqual({ 1930: 1000, 2440: -1000 })
    expect(await remaining(supplierInvoiceId)).toBe(100)
    ok(await match(await moved(-1056), { supplierInvoiceId, invoiceAmount: 96 }))
    const told = { instructed: { ore: 9_000n, currency: 'USD' } }
    ok(await match(await moved(1056, told), { supplierInvoiceId }))
    expect(await remaining(supplierInvoiceId)).toBe(100)
    // The user's amount takes precedence.
    ok(await match(await moved(-1056), { supplierInvoiceId, invoiceAmount: 96 }))
    ok(await match(await moved(1056), { supplierInvoiceId, invoiceAmount: 95 }))
    expect(await remaining(supplierInvoiceId)).toBe(99)
  })

  test('is of a part of the money as well, and of a credit note', async () => {
    const supplierInvoiceId = await bought()
    const credit = await bought(-100)
    for (const [kronor, invoiceAmount] of [
      [-1056, 96],
      [-44, 4],
    ] as const)
      ok(await match(await moved(kronor), { supplierInvoiceId, invoiceAmount }))
    const parts = [
      { supplierInvoiceId, amount: 1056 },
      { account: 6570, amount: -56 },
    ]
    ok(await match(await moved(1000), { parts }))
    expect(await remaining(supplierInvoiceId)).toBe(96)
    ok(await match(await moved(1056), { supplierInvoiceId: credit, invoiceAmount: 96 }))
    ok(await match(await moved(44), { supplierInvoiceId: credit }))
    ok(await match(await moved(-1056), { supplierInvoiceId: credit }))
    expect(await remaining(credit)).toBe(-96)
  })
})

test('the amount is above zero, and of a supplier invoice in another currency', async () => {
  const url = await moved(-100)
  const inSek = await bought(100, 'SEK')
  const foreign = await bought()
  const refused: [object, string, string][] = [
    [{ supplierInvoiceId: foreign, invoiceAmount: 0 }, '#/invoiceAmount', 'must be an amount above 0'],
    [{ supplierInvoiceId: foreign, invoiceAmount: -9 }, '#/invoiceAmount', 'must be an amount above 0'],
    [{ account: 6570, invoiceAmount: 9 }, '#/invoiceAmount', 'is for matching with an invoice only'],
    [
      { supplierInvoiceId: inSek, invoiceAmount: 9 },
      '#/invoiceAmount',
      'in another currency than the accounting currency',
    ],
    [
      {
        parts: [
          { account: 6570, amount: -1, invoiceAmount: 9 },
          { account: 6570, amount: -99 },
        ],
      },
      '#/parts/0/invoiceAmount',
      'is for matching with an invoice only',
    ],
  ]
  for (const [body, field, message] of refused) {
    expect((await match(url, body)).body.errors).toEqual([{ field, message: expect.stringContaining(message) }])
  }
  expect(ok(await company.get(url)).status).toBe('open')
})

test('the books are sound after all of this', async () => {
  expect(await service.operateFor(company.id, purchasingContribution.verify)).toEqual([])
  expect(await faultOf(service, company)).toBeNull()
})

describe('an invoice of a customer', () => {
  /** A recorded invoice of 125 euro at 11, and what a match with money of it books. */
  const soldInEuro = async (): Promise<string> => {
    const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
    const sale = { invoiceDate: '2026-06-01', customerRef: { id: customer.id }, lineItems: [line] }
    const { id } = ok(await company.post('/invoices', { ...sale, currency: 'EUR', currencyRate: 11 }))
    ok(await company.post(`/invoices/${id}/publish`))
    return ok(await company.post(`/invoices/${id}/record`)).id
  }

  test('is paid whole where the money is about its worth, and its exchange difference is booked', async () => {
    const invoiceId = await soldInEuro()
    ok(await match(await moved(1400), { invoiceId }))
    expect(ok(await company.get(`/invoices/${invoiceId}`)).status).toBe('paid')
    const [difference] = ok(await company.get(`/invoices/${invoiceId}/settlements`)).items
    expect(await bookedBy(company, difference)).toEqual({ 1510: 25, 3960: -25 })
  })

  test('is paid in part by what is given or told, and otherwise the match asks', async () => {
    const invoiceId = await soldInEuro()
    const url = await moved(560)
    const refused = await match(url, { invoiceId })
    const message =
      'is required: the payment is 560 in the accounting currency, but all of 125 EUR is worth about 1375 in it; give the amount that was paid in EUR'
    expect(refused.body.errors).toMatchObject([{ field: '#/invoiceAmount', message }])
    ok(await match(url, { invoiceId, invoiceAmount: 50 }))
    ok(await match(await moved(840, euro(7_500n)), { invoiceId }))
    expect(ok(await company.get(`/invoices/${invoiceId}`)).status).toBe('paid')
    const payments = ok(await company.get(`/invoices/${invoiceId}/payments`)).items
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([75, 50])
  })

  test('money that comes back takes back what its payment paid', async () => {
    const invoiceId = await soldInEuro()
    ok(await match(await moved(1410), { invoiceId }))
    ok(await match(await moved(-1410), { invoiceId }))
    expect(ok(await company.get(`/invoices/${invoiceId}`)).status).toBe('published')
    const [back] = ok(await company.get(`/invoices/${invoiceId}/payments`)).items
    expect(back).toMatchObject({ amount: -125, sumBaseCurrency: -1410 })
  })
})

test('a supplier is paid in advance, in what the bank or the caller says of its currency', async () => {
  const supplierId = ok(await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' })).id
  const url = await moved(-560)
  const refused = await match(url, { supplierId })
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, '#/invoiceAmount'])
  const matched = ok(await match(url, { supplierId, invoiceAmount: 50 }))
  expect(await bookedBy(company, matched)).toEqual({ 1480: 560, 1930: -560 })
  const { supplierAdvanceId } = matched.matchedWith
  const advance = ok(await company.get(`/supplier-advances/${supplierAdvanceId}`))
  expect(advance).toMatchObject({ amount: 50, remainingAmount: 50, currency: 'EUR', sumBaseCurrency: 560 })
  const told = ok(await match(await moved(-448, euro(4_000n)), { supplierId }))
  expect(ok(await company.get(`/supplier-advances/${told.matchedWith.supplierAdvanceId}`)).amount).toBe(40)
  const received = await match(await moved(560), { supplierId, invoiceAmount: 50 })
  expect([received.status, received.body.errors[0].field]).toEqual([400, '#/supplierId'])
})
