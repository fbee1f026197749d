// The documentation page in a real browser: it shows and opens every group, asks this service only, and fits a phone.
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE_PATH, rows } from '#programs/app'
import { CHROMIUM, isHere, needs } from '#support/needs'
import { type Service, startService } from '#support/service'

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const args = ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet]

let service: Service
let browser: Browser | undefined

beforeAll(async () => {
  service = await startService()
  if (isHere('chromium')) browser = await chromium.launch({ executablePath: CHROMIUM, args })
})

afterAll(async () => {
  await browser?.close()
  await service.close()
})

/** The page in a window of this width, with what it asked for and what it complained of. */
const open = async (width: number, colorScheme: 'light' | 'dark') => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  // On a busy machine a click takes its time.
  page.setDefaultTimeout(150_000)
  const asked: string[] = []
  const errors: string[] = []
  await page.route('**', (route) => {
    const url = route.request().url()
    asked.push(url)
    return url.startsWith(`${service.origin}/`) ? route.continue() : route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${service.origin}/docs/reference`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Grundbok API', level: 1 }).waitFor()
  return { page, asked, errors, close: () => context.close() }
}

test('it shows every group, opens it with all its operations, and asks this service only', async () => {
  const { page, asked, errors, close } = await open(1280, 'light')
  expect(await page.title()).toBe('Grundbok API')
  const navigation = page.getByRole('navigation').first()
  // Its parts come one after the other.
  const missing = async (texts: readonly string[]) => {
    const shown = await navigation.innerText()
    return texts.filter((text) => !shown.includes(text))
  }
  await expect.poll(() => missing(rows.map(({ tag }) => tag))).toEqual([])
  await navigation.getByText('Journal entries', { exact: true }).click()
  const opened = rows.filter(({ tag }) => tag === 'Journal entries').map(({ summary }) => summary)
  expect(opened).toContain('Book a journal entry')
  await expect.poll(() => missing(opened)).toEqual([])
  await page.getByText('Book a journal entry').first().click()
  await page.getByRole('heading', { name: 'Book a journal entry' }).waitFor()
  await page.getByText('Debit equals credit; there are at least two items').first().waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/Ask AI|Generate SDKs|Share/)
  const paths = asked.map((url) => url.replace(service.origin, '').replace(/\?.*|-[0-9a-f]{16}/g, ''))
  const parts = ['/docs/bar.css', '/docs/reader.js', '/docs/starter.js', `${BASE_PATH}/openapi.json`]
  expect(paths.toSorted()).toEqual(['/docs/reference', ...parts].toSorted())
  expect(errors).toEqual([])
  await close()
})

test('it fits a phone, and is dark where the system is', async () => {
  const { page, errors, close } = await open(390, 'dark')
  // Functions that run in the page are given as text: the page's types are not ours.
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  await expect.poll(() => page.evaluate<string>('document.body.className')).toContain('dark-mode')
  expect(errors).toEqual([])
  await close()
})

test('it tries requests out on the API', async () => {
  const company = await service.newCompany({ name: 'Provbolaget AB' })
  const { page, errors, close } = await open(1280, 'light')
  const answer = await page.evaluate<string>(
    `fetch('/v1/companies/${company.id}/company-information', {
       headers: { authorization: 'Bearer ${company.token}' },
     }).then((response) => response.text())`,
  )
  expect(JSON.parse(answer)).toMatchObject({ id: company.id, name: 'Provbolaget AB' })
  const elsewhere = await page.evaluate<string>(`fetch('https://example.com/').then(() => 'sent', () => 'kept back')`)
  expect(elsewhere).toBe('kept back')
  await expect.poll(() => errors.join('\n')).toContain('Content Security Policy')
  await close()
})

test('the page below another path finds its parts there', async () => {
  const page = await fetch(`${service.origin}/docs/reference`)
  const html = await page.text()
  const addresses = [...html.matchAll(/ (?:src|href|data-document)="([^"]+)"/g)].map(([, address = '']) => address)
  const own = addresses.filter((address) => !address.startsWith('data:'))
  const paths = own.map((address) => new URL(address, 'https://example.com/books/docs/reference').pathname)
  expect(paths.map((path) => path.replace(/-[0-9a-f]{16}/, '')).toSorted()).toEqual([
    '/books/docs',
    '/books/docs/bar.css',
    '/books/docs/reader.js',
    '/books/docs/starter.js',
    '/books/v1/openapi.json',
  ])
  expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  const slash = await fetch(`${service.origin}/docs/`)
  expect([slash.status, new URL(slash.url).pathname]).toEqual([200, '/docs'])
})
