// How the refusals of the union scheme come about.
import { ledgerAdmin } from '#ledger'
import { newId } from '#platform/id'
import { callingAs } from '#support/calling'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const own = { account: 3990, from: '2025-01-01', country: 'DE', taxRate: 19, supply: 'goods' }

const set = async (service: Service, company: TestCompany, accounts: readonly object[] = [own]) =>
  (await callingAs(service, company, 'owner'))('PUT', '/oss-accounts', { accounts })

/** By the accounts that are set. */
const accounts = (...given: object[]): Provocation => over((company, service) => set(service, company, given))

/** By returns, one after the other, when there is an account. */
const made = (...bodies: object[]): Provocation =>
  over(async (company, service) => {
    await set(service, company)
    const answers = []
    for (const body of bodies) answers.push(await company.post('/oss-returns', { currencyRate: 11.2, ...body }))
    return answers.at(-1) as (typeof answers)[number]
  })

const first = { year: 2026, quarter: 1 }
const before = { year: 2025, quarter: 4 }

export const ofOss: Record<string, Provocation> = {
  inKronor: over(
    async (company, service) => {
      await set(service, company)
      return company.post('/oss-returns', { ...first, currencyRate: 11.2 })
    },
    { accountingCurrency: 'EUR' },
  ),
  notFound: over((company) => company.get(`/oss-returns/${newId()}`)),
  noAccounts: over((company) => company.post('/oss-returns', { ...first, currencyRate: 11.2 })),
  notOver: made({ year: 2026, quarter: 2 }),
  reportedAlready: made(first, first),
  laterReported: made(first, before),
  negative: over(async (company, service) => {
    await set(service, company)
    const items = [
      { account: 3990, debit: 100 },
      { account: 1930, credit: 100 },
    ]
    await company.post('/journal-entries', { title: 'Retur', date: '2026-03-10', items })
    return company.post('/oss-returns', { ...first, currencyRate: 11.2 })
  }),
}

export const ofOssFaults: Record<string, Provocation> = {
  unknownAccount: accounts({ ...own, account: 1930 }),
  accountInBox: accounts({ ...own, account: 3001 }),
  ofInvoices: over(async (company, service) => {
    await service.operateFor(company.id, (call) =>
      ledgerAdmin.setAccountRole(call, { role: 'salesUnion', account: 3990 }),
    )
    return set(service, company)
  }),
  country: accounts({ ...own, country: 'NO' }),
  rate: accounts({ ...own, taxRate: 19.123 }),
  repeated: accounts(own, { ...own, taxRate: 7 }),
  rateMissing: over(async (company, service) => {
    await set(service, company)
    return company.post('/oss-returns', { year: 2016, quarter: 1 })
  }),
  currencyRate: made({ ...first, currencyRate: 11.1234567 }),
}
