// The journal in the console: what is booked is listed, found, opened, and read by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from '#support/axe'
import { shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { anEntry, type Service, startService } from '#support/service'

let service: Service
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

test('somebody finds an entry and reads it without the mouse', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  for (const title of ['Kontorsmaterial', 'Hyra juni', 'Telefon'])
    await company.post('/journal-entries', anEntry({ title }))
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, 'home')
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await page.getByRole('row', { name: /Hyra juni/ }).waitFor()
  await shoot(page, 'journal')
  await page.keyboard.press('/')
  await page.keyboard.type('Hyra')
  await page.getByRole('row', { name: /Telefon/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra juni/ }).waitFor()
  await shoot(page, 'journal-open')
  expect(new URL(page.url()).searchParams.get('q')).toBe('Hyra')
  expect(errors).toEqual([])
  await close()
})

test('an entry is corrected with a new one, and each leads to the other', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const { body } = await company.post('/journal-entries', anEntry({ title: 'Fel konto' }))
  await goTo(`/journal?open=${body.id}`)
  await page.getByRole('heading', { level: 2, name: /Fel konto/ }).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByText('5 kap. 5 § bokföringslagen').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Rättar', { exact: true }).waitFor()
  const { items } = (await company.get('/journal-entries')).body
  expect(items[0].reversesJournalEntryRef.id).toBe(body.id)
  expect(new URL(page.url()).searchParams.get('open')).toBe(items[0].id)
  await page.getByRole('button', { name: body.journalEntryNumber, exact: true }).click()
  await page.getByText('Rättad av', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Rätta med ny/ }).count()).toBe(0)
  await shoot(page, 'journal-corrected')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('[')
  await page.getByText('Rättar', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('entries are found by period and account', async () => {
  const { page, company, goTo, close } = await desk.sitDown()
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

test('an entry is commented, the comment changed and removed', async () => {
  const { page, company, goTo, close } = await desk.sitDown()
  const { body } = await company.post('/journal-entries', anEntry())
  await goTo(`/journal?open=${body.id}`)
  await page.getByLabel('Kommentar').fill('Frågar Anna')
  await page.getByRole('button', { name: 'Kommentera' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Frågar Anna' }).getByRole('button', { name: 'Ändra' }).click()
  await page.getByLabel('Kommentar').first().fill('Anna svarade')
  await page.getByRole('button', { name: 'Spara' }).click()
  await page.getByRole('button', { name: 'Spara' }).waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Anna svarade' }).waitFor()
  const comments = await company.get(`/journal-entries/${body.id}/comments`)
  expect(comments.body.map(({ content }: { content: string }) => content)).toEqual(['Anna svarade'])
  await page.getByRole('button', { name: 'Ta bort' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Anna svarade' }).waitFor({ state: 'detached' })
  await close()
})
