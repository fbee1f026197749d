// The clients of an agency: how they all stand, and one after the other worked on without a mouse; and its people.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownClients } from '#console-rules/agency/clients'
import { addMember } from '#identity'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { newAgency, newIntegration } from '#support/callers'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { linkTo } from '#support/outbox'
import { seriousFindings } from '#support/reading/axe'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
let agencyId: string
let companies: TestCompany[]
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
  companies = []
  for (const name of ['Almes Bygg AB', 'Björk & Co AB', 'Cykelverkstan AB', 'Dunder AB'])
    companies.push(await service.newCompany({ name }))
  for (const one of companies.slice(0, 3)) ok(await one.upload('/uploads', 'kvitto.png', pngFile()))
  for (const one of companies) ok(await one.post('/journal-entries', anEntry()))
  agencyId = (
    await newAgency(
      service,
      companies.map(({ id }) => id),
    )
  ).id
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** A member of the agency, in a window. */
const signInBrowser = async (role: 'administrator' | 'consultant') => {
  const own = await service.newCompany({ name: 'Byråns eget AB' })
  const seat = await consoleBrowser.signInBrowser({ company: own })
  const tenant = { type: 'agency', id: agencyId } as const
  await service.operate((call) => addMember(call, { tenant, personId: seat.person.id, role }))
  return seat
}

test('a consultant sees where there is work, and does it client by client, without a mouse', async () => {
  const { page, errors, close } = await signInBrowser('consultant')
  await page.goto(`${service.origin}/`)
  await page.getByText('4 klienter', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Dunder AB/ }).waitFor()
  await takeScreenshot(page, 'clients')
  // The choice is entered by its keys, and left for the list; what is open there tells what it comes to.
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await page.keyboard.type('Underlag')
  await page.getByText('3 av 4 klienter').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Almes Bygg AB' }).waitFor()
  await page.getByRole('link', { name: 'Underlag att bokföra' }).waitFor()
  await takeScreenshot(page, 'clients-open')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.keyboard.press('n')
  const round = page.getByRole('navigation', { name: 'Klient för klient' })
  await round.getByText('Klient 1 av 3').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/companies/${companies[0]?.id}/documents`)
  await takeScreenshot(page, 'clients-round')
  await page.keyboard.press('>')
  await round.getByText('Klient 2 av 3').waitFor()
  await page.getByText('Björk & Co AB').first().waitFor()
  await page.reload()
  await round.getByText('Klient 2 av 3').waitFor()
  await page.keyboard.press('>')
  await round.getByText('Det var den sista.').waitFor()
  await page.keyboard.press('<')
  await round.getByText('Klient 2 av 3').waitFor()
  // Back to the list as it was.
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByText('3 av 4 klienter').waitFor()
  expect(new URL(page.url()).search).toContain('kind=receipt.unrecorded')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'clients-phone')
  await page.setViewportSize(DESK)
  expect(errors).toEqual([])
  await close()
})

test('what changes at a client is counted while the list is open', { tags: ['rest'] }, async () => {
  const { page, errors, close } = await signInBrowser('consultant')
  await page.goto(`${service.origin}/clients?kind=annualReport.due`)
  await page.getByText('Ingen klient passar.').waitFor()
  await page.goto(`${service.origin}/clients?q=dunder`)
  const row = page.getByRole('row', { name: /Dunder AB/ })
  await row.waitFor()
  const [dunder] = companies.slice(-1)
  for (let time = 1; time <= 2; time += 1)
    ok((await dunder?.upload('/uploads', `kvitto-${time}.png`, pngFile())) as never)
  await page.reload()
  await page.getByRole('row', { name: /Dunder AB 2/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an administrator invites a person, and gives another a new role', async () => {
  const { page, errors, close } = await signInBrowser('administrator')
  const other = await signInBrowser('consultant')
  await page.goto(`${service.origin}/agency`)
  await page.getByLabel(`Roll: ${other.person.name}`).first().waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('E-postadress').fill('ny@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Inbjudningar' }).getByText('ny@example.com').waitFor()
  expect(await linkTo(service, 'ny@example.com')).toContain('/invitation?token=')
  await takeScreenshot(page, 'agency-people')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'agency-people-phone')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await other.close()
  await close()
})

test('an invitation is sent again and taken back', { tags: ['rest'] }, async () => {
  const { page, errors, close } = await signInBrowser('administrator')
  await page.goto(`${service.origin}/agency?open=new`)
  await page.getByLabel('E-postadress').fill('igen@example.com')
  await page.keyboard.press('Control+Enter')
  const invited = page.getByRole('region', { name: 'Inbjudningar' }).getByRole('listitem').filter({ hasText: 'igen@' })
  await invited.waitFor()
  const before = await linkTo(service, 'igen@example.com')
  await invited.getByRole('button', { name: 'Skicka igen' }).press('Enter')
  await expect.poll(() => linkTo(service, 'igen@example.com')).not.toBe(before)
  await page.locator('button[data-loading]').first().waitFor({ state: 'detached' })
  await invited.getByRole('button', { name: 'Dra tillbaka' }).focus()
  await page.keyboard.press('Enter')
  await invited.waitFor({ state: 'detached' })
  const path = `/v1/agencies/${agencyId}/invitations`
  const left = await page.evaluate<{ items: { email: string }[] }>(`fetch('${path}').then((answer) => answer.json())`)
  expect(left.items.map(({ email }) => email)).not.toContain('igen@example.com')
  expect(errors).toEqual([])
  await close()
})

test('a person becomes a member of several clients at once, by keyboard, and leaves one', {
  tags: ['rest'],
}, async () => {
  const { page, errors, close } = await signInBrowser('administrator')
  const { person, close: leave } = await signInBrowser('consultant')
  await page.goto(`${service.origin}/agency/people/${person.id}`)
  await page.getByText('Medlem hos 0 av 4 klienter').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('AB')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Almes Bygg AB/ }).waitFor()
  for (const key of ['x', 'Shift+ArrowDown', 'Shift+ArrowDown', 'a']) await page.keyboard.press(key)
  await page.getByText('Medlem hos 3 av 4 klienter').waitFor()
  const roles = async (): Promise<(string | null)[]> => {
    const path = `/v1/agencies/${agencyId}/members/${person.id}/clients`
    const { items } = await page.evaluate<{ items: { role: string | null }[] }>(
      `fetch('${path}').then((answer) => answer.json())`,
    )
    return items.map(({ role }) => role)
  }
  expect(await roles()).toEqual(['bookkeeper', 'bookkeeper', 'bookkeeper', null])
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `agency-member-clients-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.getByRole('row', { name: /Björk/ }).focus()
  for (const key of ['x', 'd']) await page.keyboard.press(key)
  await page.getByText('Medlem hos 2 av 4 klienter').waitFor()
  expect(await roles()).toEqual(['bookkeeper', null, 'bookkeeper', null])
  expect(errors).toEqual([])
  await leave()
  await close()
})

