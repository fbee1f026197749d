// How the refusals come about that booking of purchases declares.
import { setRate } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { lockUnpaidPurchases, purchasingAdmin } from '#purchasing'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation, type Provoked, verbIn } from '#tests/surface/provocations'

const line = { account: 6110, netAmount: 100 }
const payment = { date: '2026-06-09', amount: 125 }

type Asked = { company: TestCompany; service: Service; id: string; url: string }

/** Does something with a supplier invoice, of 125 kronor unless said, recorded or not; answers what came back. */
const withInvoice = (
  isRecorded: boolean,
  ask: (asked: Asked) => Promise<{ body: Provoked }>,
  { currency = 'SEK', totalAmount = 125 } = {},
): Provocation =>
  over(async (company, service) => {
    const supplier = await company.post('/suppliers', { name: 'Papper AB', currency })
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const invoice = { supplierRef: { id: supplier.body.id }, ...dates, totalAmount }
    const { id } = (await company.post('/supplier-invoices', invoice)).body
    const url = `/supplier-invoices/${id}`
    if (isRecorded) await company.post(`${url}/record`, { lines: [line] })
    return ask({ company, service, id, url })
  })

const recording = (body: object): Provocation =>
  withInvoice(false, ({ company, url }) => company.post(`${url}/record`, { lines: [line], ...body }))

const ofLine = (changes: object): Provocation => recording({ lines: [{ ...line, ...changes }] })

const paying = (changes: object, isRecorded = true): Provocation =>
  withInvoice(isRecorded, ({ company, url }) => company.post(`${url}/payments`, { ...payment, ...changes }))

/** Pays an invoice in another currency. */
const inEuros: Provocation = async (service) => {
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
  return withInvoice(true, ({ company, url }) => company.post(`${url}/payments`, payment), { currency: 'EUR' })(service)
}

/** Sets an invoice of 125 off against a credit note of 25 of its supplier. */
const settingOff = (
  body: (ids: { id: string; note: string }) => object,
  then?: (company: TestCompany, url: string) => Promise<{ body: Provoked }>,
): Provocation =>
  withInvoice(true, async ({ company, id, url }) => {
    const { supplierRef } = (await company.get(url)).body
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const credit = { supplierRef: { id: supplierRef.id }, ...dates, totalAmount: -25 }
    const note = (await company.post('/supplier-invoices', credit)).body.id
    await company.post(`/supplier-invoices/${note}/record`, { lines: [{ ...line, netAmount: -20 }] })
    const asked = { supplierInvoiceRef: { id: note }, date: '2026-06-09', ...body({ id, note }) }
    const answer = await company.post(`${url}/set-offs`, asked)
    return then ? then(company, `${url}/set-offs/${answer.body.id}`) : answer
  })

/** A credit note of 25 of another supplier; its id. */
const strangeNote = async (company: TestCompany): Promise<string> => {
  const supplier = await company.post('/suppliers', { name: 'Glas AB' })
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const credit = { supplierRef: { id: supplier.body.id }, ...dates, totalAmount: -25 }
  return (await company.post('/supplier-invoices', credit)).body.id
}

