// A new company is told what to begin with, in place of an empty queue, until the data says it is done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
import { seriousFindings } from '#support/reading/axe'
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

test('the first steps of a company are done when the data says so', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const ask = asMember(company, await member(service, company, 'owner'))
  await goTo('')
  const steps = page.getByRole('region', { name: 'Kom igång' })
  await steps.getByRole('link', { name: 'Skriv hur kunder betalar dig' }).waitFor()
  await steps.getByText('Så går det').first().click()
  await takeScreenshot(page, 'getting-started')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'getting-started-phone')
  ok(await ask('PATCH', '/sales-settings', { bankgiro: '991-2346' }))
  await page.reload()
  await steps.getByRole('listitem').filter({ hasText: 'Skriv hur kunder betalar dig' }).getByText('Klart').waitFor()
  expect(errors).toEqual([])
  await close()
})
