// Lists that are longer than what is read at once, and sums of them, in the console: what they say is true all the
// same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { booked, madeCustomer, madeInvoice, madeItem } from '#tests/console/sales/selling'

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

const lines = [{ account: 6110, netAmount: 900, taxRate: 0, vatTreatment: 'exempt' }]
const MADE_LATER = 100

/** A recorded invoice that is long overdue, and a hundred that came after it; these are paid where that is said. */
const bought = async (company: TestCompany, { arePaid = false } = {}): Promise<string> => {
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
  const { id } = ok(await company.post('/suppliers', { name: 'Papper AB', paymentDetails }))
  const invoice = { supplierRef: { id }, invoiceDate: '2026-04-01', totalAmount: 900 }
  const first = ok(
    await company.post('/supplier-invoices', { ...invoice, invoiceNumber: 'F-gammal', dueDate: '2026-05-01' }),
  )
  ok(await company.post(`/supplier-invoices/${first.id}/record`, { lines }))
  const operations = Array.from({ length: MADE_LATER }, (_, place) => {
    const body = { ...invoice, invoiceNumber: `F-${place}`, dueDate: '2026-07-01' }
    const one = `/supplier-invoices/{i${place}#/id}`
    return [
      { name: `i${place}`, method: 'POST', path: '/supplier-invoices', body },
      { method: 'POST', path: `${one}/record`, body: { lines } },
      ...(arePaid ? [{ method: 'POST', path: `${one}/payments`, body: { date: '2026-06-08', amount: 900 } }] : []),
    ]
  }).flat()
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
  return id
}

test('the invoice to pay that is longest overdue is on top, however many have come after it', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await bought(company)
  await goTo('/payments')
  await page.locator('[data-index="0"]').getByText('F-gammal').waitFor()
  await page.locator('[data-index="0"]').getByText('2026-05-01').waitFor()
  await takeScreenshot(page, 'payments-long')
  expect(await seriousFindings(page)).toEqual([])
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('End')
  await page.locator(`[data-index="${MADE_LATER}"]`).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('what is owed to a supplier counts an unpaid invoice that is older than those that are shown', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const supplierId = await bought(company, { arePaid: true })
  await goTo(`/suppliers?open=${supplierId}`)
  await page.getByText(/^Obetalt: 900,00/).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('what is owed on more unpaid invoices than are summed up says of which it is the sum', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const supplierId = await bought(company)
  await goTo(`/suppliers?open=${supplierId}`)
  await page.getByText(/^Obetalt på de 100 senaste obetalda fakturorna: 90.000,00/).waitFor()
  await close()
})

/** Makes a hundred more of what the first one is of; its list then begins without it. */
const madeLater = async (company: TestCompany, path: string, id: string, body: (place: number) => object) => {
  const operations = Array.from({ length: MADE_LATER }, (_, place) => ({ method: 'POST', path, body: body(place) }))
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
  const { items } = ok(await company.get(`${path}?pageSize=${MADE_LATER}`))
  expect(items.map((one: { id: string }) => one.id)).not.toContain(id)
}

test('a ledger of one age has all of its invoices and their sum, on however many pages they stand', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await bought(company)
  await bought(company)
  const more = page.getByRole('button', { name: /Visa fler/ })
  await goTo('/reports/supplier-ledger?on=2026-06-10&age=notDue')
  await page.getByRole('row', { name: /^Summa 180\s000,00$/ }).waitFor()
  expect(await page.getByRole('row', { name: /F-\d+/ }).count()).toBe(2 * MADE_LATER)
  expect(await more.count()).toBe(0)
  await goTo('/reports/supplier-ledger?on=2026-06-10&age=days31To60')
  await page.getByRole('row', { name: /^Summa 1\s800,00$/ }).waitFor()
  expect(await page.getByRole('row', { name: /F-gammal/ }).count()).toBe(2)
  // Nothing is said to be missing before all has been read.
  await goTo('/reports/supplier-ledger?on=2026-06-10&age=over90Days')
  await page.getByText('Inget är obetalt den dagen.').waitFor()
  expect(await more.count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an item is found on the line of an invoice, however many have been made since', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeItem(company, { description: 'Äppelträd' })
  const item = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 500, taxRate: 25 }
  await madeLater(company, '/items', id, (place) => ({ ...item, description: `Bord ${place}` }))
  await goTo('/invoices/new')
  const row = page.getByRole('group', { name: 'Rad 1', exact: true })
  await row.getByRole('combobox').first().fill('Äppelträd')
  await page.getByRole('option').filter({ hasText: '500' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => row.getByLabel(/^À-pris/).inputValue()).toMatch(/^500/)
  await close()
})

test('a page of a list that could not be read is asked for again on request, and not before', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeItem(company, { description: 'Äppelträd' })
  const item = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 500, taxRate: 25 }
  await madeLater(company, '/items', id, (place) => ({ ...item, description: `Bord ${place}` }))
  const nextPage = /\/items\?.*cursor=[^&]/
  const body = JSON.stringify({ code: 'internal-error', message: 'Something went wrong' })
  let asked = 0
  await page.route(nextPage, (route) => {
    asked += 1
    return route.fulfill({ status: 500, contentType: 'application/json', body })
  })
  await goTo('/items')
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('End')
  const again = page.getByRole('alert').getByRole('button', { name: 'Försök igen' })
  await again.waitFor()
  const before = asked
  // Rows are still there to be opened, for which the service is asked.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /^Bord/ }).waitFor()
  expect(asked).toBe(before)
  await page.unroute(nextPage)
  await again.click()
  await page.locator(`[data-index="${MADE_LATER}"]`).waitFor()
  await again.waitFor({ state: 'detached' })
  await close()
})

