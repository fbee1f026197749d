// The page of the margin scheme: accounts are set, the margin of a period is shown with its working, and worked out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { createAccount } from '#ledger'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
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

test('the margin of a period is worked out from accounts that are set on the page', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, async (call) => {
    await setVatSetting(call, 'quarterly')
    await createAccount(call, { number: 3211, name: 'Försäljning VMB' })
    await createAccount(call, { number: 4211, name: 'Inköp VMB' })
  })
  await booked(company, '2026-03-10', { 1930: 10_000, 3211: -10_000 })
  await booked(company, '2026-03-12', { 1930: -6000, 4211: 6000 })
  await goTo('/margin')
  for (const [index, account] of ['3211', '4211'].entries()) {
    await page.getByRole('button', { name: 'Lägg till konto' }).click()
    const row = page.getByRole('group', { name: `rad ${index + 1}` })
    await row.getByRole('combobox', { name: /^Konto/ }).fill(account)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Spara kontona' }).click()
  await page.getByText('Kontona är sparade').waitFor()
  const period = page.getByRole('combobox', { name: 'Momsperiod' })
  await period.selectOption('2026-01-01')
  await page.getByText('Vinstmarginalen är inte uträknad för perioden').waitFor()
  await goTo('/vat?open=2026-01-01')
  await page.getByRole('link', { name: 'Räkna ut vinstmarginalen' }).click()
  for (const [width, viewport] of [DESK, PHONE].entries()) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `margin-due-${width}`)
  }
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Räkna ut och bokför' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /2616 10 800,00/ }).waitFor()
  await takeScreenshot(page, 'margin-entry')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Vinstmarginalen är uträknad.').waitFor()
  expect(ok(await company.get('/margins')).items[0].margins).toMatchObject([{ margin: 4000, base: 3200, tax: 800 }])
  for (const [width, viewport] of [DESK, PHONE].entries()) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `margin-${width}`)
  }
  expect(errors).toEqual([])
  await close()
})
