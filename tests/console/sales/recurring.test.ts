// Recurring invoices in the console: made by the keyboard, changed, and what failed is dealt with.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { aLine, madeCustomer } from './selling.ts'

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

test('an agreement is typed without the mouse, gets a new price from a day, rests and goes on', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await madeCustomer(company, { name: 'Ängs Bageri AB' })
  await goTo('/recurring-invoices')
  await page.getByText('Här finns inga avtalsfakturor än.', { exact: false }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('form', { name: 'Ny avtalsfaktura' })
  await form.waitFor()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => form.getByRole('combobox', { name: 'Kund' }).getAttribute('aria-invalid')).toBe('true')
  await form.getByRole('combobox', { name: 'Kund' }).fill('Ängs')
  await page.getByRole('option', { name: /Ängs Bageri AB/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByLabel('Var', { exact: true }).fill('3')
  await form.getByLabel('Första fakturan').fill('2026-06-30')
  await form.getByLabel('Dag i månaden').fill('31')
  await form.getByRole('combobox', { name: 'Beskrivning eller artikel, rad 1' }).fill('Service {month} {year}')
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: 'À-pris, rad 1' }).fill('1500')
  await takeScreenshot(page, 'recurring-form')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'recurring-form-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Ängs Bageri AB/ }).waitFor()
  await page.getByText('Varje kvartal').first().waitFor()
  await page.getByText('Service juli 2026').waitFor()
  await page.keyboard.press('i')
  const change = page.getByRole('form', { name: 'Ändra priset' })
  await change.getByLabel('Gäller från och med').fill('2026-09-01')
  await change.getByLabel('Procent', { exact: true }).fill('10')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Från 2026-09-01: 10 %').waitFor()
  const coming = page.getByRole('region', { name: 'Kommande' })
  await coming.getByText('2 062,50').first().waitFor()
  // Both may be there before the form is gone, which has the hands.
  await change.waitFor({ state: 'detached' })
  const [{ id }] = ok(await company.get('/recurring-invoices')).items
  expect(ok(await company.get(`/recurring-invoices/${id}`))).toMatchObject({
    schedule: { every: 3, unit: 'months', dayOfMonth: 31, firstDate: '2026-06-30' },
    outcome: 'draft',
    priceChanges: [{ kind: 'percent', fromDate: '2026-09-01', percent: 10 }],
  })
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 2, name: /Pausad/ }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 2, name: /Pågår/ }).waitFor()
  await page.keyboard.press('m')
  await page.getByText('Fakturan för 2026-06-30 är skapad.').waitFor()
  await page.getByRole('link', { name: 'Öppna fakturan, 2026-06-30' }).waitFor()
  await takeScreenshot(page, 'recurring-open')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('e')
  await page.getByRole('form', { name: 'Ändra avtalsfaktura' }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'À-pris, rad 1' }).inputValue()).toMatch(/^1\s?500/)
  await page.getByLabel('Skapas som').selectOption('sent')
  // Another user changes it meanwhile.
  ok(await company.post(`/recurring-invoices/${id}/pause`))
  await page.getByRole('alert').filter({ hasText: 'Någon annan har sparat under tiden.' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Pausad/ }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Avslutad/ }).waitFor()
  expect(ok(await company.get(`/recurring-invoices/${id}`))).toMatchObject({ outcome: 'sent', state: 'ended' })
  expect(errors).toEqual([])
  await close()
})

test('what failed says why, is tried again from the queue with one key, or marked as dealt with', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const failed = async (name: string) => {
    const customer = await madeCustomer(company, { name })
    const { id } = ok(
      await company.post('/recurring-invoices', {
        customerRef: { id: customer.id },
        lineItems: [aLine()],
        outcome: 'sent',
        schedule: { every: 1, unit: 'months', firstDate: '2026-06-30' },
      }),
    )
    ok(await company.post(`/recurring-invoices/${id}/make-now`))
    return { id, customer }
  }
  const berg = await failed('Berg AB')
  const dal = await failed('Dal AB')
  await goTo('/recurring-invoices')
  await page.getByRole('row', { name: /Berg AB.*Misslyckades/ }).waitFor()
  await goTo(`/recurring-invoices?open=${dal.id}`)
  const made = page.getByRole('region', { name: 'Gjort' })
  await made.getByText(/adress/i).waitFor()
  await takeScreenshot(page, 'recurring-failed')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'recurring-failed-phone')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('d')
  await made.getByText('Avklarad').waitFor()
  const { customer } = berg
  const contactsDetails = [{ name: 'Eva', email: 'eva@berg.example' }]
  const { id: _, modifiedDateTime: __, ...rest } = customer
  ok(await company.put(`/customers/${customer.id}`, { ...rest, contactsDetails }))
  await goTo('')
  const row = page.getByRole('row', { name: /Avtalsfaktura som inte blev av Berg AB/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Avtalsfakturan till Berg AB är gjord.').waitFor()
  expect(await page.getByRole('row', { name: /Avtalsfaktura som inte blev av/ }).count()).toBe(0)
  expect(ok(await company.get(`/recurring-invoices/${berg.id}`)).lastOccurrence).toMatchObject({ failure: null })
  expect(errors).toEqual([])
  await close()
})
