// The chart of accounts in the console: an account is found, renamed, given a VAT code, and put aside.
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

test('an account is found, read, renamed and put aside, and the last is undone', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await company.post('/journal-entries', anEntry({ title: 'Pärmar' }))
  await goTo('/journal')
  await page.getByRole('row', { name: /Pärmar/ }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Kontoplan' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('6110')
  await page.getByRole('row', { name: /6110/ }).getByText('400,00').waitFor()
  await page.getByRole('row', { name: /6110/ }).click()
  await page.getByRole('row', { name: /Pärmar/ }).waitFor()
  await shoot(page, 'accounts')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Namn', exact: true }).fill('Papper och pennor')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat.').waitFor()
  expect((await company.get('/chart-of-accounts/6110')).body.name).toBe('Papper och pennor')
  await page.getByLabel('Aktivt').uncheck()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect.poll(async () => (await company.get('/chart-of-accounts?query=account==6110')).body.length).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('who may only read is offered no change', async () => {
  const { page, goTo, close } = await desk.sitDown({ role: 'reader' })
  await goTo('/accounts?open=1930')
  await page.getByRole('heading', { level: 2, name: /1930/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Spara' }).count()).toBe(0)
  await close()
})
