// A day that has just been typed goes along with the key that saves, and a due date follows from the customer's terms.
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '#sales'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { type Service, startService } from '#support/service'
import { isReadyToSell, madeCustomer, madeInvoice } from '#tests/console/sales/selling'

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

test('a saved draft is published with the day that was typed last, and what follows from it', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await isReadyToSell(service, company)
  const { id } = await madeInvoice(company)
  const invoice = async () => (await company.get(`/invoices/${id}`)).body
  await goTo(`/invoices/${id}/edit`)
  const day = page.getByLabel('Fakturadatum')
  await expect.poll(() => day.inputValue()).toBe('2026-06-10')
  await day.fill('0601')
  await page.keyboard.press('Control+e')
  await expect.poll(async () => (await invoice()).status).toBe('published')
  expect(await invoice()).toMatchObject({ invoiceDate: '2026-06-01', dueDate: '2026-07-01' })
  expect(errors).toEqual([])
  await close()
})

test('a new invoice is saved with the due date of the day that was typed last', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: customerId } = await madeCustomer(company)
  await goTo(`/invoices/new?customer=${customerId}`)
  const line = page.getByRole('group', { name: 'Rad 1', exact: true })
  await line.getByRole('combobox').first().fill('Stol')
  await line.getByLabel(/^À-pris/).fill('100')
  await page.getByLabel('Fakturadatum').fill('0601')
  await page.keyboard.press('Control+s')
  await page.getByText('Utkastet är sparat.').waitFor()
  const { items } = (await company.get('/invoices')).body
  expect(items).toMatchObject([{ invoiceDate: '2026-06-01', dueDate: '2026-07-01' }])
  expect(errors).toEqual([])
  await close()
})

test('another customer has another due date, also in a draft that has been saved, unless one was typed', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: customerId } = await madeCustomer(company, { name: 'Alm AB', paymentTerms: '10 dagar' })
  await madeCustomer(company, { name: 'Björk AB', paymentTerms: '60 dagar' })
  const due = page.getByLabel('Förfallodatum')
  const takes = async (name: string) => {
    await page.getByRole('combobox', { name: 'Kund' }).fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  }
  await goTo(`/invoices/new?customer=${customerId}`)
  const line = page.getByRole('group', { name: 'Rad 1', exact: true })
  await line.getByRole('combobox').first().fill('Stol')
  await line.getByLabel(/^À-pris/).fill('100')
  await page.getByLabel('Fakturadatum').fill('0601')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/invoices\/[\w-]+\/edit/)
  await expect.poll(() => due.inputValue()).toBe('2026-06-11')
  await page.getByText('10 dagar enligt villkoren').waitFor()
  await takes('Björk AB')
  await expect.poll(() => due.inputValue()).toBe('2026-07-31')
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => (await company.get('/invoices')).body.items)
    .toMatchObject([{ dueDate: '2026-07-31', customerRef: { name: 'Björk AB' } }])
  await due.fill('2026-08-15')
  await takes('Alm AB')
  expect(await due.inputValue()).toBe('2026-08-15')
  expect(errors).toEqual([])
  await close()
})

test('an invoice that is booked before the terms have been read goes by them all the same', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) => changeSettings(call, { paymentTermsDays: 20 }))
  const { id: customerId } = await madeCustomer(company)
  const held: Route[] = []
  await page.route(/\/sales-settings$/, (route) => void held.push(route))
  await goTo(`/invoices/new?customer=${customerId}`)
  const line = page.getByRole('group', { name: 'Rad 1', exact: true })
  await line.getByRole('combobox').first().fill('Stol')
  await line.getByLabel(/^À-pris/).fill('100')
  await page.getByLabel('Fakturadatum').fill('0601')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await company.get('/invoices')).body.items)
    .toMatchObject([{ status: 'published', invoiceDate: '2026-06-01', dueDate: '2026-06-21' }])
  expect(held.length).toBeGreaterThan(0)
  for (const route of held) await route.abort()
  await close()
})
