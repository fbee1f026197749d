// A real browser, where there is one: pages opened in it, looked at, and judged by what people need of any page.
import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { CHROMIUM, isHere } from '#support/needs'
import type { Service } from '#support/service'

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const args = ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet]
/** Pictures for people to look at, when this names a folder. */
const PICTURES = process.env.PICTURES

export const PHONE = { width: 360, height: 780 }
export const DESK = { width: 1280, height: 900 }

export type Opened = { page: Page; errors: string[]; close(): Promise<void> }

export type TestBrowser = {
  /** A window of its own; what the browser complains of is collected, and what it asks of others than the service. */
  open(options: BrowserContextOptions): Promise<Opened>
  close(): Promise<void>
}

/** Starts a browser for a service; null where there is none. */
export const startBrowser = async ({ origin }: Pick<Service, 'origin'>): Promise<TestBrowser | null> => {
  if (!isHere('chromium')) return null
  if (PICTURES) mkdirSync(PICTURES, { recursive: true })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  return { open: (options) => opened(browser, origin, options), close: () => browser.close() }
}

const opened = async (browser: Browser, origin: string, options: BrowserContextOptions): Promise<Opened> => {
  const context = await browser.newContext({ locale: 'sv-SE', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(150_000)
  const errors: string[] = []
  page.on('console', (message) => {
    // An answer with a status of 400 or more is told there too; pages about mistakes have one.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
  })
  page.on('request', (request) => {
    if (![origin, `blob:${origin}`, 'data:'].some((own) => request.url().startsWith(own))) errors.push(request.url())
  })
  return { page, errors, close: () => context.close() }
}

export const shoot = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

type Element = { ownerDocument: { activeElement: unknown }; contains(other: unknown): boolean }

/** Whether the hands are there, or in it. */
export const hasFocus = (place: Locator): Promise<boolean> =>
  // As elements are; the tests know no document.
  place.evaluate((one) => (one as unknown as Element).contains((one as unknown as Element).ownerDocument.activeElement))

/** Wider than the window: something sticks out. */
const width = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

/**
 * Things to press that are lower than 44 pixels, links in running text apart (WCAG 2.2, 2.5.8 and 2.5.5). A box is
 * pressed by its label too.
 */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, .button, input:not([type=hidden]), select, nav a')]
    .map((one) => one.closest('.choice') ?? one)
    .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`)

/** Fields without a label. */
const unlabelled = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('input:not([type=hidden]), select')]
    .filter((one) => one.labels.length !== 1).map((one) => one.outerHTML)`)

/** What every page must be. */
export const expectSound = async (page: Page): Promise<void> => {
  // What is still on its way has neither its looks nor all of its labels.
  await page.waitForLoadState()
  expect(await width(page)).toBe(page.viewportSize()?.width)
  expect(await smallTargets(page)).toEqual([])
  expect(await unlabelled(page)).toEqual([])
  expect(await page.locator('h1').count()).toBe(1)
  expect(await page.locator('main').count()).toBe(1)
}
