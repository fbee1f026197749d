// A sale to a consumer in another EU country: its VAT is chosen on the line, and the invoice comes to it. And the page
// of what changes next in the law.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { madeCustomer, madeInvoice } from '#tests/console/sales/selling'

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

const DESK = { width: 1280, height: 800 }

test('a line has the VAT of the country of its customer, at its rate', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const address = { line1: 'Mannerheimvägen 1', city: 'Helsingfors', postalCode: '00100', country: 'FI' }
  const customer = await madeCustomer(company, { name: 'Aino Korhonen', type: 'private', address })
  const draft = await madeInvoice(company, { customerRef: { id: customer.id } })
  await goTo(`/invoices/${draft.id}/edit`)
  await page.getByLabel('Moms, rad 1', { exact: true }).selectOption({ label: 'OSS, annat EU-land' })
  const country = page.getByLabel('Land, rad 1')
  await expect.poll(() => country.inputValue()).toBe('FI')
  expect(await page.getByLabel('Landets moms, %, rad 1').inputValue()).toBe('25,5')
  await page.getByText('Moms 25,5 %').waitFor()
  await takeScreenshot(page, 'union-line')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'union-line-phone')
  await page.setViewportSize(DESK)
  await page.keyboard.press('Control+s')
  const saved = async () => ok(await company.get(`/invoices/${draft.id}`))
  await expect.poll(async () => (await saved()).totalTax).toBe(25.5)
  expect((await saved()).lineItems[0]).toMatchObject({ taxRate: 0, unionVat: { country: 'FI', taxRate: 25.5 } })
  expect(errors).toEqual([])
  await close()
})

test('what changes next in the law is shown with what it touches', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const item = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 100 }
  ok(await company.post('/items', { ...item, description: 'Mjölk', vatKind: 'food' }))
  ok(await company.post('/items', { ...item, description: 'Bröd', taxRate: 12 }))
  await goTo('/law-changes')
  await page.getByText('6 % blir 12 %').waitFor()
  await page.getByText('1 artikel följer med, 1 med en egen momssats följer inte med').waitFor()
  await takeScreenshot(page, 'law-changes')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'law-changes-phone')
  await page.setViewportSize(DESK)
  await page.getByRole('link', { name: 'Se och ändra, Moms på livsmedel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ändrade momssatser' }).waitFor()
  expect(errors).toEqual([])
  await close()
})
