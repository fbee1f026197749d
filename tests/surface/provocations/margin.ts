// How the refusals of the margin scheme come about.
import { createAccount } from '#ledger'
import { newId } from '#platform/id'
import { callingAs } from '#support/calling'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const sales = { account: 3211, from: '2025-01-01', kind: 'sales', method: 'perPeriod', taxRate: 25 }
const days = { startDate: '2026-01-01', endDate: '2026-03-31' }

const put = async (service: Service, company: TestCompany, accounts: readonly object[], carriedIn: object[] = []) => {
  await service.operateFor(company.id, (call) => createAccount(call, { number: 3211, name: 'Vinstmarginal' }))
  const ask = await callingAs(service, company, 'owner')
  await ask('PATCH', '/vat-setting', { vatSetting: 'quarterly' })
  return ask('PUT', '/margin-accounts', { accounts, carriedIn })
}

/** By the accounts that are set. */
const accounts = (...given: object[]): Provocation => over((company, service) => put(service, company, given))

const sold = async (company: TestCompany) => {
  const items = [
    { account: 1930, debit: 100 },
    { account: 3211, credit: 100 },
  ]
  await company.post('/journal-entries', { title: 'Begagnat', date: '2026-03-10', items })
}

export const ofMargin: Record<string, Provocation> = {
  notFound: over((company) => company.get(`/margins/${newId()}`)),
  noAccounts: over(async (company, service) => {
    await put(service, company, [])
    return company.post('/margins', days)
  }),
  nothingToDo: over(async (company, service) => {
    await put(service, company, [sales])
    return company.post('/margins', days)
  }),
  notWorkedOut: over(async (company, service) => {
    await put(service, company, [sales])
    await sold(company)
    return company.post('/vat-returns', days)
  }),
}

export const ofMarginFaults: Record<string, Provocation> = {
  unknownAccount: accounts({ ...sales, account: 1930 }),
  salesBox: accounts({ ...sales, account: 3001 }),
  purchaseBox: accounts({ ...sales, account: 4515, kind: 'purchases' }),
  lossPerPeriod: accounts({ ...sales, kind: 'salesAtLoss' }),
  repeated: accounts(sales, sales),
  repeatedRate: over((company, service) =>
    put(
      service,
      company,
      [],
      [
        { taxRate: 25, amount: 1 },
        { taxRate: 25, amount: 2 },
      ],
    ),
  ),
  amount: over((company, service) => put(service, company, [], [{ taxRate: 25, amount: 0.001 }])),
}
