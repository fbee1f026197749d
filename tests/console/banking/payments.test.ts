// Payments in the console: what is due is prepared, signed on its own page, and made into a file for the bank.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { addMember, identityAdmin } from '#identity'
import { sql } from '#platform/sql'
import { DESK, hasFocus, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { incoming } from '#support/samples/e-invoice-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, PASSWORD } from '#support/visitor'

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

const withBankAccount = (company: TestCompany) =>
  service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, {
      name: 'Konto',
      iban: IBAN,
      bic: 'ESSESESS',
      account: 1930,
      bankgiro: '991-2346',
    }),
  )

/** A signatory of the company signs all pending payments, on the signing page. */
const signAll = async (company: TestCompany) => {
  const { person, visitor } = await newPersonInside(service)
  const tenant = { type: 'company', id: company.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
  await service.operateFor(company.id, (call) =>
    identityAdmin.setSignatory(call, { personId: person.id, isSignatory: true }),
  )
  const path = `/companies/${company.id}/bank-payments`
  const list = await visitor.get(path)
  const boxes = [...list.text.matchAll(/<input type="checkbox" id="(payment-[0-9a-f-]+)" name="\1" value="([\w-]+)"/g)]
  const chosen = Object.fromEntries(boxes.map(([, name = '', value = '']) => [name, value]))
  const page = await visitor.submit(list, { ...chosen, decision: 'sign' }, { action: `${path}/review` })
  await visitor.submit(page, { proof: PASSWORD }, { action: `${path}/decide` })
}

const bankgiro = { type: 'bankgiro', bankgiroNumber: '5050-1055' }

/** A recorded supplier invoice, to a supplier of its own. */
const bought = async (company: TestCompany, invoiceNumber: string, supplier: Record<string, unknown> = {}) => {
  const { id } = ok(await company.post('/suppliers', { name: `Leverantör ${invoiceNumber}`, ...supplier }))
  const made = ok(
    await company.post('/supplier-invoices', {
      supplierRef: { id },
      invoiceNumber,
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 900,
    }),
  )
  const lines = [{ account: 6110, netAmount: 900, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await company.post(`/supplier-invoices/${made.id}/record`, { lines }))
}

/** All prepared payments, by any user. */
const preparedFor = (company: TestCompany) =>
  service.database.rows<{ ore: string; day: string; reference: string }>(sql`
    select amount_ore::text as ore, payment_date::text as day,
      coalesce(recipient->>'ocr', recipient->>'message') as reference
    from banking.payment where company_id = ${company.id} order by 3`)

test('two invoices are prepared by keyboard, signed, and come as a file', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, '1002377', { paymentDetails: bankgiro })
  await bought(company, 'A-2', { paymentDetails: bankgiro })
  await bought(company, 'B-3')
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('row', { name: /Saknar betaluppgifter/ }).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('checkbox').nth(2).check()
  await takeScreenshot(page, 'payments')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: 'Förbered betalningar' }).waitFor()
  await takeScreenshot(page, 'payments-prepare')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 betalningar väntar på signering').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /Redan förberedd/ }).count()).toBe(2)
  expect((await preparedFor(company)).map(({ reference }) => reference)).toEqual(['1002377', 'A-2'])
  await page.getByRole('button', { name: 'Att signera' }).click()
  await page.getByRole('row', { name: /Leverantör A-2/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Leverantör A-2' }).waitFor()
  // A user who does not sign for the company is told who decides.
  await page.getByText('Bara en firmatecknare signerar').waitFor()
  expect(await page.getByRole('link', { name: 'Signera', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Inställningar → Medlemmar' }).waitFor()
  await signAll(company)
  const download = page.waitForEvent('download')
  await page.keyboard.press('f')
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain('pain.001.001.03')
  await page.getByText('Fil med 2 betalningar, 1 800,00 SEK').waitFor()
  // The file is in the list, with what is in it; a second download warns that it may be at the bank already.
  const warning = page.getByRole('note').getByText(/Filen har hämtats förut/)
  await warning.waitFor()
  await page.getByRole('rowheader', { name: 'Leverantör A-2' }).waitFor()
  await takeScreenshot(page, 'payments-file')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await takeScreenshot(page, 'payments-file-360')
  await page.setViewportSize(DESK)
  const again = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect(readFileSync(await (await again).path(), 'utf8')).toBe(readFileSync(file, 'utf8'))
  await page.getByText(/^2 gånger, senast .+ av /).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /1 800,00 SEK Nedladdad/ }).waitFor()
  await page.getByRole('button', { name: 'På väg' }).click()
  await page.getByRole('row', { name: /Leverantör 1002377/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a refused day is said on its field, and what was typed stays', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  const { id } = await bought(company, 'C-4', { paymentDetails: bankgiro })
  await goTo(`/supplier-invoices?open=${id}`)
  await page.getByRole('button', { name: /^Betala/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('row', { name: /C-4/ }).waitFor()
  await page.getByRole('button', { name: /Förbered 1 betalning/ }).click()
  const day = page.getByRole('textbox', { name: 'Betalningsdag' })
  await day.fill('2026-01-02')
  await page.getByRole('textbox', { name: 'OCR eller meddelande' }).fill('Ref 77')
  await page.keyboard.press('Control+Enter')
  await page.locator('.day input[aria-invalid=true]:focus').waitFor()
  expect(await page.getByRole('textbox', { name: 'OCR eller meddelande' }).inputValue()).toBe('Ref 77')
  expect(await preparedFor(company)).toEqual([])
  await day.fill('2026-06-12')
  await page.getByRole('textbox', { name: 'Belopp' }).fill('400')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 betalning väntar på signering').waitFor()
  expect(await preparedFor(company)).toEqual([{ ore: '40000', day: '2026-06-12', reference: 'Ref 77' }])
  await close()
})

/** What this page makes of an invoice, as an integration would, and then so many others. */
const prepare = async (company: TestCompany, invoiceNumber: string, others = 0) => {
  const recipientRef = { kind: 'bankgiro', bankgiroNumber: '5050-1055' }
  const own = {
    amount: 900,
    paymentDate: '2026-07-01',
    ownNote: invoiceNumber,
    recipientRef: { ...recipientRef, recipientName: `Leverantör ${invoiceNumber}`, message: invoiceNumber },
  }
  ok(await company.post('/bank-payments', own))
  for (let done = 0; done < others; done += 60) {
    const payments = Array.from({ length: Math.min(60, others - done) }, (_, place) => ({
      amount: 10,
      paymentDate: '2026-07-01',
      ownNote: `Annat ${done + place}`,
      recipientRef: { ...recipientRef, recipientName: 'Någon annan', message: `Annat ${done + place}` },
    }))
    ok(await company.post('/bank-payments/bulk', { payments }))
  }
}

test('what is prepared is known behind more than a page of others, and by the number of a renamed supplier', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, 'D-5', { paymentDetails: bankgiro })
  const { supplierRef } = await bought(company, 'D-6', { paymentDetails: bankgiro })
  await bought(company, 'D-7', { paymentDetails: bankgiro })
  await prepare(company, 'D-6')
  await prepare(company, 'D-5', 120)
  const renamed = { name: 'Ett helt annat namn', paymentDetails: bankgiro }
  ok(await company.put(`/suppliers/${supplierRef.id}`, renamed))
  await goTo('/payments')
  await page.getByRole('row', { name: /D-5.*Redan förberedd/ }).waitFor()
  await page.getByRole('row', { name: /D-6.*Redan förberedd/ }).waitFor()
  expect(await page.getByRole('row', { name: /D-7.*Redan förberedd/ }).count()).toBe(0)
  // All are chosen, and only what is not prepared can be.
  for (const place of [0, 1, 2]) await page.getByRole('checkbox').nth(place).check()
  await page.getByRole('button', { name: /Förbered 1 betalning/ }).waitFor()
  await close()
})

test('what the bank has paid is not prepared again while it is not booked', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, 'P-1', { paymentDetails: bankgiro })
  await bought(company, 'P-2', { paymentDetails: bankgiro })
  await prepare(company, 'P-1')
  await signAll(company)
  const { id } = await service.database.one<{ id: string }>(sql`
    select id from banking.payment where company_id = ${company.id}`)
  const details = [{ ore: -90_000n, endToEndId: id.replaceAll('-', '') }]
  const statements = [{ entries: [{ ore: -90_000n, reference: 'P1', details }] }]
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements })))
  await goTo('/payments')
  await page.getByRole('row', { name: /P-1.*Betald, ej bokförd/ }).waitFor()
  for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check()
  await page.getByRole('button', { name: /Förbered 1 betalning/ }).waitFor()
  await close()
})

