// The draft of an invoice in the console: one, which the service keeps, saved by itself while it is typed.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice } from './selling.ts'

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

const NARROW = { width: 390, height: 844 }
const invoicesOf = async (company: TestCompany) => ok(await company.get('/invoices')).items
const invoiceOf = async (company: TestCompany, id: string) => ok(await company.get(`/invoices/${id}`))
const referenceOf = async (company: TestCompany, id: string) => (await invoiceOf(company, id)).buyerReference

const reference = (page: Page) => page.getByRole('textbox', { name: 'Er referens' })
const row = (page: Page, line: number) => page.getByRole('group', { name: `Rad ${line}`, exact: true })
const isSaved = (page: Page) => page.getByText('Sparat', { exact: true }).waitFor()
const asked = (page: Page) => page.getByRole('alert', { name: 'Utkastet är ändrat någon annanstans' })

/** What the browser keeps of what is not sent. */
const unsent = (page: Page) =>
  page.evaluate<number>(`Object.keys(localStorage).filter((name) => name.startsWith('grundbok:unsent:')).length`)
const isKept = (page: Page, text: string) =>
  expect.poll(() => page.evaluate<string>('JSON.stringify(Object.values(localStorage))')).toContain(text)

/** Another window of the same browser, at the same address. */
const another = async ({ page }: ConsoleUser): Promise<Page> => {
  const window = await page.context().newPage()
  window.setDefaultTimeout(30_000)
  await window.goto(page.url())
  return window
}

/** Holds the writes of a window until the test lets them go. */
const holding = async (page: Page, address: RegExp, method: string): Promise<Route[]> => {
  const held: Route[] = []
  await page.route(address, (route) => (route.request().method() === method ? void held.push(route) : route.continue()))
  return held
}

test('what is typed in a new invoice is saved by itself, in one draft, and the hands stay where they are', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: customerId } = await madeCustomer(company)
  await goTo(`/invoices/new?customer=${customerId}`)
  await reference(page).waitFor()
  expect(await page.getByText('Inte sparat än').count()).toBe(0)
  await reference(page).focus()
  await page.keyboard.type('Vera')
  await isSaved(page)
  const [draft] = await invoicesOf(company)
  expect(draft).toMatchObject({ status: 'draft', buyerReference: 'Vera', customerRef: { id: customerId } })
  expect(await unsent(page)).toBe(0)
  expect(await hasFocus(reference(page))).toBe(true)
  await page.keyboard.type(' Vik')
  await row(page, 1).getByRole('combobox').first().fill('Stol')
  await row(page, 1)
    .getByLabel(/^À-pris/)
    .fill('100')
  await expect.poll(async () => (await invoiceOf(company, draft.id)).totalAmount).toBe(125)
  expect(await referenceOf(company, draft.id)).toBe('Vera Vik')
  expect(page.url()).toContain(`draft=${draft.id}`)
  // Its address leads to its own page when it is opened again.
  await page.reload()
  await page.waitForURL(new RegExp(`/invoices/${draft.id}/edit`))
  await expect.poll(() => reference(page).inputValue()).toBe('Vera Vik')
  expect(await invoicesOf(company)).toHaveLength(1)
  await goTo(`/invoices/new?customer=${customerId}`)
  await reference(page).waitFor()
  expect(await reference(page).inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

/** Two windows have typed in the same field of a draft, and the first has been saved. */
const inConflict = async (worker: ConsoleUser) => {
  const { page, company, goTo } = worker
  const { id } = await madeInvoice(company, { lineItems: [aLine(), aLine({ description: 'Bord' })] })
  await goTo(`/invoices/${id}/edit`)
  await row(page, 2).waitFor()
  const second = await another(worker)
  await row(second, 2).waitFor()
  const held = await holding(second, new RegExp(`/invoices/${id}$`), 'PUT')
  await reference(second).fill('Tvåan')
  await row(second, 1)
    .getByLabel(/^À-pris/)
    .fill('222')
  await expect.poll(() => held.length).toBe(1)
  await reference(page).fill('Ettan')
  await row(page, 2)
    .getByLabel(/^Antal/)
    .fill('4')
  await expect.poll(() => referenceOf(company, id)).toBe('Ettan')
  await isSaved(page)
  for (const route of held) await route.continue()
  await second.unroute(new RegExp(`/invoices/${id}$`))
  await asked(second)
    .getByRole('row', { name: /Er referens Tvåan Ettan/ })
    .waitFor()
  return { id, second }
}

test('two windows in conflict: both versions are shown, the user is asked, and nothing is saved before', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company, errors } = worker
  const { id, second } = await inConflict(worker)
  // What only the other changed is taken.
  await asked(second)
    .getByRole('row', { name: /Rad 2 .*Bord: 4 .*Hämtat/ })
    .waitFor()
  expect(
    await row(second, 2)
      .getByLabel(/^Antal/)
      .inputValue(),
  ).toBe('4')
  expect(await reference(second).inputValue()).toBe('Tvåan')
  expect(await seriousFindings(second)).toEqual([])
  await second.setViewportSize(NARROW)
  await takeScreenshot(second, 'invoice-conflict-phone')
  expect(await second.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width)
  // What is typed meanwhile waits for the answer, and a key that saves leads to the question.
  await row(second, 1)
    .getByLabel(/^Antal/)
    .fill('3')
  await isKept(second, 'Tvåan')
  await second.keyboard.press('Control+s')
  await expect.poll(() => hasFocus(asked(second))).toBe(true)
  expect(await referenceOf(company, id)).toBe('Ettan')
  await asked(second).getByRole('button', { name: 'Behåll mitt' }).click()
  await expect.poll(() => referenceOf(company, id)).toBe('Tvåan')
  expect((await invoiceOf(company, id)).lineItems).toMatchObject([{ unitPrice: 222, quantity: 3 }, { quantity: 4 }])
  // The first window takes it, and says so.
  await asked(page)
    .getByRole('row', { name: /Er referens Ettan Tvåan Hämtat/ })
    .waitFor()
  await expect.poll(() => reference(page).inputValue()).toBe('Tvåan')
  await expect.poll(() => unsent(page)).toBe(0)
  expect(errors).toEqual([])
  await worker.close()
})

