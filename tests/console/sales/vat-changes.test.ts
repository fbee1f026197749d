// Changed VAT rates: what looks like food is given the kind at once, in a company and at the clients of an agency.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService, type TestCompany } from '#support/service'

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

const anItem = async (company: TestCompany, description: string, rate: object) =>
  ok(
    await company.post('/items', {
      itemType: 'salesItem',
      description,
      productType: 'goods',
      unitType: 'piece',
      unitPrice: 100,
      ...rate,
    }),
  )

test('items that look like food are ticked, changed at once, and then follow the law', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await anItem(company, 'Bröd', { taxRate: 12 })
  await anItem(company, 'Kaffe', { taxRate: 12 })
  await anItem(company, 'Mjölk', { vatKind: 'food' })
  await goTo('/items')
  await page.getByText('2 saker ser ut som livsmedel med fel momssats').click()
  await page.getByRole('heading', { level: 1, name: 'Ändrade momssatser' }).waitFor()
  await page.getByText('6 % blir 12 %').waitFor()
  const coffee = page.getByRole('checkbox', { name: 'Kaffe: 12 % blir 6 %' })
  await coffee.click()
  await takeScreenshot(page, 'vat-changes')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'vat-changes-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Ange livsmedel' }).click()
  await page.getByText('1 sak får livsmedelsmoms.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Livsmedel har angetts.').waitFor()
  const { items } = ok(await company.get('/items'))
  const kinds = items.map(({ description, vatKind = '-' }: Record<string, string>) => `${description} ${vatKind}`)
  expect(kinds.sort()).toEqual(['Bröd food', 'Kaffe -', 'Mjölk food'])
  expect(errors).toEqual([])
  await close()
})
