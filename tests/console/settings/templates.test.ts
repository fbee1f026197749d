// The agency's templates without a mouse: made, previewed at clients and applied; and applied again in a newer version,
// with what a client has changed left alone until one asks for more.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#identity'
import { rolloutJobs } from '#programs/jobs'
import { DESK, hasFocus, PHONE, takeScreenshot } from '#support/browser'
import { newAgency } from '#support/callers'
import { type Ask, asking, callingAs, logInAs } from '#support/calling'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { seriousFindings } from '#support/reading/axe'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  // All rollouts that wait are done.
  service = await startService({ alone: true })
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** An agency with three clients, and its administrator in a window. */
const signInBrowser = async () => {
  const clients: TestCompany[] = []
  for (const name of ['Almes Bygg AB', 'Björk & Co AB', 'Cykelverkstan AB'])
    clients.push(await service.newCompany({ name }))
  const { id } = await newAgency(
    service,
    clients.map((client) => client.id),
  )
  const tenant = { type: 'agency', id } as const
  const seat = await consoleBrowser.signInBrowser({ company: await service.newCompany({ name: 'Byråns eget AB' }) })
  await service.operate((call) => addMember(call, { tenant, personId: seat.person.id, role: 'administrator' }))
  const { headers } = await logInAs(service, tenant, 'administrator')
  const ask = asking(`${service.base}/agencies/${id}`, headers)
  return { ...seat, ask, clients: clients as [TestCompany, TestCompany, TestCompany] }
}

/** What is queued is done, as a process in the background does it. */
const work = async (): Promise<void> => {
  const reports: string[] = []
  await newRunner(service, rolloutJobs('service'), reports).runDue()
  expect(reports).toEqual([])
}

/** Types into the field that has the focus, and goes on to the next ones. */
const fill = async (page: Page, values: readonly string[]): Promise<void> => {
  for (const [at, value] of values.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    if (value !== '') await page.keyboard.type(value)
  }
}

/** A new template of the kind with this letter; its first field then has the hands. */
const begin = async (page: Page, letter: string, field: string): Promise<void> => {
  await page.keyboard.press('n')
  await page.getByRole('group', { name: 'Typ' }).waitFor()
  await page.keyboard.press(letter)
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: new RegExp(`^${field}`) }).first())).toBe(true)
}

const save = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name, level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name, level: 2 }).waitFor({ state: 'detached' })
}

const account = { account: 6541, name: 'Drift av webbplatsen' }
const entryTemplate = {
  name: 'Webbplats',
  title: null,
  items: [
    { kind: 'rest', account: 6541 },
    { kind: 'share', account: 1930, side: 'credit', percent: 100 },
  ],
}
const rule = { name: 'Mobil', counterparty: 'Nordtele AB', account: 6212, vatTreatment: 'domestic', taxRate: 25 }

/** A client where the number is something else, and is booked on. */
const hasOther = async (client: TestCompany): Promise<void> => {
  const own = await callingAs(service, client, 'owner')
  ok(await own('POST', '/chart-of-accounts', { account: 6541, name: 'Serverhyra' }))
  const items = [
    { account: 6541, debit: 100 },
    { account: 1930, credit: 100 },
  ]
  ok(await client.post('/journal-entries', { ...anEntry(), items }))
}

/** A client that has all of it already. */
const hasAll = async (own: Ask): Promise<void> => {
  ok(await own('POST', '/chart-of-accounts', account))
  ok(await own('POST', '/entry-templates', entryTemplate))
  ok(await own('POST', '/matching-rules', rule))
  ok(await own('PATCH', '/sales-settings', { mailSubject: 'Er faktura' }))
}

/** What the open list says of each client and template. */
const rowsOf = async (page: Page): Promise<string[]> => {
  const rows = page.getByRole('grid', { name: 'Massändring' }).locator('[role=rowgroup] [role=row]')
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).sort()
}

/** What is previewed is applied, once that one is sure. */
const applied = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+Enter')
  await page.getByText('Det förhandsvisade görs hos klienterna, i ditt namn.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Utförs', { exact: true }).waitFor()
  await work()
}

/** One template of each kind. */
const makeAll = async (page: Page): Promise<void> => {
  await begin(page, 'k', 'Kontonummer')
  await fill(page, ['6541', 'Drift av webbplatsen'])
  await save(page, '6541 Drift av webbplatsen')
  await begin(page, 'm', 'Namn')
  await fill(page, ['Webbplats', '', '6541'])
  await page.getByLabel('Konto på rad 2').focus()
  await page.keyboard.type('1930')
  await takeScreenshot(page, 'agency-template-new')
  await save(page, 'Webbplats')
  await begin(page, 'r', 'Namn')
  await fill(page, ['Mobil', 'Nordtele AB', '', '', '', '', '', '6212', 'Svensk'])
  await page.getByLabel('Moms', { exact: true }).selectOption({ label: '25 %' })
  await save(page, 'Mobil')
  await begin(page, 't', 'Namn')
  await fill(page, ['Byråns texter', 'Er faktura'])
  await save(page, 'Byråns texter')
}

