// The console: the time from a key press to the next paint (event timing, the basis of "interaction to next paint"), on
// long lists compared with short ones.
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import type { Page } from 'playwright-core'
import { addMember, identityService } from '#identity'
import { asOperator } from '#programs/system'
import { openBrowser } from './browser.ts'
import { fillBooks } from './fill.ts'
import { requester } from './requests.ts'
import { type Company, type Service, startService } from './service.ts'
import { type Measure, median, printTable, shareOf, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Rows of the lists. */
const SHORT = 100
const LONG = 10_000
/** What people perceive as immediate, in milliseconds. */
export const AIM_MS = 100
/** Browsers report no shorter interactions, in milliseconds; shorter ones count as this. */
const LEAST_MS = 16
/** Timeout for the browser, in milliseconds. */
const PATIENCE_MS = 60_000
/** Pause between two interactions, so that each is measured separately, in milliseconds. */
const PAUSE_MS = 120
/** Customers created by one request. */
const BATCH = 1000
const EMAIL = 'bench@example.com'

/** The lists, by path below the company. */
const lists = ['/journal', '/customers'] as const

/** An interaction: `enter` is pressed before, `press` returns the key for each repetition. */
export type Gesture = { name: string; press: (at: number) => string; times: number; enter?: readonly string[] }

/** In a list that has been loaded to its end. */
const gestures: readonly Gesture[] = [
  { name: 'a row up', press: () => 'k', times: 40 },
  { name: 'a page up', press: () => 'PageUp', times: 20 },
  { name: 'to an end', press: (at) => (at % 2 === 0 ? 'Home' : 'End'), times: 20 },
  { name: 'opens a row, goes to the next', press: (at) => (at % 2 === 0 ? 'Enter' : 'k'), times: 20 },
  { name: 'types in the search', press: (at) => 'kunden'.charAt(at % 6), times: 12, enter: ['/'] },
]

export const measureConsole = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  const page = await openBrowser(workshop)
  tell('Console: starting the service')
  const service = await startService(workshop, 'console')
  const password = randomBytes(12).toString('hex')
  const short = await makeCompany(workshop, service, SHORT)
  const long = await makeCompany(workshop, service, LONG)
  await asOperator(service, async (call) => {
    const { id } = await identityService.createPerson(call, {
      name: 'Karin Ek',
      email: EMAIL,
      password,
      language: 'sv',
    })
    for (const company of [short, long])
      await addMember(call, { tenant: { type: 'company', id: company.id }, personId: id, role: 'owner' })
  })
  await logIn(page, service, password)
  const lines: string[][] = []
  const all: number[] = []
  for (const list of lists) {
    const found = new Map<string, [ofShort: number[], ofLong: number[]]>()
    for (let round = 1; round <= rounds; round++)
      for (const [place, company] of [short, long].entries()) {
        tell(`Console, round ${round} of ${rounds}: ${list}, ${place === 0 ? SHORT : LONG} rows`)
        await openWhole(page, `${service.origin}/companies/${company.id}${list}`, place === 0 ? SHORT : LONG)
        for (const gesture of gestures) {
          const took = await perform(page, gesture)
          const both = found.get(gesture.name) ?? [[], []]
          both[place as 0 | 1].push(
            shareOf(
              [...took].sort((one, other) => one - other),
              0.98,
            ),
          )
          found.set(gesture.name, both)
        }
      }
    for (const [name, [ofShort, ofLong]] of found) {
      lines.push([`${list}: ${name}`, textOfSpread(ofShort, 0), textOfSpread(ofLong, 0)])
      all.push(median(ofLong))
    }
  }
  const title = `Interaction to next paint, ms: 98th of 100 interactions, least/middle/most of ${rounds} rounds`
  printTable(title, [['', `${SHORT} rows`, `${LONG} rows`], ...lines])
  const most = Math.max(...all)
  const sentence = `Interaction to next paint on lists of ${LONG} rows: ${most.toFixed(0)} ms (aim: at most ${AIM_MS})`
  return [{ passed: most <= AIM_MS, sentence }]
}

/** A company with this many entries, and as many customers. */
const makeCompany = async (workshop: Workshop, service: Service, rows: number): Promise<Company> => {
  tell(`Console: ${rows} entries and customers`)
  const { company } = await fillBooks(service, rows)
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const send = requester(`${service.origin}${company.path}`, { token: company.token, agent })
  for (let made = 0; made < rows; made += BATCH) {
    const operations = Array.from({ length: Math.min(BATCH, rows - made) }, (_, at) => ({
      method: 'POST',
      path: '/customers',
      body: { name: `Kunden ${made + at} AB`, type: 'company' },
    }))
    await send('POST', '/bulk', { mode: 'atomic', operations })
  }
  return company
}

const logIn = async (page: Page, { origin }: Service, password: string): Promise<void> => {
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${origin}/login`)
  await page.fill('input[name=email]', EMAIL)
  await page.fill('input[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Opens a list and scrolls down until all of it is loaded. */
const openWhole = async (page: Page, address: string, rows: number): Promise<void> => {
  await page.goto(address)
  const grid = page.getByRole('grid').first()
  await grid.focus()
  const isWhole = () => grid.evaluate((one, count) => one.getAttribute('aria-rowcount') === `${count + 1}`, rows)
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isWhole())) {
    if (Date.now() > deadline) throw new Error(`${address} did not load all its rows in time`)
    await page.keyboard.press('End')
  }
  await page.keyboard.press('End')
}

/** Repeats an interaction, and returns the times until each paint, in milliseconds. */
export const perform = async (page: Page, { press, times, enter = [] }: Gesture): Promise<number[]> => {
  await page.evaluate(`
    window.watched?.disconnect()
    window.took = []
    window.watched = new PerformanceObserver((list) => {
      for (const { interactionId: id, duration } of list.getEntries()) if (id) took.push([id, duration])
    })
    watched.observe({ type: 'event', durationThreshold: ${LEAST_MS} })`)
  for (const key of enter) await page.keyboard.press(key)
  for (let at = 0; at < times; at++) {
    await page.keyboard.press(press(at))
    await page.waitForTimeout(PAUSE_MS)
  }
  const told = await page.evaluate<[id: number, milliseconds: number][]>('took')
  const longest = new Map<number, number>()
  for (const [id, took] of told) longest.set(id, Math.max(took, longest.get(id) ?? 0))
  const rest = Array.from({ length: Math.max(0, times - longest.size) }, () => LEAST_MS)
  return [...longest.values(), ...rest]
}
