// Money on an invoice comes with its entry: what is refused leaves nothing, and what is sent again is there once.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { booked, madeInvoice } from '#tests/console/sales/selling'

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

type Opening = (page: Page) => Promise<void>
const pay: Opening = (page) => page.keyboard.press('i')
const settle: Opening = async (page) => {
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Avräkning' }).click()
}

const forms: [path: string, open: Opening, name: string, day: string, said: string][] = [
  ['payments', pay, 'Registrera betalning', 'Betaldag', 'Betalningen är registrerad och bokförd.'],
  ['settlements', settle, 'Avräkning', 'Datum', 'Avräkningen är registrerad och bokförd.'],
]

/** Opens a form on an invoice of 125 kronor that is in the books, and answers its id. */
const opened = async ({ company, page, goTo }: ConsoleUser, open: Opening): Promise<string> => {
  const { id } = await booked(company, await madeInvoice(company))
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Kvar att betala').waitFor()
  await open(page)
  return id
}

describe.each(forms)('%s', (path, open, name, day, said) => {
  const madeOf = async (company: TestCompany, id: string) => ok(await company.get(`/invoices/${id}/${path}`)).items

  test('of a locked day leave nothing, and are made once the day is put right', { tags: ['rest'] }, async () => {
    const worker = await consoleBrowser.signInBrowser()
    const { page, company, close } = worker
    const id = await opened(worker, open)
    await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-06-09') }))
    const form = page.getByRole('form', { name })
    await form.getByLabel(day, { exact: true }).fill('2026-06-01')
    await page.keyboard.press('Control+Enter')
    await form.getByText(/böckerna är låsta till och med 2026-06-09/).waitFor()
    // Which of several requests was refused is nothing to the reader.
    expect(await form.getByText(/nekades/).count()).toBe(0)
    await takeScreenshot(page, `${path}-refused`)
    expect(await madeOf(company, id)).toEqual([])
    await form.getByLabel(day, { exact: true }).fill('2026-06-10')
    await page.keyboard.press('Control+Enter')
    await page.getByText(said).waitFor()
    expect(await madeOf(company, id)).toMatchObject([{ journalEntryRef: { id: expect.any(String) } }])
    await close()
  })

  test('whose answer was lost are there once when they are sent again', async () => {
    const worker = await consoleBrowser.signInBrowser()
    const { page, company, close } = worker
    const id = await opened(worker, open)
    const form = page.getByRole('form', { name })
    await form.getByLabel(day, { exact: true }).waitFor()
    await page.route(
      /\/(?:record|bulk)$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.keyboard.press('Control+Enter')
    await form.getByText('Tjänsten svarar inte just nu.').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(said).waitFor()
    expect(await madeOf(company, id)).toMatchObject([{ journalEntryRef: { id: expect.any(String) } }])
    await close()
  })

  test('whose answer was lost, and of which another amount is sent then, are another', { tags: ['rest'] }, async () => {
    const worker = await consoleBrowser.signInBrowser()
    const { page, company, close } = worker
    const id = await opened(worker, open)
    const form = page.getByRole('form', { name })
    const amount = form.getByLabel('Belopp i kronor')
    await page.route(
      /\/bulk$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await amount.fill('50')
    await page.keyboard.press('Control+Enter')
    await form.getByText('Tjänsten svarar inte just nu.').waitFor()
    await amount.fill('25')
    await page.keyboard.press('Control+Enter')
    await page.getByText(said).waitFor()
    expect(await madeOf(company, id)).toHaveLength(2)
    await close()
  })

  test('that are refused for what they say are told of on the field', { tags: ['rest'] }, async () => {
    const worker = await consoleBrowser.signInBrowser()
    const { page, company, close } = worker
    const id = await opened(worker, open)
    const form = page.getByRole('form', { name })
    const amount = form.getByLabel('Belopp i kronor')
    await amount.fill('0')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
    await form.locator('input[aria-invalid=true]:focus').waitFor()
    expect(await form.getByRole('alert').count()).toBe(0)
    expect(await madeOf(company, id)).toEqual([])
    await close()
  })
})

test('a fee that is added is not proposed to be all that is left, and what was typed stays', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, errors, close } = worker
  await opened(worker, settle)
  const form = page.getByRole('form', { name: 'Avräkning' })
  const amount = form.getByLabel('Belopp i kronor')
  const kind = form.getByLabel('Avräkning av')
  await form.getByLabel('Datum', { exact: true }).fill('2026-06-09')
  expect(await amount.inputValue()).toBe('125,00')
  for (const charge of ['reminderFee', 'lateInterest']) {
    await kind.selectOption(charge)
    await expect.poll(() => amount.inputValue()).toBe('')
  }
  await kind.selectOption('bankFee')
  await expect.poll(() => amount.inputValue()).toBe('125,00')
  await amount.fill('60')
  await kind.selectOption('reminderFee')
  await form.getByText('Påslag som avgift och ränta höjer skulden.').waitFor()
  expect(await amount.inputValue()).toMatch(/^60(,00)?$/)
  expect(await form.getByLabel('Datum', { exact: true }).inputValue()).toBe('2026-06-09')
  expect(errors).toEqual([])
  await close()
})