/** What they come to: at a plain client, where the number is something else, and where it is all there already. */
const previewed = [
  'Almes Bygg AB 6541 Drift av webbplatsen Läggs till',
  'Almes Bygg AB Byråns texter Läggs till',
  'Almes Bygg AB Mobil Läggs till',
  'Almes Bygg AB Webbplats Läggs till',
  'Björk & Co AB 6541 Drift av webbplatsen Går inte',
  'Björk & Co AB Byråns texter Läggs till',
  'Björk & Co AB Mobil Läggs till',
  'Björk & Co AB Webbplats Läggs till',
  'Cykelverkstan AB 6541 Drift av webbplatsen Är redan så',
  'Cykelverkstan AB Byråns texter Är redan så',
  'Cykelverkstan AB Mobil Är redan så',
  'Cykelverkstan AB Webbplats Är redan så',
]

test('templates are made, previewed at three clients and applied, without a mouse', async () => {
  const { page, errors, close, clients } = await signInBrowser()
  const [first, second, third] = clients
  const as = (client: TestCompany) => callingAs(service, client, 'owner')
  await hasOther(second)
  await hasAll(await as(third))

  await page.goto(`${service.origin}/clients`)
  await page.getByRole('heading', { name: 'Klienter' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByText('Byrån har inga mallar än.').waitFor()
  await makeAll(page)
  expect(await seriousFindings(page)).toEqual([])

  // All of them, at all clients.
  await page.getByRole('grid', { name: 'Mallar' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Använd 4 mallar på klienter' }).waitFor()
  await takeScreenshot(page, 'agency-templates')
  await page.keyboard.press('p')
  await page.getByRole('listitem').filter({ hasText: 'Byråns texter' }).waitFor()
  await takeScreenshot(page, 'agency-rollout-new')
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 12 klara').waitFor()
  await work()
  await page.getByText('Förhandsvisad', { exact: true }).waitFor()
  await expect.poll(() => rowsOf(page)).toEqual(previewed)
  // The reason is shown for the one that cannot be done.
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await page.keyboard.type('Går')
  await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('Företaget använder konto 6541 till något annat, och det är bokfört på').waitFor()
  await page.getByRole('cell', { name: 'Serverhyra' }).waitFor()
  await takeScreenshot(page, 'agency-rollout-blocked')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await applied(page)
  await page.getByText('Utförd', { exact: true }).waitFor()
  await page.getByText('Klart: 7 · Var redan så: 4').waitFor()
  await takeScreenshot(page, 'agency-rollout-done')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'agency-rollout-done-phone')
  await page.setViewportSize(DESK)
  for (const client of [first, second]) {
    expect(ok(await client.get('/entry-templates')).items).toMatchObject([{ name: 'Webbplats' }])
    expect(ok(await client.get('/matching-rules')).items).toMatchObject([{ name: 'Mobil', taxRate: 25 }])
  }
  expect(ok(await first.get('/chart-of-accounts/6541')).name).toBe('Drift av webbplatsen')
  expect(ok(await second.get('/chart-of-accounts/6541')).name).toBe('Serverhyra')
  expect(ok(await (await as(first))('GET', '/sales-settings')).mailSubject).toBe('Er faktura')
  expect(errors).toEqual([])
  await close()
})

/** The rule is a template, and all clients have it. */
const rolledOut = async (ask: Ask): Promise<string> => {
  const { id } = ok(await ask('POST', '/templates', { content: { kind: 'matchingRule', ...rule } }))
  const rollout = ok(await ask('POST', '/template-rollouts', { templateIds: [id] }))
  await work()
  ok(await ask('POST', `/template-rollouts/${rollout.id}/apply`, {}))
  await work()
  return id
}

test('a newer version goes to those that have an older one, and over what a client has changed when asked', {
  tags: ['rest'],
}, async () => {
  const { page, errors, close, clients, ask } = await signInBrowser()
  const [first, second] = clients
  const id = await rolledOut(ask)
  const ruleOf = async (client: TestCompany) => ok(await client.get('/matching-rules')).items[0]
  const { id: ruleId, modifiedDateTime: _, ...body } = await ruleOf(second)
  ok(await second.put(`/matching-rules/${ruleId}`, { ...body, title: 'Telefoner' }))

  await page.goto(`${service.origin}/agency/templates`)
  await page.getByRole('row', { name: /Mobil/ }).waitFor()
  await page.getByRole('grid', { name: 'Mallar' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Version 1').waitFor()
  await page.getByLabel('Text på verifikationen').focus()
  await page.keyboard.type('Mobilabonnemang')
  await page.keyboard.press('Control+Enter')
  await page.getByText('3 klienter har en äldre version').waitFor()
  await takeScreenshot(page, 'agency-template-older')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'agency-template-phone')
  await page.setViewportSize(DESK)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Mobil', level: 2 }).waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Använd den nya versionen' }).waitFor()
  await page.keyboard.press('y')
  await page.getByRole('listitem').filter({ hasText: 'Mobil' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 3 klara').waitFor()
  await work()
  await expect
    .poll(() => rowsOf(page))
    .toEqual(['Almes Bygg AB Mobil Ändras', 'Björk & Co AB Mobil Har ändrat själv', 'Cykelverkstan AB Mobil Ändras'])
  // Only one of them to begin with.
  await page.getByRole('grid', { name: 'Massändring' }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('Almes')
  await expect.poll(() => rowsOf(page)).toEqual(['Almes Bygg AB Mobil Ändras'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Utför 1 ändring' }).waitFor()
  await applied(page)
  await page.getByText('Klart: 1', { exact: true }).waitFor()
  expect((await ruleOf(first)).title).toBe('Mobilabonnemang')
  expect((await ruleOf(second)).title).toBe('Telefoner')

  // The rest, and this time over what the client has changed.
  await page.goto(`${service.origin}/agency/rollouts?templates=${id}&clients=older`)
  const replaces = page.getByLabel('Ersätt det som klienten har ändrat eller tagit bort själv')
  await replaces.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 2 klara').waitFor()
  await work()
  await expect.poll(() => rowsOf(page)).toEqual(['Björk & Co AB Mobil Ändras', 'Cykelverkstan AB Mobil Ändras'])
  await applied(page)
  await page.getByText('Klart: 2', { exact: true }).waitFor()
  expect((await ruleOf(second)).title).toBe('Mobilabonnemang')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('grid', { name: 'Massändringar' }).waitFor()
  await takeScreenshot(page, 'agency-rollouts')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('what a client has becomes a template, and is used on clients that are chosen', { tags: ['rest'] }, async () => {
  const { page, errors, close, clients, ask } = await signInBrowser()
  const [, second, third] = clients
  ok(await ask('POST', '/templates', { content: { kind: 'account', ...account } }))
  await hasAll(await callingAs(service, third, 'owner'))
  await page.goto(`${service.origin}/agency/templates`)
  await page.getByRole('row', { name: /6541 Drift/ }).waitFor()
  await page.keyboard.press('h')
  const client = page.getByRole('combobox', { name: 'Klient', exact: true })
  await expect.poll(() => hasFocus(client)).toBe(true)
  await page.keyboard.type('Cykel')
  await page.getByRole('option', { name: 'Cykelverkstan AB' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Webb')
  await page.getByRole('option', { name: 'Webbplats' }).waitFor()
  await page.keyboard.press('Tab')
  await takeScreenshot(page, 'agency-template-take')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Webbplats', level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Webbplats', level: 2 }).waitFor({ state: 'detached' })

  await page.getByRole('grid', { name: 'Mallar' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Använd mallen på klienter' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('listitem').filter({ hasText: 'Webbplats' }).waitFor()
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await page.keyboard.type('Valda')
  await page.getByText('0 klienter valda').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('Björk')
  await page.getByRole('row', { name: /Cykelverkstan/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  await page.getByText('1 klient vald').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 1 klara').waitFor()
  await work()
  // The account that it needs comes along.
  await expect.poll(() => rowsOf(page)).toEqual(['Björk & Co AB Webbplats Läggs till'])
  await page.getByRole('grid', { name: 'Massändring' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Läggs till i kontoplanen: 6541 Drift av webbplatsen').waitFor()
  await takeScreenshot(page, 'agency-rollout-account')
  await page.keyboard.press('Escape')
  await applied(page)
  await page.getByText('Klart: 1', { exact: true }).waitFor()
  expect(ok(await second.get('/chart-of-accounts/6541')).name).toBe('Drift av webbplatsen')
  expect(ok(await second.get('/entry-templates')).items).toMatchObject([{ name: 'Webbplats' }])
  expect(errors).toEqual([])
  await close()
})

test('a rollout that is under way is stopped, and says so', async () => {
  const { page, errors, close, ask } = await signInBrowser()
  const { id } = ok(await ask('POST', '/templates', { content: { kind: 'matchingRule', ...rule } }))
  const rollout = ok(await ask('POST', '/template-rollouts', { templateIds: [id] }))
  await page.goto(`${service.origin}/agency/rollouts?rollout=${rollout.id}`)
  await page.getByText('Undersöks').waitFor()
  await page.keyboard.press('s')
  await page.getByText('ingen mer påbörjas').waitFor()
  await takeScreenshot(page, 'agency-rollout-stop')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Massändringen är stoppad').waitFor()
  await page.getByText('Stoppad', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stoppa' }).waitFor({ state: 'detached' })
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'agency-rollout-stopped-phone')
  expect(ok(await ask('GET', `/template-rollouts/${rollout.id}`)).state).toBe('stopped')
  expect(errors).toEqual([])
  await close()
})
