// How the refusals of reports come about.
import { createFiscalYear } from '#ledger'
import { newId } from '#platform/id'
import { over, type Provocation } from './provocations.ts'

const asked = (report: string, query: string): Provocation =>
  over((company) => company.get(`/reports/${report}?${query}`))

export const ofReports: Record<string, Provocation> = {
  noFiscalYear: over((company) => company.get('/reports/trial-balance'), { fiscalYear: null }),
}

export const ofReportFaults: Record<string, Provocation> = {
  notYetRegistered: asked('balance-sheet', 'knownAt=1'),
  notYetThere: asked('balance-sheet', 'knownAt=2030-01-01T00:00:00Z'),
  yearOrDays: over((company) =>
    company.get(`/reports/trial-balance?fiscalYearId=${company.fiscalYearId}&from=2026-01-01`),
  ),
  noSuchYear: asked('income-statement', `fiscalYearId=${newId()}`),
  outside: asked('balance-sheet', 'to=2199-01-01'),
  order: asked('income-statement', 'from=2026-03-31&to=2026-01-01'),
  tooManyParts: asked('income-statement', 'from=2020-01-01&to=2026-12-31&by=month'),
  acrossYears: over(async (company, service) => {
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
    )
    return company.get('/reports/trial-balance?from=2026-07-01&to=2027-06-30')
  }),
  compare: asked('balance-sheet', 'compare=2026-03-31..2026-01-01'),
  knownAt: asked('trial-balance', 'knownAt=lately'),
}
