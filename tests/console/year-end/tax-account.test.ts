// The tax account and the tax forms in the console: a file is imported, the sure rows booked after a look at them, and
// a row of a form changed by hand with why.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { booked } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-06-30T10:00:00Z')
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const file = [
  '"";"Ingående saldo 2026-04-01";"0"',
  '"2026-05-05";"Inbetalning bokförd 260504";"1 000"',
  '"2026-05-12";"Moms jan-mars 2026";"-250"',
  '"2026-05-12";"Debiterad preliminärskatt";"-600"',
  '"2026-06-06";"Kostnadsränta";"-3"',
  '"";"Utgående saldo 2026-06-13";"147"',
].join('\r\n')

test('a file of the tax account is imported, and its sure rows are booked after a look at them', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await booked(company, '2026-05-04', { 1630: 1000, 1930: -1000 }, 'Till skattekontot')
  await goTo('/tax-account')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Läs in fil/ }).click(),
  ])
  await chooser.setFiles({ name: 'skattekonto.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
  await page.getByRole('row', { name: /Moms jan-mars/ }).waitFor()
  await page.getByRole('row', { name: /Moms jan-mars/ }).click()
  await page.getByText('Ingen momsdeklaration i Grundbok gäller den här raden.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'tax-account')
  await page.getByRole('button', { name: /Bokför 3 säkra rader/ }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.innerText()).toContain('Bokförs på 2518')
  await takeScreenshot(page, 'tax-account-preview')
  await dialog.getByRole('button', { name: /Bokför 3 säkra rader/ }).click()
  await page.getByText('3 rader är bokförda').first().waitFor()
  await page.getByRole('row', { name: /Kostnadsränta/ }).waitFor({ state: 'detached' })
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'tax-account-phone')
  expect(errors).toEqual([])
  await close()
})

test('a row of a tax form is opened, changed with why, and taken back', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ language: 'en' })
  await booked(company, '2026-03-01', { 1930: 25_000, 2081: -25_000 })
  await booked(company, '2026-03-01', { 1930: 50_000, 3001: -50_000 })
  await booked(company, '2026-03-01', { 6072: 4000, 1930: -4000 })
  await goTo(`/tax-return?year=${company.fiscalYearId}`)
  const costs = page.getByRole('button', { name: /Andra bokförda kostnader/ })
  await costs.click()
  await page.getByText('6072').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Amount in whole kronor').fill('6 000')
  await page.getByLabel('Why').fill('Gifts too')
  await takeScreenshot(page, 'tax-forms')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Changed by hand').waitFor()
  const surplus = page.getByRole('row', { name: /Överskott \(flyttas/ })
  expect(await surplus.innerText()).toContain('52,000')
  await costs.click()
  await page.getByText('Gifts too').first().waitFor()
  await page.getByRole('button', { name: 'Take the change back' }).click()
  await page.getByText('Changed by hand').waitFor({ state: 'detached' })
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'tax-forms-phone')
  expect(errors).toEqual([])
  await close()
})
