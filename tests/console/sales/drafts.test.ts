// Drafts of one person on several devices.
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import { madeCustomer } from './selling.ts'

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

// biome-ignore format: aligned
const MADE_IN_PLACE = [
  { what: 'customer', begin: '/customers?make=1',   within: '/invoices/new',          pick: 'Kund' },
  { what: 'supplier', begin: '/suppliers?open=new', within: '/supplier-invoices/new', pick: 'Leverantör' },
]

test.each(MADE_IN_PLACE)(
  'a $what made from an invoice leaves the one that was begun as it was',
  { tags: ['rest'] },
  async ({ begin, within, pick }) => {
    const { page, goTo, close } = await consoleBrowser.signInBrowser()
    const name = (of: Page | Locator) => of.getByLabel('Namn', { exact: true }).first()
    await goTo(begin)
    await name(page).fill('Halvfärdig AB')
    const place = page.getByRole('region', { name: `Ny ${pick.toLowerCase()}`, exact: true })
    const number = place.getByLabel('Organisationsnummer')
    const make = async () => {
      await goTo(within)
      await page.getByRole('combobox', { name: pick }).fill('Ängs Kvarn AB')
      await page.getByRole('option', { name: /Ny (kund|leverantör)/ }).click()
      await expect.poll(() => name(place).inputValue()).toBe('Ängs Kvarn AB')
    }
    await make()
    await number.fill('556036-0793')
    await goTo(begin)
    await expect.poll(() => name(page).inputValue()).toBe('Halvfärdig AB')
    await make()
    expect(await number.inputValue()).toBe('556036-0793')
    await close()
  },
)

test('what is typed while a new invoice is on its way is a change of the draft that was made', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: customerId } = await madeCustomer(company)
  const held: Route[] = []
  await page.route(/\/invoices$/, (route) =>
    route.request().method() === 'POST' && held.length === 0 ? void held.push(route) : route.continue(),
  )
  const reference = page.getByRole('textbox', { name: 'Er referens' })
  const line = page.getByRole('group', { name: 'Rad 1', exact: true })
  await goTo(`/invoices/new?customer=${customerId}`)
  await line.getByRole('combobox').first().fill('Stol')
  await line.getByLabel(/^À-pris/).fill('100')
  await page.keyboard.press('Control+s')
  await expect.poll(() => held.length).toBe(1)
  await reference.fill('Vera')
  await line.getByLabel(/^À-pris/).fill('120')
  await held[0]?.continue()
  await page.waitForURL(/\/invoices\/[\w-]+\/edit/)
  await expect.poll(() => reference.inputValue()).toBe('Vera')
  await expect.poll(() => line.getByLabel(/^À-pris/).inputValue()).toBe('120')
  await expect
    .poll(async () => (await company.get('/invoices')).body.items)
    .toMatchObject([{ buyerReference: 'Vera', lineItems: [{ unitPrice: 120 }] }])
  await goTo(`/invoices/new?customer=${customerId}`)
  await line.waitFor()
  expect(await reference.inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

/** The form of a new entry, filled in by keyboard. */
const entryForm = (page: Page) => {
  const title = page.getByLabel('Text', { exact: true })
  const account = (line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })
  const lines = async () => {
    await account(1).fill('6110')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await account(2).fill('1930')
    await page.keyboard.press('Tab')
  }
  const opened = async () => {
    await account(1).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
  }
  return { title, account, lines, opened }
}

const titlesOf = async (company: { get: (path: string) => Promise<{ body: { items: { title: string }[] } }> }) =>
  (await company.get('/journal-entries')).body.items.map(({ title }) => title).sort()

