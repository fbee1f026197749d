// What is on its way for the last time takes nothing: it would be typed into what is gone once it is answered.
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import { isReadyToSell, madeCustomer } from '#tests/console/sales/selling'

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

/** Holds what is posted to the address until the test lets it go. */
const holding = async (page: Page, address: RegExp): Promise<Route[]> => {
  const held: Route[] = []
  await page.route(address, (route) => (route.request().method() === 'POST' ? void held.push(route) : route.continue()))
  return held
}

const isReadOnly = async (field: Locator) => (await field.getAttribute('readonly')) !== null

test('an invoice that is being published takes nothing, and is typed on when it could not be', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await isReadyToSell(service, company)
  const { id: customerId } = await madeCustomer(company)
  const reference = page.getByRole('textbox', { name: 'Er referens' })
  const line = page.getByRole('group', { name: 'Rad 1', exact: true })
  const vat = line.getByLabel(/^Moms/)
  await goTo(`/invoices/new?customer=${customerId}`)
  await line.getByRole('combobox').first().fill('Stol')
  await line.getByLabel(/^À-pris/).fill('100')
  const held = await holding(page, /\/invoices$/)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await expect.poll(() => isReadOnly(reference)).toBe(true)
  expect(await isReadOnly(line.getByLabel(/^À-pris/))).toBe(true)
  await reference.focus()
  await page.keyboard.type('Vera')
  await vat.selectOption('12')
  await line.getByRole('combobox').first().click()
  expect(await page.locator('.pick-choice').count()).toBe(0)
  expect(await reference.inputValue()).toBe('')
  expect(await vat.inputValue()).toBe('25')
  await held[0]?.abort()
  await page.getByRole('alert').filter({ hasText: 'Tjänsten svarar inte' }).waitFor()
  await expect.poll(() => isReadOnly(reference)).toBe(false)
  await reference.fill('Vera')
  await page.unroute(/\/invoices$/)
  // Published is what stands there, also while that is under way.
  const publishing = await holding(page, /\/publish$/)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => publishing.length).toBe(1)
  expect(await isReadOnly(reference)).toBe(true)
  await publishing[0]?.continue()
  await page.waitForURL(/\/invoices\?open=/)
  await expect
    .poll(async () => ok(await company.get('/invoices')).items)
    .toMatchObject([{ buyerReference: 'Vera', invoiceNumber: expect.any(String), lineItems: [{ taxRate: 25 }] }])
  await close()
})

// biome-ignore format: aligned
const NEW = [
  { what: 'customer', at: '/customers?make=1',   path: /\/customers$/, label: 'Namn' },
  { what: 'supplier', at: '/suppliers?open=new', path: /\/suppliers$/, label: 'Namn' },
]

test.each(NEW)(
  'a new $what that is on its way takes nothing until it is answered',
  { tags: ['rest'] },
  async ({ at, path, label }) => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const field = page.getByLabel(label, { exact: true }).first()
    await goTo(at)
    await field.fill('Ängs Kvarn AB')
    const held = await holding(page, path)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => held.length).toBe(1)
    await expect.poll(() => isReadOnly(field)).toBe(true)
    await held[0]?.abort()
    await expect.poll(() => isReadOnly(field)).toBe(false)
    await field.fill('Ängs Kvarn & Bageri AB')
    await page.unroute(path)
    await page.keyboard.press('Control+Enter')
    const all = at.replace(/\?.*/, '')
    await expect
      .poll(async () => ok(await company.get(all)).items.map(({ name }: { name: string }) => name))
      .toEqual(['Ängs Kvarn & Bageri AB'])
    await close()
  },
)

test('a new supplier invoice that is being saved takes nothing until it is answered', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id: supplierId } = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const number = page.getByLabel('Fakturanummer')
  await goTo(`/supplier-invoices/new?supplier=${supplierId}`)
  await page.getByLabel('Fakturadatum').fill('2026-06-01')
  await page.getByRole('textbox', { name: 'Belopp med moms' }).fill('100')
  await number.fill('F-17')
  const held = await holding(page, /\/bulk$/)
  await page.keyboard.press('Control+s')
  await expect.poll(() => held.length).toBe(1)
  await expect.poll(() => isReadOnly(number)).toBe(true)
  await held[0]?.abort()
  await expect.poll(() => isReadOnly(number)).toBe(false)
  await number.fill('F-18')
  await page.unroute(/\/bulk$/)
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => ok(await company.get('/supplier-invoices')).items)
    .toMatchObject([{ invoiceNumber: 'F-18' }])
  await close()
})
