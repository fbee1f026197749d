// The end of a year in the console: what is left is settled, the year closed, opened again, and its files had.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { booked, madeCustomer, madeInvoice } from '#tests/console/sales/selling'

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

const newCompany = async (companyType: 'limitedCompany' | 'partnership' = 'limitedCompany'): Promise<TestCompany> => {
  const name = 'Lindqvist Bygg AB'
  const company = await service.newCompany({ name, companyType, fiscalYear: ['2025-01-01', '2025-12-31'] })
  const items = [
    { account: 1930, debit: 80_000 },
    { account: 3004, credit: 80_000 },
  ]
  ok(await company.post('/journal-entries', { date: '2025-06-01', title: 'Försäljning', items }))
  return company
}

test('a year is closed with its checklist, and opened again with a reason', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  await goTo('/year-end')
  await page.getByRole('button', { name: /Stäng året/ }).waitFor()
  await page.getByRole('row', { name: /Räkenskapsåret har tagit slut.*Klart/ }).waitFor()
  await takeScreenshot(page, 'year-end')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('b')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Så här har året stängts' }).waitFor()
  const [, closed] = ok(await company.get('/fiscal-years')).items
  expect(closed).toMatchObject({ startDate: '2025-01-01', status: 'closed' })
  await goTo(`/year-end?year=${company.fiscalYearId}&reopen=1`)
  await page.getByRole('textbox', { name: /Varför/ }).fill('En faktura saknas')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/En faktura saknas/).waitFor()
  expect(ok(await company.get(`/fiscal-years/${company.fiscalYearId}`)).fiscalYear.status).toBe('open')
  expect(errors).toEqual([])
  await close()
})

test('an asset is added, and its depreciation booked for the year', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  await goTo('/fixed-assets')
  await page.getByRole('button', { name: /Ny tillgång/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: /^Namn/ }).fill('Svarv')
  await page.getByRole('textbox', { name: /^Anskaffad/ }).fill('2025-01-15')
  await page.getByRole('textbox', { name: /^Anskaffningsvärde/ }).fill('12000')
  await page.getByRole('combobox', { name: /^Konto( \*)?$/ }).fill('1220')
  await page.getByRole('option', { name: /^1220/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Månader att/ }).fill('12')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: '2025-12', exact: true }).waitFor()
  await takeScreenshot(page, 'fixed-asset')
  expect(await seriousFindings(page)).toEqual([])
  await goTo(`/year-end?year=${company.fiscalYearId}`)
  await page.getByRole('button', { name: 'Bokför avskrivningar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Bokför avskrivningar/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(ok(await company.get('/fixed-assets')).items[0]).toMatchObject({ name: 'Svarv', bookValue: 0 })
  expect(errors).toEqual([])
  await close()
})

