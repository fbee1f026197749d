// The journal in the console: what is booked is listed, found, opened, and read by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
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
