// The end of a year in the console: what is left is settled, the year closed, opened again, and its files had.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from '#support/axe'
import { shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

const newCompany = async (): Promise<TestCompany> => {
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  const items = [
    { account: 1930, debit: 80_000 },
    { account: 3004, credit: 80_000 },
  ]
  ok(await company.post('/journal-entries', { date: '2025-06-01', title: 'Försäljning', items }))
  return company
}

test('a year is closed with its checklist, and opened again with a reason', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown({ company: await newCompany() })
  await goTo('/year-end')
  await page.getByRole('button', { name: /Stäng året/ }).waitFor()
  await page.getByRole('row', { name: /Räkenskapsåret har tagit slut.*Klart/ }).waitFor()
  await shoot(page, 'year-end')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('b')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Så här har året stängts' }).waitFor()
  const [, closed] = ok(await company.get('/fiscal-years')).items
  expect(closed).toMatchObject({ startDate: '2025-01-01', status: 'closed' })
  await goTo(`/year-end?year=${company.fiscalYearId}&reopen=1`)
  await page.getByRole('textbox', { name: /Varför/ }).fill('En faktura saknas')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/En faktura saknas/).waitFor()
  expect(ok(await company.get(`/fiscal-years/${company.fiscalYearId}`)).fiscalYear.status).toBe('open')
  expect(errors).toEqual([])
  await close()
})

test('an asset is added, and its depreciation booked for the year', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown({ company: await newCompany() })
  await goTo('/fixed-assets')
  await page.getByRole('button', { name: /Ny tillgång/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: /^Namn/ }).fill('Svarv')
  await page.getByRole('textbox', { name: /^Anskaffad/ }).fill('2025-01-15')
  await page.getByRole('textbox', { name: /^Anskaffningsvärde/ }).fill('12000')
  await page.getByRole('combobox', { name: /^Konto/ }).fill('1220')
  await page.getByRole('option', { name: /^1220/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Månader/ }).fill('12')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: '2025-12', exact: true }).waitFor()
  await shoot(page, 'fixed-asset')
  expect(await seriousFindings(page)).toEqual([])
  await goTo(`/year-end?year=${company.fiscalYearId}`)
  await page.getByRole('button', { name: 'Bokför avskrivningar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Bokför avskrivningar/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(ok(await company.get('/fixed-assets')).items[0]).toMatchObject({ name: 'Svarv', bookValue: 0 })
  expect(errors).toEqual([])
  await close()
})

test('the processing history of a year is downloaded, and what a file for the tax return lacks is said', async () => {
  const { page, goTo, close } = await desk.sitDown({ company: await newCompany() })
  await goTo('/year-end')
  const link = page.getByRole('link', { name: 'Behandlingshistorik' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Behandlingshistorik')
  await page.getByRole('button', { name: 'INFO.SRU' }).click()
  await page.locator('.sentence.is-wrong').waitFor()
  await close()
})

test('an entry is spread over months', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown({ company: await newCompany() })
  const items = [
    { account: 6310, debit: 1200 },
    { account: 1930, credit: 1200 },
  ]
  const entry = ok(await company.post('/journal-entries', { date: '2025-03-01', title: 'Försäkring', items }))
  await goTo('/accruals?open=new')
  await page.getByRole('textbox', { name: /^Verifikationens nummer/ }).fill(entry.journalEntryNumber)
  await page.getByRole('combobox', { name: /^Konto/ }).fill('6310')
  await page.getByRole('option', { name: /^6310/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Första månaden/ }).fill('2025-04')
  await page.getByRole('textbox', { name: /^Antal månader/ }).fill('3')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: '2025-06', exact: true }).waitFor()
  expect(ok(await company.get('/accruals')).items[0]).toMatchObject({ account: 6310, months: 3 })
  expect(errors).toEqual([])
  await close()
})
