// A morning with the mouse unplugged: from a receipt to a VAT period that is booked and locked.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
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

const pressing = (page: Page) => {
  // From now on, and not from the moment at which one is waited for: a key may be faster.
  page.on('filechooser', () => {})
  return async (...keys: string[]) => {
    for (const key of keys) await (key.length === 1 ? page.keyboard.type(key) : page.keyboard.press(key))
  }
}

test('a receipt is chosen, booked with its VAT, and the quarter is reported, all by keys', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  const sold = [
    { account: 1930, debit: 1250 },
    { account: 3001, credit: 1000 },
    { account: 2611, credit: 250 },
  ]
  ok(await company.post('/journal-entries', anEntry({ title: 'Försäljning', date: '2026-02-10', items: sold })))
  const press = pressing(page)
  await goTo('')
  await page.getByText('Redovisa moms').first().waitFor()

  await press('g', 'u')
  await page.getByText('Alla underlag är bokförda.').waitFor()
  await page.getByRole('button', { name: 'Ladda upp' }).waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('u')])
  await chooser.setFiles({ name: 'kvitto.png', mimeType: 'image/png', buffer: pngFile() })
  const receipt = page.getByRole('row', { name: /kvitto/ })
  await receipt.waitFor()
  await press('j')
  await page.locator('[role=grid]:focus, [data-index]:focus').waitFor()
  await press('Enter')
  await page.getByRole('button', { name: /^Bokför/ }).waitFor()
  await press('b')
  await page.getByRole('heading', { level: 1, name: 'Ny verifikation' }).waitFor()
  const account = (line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })
  await page.getByLabel('Datum').focus()
  await page.keyboard.type('0310')
  await press('Tab')
  await page.keyboard.type('Pärmar')
  await press('Enter')
  await page.keyboard.type('6110')
  await page.getByRole('option', { name: /6110/ }).waitFor()
  await press('Enter')
  await page.keyboard.type('400')
  await press('Enter')
  await page.getByRole('button', { name: /100,00 på 2641/ }).waitFor()
  await press('Control+m')
  await account(3).focus()
  await page.keyboard.type('1930')
  await page.getByRole('option', { name: /1930/ }).waitFor()
  await press('Enter')
  await takeScreenshot(page, 'no-mouse-entry')
  await press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Pärmar/ }).waitFor()

  await press('g', 'm')
  const quarter = page.getByRole('row', { name: /kv 1 2026/ })
  await quarter.waitFor()
  await page.getByRole('grid').focus()
  const place = Number(await quarter.getAttribute('data-index'))
  for (let at = 0; at <= place; at += 1) {
    await press('j')
    await page.locator(`[data-index="${at}"]:focus`).waitFor()
  }
  await press('Enter')
  await page.getByRole('button', { name: /Bokför och lås/ }).waitFor()
  await press('b')
  await page.getByRole('dialog').getByRole('cell', { name: '2650' }).waitFor()
  await press('Control+Enter')
  await page.getByText('Momsen är bokförd och perioden låst').waitFor()

  expect(ok(await company.get('/vat-returns')).items[0]).toMatchObject({ startDate: '2026-01-01', payable: 150 })
  const [upload] = ok(await company.get('/uploads')).items
  expect(upload.journalEntryId).toBeTruthy()
  expect((await company.post('/journal-entries', anEntry({ date: '2026-03-01' }))).status).toBe(400)
  expect(errors).toEqual([])
  await close()
})

/** In the page: what has the focus, and what a person misses who has nothing but Tab; null at the end of the page. */
const SEEN_FOCUS = `(() => {
  const holder = document.activeElement
  if (!holder || holder === document.body) return null
  const { left, top, right, bottom, width, height } = holder.getBoundingClientRect()
  const ring = getComputedStyle(holder).outlineColor
  // Some controls draw the ring on what they stand in, or beside a field that lies on them unseen.
  const drawn = [holder, holder.parentElement, holder.nextElementSibling].filter((one) => one !== null)
  const isRinged = drawn.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || borderColor === ring
  })
  const isSeen = width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  const name = holder.getAttribute('aria-label') ?? holder.textContent.trim().slice(0, 40)
  return { name: holder.tagName.toLowerCase() + ' ' + name, inMain: holder.closest('main') !== null, isSeen, isRinged }
})()`

type Focus = { name: string; inMain: boolean; isSeen: boolean; isRinged: boolean }

/** Stops before the page itself: the areas, the pages of one (settings have twenty), the search, the person. */
const MOST_BEFORE_MAIN = 35

test('Tab goes where one sees it, with a ring, and is soon in the page', async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser()
  const found: string[] = []
  for (const path of ['', '/journal', '/journal/new', '/invoices/new', '/vat', '/settings/company']) {
    await goTo(path)
    await page.locator('main h1').waitFor()
    await page.evaluate('document.activeElement?.blur()')
    let before = 0
    for (let stops = 0, isIn = false; stops < 120; stops += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate<Focus | null>(SEEN_FOCUS)
      // From the end of the page it goes on at the beginning.
      if (at === null || (isIn && !at.inMain)) break
      isIn = at.inMain
      if (!isIn) before += 1
      if (!at.isSeen) found.push(`${path}: ${at.name} cannot be seen`)
      if (!at.isRinged) found.push(`${path}: ${at.name} has no ring`)
    }
    if (before > MOST_BEFORE_MAIN) found.push(`${path}: ${before} stops before the page`)
  }
  expect([...new Set(found)]).toEqual([])
  await close()
})
