// A user of the console: a real browser, a logged-in person, and a company of theirs.
import type { Page } from 'playwright-core'
import { addMember, type Person } from '#identity'
import { DESK, type Opened, startBrowser, stopClock, type TestBrowser, type WindowOptions } from '#support/browser'
import { needs } from '#support/needs'
import type { Service, TestCompany } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'

export type ConsoleUser = Opened & {
  company: TestCompany
  person: Person
  /** Opens a page of the company, such as `/journal`. */
  goTo(path: string): Promise<void>
}

type Role = 'owner' | 'administrator' | 'bookkeeper' | 'reader'

export type ConsoleBrowser = {
  /** A window with a logged-in user; with a company of their own unless one is given. */
  signInBrowser(options?: BrowserSession): Promise<ConsoleUser>
  close(): Promise<void>
}

type BrowserSession = {
  language?: 'sv' | 'en'
  role?: Role
  company?: TestCompany
  /** The same user at another device. */
  person?: Person
  context?: WindowOptions
}

/** Desks of one service. */
export const openConsoleBrowser = async (service: Service): Promise<ConsoleBrowser> => {
  const browser = await startBrowser(service)
  return {
    signInBrowser: (seat = {}) => signInBrowser(service, browser, seat),
    close: async () => browser?.close(),
  }
}

const signInBrowser = async (
  service: Service,
  browser: TestBrowser | null,
  seat: BrowserSession,
): Promise<ConsoleUser> => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  const { language = 'sv', role = 'owner', context = {} } = seat
  const person = seat.person ?? (await newPerson(service, { language }))
  const company = seat.company ?? (await service.newCompany({ name: COMPANY_NAME }))
  const tenant = { type: 'company', id: company.id } as const
  if (!seat.person) await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
  const opened = await browser.open({ viewport: DESK, locale: language, ...context })
  const visitor = newVisitor(service)
  await visitor.logIn(person.email, PASSWORD)
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: service.origin }))
  await opened.page.context().addCookies(cookies)
  opened.page.setDefaultTimeout(PATIENCE_MS)
  waitsForWork(opened.page)
  waitsForSize(opened.page)
  // The browser's day is the service's.
  await stopClock(opened.page, service.now())
  // The second key of two comes at once, however long a busy machine takes to press it.
  await opened.page.addInitScript(`Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })`)
  const goTo = async (path: string) => {
    await opened.page.goto(`${service.origin}/companies/${company.id}${path}`)
  }
  return { ...opened, company, person, goTo }
}

/** As people do, keys wait while a button shows that it works: what is pressed meanwhile is lost. */
const waitsForWork = (page: Page): void => {
  const { keyboard } = page
  const press = keyboard.press.bind(keyboard)
  keyboard.press = async (key, options) => {
    await page.locator('button[data-loading]').first().waitFor({ state: 'detached' })
    await press(key, options)
  }
}

/** What a page draws in another way at another size is drawn when it is looked at: a frame tells it, one shows it. */
const waitsForSize = (page: Page): void => {
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await resize(size)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
}

/** What opens above the page, a menu or a dialog, takes the hands a moment later: then they may go on in it. */
export const focusOnTop = (page: Page): Promise<void> =>
  page.locator(':is([role=menu], [role=dialog]) :focus').waitFor({ state: 'attached' })

/** How long a journey waits for what it expects, on a machine that may be busy, in milliseconds. */
const PATIENCE_MS = 30_000

export const COMPANY_NAME = 'Lindqvist Bygg AB'
