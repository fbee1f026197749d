// Invoices in the console: from an empty register to booked, paid, credited and lost, mostly without the mouse.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailJob } from '#mail/mail-sender'
import { changeSettings, salesService } from '#sales'
import { hasFocus, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, focusOnTop, openConsoleBrowser } from '#support/console'
import { newRunner } from '#support/jobs'
import { seriousFindings } from '#support/reading/axe'
import { openPost } from '#support/servers/post'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  aLine,
  booked as bookedDraft,
  isReadyToSell,
  madeCustomer,
  madeInvoice,
  madeItem,
  personBorn,
} from './selling.ts'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService({ alone: true })
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const invoicesOf = async (company: TestCompany) => (await company.get('/invoices')).body.items
const invoiceOf = async (company: TestCompany, id: string) => (await company.get(`/invoices/${id}`)).body

/** An invoice in the books, to a customer of its own. */
const booked = async (company: TestCompany, changes: Record<string, unknown> = {}) =>
  bookedDraft(company, await madeInvoice(company, changes))

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits until the API says so: what is seen may come before what is kept. */
const until = async (holds: () => Promise<boolean>) => expect.poll(holds, { timeout: 20_000 }).toBe(true)

test('a user makes a customer and an invoice from nothing, and books it, by keyboard alone', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press(page, 'g', 'f')
  await page.getByText('Här finns inga fakturor än.').waitFor()
  await press(page, 'n')
  await page.getByRole('combobox', { name: 'Kund' }).waitFor()
  await page.keyboard.type('Svea Snickeri AB')
  await page.getByRole('option', { name: /Ny kund ”Svea Snickeri AB”/ }).waitFor()
  await press(page, 'Enter')
  const form = page.getByRole('form', { name: 'Ny kund' })
  await form.getByLabel('Organisationsnummer').focus()
  await page.keyboard.type('556036-0794')
  await press(page, 'Control+Enter')
  const first = page.getByRole('group', { name: 'Rad 1' })
  await first.getByRole('combobox').first().waitFor()
  await form.waitFor({ state: 'detached' })
  await page.waitForFunction(`document.activeElement?.closest('.line-row') !== null`)
  await page.keyboard.type('Konsulttimmar')
  await press(page, 'Tab')
  await page.keyboard.type('7,5')
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('1200')
  await press(page, 'Tab')
  await page.getByRole('row', { name: 'Att betala 11 250,00' }).waitFor()
  await takeScreenshot(page, 'invoice-editor')
  expect(await seriousFindings(page)).toEqual([])
  await press(page, 'Control+Enter')
  await page.getByRole('button', { name: 'Publicera utan uppgifterna' }).click()
  // What is said goes by itself: it is not waited for after something else.
  await Promise.all([
    page.getByRole('heading', { level: 2, name: /1 · Svea Snickeri AB/ }).waitFor(),
    page.getByText('Faktura 1 är publicerad och bokförd.').waitFor(),
    page.getByText('Tänk på: det finns inget konto att betala till').waitFor(),
  ])
  const [invoice] = await invoicesOf(company)
  expect(invoice).toMatchObject({ status: 'published', totalAmount: 11_250, totalTax: 2250 })
  await until(async () => (await invoiceOf(company, invoice.id)).journalEntryRef !== null)
  await takeScreenshot(page, 'invoice-open')
  expect(errors).toEqual([])
  await close()
})

test('totals are live, and equal those of the service, rate by rate and rounded', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: customerId } = await madeCustomer(company)
  await goTo(`/invoices/new?customer=${customerId}`)
  const rows = [
    ['Trä', '3', '33,335', '25'],
    ['Bok', '7', '19,99', '6'],
    ['Frukost', '1,333333', '0,015', '12'],
    ['Återbäring', '-1', '12,345', '25'],
  ] as const
  for (const [index, [what, quantity, price, rate]] of rows.entries()) {
    if (index > 0) await page.getByRole('button', { name: /Ny rad/ }).click()
    const row = page.getByRole('group', { name: `Rad ${index + 1}`, exact: true })
    await row.getByRole('combobox').first().fill(what)
    await row.getByLabel(/^Antal/).fill(quantity)
    await row.getByLabel(/^À-pris/).fill(price)
    await row.getByLabel(/^Moms/).selectOption(rate)
  }
  const shown = page.locator('.totals tr.is-total td')
  const before = await shown.textContent()
  await page.getByRole('button', { name: /Spara utkast/ }).click()
  await page.getByText('Utkastet är sparat.').waitFor()
  const [{ totalAmount }] = await invoicesOf(company)
  expect(before?.replace(/\s/g, '').replace(',', '.')).toBe(totalAmount.toFixed(2))
  expect(await shown.textContent()).toBe(before)
  // What is to pay in whole kronor says what was rounded off, once it is booked too.
  await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
  const { id } = await booked(company, { lineItems: [aLine({ unitPrice: 99.7 })] })
  await goTo(`/invoices?open=${id}`)
  await page.getByText(/^varav öresavrundning/).waitFor()
  expect(await page.locator('.facts div', { hasText: 'öresavrundning' }).locator('dd').textContent()).toMatch(/0,37$/)
  expect(errors).toEqual([])
  await close()
})

