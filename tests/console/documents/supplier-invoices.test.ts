// Supplier invoices in the console: from a dropped document to a recorded, approved and paid invoice; and suppliers.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purchasingAdmin } from '#purchasing'
import { DESK, hasFocus, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { incoming } from '#support/samples/e-invoice-file'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

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

const newSupplier = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<string> =>
  (
    await company.post('/suppliers', {
      name: 'Papper AB',
      paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
      ...changes,
    })
  ).body.id

const newInvoice = async (company: TestCompany, supplierId: string, changes: Record<string, unknown> = {}) =>
  (
    await company.post('/supplier-invoices', {
      supplierRef: { id: supplierId },
      invoiceNumber: '4711',
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 12_500,
      ...changes,
    })
  ).body

/** Drops a file on the page, as from a folder of the person's own. */
const dropOn = async (page: Page, selector: string, bytes: Buffer, name = 'kvitto.png') => {
  const transfer = await page.evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }))
      return transfer
    })()`,
  )
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
}

const rowsOf = async (company: TestCompany) => (await company.get('/supplier-invoices')).body.items

describe('a supplier invoice', () => {
  test('is made of a document that is dropped on the list, and booked in the same breath', async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
    await newSupplier(company)
    await goTo('/supplier-invoices')
    await page.getByText('Släpp ett underlag här').waitFor()
    await dropOn(page, '.page', pngFile({ width: 120 }))
    await page.getByRole('img', { name: 'Underlag' }).waitFor()
    await page.getByRole('combobox', { name: 'Leverantör' }).fill('50501055')
    await page.getByRole('option', { name: /Papper AB/ }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('F-17')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0601')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1250.00')
    await page.keyboard.press('Tab')
    await page.keyboard.type('6110')
    await page.keyboard.press('Tab')
    await page.getByRole('region', { name: 'I momsdeklarationen' }).getByText('250,00').waitFor()
    await takeScreenshot(page, 'supplier-invoice-new')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · F-17' }).waitFor()
    await page.getByRole('img', { name: 'Underlag' }).waitFor()
    await takeScreenshot(page, 'supplier-invoice-open')
    expect(await seriousFindings(page)).toEqual([])
    const [invoice] = await rowsOf(company)
    expect(invoice).toMatchObject({
      invoiceNumber: 'F-17',
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 1250,
      status: 'toPay',
      uploadRefs: [{ id: expect.any(String) }],
    })
    const { items } = (await company.get(`/journal-entries/${invoice.journalEntryRef.id}`)).body
    expect(items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [account, debit, credit])).toEqual(
      expect.arrayContaining([
        [6110, 1000, 0],
        [2641, 250, 0],
        [2440, 0, 1250],
      ]),
    )
    expect(errors).toEqual([])
    await close()
  })

  test('is an e-invoice that is dropped, with what it says beside the lines that it proposes', async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
    await goTo('/supplier-invoices')
    await page.getByText('Släpp ett underlag här').waitFor()
    const xml = Buffer.from(incoming({ reference: '4711' }))
    await dropOn(page, '.page', xml, 'faktura.xml')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · 4711' }).waitFor()
    await page.getByRole('article').getByText('Kopieringspapper A4').waitFor()
    await takeScreenshot(page, 'e-invoice-open')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('e')
    await page.getByText('Raderna är ett förslag från e-fakturan.').waitFor()
    await page.getByRole('article').getByText('Kopieringspapper A4').waitFor()
    await page.getByRole('combobox', { name: 'Konto' }).fill('6110')
    await page.keyboard.press('Tab')
    await page.getByRole('region', { name: 'I momsdeklarationen' }).getByText('250,00').waitFor()
    await takeScreenshot(page, 'e-invoice-form')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · 4711' }).waitFor()
    const [invoice] = await rowsOf(company)
    expect(invoice).toMatchObject({ invoiceNumber: '4711', totalAmount: 1250, status: 'toPay' })
    await dropOn(page, '.page', xml, 'faktura.xml')
    await page.getByText('E-fakturan har redan tagits emot').waitFor()
    await page.setViewportSize(PHONE)
    await takeScreenshot(page, 'e-invoice-phone')
    expect(errors.filter((error) => !error.includes('409'))).toEqual([])
    await close()
  })

  test.each([249.5, 200])(
    'is an e-invoice with tax of %d, which is booked as it is charged',
    { tags: ['rest'] },
    async (tax) => {
      const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
      await goTo('/supplier-invoices')
      await page.getByText('Släpp ett underlag här').waitFor()
      await dropOn(page, '.page', Buffer.from(incoming({ tax })), 'faktura.xml')
      await page.getByRole('heading', { level: 2, name: 'Papper AB · 4711' }).waitFor()
      await page.keyboard.press('e')
      await page.getByText('Raderna är ett förslag från e-fakturan.').waitFor()
      await page.getByRole('combobox', { name: 'Konto' }).fill('6110')
      await page.keyboard.press('Tab')
      const charged = `${Math.floor(tax)},${tax % 1 ? '50' : '00'}`
      await page.getByRole('region', { name: 'I momsdeklarationen' }).getByText(charged).waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('heading', { level: 2, name: 'Papper AB · 4711' }).waitFor()
      const [invoice] = await rowsOf(company)
      const { items } = (await company.get(`/journal-entries/${invoice.journalEntryRef.id}`)).body
      const booked = items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [
        account,
        debit - credit,
      ])
      expect(Object.fromEntries(booked)).toEqual({ 2440: -1000 - tax, 2641: tax, 6110: 1000 })
      await close()
    },
  )

  test('has several documents: in order, gone through, taken away and put back, and added while it is open', {
    tags: ['rest'],
  }, async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
    const supplierId = await newSupplier(company)
    await goTo(`/supplier-invoices/new?supplier=${supplierId}`)
    const form = '.beside-document'
    await page.locator(form).waitFor()
    // The arrow of a choice is a picture, too: only those of the document count.
    const pictures = page.locator(form).getByRole('img')
    for (const [place, name] of ['faktura.png', 'bilaga.png'].entries()) {
      await dropOn(page, form, pngFile({ width: 100 + place }), name)
      await expect.poll(() => pictures.count()).toBe(1)
    }
    const strip = page.getByRole('list', { name: 'Underlag i ordning' })
    const names = () => strip.getByRole('button').allTextContents()
    await expect.poll(names).toEqual(['1. faktura.png', '2. bilaga.png'])
    // With the hands in a field.
    await page.getByRole('textbox', { name: 'Fakturanummer' }).fill('B-2')
    await page.keyboard.press('Control+.')
    await page.getByText('Underlag 2 av 2').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('invoiceNumber')
    await strip.getByRole('button', { name: '2. bilaga.png' }).press('Alt+ArrowLeft')
    await expect.poll(names).toEqual(['1. bilaga.png', '2. faktura.png'])
    await page.getByRole('textbox', { name: 'Fakturadatum' }).fill('2026-06-01')
    await page.getByRole('textbox', { name: 'Belopp med moms' }).fill('100')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · B-2' }).waitFor()
    await expect.poll(names).toEqual(['1. bilaga.png', '2. faktura.png'])
    await takeScreenshot(page, 'supplier-invoice-documents')
    expect(await seriousFindings(page)).toEqual([])
    const [first, second] = (await rowsOf(company))[0].uploadRefs
    await page.keyboard.press('o')
    await page.keyboard.press('x')
    await page.getByText('bilaga.png hör inte längre till fakturan').waitFor()
    await expect.poll(async () => (await rowsOf(company))[0].uploadRefs).toEqual([second])
    await page.keyboard.press('z')
    await expect.poll(async () => (await rowsOf(company))[0].uploadRefs).toEqual([first, second])
    await dropOn(page, '.documents', pngFile({ width: 103 }), 'avtal.png')
    await expect.poll(names).toEqual(['1. bilaga.png', '2. faktura.png', '3. avtal.png'])
    await page.getByText('Underlag 3 av 3').waitFor()
    await page.keyboard.press('o')
    await page.keyboard.press('<')
    await expect.poll(names).toEqual(['1. bilaga.png', '2. avtal.png', '3. faktura.png'])
    await page.setViewportSize(PHONE)
    await takeScreenshot(page, 'supplier-invoice-documents-360')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    expect(errors).toEqual([])
    await close()
  })

  test('of a new supplier: the supplier is made in place, and what was typed stays', async () => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const other = await newSupplier(company)
    await goTo(`/supplier-invoices/new?supplier=${other}`)
    await page.getByRole('textbox', { name: 'Fakturanummer' }).fill('A-1')
    await page.getByRole('textbox', { name: 'Belopp med moms' }).fill('1250')
    await page.getByRole('combobox', { name: 'Konto' }).first().fill('6110')
    await page.getByRole('combobox', { name: 'Leverantör' }).fill('Skruvar & Bult AB')
    await page.keyboard.press('Enter')
    const form = page.getByRole('region', { name: 'Ny leverantör' })
    expect(await form.getByRole('textbox', { name: 'Namn' }).inputValue()).toBe('Skruvar & Bult AB')
    await form.getByRole('combobox', { name: 'Betalas till' }).selectOption('bankgiro')
    await form.getByRole('textbox', { name: 'Bankgiro' }).fill('5050-1056')
    await form.getByText('Kontrollsiffran stämmer inte').waitFor()
    await form.getByRole('textbox', { name: 'Bankgiro' }).fill('5050-1055')
    await form.getByRole('textbox', { name: 'Organisationsnummer' }).fill('12')
    await form.getByRole('button', { name: 'Spara' }).click()
    await form.locator('input[aria-invalid=true]:focus').waitFor()
    await form.getByRole('textbox', { name: 'Organisationsnummer' }).fill('')
    // The keys are those of the form that has the focus: the invoice has no supplier, or another one, until then.
    expect(await page.getByRole('button', { name: 'Bokför' }).isDisabled()).toBe(true)
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Fakturanummer' }).and(page.locator(':focus')).waitFor()
    const pick = page.getByRole('combobox', { name: 'Leverantör' })
    await expect.poll(() => pick.inputValue()).toBe('Skruvar & Bult AB')
    expect(await page.getByRole('textbox', { name: 'Fakturanummer' }).inputValue()).toBe('A-1')
    // A reload loses nothing either.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Fakturanummer' }).inputValue()).toBe('A-1')
    expect(await rowsOf(company)).toEqual([])
    const { items } = (await company.get('/suppliers')).body
    expect(items.find(({ name }: { name: string }) => name.startsWith('Skruvar'))).toMatchObject({
      paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
    })
    await close()
  })

  test('that is saved before it is booked has the lines that were typed when it is opened again', {
    tags: ['rest'],
  }, async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
    const supplierId = await newSupplier(company)
    await goTo(`/supplier-invoices/new?supplier=${supplierId}`)
    await page.getByRole('textbox', { name: 'Fakturanummer' }).fill('K-1')
    await page.getByRole('textbox', { name: 'Fakturadatum' }).fill('2026-06-01')
    await page.getByRole('textbox', { name: 'Belopp med moms' }).fill('1250')
    const account = (line: number) => page.getByRole('combobox', { name: `Konto, rad ${line}` })
    await account(1).fill('6110')
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: 'Utan moms, rad 1' }).fill('400')
    await page.getByRole('button', { name: /^Ny rad/ }).click()
    await account(2).fill('5410')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · K-1' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Bokför/ }).waitFor()
    await page.keyboard.press('e')
    await expect.poll(() => account(2).inputValue()).toMatch(/^5410 /)
    expect(await account(1).inputValue()).toMatch(/^6110 /)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: 'Öppna verifikationen' }).waitFor()
    const [invoice] = await rowsOf(company)
    const { items } = (await company.get(`/journal-entries/${invoice.journalEntryRef.id}`)).body
    const debits = items.flatMap(({ account, debit }: Record<string, number>) => (debit ? [[account, debit]] : []))
    expect(debits).toEqual(
      expect.arrayContaining([
        [6110, 400],
        [5410, 600],
      ]),
    )
    expect(errors).toEqual([])
    await close()
  })

  test('that waits is found among those to approve, approved by a key, and booked as last time', async () => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const supplierId = await newSupplier(company)
    const before = await newInvoice(company, supplierId, { invoiceNumber: '1' })
    await company.post(`/supplier-invoices/${before.id}/record`, { lines: [{ account: 5410, netAmount: 10_000 }] })
    await service.operateFor(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
    const { id } = await newInvoice(company, supplierId, { invoiceNumber: '2', totalAmount: 625 })
    await goTo('/supplier-invoices')
    await page.getByRole('row', { name: /Papper AB 1 / }).waitFor()
    await page.getByRole('button', { name: 'Att attestera' }).click()
    // What was there stays until what is asked for has come.
    await page.getByRole('row', { name: /Papper AB 1 / }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Papper AB 2 / }).click()
    await page.getByRole('heading', { level: 2, name: 'Papper AB · 2' }).waitFor()
    await page.getByRole('button', { name: /^Attestera/ }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: /^Bokför/ }).waitFor()
    await page.keyboard.press('e')
    await page.getByText('Föreslaget efter hur leverantören bokfördes senast.').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Konto, rad 1' }).inputValue()).toMatch(/^5410 /)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: 'Öppna verifikationen' }).waitFor()
    expect((await company.get(`/supplier-invoices/${id}`)).body.status).toBe('toPay')
    await close()
  })

  test('that is large waits for two people, as was decided on the page of settings', { tags: ['rest'] }, async () => {
    const first = await consoleBrowser.signInBrowser()
    const { page, company, goTo } = first
    const second = await consoleBrowser.signInBrowser({ company })
    await goTo('/settings/purchasing')
    await page.getByLabel('Leverantörsfakturor ska attesteras innan de betalas').check()
    await page.getByLabel('Två attestanter från beloppet').fill('500')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Sparat').first().waitFor()
    for (const count of [1, 2]) {
      await page.locator('input[aria-label^="Attesterar: "]:not(:checked):enabled').first().click()
      await expect.poll(() => page.locator('input[aria-label^="Attesterar: "]:checked').count()).toBe(count)
    }
    await takeScreenshot(page, 'approvers')
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await takeScreenshot(page, 'approvers-phone')
    await page.setViewportSize(DESK)
    const { id } = await newInvoice(company, await newSupplier(company), { totalAmount: 625 })
    for (const { page: seen, goTo: go } of [first, second]) {
      await go(`/supplier-invoices?open=${id}`)
      await seen.getByRole('button', { name: /^Attestera/ }).waitFor()
      await seen.keyboard.press('a')
      await seen.getByText('Attesterad av', { exact: true }).waitFor()
    }
    await takeScreenshot(page, 'approved-by-one')
    await second.page.getByRole('button', { name: /^Bokför/ }).waitFor()
    expect((await company.get(`/supplier-invoices/${id}`)).body).toMatchObject({
      status: 'toRecord',
      approvalsMissing: 0,
    })
    expect([...first.errors, ...second.errors]).toEqual([])
    await first.close()
    await second.close()
  })

  test('that is refused says so on the field, and has the hands there', { tags: ['rest'] }, async () => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const supplierId = await newSupplier(company)
    await newInvoice(company, supplierId)
    await goTo(`/supplier-invoices`)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('n')
    const pick = page.getByRole('combobox', { name: 'Leverantör' })
    await expect.poll(() => hasFocus(pick)).toBe(true)
    await goTo(`/supplier-invoices/new?supplier=${supplierId}`)
    const number = page.getByRole('textbox', { name: 'Fakturanummer' })
    await number.fill('4711')
    await page.getByRole('textbox', { name: 'Fakturadatum' }).fill('2026-06-02')
    await page.getByRole('textbox', { name: 'Belopp med moms' }).fill('99')
    await page.keyboard.press('Control+s')
    await page.locator('input[name=invoiceNumber]:focus[aria-invalid=true]').waitFor()
    await page.getByText(/already has an invoice|har redan en faktura/).waitFor()
    expect(await rowsOf(company)).toHaveLength(1)
    await number.fill('4712')
    // What has been changed is no longer what was wrong, before it is sent again.
    await page.locator('input[name=invoiceNumber]:focus:not([aria-invalid=true])').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 2, name: 'Papper AB · 4712' }).waitFor()
    expect(await rowsOf(company)).toHaveLength(2)
    await close()
  })

  test('paid elsewhere is noted as paid, in part and then whole', async () => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser({ context: { viewport: PHONE } })
    const { id } = await newInvoice(company, await newSupplier(company))
    await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount: 10_000 }] })
    await goTo(`/supplier-invoices?open=${id}`)
    for (const [amount, left, shown] of [
      ['500,00', 12_000, /^12.000,00\s*$/],
      ['', 0, /^0,00\s*$/],
    ] as const) {
      await page.getByRole('button', { name: 'Registrera betalning' }).click()
      if (amount) await page.getByRole('textbox', { name: 'Belopp' }).fill(amount)
      await page.locator('form').getByRole('button', { name: 'Registrera betalning' }).click()
      await page.locator('form').waitFor({ state: 'detached' })
      await page.getByRole('definition').filter({ hasText: shown }).waitFor()
      expect((await company.get(`/supplier-invoices/${id}`)).body.remainingAmount).toBe(left)
    }
    await page.getByText('Betald', { exact: true }).waitFor()
    await takeScreenshot(page, 'supplier-invoice-phone')
    expect(await seriousFindings(page)).toEqual([])
    await close()
  })

  test('changed by another user meanwhile is not overwritten', async () => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const supplierId = await newSupplier(company)
    const invoice = await newInvoice(company, supplierId)
    await goTo(`/supplier-invoices/${invoice.id}`)
    const total = page.getByRole('textbox', { name: 'Belopp med moms' })
    await total.fill('13000')
    await service.database.rows({
      text: 'update purchasing.supplier_invoice set total_ore = 1400000, total_base_ore = 1400000, modified_at = now() where id = $1',
      values: [invoice.id],
    } as never)
    // What is there now cannot be read at first: what is typed stays.
    const reading = `**/supplier-invoices/${invoice.id}`
    const unread = page.waitForRequest((one) => one.method() === 'GET' && one.url().endsWith(invoice.id))
    await page.route(reading, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.keyboard.press('Control+s')
    await unread
    await page.getByText('Någon annan har ändrat det här medan du hade det öppet.').waitFor()
    expect(await total.inputValue()).toMatch(/13/)
    await page.unroute(reading)
    await page.keyboard.press('Control+s')
    await page.getByText(/^Den andre skrev: Belopp med moms: 14.000,00$/).waitFor()
    expect(await total.inputValue()).toMatch(/13/)
    expect((await company.get(`/supplier-invoices/${invoice.id}`)).body.totalAmount).toBe(14_000)
    await page.keyboard.press('Control+s')
    await page.getByText('Sparad', { exact: true }).waitFor()
    expect((await company.get(`/supplier-invoices/${invoice.id}`)).body.totalAmount).toBe(13_000)
    await close()
  })
})

describe('suppliers', () => {
  test('are added, changed and removed without the mouse', async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
    await goTo('')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { level: 1, name: 'Leverantörer' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Namn' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Elbolaget AB')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 2, name: 'Elbolaget AB' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Namn' }).fill('Elbolaget i Umeå AB')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 2, name: 'Elbolaget i Umeå AB' }).waitFor()
    expect((await company.get('/suppliers')).body.items[0].name).toBe('Elbolaget i Umeå AB')
    await takeScreenshot(page, 'supplier-open')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Ta bort' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
    await page.getByText('Här finns inga leverantörer än').waitFor()
    expect((await company.get('/suppliers')).body.items).toEqual([])
    expect(errors).toEqual([])
    await close()
  })
})
