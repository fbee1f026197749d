// Entries are typed in the console: by keyboard alone, with what has been typed kept through everything, and what the
// service refuses shown where it was typed.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService } from '#support/service'

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

/** Types into what has the focus, key by key. */
const type = async (page: Page, ...keys: string[]) => {
  for (const key of keys) {
    if (/^(Tab|Enter|Escape|Shift\+Tab|Control\+.+)$/.test(key)) await page.keyboard.press(key)
    else await page.keyboard.type(key)
  }
}

const account = (page: Page, line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })
const debit = (page: Page, line: number) => page.getByLabel(`Debet på rad ${line}`)
const credit = (page: Page, line: number) => page.getByLabel(`Kredit på rad ${line}`)

const openNew = async (worker: ConsoleUser, search = '') => {
  await worker.goTo(`/journal/new${search}`)
  await worker.page.getByRole('heading', { level: 1, name: 'Ny verifikation' }).waitFor()
  await account(worker.page, 1).click()
  await worker.page.getByRole('option').first().waitFor()
  await worker.page.keyboard.press('Escape')
  await worker.page.getByLabel('Text', { exact: true }).focus()
}

const lastEntry = async ({ company }: ConsoleUser) => (await company.get('/journal-entries')).body.items[0]

const amounts = (items: { account: number; debit?: number; credit?: number }[]) =>
  items.map((item) => [item.account, item.debit ?? 0, item.credit ?? 0])

test('a user books an entry with the keyboard alone, and the last line balances itself', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, goTo, errors } = worker
  await goTo('/journal')
  await page.getByText('Här är inget bokfört än').waitFor()
  await type(page, 'n')
  await page.getByRole('heading', { level: 1, name: 'Ny verifikation' }).waitFor()
  await account(page, 1).click()
  await page.getByRole('option').first().waitFor()
  await page.getByLabel('Text', { exact: true }).focus()
  // The dot of a number pad divides öre off, and amounts are worked out.
  await type(page, 'Papper', 'Enter', '6110', 'Tab', '3*125.50', 'Tab', 'Tab')
  await type(page, '1930', 'Enter')
  expect(await credit(page, 2).getAttribute('placeholder')).toMatch(/376,50/)
  await takeScreenshot(page, 'entry')
  expect(await seriousFindings(page)).toEqual([])
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  const { title, items } = await lastEntry(worker)
  expect(title).toBe('Papper')
  expect(amounts(items)).toEqual([
    [6110, 376.5, 0],
    [1930, 0, 376.5],
  ])
  // The next one begins at once, on the same day.
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('')
  expect(errors).toEqual([])
  await worker.close()
})

test('a day or an amount that cannot be read is never left out: nothing is booked before it is mended', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  await openNew(worker)
  await type(page, 'Papper', 'Enter', '6110', 'Tab', '100', 'Tab', 'Tab', '1930', 'Tab', 'Tab', '5x')
  await type(page, 'Control+Enter')
  const sentence = (text: string) => page.locator('.entry').getByText(text)
  await sentence('Skriv ett belopp med högst två decimaler').waitFor()
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Kredit på rad 2')
  await type(page, 'Control+a', '100')
  await page.getByLabel('Datum', { exact: true }).fill('2026-13-01')
  await type(page, 'Control+Enter')
  await sentence('Skriv en dag: 2026-11-05').waitFor()
  await takeScreenshot(page, 'entry-unread')
  expect((await company.get('/journal-entries')).body.items).toEqual([])
  // Its document is added here as well, and stays with what is typed.
  const buffer = pngFile()
  await page.locator('input[type=file]').setInputFiles({ name: 'kvitto.png', mimeType: 'image/png', buffer })
  await page.getByRole('region', { name: 'Underlag' }).waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Underlag' }).waitFor()
  await page.getByLabel('Datum', { exact: true }).fill('2026-06-01')
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  const [upload] = (await company.get('/uploads')).body.items
  expect(upload.journalEntryId).toBe((await lastEntry(worker)).id)
  expect(await lastEntry(worker)).toMatchObject({ date: '2026-06-01', items: [{ debit: 100 }, { credit: 100 }] })
  await worker.close()
})