test('an asset is changed, depreciated up to its sale, and sold with the entry seen before', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const body = { name: 'Svarv', acquisitionDate: '2025-01-15', acquisitionValue: 12_000, account: 1220, months: 12 }
  const { id } = ok(await company.post('/fixed-assets', body))
  await goTo(`/fixed-assets?open=${id}`)
  await page.getByRole('cell', { name: '2025-12', exact: true }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: /^Anskaffningsvärde/ }).fill('24000')
  await page.getByRole('textbox', { name: /^Första månaden/ }).fill('2025-02')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Avyttra/ }).waitFor()
  expect(ok(await company.get(`/fixed-assets/${id}`))).toMatchObject({
    acquisitionValue: 24_000,
    firstMonth: '2025-02',
    months: 12,
    accumulatedAccount: 1229,
    hasEntries: false,
  })
  await page.keyboard.press('v')
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2025-05-10')
  await page.keyboard.press('Tab')
  await page.getByText(/Avskrivningar 2025-02 till 2025-04 är inte bokförda/).waitFor()
  await page.getByRole('button', { name: 'Bokför avskrivningar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Pris/ }).fill('20000')
  await page.getByRole('row', { name: /^1229 .*6.000,00/ }).waitFor()
  await page.getByText('Vinst', { exact: true }).waitFor()
  await takeScreenshot(page, 'disposal')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Avyttrad', { exact: true }).first().waitFor()
  const sold = ok(await company.get(`/fixed-assets/${id}`))
  expect(sold).toMatchObject({ bookValue: 0, disposal: { date: '2025-05-10', price: 20_000 } })
  const { items } = ok(await company.get(`/journal-entries/${sold.disposal.journalEntryRef.id}`))
  const sums = items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [account, debit - credit])
  expect(Object.fromEntries(sums)).toEqual({ 1220: -24_000, 1229: 6000, 1930: 20_000, 3973: -2000 })
  // Then its name alone may change. The list says so before the form is gone.
  await page.getByRole('button', { name: /^Ändra/ }).waitFor()
  await page.keyboard.press('e')
  await page.getByText(/bara namn och nummer/).waitFor()
  expect(await page.getByRole('textbox', { name: /^Anskaffningsvärde/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a month of nothing is never booked, and holds up no sale', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const body = { name: 'Svarv', acquisitionDate: '2025-01-15', acquisitionValue: 0.01, account: 1220, months: 12 }
  const { id } = ok(await company.post('/fixed-assets', body))
  await goTo(`/fixed-assets?open=${id}`)
  await page.getByText('0 av 1 bokförda').waitFor()
  expect(await page.getByText('Ej bokförd', { exact: true }).count()).toBe(1)
  await page.keyboard.press('v')
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2025-05-10')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: /^Pris/ }).fill('20')
  await page.getByText('Vinst', { exact: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Avyttrad', { exact: true }).first().waitFor()
  expect(ok(await company.get(`/fixed-assets/${id}`))).toMatchObject({ disposal: { date: '2025-05-10', price: 20 } })
  expect(errors).toEqual([])
  await close()
})

test('a plan says where the months of a closed year are caught up on, and a sale books them first', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const body = { name: 'Svarv', acquisitionDate: '2025-01-15', acquisitionValue: 24_000, account: 1220, months: 24 }
  const { id } = ok(await company.post('/fixed-assets', body))
  ok(await company.post('/depreciations', { from: '2025-01', to: '2025-10' }))
  await service.operateFor(company.id, async (call) => {
    await closeFiscalYear(call, { id: company.fiscalYearId })
    await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' })
  })
  await goTo(`/fixed-assets?open=${id}`)
  await page.getByRole('row', { name: /^2025-11 .*Tas igen 2026-01-01/ }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2026-01-20')
  await page.keyboard.press('Tab')
  await page.getByText(/Avskrivningar 2025-11 till 2025-12 är inte bokförda/).waitFor()
  await page.getByRole('button', { name: 'Bokför avskrivningar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Pris/ }).fill('12000')
  await page.getByRole('row', { name: /^1229 .*12.000,00/ }).waitFor()
  expect(ok(await company.get(`/fixed-assets/${id}`))).toMatchObject({ accumulatedDepreciation: 12_000 })
  expect(errors).toEqual([])
  await close()
})

test('the processing history of a year is downloaded', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  await goTo('/year-end')
  const link = page.getByRole('link', { name: 'Behandlingshistorik' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Behandlingshistorik')
  await close()
})

test('partners split the result of their year, which is then closed; their tax return is on INK4', {
  tags: ['rest'],
}, async () => {
  const company = await newCompany('partnership')
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  await goTo('/year-end')
  await page.getByRole('button', { name: /^Stäng året/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Stäng året/ }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: /^2019/ }).fill('50000,01')
  await page.getByText('Kvar att fördela:').waitFor()
  await page.getByRole('textbox', { name: /^2029/ }).press('=')
  await page.getByText('Hela resultatet är fördelat.').waitFor()
  await takeScreenshot(page, 'year-end-shares')
  expect(await seriousFindings(page)).toEqual([])
  // What was typed is there after a reload.
  await page.waitForFunction("Object.keys(localStorage).some((key) => key.includes('year-end/shares'))")
  await page.reload()
  await page.getByText('Hela resultatet är fördelat.').waitFor()
  await page.keyboard.press('b')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Så här har året stängts' }).waitFor()
  const [closing] = ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`)).closings
  const { items } = ok(await company.get(`/journal-entries/${closing.resultEntryRef.id}`))
  const sums = items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [account, debit - credit])
  expect(Object.fromEntries(sums)).toEqual({ 8999: 80_000, 2019: -50_000.01, 2029: -29_999.99 })
  await goTo(`/tax-return?year=${company.fiscalYearId}`)
  await page.getByRole('heading', { name: /^INK4R-/ }).waitFor()
  await page.getByText(/huvudblanketten INK4 finns inte i någon fil/).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a tax return is read field by field, beside the year before, and its files are had once nothing is missing', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  await goTo('/tax-return')
  await page.getByRole('link', { name: /saknar postnummer/ }).waitFor()
  await page
    .getByText(/äkenskapsåret är öppet/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /INFO\.SRU/ }).click()
  await page.locator('.sentence.is-wrong').waitFor()
  await takeScreenshot(page, 'tax-return')
  expect(await seriousFindings(page)).toEqual([])
  const address = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Malmö' }
  ok(await asMember(company, await member(service, company, 'owner'))('PATCH', '/company-information', { address }))
  await page.reload()
  await page.getByRole('button', { name: 'Nettoomsättning' }).click()
  const account = page.getByRole('row', { name: /3004/ }).getByRole('link')
  expect(await account.getAttribute('href')).toContain('accounts=3004')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /BLANKETTER\.SRU/ }).click(),
  ])
  expect(readFileSync(await download.path(), 'latin1')).toContain('#UPPGIFT 7410 80000')
  await goTo(`/annual-report?year=${company.fiscalYearId}`)
  await page.getByRole('row', { name: /Nettoomsättning.*80/ }).waitFor()
  const file = page.getByRole('link', { name: 'Ladda ner Excel' })
  const [report] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(report.suggestedFilename()).toMatch(/\.xlsx$/)
  await takeScreenshot(page, 'annual-report')
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await close()
})

test('an entry is spread over months', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const items = [
    { account: 6310, debit: 1200 },
    { account: 1930, credit: 1200 },
  ]
  const entry = ok(await company.post('/journal-entries', { date: '2025-03-01', title: 'Försäkring', items }))
  await goTo('/accruals?open=new')
  await page.getByRole('textbox', { name: /^Verifikationens nummer/ }).fill(entry.journalEntryNumber)
  await page.getByRole('combobox', { name: /^Konto/ }).fill('6310')
  await page.getByRole('option', { name: /^6310/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Första månaden/ }).fill('2025-04')
  await page.getByRole('textbox', { name: /^Antal månader/ }).fill('3')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: '2025-06', exact: true }).waitFor()
  expect(ok(await company.get('/accruals')).items[0]).toMatchObject({ account: 6310, months: 3 })
  expect(errors).toEqual([])
  await close()
})

test('of entries in two years that have one number, the user chooses which is accrued, by keyboard', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('POST', '/fiscal-years', { startDate: '2024-01-01', endDate: '2024-12-31' }))
  const entry = async (date: string, title: string) => {
    const items = [
      { account: 6310, debit: 1200 },
      { account: 1930, credit: 1200 },
    ]
    return ok(await company.post('/journal-entries', { date, title, items }))
  }
  const meant = await entry('2025-03-01', 'Försäkring')
  await entry('2024-02-01', 'Hyra')
  // Booked later, in the year before.
  const other = await entry('2024-03-01', 'Larm')
  expect(other.journalEntryNumber).toBe(meant.journalEntryNumber)
  await goTo('/accruals?open=new')
  await page.getByRole('textbox', { name: /^Verifikationens nummer/ }).fill(meant.journalEntryNumber)
  await page.getByRole('combobox', { name: /^Konto/ }).fill('6310')
  await page.getByRole('option', { name: /^6310/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Första månaden/ }).fill('2025-04')
  await page.getByRole('textbox', { name: /^Antal månader/ }).fill('3')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Flera räkenskapsår har en verifikation med det numret.').waitFor()
  const which = page.getByLabel('Vilken av verifikationerna')
  await page.locator('select:focus').waitFor()
  expect(await which.locator('option').allTextContents()).toEqual([
    'Välj …',
    '2025-03-01 Försäkring',
    '2024-03-01 Larm',
  ])
  expect(ok(await company.get('/accruals')).items).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => which.inputValue()).toBe(meant.id)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: '2025-06', exact: true }).waitFor()
  expect(ok(await company.get('/accruals')).items).toMatchObject([{ journalEntryRef: { id: meant.id } }])
  await close()
})

/** Something for every check that leads anywhere, in 2025. */
const unfinished = async (): Promise<TestCompany> => {
  const company = await newCompany()
  const owner = asMember(company, await member(service, company, 'owner'))
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  ok(await owner('POST', '/fiscal-years', { startDate: '2024-01-01', endDate: '2024-12-31' }))
  ok(await owner('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  const { id: customerId } = await madeCustomer(company, { name: 'Brev AB' })
  const old = { customerRef: { id: customerId }, invoiceDate: '2025-11-01' }
  const sold = await booked(company, await madeInvoice(company, old))
  const note = ok(await company.post(`/invoices/${sold.id}/credit`))
  const { lineItems } = note
  const body = { creditDate: '2025-11-02', dueDate: '2025-12-01', currency: 'SEK', lineItems }
  ok(await company.put(`/credit-notes/${note.id}`, body))
  ok(await company.post(`/credit-notes/${note.id}/publish`))
  const published = await madeInvoice(company, old)
  ok(await company.post(`/invoices/${published.id}/publish`))
  await madeInvoice(company, old)
  const { id: supplierId } = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const bill = { supplierRef: { id: supplierId }, totalAmount: 500, invoiceDate: '2025-06-01', dueDate: '2025-06-30' }
  ok(await company.post('/supplier-invoices', { ...bill, invoiceNumber: '4711' }))
  const entries = [{ ore: -4500n, date: '2025-06-09', reference: 'R2', info: 'Bankavgift' }]
  ok(await company.upload('/bank-statements', 'avgift.xml', camtFile({ statements: [{ id: 'U2', entries }] })))
  return company
}

/** Rows of a check, each with the page that it leads to and what stands there. */
const found: readonly (readonly [check: string, row: string, address: RegExp, shows: RegExp])[] = [
  ['unrecordedInvoices', '2 Brev AB', /\/credit-notes\?open=/, /^2 · Brev AB/],
  ['unrecordedInvoices', '3 Brev AB', /\/invoices\?open=/, /^3 · Brev AB/],
  ['draftInvoices', 'Brev AB', /\/invoices\?open=/, /^Brev AB/],
  ['unrecordedSupplierInvoices', '4711 Papper AB', /\/supplier-invoices\?open=/, /4711/],
  ['openBankTransactions', 'Bankavgift', /\/bank\?open=/, /Bankavgift/],
]

test('every check that leads somewhere leads to a page that there is, and what it found to its own row', {
  tags: ['rest'],
}, async () => {
  const company = await unfinished()
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const { checks } = ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`))
  const at = `/year-end?year=${company.fiscalYearId}`
  const leading = checks.filter(({ link }: { link: object | null }) => link)
  expect(leading.length).toBeGreaterThan(10)
  for (const { name, link } of leading) {
    await goTo(at)
    const row = page.getByRole('row', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) })
    if (link.path.includes('/closing/')) await row.getByRole('button', { name }).waitFor()
    else {
      await row.getByRole('link', { name }).click()
      await page.waitForURL((url) => !url.pathname.endsWith('/year-end'))
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByText('Sidan finns inte').count()).toBe(0)
    }
  }
  for (const [check, row, address, shows] of found) {
    await goTo(`${at}&open=${check}`)
    await page.getByRole('link', { name: row, exact: true }).click()
    await page.waitForURL(address)
    await page.locator('.split-detail').getByText(shows).first().waitFor()
  }
  expect(errors).toEqual([])
  await close()
})
