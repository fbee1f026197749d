// Customers, items and tax reductions in the console.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from '#support/axe'
import { PHONE, shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { type Service, startService } from '#support/service'
import { booked, cleaning, madeCustomer, madeInvoice, madeItem } from './selling.ts'

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

test('a customer is made without the mouse; a wrong number is told of on its field', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await goTo('/customers')
  await page.getByText('Här finns inga kunder än.').waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('form', { name: 'Ny kund' })
  await form.waitFor()
  await page.keyboard.type('Ängs Bageri AB')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('556036')
  await page.keyboard.press('Enter')
  const number = form.getByLabel('Organisationsnummer')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-invalid') === 'true'`)
  await shoot(page, 'customer-refused')
  await number.fill('556036-0793')
  const terms = form.getByLabel('Betalningsvillkor')
  await terms.fill('trettio')
  await page.keyboard.press('Control+Enter')
  await form.getByText('Skriv ett antal dagar med siffror, från 0 till 365').waitFor()
  await terms.fill('30')
  expect(await form.getByLabel('Land').locator('option').first().innerText()).toBe('Sverige')
  await form.getByLabel('E-post').fill('kontoret@angsbageri.example')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ängs Bageri AB är sparad.').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Ängs Bageri AB' }).waitFor()
  const [customer] = (await company.get('/customers')).body.items
  const said = {
    ...{ name: 'Ängs Bageri AB', orgNumber: '556036-0793' },
    contactsDetails: [{ email: 'kontoret@angsbageri.example' }],
  }
  expect(customer).toMatchObject(said)
  await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
  await page.getByText('Ängs Bageri AB är borttagen.').waitFor()
  expect((await company.get('/customers')).body.items).toEqual([])
  await page.keyboard.press('z')
  await page.getByRole('row', { name: /Ängs Bageri/ }).waitFor()
  expect((await company.get('/customers')).body.items).toMatchObject([said])
  expect(errors).toEqual([])
  await close()
})

test('a customer is found by number, changed, and shows what it owes', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const customer = await madeCustomer(company, { name: 'Berg AB', customerNumber: 'B-77' })
  await madeCustomer(company, { name: 'Dal AB' })
  const { id } = await madeInvoice(company, { customerRef: { id: customer.id } })
  await booked(company, { id })
  await goTo('/customers')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('b-77')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('definition').filter({ hasText: '125,00' }).waitFor()
  await page.getByRole('link', { name: '1', exact: true }).waitFor()
  await shoot(page, 'customer-open')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('e')
  await page.getByLabel('Betalningsvillkor').fill('10')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Berg AB är sparad.').waitFor()
  expect((await company.get(`/customers/${customer.id}`)).body).toMatchObject({ paymentTerms: '10', name: 'Berg AB' })
  await page.keyboard.press('f')
  await expect.poll(() => page.getByLabel('Förfallodatum').inputValue()).toBe('2026-06-20')
  expect(errors).toEqual([])
  await close()
})

test('two people change one customer: what each has typed is kept, and where both did, the second is told', async () => {
  const one = await desk.sitDown()
  const two = await desk.sitDown({ company: one.company })
  const { id } = await madeCustomer(one.company, { name: 'Berg AB' })
  for (const { goTo, page } of [one, two]) {
    await goTo(`/customers?open=${id}&edit=1`)
    await page.getByLabel('Betalningsvillkor').waitFor()
  }
  const field = (name: string) => two.page.getByRole('textbox', { name, exact: true })
  await field('Betalningsvillkor').fill('10')
  await field('Momsregistreringsnummer').fill('SE556036079301')
  await one.page.getByLabel('Betalningsvillkor').fill('20')
  await one.page.getByLabel('Kundnummer').fill('B-1')
  await one.page.keyboard.press('Control+Enter')
  await one.page.getByText('Berg AB är sparad.').waitFor()
  const told = two.page.getByRole('alert').filter({ hasText: 'Någon annan har sparat under tiden.' })
  await told.getByText('Den andre skrev: Betalningsvillkor: 20').waitFor()
  await shoot(two.page, 'customer-overtaken')
  expect(await seriousFindings(two.page)).toEqual([])
  expect(await field('Kundnummer').inputValue()).toBe('B-1')
  await two.page.keyboard.press('Control+Enter')
  await two.page.getByText('Berg AB är sparad.').waitFor()
  const saved = (await one.company.get(`/customers/${id}`)).body
  expect(saved).toMatchObject({ paymentTerms: '10', customerNumber: 'B-1', vatNumber: 'SE556036079301' })
  await one.close()
  await two.close()
})

