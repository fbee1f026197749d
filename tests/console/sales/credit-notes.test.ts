// Credit notes in the console: in part, whole by key, and by the cash method.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, booked as bookedDraft, isReadyToSell, madeCustomer, madeInvoice } from './selling.ts'

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

const invoiceOf = async (company: TestCompany, id: string) => (await company.get(`/invoices/${id}`)).body

/** An invoice in the books, to a customer of its own. */
const booked = async (company: TestCompany, changes: Record<string, unknown> = {}) =>
  bookedDraft(company, await madeInvoice(company, changes))

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('an invoice is credited in part: a line of the credit note is lowered, and it is published and booked', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company, { lineItems: [aLine({ quantity: 4 }), aLine({ description: 'Bord' })] })
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /Kreditera/ }).waitFor()
  await press(page, 'r')
  await page.getByRole('heading', { level: 1, name: 'Kreditfakturor' }).waitFor()
  await page.getByRole('button', { name: /Ändra rader/ }).waitFor()
  await press(page, 'e')
  // The hands are in the first field at once.
  await expect.poll(() => hasFocus(page.getByLabel('Antal, rad 1'))).toBe(true)
  const panel = await page.locator('.split-detail').boundingBox()
  const last = await page.getByRole('button', { name: 'Ta bort raden, rad 2' }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan((panel?.x ?? 0) + (panel?.width ?? 0))
  await page.getByLabel('Antal, rad 1').fill('1')
  await page.getByRole('button', { name: 'Ta bort raden, rad 2' }).click()
  await press(page, 'Control+Enter')
  await page.getByText('Raderna är sparade.').waitFor()
  await page.getByRole('button', { name: /Publicera/ }).click()
  await page.getByText(/Kreditfaktura 2 är publicerad/).waitFor()
  await page.getByRole('button', { name: /Bokför/ }).click()
  await page.getByText('Kreditfakturan är bokförd.').waitFor()
  const [note] = (await company.get('/credit-notes')).body.items
  expect(note).toMatchObject({ status: 'published', totalAmount: 125 })
  expect(note.journalEntryRef).not.toBeNull()
  await takeScreenshot(page, 'credit-note')
  expect(errors).toEqual([])
  await close()
})

test('building work under reverse charge: chosen with the rate, on the paper, and credited whole by key', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await isReadyToSell(service, company)
  const { id: customerId } = await madeCustomer(company, { name: 'Bygg AB', vatNumber: 'SE556036079301' })
  const { id } = await madeInvoice(company, { customerRef: { id: customerId }, lineItems: [aLine({ unitPrice: 800 })] })
  await goTo(`/invoices/${id}/edit`)
  const line = page.getByRole('group', { name: 'Rad 1' })
  await line.getByLabel(/^Moms/).selectOption({ label: 'Omvänd' })
  await page.getByRole('row', { name: /Omvänd moms: köparen redovisar momsen på 800,00/ }).waitFor()
  await page.getByRole('row', { name: /Att betala 800,00/ }).waitFor()
  await press(page, 'Control+p')
  await page.getByText('Utkastet är sparat.').waitFor()
  const paper = page.getByRole('complementary', { name: 'Fakturan som PDF' })
  await paper.getByRole('img', { name: /[Oo]mvänd/ }).waitFor()
  await takeScreenshot(page, 'invoice-reverse')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /Ny rad/ }).click()
  expect(await page.getByRole('group', { name: 'Rad 2' }).getByLabel(/^Moms/).inputValue()).toBe('reverse')
  await press(page, 'Control+Enter')
  await page.getByText(/är publicerad och bokförd/).waitFor()
  const { status, lineItems } = await invoiceOf(company, id)
  expect(lineItems).toMatchObject([{ taxRate: 0, bookkeepingAccountNumber: 3231 }])
  expect(status).toBe('published')
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /Kreditera/ }).waitFor()
  await press(page, 'r')
  await page.getByRole('heading', { level: 1, name: 'Kreditfakturor' }).waitFor()
  await page.getByRole('button', { name: /Publicera/ }).waitFor()
  await press(page, 'p')
  await page.getByText(/Kreditfaktura 2 är publicerad/).waitFor()
  await page.getByRole('button', { name: /Bokför/ }).waitFor()
  await press(page, 'b')
  await page.getByText('Kreditfakturan är bokförd.').waitFor()
  expect((await invoiceOf(company, id)).status).toBe('credited')
  const [note] = (await company.get('/credit-notes')).body.items
  const entry = (await company.get(`/journal-entries/${note.journalEntryRef.id}`)).body
  expect(entry.items).toMatchObject([
    { account: 1510, credit: 800 },
    { account: 3231, debit: 800 },
  ])
  expect(errors).toEqual([])
  await close()
})

