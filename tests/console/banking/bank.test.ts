// The bank's transactions in the console: a file is imported, sure proposals booked together, the rest one by one.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN, type WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

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

const signInBrowser = async (seat: Parameters<ConsoleBrowser['signInBrowser']>[0] = {}): Promise<ConsoleUser> => {
  const worker = await consoleBrowser.signInBrowser(seat)
  await service.operateFor(worker.company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  return worker
}

/** Recorded invoices of 1 250 kronor each. */
const sold = async (company: TestCompany, count: number): Promise<Answer['body'][]> => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
  const operations = Array.from({ length: count }, (_, place) => [
    { name: `i${place}`, method: 'POST', path: '/invoices', body: draft },
    { method: 'POST', path: `/invoices/{i${place}#/id}/publish` },
    { name: `r${place}`, method: 'POST', path: `/invoices/{i${place}#/id}/record` },
  ]).flat()
  const { results } = ok(await company.post('/bulk', { mode: 'atomic', operations }))
  return results.filter(({ name = '' }: { name?: string }) => name.startsWith('r')).map(({ body }: Answer) => body)
}

/** A recorded supplier invoice, without tax. */
const bought = async (company: TestCompany, invoiceNumber: string, total: number): Promise<Answer['body']> => {
  const supplier = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const made = ok(
    await company.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceNumber,
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: total,
    }),
  )
  const lines = [{ account: 6110, netAmount: total, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await company.post(`/supplier-invoices/${made.id}/record`, { lines }))
}

/** Recorded supplier invoices of 900 kronor each, from L-101 on. */
const boughtMany = async (company: TestCompany, count: number) => {
  const supplier = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const lines = [{ account: 6110, netAmount: 900, taxRate: 0, vatTreatment: 'exempt' }]
  const invoice = { supplierRef: { id: supplier.id }, invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const operations = Array.from({ length: count }, (_, place) => [
    ...[{ name: `i${place}`, method: 'POST', path: '/supplier-invoices' }].map((one) => ({
      ...one,
      body: { ...invoice, invoiceNumber: `L-${place + 101}`, totalAmount: 900 },
    })),
    { method: 'POST', path: `/supplier-invoices/{i${place}#/id}/record`, body: { lines } },
  ]).flat()
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
}

let files = 0
const entry = (ore: bigint, said: Partial<NonNullable<WrittenEntry['details']>[0]> = {}): WrittenEntry => ({
  ore,
  reference: `R${++files}`,
  details: [{ ore, ...said }],
})

const fileOf = (...entries: WrittenEntry[]) => ({
  name: `utdrag-${++files}.xml`,
  mimeType: 'application/xml',
  buffer: camtFile({ statements: [{ id: `S${files}`, entries }] }),
})

const bring = (company: TestCompany, ...entries: WrittenEntry[]) => {
  const { name, buffer } = fileOf(...entries)
  return company.upload('/bank-statements', name, buffer)
}

/** What the page asks at this address waits, until it may go on. */
const holdBack = async (page: Page, address: RegExp): Promise<() => Promise<void>> => {
  const held: Route[] = []
  let isHeld = true
  await page.route(address, (route) => (isHeld ? void held.push(route) : route.continue()))
  return async () => {
    isHeld = false
    for (const route of held) await route.continue()
  }
}

/** The transactions of the newest statement, by what the payer said. */
const transactionsOf = async (company: TestCompany): Promise<Answer['body'][]> => {
  const { items } = ok(await company.get('/bank-statements'))
  return ok(await company.get(`/bank-statements/${items[0].id}/transactions?pageSize=100`)).items
}

test('a file is imported, and forty lines are booked with one preview', async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const [sale] = await sold(company, 1)
  await boughtMany(company, 39)
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByText('Här finns inga kontoutdrag än').waitFor()
  const lines = [
    entry(125_000n, { name: 'Kund AB', ocr: sale.paymentReference }),
    ...Array.from({ length: 39 }, (_, place) => entry(-90_000n, { text: `Faktura L-${place + 101}` })),
  ]
  await page.setInputFiles('input[type=file]', fileOf(...lines, entry(-3_500n, { text: 'Bankavgift' })))
  await page.getByText('41 nya händelser inlästa').waitFor()
  await page.getByText(`OCR ${sale.paymentReference} och 1 250,00 passar faktura`).waitFor()
  await page.getByRole('button', { name: /Granska 40 säkra/ }).waitFor()
  await takeScreenshot(page, 'bank')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('b')
  await page.getByRole('button', { name: /Bokför 40 händelser/ }).waitFor()
  await takeScreenshot(page, 'bank-preview')
  expect(await seriousFindings(page)).toEqual([])
  // One is left out by its box.
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: /Bokför 39 händelser/ }).waitFor()
  // The list is read again slowly: what is booked is not in it meanwhile.
  const goOn = await holdBack(page, /bank-transactions/)
  await page.keyboard.press('Control+Enter')
  await page.getByText('39 av 39 är bokförda').waitFor()
  await takeScreenshot(page, 'bank-result')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Bankavgift/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(3)
  await goOn()
  const statuses = (await transactionsOf(company)).map(({ status }) => status)
  expect([statuses.filter((one) => one === 'booked').length, statuses.length]).toEqual([39, 41])
  expect(errors).toEqual([])
  await close()
})

