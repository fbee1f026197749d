// Documents that are read, in the console: what they say comes into the form beside them while it is open, marked and
// shown on the paper, never over typed text, and goes again with one key.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localReader, readingsContribution } from '#readings'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { needs } from '#support/needs'
import { seriousFindings } from '#support/reading/axe'
import { pictured, type Row, receiptPdf } from '#support/samples/receipts'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  // All documents that wait are read.
  service = await startService({ alone: true })
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const receipt = (total: string, tax: string): Promise<Buffer> => {
  const rows: Row[] = [['Penna och Papper'], ['2026-06-05 12:41', 'Kassa 2'], ['Att betala', total], ['Moms 25 %', tax]]
  return receiptPdf({ rows })
}

const added = async (company: TestCompany, bytes: Buffer, name = 'kvitto.pdf'): Promise<string> =>
  ok(await company.upload('/uploads', name, bytes)).id

const work = () => newRunner(service, readingsContribution.jobs(localReader())).runDue()

const type = async (page: Page, ...keys: string[]) => {
  for (const one of keys)
    await (/^(?:Enter|Tab|Control\+.+)$/.test(one) ? page.keyboard.press(one) : page.keyboard.type(one))
}

const field = (page: Page, name: string) => page.locator('input').and(page.getByLabel(name, { exact: true }))
const valueIn = (page: Page, name: string) => expect.poll(() => field(page, name).inputValue())

/** The position of the frame, as fractions of the page's width and height. */
const framed = (page: Page) =>
  page.evaluate<number[]>(`(() => {
    const [mark, paper] = ['.read-place', '.document-sheet'].map((name) =>
      document.querySelector(name).getBoundingClientRect())
    return [(mark.left - paper.left) / paper.width, (mark.top - paper.top) / paper.height]
  })()`)

test('a receipt fills in the entry beside it while that is open, and the next one has its account', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const first = await added(company, await receipt('129,50', '25,90'))
  await goTo(`/journal/new?document=${first}`)
  await page.getByText('Underlaget läses …').waitFor()
  await work()
  await page.getByText('Läst från underlaget, kontrollera: datum, text, rader.').waitFor()
  await valueIn(page, 'Datum').toBe('2026-06-05')
  await valueIn(page, 'Text').toBe('Penna och Papper')
  await valueIn(page, 'Debet på rad 1').toBe('103,60')
  await valueIn(page, 'Konto på rad 2').toMatch(/^2641/)
  await valueIn(page, 'Debet på rad 2').toBe('25,90')
  await valueIn(page, 'Konto på rad 3').toMatch(/^1930/)
  await valueIn(page, 'Kredit på rad 3').toBe('129,50')
  // Its place is shown while the hands are on the field.
  await field(page, 'Kredit på rad 3').focus()
  await page.getByRole('img', { name: 'Här står det' }).waitFor()
  const [left = 0, top = 0] = await framed(page)
  expect([left > 0.6, top > 0.4, top < 0.7]).toEqual([true, true, true])
  await takeScreenshot(page, 'reading-entry')
  expect(await seriousFindings(page)).toEqual([])
  await field(page, 'Konto på rad 1').focus()
  await expect.poll(() => page.locator('.read-place').count()).toBe(0)
  await type(page, '6110', 'Enter', 'Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Penna och Papper/ }).waitFor()
  const [entry] = ok(await company.get('/journal-entries')).items
  expect(entry).toMatchObject({ date: '2026-06-05', title: 'Penna och Papper', uploadRef: { id: first } })

  const next = await added(company, await receipt('250,00', '50,00'))
  await work()
  await goTo(`/documents?open=${next}`)
  await page.getByText('Läst: Penna och Papper · 2026-06-05 · 250,00').waitFor()
  await type(page, 'b')
  await valueIn(page, 'Konto på rad 1').toMatch(/^6110/)
  await valueIn(page, 'Debet på rad 1').toBe('200,00')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'reading-entry-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(errors).toEqual([])
  await close()
})

test('what is typed stays, and what was read goes with one key and does not come back', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const id = await added(company, await receipt('129,50', '25,90'))
  await goTo(`/journal/new?document=${id}`)
  await page.getByText('Underlaget läses …').waitFor()
  await field(page, 'Text').fill('Kontorsmaterial')
  await field(page, 'Datum').fill('2026-06-09')
  await type(page, 'Enter')
  await work()
  await page.getByText('Läst från underlaget, kontrollera: rader.').waitFor()
  await valueIn(page, 'Text').toBe('Kontorsmaterial')
  await valueIn(page, 'Datum').toBe('2026-06-09')
  await field(page, 'Kredit på rad 3').fill('130')
  await type(page, 'Control+u')
  await page.getByText(/Läst från underlaget/).waitFor({ state: 'detached' })
  await valueIn(page, 'Kredit på rad 3').toBe('130')
  await valueIn(page, 'Debet på rad 1').toBe('')
  await valueIn(page, 'Konto på rad 2').toBe('')
  await valueIn(page, 'Text').toBe('Kontorsmaterial')
  await page.reload()
  await valueIn(page, 'Text').toBe('Kontorsmaterial')
  await valueIn(page, 'Debet på rad 1').toBe('')
  await close()
})

test('an invoice on a picture fills in the form of a supplier invoice, with the supplier that it names', async () => {
  needs('poppler')
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
  ok(await company.post('/suppliers', { name: 'Tryckeriet i Umeå AB', paymentDetails }))
  const rows: Row[] = [
    ['Tryckeriet'],
    ['Fakturanummer', '4711'],
    ['Fakturadatum', '2026-06-01'],
    ['Förfallodatum', '2026-07-01'],
    ['Moms 25 %', '250,00'],
    ['Att betala', '1 250,00'],
    ['Bankgiro', '5050-1055'],
  ]
  const id = await added(company, pictured(await receiptPdf({ rows })), 'faktura.png')
  await work()
  await goTo(`/supplier-invoices/new?document=${id}`)
  await valueIn(page, 'Leverantör').toBe('Tryckeriet i Umeå AB')
  await valueIn(page, 'Fakturanummer').toBe('4711')
  await valueIn(page, 'Fakturadatum').toBe('2026-06-01')
  await valueIn(page, 'Förfaller').toBe('2026-07-01')
  await valueIn(page, 'Belopp med moms').toMatch(/^1\s250,00$/)
  await field(page, 'Belopp med moms').focus()
  await page.getByRole('img', { name: 'Här står det' }).waitFor()
  await takeScreenshot(page, 'reading-supplier-invoice')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'reading-supplier-invoice-phone')
  await type(page, 'Control+u')
  await valueIn(page, 'Belopp med moms').toBe('')
  await valueIn(page, 'Leverantör').toBe('')
  expect(errors).toEqual([])
  await close()
})

test('what cannot be read says why, and is read again on request', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const id = await added(company, await receipt('129,50', '25,90'))
  await newRunner(service, readingsContribution.jobs(localReader({ maxCpuMs: 1 }))).runDue()
  await goTo(`/journal/new?document=${id}`)
  await page.getByText('Underlaget kunde inte läsas: det tar för lång tid att läsa.').waitFor()
  await page.getByRole('button', { name: 'Läs igen' }).click()
  await page.getByText('Underlaget läses …').waitFor()
  await work()
  await valueIn(page, 'Kredit på rad 3').toBe('129,50')
  await close()
})
