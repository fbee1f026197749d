// Proposals beyond one document: several that make the sum, own transfers, what was booked before, the tax account; and
// the list of unmatched transactions. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import type { WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { transacted } from './importing.ts'
import { withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
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
  return `Q${references}`
}
const entry = (ore: bigint, said: Partial<NonNullable<WrittenEntry['details']>[0]> = {}): WrittenEntry => ({
  ore,
  reference: aReference(),
  details: [{ ore, ...said }],
})

/** Transactions of one statement: each with its address. */
const told = async (of: TestCompany, entries: WrittenEntry[], account?: string): Promise<Answer['body'][]> => {
  const { path, items } = await transacted(of, { statements: [{ ...(account ? { account } : {}), entries }] })
  return items.map((item) => ({ ...item, url: `${path}/${item.id}` }))
}
const again = async (of: TestCompany, { url }: { url: string }) => ok(await of.get(url))

const sold = async (of: TestCompany, name: string, unitPrice = 1000): Promise<Answer['body']> => {
  const customer = ok(await of.post('/customers', { name, type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
  const { id } = ok(await of.post('/invoices', draft))
  ok(await of.post(`/invoices/${id}/publish`))
  return ok(await of.post(`/invoices/${id}/record`))
}

const bought = async (of: TestCompany, supplierId: string, total: number): Promise<Answer['body']> => {
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id: supplierId }, invoiceNumber: aReference(), ...dates, totalAmount: total }
  const made = ok(await of.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: total, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await of.post(`/supplier-invoices/${made.id}/record`, { lines }))
}

const partsOf = ({ parts = [] }: Answer['body']) => parts.map(({ id, amount }: Answer['body']) => [id, amount])

test('several invoices are proposed by the numbers in the text, or by the payer, when they make the sum', async () => {
  const company = await newCompany()
  const one = await sold(company, 'Kund AB')
  const two = await sold(company, 'Kund AB', 400)
  const three = await sold(company, 'Kund AB', 80)
  const other = await sold(company, 'Berg HB', 400)
  const [named, byName, sum, none] = await told(company, [
    entry(175_000n, { text: `Fakt ${one.invoiceNumber} och ${other.invoiceNumber}` }),
    entry(135_000n, { name: 'KUND AKTIEBOLAG' }),
    entry(185_000n, { name: 'Kund AB', text: 'Tack' }),
    entry(135_100n, { name: 'Kund AB' }),
  ])
  expect(named.proposals[0]).toMatchObject({ reason: 'numbers', kind: 'parts', amount: 1750 })
  expect(partsOf(named.proposals[0])).toEqual([
    [one.id, 1250],
    [other.id, 500],
  ])
  expect(byName.proposals).toMatchObject([{ reason: 'sumAndName', kind: 'parts', amount: 1350 }])
  expect(partsOf(byName.proposals[0])).toEqual([
    [one.id, 1250],
    [three.id, 100],
  ])
  expect(partsOf(sum.proposals[0])).toHaveLength(3)
  expect(none.proposals).toEqual([])
  // As it is proposed it is booked, and what is paid is not proposed again.
  const parts = sum.proposals[0].parts.map(({ id, amount }: Answer['body']) => ({ invoiceId: id, amount }))
  expect(ok(await company.post(`${sum.url}/match`, { parts }))).toMatchObject({ status: 'booked' })
  expect(ok(await company.get(`/invoices/${two.id}`)).status).toBe('paid')
  expect((await again(company, byName)).proposals).toEqual([])
})

test('the invoice that is named is proposed, however many others of the same amount are due before it', async () => {
  const company = await newCompany()
  const customer = ok(await company.post('/customers', { name: 'Gymmet AB', type: 'company' }))
  const line = { description: 'Kort', itemType: 'salesItem', productType: 'services', unitPrice: 239.2, taxRate: 25 }
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { customerRef: { id: customer.id }, ...dates, lineItems: [line] }
  const batches = 11
  const each = 91
  const operations = Array.from({ length: each }, (_, place) => [
    { name: `card${place}`, method: 'POST', path: '/invoices', body: draft },
    { method: 'POST', path: `/invoices/{card${place}#/id}/publish` },
  ]).flat()
  for (let batch = 0; batch < batches; batch += 1) ok(await company.post('/bulk', { mode: 'atomic', operations }))
  const { id } = ok(await company.post('/invoices', { ...draft, dueDate: '2026-07-02' }))
  const last = ok(await company.post(`/invoices/${id}/publish`))
  const [byReference, byNumber] = await told(company, [
    entry(29_900n, { ocr: last.paymentReference }),
    entry(29_900n, { text: `Faktura ${last.invoiceNumber}` }),
  ])
  expect(byReference.proposals).toMatchObject([{ reason: 'ocr', id: last.id, amount: 299 }])
  expect(byNumber.proposals).toMatchObject([{ reason: 'number', id: last.id, amount: 299 }])
})

test('a transfer to a supplier is proposed as the invoices less the credit note, by giro', async () => {
  const company = await newCompany()
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '991-2346' }
  const { id } = ok(await company.post('/suppliers', { name: 'Papper AB', paymentDetails }))
  const one = await bought(company, id, 1000)
  const two = await bought(company, id, 600)
  const credit = await bought(company, id, -200)
  const [paid] = await told(company, [entry(-140_000n, { account: '9912346' })])
  expect(paid.proposals).toMatchObject([{ reason: 'sumAndName', kind: 'parts', amount: -1400 }])
  expect(new Map(partsOf(paid.proposals[0]))).toEqual(
    new Map([
      [one.id, -1000],
      [two.id, -600],
      [credit.id, 200],
    ]),
  )
})