test('what has been typed in a new invoice survives a reload', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await madeCustomer(company, { name: 'Kvarn & Son' })
  await goTo('/invoices/new')
  await page.getByRole('combobox', { name: 'Kund' }).fill('Kvarn')
  await page.getByRole('option', { name: /Kvarn & Son/ }).click()
  await page.getByLabel('Er referens').fill('Vera')
  await page.getByRole('group', { name: 'Rad 1' }).getByRole('combobox').first().fill('Mjöl')
  await page.reload()
  await expect.poll(() => page.getByLabel('Er referens').inputValue()).toBe('Vera')
  expect(await page.getByRole('combobox', { name: 'Kund' }).inputValue()).toBe('Kvarn & Son')
  expect(await page.getByRole('group', { name: 'Rad 1' }).getByRole('combobox').first().inputValue()).toBe('Mjöl')
  await close()
})

test('an invoice is paid in part, and then the rest', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company, { lineItems: [aLine({ unitPrice: 800 })] })
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Kvar att betala').waitFor()
  await press(page, 'i')
  const form = page.getByRole('form', { name: 'Registrera betalning' })
  await expect.poll(() => form.getByLabel('Belopp i kronor').inputValue()).toMatch(/^1.000,00$/)
  await form.getByLabel('Betaldag').fill('99')
  await press(page, 'Control+Enter')
  await form.getByText('Skriv en dag: 2026-11-05').waitFor()
  expect((await company.get(`/invoices/${id}/payments`)).body.items).toEqual([])
  await form.getByLabel('Betaldag').fill('2026-06-10')
  await form.getByLabel('Belopp i kronor').focus()
  await page.keyboard.type('400')
  await press(page, 'Control+Enter')
  await page.getByText('Betalningen är registrerad och bokförd.').waitFor()
  await until(async () => (await invoiceOf(company, id)).status === 'underPaid')
  await page
    .getByRole('definition')
    .filter({ hasText: /^600,00$/ })
    .waitFor()
  await press(page, 'i')
  await expect.poll(() => form.getByLabel('Belopp i kronor').inputValue()).toBe('600,00')
  await press(page, 'Control+Enter')
  await until(async () => (await invoiceOf(company, id)).status === 'paid')
  // The money counts at once; its entry comes right after.
  await until(async () => {
    const { items } = (await company.get(`/invoices/${id}/payments`)).body
    return items.length === 2 && items.every((one: { journalEntryRef: object | null }) => one.journalEntryRef)
  })
  const { items } = (await company.get(`/invoices/${id}/payments`)).body
  expect(items).toMatchObject([{ sumBaseCurrency: 600 }, { sumBaseCurrency: 400 }])
  await page.getByRole('region', { name: 'Det som har hänt' }).getByRole('link', { name: 'Visa' }).first().waitFor()
  await takeScreenshot(page, 'invoice-paid')
  expect(errors).toEqual([])
  await close()
})

test('a payment that is sent again before the page has read the invoice anew is made once', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company)
  // Nothing but the payment has it read anew.
  await page.route(/\/events\?/, () => undefined)
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Kvar att betala').waitFor()
  await press(page, 'i')
  const form = page.getByRole('form', { name: 'Registrera betalning' })
  await form.getByLabel('Belopp i kronor').fill('50')
  const reading = new Promise<Route>((resolve) => void page.route(`**/invoices/${id}`, resolve, { times: 1 }))
  const sent: string[] = []
  page.on('request', (one) => one.method() === 'POST' && sent.push(new URL(one.url()).pathname))
  await press(page, 'Control+Enter')
  const route = await reading
  await form.evaluate((one) => (one as unknown as { requestSubmit(): void }).requestSubmit())
  await route.continue()
  await page.getByText('Betalningen är registrerad och bokförd.').waitFor()
  await form.waitFor({ state: 'detached' })
  expect(sent.filter((path) => path.endsWith('/bulk'))).toHaveLength(1)
  expect((await company.get(`/invoices/${id}/payments`)).body.items).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

