// Reminders in the console: what an invoice's reminder claims is seen and sent by the keyboard, several at once, and
// who is not reminded.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeReminderSettings } from '#reminders'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, booked, madeCustomer, madeInvoice } from './selling.ts'

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

/** An invoice that was sent on its day in April. */
const late = async (company: TestCompany, name: string, email: string | null) => {
  const contactsDetails = email === null ? [] : [{ name: 'Ekonomi', email, isDefault: true }]
  service.setNow(new Date('2026-04-01T10:00:00Z'))
  const { id } = await madeCustomer(company, { name, contactsDetails })
  const dates = { invoiceDate: '2026-04-01', dueDate: '2026-05-01' }
  const made = await madeInvoice(company, { customerRef: { id }, lineItems: [aLine()], ...dates })
  const sent = await booked(company, made)
  service.setNow(START)
  return sent
}

/** On the page of the settings. */
const setFeeAndInterest = async (page: Page): Promise<void> => {
  await page.getByLabel('Påminnelseavgiften är avtalad innan skulden uppkommer').check()
  await page.getByLabel('Påminnelseavgift i kronor').fill('60')
  await page.getByLabel('Ta ut dröjsmålsränta').check()
  await page.getByLabel('Räntan löper från').selectOption('dueDate')
  await takeScreenshot(page, 'reminder-settings')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat').first().waitFor()
}

test('overdue invoices are reminded of, one with its interest seen and several at once, and one is held', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const first = await late(company, 'Ängs Bageri AB', 'angs@example.com')
  await late(company, 'Berg & Dal AB', 'berg@example.com')
  await late(company, 'Cyklisten AB', 'cykel@example.com')
  await late(company, 'Utan Adress AB', null)
  await goTo('/settings/reminders')
  await setFeeAndInterest(page)
  await goTo(`/invoices?open=${first.id}`)
  await page.getByRole('heading', { level: 2, name: /Ängs Bageri AB/ }).waitFor()
  await page.keyboard.press('p')
  const form = page.getByRole('form', { name: 'Påminnelse 1' })
  await form.getByText('Räntan dag för dag').waitFor()
  await takeScreenshot(page, 'reminder-preview')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'reminder-preview-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Påminnelsen till angs@example.com är på väg.').waitFor()
  await page.getByRole('region', { name: 'Påminnelser', exact: true }).getByText('På väg').waitFor()
  await takeScreenshot(page, 'reminder-sent')
  await page.keyboard.press('a')
  const cancel = page.getByRole('form', { name: 'Makulera' })
  await cancel.getByLabel('Varför').fill('Fel belopp')
  await takeScreenshot(page, 'reminder-cancel')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Makulerad', { exact: true }).waitFor()
  // The list may say so before the form is gone, which has the hands.
  await cancel.waitFor({ state: 'detached' })
  await page.keyboard.press('h')
  await page.getByLabel('Varför, till exempel bestridd').fill('Bestridd')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Spärrad för påminnelser av .* Bestridd/).waitFor()
  await goTo('/reminders')
  await page.getByRole('row', { name: /Berg & Dal AB/ }).waitFor()
  await page.getByRole('row', { name: /Utan Adress AB/ }).focus()
  await page.keyboard.press('x')
  await page.getByText(/^1 faktura, /).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText(/^2 fakturor, /).waitFor()
  await page.keyboard.press('Control+a')
  await page.getByText('3 fakturor, 375,00 kr obetalt').waitFor()
  await takeScreenshot(page, 'reminders-chosen')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'reminders-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('p')
  await page.getByText('2 påminnelser går ut med e-post.', { exact: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 påminnelser är på väg.').waitFor()
  const { items } = ok(await company.get('/reminders?query=state==open'))
  expect(items.map(({ number, fee }: { number: number; fee: number }) => [number, fee])).toEqual([
    [1, 60] as const,
    [1, 60] as const,
  ])
  await page.getByRole('button', { name: 'Spärrade' }).click()
  await page.getByRole('row', { name: /Ängs Bageri AB/ }).waitFor()
  await page.getByRole('button', { name: 'Gjorda påminnelser' }).click()
  await page.getByRole('row', { name: /Makulerad/ }).click()
  await page.getByRole('heading', { level: 2, name: /Ängs Bageri AB/ }).waitFor()
  await takeScreenshot(page, 'reminders-made')
  expect(errors).toEqual([])
  await close()
})

test('after a failure, only reminders that were not sent are sent again', async () => {
  service.setNow('2026-06-10T12:00:00Z')
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) => changeReminderSettings(call, { most: 5 }))
  const ids: string[] = []
  for (const name of ['Berg AB', 'Dal AB']) ids.push((await late(company, name, 'ekonomi@example.com')).id)
  // Those that wait for their next reminder stay in their list when they are reminded of, the day after.
  for (const id of ids) ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'none' }))
  service.setNow('2026-06-10T22:30:00Z')
  const made = async () => {
    const { items } = ok(await company.get('/reminders'))
    const of = (id: string) => items.filter(({ invoiceRef }: { invoiceRef: { id: string } }) => invoiceRef.id === id)
    return ids.map((id) => of(id).length)
  }
  await goTo('/reminders?show=waiting')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await page.getByText(/^2 fakturor, /).waitFor()
  await page.keyboard.press('p')
  await page.getByText('2 påminnelser går ut med e-post.', { exact: false }).waitFor()
  // The first, the one made last, is reminded of, and the answer is lost.
  await page.route(
    /\/reminders$/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.keyboard.press('Control+Enter')
  await page.getByText('Tjänsten svarar inte just nu.').waitFor()
  await expect.poll(made).toEqual([1, 2])
  await page.getByText(/^2 fakturor, /).waitFor()
  const refusal = { status: 409, json: { code: 'conflict', message: 'Inte nu' } }
  await page.route(`**/invoices/${ids[0]}/reminders`, (route) => route.fulfill(refusal), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Berg AB: Inte nu$/).waitFor()
  await page.getByText(/^1 faktura, /).waitFor()
  expect(await made()).toEqual([1, 2])
  await page.keyboard.press('Control+Enter')
  await expect.poll(made).toEqual([2, 2])
  await page.getByText(/^1 faktura, /).waitFor({ state: 'detached' })
  service.setNow('2026-06-10T10:00:00Z')
  await close()
})
