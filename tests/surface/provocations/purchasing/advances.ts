// How the refusals come about that advances to suppliers declare.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation, type Provoked } from '#tests/surface/provocations'

const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
const date = '2026-06-09'

const newSupplier = async (company: TestCompany, currency = 'SEK'): Promise<string> =>
  (await company.post('/suppliers', { name: 'Papper AB', currency })).body.id

const recorded = async (company: TestCompany, supplierId: string, account: number): Promise<string> => {
  const invoice = { supplierRef: { id: supplierId }, ...dates, totalAmount: 125 }
  const { id } = (await company.post('/supplier-invoices', invoice)).body
  await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account, netAmount: 100 }] })
  return id
}

type Asked = { company: TestCompany; service: Service; id: string; url: string; supplierId: string }

/** An advance of 125 kronor, by a payment alone or by an invoice that is paid. */
const withAdvance = (
  ask: (asked: Asked) => Promise<{ body: Provoked }>,
  { isInvoiced = false, currency = 'SEK' } = {},
): Provocation =>
  over(async (company, service) => {
    const supplierId = await newSupplier(company, currency)
    if (isInvoiced) {
      const invoice = await recorded(company, supplierId, 1480)
      await company.post(`/supplier-invoices/${invoice}/payments`, { date, amount: 125 })
    } else {
      const money = currency === 'SEK' ? {} : { sumBaseCurrency: 1250 }
      await company.post('/supplier-advances', { supplierRef: { id: supplierId }, date, amount: 125, ...money })
    }
    const [{ id }] = (await company.get('/supplier-advances')).body.items
    return ask({ company, service, id, url: `/supplier-advances/${id}`, supplierId })
  })

const using = (body: object, kind: { isInvoiced?: boolean; currency?: string } = {}): Provocation =>
  withAdvance(({ company, url }) => company.post(`${url}/uses`, { date, ...body }), kind)

/** Sets the advance off against an invoice of its supplier, and does something after it. */
const settingOff = (
  account: number,
  then: (asked: Asked & { invoice: string; use: string }) => Promise<{ body: Provoked }>,
  isInvoiced = false,
): Provocation =>
  withAdvance(
    async (asked) => {
      const invoice = await recorded(asked.company, asked.supplierId, account)
      const body = { supplierInvoiceRef: { id: invoice }, date }
      const use = (await asked.company.post(`${asked.url}/uses`, body)).body.id
      return then({ ...asked, invoice, use })
    },
    { isInvoiced },
  )

const ofPayment = (payment: object, isUsed: boolean): Provocation =>
  settingOff(
    6110,
    async ({ company, url, use }) => {
      if (!isUsed) await company.post(`${url}/uses/${use}/reversal`, { date })
      const { supplierInvoiceRef } = (await company.get(url)).body
      return company.post(`/supplier-invoices/${supplierInvoiceRef.id}/payments`, { date, ...payment })
    },
    true,
  )

/** A final invoice that deducts the advance; the use that this made. */
const deducted = withAdvance(async ({ company, url, supplierId }) => {
  const invoice = { supplierRef: { id: supplierId }, ...dates, totalAmount: 100 }
  const { id } = (await company.post('/supplier-invoices', invoice)).body
  const lines = [
    { account: 6110, netAmount: 200, vatTreatment: 'exempt' },
    { account: 1480, netAmount: -100, vatTreatment: 'exempt' },
  ]
  await company.post(`/supplier-invoices/${id}/record`, { lines })
  const [use] = (await company.get(`${url}/uses`)).body.items
  return company.post(`${url}/uses/${use.id}/reversal`, { date })
})

const full = withAdvance(async ({ company, service, id, url }) => {
  await service.database.rows(sql`
    insert into purchasing.advance_use (company_id, id, advance_id, kind, date, ore, base_ore, supplier_invoice_id,
      created_by_kind, created_by_id, created_at)
    select ${company.id}, gen_random_uuid(), ${id}, 'deducted', ${date}, 1, 1, ${newId()}, 'person', ${newId()}, now()
    from generate_series(1, 1000)`)
  return company.post(`${url}/uses`, { date, amount: 1 })
})

export const ofAdvances: Record<string, Provocation> = {
  advanceNotFound: over((company) => company.get(`/supplier-advances/${newId()}`)),
  useNotFound: withAdvance(({ company, url }) => company.get(`${url}/uses/${newId()}`)),
  useTakenBack: settingOff(6110, async ({ company, url, use }) => {
    await company.post(`${url}/uses/${use}/reversal`, { date })
    return company.post(`${url}/uses/${use}/reversal`, { date })
  }),
  useOfRecord: deducted,
  repaidByCreditNote: using({}, { isInvoiced: true }),
  paymentNeeded: ofPayment({ amount: -1 }, true),
  discountOfAdvance: withAdvance(async ({ company, supplierId }) => {
    const invoice = await recorded(company, supplierId, 1480)
    return company.post(`/supplier-invoices/${invoice}/payments`, { date, amount: 100, cashDiscount: 25 })
  }),
  tooManyUses: full,
}

const paying = (body: object, currency = 'SEK'): Provocation =>
  over(async (company) => {
    const supplierRef = { id: await newSupplier(company, currency) }
    return company.post('/supplier-advances', { supplierRef, date, amount: 125, ...body })
  })

const recording = (lines: readonly object[]): Provocation =>
  over(async (company) => {
    const invoice = { supplierRef: { id: await newSupplier(company) }, ...dates, totalAmount: 200 }
    const { id } = (await company.post('/supplier-invoices', invoice)).body
    return company.post(`/supplier-invoices/${id}/record`, { lines })
  })

export const ofAdvanceFaults: Record<string, Provocation> = {
  amount: paying({ amount: 0 }),
  unknownSupplier: paying({ supplierRef: { id: newId() } }),
  unknownInvoice: using({ supplierInvoiceRef: { id: newId() } }),
  otherSupplier: withAdvance(async ({ company, url }) => {
    const invoice = await recorded(company, await newSupplier(company), 6110)
    return company.post(`${url}/uses`, { date, supplierInvoiceRef: { id: invoice } })
  }),
  nothingOwed: withAdvance(
    async ({ company, url }) => {
      const { supplierInvoiceRef } = (await company.get(url)).body
      return company.post(`${url}/uses`, { date, supplierInvoiceRef })
    },
    { isInvoiced: true },
  ),
  beyond: using({ amount: 126 }),
  baseMissing: paying({}, 'EUR'),
  baseOfOwn: paying({ sumBaseCurrency: 1 }),
  moneyOfSetOff: using({ supplierInvoiceRef: { id: newId() }, sumBaseCurrency: 1 }),
  mixedLines: recording([
    { account: 6110, netAmount: 100, vatTreatment: 'exempt' },
    { account: 1480, netAmount: 100, vatTreatment: 'exempt' },
  ]),
  untaxedAdvance: recording([{ account: 1480, netAmount: 200, vatTreatment: 'euGoods' }]),
}
