// The start page: what is to be done is gone through from the keyboard, with one key for each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBankAccount } from '#banking'
import { seriousFindings } from '#support/axe'
import { shoot } from '#support/browser'
import { camtFile, IBAN } from '#support/camt-file'
import { type Desk, openDesk } from '#support/console'
import { ok } from '#support/entries'
import { pngFile } from '#support/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

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

/** An invoice that the bank statement has paid, and one more that nobody has paid. */
const fill = async (company: TestCompany): Promise<{ paid: string }> => {
  await service.operateFor(company.id, (call) => addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }))
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

test('somebody takes a proposal with Enter, puts one thing off, and opens another', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const { paid } = await fill(company)
  await goTo('')
  const row = page.getByRole('row', { name: /OCR-numret och 1 000,00 passar faktura 1/ })
  await row.waitFor()
  await shoot(page, 'queue')
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

  await page
    .getByRole('row', { name: /Obetald faktura/ })
    .first()
    .focus()
  await page.keyboard.press('e')
  await page.waitForURL(/\/invoices\?open=/)
  expect(errors).toEqual([])
  await close()
})

test('somebody who only reads sees no queue that is theirs to do', async () => {
  const { page, goTo, errors, close } = await desk.sitDown({ role: 'reader' })
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Kassa och bank').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an annual report is marked as handed in on the queue, which is undone, and the tax return on its own page', async () => {
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  const { page, goTo, errors, close } = await desk.sitDown({ company })
  const done = async () =>
    ok(await company.get(`/fiscal-years/${company.fiscalYearId}/deadlines`)).items.map(
      ({ kind, isDone }: Record<string, unknown>) => `${kind} ${isDone}`,
    )
  await goTo('')
  const report = page.getByRole('row', { name: /Lämna årsredovisning 2025-01-01 – 2025-12-31/ })
  await report.waitFor()
  await shoot(page, 'queue-deadlines')
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