export const ofPurchaseBooking: Record<string, Provocation> = {
  supplierInvoiceNotRecorded: paying({}, false),
  supplierInvoiceNotApproved: over(async (company, service) => {
    await service.operateFor(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
    const supplier = await company.post('/suppliers', { name: 'Papper AB' })
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const invoice = { supplierRef: { id: supplier.body.id }, ...dates, totalAmount: 125 }
    const { id } = (await company.post('/supplier-invoices', invoice)).body
    return company.post(`/supplier-invoices/${id}/payments`, payment)
  }),
  beyondRemaining: paying({ amount: 126 }),
  discountBeyond: withInvoice(true, async ({ company, url }) => {
    await company.post(`${url}/payments`, payment)
    return company.post(`${url}/payments`, { ...payment, amount: 0, cashDiscount: -1 })
  }),
  supplierPaymentNotFound: withInvoice(true, ({ company, url }) => company.get(`${url}/payments/${newId()}`)),
  setOffTakenBack: settingOff(
    () => ({}),
    async (company, url) => {
      await company.post(`${url}/reversal`, { date: '2026-06-09' })
      return company.post(`${url}/reversal`, { date: '2026-06-09' })
    },
  ),
  setOffNotFound: withInvoice(true, ({ company, url }) => company.get(`${url}/set-offs/${newId()}`)),
  tooManySupplierPayments: withInvoice(true, async ({ company, service, id, url }) => {
    const { journalEntryRef } = (await company.get(url)).body
    await service.database.rows(sql`
      insert into purchasing.payment (company_id, id, supplier_invoice_id, date, ore, base_ore, claim_base_ore,
        paid_before_ore, account, journal_entry_id, created_by_kind, created_by_id, created_at)
      select ${company.id}, gen_random_uuid(), ${id}, '2026-06-09', 1, 1, 1, n - 1, 1930, ${journalEntryRef.id},
        'token', ${newId()}, now()
      from generate_series(1, 1000) n order by n`)
    return company.post(`${url}/payments`, { ...payment, amount: 1 })
  }),
  accrualYear: async (service) => {
    const { id, fiscalYearId } = await service.newCompany()
    return verbIn(id, (call) => lockUnpaidPurchases(call, { fiscalYearId }))(service)
  },
}

export const ofPurchaseBookingFaults: Record<string, Provocation> = {
  setOffItself: settingOff(({ id }) => ({ supplierInvoiceRef: { id } })),
  setOffUnknown: settingOff(() => ({ supplierInvoiceRef: { id: newId() } })),
  setOffOtherParty: withInvoice(true, async ({ company, url }) =>
    company.post(`${url}/set-offs`, { supplierInvoiceRef: { id: await strangeNote(company) } }),
  ),
  setOffNothing: withInvoice(true, async ({ company, url }) => {
    const { supplierRef } = (await company.get(url)).body
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const invoice = { supplierRef: { id: supplierRef.id }, ...dates, totalAmount: 25 }
    const { id } = (await company.post('/supplier-invoices', invoice)).body
    return company.post(`${url}/set-offs`, { supplierInvoiceRef: { id } })
  }),
  setOffBeyond: settingOff(() => ({ amount: 26 })),
  notPurchased: ofLine({ account: 2440 }),
  lineAccount: ofLine({ account: 1 }),
  lineAmount: ofLine({ netAmount: 0 }),
  exemptRate: ofLine({ vatTreatment: 'exempt', taxRate: 25 }),
  reversedRate: ofLine({ vatTreatment: 'euGoods', taxRate: 0 }),
  taxNotCharged: ofLine({ vatTreatment: 'euGoods', taxAmount: 25 }),
  taxAmount: ofLine({ taxAmount: 26.01 }),
  linesDiffer: ofLine({ netAmount: 101 }),
  nothingBooked: withInvoice(
    false,
    ({ company, url }) => company.post(`${url}/record`, { lines: [line, { ...line, netAmount: -line.netAmount }] }),
    { totalAmount: 0 },
  ),
  rateOfSek: recording({ currencyRate: 2 }),
  paymentAccount: paying({ bookkeepingAccountNumber: 1510 }),
  paymentAmount: paying({ amount: 0 }),
  baseMissing: inEuros,
  baseOfSek: paying({ sumBaseCurrency: 126 }),
  baseSide: paying({ sumBaseCurrency: -125 }),
  discountSide: paying({ cashDiscount: -1 }),
  discountOfNothing: async (service) => {
    await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
    const discounted = async ({ company, url }: Asked) => {
      await company.post(`${url}/record`, { currencyRate: 0.0006, lines: [line] })
      return company.post(`${url}/payments`, { ...payment, amount: 0, cashDiscount: 5 })
    }
    return withInvoice(false, discounted, { currency: 'EUR' })(service)
  },
  termsOfNothing: paying({ termsOnInvoice: true }),
}
