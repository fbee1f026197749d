// A company that is not registered for VAT, by its own setting: no form proposes any.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting, type VatSetting } from '#identity'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { type Service, startService } from '#support/service'
import { madeItem } from '#tests/console/sales/selling'

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

const signInBrowser = async (setting: VatSetting) => {
  const worker = await consoleBrowser.signInBrowser()
  await service.operateFor(worker.company.id, (call) => setVatSetting(call, setting))
  return worker
}

type Case = [path: string, field: string, another: string | null, unregistered: string, registered: string]

test.each<Case>([
  ['/invoices/new', 'Moms, rad 1', 'Moms, rad 2', '0', '25'],
  ['/recurring-invoices/new', 'Moms, rad 1', 'Moms, rad 2', '0', '25'],
  ['/items?make=1', 'Moms', null, '0', '25'],
  ['/supplier-invoices/new', 'Moms, rad 1', 'Moms, rad 2', 'exempt', 'domestic25'],
])('a new row of %s has no VAT', { tags: ['rest'] }, async (path, field, another, unregistered, registered) => {
  for (const [setting, rate] of [
    ['notRegisteredForVat', unregistered],
    ['quarterly', registered],
  ] as const) {
    const { page, goTo, close } = await signInBrowser(setting)
    await goTo(path)
    await expect.poll(() => page.getByLabel(field, { exact: true }).inputValue()).toBe(rate)
    if (another !== null) {
      await page.locator('[data-keys="+"]').click()
      await expect.poll(() => page.getByLabel(another, { exact: true }).inputValue()).toBe(rate)
    }
    await close()
  }
})

test('an item that has VAT is sold without', async () => {
  const { page, company, goTo, close } = await signInBrowser('notRegisteredForVat')
  await madeItem(company)
  await goTo('/invoices/new')
  await page.getByRole('group', { name: 'Rad 1' }).getByRole('combobox').first().fill('Bord')
  await page.getByRole('option', { name: /^Bord/ }).first().click()
  await expect.poll(() => page.getByRole('textbox', { name: 'À-pris, rad 1' }).inputValue()).toMatch(/^500/)
  expect(await page.getByLabel('Moms, rad 1', { exact: true }).inputValue()).toBe('0')
  await close()
})