test('an account is proposed after it was taken, by account, name or text, with how often; a mistake is not learned', async () => {
  const company = await newCompany()
  const spotify = (place: number) => entry(-11_900n, { name: 'Spotify AB', text: `Kort ${place}` })
  const fee = (place: number) => ({
    ore: -4_500n - BigInt(place),
    reference: aReference(),
    info: `Bankavgift 2026-0${place}`,
  })
  const first = await told(
    company,
    [1, 2, 3].flatMap((place) => [spotify(place), fee(place)]),
  )
  expect(first.map(({ proposals }) => proposals)).toEqual(first.map(() => []))
  const take = async (one: Answer['body'], account: number) => ok(await company.post(`${one.url}/match`, { account }))
  await take(first[0], 6540)
  const [wrong, ...rest] = [first[2], first[4]]
  const { journalEntryRef } = await take(wrong, 4010)
  ok(await company.post(`/journal-entries/${journalEntryRef.id}/reverse`))
  expect((await again(company, rest[0])).proposals).toEqual([
    { reason: 'habit', kind: 'account', isSure: false, account: 6540, times: 1, amount: -119 },
  ])
  await take(rest[0], 6540)
  for (const one of [first[1], first[3]]) await take(one, 6570)
  await take(first[5], 6991)
  const [song, bank, back, stranger] = await told(company, [
    entry(-12_900n, { name: 'SPOTIFY  AB' }),
    fee(9),
    entry(11_900n, { name: 'Spotify AB' }),
    entry(-11_900n, { name: 'Annan AB' }),
  ])
  expect(song.proposals).toEqual([
    { reason: 'habit', kind: 'account', isSure: false, account: 6540, times: 2, amount: -129 },
  ])
  expect(bank.proposals.map(({ account, times }: Answer['body']) => [account, times])).toEqual([
    [6570, 2],
    [6991, 1],
  ])
  // Money back is another matter, and so is another name.
  expect([back.proposals, stranger.proposals]).toEqual([[], []])
  // Another company has not learned it.
  const [elsewhere] = await told(await newCompany(), [spotify(1)])
  expect(elsewhere.proposals).toEqual([])
})

