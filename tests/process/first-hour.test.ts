// The start page, the guides and the reference in a browser: on a desk and a telephone, and with a token pasted.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK, expectSound, type Opened, PHONE, shoot, startBrowser, type TestBrowser } from '#support/browser'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'

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

test.each([
  [PHONE, 'dark', 'en'],
  [DESK, 'light', 'sv'],
] as const)('pages at %j fit and read well', async (viewport, colorScheme, locale) => {
  const { page, errors, close } = await open({ viewport, colorScheme, locale })
  for (const path of [
    '/',
    '/docs',
    '/docs/readme',
    '/docs/api',
    '/docs/access',
    '/docs/operations',
    '/docs/agencies',
  ]) {
    await page.goto(`${service.origin}${path}`)
    await expectSound(page)
    await shoot(page, `first-hour${path.replaceAll('/', '-')}-${viewport.width}`)
  }
  await page.goto(`${service.origin}/docs/api#not-found`)
  expect(await page.locator('td:target').innerText()).toBe('not-found')
  expect(errors).toEqual([])
  await close()
})

test.each([DESK, PHONE])('the reference starts with the company of a pasted token, at %j', async (viewport) => {
  const { page, errors, close } = await open({ viewport, locale: 'en' })
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB' })
  await page.goto(`${service.origin}/docs/reference`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Grundbok API', level: 1 }).waitFor()
  await page.locator('#token').fill('gb_none')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('The token is not valid').waitFor()
  await page.locator('#token').fill(company.token)
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText(`The reference is for Lindqvist Bygg AB (${company.id})`).waitFor()
  await page.getByRole('heading', { name: 'Grundbok API', level: 1 }).waitFor()
  const contents = page.getByText('Read the company', { exact: true })
  if (viewport === DESK) await contents.first().click()
  else await page.getByRole('heading', { name: 'Read the company' }).scrollIntoViewIfNeeded()
  // Its examples, and what it sends, have the company and the token.
  await page.getByText(`/companies/${company.id}/company-information`).first().waitFor()
  expect(await page.locator('body').innerText()).not.toContain(company.token)
  await shoot(page, `first-hour-reference-${viewport.width}`)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width)
  expect(errors.filter((one) => !/401/.test(one))).toEqual([])
  await close()
})