test('Enter takes a proposal, and the hands stay in the list', async () => {
  const { page, company, goTo, close } = await signInBrowser()
  const [one, two] = await sold(company, 2)
  await bring(company, entry(125_000n, { ocr: one.paymentReference }), entry(125_000n, { ocr: two.paymentReference }))
  await goTo('/bank')
  await page.getByRole('row', { name: new RegExp(one.paymentReference) }).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.locator('[role=row]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Allt är klart').waitFor()
  await expect
    .poll(async () => (await transactionsOf(company)).map(({ status }) => status))
    .toEqual(['booked', 'booked'])
  for (const { id } of [one, two]) expect(ok(await company.get(`/invoices/${id}`)).status).toBe('paid')
  await close()
})

test('a line without proposal is booked on an account by keyboard alone', async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  await bring(company, entry(-3_500n, { text: 'Bankavgift' }))
  // A user who knows the number need not wait for the chart.
  await page.route(/chart-of-accounts/, () => undefined)
  await goTo('/bank')
  await page.getByRole('row', { name: /Bankavgift/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const form = page.getByRole('form', { name: 'Bokför på konto' })
  await form.waitFor()
  // Nothing is proposed: the hands are where the account is typed.
  await form.locator('input[role=combobox]:focus').waitFor()
  await takeScreenshot(page, 'bank-line')
  expect(await seriousFindings(page)).toEqual([])
  // Without an account it says so on the field, and has the hands there.
  await page.keyboard.press('Control+Enter')
  await page.locator('input[role=combobox]:focus[aria-invalid=true]').waitFor()
  await page.keyboard.type('6570')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Allt är klart').waitFor()
  const [line] = await transactionsOf(company)
  expect(line).toMatchObject({ status: 'booked', matchedWith: { account: 6570 } })
  expect(errors).toEqual([])
  await close()
})

test('a line is divided among two accounts', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await signInBrowser()
  await bring(company, entry(-125_000n, { text: 'Kortköp Järnia' }))
  const [{ id }] = await transactionsOf(company)
  await goTo(`/bank?open=${id}`)
  const form = page.getByRole('form', { name: 'Bokför på konto' })
  await form.getByRole('button', { name: /Ny rad/ }).click()
  await form.getByRole('combobox', { name: 'Konto, rad 1' }).fill('5410')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1000')
  await form.getByRole('combobox', { name: 'Konto, rad 2' }).fill('2641')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Allt är klart').waitFor()
  const [line] = await transactionsOf(company)
  const { items } = ok(await company.get(`/journal-entries/${line.journalEntryRef.id}`))
  expect(items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [account, debit, credit])).toEqual([
    [1930, 0, 1250],
    [5410, 1000, 0],
    [2641, 250, 0],
  ])
  await close()
})

test('a line is booked on another invoice than the proposed, and in part', async () => {
  const { page, company, goTo, close } = await signInBrowser({ context: { viewport: PHONE } })
  const [one, two] = await sold(company, 2)
  await bring(company, entry(50_000n, { name: 'Kund AB', ocr: one.paymentReference }))
  const arrive = await holdBack(page, /\/customer-ledger\?/)
  await goTo('/bank')
  await page.getByRole('row', { name: /500,00/ }).click()
  await page
    .getByText(`OCR ${one.paymentReference} passar faktura ${one.invoiceNumber}, där 1 250,00 återstår`)
    .waitFor()
  await page.getByRole('combobox', { name: 'Sök nummer, namn eller belopp' }).fill(`${two.invoiceNumber} Kund`)
  // Enter is not lost where the invoices are still on their way.
  await page.keyboard.press('Enter')
  await arrive()
  await page.getByText('500,00 av 1 250,00. Resten blir kvar på fakturan.').waitFor()
  await takeScreenshot(page, 'bank-phone')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Bokför mot fakturan' }).click()
  await page.getByText('Allt är klart').waitFor()
  expect(ok(await company.get(`/invoices/${two.id}`))).toMatchObject({ status: 'underPaid', paidAmount: 500 })
  expect(ok(await company.get(`/invoices/${one.id}`)).paidAmount).toBe(0)
  await close()
})

