// Reports in the console: from a result to the entries behind it, by keyboard, beside another year, and as files.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
import { voucherFile } from '#support/samples/voucher-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { booked, madeCustomer, madeInvoice } from '#tests/console/sales/selling'

let service: Service
let consoleBrowser: ConsoleBrowser
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
  company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
  )
  const file = voucherFile(0, '2026-01-01').toString().replace('#SIETYP 4', '#SIETYP 2')
  const budget = '#RAR 0 20260101 20261231\r\n#PBUDGET 0 202605 5010 {} 17000.00\r\n'
  ok(await company.upload('/sie/import', 'budget.se', Buffer.from(`${file}${budget}`)))
  await book('2025-03-10', 'Försäljning mars', { 1930: 80_000, 3001: -80_000 })
  await book('2026-02-10', 'Försäljning februari', { 1930: 125_000, 3001: -100_000, 2611: -25_000 })
  await book('2026-05-12', 'Hyra maj', { 5010: 18_500, 1930: -18_500 })
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const book = async (date: string, title: string, amounts: Record<string, number>) =>
  ok(
    await company.post('/journal-entries', {
      date,
      title,
      items: Object.entries(amounts).map(([account, kronor]) => ({
        account: Number(account),
        ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
      })),
    }),
  )

const addressOf = ({ page }: ConsoleUser) => {
  const { pathname, searchParams } = new URL(page.url())
  return { path: pathname.replace(/^\/companies\/[^/]+/, ''), ...Object.fromEntries(searchParams) }
}

test('a user goes from the result of the year to the entry behind an account, without the mouse', async () => {
  const worker = await consoleBrowser.signInBrowser({ company })
  const { page, goTo, errors, close } = worker
  const { keyboard } = page
  await goTo('/reports/income-statement')
  await page.getByRole('link', { name: '3001' }).waitFor()
  await takeScreenshot(page, 'income-statement')
  await keyboard.press('j')
  for (let step = 0; step < 30; step += 1) {
    await keyboard.press('j')
    if (await page.getByRole('row', { name: /^5010/ }).locator(':focus').count()) break
  }
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  await page.getByRole('rowheader', { name: /^5010/ }).waitFor()
  expect(addressOf(worker)).toMatchObject({ path: '/reports/general-ledger', accounts: '5010', from: '2026-01-01' })
  await takeScreenshot(page, 'general-ledger')
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra maj/ }).waitFor()
  expect(addressOf(worker).path).toBe('/journal')
  expect(errors).toEqual([])
  await close()
})

test('a year stands beside the one before and its budget, and the period before it is a key away', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser({ company })
  const { page, goTo, errors, close } = worker
  await goTo('/reports/income-statement')
  await page.getByLabel('Jämför med').selectOption('previousYear')
  const sales = page.getByRole('row').filter({ has: page.getByRole('link', { name: '3001' }) })
  await sales.getByText('80 000,00').waitFor()
  expect((await sales.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/100 000,00 80 000,00/)
  await takeScreenshot(page, 'income-statement-compared')
  await page.getByLabel('Jämför med').selectOption('budget')
  await page.getByRole('columnheader', { name: 'Avvikelse' }).waitFor()
  const rent = await page.getByRole('row', { name: /^5010/ }).getByRole('cell').allInnerTexts()
  expect(rent.slice(-2).map((text) => text.replace(/\s/g, ' '))).toEqual(['−17 000,00', '−1 500,00'])
  await page.getByLabel('Jämför med').selectOption('')
  await page.locator('h1').click()
  await page.keyboard.press('[')
  await page.waitForURL(/from=2025-01-01/)
  await page.getByText('80 000,00').first().waitFor()
  expect(addressOf(worker)).toMatchObject({ from: '2025-01-01', to: '2025-12-31' })
  expect(errors).toEqual([])
  await close()
})

test('a figure of a month opens the entries of that month', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser({ company })
  const { page, goTo, close } = worker
  await goTo('/reports/income-statement?from=2026-01-01&to=2026-06-30&by=month')
  const rent = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^5010/ }) })
  await rent.getByRole('link', { name: '−18 500,00' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  await page.getByText('Hyra maj').waitFor()
  expect(addressOf(worker)).toMatchObject({ accounts: '5010', from: '2026-05-01', to: '2026-05-31' })
  await close()
})