test('the next entry is typed while one is on its way, and what could not be booked waits beside it', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { title, lines, opened } = entryForm(page)
  const held: Route[] = []
  const entries = /\/journal-entries$/
  await page.route(entries, (route) => (route.request().method() === 'POST' ? void held.push(route) : route.continue()))
  await goTo('/journal/new')
  await opened()
  await title.fill('Papper')
  await lines()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  // Letters that would be keys outside of a field.
  await page.keyboard.type('Gasol till grillen')
  await page.getByText('Bokför ”Papper” …').waitFor()
  await held[0]?.continue()
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  expect(await title.inputValue()).toBe('Gasol till grillen')
  await lines()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(2)
  await page.keyboard.type('Kol')
  await held[1]?.abort()
  const waiting = page.getByRole('alert').filter({ hasText: '”Gasol till grillen” är inte bokförd.' })
  await waiting.waitFor()
  expect(await title.inputValue()).toBe('Kol')
  // A reload loses neither.
  await page.unroute(entries)
  await page.waitForTimeout(400)
  await page.reload()
  await waiting.getByRole('button', { name: 'Visa den' }).click()
  expect(await title.inputValue()).toBe('Gasol till grillen')
  await title.fill('Gasol till kocken')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Bokförd som V\s?2/).waitFor()
  await page.getByRole('button', { name: 'Visa den' }).click()
  expect(await title.inputValue()).toBe('Kol')
  await lines()
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Bokförd som V\s?3/).waitFor()
  expect(await titlesOf(company)).toEqual(['Gasol till kocken', 'Kol', 'Papper'])
  await close()
})

test('an entry that could not be booked comes back where nothing else was typed', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { title, lines, opened } = entryForm(page)
  await goTo('/journal/new')
  await opened()
  await title.fill('Papper')
  await lines()
  await page.route(/\/journal-entries$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').filter({ hasText: 'Tjänsten svarar inte' }).waitFor()
  expect(await title.inputValue()).toBe('Papper')
  await page.unroute(/\/journal-entries$/)
  await title.fill('Papper och pennor')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  expect(await titlesOf(company)).toEqual(['Papper och pennor'])
  await close()
})

test('an entry that the form is left with takes nothing until it is answered', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { title, opened } = entryForm(page)
  const { id } = ok(
    await company.post('/journal-entries', {
      date: '2026-06-01',
      title: 'Hyra',
      items: [
        { account: 5010, debit: 100 },
        { account: 1930, credit: 100 },
      ],
    }),
  )
  const held: Route[] = []
  await page.route(/\/journal-entries$/, (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue(),
  )
  await goTo(`/journal/new?copy=${id}`)
  // The copied lines come after the form and would close a list that is open.
  await expect.poll(() => title.inputValue()).toBe('Hyra')
  await opened()
  await page.getByRole('button', { name: /^Bokför/ }).click()
  await expect.poll(() => held.length).toBe(1)
  await expect.poll(() => title.getAttribute('readonly')).not.toBe(null)
  await page.keyboard.type('gr')
  await page.waitForTimeout(500)
  expect(page.url()).toContain('/journal/new')
  await held[0]?.continue()
  await page.waitForURL(/\/journal\?open=/)
  await close()
})

test('an entry whose answer was lost is booked once when it is sent again', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const account = (line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })
  let isLost = false
  await page.route(/\/journal-entries$/, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await goTo('/journal/new')
  await account(1).click()
  await page.getByRole('option').first().waitFor()
  await page.getByLabel('Text', { exact: true }).fill('Papper')
  await account(1).fill('6110')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100')
  await account(2).fill('1930')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').filter({ hasText: 'Tjänsten svarar inte' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  expect((await company.get('/journal-entries')).body.items).toMatchObject([{ title: 'Papper' }])
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  await close()
})