test('of two versions the other is taken, field by field, and had back', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { id, second } = await inConflict(worker)
  await asked(second).getByRole('button', { name: 'Er referens: Ta det andra' }).click()
  await expect.poll(() => reference(second).inputValue()).toBe('Ettan')
  await second.getByRole('button', { name: /Ångra/ }).last().click()
  await expect.poll(() => reference(second).inputValue()).toBe('Tvåan')
  await asked(second).getByRole('button', { name: 'Er referens: Ta det andra' }).click()
  await expect.poll(async () => (await invoiceOf(worker.company, id)).lineItems[0].unitPrice).toBe(222)
  expect(await referenceOf(worker.company, id)).toBe('Ettan')
  await worker.close()
})

test('what an integration changes in an open draft is taken where nothing is typed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({ language: 'en' })
  const { id, customerRef } = await madeInvoice(company)
  await goTo(`/invoices/${id}/edit`)
  const field = page.getByRole('textbox', { name: 'Your reference' })
  await field.waitFor()
  const body = { customerRef: { id: customerRef.id }, invoiceDate: '2026-06-10', lineItems: [aLine()] }
  ok(await company.put(`/invoices/${id}`, { ...body, buyerReference: 'Integrationen' }))
  await expect.poll(() => field.inputValue()).toBe('Integrationen')
  await page.getByRole('alert', { name: 'The draft was changed elsewhere' }).waitFor()
  await close()
})