test('an administrator ends a connection of the agency; a consultant is told who may', { tags: ['rest'] }, async () => {
  const integration = await newIntegration(service, 'Byråkollen')
  const { token } = await integration.connect({ type: 'agency', id: agencyId })
  const consultant = await signInBrowser('consultant')
  await consultant.page.goto(`${service.origin}/agency/connections`)
  await consultant.page.getByText('Bara byråns administratörer').waitFor()
  const { page, errors, close } = await signInBrowser('administrator')
  await page.goto(`${service.origin}/agency`)
  await page.getByRole('link', { name: 'Anslutningar' }).waitFor()
  for (const key of ['g', 'a']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'Byråkollen' }).waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `agency-connections-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Avsluta anslutningen' }).press('Enter')
  await page.getByText('kommer inte längre åt byrån').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Byrån har inte anslutit något program').waitFor()
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${service.base}/agencies/${agencyId}/companies`, { headers })).status).toBe(401)
  expect([...errors, ...consultant.errors]).toEqual([])
  await consultant.close()
  await close()
})

const client = (name: string, changes: object = {}) => ({
  name,
  organizationNumber: '556677-8899',
  counts: [],
  deadline: null,
  figures: null,
  ...changes,
})
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('clients are found and ordered by what is asked for', () => {
  const counts = (kind: string, count: number, overdueCount = 0) => ({ counts: [{ kind, count, overdueCount }] })
  const all = [
    client('Alm', { ...counts('invoice.unpaid', 1, 1), deadline: { dueDate: '2026-06-18' } }),
    client('Björk', { ...counts('receipt.unrecorded', 9), deadline: { dueDate: '2026-06-09' } }),
    client('Cedern', { organizationNumber: '559999-0008', figures: { cash: -5, result: 1, overdueReceivables: 7 } }),
  ]
  const plain = { text: '', kind: null, within: null, order: 'name' } as const
  const asked = (changes: object) => names(shownClients(all, { ...plain, ...changes }, '2026-06-17'))
  expect(asked({})).toEqual(['Alm', 'Björk', 'Cedern'])
  expect(asked({ text: 'BJÖ' })).toEqual(['Björk'])
  expect(asked({ text: '5599990008' })).toEqual(['Cedern'])
  expect(asked({ kind: 'invoice.unpaid' })).toEqual(['Alm'])
  expect(asked({ within: 7 })).toEqual(['Björk'])
  // The last day counts.
  const until = (lastDay: string) => names(shownClients(all, { ...plain, within: 8 }, lastDay))
  expect([until('2026-06-18'), until('2026-06-08')]).toEqual([['Alm', 'Björk'], []])
  expect(asked({ order: 'work' })).toEqual(['Björk', 'Alm', 'Cedern'])
  expect(asked({ order: 'overdue' })).toEqual(['Alm', 'Björk', 'Cedern'])
  expect(asked({ order: 'deadline' })).toEqual(['Björk', 'Alm', 'Cedern'])
  expect(asked({ order: 'cash' })).toEqual(['Cedern', 'Alm', 'Björk'])
  expect(asked({ order: 'receivables' })).toEqual(['Cedern', 'Alm', 'Björk'])
})