test('an entry that two devices have gone on with is two, and each is booked, whichever is kept', {
  tags: ['rest'],
}, async () => {
  const desktop = await consoleBrowser.signInBrowser()
  const laptop = await consoleBrowser.signInBrowser({ person: desktop.person, company: desktop.company })
  const title = (page: Page) => page.getByLabel('Text', { exact: true })
  const account = (page: Page, line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })
  const isSent = (page: Page, text: string) =>
    page.waitForResponse((one) => one.ok() && (one.request().postData() ?? '').includes(text))
  const begin = async ({ goTo, page }: typeof desktop) => {
    await goTo('/journal/new')
    await account(page, 1).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
  }
  await begin(desktop)
  await title(desktop.page).fill('Papper')
  await account(desktop.page, 1).fill('6110')
  await desktop.page.keyboard.press('Tab')
  await desktop.page.keyboard.type('100')
  const begun = isSent(desktop.page, '1930')
  await account(desktop.page, 2).fill('1930')
  await desktop.page.keyboard.press('Tab')
  await begun
  await begin(laptop)
  await laptop.page.getByRole('button', { name: 'Fortsätt med det' }).click()
  await expect.poll(() => title(laptop.page).inputValue()).toBe('Papper')
  const goneOn = isSent(laptop.page, 'På tåget')
  await title(laptop.page).fill('På tåget')
  await goneOn
  await title(desktop.page).fill('Vid skrivbordet')
  const offer = desktop.page.getByRole('alert').filter({ hasText: 'Det finns ett utkast till' })
  await offer.getByRole('button', { name: 'Behåll det som visas' }).click()
  await offer.waitFor({ state: 'detached' })
  for (const { page } of [desktop, laptop]) {
    await title(page).focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Bokförd som/).waitFor()
  }
  const { items } = (await desktop.company.get('/journal-entries')).body
  expect(items.map((one: { title: string }) => one.title).sort()).toEqual(['På tåget', 'Vid skrivbordet'])
  for (const { close } of [desktop, laptop]) await close()
})

describe('on a slow network', () => {
  const DRAFTS = /\/me\/drafts\//
  /** Until each request has gone out, and the timer of the next had time to run. */
  const SLOW_MS = 5000
  const offer = (page: Page) => page.getByRole('alert').filter({ hasText: 'Det finns ett utkast till' })
  const field = (page: Page) => page.getByLabel('Text', { exact: true })
  const keptOn = async ({ page, company }: Awaited<ReturnType<ConsoleBrowser['signInBrowser']>>): Promise<string[]> => {
    const { items } = (await page.evaluate(
      `fetch('/v1/me/drafts?companyId=${company.id}').then((answer) => answer.json())`,
    )) as { items: { key: string }[] }
    return items.map(({ key }) => key)
  }
  const begun = async () => {
    const own = await consoleBrowser.signInBrowser()
    await own.goTo('/journal/new')
    await field(own.page).waitFor()
    return own
  }
  const sent = (page: Page) => page.waitForRequest((one) => DRAFTS.test(one.url()) && one.method() === 'PUT')
  const answered = (page: Page, text: string) =>
    page.waitForResponse((one) => one.ok() && (one.request().postData() ?? '').includes(text))

  test('what is typed while the draft is on its way is sent after it, and belongs to no one else', {
    tags: ['rest'],
  }, async () => {
    const own = await begun()
    const { page } = own
    await page.route(DRAFTS, async (route) => {
      await pause(SLOW_MS)
      await route.continue()
    })
    const first = sent(page)
    await field(page).fill('Kari')
    await first
    const last = answered(page, 'Kari Nord')
    await field(page).fill('Kari Nord')
    await last
    expect(await offer(page).count()).toBe(0)
    expect(await keptOn(own)).toHaveLength(1)
    await own.close()
  })

  test('whose answer was lost is known again', { tags: ['rest'] }, async () => {
    const own = await begun()
    const { page } = own
    let isLost = false
    await page.route(DRAFTS, async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    const first = sent(page)
    await field(page).fill('Kari')
    await first
    const last = answered(page, 'Kari Nord')
    await field(page).fill('Kari Nord')
    await last
    expect(await offer(page).count()).toBe(0)
    await own.close()
  })

  test('that is given up while it is on its way is gone', { tags: ['rest'] }, async () => {
    const own = await begun()
    const { page } = own
    await page.route(DRAFTS, async (route) => {
      if (route.request().method() === 'PUT') await pause(SLOW_MS)
      await route.continue()
    })
    const first = sent(page)
    await field(page).fill('Kari')
    await first
    const gone = page.waitForResponse((one) => DRAFTS.test(one.url()) && one.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Börja om' }).click()
    await gone
    expect(await keptOn(own)).toEqual([])
    await own.close()
  })
})
