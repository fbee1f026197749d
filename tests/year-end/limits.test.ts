// Limits of the law that are told where something goes beyond them; nothing is refused for their sake.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { operator } from '#platform/actor'
import type { Day } from '#platform/day'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok, warningsOf } from '#support/entries'
import { every } from '#support/every'
import { booked } from '#support/owned'
import { type NewTestCompany, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
  service.setNow('2027-01-20T10:00:00Z')
})
afterAll(() => service.close())

const made = async (changes: NewTestCompany = {}) => checkedCompany(await service.newCompany(changes))
const sold = (company: TestCompany, kronor: number, date = '2026-06-10') =>
  booked(company, date, { 1930: kronor * 1.25, 3001: -kronor, 2611: -kronor * 0.25 })

/** Skatteförfarandelagen 2011:1244, 26 kap. 11 §: above 40 million kronor a year VAT is reported each month. */
test('a taxable base above 40 million is told where VAT is not reported each month', async () => {
  const company = await made()
  const ask = await callingAs(service, company, 'owner')
  const setting = async (vatSetting: string) => {
    const answer = await ask('PATCH', '/vat-setting', { vatSetting })
    expect(answer.status).toBe(200)
    return warningsOf(answer).join()
  }
  await sold(company, 40_000_000)
  expect(await setting('quarterly')).toBe('')
  await sold(company, 1)
  expect(await setting('quarterly')).toContain('40000001.00 kr. Above 40000000.00 kr VAT is reported each month')
  expect(await setting('yearly')).toContain('26 kap. 11 §')
  expect(await setting('monthly')).toBe('')
  await setting('quarterly')
  const period = { startDate: '2026-04-01', endDate: '2026-06-30' }
  expect(warningsOf(await company.post('/vat-returns?dryRun=true', period)).join()).toContain('26 kap. 11 §')
})

/** Bokföringslagen 1999:1078, 5 kap. 2 §: the cash method is for a turnover of at most 3 million kronor. */
const turnovers: [method: 'cash' | 'accrual', kronor: number, state: string][] = [
  ['cash', 3_000_000, 'done'],
  ['cash', 3_000_001, 'open'],
  ['accrual', 3_000_001, 'notApplicable'],
]
test('a turnover above 3 million is told where a year with the cash method ends', () =>
  every(
    turnovers,
    ([method, kronor]) => `${method} ${kronor}`,
    async ([accountingMethod, kronor, state]) => {
      const company = await made({ accountingMethod })
      await sold(company, kronor)
      const { checks } = ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`))
      const found = checks.find(({ key }: { key: string }) => key === 'cashMethod')
      expect(found).toMatchObject({ state, severity: 'warns' })
    },
  ))

/** Bokföringslagen 1999:1078, 3 kap. 1 §: partnerships of natural persons have calendar years. */
describe('a broken fiscal year', () => {
  const years: [form: NewTestCompany['companyType'], end: string, told: boolean, permission?: string][] = [
    ['partnership', '2027-12-31', false],
    ['partnership', '2027-06-30', true],
    ['limitedPartnership', '2027-06-30', true],
    ['partnership', '2027-06-30', false, 'Skatteverket 2026-05-01'],
    ['limitedCompany', '2027-06-30', false],
  ]
  test.each(years)('of a %s until %s is told: %s', async (companyType, endDate, told, permission) => {
    const company = await made({ ...(companyType ? { companyType } : {}) })
    const warnings = new Set<string>()
    await service.operateFor(company.id, (call) =>
      createFiscalYear(
        { ...call, actor: operator, warnings },
        { startDate: '2027-01-01' as Day, endDate: endDate as Day, ...(permission ? { permission } : {}) },
      ),
    )
    expect([...warnings].some((one) => one.includes('3 kap. 1 §'))).toBe(told)
  })
})
