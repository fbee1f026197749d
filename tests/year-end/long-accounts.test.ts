// The end of a year whose accounts have five digits, as charts of other programs may: each is a part of the account
// that its first four digits name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { booked, type Owned, openOf, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-02-01T10:00:00Z')
})
afterAll(() => service.close())

const CHART = [
  '#FLAGGA 0',
  '#PROGRAM "Prov" 1',
  '#FORMAT PC8',
  '#GEN 20250101',
  '#SIETYP 4',
  '#ORGNR 559999-0008',
  '#FNAMN "Provbolaget AB"',
  '#RAR 0 20250101 20251231',
  '#UB 0 1940 0',
  '#KONTO 19300 "Bank"',
  '#KONTO 26110 "Utgående moms"',
  '#KONTO 30010 "Försäljning"',
  '#KONTO 89100 "Skatt"',
  '#KONTO 89990 "Årets resultat"',
  '',
]

/** A company with a chart of another program, of which VAT and income tax are asked. */
const newCompany = async () => {
  company = await owned(service, { fiscalYear: null })
  ok(await company.upload('/sie/import', 'plan.se', Buffer.from(CHART.join('\r\n'), 'latin1')))
  const [year] = ok(await company.get('/fiscal-years')).items
  company.fiscalYearId = year.id
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'yearly' }))
}
const path = (of: string) => `/fiscal-years/${company.fiscalYearId}/${of}`
const open = async () => openOf(ok(await company.get(path('closing'))))

test('VAT, income tax and the result of the year are seen on accounts of five digits', async () => {
  await newCompany()
  await booked(company, '2025-06-01', { 19300: 1250, 30010: -1000, 26110: -250 })
  expect(await open()).toMatchObject({ vatOpen: [1, -250], tax: [null, null] })
  // A result that was booked by hand leaves the tax missing; it would hide the profit if it counted as a cost.
  await booked(company, '2025-12-31', { 89990: 1000, 2099: -1000 })
  expect(await open()).toHaveProperty('tax')
  await booked(company, '2025-12-31', { 89100: 206, 19300: -206 })
  expect(await open()).not.toHaveProperty('tax')
  const { years } = ok(await company.get(path('annual-report-data')))
  expect(years[0].netSales).toMatchObject({ amount: 1000, accounts: '30010' })
  const { fields } = ok(await company.get(path('sru')))
  const amounts = Object.fromEntries(fields.map(({ field, amount }: Record<string, unknown>) => [field, amount]))
  expect(amounts).toMatchObject({ 7281: 1044, 7410: 1000 })
})