test('one payment of three invoices less a fee is shared out, the difference on an account', async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const [one, two, three] = await sold(company, 3)
  await bring(company, entry(298_500n, { name: 'Kund AB' }))
  const [{ id }] = await transactionsOf(company)
  await goTo(`/bank?open=${id}`)
  const form = page.getByRole('form', { name: 'Koppla till faktura' })
  const choose = async (label: string, invoice: Answer['body']) => {
    await form.getByRole('combobox', { name: label }).fill(`${invoice.invoiceNumber} Kund`)
    await page.getByRole('listbox').getByRole('option').waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('Sök nummer, namn eller belopp', one)
  await form.getByText('1 735,00 mer än vad som återstår.').waitFor()
  await choose('En faktura till', two)
  await form.getByText('485,00 är kvar att fördela.').waitFor()
  await choose('En faktura till', three)
  await form.getByText('485,00 av 1 250,00. Resten blir kvar på fakturan.').waitFor()
  await form.getByText('Hela beloppet är fördelat.').waitFor()
  await form.getByLabel(`Belopp på ${three.invoiceNumber}`).fill('500')
  await page.keyboard.press('Tab')
  await form.getByText('Fakturorna får 15,00 mer än beloppet.').waitFor()
  expect(await form.getByRole('button', { name: 'Bokför fördelningen' }).isDisabled()).toBe(true)
  await form.getByRole('combobox', { name: 'Skillnaden på konto' }).fill('6570')
  await page.keyboard.press('Tab')
  await takeScreenshot(page, 'bank-shared')
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Bokför fördelningen' }).click()
  await page.getByText('Allt är klart').waitFor()
  const [line] = await transactionsOf(company)
  expect(line.matchedWith.parts).toMatchObject([
    { invoiceId: one.id, amount: 1250 },
    { invoiceId: two.id, amount: 1250 },
    { invoiceId: three.id, amount: 500 },
    { account: 6570, amount: -15 },
  ])
  const paid = await Promise.all([one, two, three].map(async ({ id }) => ok(await company.get(`/invoices/${id}`))))
  expect(paid.map(({ paidAmount }) => paidAmount)).toEqual([1250, 1250, 500])
  // The booked line says what it became, part by part.
  await goTo(`/bank?show=booked&open=${id}`)
  await page.getByText('Konto 6570').waitFor()
  expect(await page.getByRole('link', { name: 'Kundfakturan' }).count()).toBe(3)
  await takeScreenshot(page, 'bank-shared-booked')
  expect(errors).toEqual([])
  await close()
})

