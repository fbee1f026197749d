// The Monday of a consultant at an agency, from the list of all clients to the VAT of the last quarter: one client
// after the other, in a real browser and with the keyboard only. Measured: key presses, and the time of the console
// from the first key for a client until the result is visible, without thinking time.
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { addMember, identityService } from '#identity'
import { asOperator } from '#programs/system'
import { openAgency, type Practice } from './agency-fill.ts'
import { openBrowser } from './browser.ts'
import { median, printTable, shareOf, type Verdict } from './statistics.ts'
import { fillClients, fiscalYearStart, mondayOf, ONE_IN } from './story-fill.ts'
import { tell, type Workshop } from './workshop.ts'

const PEOPLE = 12
const EMAIL = 'konsult@story.example.com'
/** Mail stays in the outbox, since no server listens at that port. */
const SETTINGS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'bokforing@story.example.com' }
/** Timeout for the browser, in milliseconds. */
const PATIENCE_MS = 60_000
/** Aims for the median time per client, and the time until all clients are counted, in seconds. */
const AIM_SECONDS = 1
const AIM_COUNTED_SECONDS = 10

/** Counts key presses. A chord such as Ctrl Enter counts as one. */
type Hands = {
  page: Page
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Key presses since the last call. */
  count(): number
}

type Task = {
  name: string
  /** The choice in the list of clients, by its first letters. */
  kind: string
  /** The number of further choices to skip, if others begin with the same letters. */
  on?: number
  clients: (all: number) => number
  /** The work for a client, until its result is visible. */
  perform: (hands: Hands) => Promise<void>
}

/** The result for each client, or once: the times, and the number of key presses. */
type Done = { name: string; seconds: readonly number[]; keys: readonly number[]; aim: number }

const oneIn = (count: number) => (all: number) => Math.ceil(all / count)