test('a transfer between own accounts is proposed on both, and then by its entry', async () => {
  const company = await newCompany()
  const iban = 'SE7280000810340009783242'
  await withBankAccount(service, company, { iban, account: 1940, name: 'Sparkonto' })
  const [out, named] = await told(company, [entry(-80_000n), entry(-70_000n, { account: '810340009783242' })])
  const [back] = await told(company, [entry(80_000n)], iban)
  expect(named.proposals).toMatchObject([{ reason: 'ownTransfer', kind: 'account', account: 1940, name: 'Sparkonto' }])
  expect((await again(company, out)).proposals).toMatchObject([{ reason: 'ownTransfer', account: 1940, amount: -800 }])
  expect(back.proposals).toMatchObject([{ reason: 'ownTransfer', account: 1930, amount: 800 }])
  const { journalEntryRef } = ok(await company.post(`${out.url}/match`, { account: 1940 }))
  expect((await again(company, back)).proposals[0]).toMatchObject({ reason: 'entry', id: journalEntryRef.id })
  // To another company that account is a stranger's.
  const [strange] = await told(await newCompany(), [entry(-70_000n, { account: '810340009783242' })])
  expect(strange.proposals).toEqual([])
})

test('the tax account is proposed for the tax agency, where nothing better is known', async () => {
  const company = await newCompany()
  const tax = () => entry(-1_234_500n, { name: 'Skatteverket', account: '50501055' })
  const [one, two] = await told(company, [tax(), tax()])
  expect(one.proposals).toMatchObject([{ reason: 'taxAccount', kind: 'account', account: 1630 }])
  ok(await company.post(`${one.url}/match`, { account: 2650 }))
  expect((await again(company, two)).proposals).toMatchObject([{ reason: 'habit', account: 2650, times: 1 }])
})

test('unmatched transactions are one list over all statements, with what each is for, by day', async () => {
  const company = await newCompany()
  const on = (date: string, ore: bigint) => ({ ...entry(ore, { name: 'Kund AB' }), date })
  const [first] = await told(company, [on('2026-06-02', 125_000n), on('2026-06-03', 200n)])
  const [second, third] = await told(company, [on('2026-06-02', 300n), on('2026-06-04', 400n)])
  const { id } = await sold(company, 'Kund AB')
  const all = ok(await company.get('/bank-transactions'))
  expect(all.items.map(({ date, amount }: Answer['body']) => [date, amount])).toEqual([
    ['2026-06-04', 4],
    ['2026-06-03', 2],
    ['2026-06-02', 3],
    ['2026-06-02', 1250],
  ])
  const begin = ok(await company.get('/bank-transactions?pageSize=3&cursor='))
  const rest = ok(await company.get(`/bank-transactions?pageSize=3&cursor=${begin.nextCursor}`))
  expect([...begin.items, ...rest.items]).toEqual(all.items)
  const day = async () =>
    ok(await company.get(`/bank-transactions?query=${encodeURIComponent('date==2026-06-02')}`)).items
  const [, oldest] = await day()
  expect(oldest).toMatchObject({ id: first.id, proposals: [{ kind: 'invoice', id, reason: 'amountAndName' }] })
  expect(`/bank-statements/${oldest.bankStatementRef.id}/transactions/${oldest.id}`).toBe(first.url)
  ok(await company.post(`${first.url}/match`, { invoiceId: id }))
  expect((await day()).map((one: Answer['body']) => one.id)).toEqual([second.id])
  expect(third.proposals).toEqual([])
})

