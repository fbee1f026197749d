// Invoices in other currencies, and those of which less is left than was not paid: what stands beside kronor is never
// taken for kronor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { setRate } from '#ledger'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN, type WrittenDetail } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { booked, cleaning, madeInvoice } from '#tests/console/sales/selling'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  // Rates are those of all companies.
  service = await startService({ alone: true })
  consoleBrowser = await openConsoleBrowser(service)
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const signInBrowser = async (): Promise<ConsoleUser> => {
  const worker = await consoleBrowser.signInBrowser()
  await service.operateFor(worker.company.id, (call) =>
    bankingAdmin.addBankAccount(call, {
      name: 'Konto',
      iban: IBAN,
      bic: 'ESSESESS',
      account: 1930,
      bankgiro: '991-2346',
    }),
  )
  return worker
}

/** Brings a statement with one transaction, and answers its id. */
const bring = async (
  company: TestCompany,
  ore: bigint,
  name: string,
  said: Partial<WrittenDetail> = {},
): Promise<string> => {
  const entries = [{ ore, reference: 'R1', details: [{ ore, name, ...said }] }]
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ id: 'S1', entries }] })))
  return ok(await company.get('/bank-transactions')).items[0].id
}

/** A recorded supplier invoice, without tax, to a supplier of its own. */
const bought = async (
  company: TestCompany,
  supplier: Record<string, unknown>,
  invoice: { invoiceNumber: string; totalAmount: number; dueDate: string },
): Promise<Answer['body']> => {
  const { id } = ok(await company.post('/suppliers', supplier))
  const made = ok(
    await company.post('/supplier-invoices', { supplierRef: { id }, invoiceDate: '2026-06-01', ...invoice }),
  )
  const lines = [{ account: 6110, netAmount: invoice.totalAmount, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await company.post(`/supplier-invoices/${made.id}/record`, { lines }))
}

const abroad = {
  name: 'Papier GmbH',
  currency: 'EUR',
  paymentDetails: { type: 'internationalPayment', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
}
const inEuro = { invoiceNumber: 'E-1', totalAmount: 100, dueDate: '2026-07-01' }

test('open invoices are offered with what is outstanding of them in kronor, and money is shared by that', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const house = await booked(company, await cleaning(company))
  const euro = await booked(company, await madeInvoice(company, { currency: 'EUR', currencyRate: 11.5 }))
  const discounted = await booked(company, await madeInvoice(company))
  const recorded = async (path: string, body: object) => {
    const { id } = ok(await company.post(path, body))
    ok(await company.post(`${path}/${id}/record`))
  }
  const payment = { date: '2026-06-10', sumBaseCurrency: 437.5, bookkeepingAccountNumber: 1930 }
  await recorded(`/invoices/${euro.id}/payments`, payment)
  const invoiceSettlementDetails = { date: '2026-06-10', sumBaseCurrency: 25 }
  const discount = { type: 'cashDiscount', invoiceSettlementDetails }
  await recorded(`/invoices/${discounted.id}/settlements`, discount)
  await goTo(`/bank?open=${await bring(company, 160_000n, 'Flera')}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  const choose = async (label: string, text: string) => {
    await form.getByRole('combobox', { name: label }).fill(text)
    await page.getByRole('listbox').getByRole('option').waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('Sök nummer, namn eller belopp', `${house.invoiceNumber} Kim`)
  await form.getByText(`${house.invoiceNumber} Kim Kund 500,00`).waitFor()
  await form.getByText('1 100,00 mer än vad som återstår.').waitFor()
  await choose('En faktura till', `${euro.invoiceNumber} Kund`)
  await form.getByText(`${euro.invoiceNumber} Kund AB 1 000,00`).waitFor()
  await form.getByText('100,00 är kvar att fördela.').waitFor()
  await choose('En faktura till', `${discounted.invoiceNumber} Kund`)
  await form.getByText('Hela beloppet är fördelat.').waitFor()
  expect(await form.getByText('Beloppet stämmer på öret.').count()).toBe(2)
  await form.getByText('86,96 EUR återstår. Ange hur mycket som betalades i EUR.').waitFor()
  await takeScreenshot(page, 'bank-outstanding')
  await form.getByRole('button', { name: 'Bokför fördelningen' }).click()
  await page.getByText('Allt är klart').waitFor()
  for (const { id } of [house, euro, discounted]) expect(ok(await company.get(`/invoices/${id}`)).status).toBe('paid')
  expect(errors).toEqual([])
  await close()
})

test('a supplier invoice in euro is offered at its rate, and what the bank took for it pays what is said of it', async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const { id } = await bought(company, abroad, inEuro)
  await goTo(`/bank?open=${await bring(company, -109_000n, 'Europeiska banken')}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  await form.getByRole('combobox', { name: 'Sök nummer, namn eller belopp' }).fill('E-1')
  await page.getByRole('listbox').getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('E-1 Papier GmbH 1 100,00').waitFor()
  const said = form.getByLabel('Betalt i EUR på E-1')
  const done = form.getByRole('button', { name: 'Bokför mot fakturan' })
  const whole = form.getByText('Hela fakturan blir betald.')
  // At which rate the money is worth about so much, the service knows.
  const unsaid = form.getByText('100,00 EUR återstår. Ange hur mycket som betalades i EUR.')
  await unsaid.waitFor()
  await said.fill('120')
  await form.getByText('20,00 EUR mer än vad som återstår.').waitFor()
  expect(await done.isDisabled()).toBe(true)
  await takeScreenshot(page, 'bank-euro-too-much')
  await said.fill('40')
  await form.getByText('40,00 EUR av 100,00 EUR. Resten blir kvar på fakturan.').waitFor()
  await said.fill('100')
  await whole.waitFor()
  await said.fill('')
  await unsaid.waitFor()
  await done.click()
  await page.getByText('Allt är klart').waitFor()
  expect(ok(await company.get(`/supplier-invoices/${id}`))).toMatchObject({ status: 'paid', remainingAmount: 0 })
  expect(errors).toEqual([])
  await close()
})

test('what the bank says in euro is what is paid, and is too much where it is more than is owed', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const { id } = await bought(company, abroad, inEuro)
  const instructed = { ore: 14_000n, currency: 'EUR' }
  await goTo(`/bank?open=${await bring(company, -154_000n, 'Europeiska banken', { instructed })}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  await form.getByRole('combobox', { name: 'Sök nummer, namn eller belopp' }).fill('E-1')
  await page.getByRole('listbox').getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('40,00 EUR mer än vad som återstår.').waitFor()
  expect(await form.getByRole('button', { name: 'Bokför mot fakturan' }).isDisabled()).toBe(true)
  // Of a part of the money it may say nothing.
  await form.getByLabel('Belopp på E-1').fill('1100')
  await form.getByText('100,00 EUR återstår. Ange hur mycket som betalades i EUR.').waitFor()
  await form.getByLabel('Betalt i EUR på E-1').fill('100')
  await form.getByText('Hela fakturan blir betald.').waitFor()
  await form.getByRole('combobox', { name: 'Skillnaden på konto' }).fill('2893')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Bokför fördelningen' }).click()
  await page.getByText('Allt är klart').waitFor()
  expect(ok(await company.get(`/supplier-invoices/${id}`))).toMatchObject({ status: 'paid', remainingAmount: 0 })
  expect(errors).toEqual([])
  await close()
})

test('a supplier invoice gets no more than is owed, and the rest goes to an account', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const inKronor = { invoiceNumber: 'K-1', totalAmount: 900, dueDate: '2026-07-01' }
  const { id } = await bought(company, { name: 'Papper AB' }, inKronor)
  await goTo(`/bank?open=${await bring(company, -95_000n, 'Papper AB')}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  await form.getByRole('combobox', { name: 'Sök nummer, namn eller belopp' }).fill('K-1')
  await page.getByRole('listbox').getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('50,00 är kvar att fördela.').waitFor()
  await form.getByLabel('Belopp på K-1').fill('950')
  await form.getByText('50,00 mer än vad som återstår.').waitFor()
  expect(await form.getByRole('button', { name: 'Bokför mot fakturan' }).isDisabled()).toBe(true)
  await form.getByLabel('Belopp på K-1').fill('900')
  await form.getByRole('combobox', { name: 'Skillnaden på konto' }).fill('6570')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Bokför fördelningen' }).click()
  await page.getByText('Allt är klart').waitFor()
  expect(ok(await company.get(`/supplier-invoices/${id}`))).toMatchObject({ status: 'paid', remainingAmount: 0 })
  expect(errors).toEqual([])
  await close()
})

test('a part of a supplier invoice in euro is paid when the amount in euro is entered', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const { id } = await bought(company, abroad, inEuro)
  await goTo(`/bank?open=${await bring(company, -56_000n, 'Europeiska banken')}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  await form.getByRole('combobox', { name: 'Sök nummer, namn eller belopp' }).fill('E-1')
  await page.getByRole('listbox').getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('Ange hur mycket som betalades i EUR.').waitFor()
  await form.getByRole('button', { name: 'Bokför mot fakturan' }).click()
  await form.getByText(/betalningen är på 560.* i redovisningsvalutan/).waitFor()
  await form.getByLabel('Betalt i EUR på E-1').fill('50')
  await form.getByText('50,00 EUR av 100,00 EUR. Resten blir kvar på fakturan.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Bokför mot fakturan' }).click()
  await page.getByText('Allt är klart').waitFor()
  expect(ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount).toBe(50)
  expect(errors).toEqual([])
  await close()
})

test('a supplier invoice in euro that was paid elsewhere is noted with what left the account in kronor', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const { id } = await bought(company, abroad, inEuro)
  await goTo(`/supplier-invoices?open=${id}`)
  await page.getByRole('row', { name: /Papier GmbH.*100,00 EUR/ }).waitFor()
  await page.getByRole('button', { name: /^Registrera betalning/ }).waitFor()
  await page.keyboard.press('m')
  const amount = page.getByLabel('Belopp (EUR)')
  const kronor = page.getByLabel('Belopp i kronor')
  await expect.poll(() => kronor.inputValue()).toMatch(/^1.100,00$/)
  // It follows the amount until it is typed.
  await amount.fill('50')
  await expect.poll(() => kronor.inputValue()).toBe('550,00')
  await kronor.fill('')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => kronor.getAttribute('aria-invalid')).toBe('true')
  await kronor.fill('560')
  await amount.fill('51')
  expect(await kronor.inputValue()).toMatch(/^560/)
  await takeScreenshot(page, 'supplier-invoice-euro')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await kronor.waitFor({ state: 'detached' })
  expect(ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount).toBe(49)
  const { items } = ok(await company.get(`/supplier-invoices/${id}/payments`))
  expect(items).toMatchObject([{ amount: 51, sumBaseCurrency: 560, bookkeepingAccountNumber: 1930 }])
  expect(errors).toEqual([])
  await close()
})

test('payments in kronor and in euro are prepared with a sum of each, and listed with their currency', async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  await bought(company, abroad, inEuro)
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
  const inKronor = { invoiceNumber: 'K-1', totalAmount: 900, dueDate: '2026-06-20' }
  await bought(company, { name: 'Papper AB', paymentDetails }, inKronor)
  await goTo('/payments')
  await page.getByRole('row', { name: /Papier GmbH.*100,00 EUR/ }).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').nth(1).check()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Summa 900,00 · 100,00 EUR').waitFor()
  expect(await page.getByRole('textbox', { name: 'Belopp (EUR)' }).inputValue()).toBe('100,00')
  await takeScreenshot(page, 'payments-prepare-euro')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 betalningar väntar på signering').waitFor()
  await page.getByRole('button', { name: 'Att signera' }).click()
  await page.getByRole('row', { name: /Papper AB.*900,00/ }).waitFor()
  await page.getByRole('row', { name: /Papier GmbH.*100,00 EUR/ }).click()
  await page
    .getByRole('definition')
    .filter({ hasText: /^100,00 EUR$/ })
    .waitFor()
  await takeScreenshot(page, 'payments-euro')
  expect(errors).toEqual([])
  await close()
})

test('an invoice in euro has the rate of the service on its day, which is typed over, and a currency without one says so', {
  tags: ['rest'],
}, async () => {
  const { page, goTo, errors, close } = await signInBrowser()
  await goTo('/invoices/new')
  await page.getByText('Fler uppgifter').click()
  const currency = page.getByRole('textbox', { name: 'Valuta' })
  const rate = page.getByRole('textbox', { name: 'Kurs i kronor' })
  await page.getByLabel('Fakturadatum').fill('2026-06-03')
  await currency.fill('EUR')
  await page.getByText('Tjänstens kurs är 11, från 2026-06-01.').waitFor()
  await expect.poll(() => rate.inputValue()).toBe('11')
  await rate.fill('11,2')
  await takeScreenshot(page, 'invoice-rate')
  await page.getByRole('button', { name: 'Använd tjänstens kurs' }).click()
  await expect.poll(() => rate.inputValue()).toBe('11')
  await currency.fill('USD')
  await page.getByText('Tjänsten har ingen kurs för USD kring fakturadagen.').waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'invoice-rate-none')
  expect(errors).toEqual([])
  await close()
})
