// The first minutes of a service, in a real browser: an account, a company and its year; a SIE file at the first step;
// a second company; a look around the demo company.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, startBrowser, stopClock, type TestBrowser, takeScreenshot } from '#support/browser'
import { needs } from '#support/needs'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'

let service: Service
let browser: TestBrowser | null
beforeAll(async () => {
  // There is no account yet.
  service = await startService({ alone: true })
  browser = await startBrowser(service)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

const open = async (viewport = { width: 1280, height: 900 }) => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  const opened = await browser.open({ viewport })
  await stopClock(opened.page, service.now())
  opened.page.setDefaultTimeout(30_000)
  return opened
}

const SIE = [
  '#FLAGGA 0',
  '#SIETYP 4',
  '#FNAMN "Ekströms Åkeri AB"',
  '#ORGNR 559999-0008',
  '#RAR 0 20260101 20261231',
  '#KONTO 1930 "Bank"',
  '#KONTO 3001 "Försäljning 20°"',
  '#VER A 1 20260115 "Körning"',
  '{',
  '#TRANS 1930 {} 1000.00',
  '#TRANS 3001 {} -1000.00',
  '}',
  '',
].join('\r\n')

test('the first person brings a SIE file, makes an account and a company, and is in it', async () => {
  const phone = await open(PHONE)
  await phone.page.goto(`${service.origin}/`)
  await phone.page.getByRole('heading', { level: 1, name: 'Välkommen till Grundbok' }).waitFor()
  await phone.page.getByLabel('Företagets namn').waitFor()
  await takeScreenshot(phone.page, 'first-run-phone')
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await phone.close()

  const { page, errors, close } = await open()
  await page.goto(`${service.origin}/`)
  await page.getByLabel('Ditt namn').fill('Anna Ek')
  await page.getByLabel('E-postadress').fill('anna@example.com')
  await page.getByLabel('Lösenord').fill('kort')
  // What is no SIE file is refused at once, and what it fills in mends what was wrong.
  const picture = { name: 'logga.se', mimeType: 'text/plain', buffer: Buffer.from('GIF89a', 'latin1') }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByText('logga.se är ingen SIE-fil').waitFor()
  await page.getByRole('button', { name: 'Skapa konto och företag' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  // As the standard has it: the code page PC8.
  const pc8: Readonly<Record<string, number>> = { å: 134, ä: 132, ö: 148, Å: 143, Ä: 142, Ö: 153, '°': 248 }
  const buffer = Buffer.from([...SIE].map((letter) => pc8[letter] ?? letter.charCodeAt(0)))
  await page.locator('input[type=file]').setInputFiles({ name: 'forra.se', mimeType: 'text/plain', buffer })
  await page.getByText('forra.se läses in').waitFor()
  expect(await page.getByLabel('Företagets namn').inputValue()).toBe('Ekströms Åkeri AB')
  expect(await page.getByLabel('Företagets namn').getAttribute('aria-invalid')).not.toBe('true')
  expect(await page.getByLabel('Organisationsnummer').inputValue()).toBe('559999-0008')
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'first-run')
  await page.getByRole('button', { name: 'Skapa konto och företag' }).click()
  await page.locator('[aria-invalid=true]:focus').waitFor()
  await page.getByLabel('Lösenord').fill('tre gröna katter i snö')
  await page.getByRole('button', { name: 'Skapa konto och företag' }).click()
  // What is said goes by itself: it is not waited for after something else.
  await Promise.all([
    page.getByRole('heading', { level: 1, name: 'God dag, Anna' }).waitFor(),
    page.getByText('1 verifikationer lästes in').waitFor(),
  ])
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await page.getByRole('row', { name: /Körning/ }).waitFor()

  await page.goto(`${service.origin}/companies/new`)
  await page.getByLabel('Företagets namn').fill('Sidoprojektet AB')
  await page.getByLabel('Organisationsnummer').fill('123')
  await page.getByRole('button', { name: 'Skapa företaget' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Organisationsnummer').fill('556677-8899')
  await page.getByRole('button', { name: 'Skapa företaget' }).click()
  await page.getByRole('button', { name: 'Sidoprojektet AB' }).waitFor()
  // Back to the first company in two keystrokes and its name.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Ekströms')
  await page.getByRole('option', { name: /Ekströms Åkeri AB/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ekströms Åkeri AB' }).waitFor()

  await page.goto(`${service.origin}/first-run`)
  await page.getByText('Tjänsten är redan igång').waitFor()
  expect(errors).toEqual([])
  await close()
})
