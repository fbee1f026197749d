// How the refusals of the books' frame come about: opening balances.
import { closeFiscalYear, createFiscalYear, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { callingAs } from '#support/calling'
import { closeOutOfOrder } from '#support/samples/closed-years'
import { anEntry, type Service, type TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const capital = [
  { account: 1930, amount: 100 },
  { account: 2081, amount: -100 },
]

const opening = (company: TestCompany, balances: unknown = capital, year = company.fiscalYearId) =>
  company.put(`/fiscal-years/${year}/opening-balances`, { balances })

const yearAfter = (service: Service, { id }: TestCompany) =>
  service.operateFor(id, (call) =>
    createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
  )

const close = (service: Service, { id }: TestCompany, year: string) =>
  service.operateFor(id, (call) => closeFiscalYear(call, { id: year }))

export const ofFrame: Record<string, Provocation> = {
  currencyInUse: over(async (company, service) => {
    await opening(company)
    const owner = await callingAs(service, company, 'owner')
    return owner('PATCH', '/accounting-currency', { accountingCurrency: 'EUR' })
  }),
  noCorrection: over(async (company, service) =>
    (await callingAs(service, company, 'owner'))('POST', '/chart-corrections/1930'),
  ),
  openingNotFirst: over(async (company, service) => opening(company, capital, (await yearAfter(service, company)).id)),
  openingClosed: over(async (company, service) => {
    await close(service, company, company.fiscalYearId)
    return opening(company)
  }),
  openingClosedAfter: over(async (company, service) => {
    await closeOutOfOrder(service, company.id, (await yearAfter(service, company)).id)
    return opening(company)
  }),
  openingLocked: over(async (company, service) => {
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-01-01' as Day }))
    return opening(company)
  }),
  yearMustBeKept: over(async (company, service) =>
    (await callingAs(service, company, 'owner'))('POST', `/fiscal-years/${company.fiscalYearId}/removal`),
  ),
  tooManyOpenings: over(async (company, { database }) => {
    for (let revision = 1; revision <= 100; revision += 1) {
      await database.rows(sql`
        update ledger.fiscal_year set opening_revision = ${revision} where id = ${company.fiscalYearId}`)
    }
    return opening(company)
  }),
}

const openingFault = (...balances: { account: number; amount: number }[]): Provocation =>
  over((company) => opening(company, balances))

const accountFault = (changes: Record<string, unknown>): Provocation =>
  over((company) => company.patch('/chart-of-accounts/1930', changes))

export const ofFrameFaults: Record<string, Provocation> = {
  accountNumbers: over((company) => company.get('/journal-entries?accounts=1930-1940')),
  accountName: accountFault({ name: ' ' }),
  nameUnseen: accountFault({ name: 'Bank\u202e' }),
  notInUpdate: over(async (company, service) =>
    (await callingAs(service, company, 'owner'))('POST', '/chart-of-accounts/update', { add: [1930] }),
  ),
  balanceLeft: over(async (company, service) => {
    const asOwner = await callingAs(service, company, 'owner')
    await asOwner('POST', '/chart-of-accounts', { account: 1580, name: 'Kort' })
    await service.database.rows(sql`
      update ledger.account set account_type = 'basePlanAccount' where company_id = ${company.id} and number = 1580`)
    const items = [
      { account: 1580, debit: 100, credit: 0 },
      { account: 3001, debit: 0, credit: 100 },
    ]
    await company.post('/journal-entries', { title: 'Kort', date: '2026-06-10', items })
    return asOwner('POST', '/chart-of-accounts/update', { retire: [1580] })
  }),
  sruCode: accountFault({ sruCodes: ['728'] }),
  sruCodes: accountFault({ sruCodes: Array.from({ length: 21 }, () => '7281') }),
  vatCode: accountFault({ vatCode: '99' }),
  closedYearAfter: over(async (company, service) => {
    await closeOutOfOrder(service, company.id, (await yearAfter(service, company)).id)
    return company.post('/journal-entries', anEntry())
  }),
  notBalanceAccount: openingFault({ account: 3001, amount: 100 }),
  repeatedAccount: openingFault({ account: 1930, amount: 100 }, { account: 1930, amount: -100 }),
  signedAmount: openingFault({ account: 1930, amount: 0.125 }),
  openingUnbalanced: openingFault({ account: 1930, amount: 100 }),
}
