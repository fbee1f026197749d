// SIE files in the console: a file is tried, imported and downloaded; one that is wrong says what is wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
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

const file = (rows: readonly string[]) => ({
  name: 'forra.se',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    ['#FLAGGA 0', '#SIETYP 4', '#FNAMN "Förra"', '#RAR 0 20260101 20261231', ...rows, ''].join('\r\n'),
    'utf8',
  ),
})

const voucher = (account: string) => [
  '#VER A 1 20260115 "Körning"',
  '{',
  '#TRANS 1930 {} 1000.00',
  `#TRANS ${account} {} -1000.00`,
  '}',
]

test('a file is tried first, and imported on confirmation', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/sie')
  await page.locator('input[type=file]').setInputFiles(file(voucher('3001')))
  await page.getByRole('heading', { name: 'Det här läses in' }).waitFor()
  expect((await company.get('/journal-entries')).body.items).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'sie-tried')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Det här lästes in' }).waitFor()
  const { items } = (await company.get('/journal-entries')).body
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['Körning'])
  expect(errors).toEqual([])
  await close()
})

test('a file that is refused says why, and goes in with its account changed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/sie')
  await page.locator('input[type=file]').setInputFiles(file(voucher('FEL')))
  await page.getByRole('alert').filter({ hasText: 'FEL' }).waitFor()
  await takeScreenshot(page, 'sie-refused')
  await page.getByLabel('Byt konton').fill('FEL:3001')
  await page.getByRole('button', { name: 'Kontrollera igen' }).click()
  await page.getByRole('button', { name: /Läs in filen/ }).click()
  await page.getByRole('heading', { name: 'Det här lästes in' }).waitFor()
  expect((await company.get('/journal-entries')).body.items).toHaveLength(1)
  await close()
})

test('all that is wrong is told in the words of the page, and the choices for it are there', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/sie')
  const lacking = ['#RAR -1 20250101 20251231', '#IB 0 1930 100.00', '#IB 0 2081 -80.00', '#RES -1 3001 -20.00']
  const outOfBalance = voucher('3001').map((row) => row.replace('-1000.00', '-999.99'))
  await page.locator('input[type=file]').setInputFiles(file([...lacking, ...outOfBalance]))
  const refused = page.getByRole('alert')
  await refused.getByText(/balanserar inte: skillnaden är 0.01.*konto 3740 under Konto för differenser/).waitFor()
  await refused.getByText(/summerar till 20.00.*valet om föregående års resultat här nedanför/).waitFor()
  await page.getByLabel(/Lägg föregående års resultat/).check()
  await page.getByLabel('Konto för differenser').fill('3740')
  await page.getByRole('button', { name: 'Kontrollera igen' }).click()
  await page.getByRole('button', { name: /Läs in filen/ }).click()
  await page.getByRole('heading', { name: 'Det här lästes in' }).waitFor()
  expect((await company.get('/journal-entries')).body.items).toHaveLength(1)
  await close()
})

test('a year is downloaded', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await company.post('/journal-entries', anEntry())
  await goTo('/sie')
  const link = page.getByRole('link', { name: /Ladda ner 2026-01-01/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.se$/i)
  await close()
})
