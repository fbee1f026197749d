// The start page: what is to be done is gone through from the keyboard, with one key for each.
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { purchasingAdmin } from '#purchasing'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN, type WrittenEntry } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, booked, madeCustomer, madeInvoice } from '#tests/console/sales/selling'

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

/** An invoice that the bank statement has paid, and an unpaid one. */
const fill = async (company: TestCompany): Promise<{ paid: string }> => {
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const { id } = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 800, taxRate: 25 }
  const body = { invoiceDate: '2026-05-01', dueDate: '2026-05-31', customerRef: { id }, lineItems: [line] }
  const sold = []
  for (let count = 0; count < 2; count += 1) {
    const draft = ok(await company.post('/invoices', body))
    sold.push(ok(await company.post(`/invoices/${draft.id}/publish`)))
    ok(await company.post(`/invoices/${draft.id}/record`))
  }
  const details = [{ ore: 100_000n, name: 'Kund AB', ocr: String(sold[0]?.paymentReference ?? '') }]
  const entries = [{ ore: 100_000n, date: '2026-06-08', reference: 'R1', details }]
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ id: 'U1', entries }] })))
  ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  return { paid: sold[0]?.id }
}

test('a user takes a proposal with Enter, puts one thing off, and opens another', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { paid } = await fill(company)
  await goTo('')
  const row = page.getByRole('row', { name: /OCR-numret och 1 000,00 passar faktura 1/ })
  await row.waitFor()
  await takeScreenshot(page, 'queue')
  expect(await seriousFindings(page)).toEqual([])
  await row.focus()
  await page.keyboard.press('Enter')
  await row.waitFor({ state: 'detached' })
  await page.getByText(/är matchad mot/).waitFor()
  expect(ok(await company.get(`/invoices/${paid}/payments`)).items).toHaveLength(1)

  const receipt = page.getByRole('row', { name: /Bokför underlag/ })
  await receipt.focus()
  await page.keyboard.press('s')
  await receipt.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Visa 1 uppskjutna' }).click()
  await receipt.waitFor()

  // The other invoice cannot be reminded of yet: there is nothing to do for it.
  expect(await page.getByRole('row', { name: /Obetald faktura/ }).count()).toBe(0)
  await receipt.focus()
  await page.keyboard.press('e')
  await page.waitForURL(/\/documents\?open=/)
  expect(errors).toEqual([])
  await close()
})

/** Three fees of a bank, whose fee before was booked on an account: each is proposed on the same. */
const fees = async (company: TestCompany): Promise<void> => {
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const fee = (ore: bigint, day: string): WrittenEntry => ({
    ore,
    date: `2026-06-0${day}`,
    reference: `A${day}`,
    details: [{ ore, name: 'Banken AB' }],
  })
  const bring = async (id: string, ...entries: WrittenEntry[]) =>
    ok(await company.upload('/bank-statements', `${id}.xml`, camtFile({ statements: [{ id, entries }] })))
  await bring('A1', fee(-4_500n, '1'))
  const [{ id, bankStatementRef: statement }] = ok(await company.get('/bank-transactions')).items
  ok(await company.post(`/bank-statements/${statement.id}/transactions/${id}/match`, { account: 6570 }))
  await bring('A2', fee(-4_600n, '2'), fee(-4_700n, '3'), fee(-4_800n, '4'))
}

test('a click on a row opens it and books nothing; what Enter books links its entry and where it is corrected', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { paid } = await fill(company)
  await goTo('')
  const row = page.getByRole('row', { name: /OCR-numret och 1 000,00 passar faktura 1/ })
  await row.click()
  await page.waitForURL(/\/bank\?open=/)
  // The list's own column of reasons is hidden beside an open row.
  await page
    .locator('.proposal')
    .getByText(/^OCR .+ passar faktura/)
    .waitFor()
  expect(ok(await company.get(`/invoices/${paid}/payments`)).items).toEqual([])
  await goTo('')
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Rätta' }).waitFor()
  await page.getByRole('link', { name: 'Visa verifikationen' }).click()
  await page.waitForURL(/\/journal\?open=/)
  const [payment] = ok(await company.get(`/invoices/${paid}/payments`)).items
  expect(page.url()).toContain(payment.journalEntryRef.id)
  expect(errors).toEqual([])
  await close()
})

