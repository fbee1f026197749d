// A day that has just been typed goes along with the key that saves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '#support/console'
import { type Service, startService } from '#support/service'
import { madeCustomer, madeInvoice } from './selling.ts'

let service: Service
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

test('a saved draft is published with the day that was typed last, and what follows from it', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
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

test('a new invoice is saved with the due date of the day that was typed last', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
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
