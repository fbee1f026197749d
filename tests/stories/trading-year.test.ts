// Two years of a company that trades with food: sold before and after the rate fell, bought and sold in the union, paid
// in euro, closed with its proposals, declared, reported and filed; then a short year of its own. All by its owner over
// HTTP, on a test company whose clock is moved.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok } from '#support/entries'
import { openOf } from '#support/owned'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-01-05T09:00:00Z')
  const made = { name: 'Nordhandel AB', isTest: true, companyType: 'limitedCompany' } as const
  company = checkedCompany(await service.newCompany({ ...made, fiscalYear: ['2026-01-01', '2026-12-31'] }))
  ask = await callingAs(service, company, 'owner')
})
afterAll(() => service.close())

const get = async (path: string) => ok(await ask('GET', path))
const post = async (path: string, body: object = {}) => ok(await ask('POST', path, body))
/** The company's clock goes to a day. */
const on = async (date: string) => ok(await ask('PUT', '/clock', { date }))

/** An entry of amounts in kronor by account; debit is positive. */
const booked = (date: string, title: string, amounts: Record<number, number>) => {
  const items = Object.entries(amounts).map(([account, kronor]) =>
    kronor > 0 ? { account: Number(account), debit: kronor } : { account: Number(account), credit: -kronor },
  )
  return post('/journal-entries', { date, title, items })
}

/** Goods sold on a day, in the books. */
const sold = async (
  invoiceDate: string,
  customer: string,
  unitPrice: number,
  more: { line: object; sale?: object },
) => {
  const line = { description: 'Varor', itemType: 'salesItem', productType: 'goods', unitPrice, ...more.line }
  const sale = { invoiceDate, customerRef: { id: customer }, lineItems: [line], ...more.sale }
  const { id, totalAmount } = await post('/invoices', sale)
  await post(`/invoices/${id}/publish`)
  await post(`/invoices/${id}/record`)
  return { id: id as string, totalAmount: totalAmount as number }
}

const paid = async (invoice: string, date: string, sumBaseCurrency: number, more: object = {}) => {
  const payment = { date, sumBaseCurrency, bookkeepingAccountNumber: 1930, ...more }
  const { id } = await post(`/invoices/${invoice}/payments`, payment)
  await post(`/invoices/${invoice}/payments/${id}/record`)
}

/** A quarter's return: its boxes and what is payable, which is then paid or received. */
const reportVat = async (startDate: string, endDate: string, day: string) => {
  await on(day)
  const { boxes, payable } = await post('/vat-returns', { startDate, endDate })
  if (payable !== 0) await booked(day, 'Moms', { 2650: payable, 1930: -payable })
  const filled = boxes.map(({ box, reported }: { box: string; reported: number }) => [box, reported])
  return { ...Object.fromEntries(filled), payable }
}