test('what is put off is out of the way, survives a reload, and is taken up again', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await signInBrowser()
  await bought(company, 'F-9', 900)
  await bring(company, entry(-90_000n, { text: 'Faktura F-9' }), entry(-1_000n, { text: 'Oklart uttag' }))
  await goTo('/bank')
  await page.getByRole('row', { name: /Oklart uttag/ }).waitFor()
  await page.getByText('Nummer F-9 står i texten, och 900,00 stämmer').waitFor()
  await page.getByRole('row', { name: /Oklart uttag/ }).focus()
  await page.getByRole('row', { name: /Oklart uttag/ }).click()
  await page.keyboard.press('s')
  await page.getByRole('row', { name: /Oklart uttag/ }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('row', { name: /F-9/ }).waitFor()
  expect(await page.getByRole('row', { name: /Oklart uttag/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Uppskjutna' }).click()
  await page.getByRole('row', { name: /Oklart uttag/ }).waitFor()
  await page.keyboard.press('s')
  await page.getByText('Inget är uppskjutet.').waitFor()
  await page.getByRole('button', { name: 'Att göra' }).click()
  await page.getByRole('row', { name: /Oklart uttag/ }).waitFor()
  await close()
})

test('two lines that would take the same invoice are not sure, and one that is refused says why', async () => {
  const { page, company, goTo, close } = await signInBrowser()
  const [one, two] = await sold(company, 2)
  await bring(
    company,
    entry(125_000n, { ocr: one.paymentReference }),
    entry(125_000n, { ocr: one.paymentReference }),
    entry(125_000n, { ocr: two.paymentReference }),
  )
  await goTo('/bank?preview=1')
  await page.getByRole('button', { name: /Bokför 1 händelse/ }).waitFor()
  // Another user is faster, which this page has not read yet.
  await holdBack(page, /bank-transactions/)
  const line = (await transactionsOf(company)).find(({ references }) => references.includes(two.paymentReference))
  const { items } = ok(await company.get('/bank-statements'))
  ok(await company.post(`/bank-statements/${items[0].id}/transactions/${line?.id}/match`, { account: 3990 }))
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 1 är bokförda').waitFor()
  await page
    .locator('.is-wrong')
    .getByText(/är redan bokförd, som verifikation/)
    .waitFor()
  await close()
})

test('a counterparty that was booked once is proposed the next time', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const song = (ore: bigint) => entry(ore, { name: 'Musiktjänsten AB' })
  await bring(company, song(-11_900n))
  await goTo('/bank')
  await page.getByRole('row', { name: /Musiktjänsten/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByRole('form', { name: 'Bokför på konto' }).waitFor()
  await page.getByRole('combobox', { name: 'Konto, rad 1' }).fill('6540')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Allt är klart').waitFor()
  await bring(company, { ...song(-12_900n), date: '2026-06-10' }, { ...song(-13_900n), date: '2026-06-11' })
  await page.getByText('Som förra gången: 6540').first().waitFor()
  await page.getByRole('button', { name: /Granska förslagen/ }).waitFor()
  // Nothing is ticked that is not sure; a day is chosen, and its line by hand.
  await page.keyboard.press('b')
  await page.getByRole('combobox', { name: 'Dag' }).selectOption('2026-06-11')
  await expect.poll(() => page.getByRole('row', { name: /2026-06-10/ }).count()).toBe(0)
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: /Bokför 1 händelse/ }).waitFor()
  await takeScreenshot(page, 'bank-day')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 av 1 är bokförda').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Som 2 gånger förut: 6540').waitFor()
  const left = ok(await company.get('/bank-transactions')).items
  expect(left.map(({ amount }: Answer['body']) => amount)).toEqual([-129])
  expect(errors).toEqual([])
  await close()
})

test('three payments of one invoice are chosen by keyboard and booked together', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const [one] = await sold(company, 1)
  const swish = (ore: bigint, place: number) => ({
    ...entry(ore, { name: 'Kund AB', text: `Delbetalning ${place}` }),
    date: `2026-06-0${place}`,
  })
  await bring(company, swish(30_000n, 1), swish(20_000n, 2), swish(50_000n, 3), entry(-1_000n, { text: 'Uttag' }))
  await goTo('/bank')
  await page.getByRole('row', { name: /Delbetalning 3/ }).waitFor()
  const first = page.getByRole('row', { name: /Delbetalning 1/ })
  await first.focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 valda händelser').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('status').filter({ hasText: '3 valda händelser' }).getByText('1 000,00').waitFor()
  await takeScreenshot(page, 'bank-chosen')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('m')
  const form = page.getByRole('form', { name: 'Alla på en faktura' })
  await form.waitFor()
  await page.keyboard.type(`${one.invoiceNumber} Kund`)
  await page.getByRole('listbox').getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('1 000,00 betalas. 250,00 blir kvar på fakturan.').waitFor()
  await takeScreenshot(page, 'bank-together')
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Bokför 3 delbetalningar' }).click()
  await page.getByText(/Bokförd: 3 valda/).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  expect(ok(await company.get(`/invoices/${one.id}`))).toMatchObject({ status: 'underPaid', paidAmount: 1000 })
  expect(ok(await company.get(`/invoices/${one.id}/payments`)).items).toHaveLength(3)
  expect(errors).toEqual([])
  await close()
})

test('payments of more than an invoice, or one that is refused, leave all unbooked', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await signInBrowser()
  await bought(company, 'F-9', 900)
  const given = [[-50_000n, 'Första'] as const, [-40_000n, 'Andra'] as const, [-100n, 'Öre'] as const]
  await bring(company, ...given.map(([ore, text]) => entry(ore, { text })))
  await goTo('/bank')
  const box = (name: RegExp) => page.getByRole('row', { name }).getByRole('checkbox')
  for (const name of [/Öre/, /Första/, /Andra/]) await box(name).click()
  await page.getByRole('button', { name: 'Bokför tillsammans' }).click()
  const form = page.getByRole('form', { name: 'Alla på en faktura' })
  await form.getByRole('combobox').fill('F-9')
  await page.keyboard.press('Enter')
  await form.getByText('1,00 mer än vad som återstår.').waitFor()
  expect(await form.getByRole('button', { name: 'Bokför 3 delbetalningar' }).isDisabled()).toBe(true)
  await box(/Öre/).click()
  // Another user books one of them, which this page has not read yet: the others wait.
  await holdBack(page, /bank-transactions/)
  const lines = await transactionsOf(company)
  const { items } = ok(await company.get('/bank-statements'))
  const second = lines.find(({ message }) => message === 'Andra')
  ok(await company.post(`/bank-statements/${items[0].id}/transactions/${second?.id}/match`, { account: 6991 }))
  await form.getByRole('button', { name: 'Bokför 2 delbetalningar' }).click()
  await form.getByRole('alert').waitFor()
  const [invoice] = ok(await company.get('/supplier-invoices')).items
  expect(invoice.remainingAmount).toBe(900)
  await close()
})

