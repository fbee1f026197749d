// The journal in the console: what is booked is listed, found, opened, and read by keyboard.
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { anEntry, type Service, startService } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

test('a user finds an entry and reads it without the mouse', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  for (const title of ['Kontorsmaterial', 'Hyra juni', 'Telefon'])
    await company.post('/journal-entries', anEntry({ title }))
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takeScreenshot(page, 'home')
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await page.getByRole('row', { name: /Hyra juni/ }).waitFor()
  await takeScreenshot(page, 'journal')
  await page.keyboard.press('/')
  await page.keyboard.type('Hyra')
  await page.getByRole('row', { name: /Telefon/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra juni/ }).waitFor()
  await takeScreenshot(page, 'journal-open')
  expect(new URL(page.url()).searchParams.get('q')).toBe('Hyra')
  // Escape closes what lies on top, and the hands are back where they were.
  const dialog = page.getByRole('dialog')
  const row = page.locator('[data-index="0"]:focus')
  await row.waitFor()
  for (const [key, begins] of [
    ['?', dialog.getByRole('button', { name: 'Stäng' })],
    ['r', dialog.getByLabel('Datum för rättelsen')],
    ['m', dialog.getByLabel('Namn')],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => hasFocus(begins)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await row.waitFor()
    await page.getByRole('heading', { level: 2, name: /Hyra juni/ }).waitFor()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 2, name: /Hyra juni/ }).waitFor({ state: 'detached' })
  await row.waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an entry is corrected with a new one, and each leads to the other', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { body } = await company.post('/journal-entries', anEntry({ title: 'Fel konto' }))
  await goTo(`/journal?open=${body.id}`)
  await page.getByRole('heading', { level: 2, name: /Fel konto/ }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('5 kap. 5 § bokföringslagen').waitFor()
  for (const day of ['2026-06-01', '2026-06-11']) {
    await dialog.getByLabel('Datum för rättelsen').fill(day)
    await page.keyboard.press('Control+Enter')
    if (day === '2026-06-01') await dialog.getByText(/är före själva verifikationen/).waitFor()
  }
  await page.getByText('Rättar', { exact: true }).waitFor()
  const { items } = (await company.get('/journal-entries')).body
  expect(items[0].date).toBe('2026-06-11')
  expect(items[0].reversesJournalEntryRef.id).toBe(body.id)
  expect(new URL(page.url()).searchParams.get('open')).toBe(items[0].id)
  await page.getByRole('button', { name: body.journalEntryNumber, exact: true }).click()
  await page.getByText('Rättad av', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Rätta med ny/ }).count()).toBe(0)
  await takeScreenshot(page, 'journal-corrected')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('[')
  await page.getByText('Rättar', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('entries are found by period and account', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await company.post('/journal-entries', anEntry({ title: 'Mars', date: '2026-03-10' }))
  await company.post('/journal-entries', anEntry({ title: 'April', date: '2026-04-10' }))
  const items = [
    { account: 1940, debit: 10 },
    { account: 1930, credit: 10 },
  ]
  await company.post('/journal-entries', anEntry({ title: 'Annat', date: '2026-04-11', items }))
  await goTo('/journal')
  await page.getByRole('row', { name: /Mars/ }).waitFor()
  await page.getByLabel('Från och med').fill('2026-04-01')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Mars/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Konton').fill('6110')
  await page.getByRole('row', { name: /Annat/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /April/ }).waitFor()
  await page.getByRole('button', { name: 'Rensa filtret' }).click()
  await page.getByRole('row', { name: /Mars/ }).waitFor()
  await close()
})

