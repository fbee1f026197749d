// Reports in the console: from a result to the entries behind it, by keyboard, beside another year, and as files.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { shoot } from '#support/browser'
import { type Desk, openDesk, type Worker } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let desk: Desk
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
  company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
  )
  await book('2025-03-10', 'Försäljning mars', { 1930: 80_000, 3001: -80_000 })
  await book('2026-02-10', 'Försäljning februari', { 1930: 125_000, 3001: -100_000, 2611: -25_000 })
  await book('2026-05-12', 'Hyra maj', { 5010: 18_500, 1930: -18_500 })
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

const book = async (date: string, title: string, amounts: Record<string, number>) =>
  ok(
    await company.post('/journal-entries', {
      ...{ date, title },
      items: Object.entries(amounts).map(([account, kronor]) => ({
        account: Number(account),
        ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
      })),
    }),
  )

const addressOf = ({ page }: Worker) => {
  const { pathname, searchParams } = new URL(page.url())
  return { path: pathname.replace(/^\/companies\/[^/]+/, ''), ...Object.fromEntries(searchParams) }
}

test('somebody goes from the result of the year to the entry behind an account, without the mouse', async () => {
  const worker = await desk.sitDown({ company })
  const { page, goTo, errors, close } = worker
  const { keyboard } = page
  await goTo('/reports/income-statement')
  await page.getByRole('link', { name: '3001' }).waitFor()
  await shoot(page, 'income-statement')
  await keyboard.press('j')
  for (let step = 0; step < 30; step += 1) {
    await keyboard.press('j')
    if (await page.getByRole('row', { name: /^5010/ }).locator(':focus').count()) break
  }
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  await page.getByRole('rowheader', { name: /^5010/ }).waitFor()
  expect(addressOf(worker)).toMatchObject({ path: '/reports/general-ledger', accounts: '5010', from: '2026-01-01' })
  await shoot(page, 'general-ledger')
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra maj/ }).waitFor()
  expect(addressOf(worker).path).toBe('/journal')
  expect(errors).toEqual([])
  await close()
})

test('a year stands beside the one before, and the period before it is a key away', async () => {
  const worker = await desk.sitDown({ company })
  const { page, goTo, errors, close } = worker
  await goTo('/reports/income-statement')
  await page.getByLabel('Jämför med').selectOption('previousYear')
  const sales = page.getByRole('row').filter({ has: page.getByRole('link', { name: '3001' }) })
  await sales.getByText('80 000,00').waitFor()
  expect((await sales.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/100 000,00 80 000,00/)
  await shoot(page, 'income-statement-compared')
  await page.getByLabel('Jämför med').selectOption('')
  await page.locator('h1').click()
  await page.keyboard.press('[')
  await page.waitForURL(/from=2025-01-01/)
  await page.getByText('80 000,00').first().waitFor()
  expect(addressOf(worker)).toMatchObject({ from: '2025-01-01', to: '2025-12-31' })
  expect(errors).toEqual([])
  await close()
})

test('a figure of a month opens the entries of that month', async () => {
  const worker = await desk.sitDown({ company })
  const { page, goTo, close } = worker
  await goTo('/reports/income-statement?from=2026-01-01&to=2026-06-30&by=month')
  const rent = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^5010/ }) })
  await rent.getByRole('link', { name: '−18 500,00' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  await page.getByText('Hyra maj').waitFor()
  expect(addressOf(worker)).toMatchObject({ accounts: '5010', from: '2026-05-01', to: '2026-05-31' })
  await close()
})

test.each([
  ['PDF', /\.pdf$/, '%PDF'],
  ['Excel', /\.xlsx$/, 'PK'],
  ['CSV', /\.csv$/, '\uFEFF'],
])('the balance sheet is downloaded as %s', async (format, name, begin) => {
  const { page, goTo, close } = await desk.sitDown({ company })
  await goTo('/reports/balance-sheet')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Ladda ner ${format}` }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(name)
  expect(readFileSync(await download.path(), 'utf8').startsWith(begin)).toBe(true)
  await close()
})

test('the books of an earlier day are read as they were', async () => {
  const { page, goTo, close } = await desk.sitDown({ company })
  await goTo('/reports/trial-balance?knownAt=2026-01-01')
  await page.getByRole('row', { name: /Summa/ }).waitFor()
  expect(await page.getByRole('link', { name: /^5010/ }).count()).toBe(0)
  await close()
})

test('the choice of a report hands its period on', async () => {
  const worker = await desk.sitDown({ company })
  const { page, goTo, errors, close } = worker
  await goTo('/reports')
  await page
    .getByLabel('Period', { exact: true })
    .and(page.getByRole('combobox'))
    .selectOption('2026-04-01..2026-06-30')
  await shoot(page, 'reports')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Grundbok/ })
    .click()
  await page.getByText('Hyra maj').waitFor()
  expect(addressOf(worker)).toMatchObject({ path: '/reports/journal', from: '2026-04-01', to: '2026-06-30' })
  expect(await page.getByText('Försäljning februari').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