test('a rule made of a line is proposed on the next; what was learned is turned off', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await signInBrowser()
  const bill = (ore: bigint) => entry(ore, { name: 'Nordtele AB', text: 'Abonnemang' })
  await bring(company, { ...bill(-49_900n), date: '2026-06-01' }, { ...bill(-62_500n), date: '2026-06-02' })
  const [{ id: secondId }, { id }] = await transactionsOf(company)
  const { items } = ok(await company.get('/bank-statements'))
  ok(await company.post(`/bank-statements/${items[0].id}/transactions/${id}/match`, { account: 6990 }))
  await goTo(`/bank?open=${secondId}`)
  await page.getByText('Som förra gången: 6990').first().waitFor()
  await page.getByRole('link', { name: 'Gör en regel' }).click()
  const form = page.getByRole('region', { name: 'Ny regel' })
  await form.getByRole('textbox', { name: 'Motpart' }).waitFor()
  expect(await form.getByRole('textbox', { name: 'Motpart' }).inputValue()).toBe('Nordtele AB')
  // Nothing that is typed is lost when it is refused.
  await form.getByRole('combobox', { name: 'Moms' }).selectOption({ label: '25 %' })
  await form.getByRole('button', { name: /Ny regel/ }).click()
  await takeScreenshot(page, 'bank-rule-form')
  await form.locator('input[aria-invalid=true]:focus').waitFor()
  await form.getByRole('combobox', { name: /^Konto/ }).fill('6212')
  await page.keyboard.press('Tab')
  await form.getByRole('textbox', { name: 'Text på verifikationen' }).fill('Mobiltelefon')
  await page.keyboard.press('Control+Enter')
  await page.getByText('motpart Nordtele AB').waitFor()
  await page.getByText(/Föreslår 6212/).waitFor()
  // What was learned of it stands below, and is switched off.
  const learned = page.getByRole('region', { name: 'Lärt av det du har bokfört' })
  await learned.getByText('en gång, 2026-06-01').waitFor()
  await takeScreenshot(page, 'bank-rules')
  expect(await seriousFindings(page)).toEqual([])
  await learned.getByRole('button', { name: 'Föreslå inte' }).click()
  await learned.getByRole('button', { name: 'Föreslå igen' }).waitFor()
  expect(ok(await company.get('/matching-habits')).items).toMatchObject([{ account: 6990, isUsed: false }])
  await goTo('/bank')
  const row = page.getByRole('row', { name: /Nordtele/ })
  await row.getByText('Regeln ”Nordtele AB”: 6212 med 25 % moms').waitFor()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/Bokförd: Nordtele/).waitFor()
  const line = (await transactionsOf(company)).find((one) => one.id === secondId)
  const booked = ok(await company.get(`/journal-entries/${line?.journalEntryRef.id}`))
  expect([booked.title, booked.items.map(({ account }: Answer['body']) => account)]).toEqual([
    'Mobiltelefon',
    [1930, 6212, 2641],
  ])
  // The rule is changed, switched off, and removed.
  await goTo('/bank/rules')
  const card = page.getByRole('region', { name: 'Nordtele AB' })
  await card.getByRole('button', { name: 'Ändra' }).click()
  await card.getByRole('textbox', { name: 'Högst belopp' }).fill('2000')
  await page.keyboard.press('Control+Enter')
  await card.getByText('högst 2 000,00').waitFor()
  await card.getByRole('button', { name: 'Stäng av' }).click()
  await card.getByText('Föreslås inte').waitFor()
  const [rule] = ok(await company.get('/matching-rules')).items
  expect(rule).toMatchObject({ toAmount: 2000, isActive: false, vatTreatment: 'domestic', title: 'Mobiltelefon' })
  await card.getByRole('button', { name: 'Ta bort' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
  await page.getByText('Inga egna regler än').waitFor()
  expect(errors).toEqual([])
  await close()
})
