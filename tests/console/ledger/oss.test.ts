// The page of the union scheme: accounts with the standard rate of their country, and the return of a quarter, which is
// shown before it is made.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
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

test('a quarter is reported from accounts that are set on the page', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const items = [
    { account: 1930, debit: 1405.6 },
    { account: 3990, credit: 1120 },
    { account: 2670, credit: 285.6 },
  ]
  ok(await company.post('/journal-entries', { title: 'Webbutik', date: '2026-03-10', items }))
  await goTo('/oss')
  await page.getByRole('button', { name: 'Lägg till konto' }).click()
  const row = page.getByRole('group', { name: 'rad 1' })
  await row.getByRole('combobox', { name: /^Konto/ }).fill('3990')
  await page.keyboard.press('Enter')
  await row.getByLabel('Land', { exact: true }).selectOption('FI')
  await row.getByText('Normal skattesats: 25,5 %').waitFor()
  await page.getByRole('button', { name: 'Spara kontona' }).click()
  await page.getByText('Kontona är sparade').waitFor()
  await page.getByLabel('Kvartal', { exact: true }).selectOption('2026Q1')
  await page.getByLabel('Kronor för en euro').fill('11,2')
  await page.getByRole('button', { name: 'Skapa deklarationen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /Finland Varor 25,50 100,00 25,50/ }).waitFor()
  await takeScreenshot(page, 'oss-preview')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Kvartal 1 2026' }).waitFor()
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `oss-${viewport.width}`)
  }
  expect(ok(await company.get('/oss-returns')).items).toMatchObject([{ year: 2026, quarter: 1, payable: 25.5 }])
  expect(errors).toEqual([])
  await close()
})