test('an account that is typed and left by the mouse is the one that is booked; what names none waits', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  await openNew(worker)
  await type(page, 'Papper', 'Enter', '6110', 'Tab', '100', 'Tab', 'Tab', '1930', 'Tab')
  const text = page.getByLabel('Text', { exact: true })
  const book = page.getByRole('button', { name: /^Bokför/ })
  await account(page, 1).fill('kontors')
  await text.click()
  expect(await account(page, 1).inputValue()).toBe('kontors')
  await page.locator('.entry').getByText('Välj ett alternativ i listan.').waitFor()
  await takeScreenshot(page, 'entry-unread-account')
  expect(await seriousFindings(page)).toEqual([])
  await book.click()
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Konto på rad 1')
  expect((await company.get('/journal-entries')).body.items).toEqual([])
  await account(page, 1).fill('5410')
  await text.click()
  await expect.poll(() => account(page, 1).inputValue()).toMatch(/^5410 ./)
  await account(page, 1).fill('5420')
  await book.click()
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  expect(amounts((await lastEntry(worker)).items)).toEqual([
    [5420, 100, 0],
    [1930, 0, 100],
  ])
  await worker.close()
})

test('who looks into the list of an account keeps it, unless an arrow chooses', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  await openNew(worker)
  await type(page, 'Papper', 'Enter', '6110', 'Tab', '100', 'Tab', 'Tab', '1930', 'Tab')
  await account(page, 1).click()
  await page.getByRole('option').first().waitFor()
  const highlighted = page.locator('.pick-choice[aria-selected=true]')
  expect(await highlighted.count()).toBe(0)
  await type(page, 'Enter')
  await page.locator('[aria-label="Debet på rad 1"]:focus').waitFor()
  expect(await account(page, 1).inputValue()).toMatch(/^6110 /)
  await account(page, 1).click()
  await page.keyboard.press('ArrowDown')
  const first = await highlighted.textContent()
  await type(page, 'Enter')
  const [number = ''] = /^\d+/.exec(first ?? '') ?? []
  await expect.poll(() => account(page, 1).inputValue()).toMatch(new RegExp(`^${number} `))
  // Partly typed, it is neither booked nor made into what fits first; named in full, it is what is booked.
  await account(page, 1).fill('kontors')
  await page.getByRole('option').first().waitFor()
  await type(page, 'Control+Enter')
  await page.locator('.entry').getByText('Välj ett alternativ i listan.').waitFor()
  expect(await account(page, 1).inputValue()).toBe('kontors')
  await account(page, 1).fill('5420')
  await page.getByRole('option', { name: /5420/ }).waitFor()
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som V\s?1/).waitFor()
  expect(amounts((await lastEntry(worker)).items)).toEqual([
    [5420, 100, 0],
    [1930, 0, 100],
  ])
  await worker.close()
})

test('an account typed before the chart is there, and left by Tab, is taken as it comes', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  let release = (): void => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/chart-of-accounts/, async (route) => {
    await released
    await route.continue()
  })
  await worker.goTo('/journal/new')
  await account(page, 1).focus()
  await type(page, 'företagskonto', 'Tab')
  await page.locator('[aria-label="Debet på rad 1"]:focus').waitFor()
  expect(await account(page, 1).inputValue()).toBe('företagskonto')
  release()
  await expect.poll(() => account(page, 1).inputValue()).toMatch(/^1930 ./)
  await worker.close()
})

test('the rest is put where = is pressed, lines are added with + and copied with Ctrl-D', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  await openNew(worker)
  await type(page, 'Delad', 'Enter', 'företagskonto')
  await page.getByRole('option', { name: /1930/ }).waitFor()
  await type(page, 'Tab', 'Tab', '1000', 'Enter')
  await account(page, 2).focus()
  await type(page, '5010', 'Enter', '400', '+100', 'Enter')
  await account(page, 3).focus()
  await type(page, 'Control+d')
  await debit(page, 3).focus()
  await type(page, '=')
  await expect.poll(() => debit(page, 3).inputValue()).toBe('500,00')
  expect(await account(page, 3).inputValue()).toMatch(/^5010/)
  await page.getByText('Debet och kredit är lika').waitFor()
  await account(page, 3).focus()
  await type(page, '+')
  await expect
    .poll(() => account(page, 4).evaluate('document.activeElement.getAttribute("aria-label")'))
    .toMatch(/rad 4/)
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect(amounts((await lastEntry(worker)).items)).toEqual([
    [1930, 0, 1000],
    [5010, 500, 0],
    [5010, 500, 0],
  ])
  await worker.close()
})

