// Signing bank payments in a real browser: both languages, a phone and a desk, light and dark, and without scripts.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DESK,
  expectPageSound,
  type Opened,
  PHONE,
  startBrowser,
  type TestBrowser,
  takeScreenshot,
} from '#support/browser'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { PASSWORD } from '#support/visitor'
import { aBankgiro, aTransfer, newSignatory, paid, withBankAccount } from './paying.ts'

let service: Service
let browser: TestBrowser | null
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser(service)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

const open = async (options: BrowserContextOptions): Promise<Opened> => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  return browser.open(options)
}

const dictionary = {
  sv: {
    email: 'E-postadress',
    password: 'Lösenord',
    logIn: 'Logga in',
    title: 'Bankbetalningar',
    review: 'Granska och signera',
    own: 'Ditt lösenord',
    sign: 'Signera 2 betalningar',
    file: 'Skapa betalfil',
    download: /^Ladda ner filen/,
    all: 'Välj alla',
    cancel: 'Avbryt betalningar',
    sure: 'Avbryt 1 betalning',
  },
  en: {
    email: 'E-mail address',
    password: 'Password',
    logIn: 'Log in',
    title: 'Bank payments',
    review: 'Review and sign',
    own: 'Your password',
    sign: 'Sign 2 payments',
    file: 'Make a payment file',
    download: /^Download the file/,
    all: 'Choose all',
    cancel: 'Cancel payments',
    sure: 'Cancel 1 payment',
  },
} as const

const LONG = 'Föreningen för bevarandet av Västernorrlands industrihistoria ekonomisk förening'.slice(0, 70)

const looks = [
  ['sv', PHONE, 'light'],
  ['en', DESK, 'dark'],
] as const

test.each(looks)('a signatory signs, in %s', async (language, viewport, colorScheme) => {
  const words = dictionary[language]
  const options = { viewport, colorScheme, locale: language, javaScriptEnabled: false }
  const { page, errors, close } = await open(options)
  const name = (what: string) => `signing-${what}-${language}-${viewport.width}-${colorScheme}`
  const company = await service.newCompany({ name: 'Lindqvist & Döttrar Bygg AB' })
  await withBankAccount(service, company)
  const { person, path } = await newSignatory(service, company)
  await paid(company, { recipientRef: { ...aBankgiro, recipientName: LONG }, ownNote: 'Årsavgift' })
  await paid(company, { amount: 1_000_000, recipientRef: aTransfer, paymentDate: '2026-06-10' })
  await paid(company, { recipientRef: { ...aBankgiro, ocr: null, message: 'x'.repeat(140) } })
  await page.goto(`${service.origin}${path}?lang=${language}`)
  await page.getByLabel(words.email).fill(person.email)
  await page.getByLabel(words.password).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: words.logIn }).click()
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
  await expectPageSound(page)
  await takeScreenshot(page, name('list'))
  await page.getByRole('button', { name: words.review }).click()
  await page.getByRole('alert').waitFor()
  await expectPageSound(page)
  await page.getByRole('link', { name: words.all }).click()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(3)
  await page.getByRole('checkbox', { name: /xxx/ }).uncheck()
  await page.getByRole('button', { name: words.review }).click()
  await page.getByRole('heading', { level: 1, name: words.review }).waitFor()
  await expectPageSound(page)
  await page.getByLabel(words.own).fill('fel lösenord')
  await page.getByRole('button', { name: words.sign }).click()
  await page.getByRole('alert').waitFor()
  await expectPageSound(page)
  await takeScreenshot(page, name('review'))
  await page.getByLabel(words.own).fill(PASSWORD)
  await page.getByRole('button', { name: words.sign }).click()
  await page.getByRole('status').waitFor()
  await expectPageSound(page)
  await takeScreenshot(page, name('signed'))
  await page.getByRole('checkbox', { name: /xxx/ }).check()
  await page.getByRole('button', { name: words.cancel }).first().click()
  await page.getByLabel(words.own).fill(PASSWORD)
  await page.getByRole('button', { name: words.sure }).click()
  await page.getByRole('button', { name: words.file }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: words.download }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^betalningar-2026-06-10-\w{6}\.xml$/)
  await expectPageSound(page)
  await takeScreenshot(page, name('file'))
  expect(errors).toEqual([])
  await close()
})

test.each([
  [PHONE, 'sv'],
  [DESK, 'en'],
] as const)('many payments have pages, at %j', async (viewport, language) => {
  const { page, errors, close } = await open({ viewport, locale: language, javaScriptEnabled: false })
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB' })
  await withBankAccount(service, company)
  const { person, path } = await newSignatory(service, company)
  const ids: string[] = []
  for (let made = 0; made < 60; made += 1) ids.push((await paid(company, { ownNote: `Nummer ${made}` })).id)
  await page.goto(`${service.origin}${path}?lang=${language}`)
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('main form button').first().click()
  const list = page.getByRole('navigation', { name: language === 'sv' ? /^Sidor/ : /^Pages/ })
  // The links come after the payments: where they are, all of these are.
  const shown = async (place: number) => {
    await list.getByText(`${language === 'sv' ? 'Sida' : 'Page'} ${place}`, { exact: true }).waitFor()
    return page.evaluate<string[]>(`[...document.querySelectorAll('section [type=checkbox]')].map((one) => one.id)`)
  }
  const first = await shown(1)
  expect(first).toHaveLength(50)
  await takeScreenshot(page, `signing-pages-${viewport.width}`)
  await list.locator('[rel=next]').click()
  const second = await shown(2)
  expect([...first, ...second].map((id) => id.replace('payment-', '')).sort()).toEqual(ids.sort())
  expect(await list.locator('[rel=next]').count()).toBe(0)
  await expectPageSound(page)
  // All of this page, and nothing of the other one.
  await page.getByRole('link', { name: dictionary[language].all }).click()
  await page.locator('section [type=checkbox]:checked').nth(9).waitFor()
  expect(await page.locator('section [type=checkbox]:checked').count()).toBe(10)
  await page.getByRole('button', { name: dictionary[language].review }).click()
  await page.getByRole('heading', { level: 1, name: dictionary[language].review }).waitFor()
  await page.locator('.total').waitFor()
  expect(await page.locator('ul.rows > li').count()).toBe(10)
  await page.goto(`${service.origin}${path}?to-sign=9`)
  await expectPageSound(page)
  await list.locator('[rel=prev]').click()
  expect(await shown(1)).toEqual(first)
  expect(errors).toEqual([])
  await close()
})
