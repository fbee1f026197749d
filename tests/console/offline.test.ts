// Without a network: a page whose code has not been loaded says so, and opens once the service answers again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { type Service, startService } from '#support/service'

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

test('a page that is opened without a network says so, and is there once it is back', async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ context: { apart: true } })
  const context = page.context()
  await goTo('/journal')
  await page.getByRole('heading', { level: 1, name: 'Verifikationer' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Bokslut' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Sidan kunde inte hämtas' }).waitFor()
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await page.getByText('Det finns ingen kontakt med tjänsten.').waitFor()
  await takeScreenshot(page, 'not-loaded')
  // The frame is there: what is loaded can be gone back to.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Verifikationer' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Sidan kunde inte hämtas' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Bokslut' }).waitFor()
  expect(page.url()).toContain('/year-end')
  await close()
})