test('the VAT line that follows from an account is taken with one key', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  await openNew(worker)
  await type(page, 'Pärmar', 'Enter', '6110', 'Enter', '400', 'Enter')
  await page.getByRole('button', { name: /25 % · 100,00 på 2641/ }).waitFor()
  await type(page, 'Control+m')
  // What was pressed is gone, and the hands are where they were.
  await page.locator('.entry-grid input:focus').waitFor()
  await account(page, 3).focus()
  await type(page, '1930', 'Enter', 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect(amounts((await lastEntry(worker)).items)).toEqual([
    [6110, 400, 0],
    [2641, 100, 0],
    [1930, 0, 500],
  ])
  await worker.close()
})

test('what is refused is said on its field, and nothing is lost', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  await openNew(worker)
  await type(page, 'Gammal', 'Enter', '6110', 'Enter', '100', 'Enter')
  await account(page, 2).focus()
  await type(page, '1930', 'Enter')
  await page.getByLabel('Datum').fill('2019-01-01')
  await type(page, 'Tab', 'Control+Enter')
  await page.locator('input[aria-invalid=true]:focus').waitFor()
  expect(await page.locator('input[aria-invalid=true]').first().inputValue()).toBe('2019-01-01')
  expect(await debit(page, 1).inputValue()).toBe('100,00')
  await worker.close()
})

test('a reload, a lost network and an ended session lose nothing', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  const context = page.context()
  await openNew(worker)
  await type(page, 'Kvar', 'Enter', '6110', 'Enter', '250', 'Enter')
  await account(page, 2).focus()
  await type(page, '1930', 'Enter')
  await page.reload()
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Kvar')
  await expect.poll(() => debit(page, 1).inputValue()).toBe('250,00')

  await context.setOffline(true)
  await page.getByLabel('Text', { exact: true }).fill('Kvar utan nät')
  await type(page, 'Control+Enter')
  await page.getByRole('alert').filter({ hasText: 'Tjänsten svarar inte' }).waitFor()
  await context.setOffline(false)

  const cookies = await context.cookies()
  await context.clearCookies()
  await type(page, 'Control+Enter')
  await page.getByRole('link', { name: 'Logga in' }).waitFor()
  expect(await page.getByText('Authorization').count()).toBe(0)
  await page.reload()
  await context.addCookies(cookies)
  await worker.goTo('/journal/new')
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Kvar utan nät')
  await account(page, 1).click()
  await page.getByRole('option').first().waitFor()
  // Opening the list of a field without choosing keeps the current choice.
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect((await worker.company.get('/journal-entries')).body.items).toHaveLength(1)
  const { title, items } = await lastEntry(worker)
  expect(title).toBe('Kvar utan nät')
  expect(amounts(items)).toEqual([
    [6110, 250, 0],
    [1930, 0, 250],
  ])
  await worker.close()
})

