// The proposals of a year-end in the console: what is given is kept, one is taken by a key and undone, and the tax is
// worked out row by row.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
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

test('stock is listed, taken by a key, undone, and the tax follows', async () => {
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  await booked(company, '2025-06-01', { 1930: 80000, 3001: -80000 })
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  await goTo('/year-end-proposals?open=stock')
  await page.getByRole('button', { name: /Ny rad/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Benämning, rad 1' }).fill('Stol')
  await page.getByRole('textbox', { name: 'Antal, rad 1' }).fill('12,5')
  await page.getByRole('textbox', { name: 'Anskaffningsvärde per styck, rad 1' }).fill('400')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /Bokför förslaget/ }).waitFor()
  await page.getByRole('heading', { name: 'Lager' }).click()
  await page.keyboard.press('t')
  await page.getByRole('link', { name: /^Bokfört av/ }).waitFor()
  await takeScreenshot(page, 'proposals-stock')
  expect(await seriousFindings(page)).toEqual([])
  const year = `/fiscal-years/${company.fiscalYearId}`
  expect(ok(await company.get(`${year}/proposals/stock`)).taken[0].entry).toEqual([
    { account: 1460, debit: 5000, credit: 0 },
    { account: 4960, debit: 0, credit: 5000 },
  ])
  await page.getByRole('button', { name: 'Ångra' }).click()
  await page.getByRole('button', { name: /Bokför förslaget/ }).waitFor()
  await goTo('/year-end-proposals?open=tax')
  await page.getByText(/^Ta eller avböj först: Lager, Periodiseringsfond/).waitFor()
  await takeScreenshot(page, 'proposals-tax')
  await goTo('/tax-computation')
  await page.getByRole('row', { name: /Bolagsskatt.*20,6 %.*IL 65 kap. 10 §.*16 480/ }).waitFor()
  await takeScreenshot(page, 'tax-computation')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
