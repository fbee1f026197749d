// The guides and the reference in a browser: on a desk and a telephone, and with a token pasted. The start page is the
// console's, which has tests of its own.
import type { BrowserContextOptions, Page } from 'playwright-core'
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

/** The reference is large: how long a slow machine may take to show it, in milliseconds. */
const PATIENCE_MS = 120_000
const POLL_MS = 250

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
  for (const path of ['/docs', '/docs/readme', '/docs/api', '/docs/access', '/docs/operations', '/docs/agencies']) {
    await page.goto(`${service.origin}${path}`)
    await expectPageSound(page)
    await takeScreenshot(page, `first-hour${path.replaceAll('/', '-')}-${viewport.width}`)
  }
  await page.goto(`${service.origin}/docs/api#not-found`)
  expect(await page.locator('.guide :target').innerText()).toBe('not-found')
  expect(errors).toEqual([])
  await close()
})

test('the reference starts with the company of a pasted token', async () => {
  const { page, errors, close } = await open({ viewport: DESK, locale: 'en' })
  page.setDefaultTimeout(PATIENCE_MS)
  const company = await service.newCompany({ name: 'Lindqvist Bygg AB' })
  await page.goto(`${service.origin}/docs/reference`)
  await page.locator('#reference h1').waitFor()
  // Looked for by the page itself: the reference is large.
  const until = async (condition: string) => {
    while (!(await page.evaluate<boolean>(condition).catch(() => false))) await page.waitForTimeout(POLL_MS)
  }
  const paste = async (token: string, sentence: string) => {
    await page.evaluate(`document.getElementById('token').value = '${token}'
      document.querySelector('#token-form button').click()`)
    await until(`document.getElementById('said').textContent.includes('${sentence}')`)
  }
  await paste('gb_none', 'The token is not valid')
  await paste(company.token, `The reference is for Lindqvist Bygg AB (${company.id})`)
  // Its paths have the company, and its examples a word in place of the token, also for who copies or prints them.
  await until(`document.querySelector('[id$="/GET/me"]') !== null`)
  await page.evaluate(`document.querySelector('[id$="/GET/me"]').scrollIntoView()`)
  await until(`document.querySelector('[id$="/GET/me"]').textContent.includes('Bearer $TOKEN')`)
  await until(`document.getElementById('reference').innerHTML.includes('${company.id}')`)
  await takeScreenshot(page, 'first-hour-reference')
  expect(await placesOf(page, company.token)).toEqual([])
  // What is tried out has it all the same.
  await until(`document.querySelector('[id$="/GET/me"] .show-api-client-button') !== null`)
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/v1/me'))
  await page.evaluate(`document.querySelector('[id$="/GET/me"] .show-api-client-button').click()`)
  await page.getByRole('button', { name: 'Send get request' }).click()
  expect((await asked).status()).toBe(200)
  expect(await placesOf(page, company.token)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

/** Where a text stands in a page: in what is read, and in what can be copied or typed over. */
const placesOf = (page: Page, text: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter((one) => [...one.attributes].some(({ value }) => value.includes('${text}')) ||
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.includes('${text}')) ||
      (typeof one.value === 'string' && one.value.includes('${text}')))
    .map((one) => one.outerHTML.slice(0, 200))`)