test('an earlier entry is copied, on a phone too', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser({ context: { viewport: PHONE } })
  const { page, company } = worker
  const { body } = await company.post('/journal-entries', anEntry({ title: 'Hyra' }))
  await worker.goTo(`/journal?open=${body.id}`)
  await page.getByRole('heading', { level: 2, name: /Hyra/ }).waitFor()
  await type(page, 'c')
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Hyra')
  await expect.poll(() => account(page, 2).inputValue()).toMatch(/^2641 ./)
  await takeScreenshot(page, 'entry-phone')
  const { width = 0, height = 0 } = (await page.getByRole('button', { name: /rad 3/ }).last().boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(await seriousFindings(page)).toEqual([])
  await type(page, 'Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra/ }).waitFor()
  expect((await company.get('/journal-entries')).body.items).toHaveLength(2)
  await worker.close()
})

test('a user continues at another device with what was begun at the first, and nothing is overwritten', async () => {
  const first = await consoleBrowser.signInBrowser()
  await openNew(first)
  const whole = first.page.waitForRequest((one) => (one.postData() ?? '').includes('debit\\":12500'))
  await type(first.page, 'Begun', 'Enter', '6110', 'Enter', '125', 'Enter')
  const drafts = async () => {
    const address = `${service.origin}/v1/me/drafts?companyId=${first.company.id}`
    const answer = await first.page.context().request.get(address)
    expect(answer.status()).toBe(200)
    return (await answer.json()).items.length
  }
  // A slow typist has a part of it saved before.
  await (await whole).response()
  expect(await drafts()).toBe(1)
  const second = await consoleBrowser.signInBrowser({ person: first.person, company: first.company })
  const { page } = second
  await openNew(second)
  const offer = page.getByRole('button', { name: 'Fortsätt med det' })
  await offer.waitFor()
  // What is typed here is not taken away by the offer, which comes back when it is thrown away.
  await type(page, 'Mine')
  await offer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Börja om' }).click()
  await offer.click()
  await expect.poll(() => debit(page, 1).inputValue()).toBe('125,00')
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Begun')
  await account(page, 2).focus()
  await type(page, '1930', 'Enter', 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect(amounts((await lastEntry(second)).items)).toEqual([
    [6110, 125, 0],
    [1930, 0, 125],
  ])
  await expect.poll(drafts).toBe(0)
  await page.getByText('Du har börjat på det här').waitFor({ state: 'detached' })
  // The first device still has what was typed there.
  expect(await debit(first.page, 1).inputValue()).toBe('125,00')
  // What is typed on there is kept in that browser alone: the person is told, once.
  const told = first.page.getByText('Det du skriver här finns bara i den här webbläsaren.')
  await first.page.getByLabel('Text', { exact: true }).fill('Begun and gone on')
  await told.waitFor()
  await first.page.getByRole('button', { name: 'Stäng' }).last().click()
  await first.page.getByLabel('Text', { exact: true }).fill('Begun and gone on further')
  await first.page.reload()
  await expect.poll(() => first.page.getByLabel('Text', { exact: true }).inputValue()).toBe('Begun and gone on further')
  expect(await told.count()).toBe(0)
  await second.close()
  await first.close()
})

/** Chooses a template by key, and types its amount. */
const useTemplate = async (page: Page, name: string, amount?: string) => {
  await page.getByRole('combobox', { name: 'Konteringsmall' }).waitFor()
  await type(page, 'Control+i', name)
  await page.getByRole('option', { name }).waitFor()
  await type(page, 'Enter')
  if (amount === undefined) return
  await page.locator('.entry-template input[inputmode=decimal]:focus').waitFor()
  await type(page, amount)
}

test('a template is made by keyboard, chosen by key, and what it makes of the amount is booked at once', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company, errors } = worker
  await worker.goTo('/entry-templates')
  await page.getByText('Här är inga mallar än').waitFor()
  await type(page, 'n')
  await page.getByRole('textbox', { name: 'Namn' }).fill('Material')
  await account(page, 1).click()
  await page.getByRole('option').first().waitFor()
  await type(page, '6110', 'Tab')
  await account(page, 2).focus()
  await type(page, '1930', 'Tab')
  await page.getByRole('button', { name: 'Ny rad' }).click()
  await account(page, 3).focus()
  await type(page, '2641', 'Tab')
  await page.getByLabel('Vad som står på rad 3').selectOption('vat')
  await page.getByLabel('Debet eller kredit på rad 3').selectOption('debit')
  await page.getByLabel('Procent på rad 2').fill('99')
  await takeScreenshot(page, 'template')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Procent på rad 2').fill('100')
  await type(page, 'Control+Enter')
  await page.getByText('Mallen är sparad').waitFor()
  const [template] = (await company.get('/entry-templates')).body.items
  expect(template).toMatchObject({ name: 'Material', title: null, takesAmount: true })

  await openNew(worker)
  await useTemplate(page, 'Mat', '1250')
  // Booked before it has been worked out: what is booked is what the amount makes.
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  const { title, items } = await lastEntry(worker)
  expect(title).toBe('Material')
  expect(amounts(items)).toEqual([
    [6110, 1000, 0],
    [1930, 0, 1250],
    [2641, 250, 0],
  ])
  // Another amount, and a text of one's own.
  await useTemplate(page, 'Mat', '100')
  await expect.poll(() => debit(page, 3).inputValue()).toBe('20,00')
  await type(page, '0')
  await expect.poll(() => debit(page, 3).inputValue()).toBe('200,00')
  await type(page, 'Enter')
  await page.getByLabel('Text', { exact: true }).fill('Pennor')
  await takeScreenshot(page, 'entry-template')
  expect(await seriousFindings(page)).toEqual([])
  await type(page, 'Control+Enter')
  await expect.poll(async () => (await lastEntry(worker)).title).toBe('Pennor')
  expect(errors).toEqual([])
  await worker.close()
})