test('all matching rules are listed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const rule = { fromAmount: 1, account: 6570 }
  const { id } = ok(await company.post('/matching-rules', { ...rule, name: 'Den äldsta' }))
  await madeLater(company, '/matching-rules', id, (place) => ({ ...rule, name: `Regel ${place}` }))
  await goTo('/bank/rules')
  await page.getByRole('region', { name: 'Regel 99', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Den äldsta', exact: true }).waitFor()
  await close()
})

test('what is booked on an account this year goes on where it does not end', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const items = [...Array.from({ length: 250 }, () => ({ account: 6110, debit: 1 })), { account: 1930, credit: 250 }]
  ok(await company.post('/journal-entries', { date: '2026-06-01', title: 'Många rader', items }))
  ok(await company.post('/journal-entries', anEntry({ title: 'Den sista' })))
  await goTo('/accounts?open=6110')
  await page
    .getByRole('row', { name: /Många rader/ })
    .first()
    .waitFor()
  expect(await page.getByRole('row', { name: /Den sista/ }).count()).toBe(0)
  await page.getByRole('button', { name: /Visa fler/ }).click()
  await page.getByRole('row', { name: /Den sista.*650,00/ }).waitFor()
  await close()
})

test('what is invoiced leaves out drafts', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeCustomer(company)
  await booked(company, await madeInvoice(company, { customerRef: { id } }))
  await madeInvoice(company, { customerRef: { id } })
  await goTo('/invoices')
  await page.getByText('2 fakturor').waitFor()
  await page.getByText(/^Fakturerat 125,00$/).waitFor()
  await close()
})

test('the bank says that there are more transactions than it shows, in the preview as well', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const bring = (id: string, count: number, date: string) => {
    const entries = Array.from({ length: count }, (_, place) => ({
      ore: -1_000n,
      date,
      reference: `${id}-${place}`,
      details: [{ ore: -1_000n, text: `Uttag ${place}` }],
    }))
    return company.upload('/bank-statements', `${id}.xml`, camtFile({ statements: [{ id, entries }] }))
  }
  ok(await bring('U1', 500, '2026-06-02'))
  const told = page.getByText('Här är de 500 senaste. Det finns fler äldre')
  await goTo('/bank')
  await page.locator('[data-index="0"]').waitFor()
  expect(await told.count()).toBe(0)
  ok(await bring('U2', 1, '2026-06-01'))
  await page.reload()
  await told.waitFor()
  await takeScreenshot(page, 'bank-more')
  expect(await seriousFindings(page)).toEqual([])
  await goTo('/bank?preview=1')
  await page.getByRole('heading', { level: 1, name: 'Granska och bokför' }).waitFor()
  await told.waitFor()
  expect(errors).toEqual([])
  await close()
})

test('one of a kind is said in the singular', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const entries = [{ ore: -1_000n, reference: 'E1', details: [{ ore: -1_000n, text: 'Uttag' }] }]
  const buffer = camtFile({ statements: [{ id: 'E', entries }] })
  await goTo('/bank')
  await page.getByText('Här finns inga kontoutdrag än').waitFor()
  await page.setInputFiles('input[type=file]', { name: 'ett.xml', mimeType: 'application/xml', buffer })
  await page.getByText('1 ny händelse inläst').waitFor()
  await close()
})