test.each([
  ['PDF', /\.pdf$/, '%PDF'],
  ['Excel', /\.xlsx$/, 'PK'],
  ['CSV', /\.csv$/, '\uFEFF'],
])('the balance sheet is downloaded as %s', { tags: ['rest'] }, async (format, name, begin) => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company })
  await goTo('/reports/balance-sheet')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Ladda ner ${format}` }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(name)
  expect(readFileSync(await download.path(), 'utf8').startsWith(begin)).toBe(true)
  await close()
})

test('the books of an earlier day are read as they were', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company })
  await goTo('/reports/trial-balance?knownAt=2026-01-01')
  await page.getByRole('row', { name: /Summa/ }).waitFor()
  expect(await page.getByRole('link', { name: /^5010/ }).count()).toBe(0)
  await close()
})

test('the choice of a report hands its period on', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser({ company })
  const { page, goTo, errors, close } = worker
  await goTo('/reports')
  await page
    .getByLabel('Period', { exact: true })
    .and(page.getByRole('combobox'))
    .selectOption('2026-04-01..2026-06-30')
  await takeScreenshot(page, 'reports')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Grundbok/ })
    .click()
  await page.getByText('Hyra maj').waitFor()
  expect(addressOf(worker)).toMatchObject({ path: '/reports/journal', from: '2026-04-01', to: '2026-06-30' })
  expect(await page.getByText('Försäljning februari').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

/** A sale that is recorded; what it comes to is paid in part. */
const sold = async (name: string, country: string, rest: object, paid = 0) => {
  const address = { line1: 'Gatan 1', postalCode: '11122', city: 'Staden', country }
  const customer = ok(await company.post('/customers', { name, type: 'company', address, ...rest }))
  const line = { description: 'Vara', itemType: 'salesItem', productType: 'goods', quantity: 1, unitPrice: 1000 }
  const lineItems = [{ ...line, taxRate: country === 'SE' ? 25 : 0, unitType: 'piece' }]
  const body = { customerRef: { id: customer.id }, invoiceDate: '2026-01-10', dueDate: '2026-01-20', lineItems }
  const { id } = ok(await company.post('/invoices', body))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  const payment = { date: '2026-02-01', sumBaseCurrency: paid, bookkeepingAccountNumber: 1930 }
  if (paid > 0) ok(await company.post(`/invoices/${id}/payments`, payment))
}

test('a late sum opens into its invoices and what was paid of them, and a sale within the EU into its account', {
  tags: ['rest'],
}, async () => {
  await sold('Ek och Lind', 'SE', {}, 400)
  await sold('Kunden Oy', 'FI', { vatNumber: 'FI20774740' })
  const worker = await consoleBrowser.signInBrowser({ company })
  const { page, goTo, errors, close } = worker
  await goTo('/reports/aged-receivables?on=2026-03-10')
  const late = page.getByRole('row', { name: /Ek och Lind/ })
  await late.getByRole('link', { name: '850,00' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Kundreskontra' }).waitFor()
  expect(addressOf(worker)).toMatchObject({ on: '2026-03-10', age: 'days31To60' })
  await page.getByRole('row', { name: /Ek och Lind/ }).waitFor()
  expect(await page.getByRole('row', { name: /Kunden Oy/ }).count()).toBe(0)
  await page.keyboard.press('v')
  await page.keyboard.press('h')
  await page.keyboard.press('Space')
  await page.getByRole('row', { name: /Betalning.*400,00/ }).waitFor()
  await takeScreenshot(page, 'customer-ledger-events')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Visa alla' }).click()
  await page.getByRole('row', { name: /Kunden Oy/ }).waitFor()
  await goTo('/reports/eu-sales-list?from=2026-01-01&to=2026-01-31')
  const buyer = page.getByRole('row', { name: /Kunden Oy/ })
  // The file says who answers for it, and the company has no phone yet.
  await page.getByRole('button', { name: /Fil till/ }).click()
  await page.locator('.sentence.is-wrong').waitFor()
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('PATCH', '/company-information', { phone: '08-123456' }))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Fil till/ }).click(),
  ])
  expect(readFileSync(await file.path(), 'latin1')).toContain('FI20774740;1000')
  await buyer.getByRole('link', { name: /1.000,00/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  expect(addressOf(worker)).toMatchObject({ accounts: '3108', from: '2026-01-01', to: '2026-01-31' })
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await close()
})

test('an invoice of a ledger opens, and the account it is held against, in the fiscal year of the day', async () => {
  const broken = await service.newCompany({ name: 'Brutet år AB', fiscalYear: ['2025-07-01', '2026-06-30'] })
  const customer = await madeCustomer(broken, { name: 'Ek och Lind' })
  const invoice = await madeInvoice(broken, { customerRef: { id: customer.id } })
  await booked(broken, invoice)
  const { id: paidId } = await booked(broken, await madeInvoice(broken, { customerRef: { id: customer.id } }))
  const payment = { date: '2026-06-10', sumBaseCurrency: 125, bookkeepingAccountNumber: 1930 }
  ok(await broken.post(`/invoices/${paidId}/payments`, payment))
  const note = ok(await broken.post(`/invoices/${paidId}/credit`))
  ok(await broken.post(`/credit-notes/${note.id}/publish`))
  const supplier = ok(await broken.post('/suppliers', { name: 'Papper AB' }))
  const bill = { invoiceNumber: '4711', invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 12_500 }
  const { id: billId } = ok(await broken.post('/supplier-invoices', { supplierRef: { id: supplier.id }, ...bill }))
  const lines = [{ account: 5410, netAmount: 10_000 }]
  ok(await broken.post(`/supplier-invoices/${billId}/record`, { lines }))
  const worker = await consoleBrowser.signInBrowser({ company: broken })
  const { page, goTo, errors, close } = worker
  await goTo('/reports/customer-ledger')
  await page
    .getByRole('row', { name: /Ek och Lind/ })
    .getByRole('link', { name: '1', exact: true })
    .click()
  await page.getByRole('heading', { level: 2, name: /1 · Ek och Lind/ }).waitFor()
  expect(addressOf(worker)).toEqual({ path: '/invoices', open: invoice.id })
  // What has credited one that was paid stands below it.
  await goTo('/reports/customer-ledger?details=1')
  await page.getByRole('link', { name: 'Kreditfaktura 3' }).click()
  await page.getByRole('heading', { level: 2, name: /3 · Ek och Lind/ }).waitFor()
  expect(addressOf(worker)).toEqual({ path: '/credit-notes', open: note.id })
  await goTo('/reports/supplier-ledger')
  await page
    .getByRole('row', { name: /Papper AB/ })
    .getByRole('link', { name: '4711', exact: true })
    .click()
  await page.getByRole('heading', { level: 2, name: /Papper AB · 4711/ }).waitFor()
  expect(addressOf(worker)).toEqual({ path: '/supplier-invoices', open: billId })
  await goTo('/reports/supplier-ledger')
  await page.getByRole('link', { name: '2440', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Huvudbok' }).waitFor()
  await page.getByRole('rowheader', { name: /^2440/ }).waitFor()
  expect(addressOf(worker)).toMatchObject({ path: '/reports/general-ledger', from: '2025-07-01', to: '2026-06-10' })
  expect(errors).toEqual([])
  await close()
})

test('on a phone the choices of a report are folded, and on a desk each is a key away', async () => {
  const phone = await consoleBrowser.signInBrowser({ company, context: { viewport: PHONE } })
  await phone.goTo('/reports/income-statement?compare=previousYear')
  const fold = phone.page.getByRole('button', { name: 'Val (1)' })
  await fold.waitFor()
  expect(await phone.page.getByLabel('Jämför med').isVisible()).toBe(false)
  await takeScreenshot(phone.page, 'income-statement-phone')
  await fold.click()
  await phone.page.getByLabel('Jämför med').waitFor()
  await phone.close()
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company })
  await goTo('/reports/income-statement')
  await page.getByRole('link', { name: '3001' }).waitFor()
  const focused = () => page.locator(':focus').evaluate((element) => element.getAttribute('data-keys'))
  for (const key of ['p', 'f', 'l', 'j', 'k', 'v', 'b']) {
    await page.keyboard.press('v')
    await page.keyboard.press(key)
    expect(await focused()).toBe(`v ${key}`)
    await page.evaluate('document.activeElement.blur()')
  }
  await close()
})

const SAID = ['trial-balance', 'balance-sheet', 'general-ledger', 'customer-ledger', 'aged-receivables']

test('a page and its file call the columns of a report the same', { tags: ['rest'] }, async () => {
  const { page, company: own, goTo, close } = await consoleBrowser.signInBrowser()
  await booked(own, await madeInvoice(own))
  const other: string[] = []
  for (const report of SAID) {
    await goTo(`/reports/${report}`)
    const shown = page.locator('thead th.is-right')
    await shown.first().waitFor()
    const titles = await shown.allTextContents()
    const { text } = await own.get(`/reports/${report}?format=csvExcel`, { 'accept-language': 'sv' })
    // What is a column of the page may be a row of the file.
    const lines = Buffer.from(text, 'latin1').toString().replace('\ufeff', '').split('\r\n')
    const ofFile = lines.flatMap((line) => line.split(';'))
    other.push(...titles.filter((title) => !ofFile.includes(title)).map((title) => `${report}: ${title}`))
  }
  expect(other).toEqual([])
  await close()
})
