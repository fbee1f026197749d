// VAT in the console: a quarter is opened, a box of it read down to its entries, and the quarter reported and locked.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService, type TestCompany } from '#support/service'

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

const newCompany = async (): Promise<TestCompany> => {
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB' })
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  await book(company, '2026-02-10', 'Försäljning februari', { 1930: 1250, 3001: -1000, 2611: -250 })
  await book(company, '2026-03-12', 'Papper', { 6110: 400, 2641: 100, 1930: -500 })
  return company
}

const book = async (company: TestCompany, date: string, title: string, amounts: Record<string, number>) =>
  ok(
    await company.post('/journal-entries', {
      date,
      title,
      items: Object.entries(amounts).map(([account, kronor]) => ({
        account: Number(account),
        ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
      })),
    }),
  )

const QUARTER = '/vat?open=2026-01-01..2026-03-31'

test('a user opens a quarter, and a box of it down to its entries, without the mouse', async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  await goTo('/vat')
  const row = page.getByRole('row', { name: /kv 1 2026/ })
  await row.waitFor()
  expect(await row.innerText()).toContain('Att lämna')
  await page.getByRole('grid').focus()
  const last = Number(await row.getAttribute('data-index'))
  for (let place = 0; place <= last; place += 1) {
    await page.keyboard.press('j')
    await page.locator(`[data-index="${place}"]:focus`).waitFor()
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Moms kv 1 2026' }).waitFor()
  await page.getByRole('rowheader', { name: '05', exact: true }).waitFor()
  await page.getByRole('row', { name: /^05/ }).getByRole('button').click()
  await page.getByText(/Försäljning i Sverige med 25, 12 eller 6 procents moms/).waitFor()
  await takeScreenshot(page, 'vat-open')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('row', { name: /^10/ }).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Försäljning februari').waitFor()
  expect(await page.getByText('Papper').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the quarter is booked, locked and handed in as a file', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  // A user who goes from client to client opens what is to be reported.
  await goTo('/vat?open=toReport')
  await page.getByRole('button', { name: /Bokför och lås/ }).waitFor()
  expect(page.url()).toContain(QUARTER)
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByRole('cell', { name: '2650' }).waitFor()
  await takeScreenshot(page, 'vat-file')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Momsen är bokförd och perioden låst').waitFor()
  const file = page.getByRole('link', { name: 'Fil till Skatteverket' })
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(readFileSync(await download.path(), 'latin1')).toContain('<MomsUtg')
  expect(ok(await company.get('/vat-returns')).items[0]).toMatchObject({ startDate: '2026-01-01', payable: 150 })
  expect((await company.post('/journal-entries', { date: '2026-03-01' })).status).toBe(400)
  await takeScreenshot(page, 'vat-filed')
  expect(errors).toEqual([])
  await close()
})

test('what a period comes to, when it is due and what to do stand on top, and nothing is cut off', async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company: await newCompany(), language: 'en' })
  await goTo(QUARTER)
  const facts = page.locator('.split-detail .facts')
  await facts.getByText('Amount due').waitFor()
  expect(await facts.innerText()).toMatch(/150[\s\S]*2026-05-12/)
  const book = page.getByRole('button', { name: /Book and lock/ })
  await book.waitFor()
  const place = await book.boundingBox()
  expect(place && place.y + place.height).toBeLessThan(900)
  expect(await page.getByRole('rowheader', { name: '50', exact: true }).count()).toBe(0)
  expect(await page.evaluate(CUT)).toEqual([])
  await page.getByRole('button', { name: /^Show \d+ empty boxes$/ }).click()
  await page.getByRole('rowheader', { name: '50', exact: true }).waitFor()
  expect(await page.evaluate(CUT)).toEqual([])
  await takeScreenshot(page, 'vat-whole-en')
  await close()
})

/** In the page: what is drawn outside of what it stands in. */
const CUT = `[...document.querySelectorAll('.split-detail, .split-detail .sheet, .split-detail :is(td, th, dd)')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className + ' ' + one.textContent.slice(0, 40))`

test('a period that an earlier program has settled in the books is shown as reported, and marked so', async () => {
  const company = await service.newCompany({ name: 'Flyttat AB' })
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  const file = [
    ...['#FLAGGA 0', '#PROGRAM "Annat" 1', '#FORMAT PC8', '#GEN 20260401', '#SIETYP 4', '#FNAMN "Flyttat AB"'],
    ...['#VER A 1 20260110 "Sålt"', '{', '#TRANS 1930 {} 1250', '#TRANS 3001 {} -1000', '#TRANS 2611 {} -250', '}'],
    ...['#VER A 2 20260331 "Moms"', '{', '#TRANS 2611 {} 250', '#TRANS 2650 {} -250', '}', ''],
  ].join('\r\n')
  ok(await company.upload('/sie/import', 'bok.si', Buffer.from(file, 'latin1')))
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ company })
  await goTo(QUARTER)
  await page.getByText('Redan lämnad.').waitFor()
  expect(await page.getByRole('button', { name: /Bokför och lås/ }).count()).toBe(0)
  await takeScreenshot(page, 'vat-settled-before')
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByText('Inget bokförs och inget låses.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('.split-detail .facts').getByText('Lämnad på annat sätt').waitFor()
  expect(ok(await company.get('/journal-entries')).items).toHaveLength(2)
  expect(errors).toEqual([])
  await close()
})

test('a return is corrected, and both are told', async () => {
  const company = await newCompany()
  ok(await company.post('/vat-returns', { startDate: '2026-01-01', endDate: '2026-03-31' }))
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company })
  await goTo(QUARTER)
  await page.getByRole('button', { name: /Rätta/ }).click()
  await page.getByRole('dialog').getByText('Inget behöver bokföras.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: /Rätta/ }).click()
  await page.getByRole('heading', { level: 3, name: 'Tidigare deklarationer för perioden' }).waitFor()
  expect(ok(await company.get('/vat-returns')).items).toHaveLength(2)
  await close()
})

test('a reader sees the boxes and is offered no reporting', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ company: await newCompany(), role: 'reader' })
  await goTo(QUARTER)
  await page.getByRole('rowheader', { name: '05', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Bokför och lås/ }).count()).toBe(0)
  await close()
})