test('an e-invoice is paid with the reference that it asks for', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  const xml = Buffer.from(incoming({ number: 'R-1', reference: '100 23 77' }))
  const { id } = ok(await company.upload('/supplier-invoices/e-invoices', 'faktura.xml', xml))
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount: 1000 }] }))
  await goTo('/payments')
  await page.getByRole('row', { name: /R-1/ }).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /Förbered 1 betalning/ }).click()
  const reference = page.getByRole('textbox', { name: 'OCR eller meddelande' })
  await reference.waitFor()
  expect(await reference.inputValue()).toBe('1002377')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 betalning väntar på signering').waitFor()
  expect(await preparedFor(company)).toEqual([{ ore: '125000', day: '2026-07-01', reference: '1002377' }])
  await page.getByRole('row', { name: /R-1.*Redan förberedd/ }).waitFor()
  await close()
})

test('nothing can be prepared where it could not be read what is', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, 'E-8', { paymentDetails: bankgiro })
  await prepare(company, 'E-8')
  const body = JSON.stringify({ code: 'unavailable', message: 'The service is not available' })
  await page.route('**/bank-payments?**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  )
  await goTo('/payments')
  await page.getByRole('checkbox').first().check()
  const prepared = page.getByRole('button', { name: /^Förbered 1 betalning/ })
  const again = page.getByRole('alert').getByRole('button')
  await again.waitFor()
  expect(await prepared.isDisabled()).toBe(true)
  await page.unroute('**/bank-payments?**')
  await again.click()
  await page.getByRole('row', { name: /E-8.*Redan förberedd/ }).waitFor()
  expect(await prepared.count()).toBe(0)
  expect(await preparedFor(company)).toHaveLength(1)
  await close()
})