test('by the cash method neither an invoice nor its credit note, which is sent, is offered to be booked', {
  tags: ['rest'],
}, async () => {
  const company = await service.newCompany({ name: 'Kontant AB', accountingMethod: 'cash' })
  await isReadyToSell(service, company)
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const contactsDetails = [{ name: 'Karin', email: 'karin@kund.example', isDefault: true }]
  const { id: customerId } = await madeCustomer(company, { name: 'Brev AB', contactsDetails })
  const { id } = await madeInvoice(company, { customerRef: { id: customerId } })
  await goTo(`/invoices/${id}/edit`)
  await page.getByRole('button', { name: /^Publicera Ctrl/ }).waitFor()
  await press(page, 'Control+Enter')
  await page.getByText('Faktura 1 är publicerad, och bokförs när den betalas.').waitFor()
  await page.getByText('Bokförs när den betalas, enligt kontantmetoden.').waitFor()
  expect(await page.getByRole('button', { name: /^Bokför/ }).count()).toBe(0)
  await press(page, 'r')
  await page.getByRole('heading', { level: 1, name: 'Kreditfakturor' }).waitFor()
  await page.getByRole('button', { name: /Ändra rader/ }).waitFor()
  await press(page, 'p')
  await page.getByText('Enligt kontantmetoden bokförs krediten först när pengar betalas tillbaka.').waitFor()
  expect(await page.getByRole('button', { name: /^Bokför/ }).count()).toBe(0)
  await press(page, 's')
  const form = page.getByRole('form', { name: 'Skicka med e-post' })
  await page.getByRole('region', { name: 'Kreditfaktura 2 som PDF' }).getByRole('img').waitFor()
  expect(await form.getByLabel('Till').inputValue()).toBe('karin@kund.example')
  expect(await form.getByLabel('Ämne').inputValue()).toContain('Kreditfaktura 2 från')
  await takeScreenshot(page, 'credit-note-send')
  await press(page, 'Control+Enter')
  await page.getByText('Mejlet till karin@kund.example är på väg.').waitFor()
  await page
    .getByRole('region', { name: 'Skickad med e-post' })
    .getByRole('row', { name: /karin@kund.example/ })
    .waitFor()
  const [note] = (await company.get('/credit-notes')).body.items
  expect((await company.get(`/credit-notes/${note.id}/sendings`)).body.items).toHaveLength(1)
  // The browser's own reader of PDFs is made of pages of the browser.
  expect(errors.filter((one) => !/^chrome(?:-extension)?:/.test(one))).toEqual([])
  await close()
})

test('by the cash method what is sold in the Union is booked when it is published, or from its page', {
  tags: ['rest'],
}, async () => {
  const company = await service.newCompany({ name: 'Export AB', accountingMethod: 'cash' })
  await isReadyToSell(service, company)
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const address = { line1: 'Gatan 1', postalCode: '00100', city: 'Helsingfors', country: 'FI' }
  const { id: customerId } = await madeCustomer(company, { name: 'Kunden Oy', vatNumber: 'FI20774740', address })
  const lineItems = [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 0 }]
  const one = await madeInvoice(company, { customerRef: { id: customerId }, lineItems })
  const other = await madeInvoice(company, { customerRef: { id: customerId }, lineItems })
  await goTo(`/invoices/${one.id}/edit`)
  await page.getByRole('button', { name: /^Publicera Ctrl/ }).waitFor()
  await press(page, 'Control+Enter')
  await page.getByText('Faktura 1 är publicerad och bokförd.').waitFor()
  expect((await invoiceOf(company, one.id)).journalEntryRef).not.toBeNull()
  await company.post(`/invoices/${other.id}/publish`)
  // What is known of the buyer today no longer says what was sold.
  const { vatNumber: _, ...moved } = (await company.get(`/customers/${customerId}`)).body
  await company.put(`/customers/${customerId}`, moved)
  await goTo(`/invoices?open=${other.id}`)
  await page.getByRole('button', { name: /^Bokför/ }).waitFor()
  await press(page, 'b')
  await page.getByText('Fakturan är bokförd.').waitFor()
  expect((await invoiceOf(company, other.id)).journalEntryRef).not.toBeNull()
  await company.put(`/customers/${customerId}`, { ...moved, vatNumber: 'FI20774740' })
  const third = await madeInvoice(company, { customerRef: { id: customerId }, lineItems })
  await company.post(`/invoices/${third.id}/publish`)
  const note = (await company.post(`/invoices/${third.id}/credit`)).body
  await company.post(`/credit-notes/${note.id}/publish`)
  await goTo(`/credit-notes?open=${note.id}`)
  await page.getByRole('button', { name: /^Bokför/ }).waitFor()
  await press(page, 'b')
  await page.getByText('Kreditfakturan är bokförd.').waitFor()
  expect((await invoiceOf(company, third.id)).journalEntryRef).not.toBeNull()
  expect(errors).toEqual([])
  await close()
})

test('by the cash method what has no tax otherwise waits for its payment, as the page says', {
  tags: ['rest'],
}, async () => {
  const company = await service.newCompany({ name: 'Klinik AB', accountingMethod: 'cash' })
  await isReadyToSell(service, company)
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const lineItems = [
    { description: 'Vård', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 0 },
  ]
  const address = { line1: 'Gatan 1', postalCode: '0150', city: 'Oslo', country: 'NO' }
  for (const [place, changes] of [{ name: 'Kund AB' }, { name: 'Kunden AS', address }].entries()) {
    const { id: customerId } = await madeCustomer(company, changes)
    const { id } = await madeInvoice(company, { customerRef: { id: customerId }, lineItems })
    await goTo(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: /^Publicera Ctrl/ }).waitFor()
    await press(page, 'Control+Enter')
    await page.getByText(`Faktura ${place + 1} är publicerad, och bokförs när den betalas.`).waitFor()
    await page.getByText('Bokförs när den betalas, enligt kontantmetoden.').waitFor()
    await page.getByRole('button', { name: /^Mer/ }).click()
    await page.getByRole('menuitem', { name: 'Ladda ner PDF' }).waitFor()
    expect(await page.getByRole('button', { name: /^Bokför/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
  }
  expect(errors).toEqual([])
  await close()
})