test('what is typed without a network is kept until it is sent, also when the window is closed', async () => {
  const worker = await consoleBrowser.signInBrowser({ context: { apart: true } })
  const { page, company, goTo } = worker
  const { id } = await madeInvoice(company)
  const context = page.context()
  await goTo(`/invoices/${id}/edit`)
  await reference(page).waitFor()
  const address = page.url()
  const away = page.waitForEvent('requestfailed', (one) => one.method() === 'PUT')
  await context.setOffline(true)
  await reference(page).fill('På tåget')
  await page.getByText('Inte sparat än').waitFor()
  await away
  await isKept(page, 'På tåget')
  await page.close()
  await context.setOffline(false)
  expect(await referenceOf(company, id)).toBe(null)
  const window = await context.newPage()
  await window.goto(address)
  await expect.poll(() => reference(window).inputValue()).toBe('På tåget')
  await expect.poll(() => referenceOf(company, id)).toBe('På tåget')
  await expect.poll(() => unsent(window)).toBe(0)
  await worker.close()
})

test('a new invoice whose answer was lost is made once, also if more is typed meanwhile', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  let isLost = false
  await page.route(/\/invoices$/, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await reference(page).fill('Vera Vik')
    await route.abort()
  })
  await goTo('/invoices/new')
  await reference(page).fill('Vera')
  await expect
    .poll(async () => (await invoicesOf(company)).map((one: { buyerReference: string }) => one.buyerReference), {
      timeout: 30_000,
    })
    .toEqual(['Vera Vik'])
  await close()
})

test('a line that is half typed waits in the browser, and the rest is saved', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/invoices/new')
  await reference(page).fill('Vera')
  await row(page, 1).getByRole('combobox').first().fill('Stol')
  await page.getByText('Rad 1 finns kvar här, och sparas när beskrivning och pris är ifyllda.').waitFor()
  await expect.poll(async () => (await invoicesOf(company)).length).toBe(1)
  await page.waitForURL(/draft=/)
  const [{ id, lineItems }] = await invoicesOf(company)
  expect(lineItems).toEqual([])
  await isKept(page, 'Stol')
  await page.reload()
  await expect.poll(() => row(page, 1).getByRole('combobox').first().inputValue()).toBe('Stol')
  await row(page, 1)
    .getByLabel(/^À-pris/)
    .fill('100')
  await isSaved(page)
  expect((await invoiceOf(company, id)).lineItems).toMatchObject([{ description: 'Stol', unitPrice: 100 }])
  expect(errors).toEqual([])
  await close()
})

test('a draft that is given up is removed, and had back; changes of another are taken back', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/invoices/new')
  await reference(page).fill('Vera')
  await isSaved(page)
  await page.getByRole('button', { name: 'Kasta utkastet' }).click()
  await expect.poll(() => invoicesOf(company)).toEqual([])
  expect(await reference(page).inputValue()).toBe('')
  await page.getByRole('button', { name: /Ångra/ }).click()
  await expect.poll(() => reference(page).inputValue()).toBe('Vera')
  await isSaved(page)
  const [{ id }] = await invoicesOf(company)
  await goTo(`/invoices/${id}/edit`)
  await reference(page).fill('Vera Vik')
  await isSaved(page)
  await page.getByRole('button', { name: 'Kasta ändringarna' }).click()
  await expect.poll(() => referenceOf(company, id)).toBe('Vera')
  await close()
})

test('what is typed in a draft that another has published becomes a new one', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeInvoice(company)
  await goTo(`/invoices/${id}/edit`)
  await reference(page).waitFor()
  const held = await holding(page, new RegExp(`/invoices/${id}$`), 'PUT')
  await reference(page).fill('Vera')
  await expect.poll(() => held.length).toBe(1)
  ok(await company.post(`/invoices/${id}/publish`))
  for (const route of held) await route.continue()
  await page.getByRole('alert').filter({ hasText: 'Fakturan är publicerad av någon annan' }).waitFor()
  expect(await reference(page).inputValue()).toBe('Vera')
  await page.getByRole('button', { name: 'Gör en ny faktura av det' }).click()
  await expect.poll(async () => (await invoicesOf(company)).length).toBe(2)
  const draft = (await invoicesOf(company)).find((one: { status: string }) => one.status === 'draft')
  expect(draft).toMatchObject({ buyerReference: 'Vera', totalAmount: 125 })
  await page.waitForURL(new RegExp(`/invoices/${draft.id}/edit`))
  await close()
})