test('what was paid too much goes back', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company)
  const body = { date: '2026-06-10', sumBaseCurrency: 200, bookkeepingAccountNumber: 1930 }
  const { id: paid } = (await company.post(`/invoices/${id}/payments`, body)).body
  await company.post(`/invoices/${id}/payments/${paid}/record`)
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Att betala tillbaka').waitFor()
  await page.getByRole('button', { name: /Betala tillbaka/ }).click()
  const form = page.getByRole('form', { name: 'Betala tillbaka' })
  await expect.poll(() => form.getByLabel('Belopp i kronor').inputValue()).toBe('75,00')
  await press(page, 'Control+Enter')
  await page.getByText('Återbetalningen är registrerad och bokförd.').waitFor()
  await until(async () => (await invoiceOf(company, id)).status === 'paid')
  const { items } = (await company.get(`/invoices/${id}/payments`)).body
  expect(items).toMatchObject([{ sumBaseCurrency: -75 }, { sumBaseCurrency: 200 }])
  await page.getByRole('row', { name: /−75,00/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('what a customer will never pay is booked as a bad debt, and as recovered when it is paid after all', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company)
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Kvar att betala').waitFor()
  await press(page, 'm')
  const item = page.getByRole('menuitem', { name: 'Kundförlust' })
  await item.waitFor()
  // The menu lies on top: it is what Escape closes.
  await press(page, 'Escape')
  await item.waitFor({ state: 'detached' })
  await page.getByText('Kvar att betala').waitFor()
  await press(page, 'm')
  await focusOnTop(page)
  await item.focus()
  await press(page, 'Enter')
  const form = page.getByRole('form', { name: 'Kundförlust' })
  await expect.poll(() => hasFocus(form)).toBe(true)
  await expect.poll(() => form.getByLabel('Belopp i kronor').inputValue()).toBe('125,00')
  await form.getByRole('button', { name: /Bokför/ }).click()
  await page.getByText('Kundförlusten är bokförd.').waitFor()
  const { items } = (await company.get(`/invoices/${id}/settlements`)).body
  expect(items).toMatchObject([{ type: 'badDebt', invoiceSettlementDetails: { sumBaseCurrency: 125 } }])
  await page.getByRole('heading', { name: /Avskriven/ }).waitFor()
  await press(page, 'i')
  await page.getByText('Det som ändå betalas bokförs som återvunnet').waitFor()
  await page.getByRole('form', { name: 'Registrera betalning' }).getByLabel('Belopp i kronor').fill('50')
  await press(page, 'Control+Enter')
  await page.getByText('Betalningen är registrerad och bokförd.').waitFor()
  await page.getByRole('row', { name: /Kundförlust −50,00/ }).waitFor()
  await page.getByRole('row', { name: /Betalning .* 50,00/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an invoice is copied, and a draft is removed and had back', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company, { buyerReference: 'Vera' })
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /Kopiera/ }).waitFor()
  await press(page, 'c')
  await expect.poll(() => page.getByLabel('Er referens').inputValue()).toBe('Vera')
  await press(page, 'Control+s')
  await page.getByText('Utkastet är sparat.').waitFor()
  const [copy] = await invoicesOf(company)
  expect(copy).toMatchObject({ status: 'draft', buyerReference: 'Vera', totalAmount: 125 })
  await goTo(`/invoices?open=${copy.id}`)
  await page.getByRole('button', { name: 'Ta bort utkast' }).click()
  await page.getByText('Utkastet är borttaget.').waitFor()
  expect(await invoicesOf(company)).toHaveLength(1)
  await page.getByRole('button', { name: 'Ångra' }).click()
  await until(async () => (await invoicesOf(company)).length === 2)
  expect(errors).toEqual([])
  await close()
})

