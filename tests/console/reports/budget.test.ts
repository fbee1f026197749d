// The budget in the console: proposed, pasted, typed, saved, and shown beside what is booked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable, spread } from '#console-rules/reports/budget/budget'
import { parseAmount } from '#console-rules/ui/inputs/typed-amount'
import { createFiscalYear } from '#ledger'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

test('a budget is proposed, pasted and typed, saved, and compared', async () => {
  const made = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  await booked(made, '2025-03-10', { 1930: 90_000, 3001: -90_000 })
  const { id } = await service.operateFor(made.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
  )
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: made })
  await goTo(`/reports/budget?year=${id}`)
  await page.getByText('Året har ingen budget').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Förslag från året före' }).click()
  await page.getByRole('textbox', { name: 'Ökning i procent' }).fill('10')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('textbox', { name: /^3001.*mars 2026$/ }).waitFor()
  await page.getByRole('button', { name: 'Klistra in eller läs in' }).click()
  const table = page.getByRole('textbox', { name: 'Tabell från ett kalkylark' })
  await table.fill('Konto\tNamn\tHela året\n5010\tLokalhyra\t96 000,00\nxx\tfel\t1')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Rad 3 gick inte att läsa').waitFor()
  await table.fill('Konto\tNamn\tHela året\n5010\tLokalhyra\t96 000,00')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('textbox', { name: /^5010.*feb\. 2026$/ }).fill('9000')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Lägg till konto' }).fill('6110')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^6110.*Hela året$/ }).fill('1 000')
  await page.keyboard.press('Tab')
  await takeScreenshot(page, 'budget')
  await page.setViewportSize(PHONE)
  // The table is as high as its rows: only months are beyond the edge.
  const hidden = "(([box]) => box.scrollHeight - box.clientHeight)(document.getElementsByClassName('budget'))"
  expect(await page.evaluate<number>(hidden)).toBeLessThanOrEqual(1)
  await takeScreenshot(page, 'budget-phone')
  await page.setViewportSize(DESK)
  expect(await seriousFindings(page)).toEqual([])
  // What is typed outlasts the page.
  await page.reload()
  await page.getByRole('textbox', { name: /^6110.*Hela året$/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Budgeten är sparad.').waitFor()
  const kept = ok(await company.get(`/fiscal-years/${id}/budget`))
  expect(kept).toMatchObject({
    total: 1_000,
    accounts: [
      { account: 3001, total: 99_000 },
      { account: 5010, total: -97_000 },
      { account: 6110, total: -1_000, amounts: [...Array.from({ length: 11 }, () => -83), -87] },
    ],
  })
  await page.getByRole('link', { name: 'Jämför med utfallet' }).click()
  await page
    .getByRole('columnheader', { name: /Budget/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Ändra budgeten' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

const months = ['2026-01', '2026-02', '2026-03']
const read = (text: string) => readTable(text, months, parseAmount)

test.each([
  ['a year, with semicolons', read('5010;Hyra;300'), { plan: { 5010: spread(30_000, months) }, unread: [] }],
  [
    'each month, and their sum',
    read('5010\t1\t2\t3\t6').plan,
    { 5010: { '2026-01': 100, '2026-02': 200, '2026-03': 300 } },
  ],
  ['a sum that differs', read('5010\t1\t2\t3\t7').unread, [1]],
  ['empty cells', read('5010\tHyra\t\t2\t').plan, { 5010: { '2026-01': 0, '2026-02': 200, '2026-03': 0 } }],
  ['too few months', read('5010\t1\t2').unread, [1]],
  ['quoted cells', read('"5010";"Hyra";"300,00"').plan, { 5010: spread(30_000, months) }],
  ['what is left over', spread(100_001, months), { '2026-01': 33_300, '2026-02': 33_300, '2026-03': 33_401 }],
])('a pasted table: %s', (_name, found, expected) => expect(found).toEqual(expected))
