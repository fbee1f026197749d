// Matching: bank transactions are proposed what they are for, and are booked as that, once. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { connectWhere } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { balancesOf, bookedBy, entryOf, ok } from '#support/entries'
import type { WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf, transacted } from './importing.ts'
import { paid, statusOf, withBankAccount } from './paying.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await newCompany()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  const made = checkedCompany(await service.newCompany())
  await withBankAccount(service, made)
  return made
}

let references = 0
const aReference = () => {
  references += 1
  return `R${references}`
}

/** One transaction, in a statement of its own: where it is, and as it is shown. */
const one = async (entry: WrittenEntry, of = company): Promise<{ url: string; item: Answer['body'] }> => {
  const statement = { id: 'U', entries: [{ reference: aReference(), ...entry }] }
  const { path, items } = await transacted(of, { statements: [statement] })
  return { url: `${path}/${items[0].id}`, item: items[0] }
}

const entry = (ore: bigint, said: Partial<NonNullable<WrittenEntry['details']>[0]> = {}): WrittenEntry => ({
  ore,
  details: [{ ore, ...said }],
})

const match = (url: string, body: object, of = company): Promise<Answer> => of.post(`${url}/match`, body)

/** An invoice of 1 250 kronor, recorded, to a customer of this name. */
const sold = async (name = 'Kund AB', of = company): Promise<Answer['body']> => {
  const customer = ok(await of.post('/customers', { name, type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
  const { id } = ok(await of.post('/invoices', draft))
  ok(await of.post(`/invoices/${id}/publish`))
  return ok(await of.post(`/invoices/${id}/record`))
}

/** A recorded supplier invoice of so many kronor. */
const bought = async (
  total: number,
  { supplier = {}, of = company, ...changes }: Record<string, unknown> & { supplier?: object; of?: TestCompany } = {},
): Promise<Answer['body']> => {
  const { id } = ok(await of.post('/suppliers', { name: 'Papper AB', ...supplier }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id }, invoiceNumber: aReference(), ...dates, totalAmount: total, ...changes }
  const made = ok(await of.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: total, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await of.post(`/supplier-invoices/${made.id}/record`, { lines }))
}

/** Books so many kronor by hand between 1930 and another account; below zero they went out. */
const byHand = async (
  kronor: number,
  { of = company, date = '2026-06-05', title = 'Kvitto' } = {},
): Promise<string> => {
  const [bank, other] = kronor > 0 ? ['debit', 'credit'] : ['credit', 'debit']
  const amount = Math.abs(kronor)
  const items = [
    { account: 1930, [bank as string]: amount },
    { account: 6110, [other as string]: amount },
  ]
  return ok(await of.post('/journal-entries', { title, date, items })).id
}

const reasonsOf = ({ proposals }: Answer['body']) => proposals.map(({ reason, id }: Answer['body']) => [reason, id])

describe("a customer's invoice", () => {
  test('is proposed by its OCR number, and paid', async () => {
    const { id, invoiceNumber, paymentReference } = await sold()
    const { url, item } = await one(entry(125_000n, { name: 'Kund AB', ocr: paymentReference }))
    expect(item.proposals).toEqual([
      {
        reason: 'ocr',
        kind: 'invoice',
        id,
        number: String(invoiceNumber),
        name: 'Kund AB',
        amount: 1250,
        isSure: true,
      },
    ])
    const matched = ok(await match(url, { invoiceId: id }))
    expect(matched).toMatchObject({ status: 'booked', matchedWith: { invoiceId: id }, proposals: [] })
    expect(await entryOf(company, matched)).toMatchObject({ date: '2026-06-09' })
    expect(await bookedBy(company, matched)).toEqual({ 1510: -1250, 1930: 1250 })
    expect(ok(await company.get(`/invoices/${id}`)).status).toBe('paid')
    const { paymentId } = matched.matchedWith
    expect(ok(await company.get(`/invoices/${id}/payments/${paymentId}`))).toMatchObject({ sumBaseCurrency: 1250 })
    expect(ok(await company.get(url))).toEqual(matched)
  })

  const amounts: [paid: bigint, status: string, booked: Record<number, number>][] = [
    [50_000n, 'underPaid', { 1510: -500, 1930: 500 }],
    [125_040n, 'paid', { 1510: -1250, 1930: 1250.4, 3740: -0.4 }],
    [200_000n, 'overPaid', { 1510: -1250, 1930: 2000, 2420: -750 }],
  ]
  test.each(amounts)('takes %s öre, and is then %s', async (ore, status, booked) => {
    const { id } = await sold()
    const { url } = await one(entry(ore))
    expect(await bookedBy(company, ok(await match(url, { invoiceId: id })))).toEqual(booked)
    expect(ok(await company.get(`/invoices/${id}`)).status).toBe(status)
  })

  test('is proposed by number, and by amount and payer; not when it is paid', async () => {
    const own = await newCompany()
    const first = await sold('Karin Berg', own)
    const second = await sold('Kund AB', own)
    const said = { name: 'Berg, Karin', text: `Faktura ${second.invoiceNumber}` }
    const { url, item } = await one(entry(125_000n, said), own)
    expect(reasonsOf(item)).toEqual([
      ['number', second.id],
      ['amountAndName', first.id],
    ])
    ok(await match(url, { invoiceId: second.id }, own))
    expect(reasonsOf((await one(entry(125_000n, said), own)).item)).toEqual([['amountAndName', first.id]])
    expect(reasonsOf((await one({ ...entry(125_000n, said), reversal: true }, own)).item)).toEqual([])
  })
})

describe("a supplier's invoice", () => {
  const details = { type: 'bankgiro', bankgiroNumber: '5050-1055' }

  test('is proposed by giro or number and amount, and paid', async () => {
    const { id, invoiceNumber } = await bought(800, { supplier: { paymentDetails: details } })
    const { url, item } = await one(entry(-80_000n, { account: '50501055' }))
    expect(item.proposals).toEqual([
      {
        reason: 'giro',
        kind: 'supplierInvoice',
        id,
        number: invoiceNumber,
        name: 'Papper AB',
        amount: -800,
        isSure: true,
      },
    ])
    expect(reasonsOf((await one(entry(-80_000n, { text: `Fakt ${invoiceNumber}` }))).item)).toEqual([['number', id]])
    const matched = ok(await match(url, { supplierInvoiceId: id }))
    expect(matched.matchedWith).toMatchObject({ supplierInvoiceId: id })
    expect(await bookedBy(company, matched)).toEqual({ 1930: -800, 2440: 800 })
    expect(ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount).toBe(0)
  })

  test('is paid in part, and never beyond what remains', async () => {
    const { id } = await bought(900)
    ok(await match((await one(entry(-60_000n))).url, { supplierInvoiceId: id }))
    const { url } = await one(entry(-30_100n))
    const refused = await match(url, { supplierInvoiceId: id })
    expect(refused.body).toMatchObject({
      code: 'operation-not-allowed',
      message: expect.stringContaining('300 remains'),
    })
    expect(ok(await company.get(url)).status).toBe('open')
    ok(await match((await one(entry(60_000n))).url, { supplierInvoiceId: id }))
    expect(ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount).toBe(900)
  })

  test('in another currency is paid with all that remains, and the rate makes a loss', async () => {
    const { url } = await one(entry(-112_000n))
    const supplier = { name: 'Paper Ltd', currency: 'EUR', address: { country: 'DE' } }
    await service.database.rows(sql`
      insert into ledger.currency_rate (currency, date, rate, loaded_at)
      values ('EUR', '2026-06-01', 11, now()) on conflict do nothing`)
    const { id } = await bought(100, { supplier, currency: 'EUR' })
    const wrongWay = await match((await one(entry(112_000n))).url, { supplierInvoiceId: id })
    expect(wrongWay.body.message).toMatch(/goes in the opposite direction/)
    expect(await bookedBy(company, ok(await match(url, { supplierInvoiceId: id })))).toEqual({
      1930: -1120,
      2440: 1100,
      7960: 20,
    })
  })
})

describe('an account', () => {
  test('takes what is no invoice, with the words of the bank or others; its entry may be reversed', async () => {
    const fee = await one({ ore: -4_500n, info: 'Bankavgift juni' })
    const booked = ok(await match(fee.url, { account: 6570 }))
    expect(booked.matchedWith).toEqual({ account: 6570 })
    expect(await entryOf(company, booked)).toMatchObject({ title: 'Bankavgift juni', date: '2026-06-09' })
    expect(await bookedBy(company, booked)).toEqual({ 1930: -45, 6570: 45 })
    const interest = await one(entry(1_200n, { name: 'Banken', text: 'Ränta' }))
    const other = ok(await match(interest.url, { account: 8311 }))
    expect(await entryOf(company, other)).toMatchObject({ title: 'Banken, Ränta' })
    const third = ok(await match((await one({ ore: -100n })).url, { account: 1630, title: ' Skattekonto ' }))
    expect(await entryOf(company, third)).toMatchObject({ title: 'Skattekonto' })
    expect((await entryOf(company, ok(await match((await one({ ore: 1n })).url, { account: 3740 })))).title).toBe(
      'Banktransaktion',
    )
    ok(await company.post(`/journal-entries/${booked.journalEntryRef.id}/reverse`))
    expect((await match(fee.url, { account: 6570 })).body.message).toMatch(/is already booked, as journal entry/)
  })
})

describe('a journal entry', () => {
  const entryCount = async (of: TestCompany): Promise<number> => ok(await of.get('/journal-entries')).totalItems

  test('booked by hand is proposed, and matched without booking anything; once', async () => {
    const own = await newCompany()
    const id = await byHand(-349.5, { of: own })
    const { url, item } = await one(entry(-34_950n, { name: 'Kontorsvaruhuset' }), own)
    expect(item.proposals).toEqual([
      { reason: 'entry', kind: 'journalEntry', id, number: 'V1', name: 'Kvitto', amount: -349.5, isSure: true },
    ])
    const before = await balancesOf(own)
    const matched = ok(await match(url, { journalEntryId: id }, own))
    expect(matched).toMatchObject({ status: 'booked', journalEntryRef: { id }, proposals: [] })
    expect(matched.matchedWith).toEqual({ journalEntryId: id })
    expect(ok(await own.get(url))).toEqual(matched)
    expect(await balancesOf(own)).toEqual(before)
    expect((await match(url, { journalEntryId: id }, own)).body.message).toMatch(/is already booked, as journal entry/)
    const again = await one(entry(-34_950n), own)
    expect(again.item.proposals).toEqual([])
    expect((await match(again.url, { journalEntryId: id }, own)).body.errors).toEqual([
      { field: '#/journalEntryId', message: `journal entry V1 is already matched with the transaction ${matched.id}` },
    ])
    expect(await faultOf(service, own)).toBe(null)
  })

  test('of a transfer between own accounts is matched on both', async () => {
    const own = await newCompany()
    const iban = 'SE7280000810340009783242'
    await withBankAccount(service, own, { iban, account: 1940 })
    const items = [
      { account: 1940, debit: 800 },
      { account: 1930, credit: 800 },
    ]
    const { id } = ok(await own.post('/journal-entries', { title: 'Överföring', date: '2026-06-10', items }))
    const out = await one(entry(-80_000n), own)
    const incoming = { account: iban, entries: [{ reference: aReference(), ore: 80_000n }] }
    const { path, items: told } = await transacted(own, { statements: [incoming] })
    for (const url of [out.url, `${path}/${told[0].id}`]) {
      expect(reasonsOf(ok(await own.get(url)))).toEqual([['entry', id]])
      ok(await match(url, { journalEntryId: id }, own))
    }
    expect(await faultOf(service, own)).toBe(null)
  })

  test('is proposed when it stands, is near and is of the amount on the account, the nearest three', async () => {
    const own = await newCompany()
    const dates = ['2026-06-01', '2026-06-02', '2026-06-05', '2026-06-08', '2026-06-09', '2026-06-10']
    const ids = new Map<string, string>()
    for (const date of dates) ids.set(date, await byHand(-80, { of: own, date }))
    ok(await own.post(`/journal-entries/${ids.get('2026-06-10')}/reverse`))
    await byHand(80, { of: own })
    await byHand(-80.01, { of: own })
    // On several items of the account: their sum is what moved.
    const items = [
      { account: 1930, credit: 100 },
      { account: 1930, debit: 30 },
      { account: 6110, debit: 70 },
    ]
    const split = ok(await own.post('/journal-entries', { title: 'Delad', date: '2026-06-09', items })).id
    const { items: shown, path } = await transacted(own, {
      statements: [
        { entries: [entry(-8_000n), entry(-7_000n), entry(-8_000n), { ...entry(-8_000n), reversal: true }] },
      ],
    })
    const near = ['2026-06-09', '2026-06-08', '2026-06-05'].map((date) => ['entry', ids.get(date)])
    expect(shown.map(reasonsOf)).toEqual([near, [['entry', split]], near, []])
    ok(await match(`${path}/${shown[0].id}`, { journalEntryId: ids.get('2026-06-08') }, own))
    const left = ['2026-06-09', '2026-06-05', '2026-06-02'].map((date) => ['entry', ids.get(date)])
    expect(reasonsOf(ok(await own.get(`${path}/${shown[2].id}`)))).toEqual(left)
    // Any other day may be named by hand.
    ok(await match(`${path}/${shown[2].id}`, { journalEntryId: ids.get('2026-06-01') }, own))
  })

  test("that paid a customer's invoice is proposed in place of the invoice", async () => {
    const own = await newCompany()
    const { id, invoiceNumber, paymentReference } = await sold('Kund AB', own)
    const payments = `/invoices/${id}/payments`
    const on = { date: '2026-06-08', bookkeepingAccountNumber: 1930 }
    const payment = ok(await own.post(payments, { ...on, sumBaseCurrency: 500 }))
    const part = ok(await own.post(`${payments}/${payment.id}/record`)).journalEntryRef.id
    const inPart = await one(entry(50_000n, { ocr: paymentReference }), own)
    expect(reasonsOf(inPart.item)).toEqual([
      ['entry', part],
      ['ocr', id],
    ])
    ok(await match(inPart.url, { journalEntryId: part }, own))
    const rest = ok(await own.post(payments, { ...on, sumBaseCurrency: 750 }))
    const whole = ok(await own.post(`${payments}/${rest.id}/record`)).journalEntryRef.id
    const said = { ocr: paymentReference, text: `Faktura ${invoiceNumber}`, name: 'Kund AB' }
    const { url, item } = await one(entry(75_000n, said), own)
    expect(reasonsOf(item)).toEqual([['entry', whole]])
    ok(await match(url, { journalEntryId: whole }, own))
    expect((await balancesOf(own))[1930]).toBe(1250)
    expect(ok(await own.get(`/invoices/${id}`)).status).toBe('paid')
  })

  test("that paid a supplier's invoice is proposed in place of the invoice, which is not paid once more", async () => {
    const own = await newCompany()
    const { id, invoiceNumber } = await bought(640, { of: own })
    const { journalEntryRef } = ok(
      await own.post(`/supplier-invoices/${id}/payments`, { date: '2026-06-08', amount: 640 }),
    )
    const { url, item } = await one(entry(-64_000n, { text: invoiceNumber, name: 'Papper AB' }), own)
    expect(reasonsOf(item)).toEqual([['entry', journalEntryRef.id]])
    expect((await match(url, { supplierInvoiceId: id }, own)).body.code).toBe('operation-not-allowed')
    ok(await match(url, { journalEntryId: journalEntryRef.id }, own))
    expect((await balancesOf(own))[1930]).toBe(-640)
  })

  test('is refused when it is not there, of another amount, reversed or a reversal', async () => {
    const { url } = await one(entry(-900n))
    const missing = newId()
    const other = await byHand(-9, { of: await newCompany() })
    const less = await byHand(-8)
    const wrongWay = await byHand(9)
    const reversed = await byHand(-9)
    const mirror = ok(await company.post(`/journal-entries/${reversed}/reverse`))
    const { journalEntryNumber } = ok(await company.get(`/journal-entries/${reversed}`))
    const number = async (id: string) => ok(await company.get(`/journal-entries/${id}`)).journalEntryNumber
    const of = async (id: string, amount: number) =>
      `journal entry ${await number(id)} has ${amount} on account 1930, and the transaction is for -9`
    const refused: [id: string, ...messages: string[]][] = [
      [missing, `there is no journal entry ${missing}`],
      [other, `there is no journal entry ${other}`],
      [less, await of(less, -8)],
      [wrongWay, await of(wrongWay, 9)],
      [reversed, `journal entry ${journalEntryNumber} is reversed, by ${mirror.journalEntryNumber}`],
      [mirror.id, await of(mirror.id, 9), `journal entry ${mirror.journalEntryNumber} reverses another`],
    ]
    for (const [journalEntryId, ...messages] of refused) {
      const { status, body } = await match(url, { journalEntryId })
      expect([status, body.errors], messages[0]).toEqual([
        400,
        messages.map((message) => ({ field: '#/journalEntryId', message })),
      ])
    }
    expect((await match(url, { journalEntryId: less, account: 6570 })).body.errors).toEqual([
      { field: '#', message: expect.stringContaining('exactly one of') },
    ])
    expect((await match(url, { journalEntryId: less, title: 'x' })).body.errors).toMatchObject([{ field: '#/title' }])
    expect(ok(await company.get(url))).toMatchObject({ status: 'open', matchedWith: null })
  })

  test('is matched with one transaction, however many ask for it', async () => {
    const own = await newCompany()
    const id = await byHand(-100, { of: own })
    const asking = [await one(entry(-10_000n), own), await one(entry(-10_000n), own), await one(entry(-10_000n), own)]
    const answers = await Promise.all(asking.map(({ url }) => match(url, { journalEntryId: id }, own)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const { body } of answers.filter(({ status }) => status === 400)) {
      expect(body.errors).toMatchObject([{ message: expect.stringMatching(/is already matched with the transaction/) }])
    }
    expect(await entryCount(own)).toBe(1)
  })
})

describe('a bank payment', () => {
  test('is proposed by its giro when no file names it, noted as paid, and what it paid is matched after it', async () => {
    const number = '1002377'
    const { id: invoiceId } = await bought(1250.5, { invoiceNumber: number })
    const { id } = await paid(company)
    await service.database.rows(sql`
      update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
      where id = ${id}`)
    const { url, item } = await one(entry(-125_050n, { account: '5050-1055' }))
    expect(reasonsOf(item)).toEqual([['giro', id]])
    const noted = ok(await match(url, { bankPaymentId: id }))
    expect(noted).toMatchObject({ status: 'open', bankPaymentRef: { id }, journalEntryRef: null })
    expect(await statusOf(company, id)).toBe('paid')
    // What the payment said to whom it paid says now what it was for.
    expect(reasonsOf(noted)).toEqual([['number', invoiceId]])
    expect((await match(url, { bankPaymentId: id })).body.message).toMatch(/is paid, or another transaction has paid/)
    const booked = ok(await match(url, { supplierInvoiceId: invoiceId }))
    expect(booked).toMatchObject({
      status: 'booked',
      bankPaymentRef: { id },
      matchedWith: { supplierInvoiceId: invoiceId },
    })
  })
})

describe('nothing is booked', () => {
  test('of accounts in another currency than SEK', async () => {
    const iban = 'DE89370400440532013000'
    await withBankAccount(service, company, { iban, currency: 'EUR', account: 1940 })
    const statement = { account: iban, currency: 'EUR', entries: [{ ore: 125_000n, reference: aReference() }] }
    const { path, items } = await transacted(company, { statements: [statement] })
    expect(items).toMatchObject([{ currency: 'EUR', amount: 1250, proposals: [] }])
    expect((await match(`${path}/${items[0].id}`, { account: 3740 })).body).toMatchObject({
      code: 'operation-not-allowed',
      message: expect.stringContaining('is in EUR'),
    })
  })

  test('when the body is wrong, or what it names is not there', async () => {
    const { url } = await one(entry(-100n))
    const { id: payment } = await paid(company, { amount: 2 })
    const id = newId()
    const refused: [body: object, errors: object[]][] = [
      [{}, [{ field: '#', message: expect.stringContaining('exactly one of') }]],
      [{ account: 6570, invoiceId: id }, [{ field: '#', message: expect.stringContaining('exactly one of') }]],
      [
        { invoiceId: 'x', supplierInvoiceId: id, title: 'x' },
        [
          { field: '#/invoiceId', message: expect.any(String) },
          { field: '#/title', message: 'is for matching with an account only' },
        ],
      ],
      [{ invoiceId: id }, [{ field: '#/invoiceId', message: `there is no invoice ${id}` }]],
      [{ supplierInvoiceId: id }, [{ field: '#/supplierInvoiceId', message: `there is no supplier invoice ${id}` }]],
      [{ bankPaymentId: id }, [{ field: '#/bankPaymentId', message: expect.stringContaining(id) }]],
      [{ bankPaymentId: payment }, [{ field: '#/bankPaymentId', message: expect.stringContaining('is for 2.00') }]],
      [{ account: 1930 }, [{ field: '#/account', message: 'account 1930 is the bank account itself' }]],
      [{ account: 9999 }, [{ field: '#/account', message: expect.stringContaining('9999') }]],
    ]
    for (const [body, errors] of refused)
      expect((await match(url, body)).body.errors, JSON.stringify(body)).toEqual(errors)
    expect(ok(await company.get(url))).toMatchObject({ status: 'open', matchedWith: null })
    expect((await match(url.replace(/[^/]*$/, id), { account: 6570 })).status).toBe(404)
    expect((await company.get(url.replace(/bank-statements\/[^/]*/, `bank-statements/${id}`))).status).toBe(404)
  })

  test('on a day that is in no fiscal year', async () => {
    const { url } = await one({ ...entry(-100n), date: '2025-12-31' })
    expect((await match(url, { account: 6570 })).body).toMatchObject({ code: 'operation-not-allowed' })
    expect(ok(await company.get(url)).status).toBe('open')
  })
})

test('one transaction is booked once, however many match it at the same moment', async () => {
  const own = await newCompany()
  const invoice = await sold('Kund AB', own)
  const { url } = await one(entry(125_000n), own)
  const bodies = [{ account: 3740 }, { invoiceId: invoice.id }, { account: 3740 }, { invoiceId: invoice.id }]
  const answers = await Promise.all(bodies.map((body) => match(url, body, own)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  for (const { body } of answers.filter(({ status }) => status === 400)) {
    expect(body.message).toMatch(/is already booked/)
  }
  expect((await balancesOf(own))[1930]).toBe(1250)
})

test('two transactions for one invoice follow each other', async () => {
  const own = await newCompany()
  const { id } = await bought(500, { of: own })
  const both = [await one(entry(-50_000n), own), await one(entry(-50_000n), own)]
  const answers = await Promise.all(both.map(({ url }) => match(url, { supplierInvoiceId: id }, own)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await balancesOf(own))[1930]).toBe(-500)
})

test('the database books a transaction once and with its amount; the books are sound, and the verification sees', async () => {
  const check = async () => [
    ...(await service.operateFor(company.id, salesContribution.verify)),
    ...(await service.operateFor(company.id, purchasingContribution.verify)),
    await faultOf(service, company),
  ]
  expect(await check()).toEqual([null])
  const booked = ok(await match((await one(entry(-100n))).url, { account: 6570 }))
  const open = await one(entry(-200n))
  const equal = await one(entry(-100n))
  const back = await one(entry(100n))
  const reversed = await byHand(-1)
  const reversing = ok(await company.post(`/journal-entries/${reversed}/reverse`)).id
  const standing = (id: string) => `journal_entry_id = '${id}', account = 1930, matched_at = now(), matched_with = '{}',
    matched_by_kind = 'token', matched_by_id = id, matched_by_name = 'Prov'`
  const set = standing(booked.journalEntryRef.id)
  const refused: [statement: string, code: string][] = [
    [`update banking.transaction set ${set} where id = '${open.item.id}'`, 'GB072'],
    [`update banking.transaction set ${set} where id = '${booked.id}'`, 'GB072'],
    [`update banking.transaction set journal_entry_id = null where id = '${booked.id}'`, 'GB072'],
    [`update banking.transaction set ${standing(reversed)} where id = '${equal.item.id}'`, 'GB072'],
    [`update banking.transaction set ${standing(reversing)} where id = '${back.item.id}'`, 'GB072'],
    [`update banking.transaction set ${set} where id = '${equal.item.id}'`, 'GB072'],
  ]
  const client = await connectWhere(service, company.id)
  try {
    for (const [text, code] of refused) await expect(client.query(text), text).rejects.toMatchObject({ code })
    await client.query('set session_replication_role = replica')
    await client.query(`update banking.transaction set account = 6570 where id = '${booked.id}'`)
  } finally {
    await client.end()
  }
  expect(await faultOf(service, company)).toMatch(
    /^bank transaction .* is for -100, its entry has 100 on account 6570$/,
  )
})
