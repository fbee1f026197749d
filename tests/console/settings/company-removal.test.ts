// A company is removed in its settings by its owner: with what is in the way, and without.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { COMPANY_NAME, type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
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

const REMOVE = { name: 'Ta bort företaget …' }

test('an empty company goes, without the mouse, and the start page is next', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/company')
  await page.getByRole('button', REMOVE).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Ta bort ${COMPANY_NAME}` })
  const word = dialog.getByLabel('Skriv TA BORT för att bekräfta. Det går inte att ångra.')
  await word.waitFor()
  await takeScreenshot(page, 'company-removal')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'company-removal-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await word.focus()
  await page.keyboard.type('ta bort')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes(company.id))
  expect((await company.get('/customers')).status).toBe(401)
  expect(errors).toEqual([])
  await close()
})

test('what is in the way is told, and nothing can be typed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  ok(await company.post('/journal-entries', anEntry()))
  await goTo('/settings/company')
  await page.getByRole('button', REMOVE).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Verifikationer: 1. De ska sparas till och med 2033-12-31').waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  await takeScreenshot(page, 'company-removal-hindered')
  await close()
})

test('only owners are offered it', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ role: 'administrator' })
  await goTo('/settings/company')
  await page.getByRole('textbox', { name: 'Namn' }).waitFor()
  expect(await page.getByRole('button', REMOVE).count()).toBe(0)
  await close()
})
