// What was removed is had back: where that is refused at first, the page says why and offers it again.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'
import { madeCustomer, madeInvoice, madeItem } from '#tests/console/sales/selling'

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

/** What is written to the address next is refused, once. */
const refuseNext = async (page: Page, address: RegExp) => {
  let isRefused = false
  await page.route(address, (route) => {
    if (isRefused || route.request().method() === 'GET') return route.continue()
    isRefused = true
    return route.fulfill({ status: 409, json: { code: 'conflict', message: 'Inte nu' } })
  })
}

const offered = (page: Page) => page.getByRole('button', { name: 'Ångra' })

/** Undoes what was just done, which is refused once. */
const undoTwice = async (page: Page, address: RegExp) => {
  await refuseNext(page, address)
  await offered(page).waitFor()
  await page.keyboard.press('z')
  await page.getByText('Det gick inte att ångra. Inte nu').waitFor()
  await page.keyboard.press('z')
}

type Making = (company: TestCompany) => Promise<{ id: string }>

const removed: [thing: string, make: Making, path: string, button: string][] = [
  ['a customer', (company) => madeCustomer(company), '/customers', 'Ta bort'],
  ['an item', (company) => madeItem(company), '/items', 'Ta bort'],
  ['a draft', (company) => madeInvoice(company), '/invoices', 'Ta bort utkast'],
]

test.each(removed)('%s is had back at the second try', { tags: ['rest'] }, async (_, make, path, button) => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await make(company)
  const count = async () => (await company.get(path)).body.items.length
  await goTo(`${path}?open=${id}`)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect.poll(count).toBe(0)
  await undoTwice(page, new RegExp(`${path}$`))
  await expect.poll(count).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('a draft that had attachments comes back without them, which is said', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeInvoice(company)
  ok(await company.upload(`/invoices/${id}/attachments`, 'offert.png', pngFile()))
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('link', { name: 'offert.png' }).waitFor()
  await page.getByRole('button', { name: 'Ta bort utkast', exact: true }).click()
  await offered(page).waitFor()
  await page.keyboard.press('z')
  await page.getByText('Utkastet är tillbaka, men inte bilagan offert.png. Bifoga den igen.').waitFor()
  await takeScreenshot(page, 'draft-back')
  expect(await seriousFindings(page)).toEqual([])
  const [draft] = ok(await company.get('/invoices')).items
  expect(ok(await company.get(`/invoices/${draft.id}`)).attachmentRefs).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('an account that was put aside is in use again at the second try', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const count = async () => (await company.get('/chart-of-accounts?query=account==6110')).body.length
  await goTo('/accounts?open=6110')
  await page.getByLabel('Aktivt').uncheck()
  await page.keyboard.press('Control+Enter')
  await expect.poll(count).toBe(0)
  await undoTwice(page, /\/chart-of-accounts\/6110$/)
  await expect.poll(count).toBe(1)
  expect(errors).toEqual([])
  await close()
})