test('household work: the reduction is proposed from the work, and shared by two', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const own = personBorn('19850709')
  const { id } = await madeCustomer(company, { name: 'Kim Kund', type: 'private', orgNumber: own })
  await goTo(`/invoices/new?customer=${id}`)
  await page.getByRole('combobox', { name: 'Skattereduktion' }).selectOption('rut')
  expect(await page.getByLabel('Personnummer').inputValue()).toBe(own)
  await page.getByLabel('Arbetet i ord').fill('Städning av hemmet')
  const row = page.getByRole('group', { name: 'Rad 1' })
  await row.getByRole('combobox').first().fill('Städning')
  await row.getByLabel(/^Antal/).fill('3')
  await row.getByLabel(/^Enhet/).selectOption('hour')
  await row.getByLabel(/^À-pris/).fill('401')
  await row.getByLabel(/^Typ av arbete/).selectOption('rutCleaning')
  await page.getByRole('button', { name: 'Lägg till person' }).click()
  const other = page.getByLabel('Personnummer').nth(1)
  await page.getByRole('button', { name: /Spara utkast/ }).click()
  await expect.poll(() => other.getAttribute('aria-invalid')).toBe('true')
  await page.getByText(/^skriv personnumret med tolv siffror/).waitFor()
  await other.fill(personBorn('19701012').replace('-', ''))
  await page.getByText('Arbetet ger högst 751 kr.').waitFor()
  await page.getByRole('button', { name: 'Fördela' }).click()
  await page.getByRole('row', { name: /^Summa/ }).waitFor()
  await takeScreenshot(page, 'invoice-household')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /Spara utkast/ }).click()
  await page.getByText('Utkastet är sparat.').waitFor()
  const [invoice] = await invoicesOf(company)
  expect(invoice.taxReduction).toMatchObject({
    type: 'rut',
    deductionAmount: 751,
    deductionPeople: [
      { personalNumber: '19850709-XXXX', deductionAmount: 376 },
      { personalNumber: '19701012-XXXX', deductionAmount: 375 },
    ],
  })
  expect(errors).toEqual([])
  await close()
})

test('what the service refuses stands on its field, and nothing typed is lost', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeCustomer(company)
  await goTo(`/invoices/new?customer=${id}`)
  const row = page.getByRole('group', { name: 'Rad 1' })
  await row.getByRole('combobox').first().fill('Stol')
  await row.getByLabel(/^À-pris/).fill('100')
  await row.getByRole('button', { name: /Mer om raden/ }).click()
  await row.getByLabel(/^Konto/).fill('1930')
  await page.getByRole('button', { name: /Spara utkast/ }).click()
  await expect.poll(() => row.getByLabel(/^Konto/).getAttribute('aria-invalid')).toBe('true')
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-label')?.startsWith('Konto')`)
  expect(await row.getByLabel(/^À-pris/).inputValue()).toBe('100')
  expect(await invoicesOf(company)).toEqual([])
  await close()
})

test('an invoice without a customer is not booked: the customer is asked for, and it stays a draft', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/invoices/new')
  const row = page.getByRole('group', { name: 'Rad 1' })
  await row.getByRole('combobox').first().fill('Stol')
  await row.getByLabel(/^À-pris/).fill('100')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Välj kunden som fakturan gäller.').waitFor()
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-invalid') === 'true'`)
  await expect.poll(() => invoicesOf(company)).toMatchObject([{ status: 'draft', totalAmount: 125 }])
  await close()
})

test('a refusal of a field that the page does not show says which field, and what is wrong with it', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await isReadyToSell(service, company)
  const address = { line1: 'Weg 1', city: 'Kiel', postalCode: '24103', country: 'DE' }
  const { id: customerId } = await madeCustomer(company, { name: 'Kunde GmbH', address })
  const { id } = await madeInvoice(company, { customerRef: { id: customerId }, lineItems: [aLine({ taxRate: 0 })] })
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /^Publicera/ }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Det finns fel att rätta' })
  await told.getByText(/^[A-ZÅÄÖ].*: en försäljning utan moms till DE kräver/).waitFor()
  await takeScreenshot(page, 'refusal-of-no-field')
  expect((await invoiceOf(company, id)).status).toBe('draft')
  await close()
})

test('an item is taken by its name, with price, unit and rate', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeCustomer(company)
  await madeItem(company, { description: 'Ekbord', unitPrice: 4800.5, taxRate: 12 })
  await goTo(`/invoices/new?customer=${id}`)
  const row = page.getByRole('group', { name: 'Rad 1' })
  await row.getByRole('combobox').first().focus()
  await page.keyboard.type('ekb')
  await row
    .page()
    .getByRole('option', { name: /Ekbord/ })
    .waitFor()
  await press(page, 'Tab')
  expect(await row.getByLabel(/^À-pris/).inputValue()).toBe('4800,5')
  expect(await row.getByLabel(/^Moms/).inputValue()).toBe('12')
  await page.getByRole('row', { name: 'Att betala 5 376,56' }).waitFor()
  await close()
})