test('an entry is commented, the comment changed and removed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { body } = await company.post('/journal-entries', anEntry())
  await goTo(`/journal?open=${body.id}`)
  await page.getByLabel('Kommentar').fill('Frågar Anna')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'Frågar Anna' }).getByRole('button', { name: 'Ändra' }).click()
  await page.getByLabel('Kommentar').first().fill('Anna svarade')
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await page.getByRole('button', { name: 'Spara', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Anna svarade' }).waitFor()
  const comments = await company.get(`/journal-entries/${body.id}/comments`)
  expect(comments.body.map(({ content }: { content: string }) => content)).toEqual(['Anna svarade'])
  await page.getByRole('button', { name: 'Ta bort' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Anna svarade' }).waitFor({ state: 'detached' })
  await close()
})

test('what is typed while a comment is on its way stays', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { body } = await company.post('/journal-entries', anEntry())
  const held: Route[] = []
  await page.route(/\/comments$/, (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue(),
  )
  await goTo(`/journal?open=${body.id}`)
  const field = page.getByLabel('Kommentar')
  await field.fill('Frågar Anna')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await field.fill('Frågar Anna och Bo')
  await held[0]?.continue()
  await page.getByRole('listitem').filter({ hasText: 'Frågar Anna' }).waitFor()
  expect(await field.inputValue()).toBe('Frågar Anna och Bo')
  await close()
})

test('the tags of a booked entry are changed, for all of it and line by line, and renamed', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const group = (await company.post('/tag-groups', { name: 'Projekt', alias: 'P', dimensionNumber: 6 })).body
  const tags: { id: string }[] = []
  for (const name of ['Villan', 'Garaget'])
    tags.push((await company.post(`/tag-groups/${group.id}/tags`, { name })).body)
  const { body } = await company.post('/journal-entries', anEntry({ title: 'Virke' }))
  const entry = async () => (await company.get(`/journal-entries/${body.id}`)).body
  const idsOf = (of: { tags?: { tagId: string }[] }) => (of.tags ?? []).map(({ tagId }) => tagId)
  await goTo(`/journal?open=${body.id}`)
  await page.getByRole('heading', { level: 2, name: /Virke/ }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Projekt').selectOption({ label: 'Villan' })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(idsOf(await entry())).toEqual([tags[0]?.id])
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Olika taggar på olika rader').check()
  await page.getByRole('dialog').getByLabel('Projekt').nth(1).selectOption({ label: 'Garaget' })
  await takeScreenshot(page, 'journal-tags')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const after = await entry()
  expect([idsOf(after), ...after.items.map(idsOf)]).toEqual([[], [], [tags[1]?.id], []])
  // What shares a line is kept by who changes another.
  const shared = tags.map(({ id }) => ({ tagId: id, weight: 0.5 }))
  const items = after.items.map(({ id }: { id: string }, at: number) => ({ id, tags: at === 0 ? shared : [] }))
  await company.put(`/journal-entries/${body.id}/tags`, { items })
  await page.reload()
  await page.getByRole('heading', { level: 2, name: /Virke/ }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Projekt').nth(1).selectOption({ label: 'Villan' })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const last = await entry()
  expect(last.items.map(idsOf)).toEqual([tags.map(({ id }) => id), [tags[0]?.id], []])
  expect(last.items[0].tags.map(({ weight }: { weight: number }) => weight)).toEqual([0.5, 0.5])

  await goTo('/settings/tags')
  const card = page.getByRole('region', { name: 'Projekt' })
  await card.getByRole('button', { name: 'Byt namn Projekt' }).click()
  // Until the names have come there is only the field for another tag.
  await card.getByRole('button', { name: 'Spara' }).waitFor()
  await card.getByLabel('Namn').first().fill('Bygge')
  await card.getByRole('button', { name: 'Spara' }).click()
  const renamed = page.getByRole('region', { name: 'Bygge' })
  await renamed.getByRole('listitem').filter({ hasText: 'Garaget' }).getByRole('button', { name: 'Byt namn' }).click()
  await renamed.getByRole('listitem').getByLabel('Namn').fill('Carporten')
  await takeScreenshot(page, 'tags-renamed')
  await renamed.getByRole('button', { name: 'Spara' }).click()
  await renamed.getByRole('listitem').filter({ hasText: 'Carporten' }).waitFor()
  const { body: read } = await company.get(`/tag-groups/${group.id}`)
  expect([read.name, ...read.tags.map(({ name }: { name: string }) => name)]).toEqual(['Bygge', 'Villan', 'Carporten'])
  expect(errors).toEqual([])
  await close()
})

test('what others book arrives, also while a page opens or is gone from', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ context: { apart: true } })
  const row = (title: string) => page.getByRole('row', { name: title })
  const book = (title: string) => company.post('/journal-entries', anEntry({ title }))
  await book('Före')
  // The list is read before the events are followed, and another user books in between.
  let goOn = () => {}
  const booked = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/events\?/, (route) => booked.then(() => route.continue()))
  await goTo('/journal')
  await row('Före').waitFor()
  await book('Emellan')
  goOn()
  await row('Emellan').waitFor()
  // A refusal, as of events that are no longer kept: the following begins anew, and what was missed is read.
  await page.unrouteAll()
  await page.clock.install()
  await page.route(/\/events\?after=\d/, (route) => route.fulfill({ status: 410, body: '{}' }))
  await page.reload()
  await row('Emellan').waitFor()
  await book('Efter')
  // The refusal may come later than the list: minutes go by until it has, and the wait after it.
  const seen = async () => {
    await page.clock.fastForward('01:00')
    return row('Efter').count()
  }
  await expect.poll(seen, { interval: 500 }).toBe(1)
  expect(errors.filter((error) => !error.includes('410'))).toEqual([])
  await close()
})
