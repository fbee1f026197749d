// How the refusals of revaluations of what is in other currencies come about.
import { bankingAdmin } from '#banking'
import { setRate } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { over, type Provocation } from '#tests/surface/provocations'

const euros = { account: 1940, currency: 'EUR', balance: 10 }
const rates = [{ currency: 'EUR', rate: 11 }]
/** A revaluation of an account in euro. */
const ofAccount = { date: '2026-05-31', accounts: [euros], rates }

const asking = (changes: object): Provocation =>
  over((company) => company.post('/currency-revaluations', { ...ofAccount, ...changes }))

export const ofRevaluations: Record<string, Provocation> = {
  revaluationNotFound: over((company) => company.get(`/currency-revaluations/${newId()}`)),
  nothingInCurrency: asking({ accounts: [] }),
  tooManyItems: over(async (company, service) => {
    await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-05-01', rate: '11' }))
    const supplier = (await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' })).body
    const invoice = { invoiceNumber: 'F-1', invoiceDate: '2026-05-01', dueDate: '2026-06-01', totalAmount: 200 }
    const { id } = (await company.post('/supplier-invoices', { ...invoice, supplierRef: { id: supplier.id } })).body
    const lines = [{ account: 6110, netAmount: 200, vatTreatment: 'exempt' }]
    await company.post(`/supplier-invoices/${id}/record`, { lines })
    await service.database.rows(sql`
      insert into purchasing.supplier_invoice
      select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'invoice_number', 'N-' || n))).*
      from purchasing.supplier_invoice i cross join generate_series(1, 5000) n
      where i.company_id = ${company.id} and i.id = ${id}`)
    return company.post('/currency-revaluations', { ...ofAccount, accounts: [] })
  }),
  revaluedAlready: over(async (company) => {
    await company.post('/currency-revaluations', ofAccount)
    return company.post('/currency-revaluations', ofAccount)
  }),
  laterRevaluation: over(async (company) => {
    await company.post('/currency-revaluations', { ...ofAccount, isReversed: false })
    return company.post('/currency-revaluations', { ...ofAccount, date: '2026-04-30' })
  }),
  revaluationReversed: over(async (company) => {
    const { id } = (await company.post('/currency-revaluations', ofAccount)).body
    await company.post(`/currency-revaluations/${id}/reverse`)
    return company.post(`/currency-revaluations/${id}/reverse`)
  }),
}

export const ofRevaluationFaults: Record<string, Provocation> = {
  dayToCome: asking({ date: '2026-12-31' }),
  rateMissing: asking({ accounts: [{ ...euros, currency: 'CHF' }] }),
  rate: asking({ rates: [{ currency: 'EUR', rate: 11.123_456_789 }] }),
  balanceMissing: over(async (company, service) => {
    const account = { name: 'Euro', iban: 'DE89370400440532013000', currency: 'EUR', account: 1940 }
    await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
    const items = [
      { account: 1940, debit: 100 },
      { account: 1930, credit: 100 },
    ]
    await company.post('/journal-entries', { title: 'Överföring', date: '2026-05-01', items })
    return company.post('/currency-revaluations', { ...ofAccount, accounts: [] })
  }),
  account: asking({ accounts: [{ ...euros, account: 3001 }] }),
  accountTwice: asking({ accounts: [euros, euros] }),
  accountOfLedger: asking({ accounts: [{ ...euros, account: 1510 }] }),
  accountCurrency: over(async (company, service) => {
    const account = { name: 'Dollar', iban: 'DE89370400440532013000', currency: 'USD', account: 1940 }
    await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
    return company.post('/currency-revaluations', ofAccount)
  }),
  currency: asking({ accounts: [{ ...euros, currency: 'SEK' }] }),
  balance: asking({ accounts: [{ ...euros, balance: 0.001 }] }),
  unrecorded: over(async (company) => {
    const customer = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
    const sale = { customerRef: { id: customer.id }, invoiceDate: '2026-05-01', lineItems: [line] }
    const { id } = (await company.post('/invoices', { ...sale, currency: 'EUR', currencyRate: 11 })).body
    for (const step of ['publish', 'record']) await company.post(`/invoices/${id}/${step}`)
    const payment = { date: '2026-05-10', amount: 50, sumBaseCurrency: 560, bookkeepingAccountNumber: 1930 }
    await company.post(`/invoices/${id}/payments`, payment)
    return company.post('/currency-revaluations', { ...ofAccount, accounts: [] })
  }),
}