test('search, filter and what is open stand in the address', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const north = await madeCustomer(company, { name: 'Nordan AB' })
  const south = await madeCustomer(company, { name: 'Sunnan AB' })
  await booked(company, { customerRef: { id: north.id } })
  await booked(company, { customerRef: { id: south.id } })
  await madeInvoice(company, { customerRef: { id: north.id } })
  await goTo('/invoices')
  await page.getByRole('row', { name: /Sunnan AB/ }).waitFor()
  await takeScreenshot(page, 'invoices')
  await press(page, '/')
  await page.keyboard.type('Nordan')
  await page.getByRole('row', { name: /Sunnan AB/ }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('unpaid')
  await page.getByText('1 faktura', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Nordan AB/ }).click()
  await page.getByRole('heading', { level: 2, name: /1 · Nordan AB/ }).waitFor()
  await page.getByRole('button', { name: /Visa PDF/ }).click()
  await page.getByRole('region', { name: 'Faktura 1 som PDF' }).getByRole('img').waitFor()
  const address = new URL(page.url())
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ q: 'Nordan', status: 'unpaid', paper: '1' })
  await page.reload()
  await page.getByRole('heading', { level: 2, name: /1 · Nordan AB/ }).waitFor()
  await page.getByText('1 faktura', { exact: true }).waitFor()
  // The browser's own reader of PDFs is not of the page.
  expect(errors.filter((one) => !/^(?:blob|chrome[a-z-]*):/.test(one))).toEqual([])
  await close()
})

test('the editor fits a phone', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({
    context: { viewport: PHONE, colorScheme: 'dark' },
  })
  const { id } = await madeInvoice(company)
  await goTo(`/invoices/${id}/edit`)
  await page.getByRole('group', { name: 'Rad 1' }).waitFor()
  await takeScreenshot(page, 'invoice-editor-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})

test('a user publishes and sends an invoice from the editor, sees it sent, and finds it by its number', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await isReadyToSell(service, company)
  const post = await openPost()
  const contactsDetails = [{ name: 'Karin', email: 'karin@kund.example', isDefault: true }]
  const { id: customerId } = await madeCustomer(company, { name: 'Brev AB', contactsDetails })
  await booked(company)
  const { id } = await madeInvoice(company, { customerRef: { id: customerId } })
  await goTo(`/invoices/${id}/edit`)
  await page.getByRole('group', { name: 'Rad 1' }).waitFor()
  await press(page, 'Control+e')
  const form = page.getByRole('form', { name: 'Skicka med e-post' })
  expect(await form.getByRole('textbox', { name: 'Till' }).inputValue()).toBe('karin@kund.example')
  expect(await form.getByLabel('Ämne').inputValue()).toContain('Faktura 2 från')
  await page.getByRole('region', { name: 'Faktura 2 som PDF' }).getByRole('img').waitFor()
  await takeScreenshot(page, 'invoice-send')
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Till' }).fill('inte en adress')
  await press(page, 'Control+Enter')
  await form.getByText('”inte” är ingen e-postadress').waitFor()
  await form.getByRole('textbox', { name: 'Till' }).fill('karin@kund.example, bo@kund.example')
  await press(page, 'Control+Enter')
  await page.getByText('Mejlet till karin@kund.example, bo@kund.example är på väg.').waitFor()
  const sendings = page.getByRole('region', { name: 'Skickad med e-post' })
  await sendings.getByRole('row', { name: /bo@kund.example .* På väg/ }).waitFor()
  const options = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'post@example.com' }
  await newRunner(service, [
    mailJob(options, { [salesService.SENDING_MAIL_ORIGIN]: salesService.sendingMailCallbacks }),
  ]).runDue()
  expect(post.received.map(({ to }) => to[0]).sort()).toEqual(['bo@kund.example', 'karin@kund.example'])
  // The feed reports it.
  await sendings.getByRole('row', { name: /bo@kund.example .* Skickad/ }).waitFor()
  await goTo('/invoices?status=unsent')
  const grid = page.getByRole('grid', { name: 'Fakturor' })
  await grid.getByRole('row', { name: /^1 Kund AB/ }).waitFor()
  expect(await grid.getByRole('row', { name: /Brev AB/ }).count()).toBe(0)
  await goTo('/invoices')
  await grid.getByRole('row', { name: /Kund AB/ }).waitFor()
  await press(page, '/')
  await page.keyboard.type('2')
  await grid.getByRole('row', { name: /Kund AB/ }).waitFor({ state: 'detached' })
  await grid.getByRole('row', { name: /Brev AB/ }).waitFor()
  // The browser's own reader of PDFs is made of pages of the browser.
  expect(errors.filter((one) => !/^chrome(?:-extension)?:/.test(one))).toEqual([])
  await post.close()
  await close()
})