test('what was typed of a payment stays where it can no longer be read what waits', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, 'G-1', { paymentDetails: bankgiro })
  await bought(company, 'G-2', { paymentDetails: bankgiro })
  await prepare(company, 'G-1')
  await goTo('/payments')
  await page.getByRole('row', { name: /G-1.*Redan förberedd/ }).waitFor()
  for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check()
  const prepared = page.getByRole('button', { name: /^Förbered 1 betalning/ })
  await prepared.click()
  const reference = page.getByRole('textbox', { name: 'OCR eller meddelande' })
  await reference.fill('Ref 88')
  const body = JSON.stringify({ code: 'unavailable', message: 'The service is not available' })
  await page.route('**/bank-payments?**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  )
  // Another payment is prepared, so the pending ones are read again.
  await prepare(company, 'Annat')
  const again = page.getByRole('alert').getByRole('button')
  await again.waitFor()
  expect(await reference.count()).toBe(1)
  expect(await reference.inputValue()).toBe('Ref 88')
  expect(await prepared.isDisabled()).toBe(true)
  await page.unroute('**/bank-payments?**')
  await again.click()
  await prepared.click()
  await page.getByText('1 betalning väntar på signering').waitFor()
  expect((await preparedFor(company)).map((one) => one.reference)).toEqual(['Annat', 'G-1', 'Ref 88'])
  await close()
})