test('Enter that is held takes one row, and two rows that are booked alike at once are two things', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await fees(company)
  const held: Route[] = []
  await page.route(/\/match$/, (route) => void held.push(route))
  await goTo('')
  const rows = page.getByRole('row', { name: /Banken AB.*Som förra gången: .*6570/ })
  await expect.poll(() => rows.count()).toBe(3)
  await rows.first().focus()
  await page.keyboard.down('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  await page.locator('[role=row]:focus').waitFor()
  // The browser repeats a key that is down.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await rows.count()).toBe(2)
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(2)
  for (const route of held) await route.continue()
  await expect.poll(async () => ok(await company.get('/bank-transactions')).items.length).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('a row that is refused comes back', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await fees(company)
  const held: Route[] = []
  await page.route(/\/match$/, (route) => void held.push(route))
  await goTo('')
  const rows = page.getByRole('row', { name: /Banken AB.*Som förra gången: .*6570/ })
  await expect.poll(() => rows.count()).toBe(3)
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  // The row goes before the request does.
  await expect.poll(() => held.length).toBe(1)
  const refusal = { code: 'conflict', message: 'The transaction is matched already' }
  await held[0]?.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(refusal) })
  await expect.poll(() => rows.count()).toBe(3)
  await close()
})

test('a user with read access is shown what is to do, and no form that would be refused', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ role: 'reader' })
  await company.upload('/uploads', 'kvitto.png', pngFile())
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Kassa och bank', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Bokför underlag.*Öppna och se efter/ }).waitFor()
  // The address does not circumvent the role, and no link leads to a missing button.
  for (const at of [
    '/journal/new',
    '/invoices/new',
    '/customers?make=1',
    '/suppliers?open=new',
    '/accruals?open=new',
  ]) {
    await goTo(at)
    await page.getByText('Din roll i företaget räcker inte för det här.').waitFor()
    expect(await page.locator('main form').count()).toBe(0)
  }
  await page.getByText('Inga periodiseringar än.').waitFor()
  expect(await page.getByText('knappen ovanför').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an annual report is marked as handed in on the queue, which is undone, and the tax return on its own page', {
  tags: ['rest'],
}, async () => {
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const done = async () =>
    ok(await company.get(`/fiscal-years/${company.fiscalYearId}/deadlines`)).items.map(
      ({ kind, isDone }: Record<string, unknown>) => `${kind} ${isDone}`,
    )
  await goTo('')
  const report = page.getByRole('row', { name: /Lämna årsredovisning 2025-01-01 – 2025-12-31/ })
  await report.waitFor()
  await takeScreenshot(page, 'queue-deadlines')
  await report.focus()
  await page.keyboard.press('d')
  await report.waitFor({ state: 'detached' })
  await page.getByText(/: klart/).waitFor()
  expect(await done()).toEqual(['incomeTaxReturn false', 'annualReport true'])
  await page.getByRole('button', { name: 'Ångra' }).click()
  await report.waitFor()
  expect(await done()).toEqual(['incomeTaxReturn false', 'annualReport false'])
  await page.getByRole('row', { name: /Lämna inkomstdeklaration/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/Ska vara inne senast 2026-08-03/).waitFor()
  await page.keyboard.press('l')
  await page.getByText('Lämnad', { exact: true }).first().waitFor()
  expect(await done()).toEqual(['incomeTaxReturn true', 'annualReport false'])
  await goTo('')
  await report.waitFor()
  expect(await page.getByRole('row', { name: /Lämna inkomstdeklaration/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Something to do of every kind, in a company whose year before is not closed. */
const everything = async (): Promise<TestCompany> => {
  const year = ['2025-01-01', '2025-12-31'] as const
  const company = await service.newCompany({ name: 'Allt AB', fiscalYear: [...year] })
  await service.operateFor(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('POST', '/fiscal-years', { startDate: '2026-01-01', endDate: '2026-12-31' }))
  const contactsDetails = [{ name: 'Karin', email: 'karin@kund.example', isDefault: true }]
  const { id: customerId } = await madeCustomer(company, { name: 'Brev AB', contactsDetails })
  const paid = { customerRef: { id: customerId }, invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  await booked(company, await madeInvoice(company, paid))
  const unbooked = await madeInvoice(company, { customerRef: { id: customerId }, dueDate: '2026-09-30' })
  ok(await company.post(`/invoices/${unbooked.id}/publish`))
  const credited = await booked(company, await madeInvoice(company, { customerRef: { id: customerId } }))
  const note = ok(await company.post(`/invoices/${credited.id}/credit`))
  ok(await company.post(`/credit-notes/${note.id}/publish`))
  await madeInvoice(company, { customerRef: { id: (await madeCustomer(company, { name: 'Glömd AB' })).id } })
  const agreement = ok(
    await company.post('/recurring-invoices', {
      customerRef: { id: (await madeCustomer(company, { name: 'Avtal AB' })).id },
      outcome: 'sent',
      lineItems: [aLine()],
      schedule: { every: 1, unit: 'months', firstDate: '2026-06-10' },
    }),
  )
  ok(await company.post(`/recurring-invoices/${agreement.id}/make-now`))
  const sold = [
    { account: 1930, debit: 1500 },
    { account: 3001, credit: 1200 },
    { account: 2611, credit: 300 },
  ]
  ok(await company.post('/journal-entries', { title: 'Försäljning', date: '2026-02-10', items: sold }))
  const { id: supplierId } = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const bill = { supplierRef: { id: supplierId }, totalAmount: 500, invoiceDate: '2026-06-01', dueDate: '2026-06-30' }
  ok(await company.post('/supplier-invoices', { ...bill, invoiceNumber: '4711' }))
  const approved = ok(await company.post('/supplier-invoices', { ...bill, invoiceNumber: '4712' }))
  ok(await owner('POST', `/supplier-invoices/${approved.id}/approve`))
  ok(await owner('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  ok(await company.post('/bank-payments', { amount: 100, paymentDate: '2026-07-30', recipientRef }))
  const entries = [{ ore: -4500n, date: '2026-06-09', reference: 'R2', info: 'Bankavgift' }]
  ok(await company.upload('/bank-statements', 'avgift.xml', camtFile({ statements: [{ id: 'U2', entries }] })))
  return company
}

type Place = readonly [row: RegExp, proposal: string, opens: RegExp, shows: RegExp, taken: RegExp]

/** Each kind: its row, what is proposed, the page that `e` opens with what it shows of the row, and Enter's page. */
const places: readonly Place[] = [
  [/Stäng räkenskapsår/, 'Gå igenom och stäng', /\/year-end\?year=/, /Varje rad öppnas i det/, /\/year-end/],
  [
    /Redovisa moms 2026-01-01 – 2026-03-31/,
    'Gå igenom och redovisa',
    /\/vat\?open=2026-01-01/,
    /kvartal|jan/i,
    /\/vat/,
  ],
  [/Obetald faktura Brev AB · 1 /, 'Påminn', /\/invoices\?open=/, /^1 · Brev AB/, /remind=1/],
  [/Matcha banktransaktion/, 'Välj vad den gäller', /\/bank\?open=/, /Bankavgift/, /\/bank/],
  [/Avsluta utkast/, 'Gör klart utkastet', /\/invoices\?open=/, /Glömd AB\s*Utkast/, /\/edit$/],
  [/Avtalsfaktura som inte blev av Avtal AB/, 'Försök igen', /\/recurring-invoices\?open=/, /Avtal AB/, /companies/],
  [/Bokför underlag/, 'Bokför det, med underlaget bredvid', /\/documents\?open=/, /kvitto|Underlag/, /\/documents/],
  [/Attestera leverantörsfaktura/, 'Granska och attestera', /\/supplier-invoices\?open=/, /4711/, /supplier-inv/],
  [/Betala leverantörsfaktura/, 'Förbered betalningen', /\/supplier-invoices\?open=/, /4712/, /\/payments\?choose=/],
  [/Signera betalning/, 'Signera', /\/payments\?show=all&open=/, /Papper AB/, /\/payments\?show=toSign/],
  [/Lämna årsredovisning/, 'Gå igenom och lämna', /\/annual-report\?year=/, /årsredovisning/i, /\/annual-report/],
  [/Lämna inkomstdeklaration/, 'Gå igenom och lämna', /\/tax-return\?year=/, /inkomstdeklaration/i, /\/tax-return/],
]

test('every kind has a proposal, opens the page of its row with e, and is done with Enter', {
  tags: ['rest'],
}, async () => {
  const before = service.now()
  const company = await everything()
  service.setNow(new Date(before.getTime() + 8 * DAY_MS))
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  const press = async (name: RegExp, key: string) => {
    await goTo('')
    const row = page.getByRole('row', { name }).first()
    await row.focus()
    await page.keyboard.press(key)
  }
  await goTo('')
  await page.getByRole('row', { name: /Stäng räkenskapsår/ }).waitFor()
  await takeScreenshot(page, 'queue-all')
  expect(await seriousFindings(page)).toEqual([])
  const counted = await page.locator('.queue-counts li').allTextContents()
  // What is booked at once is one more.
  expect(counted).toHaveLength(places.length + 1)
  for (const [name, proposal, opens, shows, taken] of places) {
    await goTo('')
    const row = page.getByRole('row', { name }).first()
    await row.getByText(proposal, { exact: true }).waitFor()
    await press(name, 'e')
    await page.waitForURL(opens)
    await page.locator('main').getByText(shows).first().waitFor()
    await press(name, 'Enter')
    await page.waitForURL(taken)
  }
  // What is booked at once: an invoice, and a credit note, which `e` opens on its own page.
  await press(/Bokför kreditfaktura Brev AB · 4 /, 'e')
  await page.waitForURL(/\/credit-notes\?open=/)
  await page.getByRole('heading', { level: 2, name: /^4 · Brev AB/ }).waitFor()
  await press(/Bokför kreditfaktura Brev AB · 4 /, 'Enter')
  await page.getByText('Kreditfaktura 4 är bokförd.').waitFor()
  await press(/Bokför faktura Brev AB · 2 /, 'Enter')
  await page.getByText('Faktura 2 är bokförd.').waitFor()
  await page.getByRole('row', { name: /Bokför faktura Brev AB/ }).waitFor({ state: 'detached' })
  for (const { journalEntryRef } of [...ok(await company.get('/credit-notes')).items])
    expect(journalEntryRef).not.toBeNull()
  await press(/Bokför underlag/, 's')
  await page.getByRole('button', { name: 'Ångra' }).click()
  await page.getByRole('row', { name: /Bokför underlag/ }).waitFor()
  expect(errors.filter((one) => !/^(?:blob|chrome[a-z-]*):/.test(one))).toEqual([])
  service.setNow(before)
  await close()
})

test('a queue of more than a page goes on, also when everything visible is postponed', async () => {
  service.setNow(START)
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeCustomer(company)
  const lineItems = [aLine()]
  const operations = Array.from({ length: 103 }, () => ({
    method: 'POST',
    path: '/invoices',
    body: { invoiceDate: '2026-05-01', customerRef: { id }, lineItems },
  }))
  service.setNow('2026-06-01T10:00:00Z')
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
  service.setNow(START)
  const answer = page.waitForResponse((one) => one.url().includes('/queue?'))
  await goTo('')
  const { items, nextCursor } = await (await answer).json()
  expect([items.length, typeof nextCursor]).toEqual([100, 'string'])
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('End')
  await page.locator('[data-index="99"]').waitFor()
  await page.keyboard.press('End')
  await page.locator('[data-index="102"]').waitFor()

  const keys = items.map(({ kind, id: of }: { kind: string; id: string }) => `${kind} ${of}`)
  const day = START.toISOString().slice(0, 10)
  const putOff = JSON.stringify({ day, keys })
  await page.evaluate(`localStorage.setItem('grundbok:put-off:${company.id}', ${JSON.stringify(putOff)})`)
  await page.reload()
  await page.locator('[data-index="2"]').waitFor()
  expect(await page.locator('[data-index]').count()).toBe(3)
  expect(errors).toEqual([])
  await close()
})

test('a long list says how many more there are, until the last has come', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  for (let count = 0; count < 103; count += 1) ok(await company.upload('/uploads', `kvitto-${count}.png`, pngFile()))
  await goTo('')
  await page.getByText('3 till finns').waitFor()
  await takeScreenshot(page, 'queue-more')
  const { body } = await asMember(company, await member(service, company, 'owner'))('GET', '/queue')
  expect(body.counts).toEqual([{ kind: 'receipt.unrecorded', count: 103 }])
  for (let count = 0; count < 85; count += 1) await page.keyboard.press('j')
  await page.getByText('3 till finns').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})
