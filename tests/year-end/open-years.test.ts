// Several fiscal years that are open at once: each check before closing looks at the year that is asked for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { createFiscalYear } from '#ledger'
import { ok } from '#support/entries'
import { booked, bought, drafted, type Owned, openOf, owned, sold } from '#support/owned'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService } from '#support/service'

const NOW = '2027-02-01T10:00:00Z'

let service: Service
let company: Owned
let first = ''
let second = ''
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A company whose years 2025 and 2026 are over, and open. */
beforeEach(async () => {
  service.setNow(NOW)
  company = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
  first = company.fiscalYearId
  const next = { startDate: '2026-01-01', endDate: '2026-12-31' }
  second = (await service.operateFor(company.id, (call) => createFiscalYear(call, next))).id
})

const openIn = async (year: string) => openOf(ok(await company.get(`/fiscal-years/${year}/closing`)))

test('what is left in a later year is not listed for an earlier one, and does not prevent its closing', async () => {
  await sold(company, '2026-05-01', 1000)
  await drafted(company, '2026-03-01', 100)
  await bought(company, '2026-04-15', 12_500)
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const file = camtFile({ statements: [{ id: 'U1', entries: [{ ore: -4500n, reference: 'A', date: '2026-06-30' }] }] })
  ok(await company.upload('/bank-statements', 'utdrag.xml', file))
  const rent = await booked(company, '2026-11-03', { 5010: 900, 1930: -900 })
  service.setNow('2026-11-05T10:00:00Z')
  const accrual = { journalEntryRef: { id: rent.id }, account: 5010, firstMonth: '2026-11', months: 3 }
  ok(await company.post('/accruals', accrual))
  ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  service.setNow(NOW)
  const asset = { name: 'Svarv', acquisitionDate: '2026-07-01', acquisitionValue: 1200, account: 1220, months: 12 }
  ok(await company.post('/fixed-assets', asset))
  expect(await openIn(second)).toMatchObject({
    earlierYearsOpen: [1, null],
    unrecordedInvoices: [1, 1250],
    draftInvoices: [1, expect.any(Number)],
    unrecordedSupplierInvoices: [1, 12_500],
    openBankTransactions: [1, -45],
    bankMonths: [null, null],
    unusedUploads: [1, null],
    entriesWithoutDocument: [2, null],
    depreciation: [1, 600],
    accruals: [2, 600],
  })
  expect(await openIn(first)).toEqual({ openingBalances: [0, null] })
  ok(await company.as('POST', `/fiscal-years/${first}/closing`, {}))
  expect(await openIn(second)).not.toHaveProperty('earlierYearsOpen')
})

test('what an earlier year has by itself is not listed for a later one', async () => {
  await booked(company, '2025-06-01', { 1930: 60_000, 3001: -60_000 })
  await booked(company, '2025-07-01', { 1510: 700, 3001: -700 })
  await booked(company, '2026-02-01', { 1930: 700, 1510: -700 })
  const asset = { name: 'Svarv', acquisitionDate: '2025-01-01', acquisitionValue: 1200, account: 1220, months: 12 }
  ok(await company.post('/fixed-assets', asset))
  const ofFirst = {
    depreciation: [1, 1200],
    reconciliation: [1, expect.any(Number)],
    tax: [null, null],
    result: [null, 60_700],
    transfer: [null, null],
  }
  expect(await openIn(first)).toMatchObject(ofFirst)
  const later = await openIn(second)
  expect(Object.keys(ofFirst).filter((key) => key in later)).toEqual([])
})

test('VAT periods are those of the year, however many are left in the years before it', async () => {
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'monthly' }))
  await booked(company, '2025-01-10', { 1930: 1250, 3001: -1000, 2611: -250 })
  await booked(company, '2026-03-10', { 1930: 2500, 3001: -2000, 2611: -500 })
  const monthsLeft = async () => [(await openIn(first)).vatOpen?.[0], (await openIn(second)).vatOpen?.[0]]
  expect(await monthsLeft()).toEqual([12, 12])
  const reported = (startDate: string, endDate: string) =>
    company.post('/vat-returns', { startDate, endDate, reportedElsewhere: true })
  ok(await reported('2026-01-01', '2026-01-31'))
  expect(await monthsLeft()).toEqual([12, 11])
  ok(await reported('2025-01-01', '2025-12-31'))
  expect(await monthsLeft()).toEqual([undefined, 11])
  expect(await openIn(first)).toMatchObject({ vatLeft: [null, -250] })
})
