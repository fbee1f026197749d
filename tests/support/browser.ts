// A real browser, where there is one: pages opened in it, looked at, and judged by what people need of any page.
import { mkdirSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
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
  /** A window; what the browser complains of is collected, and what it asks of others than the service. */
  open(options?: WindowOptions): Promise<Opened>
  close(): Promise<void>
}

/** `apart`: in a context of its own, whose clock is moved or whose network is cut. */
export type WindowOptions = BrowserContextOptions & { apart?: boolean }

/** Windows of a service, in the browser of this worker; null where there is none. */
export const startBrowser = async ({ origin }: Pick<Service, 'origin'>): Promise<TestBrowser | null> => {
  if (!isHere('chromium')) return null
  if (PICTURES) mkdirSync(PICTURES, { recursive: true })
  return { open: (options = {}) => opened(origin, options), close: async () => {} }
}

/** Started by the first file that asks for it; it ends with the worker. */
let ofWorker: Promise<Browser> | undefined

const browserOfWorker = (): Promise<Browser> => {
  ofWorker ??= chromium.launch({ executablePath: CHROMIUM, args })
  return ofWorker
}

/** Contexts without a window, by their options: what they have read and compiled once, the next window has at once. */
const free = new Map<string, BrowserContext[]>()

const opened = async (origin: string, { viewport, apart, ...options }: WindowOptions): Promise<Opened> => {
  const browser = await browserOfWorker()
  const own = { locale: 'sv-SE', reducedMotion: 'reduce', ...options } as const
  const key = JSON.stringify(own)
  const context = (apart ? undefined : free.get(key)?.pop()) ?? (await browser.newContext(own))
  const page = await context.newPage()
  if (viewport) await page.setViewportSize(viewport)
  page.setDefaultTimeout(150_000)
  const errors: string[] = []
  page.on('console', (message) => {
    // An answer with a status of 400 or more is told there too; pages about mistakes have one.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
  })
  page.on('request', (request) => {
    if (![origin, `blob:${origin}`, 'data:'].some((own) => request.url().startsWith(own))) errors.push(request.url())
  })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    if (apart) return context.close()
    await forget(context, origin)
    free.set(key, [...(free.get(key) ?? []), context])
  }
  // A failed journey has left its windows open: they are not used again.
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (isOpen && (await context.close())))
  return { page, errors, close }
}

/** What a service keeps in a browser, its cache apart. */
const KEPT = 'cookies,local_storage,indexeddb,service_workers,cache_storage'

/** Closes all windows of a context, and leaves nothing of who worked in them. */
const forget = async (context: BrowserContext, origin: string): Promise<void> => {
  const empty = await context.newPage()
  for (const page of context.pages()) if (page !== empty) await page.close()
  await context.setOffline(false)
  await context.unrouteAll()
  const session = await context.newCDPSession(empty)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT })
  await empty.close()
  await context.clearCookies()
  await context.clearPermissions()
}

/** The moment that each context shows; a context keeps each moment that it was ever told, and tells all to a page. */
const shown = new WeakMap<BrowserContext, number>()

/** The clock of a window, and of all others of its context, stands still from now on. */
export const stopClock = async (page: Page, at: Date): Promise<void> => {
  if (shown.get(page.context()) === at.getTime()) return
  shown.set(page.context(), at.getTime())
  await page.clock.setFixedTime(at)
}

export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
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
export const expectPageSound = async (page: Page): Promise<void> => {
  // What is still on its way has neither its looks nor all of its labels.
  await page.waitForLoadState()
  expect(await width(page)).toBe(page.viewportSize()?.width)
  expect(await smallTargets(page)).toEqual([])
  expect(await unlabelled(page)).toEqual([])
  expect(await page.locator('h1').count()).toBe(1)
  expect(await page.locator('main').count()).toBe(1)
}