test('a proposal is sure when nothing else fits, not even a transaction on another page', async () => {
  const company = await newCompany()
  const one = await sold(company, 'Kund AB')
  const two = await sold(company, 'Berg HB')
  const ocr = ({ paymentReference }: Answer['body'], ore = 125_000n) => entry(ore, { ocr: paymentReference })
  const [single, sure] = await told(company, [ocr(one), ocr(two)])
  const sureOf = ({ proposals }: Answer['body']) => proposals.map(({ isSure }: Answer['body']) => isSure)
  expect([sureOf(single), sureOf(sure)]).toEqual([[true], [true]])
  // Half of it comes in another file: now it is unknown which of the two pays what.
  const [half] = await told(company, [ocr(one, 60_000n)])
  expect(sureOf(half)).toEqual([false])
  expect(sureOf(await again(company, single))[0]).toBe(false)
  expect(sureOf(await again(company, sure))[0]).toBe(true)
  const listed = ok(await company.get('/bank-transactions')).items
  expect(new Map(listed.map((line: Answer['body']) => [line.id, sureOf(line)[0]]))).toEqual(
    new Map([
      [single.id, false],
      [sure.id, true],
      [half.id, false],
    ]),
  )
})

describe.each(['overpaid', 'credited'] as const)('money of a customer whose invoice was %s', (how) => {
  const overpaid = async (company: TestCompany, name: string): Promise<Answer['body']> => {
    const invoice = await sold(company, name)
    const payment = { date: '2026-06-05', bookkeepingAccountNumber: 1930 }
    const sumBaseCurrency = how === 'overpaid' ? 1650 : 1250
    const { id } = ok(await company.post(`/invoices/${invoice.id}/payments`, { ...payment, sumBaseCurrency }))
    ok(await company.post(`/invoices/${invoice.id}/payments/${id}/record`))
    if (how === 'credited') {
      const note = ok(await company.post(`/invoices/${invoice.id}/credit`))
      ok(await company.post(`/credit-notes/${note.id}/publish`))
      ok(await company.post(`/credit-notes/${note.id}/record`))
    }
    return invoice
  }
  const back = how === 'overpaid' ? 400 : 1250
  const paidOn = async (company: TestCompany, { id }: { id: string }): Promise<number> =>
    ok(await company.get(`/invoices/${id}/payments`)).items.reduce(
      (sum: number, { sumBaseCurrency }: Answer['body']) => sum + sumBaseCurrency,
      0,
    )

  test('goes back: the refund is proposed, and matched with the invoice', async () => {
    const company = await newCompany()
    const invoice = await overpaid(company, 'Kund AB')
    const ore = BigInt(back) * -100n
    const [refund, other, strange] = await told(company, [
      entry(ore, { name: 'KUND AKTIEBOLAG' }),
      entry(ore + 100n, { name: 'Kund AB' }),
      entry(ore, { name: 'Berg HB' }),
    ])
    expect(refund.proposals).toMatchObject([
      { kind: 'invoice', reason: 'amountAndName', id: invoice.id, amount: -back, isSure: false },
    ])
    expect([other.proposals, strange.proposals]).toEqual([[], []])
    ok(await company.post(`${refund.url}/match`, { invoiceId: invoice.id }))
    expect(await paidOn(company, invoice)).toBe(how === 'overpaid' ? 1250 : 0)
  })

  test('is kept from the next payment: the net is proposed in parts, and matched', async () => {
    const company = await newCompany()
    const invoice = await overpaid(company, 'Kund AB')
    const next = await sold(company, 'Kund AB', 1800)
    const [net] = await told(company, [entry(BigInt(2250 - back) * 100n, { name: 'Kund AB' })])
    expect(net.proposals[0]).toMatchObject({ kind: 'parts', reason: 'sumAndName', amount: 2250 - back })
    expect(partsOf(net.proposals[0]).toSorted()).toEqual(
      [
        [invoice.id, -back],
        [next.id, 2250],
      ].toSorted(),
    )
    const parts = partsOf(net.proposals[0]).map(([invoiceId, amount]: [string, number]) => ({ invoiceId, amount }))
    ok(await company.post(`${net.url}/match`, { parts }))
    expect([await paidOn(company, invoice), await paidOn(company, next)]).toEqual([how === 'overpaid' ? 1250 : 0, 2250])
  })
})