test('an item is made, changed, removed and had back', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await goTo('/items')
  await page.getByText('Här finns inga artiklar än.').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Benämning', { exact: true }).waitFor()
  await page.keyboard.type('Ekplanka')
  await page.getByLabel('Pris utan moms').fill('89,9055')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ekplanka är sparad.').waitFor()
  await page.getByRole('row', { name: /Ekplanka/ }).click()
  await page.getByLabel('Pris utan moms').fill('95')
  await page.getByLabel('Moms', { exact: true }).selectOption('12')
  await shoot(page, 'item-open')
  await page.getByRole('button', { name: /Spara/ }).click()
  await expect
    .poll(async () => (await company.get('/items')).body.items)
    .toMatchObject([{ description: 'Ekplanka', unitPrice: 95, taxRate: 12 }])
  await page.getByRole('row', { name: /Ekplanka/ }).click()
  await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
  await page.getByText('Ekplanka är borttagen.').waitFor()
  expect((await company.get('/items')).body.items).toEqual([])
  await page.keyboard.press('z')
  await page.getByRole('row', { name: /Ekplanka/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('somebody who may only read is offered nothing to change', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown({ role: 'reader' })
  const { id } = await madeInvoice(company)
  await booked(company, { id })
  await madeItem(company)
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /Visa PDF/ }).waitFor()
  for (const name of [/Ny faktura/, /Bokför/, /Registrera betalning/, /Kreditera/, /Kopiera/, /Bifoga/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  await goTo('/customers')
  await page.getByRole('row', { name: /Kund AB/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Kund AB' }).waitFor()
  expect(await page.getByRole('button', { name: /Ny kund|Ändra|Ta bort/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the request file for rut has what customers have paid', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const { id, totalAmount } = await cleaning(company)
  await booked(company, { id })
  await goTo('/tax-reductions?type=rut')
  await page.getByRole('button', { name: /Hämta fil/ }).click()
  await page.getByRole('alert').waitFor()
  const body = { date: '2026-06-10', sumBaseCurrency: totalAmount - 500, bookkeepingAccountNumber: 1930 }
  const payment = (await company.post(`/invoices/${id}/payments`, body)).body
  await company.post(`/invoices/${id}/payments/${payment.id}/record`)
  await page.getByRole('button', { name: /Hämta fil/ }).click()
  await page.getByText('1 ärenden, 500 kr begärda').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Ladda ner filen' }).click()
  expect((await download).suggestedFilename()).toMatch(/^rut-2026-01-01-2026-12-31-1\.xml$/)
  await shoot(page, 'tax-reductions')
  expect(errors.filter((one) => !one.startsWith('blob:'))).toEqual([])
  await close()
})

test('what was typed of a customer is there after a reload, and the page fits a phone', async () => {
  const { page, goTo, close } = await desk.sitDown({ context: { viewport: PHONE } })
  await goTo('/customers?make=1')
  await page.getByLabel('Namn', { exact: true }).fill('Halvfärdig AB')
  await page.reload()
  await expect.poll(() => page.getByLabel('Namn', { exact: true }).inputValue()).toBe('Halvfärdig AB')
  await shoot(page, 'customer-form-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})

test('the tax authority is asked for a reduction with its file, pays a part of it, and refuses the rest', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const { id } = await booked(company, await cleaning(company))
  await goTo(`/invoices?open=${id}`)
  await page.getByText('500,00 väntar på kundens betalning').waitFor()
  await company.post(`/invoices/${id}/payments`, {
    ...{ date: '2026-06-10', sumBaseCurrency: 500, bookkeepingAccountNumber: 1930 },
  })
  await goTo('/tax-reductions?type=rut')
  await page.getByRole('button', { name: /Hämta fil/ }).click()
  await page.getByText('1 ärenden, 500 kr begärda').waitFor()
  await page.keyboard.press('l')
  await page.getByText('1 faktura är markerad som begärd.').first().waitFor()
  await goTo(`/invoices?open=${id}`)
  await page.getByText('500,00 begärd, väntar på svar').waitFor()
  const answer = async (name: string, kronor: string) => {
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name }).click()
    const form = page.getByRole('form', { name })
    await form.getByLabel('Belopp i kronor').fill(kronor)
    await shoot(page, `reduction-${kronor}`)
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
  }
  await answer('Skatteverket har betalat', '300')
  await answer('Skatteverket har nekat', '200')
  await page.getByText('300,00 klar').waitFor()
  await page.locator('strong', { hasText: /^200,00$/ }).waitFor()
  expect((await company.get(`/invoices/${id}`)).body.taxReduction).toMatchObject({
    status: 'completed',
    askedAmount: 300,
  })
  expect(errors).toEqual([])
  await close()
})
