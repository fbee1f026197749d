// How the refusals of a year's end come about.
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import { asMember, booked, bought, member, sold } from '#support/owned'
import { closeOutOfOrder } from '#support/samples/closed-years'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

/** The year that is over. */
const ENDED: NewTestCompany = { fiscalYear: ['2025-01-01', '2025-12-31'] }

const asOwner = async (service: Service, company: TestCompany) =>
  asMember(company, await member(service, company, 'owner'))

const close = async (service: Service, company: TestCompany, body: object = {}) =>
  (await asOwner(service, company))('POST', `/fiscal-years/${company.fiscalYearId}/closing`, body)

const yearAfter = (service: Service, { id }: TestCompany) =>
  service.operateFor(id, (call) => createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' }))

const closePlainly = (service: Service, { id }: TestCompany, year: string) =>
  service.operateFor(id, (call) => closeFiscalYear(call, { id: year }))

const reopen = async (service: Service, company: TestCompany, reason: string) =>
  (await asOwner(service, company))('POST', `/fiscal-years/${company.fiscalYearId}/reopening`, { reason })

const sale = { 1930: 100, 3001: -100 }

const closing = (prepare: (company: TestCompany, service: Service) => Promise<unknown>, body?: object): Provocation =>
  over(async (company, service): Promise<Answer> => {
    await prepare(company, service)
    return close(service, company, body)
  }, ENDED)

const asPartnership = async ({ id }: TestCompany, { database }: Service) => {
  await database.rows(sql`update identity.company set company_type = 'partnership' where id = ${id}`)
}

export const ofYearEnd: Record<string, Provocation> = {
  formsInKronor: over((company) => company.get(`/fiscal-years/${company.fiscalYearId}/sru`), {
    accountingCurrency: 'EUR',
  }),
  notReady: over((company, service) => close(service, company)),
  noDeadline: over(async (company, service) =>
    (await asOwner(service, company))('POST', `/fiscal-years/${company.fiscalYearId}/deadlines/others`, {
      isDone: true,
    }),
  ),
  noSuchCheck: over((company) => company.get(`/fiscal-years/${company.fiscalYearId}/closing/others`)),
  noSruFile: over((company) => company.get(`/fiscal-years/${company.fiscalYearId}/sru/other`)),
  noPostalAddress: over((company) => company.get(`/fiscal-years/${company.fiscalYearId}/sru/INFO.SRU`)),
  accrualYear: over(async (company, service) =>
    (await asOwner(service, company))('POST', `/fiscal-years/${company.fiscalYearId}/unpaid-items`),
  ),
}

export const ofReopening: Record<string, Provocation> = {
  yearOpenAlready: over((company, service) => reopen(service, company, 'Prov')),
  laterYearClosed: over(async (company, service) => {
    await closePlainly(service, company, company.fiscalYearId)
    await closePlainly(service, company, (await yearAfter(service, company)).id)
    return reopen(service, company, 'Prov')
  }, ENDED),
}

export const ofReopeningFaults: Record<string, Provocation> = {
  reasonMissing: over((company, service) => reopen(service, company, ' ')),
}

export const ofHindrances: Record<string, Provocation> = {
  notOver: over((company, service) => close(service, company)),
  earlierYearsOpen: closing((company, service) =>
    service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2024-01-01', endDate: '2024-12-31' }),
    ),
  ),
  unrecordedInvoices: closing((company) => sold(company, '2025-06-01', 100)),
  unrecordedSupplierInvoices: closing((company) => bought(company, '2025-06-01', 125)),
  vatOpen: closing(async (company, service) => {
    await (await asOwner(service, company))('PATCH', '/vat-setting', { vatSetting: 'yearly' })
    await booked(company, '2025-06-01', { 1930: 25, 2611: -25 })
  }),
  unbalanced: closing(async (company, service) => {
    const path = `/fiscal-years/${company.fiscalYearId}/opening-balances?force=true`
    await company.put(path, { balances: [{ account: 1930, amount: 1 }] })
    return service
  }),
  nextYearClosed: closing(async (company, service) => {
    await booked(company, '2025-06-01', sale)
    await closeOutOfOrder(service, company.id, (await yearAfter(service, company)).id)
  }),
}

export const ofYearEndFaults: Record<string, Provocation> = {
  sharesNotAllowed: closing((company) => booked(company, '2025-06-01', sale), {
    shares: [{ account: 2019, amount: 100 }],
  }),
  shareAccount: closing(asPartnership, { shares: [{ account: 1930, amount: 100 }] }),
  sharesSum: closing(asPartnership, { shares: [{ account: 2019, amount: 100 }] }),
}