const tasks: readonly Task[] = [
  {
    name: 'Bank: three proposals taken together, a fee on an account',
    kind: 'Bank',
    clients: (all) => all,
    perform: async ({ page, press, type }) => {
      await page.getByRole('button', { name: /Granska 3 säkra/ }).waitFor()
      await press('b')
      await page.getByRole('button', { name: /Bokför 3 händelser/ }).waitFor()
      await press('Control+Enter')
      await page.getByText('3 av 3 är bokförda').waitFor()
      await press('Escape')
      await page.getByRole('row', { name: /Bankavgift/ }).waitFor()
      await press('j', 'e')
      await page.getByRole('form', { name: 'Bokför på konto' }).waitFor()
      await type('6570')
      await press('Tab', 'Control+Enter')
      await page.getByText('Allt är klart').waitFor()
    },
  },
  {
    name: 'Receipt: booked beside its picture',
    kind: 'Underlag',
    clients: oneIn(ONE_IN.receipts),
    perform: async ({ page, press, type }) => {
      await page.getByRole('row', { name: /kvitto/ }).waitFor()
      await press('j', 'Enter')
      await page.getByRole('button', { name: /Bokför/ }).waitFor()
      await press('b')
      await page.getByRole('heading', { level: 1, name: 'Ny verifikation' }).waitFor()
      await type('Papper')
      await press('Enter')
      await type('6110')
      await press('Enter')
      await type('125')
      await press('Enter')
      await type('1930')
      await press('Enter', 'Control+Enter')
      await page.getByRole('heading', { level: 2, name: /Papper/ }).waitFor()
    },
  },
  {
    name: 'Supplier invoices: what is due is prepared for the bank',
    kind: 'Leverantörsfakturor',
    on: 1,
    clients: oneIn(ONE_IN.payables),
    perform: async ({ page, press }) => {
      await page
        .getByRole('row', { name: /Papper AB/ })
        .first()
        .waitFor()
      await press('j', 'Control+a')
      await page.getByRole('button', { name: /Förbered 2 betalningar/ }).waitFor()
      await press('Control+Enter')
      await page.getByRole('heading', { level: 2, name: 'Förbered betalningar' }).waitFor()
      await press('Control+Enter')
      await page
        .getByRole('row', { name: /Redan förberedd/ })
        .nth(1)
        .waitFor()
    },
  },
  {
    name: 'Reminders: who is late is reminded by mail',
    kind: 'Obetalda',
    clients: oneIn(ONE_IN.reminders),
    perform: async ({ page, press }) => {
      await press('g', 'd')
      await page.getByRole('heading', { level: 1, name: 'Påminnelser' }).waitFor()
      await page.getByRole('row', { name: /Köparen/ }).waitFor()
      await press('j', 'Control+a')
      await page.getByText(/^1 faktura, /).waitFor()
      await press('p')
      await page.getByText(/går ut med e-post/).waitFor()
      await press('Control+Enter')
      await page.getByRole('row', { name: /Köparen/ }).waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'VAT: the quarter is seen, booked and locked',
    kind: 'Moms',
    clients: (all) => all,
    perform: async ({ page, press }) => {
      await page.getByRole('button', { name: /Bokför och lås/ }).waitFor()
      await press('b')
      await page.getByRole('dialog').getByRole('cell', { name: '2650' }).waitFor()
      await press('Control+Enter')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Rätta' }).first().waitFor()
    },
  },
]

export const measureStory = async (workshop: Workshop, clients: number): Promise<Verdict[]> => {
  const monday = mondayOf(new Date())
  tell(`Story: making ${clients} clients`)
  const changes = { fiscalYearStart: fiscalYearStart(monday) }
  const practice = await openAgency(workshop, { companies: clients, people: PEOPLE }, { changes, settings: SETTINGS })
  await fillClients(workshop, practice, monday)
  const password = await hire(practice)
  const page = await openBrowser(workshop)
  page.setDefaultTimeout(PATIENCE_MS)
  const hands = handsOn(page)
  const done = [await arrive(hands, practice, password)]
  for (const task of tasks) done.push(await goRound(hands, task, clients))
  printTable(`A Monday with ${clients} clients: keys and seconds`, [
    ['', 'clients', 'keys each', 'seconds each: middle', '95 of 100', 'keys in all', 'minutes in all'],
    ...done.map(lineOf),
  ])
  return done.map(verdictOf)
}

/** Creates a consultant of the agency; returns the password. */
export const hire = async ({ service, id }: Practice): Promise<string> => {
  const password = randomBytes(12).toString('hex')
  await asOperator(service, async (call) => {
    const person = await identityService.createPerson(call, {
      name: 'Karin Konsult',
      email: EMAIL,
      password,
      language: 'sv',
    })
    await addMember(call, { tenant: { type: 'agency', id }, personId: person.id, role: 'administrator' })
  })
  return password
}

export const handsOn = (page: Page): Hands => {
  let pressed = 0
  return {
    page,
    press: async (...keys) => {
      for (const key of keys) {
        pressed += 1
        await page.keyboard.press(key)
      }
    },
    type: async (text) => {
      pressed += text.length
      await page.keyboard.type(text)
    },
    count: () => {
      const count = pressed
      pressed = 0
      return count
    },
  }
}

/** Logs in, and waits until all clients are counted. */
export const arrive = async (
  { page, press, type, count }: Hands,
  { service, companies }: Practice,
  password: string,
): Promise<Done> => {
  await page.goto(`${service.origin}/login`)
  await page.getByLabel('E-postadress').focus()
  const started = performance.now()
  await type(EMAIL)
  await press('Tab')
  await type(password)
  await press('Enter')
  await page.getByText(`${companies.length} klienter`, { exact: true }).waitFor()
  await page.getByRole('row', { name: /Kunden 00001/ }).waitFor()
  await page.getByText(/räknas fortfarande/).waitFor({ state: 'hidden' })
  const name = 'Login, until all clients are counted'
  return { name, seconds: [(performance.now() - started) / 1000], keys: [count()], aim: AIM_COUNTED_SECONDS }
}

/** Does the work for all clients that have it, one after the other. */
const goRound = async (hands: Hands, { name, kind, on = 0, clients, perform }: Task, all: number): Promise<Done> => {
  const { page, press, type, count } = hands
  const wanted = clients(all)
  await press('v', 'v')
  await type(kind)
  for (let step = 0; step < on; step++) await press('ArrowDown')
  await press('Enter')
  const begin = page.getByRole('button', { name: new RegExp(`Gå igenom ${wanted} klienter`) })
  await begin.waitFor()
  const round = page.getByRole('navigation', { name: 'Klient för klient' })
  const seconds: number[] = []
  const keys: number[] = []
  for (let at = 1; at <= wanted; at++) {
    if (at % 25 === 1) tell(`Story: ${name}, client ${at} of ${wanted}`)
    const started = performance.now()
    await press(at === 1 ? 'n' : '>')
    await round.getByText(`Klient ${at} av ${wanted}`).waitFor()
    await perform(hands)
    seconds.push((performance.now() - started) / 1000)
    keys.push(count())
  }
  await press('g', 'l')
  await page.getByRole('row', { name: /^Klient/ }).waitFor()
  return { name, seconds, keys, aim: AIM_SECONDS }
}

const sumOf = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

const lineOf = ({ name, seconds, keys }: Done): string[] => {
  const sorted = [...seconds].sort((one, other) => one - other)
  return [
    name,
    String(seconds.length),
    String(median([...keys])),
    median([...seconds]).toFixed(2),
    shareOf(sorted, 0.95).toFixed(2),
    String(sumOf(keys)),
    (sumOf(seconds) / 60).toFixed(1),
  ]
}

const verdictOf = ({ name, seconds, aim }: Done): Verdict => ({
  passed: median([...seconds]) <= aim,
  sentence: `${name}: ${median([...seconds]).toFixed(2)} s in the middle (aim: at most ${aim})`,
})
