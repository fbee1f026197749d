// VAT rows in the console: a line is given a box, the entry shows what it adds to the return, and a return whose base
// and tax differ is filed only as intended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'

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

const entry = (...lines: (readonly [account: number, kronor: number, vatCode?: string])[]) => ({
  title: 'Molntjänst från Irland',
  date: '2026-02-10',
  items: lines.map(([account, kronor, vatCode]) => ({
    account,
    ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
    ...(vatCode ? { vatCode } : {}),
  })),
})

test('an entry is copied with the box of its line, and shows its VAT rows', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const cloud = entry([5420, 1000, '21'], [2614, -250], [2645, 250], [1930, -1000])
  const { id } = ok(await company.post('/journal-entries', cloud))
  await goTo(`/journal/new?copy=${id}`)
  await page.getByLabel('Momsruta på rad 1 · 5420').waitFor()
  expect(await page.getByLabel('Momsruta på rad 1 · 5420').inputValue()).toBe('21')
  expect(await page.getByLabel('Momsruta på rad 2 · 2614').inputValue()).toBe('')
  await takeScreenshot(page, 'vat-rows-new')
  await page.getByLabel('Momsruta på rad 1 · 5420').selectOption('22')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'I momsdeklarationen' }).waitFor()
  await page.getByText('Inköp av tjänster från land utanför EU').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'vat-rows-entry')
  await page.setViewportSize({ width: 390, height: 844 })
  await takeScreenshot(page, 'vat-rows-entry-phone')
  const [copied] = ok(await company.get('/journal-entries')).items
  expect(copied.vatRows.map(({ box }: { box: string }) => box)).toEqual(['22', '30', '48'])
  expect(errors).toEqual([])
  await close()
})

test('a return whose base and tax differ is told, and filed once that is said to be intended', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({ language: 'en' })
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  ok(await company.post('/journal-entries', entry([1930, 1000], [3001, -1000])))
  await goTo('/vat?open=toReport')
  await page.getByRole('button', { name: /Book and lock/ }).waitFor()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/1000\.00 \(V1\)/).waitFor()
  await takeScreenshot(page, 'vat-differs')
  await dialog.getByLabel('The difference is intended').check()
  await dialog.getByText(/1000\.00 \(V1\)/).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => ok(await company.get('/vat-returns')).totalItems).toBe(1)
  await goTo('/settings/years')
  await page.getByLabel('VAT reported up to').waitFor()
  await takeScreenshot(page, 'vat-lock')
  await close()
})