const yearOf = (id: string) => {
  const at = (rest: string) => `/fiscal-years/${id}${rest}`
  const figures = async () => {
    const { forms, problems } = await get(at('/tax-forms'))
    type Field = { field: string; amount: number | null }
    const of = (form: { form: string; fields: Field[] }) =>
      form.fields.filter(({ amount }) => amount).map(({ field, amount }) => [field, amount])
    const found = forms.map((form: { form: string; fields: Field[] }) => [form.form, Object.fromEntries(of(form))])
    const stops = problems.filter(({ severity }: { severity: string }) => severity === 'stops')
    return { forms: Object.fromEntries(found), stops }
  }
  return {
    at,
    figures,
    give: async (sections: object) => ok(await ask('PATCH', at('/proposal-inputs'), sections)),
    /** Takes a proposal; the entry that it books, by account. */
    take: async (kind: string) => {
      const { taken } = await post(at(`/proposals/${kind}/take`))
      const entry = taken.at(-1).entry as { account: number; debit: number; credit: number }[]
      return Object.fromEntries(entry.map(({ account, debit, credit }) => [account, debit - credit]))
    },
    sru: async () => {
      const answer = await fetch(`${company.url}${at('/tax-forms/files/BLANKETTER.SRU')}`, {
        headers: { authorization: `Bearer ${company.token}` },
      })
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .split('\r\n')
    },
    /** The report from its text to its filing; the meeting is on a day, the filing on the next. */
    report: async (days: { signed: string; meeting: string; filed: string }, text: object = {}) => {
      const signatories = [{ firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' }]
      const given = { seat: 'Malmö', business: 'Bolaget handlar med livsmedel.', averageEmployees: 1, signatories }
      ok(await ask('PUT', at('/annual-report/text'), { ...given, ...text }))
      await post(at('/annual-report/finalization'))
      await on(days.filed)
      const who = { firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' }
      const adoption = { meetingDate: days.meeting, isAsProposed: true, signedDate: days.meeting, ...who }
      const signing = { reportDate: days.signed, signatureDates: [days.signed], adoption }
      ok(await ask('PUT', at('/annual-report/signing'), signing))
      const filing = { filedOn: days.filed, channel: 'digital', reference: '7/2027' }
      expect((await post(at('/annual-report/filings'), filing)).state).toBe('filed')
    },
    openDeadlines: async () => {
      const { items } = await get(at('/deadlines'))
      return items.filter(({ isDone }: { isDone: boolean }) => !isDone).map(({ kind }: { kind: string }) => kind)
    },
  }
}

/** What accounts stand at, in kronor. */
const standing = async (...accounts: number[]) => {
  const balances = await balancesOf(company)
  return Object.fromEntries(accounts.map((account) => [account, balances[account] ?? 0]))
}

let berlin = ''
/** Food at 12 % and, from April, at 6 %; goods from and to the union; an invoice in euro that is paid with a gain. */
const trade = async () => {
  const address = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Malmö' }
  ok(await ask('PATCH', '/company-information', { address }))
  ok(await ask('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  await booked('2026-01-05', 'Aktiekapital', { 1930: 100_000, 2081: -100_000 })
  await on('2026-01-12')
  await booked('2026-01-12', 'Kylmaskin', { 1220: 60_000, 2641: 15_000, 1930: -75_000 })
  const machine = { name: 'Kylmaskin', acquisitionDate: '2026-01-12', acquisitionValue: 60_000, account: 1220 }
  await post('/fixed-assets', { ...machine, months: 60 })
  const { id: shop } = await post('/customers', { name: 'Torghandeln AB', type: 'company' })
  await on('2026-03-25')
  const before = await sold('2026-03-20', shop, 10_000, { line: { vatKind: 'food' } })
  expect(before.totalAmount).toBe(11_200)
  await paid(before.id, '2026-03-25', 11_200)
  const first = await reportVat('2026-01-01', '2026-03-31', '2026-04-02')
  // 12 % of 10 000, less the 15 000 on the machine.
  expect(first).toEqual({ '05': 10_000, 11: 1_200, 48: 15_000, payable: -13_800 })

  await on('2026-04-20')
  const after = await sold('2026-04-10', shop, 20_000, { line: { vatKind: 'food' } })
  expect(after.totalAmount).toBe(21_200)
  await paid(after.id, '2026-04-20', 21_200)
  await on('2026-05-04')
  const { id: supplier } = await post('/suppliers', { name: 'Feinkost GmbH' })
  const bill = { supplierRef: { id: supplier }, invoiceNumber: 'F-1', invoiceDate: '2026-05-04', dueDate: '2026-06-03' }
  const { id: bought } = await post('/supplier-invoices', { ...bill, totalAmount: 8_000 })
  const lines = [{ account: 4515, netAmount: 8_000, taxRate: 25, vatTreatment: 'euGoods' }]
  await post(`/supplier-invoices/${bought}/record`, { lines })
  await on('2026-06-01')
  await post(`/supplier-invoices/${bought}/payments`, { date: '2026-06-01', amount: 8_000 })
  const place = { line1: 'Hauptstraße 5', postalCode: '10827', city: 'Berlin', country: 'DE' }
  const buyer = { name: 'Berlin Kost GmbH', type: 'company', vatNumber: 'DE136695976', address: place }
  berlin = (await post('/customers', buyer)).id
  const inEuro = { line: { taxRate: 0 }, sale: { currency: 'EUR', currencyRate: 11 } }
  const first1000 = await sold('2026-06-01', berlin, 1_000, inEuro)
  const second = await reportVat('2026-04-01', '2026-06-30', '2026-07-01')
  // 6 % of 20 000; 25 % of 8 000 is owed and deducted.
  const owed = { 20: 8_000, 30: 2_000, 35: 11_000, 48: 2_000 }
  expect(second).toEqual({ '05': 20_000, 12: 1_200, ...owed, payable: 1_200 })
  const list = await get('/reports/eu-sales-list?from=2026-06-01&to=2026-06-30')
  expect(list.rows[0]).toMatchObject({ vatNumber: 'DE136695976', goods: { reported: 11_000 } })
  await paid(first1000.id, '2026-07-01', 11_200, { amount: 1_000 })
  expect(await standing(3960)).toEqual({ 3960: -200 })

  await on('2026-07-10')
  await booked('2026-07-10', 'Livsmedel', { 4010: 12_000, 2641: 720, 1930: -12_720 })
  const third = await reportVat('2026-07-01', '2026-09-30', '2026-10-01')
  expect(third).toEqual({ 48: 720, payable: -720 })
  await on('2026-12-10')
  await booked('2026-12-10', 'Representation', { 6072: 1_000, 1930: -1_000 })
  const last500 = await sold('2026-12-01', berlin, 500, inEuro)
  expect(await reportVat('2026-10-01', '2026-12-31', '2027-01-11')).toEqual({ 35: 5_500, payable: 0 })
  return last500.id
}

test('a year of trade, closed, declared and filed, and a short year after it', async () => {
  const unpaid = await trade()
  const { id: next } = await post('/fiscal-years', { startDate: '2027-01-01', endDate: '2027-06-30' })
  const year = yearOf(company.fiscalYearId)

  // 500 euro at 11.30 are 150 kronor more than at 11.
  await post('/currency-revaluations', { date: '2026-12-31', rates: [{ currency: 'EUR', rate: 11.3 }] })
  await post('/depreciations', { from: '2026-01', to: '2026-12', per: 'year' })
  await year.give({
    declined: ['reserve'],
    stock: { valuation: 'lowest', items: [{ name: 'Konserver', account: 1460, quantity: 100, cost: 40 }] },
  })
  expect(await year.take('stock')).toEqual({ 1460: 4_000, 4960: -4_000 })
  // 30 % of 60 000 is 18 000 at most, of which 12 000 are booked.
  expect(await year.take('taxDepreciation')).toEqual({ 2153: -6_000, 8853: 6_000 })
  // Sales 10 000 + 20 000 + 11 000 + 5 500, gains 200 + 150; goods 8 000 + 12 000 − 4 000, depreciation 12 000 + 6 000,
  // entertainment 1 000: 11 850. With the entertainment 12 850 are taxed; 20.6 % of them are 2 647.10.
  expect(openOf(await get(year.at('/closing')))).toMatchObject({ proposals: [1, null], result: [null, 11_850] })
  expect(await year.take('tax')).toEqual({ 8910: 2_647, 2512: -2_647 })
  // What is left is what the closing does, and the vouchers that entries by hand lack.
  const left = ['entriesWithoutDocument', 'openingBalances', 'result', 'transfer']
  expect(Object.keys(openOf(await get(year.at('/closing')))).sort()).toEqual(left)
  const closed = await post(year.at('/closing'))
  expect(closed.closings[0]).toMatchObject({ result: 9_203, nextFiscalYearId: next })

  const { forms, stops } = await year.figures()
  expect(stops).toEqual([])
  expect(forms.INK2R).toMatchObject({ 7410: 46_500, 7413: 350, 7515: 12_000, 7528: 2_647, 7450: 9_203 })
  expect(forms.INK2S).toMatchObject({ 7650: 9_203, 7651: 2_647, 7653: 1_000, 7670: 12_850 })
  expect(forms.INK2).toEqual({ 7104: 12_850 })
  const file = await year.sru()
  expect(file.filter((line) => line.startsWith('#BLANKETT '))).toEqual(
    ['INK2', 'INK2R', 'INK2S'].map((form) => `#BLANKETT ${form}-2026P4`),
  )
  expect(file).toContain('#UPPGIFT 7104 12850')
  await post(year.at('/deadlines/incomeTaxReturn'), { isDone: true })
  expect(await year.openDeadlines()).toEqual(['annualReport'])
  await on('2027-02-10')
  const dividend = { proposedDividend: 5_000, boardStatement: 'Utdelningen är försvarlig.' }
  await year.report({ signed: '2027-02-10', meeting: '2027-02-20', filed: '2027-02-21' }, dividend)
  expect(await year.openDeadlines()).toEqual([])

  await shortYear(next, unpaid)
})

/** Half a year with a dividend, a payment in euro, rent and a deficit, which the year after begins with. */
const shortYear = async (id: string, unpaid: string) => {
  const year = yearOf(id)
  const before = yearOf(company.fiscalYearId)
  const opened = await get(year.at('/opening-balances'))
  const opening = opened.balances.map(({ account, amount }: { account: number; amount: number }) => [account, amount])
  // Bank: 100 000 − 75 000 + 11 200 + 13 800 + 21 200 − 8 000 − 1 200 + 11 200 − 12 720 + 720 − 1 000 = 60 200.
  expect(Object.fromEntries(opening)).toEqual({
    1220: 60_000,
    1229: -12_000,
    1460: 4_000,
    1510: 5_500,
    1518: 150,
    1930: 60_200,
    2081: -100_000,
    2099: -9_203,
    2153: -6_000,
    2512: -2_647,
  })
  await before.give({ resultDecision: { date: '2027-02-20', dividend: 5_000 } })
  expect(await before.take('resultDecision')).toEqual({ 2091: -4_203, 2098: 9_203, 2898: -5_000 })
  await paid(unpaid, '2027-02-15', 5_700, { amount: 500 })
  await on('2027-03-10')
  await booked('2027-03-01', 'Utdelning', { 2898: 5_000, 1930: -5_000 })
  await booked('2027-03-10', 'Hyra', { 5010: 10_000, 2641: 2_500, 1930: -12_500 })
  expect(await reportVat('2027-01-01', '2027-03-31', '2027-04-01')).toEqual({ 48: 2_500, payable: -2_500 })
  expect(await reportVat('2027-04-01', '2027-06-30', '2027-07-05')).toEqual({ payable: 0 })
  await post('/depreciations', { from: '2027-01', to: '2027-06', per: 'year' })
  await year.give({
    declined: ['reserve'],
    stock: { valuation: 'lowest', items: [{ name: 'Konserver', account: 1460, quantity: 100, cost: 40 }] },
  })
  // Half of 30 % of 42 000 is 6 300, of which 6 000 are booked.
  expect(await year.take('taxDepreciation')).toEqual({ 2153: -300, 8853: 300 })
  const closed = await post(year.at('/closing'))
  // The gain of 200 less the 150 of last year; rent 10 000, depreciation 6 000 + 300.
  expect(closed.closings[0].result).toBe(-16_250)
  const { forms, stops } = await year.figures()
  expect([stops, forms.INK2]).toEqual([[], { 7114: 16_250 }])
  const file = await year.sru()
  expect(file).toContain('#BLANKETT INK2-2027P2')
  expect(file).toContain('#UPPGIFT 7012 20270630')
  await post(year.at('/deadlines/incomeTaxReturn'), { isDone: true })
  await on('2027-08-20')
  const comment = { overviewComment: 'Året är förkortat till sex månader.' }
  await year.report({ signed: '2027-08-20', meeting: '2027-08-30', filed: '2027-08-31' }, comment)
  expect(await year.openDeadlines()).toEqual([])
  const after = yearOf(closed.closings[0].nextFiscalYearId)
  expect(await get(after.at('/tax-computation'))).toMatchObject({ deficit: 16_250, isDeficitEntered: false })
}