test('what was typed of payments stays, and the focus too, when another user prepares one of them meanwhile', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  for (const number of ['H-1', 'H-2', 'H-3']) await bought(company, number, { paymentDetails: bankgiro })
  await goTo('/payments')
  for (const place of [0, 1, 2]) await page.getByRole('checkbox').nth(place).check()
  await page.getByRole('button', { name: /^Förbered 3 betalningar/ }).click()
  const of = (number: string) => page.getByRole('group', { name: new RegExp(`^Leverantör ${number}`) })
  await of('H-2').getByLabel('Betalningsdag').fill('2026-06-15')
  await of('H-3').getByLabel('Belopp').fill('300')
  const reference = of('H-3').getByLabel('OCR eller meddelande')
  await reference.fill('Ref 99')
  await prepare(company, 'H-1')
  await of('H-1').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Förbered 2 betalningar/ }).waitFor()
  expect(await hasFocus(reference)).toBe(true)
  await page.keyboard.type('9')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 betalningar väntar på signering').waitFor()
  expect(await preparedFor(company)).toEqual([
    { ore: '90000', day: '2026-07-01', reference: 'H-1' },
    { ore: '90000', day: '2026-06-15', reference: 'H-2' },
    { ore: '30000', day: '2026-07-01', reference: 'Ref 999' },
  ])
  await close()
})

test('the focus goes to the next payment when another user prepares the focused one, then to the list', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  for (const number of ['I-1', 'I-2', 'I-3']) await bought(company, number, { paymentDetails: bankgiro })
  const { items } = (await company.get('/supplier-invoices')).body
  const choose = items.map(({ id }: { id: string }) => id).join(',')
  // Opened by its address: the focus has been nowhere else on the page.
  await goTo(`/payments?choose=${choose}&prepare=1`)
  const groups = page.locator('[data-invoice]')
  await expect.poll(() => groups.count()).toBe(3)
  const names = await groups.locator('legend strong').allTextContents()
  const [first = '', second = '', third = ''] = names.map((name) => name.replace('Leverantör ', ''))
  const amount = (number: string) =>
    page.getByRole('group', { name: new RegExp(`^Leverantör ${number}`) }).getByLabel('Belopp')
  await amount(second).focus()
  await prepare(company, second)
  await expect.poll(() => groups.count()).toBe(2)
  await expect.poll(() => hasFocus(amount(third))).toBe(true)
  await prepare(company, third)
  await expect.poll(() => groups.count()).toBe(1)
  await expect.poll(() => hasFocus(amount(first))).toBe(true)
  await prepare(company, first)
  await expect.poll(() => groups.count()).toBe(0)
  await expect.poll(() => hasFocus(page.getByRole('grid'))).toBe(true)
  await close()
})

test('the focus goes to the next row when the one that has it is paid elsewhere, then to the heading', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  const ids = new Map<string, string>()
  for (const number of ['J-1', 'J-2', 'J-3'])
    ids.set(number, (await bought(company, number, { paymentDetails: bankgiro })).id)
  await goTo('/payments')
  const rows = page.locator('[data-index]')
  await expect.poll(() => rows.count()).toBe(3)
  const numbers = (await rows.allTextContents()).map((text) => /J-\d/.exec(text)?.[0] ?? '')
  const [first = '', second = '', third = ''] = numbers
  const row = (number: string) => page.getByRole('row', { name: new RegExp(number) })
  const pay = async (number: string) =>
    ok(await company.post(`/supplier-invoices/${ids.get(number)}/payments`, { date: '2026-06-10', amount: 900 }))
  await row(second).focus()
  await pay(second)
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => hasFocus(row(third))).toBe(true)
  await pay(third)
  await expect.poll(() => hasFocus(row(first))).toBe(true)
  await pay(first)
  await page.getByText('Inget att betala just nu.').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  await close()
})

test('days that are counted from the one in the field are counted once', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await withBankAccount(company)
  await bought(company, 'F-9', { paymentDetails: bankgiro })
  await goTo('/payments')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /Förbered 1 betalning/ }).click()
  const day = page.getByRole('textbox', { name: 'Betalningsdag' })
  await day.fill('+3')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 betalning väntar på signering').waitFor()
  expect(await preparedFor(company)).toMatchObject([{ day: '2026-07-04' }])
  await close()
})