test('a booked entry is saved as a template with its tags, found, changed and removed', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser({ context: { viewport: PHONE } })
  const { page, company } = worker
  const group = (await company.post('/tag-groups', { name: 'Projekt', alias: 'P' })).body
  const tag = (await company.post(`/tag-groups/${group.id}/tags`, { name: 'Kajen' })).body
  const items = [
    { account: 5820, debit: 1000, tags: [{ tagId: tag.id }] },
    { account: 2641, debit: 60 },
    { account: 1930, credit: 1060 },
  ]
  const { body: taxi } = await company.post('/journal-entries', { title: 'Taxi', date: '2026-06-01', items })
  await worker.goTo(`/journal?open=${taxi.id}`)
  await page.getByRole('heading', { level: 2, name: /Taxi/ }).waitFor()
  await type(page, 'm')
  const dialog = page.getByRole('dialog', { name: 'Spara som mall' })
  await expect.poll(() => dialog.getByLabel('Namn').inputValue()).toBe('Taxi')
  await takeScreenshot(page, 'save-template')
  await type(page, 'Control+Enter')
  await page.getByText('Mallen är sparad').waitFor()
  const [template] = (await company.get('/entry-templates')).body.items
  expect(template.items).toMatchObject([
    { kind: 'rest', account: 5820, tags: [{ tagName: 'Kajen' }] },
    { kind: 'vat', account: 2641, side: 'debit', vatRate: 6, vatIncluded: true },
    { kind: 'share', account: 1930, side: 'credit', percent: 100 },
  ])

  await dialog.waitFor({ state: 'detached' })
  await type(page, 'Control+k', 'taxi')
  await page.getByRole('option', { name: /Taxi$/ }).click()
  await page.locator('.entry-template input[inputmode=decimal]').fill('212')
  await expect.poll(() => debit(page, 2).inputValue()).toBe('12,00')
  await page.locator('.line-tags').getByText('Kajen').waitFor()
  await takeScreenshot(page, 'entry-template-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(await seriousFindings(page)).toEqual([])
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect((await lastEntry(worker)).items[0]).toMatchObject({ debit: 200, tags: [{ tagName: 'Kajen', weight: 1 }] })

  await worker.goTo(`/entry-templates?open=${template.id}`)
  await page.getByLabel('Moms på rad 2').selectOption('25 true')
  await company.put(`/entry-templates/${template.id}`, { ...template, name: 'Taxi och buss' })
  await page.getByText('Någon annan har sparat under tiden.').waitFor()
  expect(await page.getByLabel('Moms på rad 2').inputValue()).toBe('25 true')
  await page.getByRole('button', { name: 'Ta allt från den andre' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Namn' }).inputValue()).toBe('Taxi och buss')
  expect(await page.getByLabel('Moms på rad 2').inputValue()).toBe('6 true')
  await page.getByLabel('Moms på rad 2').selectOption('12 true')
  await page.getByRole('button', { name: /^Spara/ }).click()
  await expect.poll(async () => (await company.get(`/entry-templates/${template.id}`)).body.items[1].vatRate).toBe(12)
  await takeScreenshot(page, 'template-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.getByRole('button', { name: /^Ta bort$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ta bort/ })
    .click()
  await page.getByText('Mallen är borttagen').waitFor()
  expect((await company.get('/entry-templates')).body.items).toEqual([])
  await worker.close()
})
