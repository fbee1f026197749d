// The palette: everything is reached from the keyboard, wherever one is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { pngFile } from '#support/samples/sample-files'
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

test('a user finds an entry from the start page, and goes to another page', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await company.post('/journal-entries', anEntry({ title: 'Hyra Kungsgatan' }))
  await company.post('/customers', { name: 'Kungens Kaffe AB', type: 'company', organizationNumber: '559999-0008' })
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Kung')
  await page.getByRole('option', { name: /Kungens Kaffe AB/ }).waitFor()
  await page.getByRole('option', { name: /Hyra Kungsgatan/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'palette')
  await page.keyboard.type('sgatan')
  await page.getByRole('option', { name: /Kaffe/ }).waitFor({ state: 'detached' })
  // Enter takes what is highlighted.
  await page.getByRole('option', { name: /Hyra Kungsgatan/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra Kungsgatan/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Hem')
  await page.getByRole('option', { name: /Hem/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /God dag/ }).waitFor()
  // What other pages begin, and settings by what they are about.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ny kund')
  await page.getByRole('option', { name: /Ny kund/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Ny kund' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('betalvillkor')
  await page.getByRole('option', { name: /Fakturering/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Fakturering' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a user who types and presses Enter before the answer gets what the whole text finds', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await company.post('/journal-entries', anEntry({ title: 'Hyra Lingonvägen' }))
  await company.post('/customers', { name: 'Lingons Kaffe AB', type: 'company', organizationNumber: '559999-0008' })
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Ling')
  await page.getByRole('option', { name: /Hyra Lingonvägen/ }).waitFor()
  await page.getByRole('option', { name: /Lingons Kaffe AB/, selected: true }).waitFor()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/search?*', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/search\?q=Lingonv/)
  await page.keyboard.type('onvägen')
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(1)
  letGo()
  await page.getByRole('heading', { level: 2, name: /Hyra Lingonvägen/ }).waitFor()
  // Enter uses the entry highlighted with the arrows, even if more results arrive.
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Ling')
  await page.getByRole('option', { name: /Lingons Kaffe AB/, selected: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /Hyra Lingonvägen/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a user opens the list of keys, and presses one', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ language: 'en' })
  await goTo('/journal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('row', { name: /g h/ }).waitFor()
  await takeScreenshot(page, 'keys')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor()
  // Keys that a list takes itself are listed too, and those of signs in words.
  await company.upload('/uploads', 'receipt.png', pngFile())
  await page.getByRole('row', { name: /receipt/ }).waitFor()
  await page.keyboard.press('?')
  for (const name of ['Enter Do what', 'e Open what', 's Snooze']) await page.getByRole('row', { name }).waitFor()
  await page.keyboard.press('Escape')
  expect(errors).toEqual([])
  await close()
})

test('a user who dictates turns single-letter keys off, and keeps the rest', async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/journal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Bokstäver och tecken är kortkommandon' }).click()
  await page.getByText('Bokstäver är inte längre kortkommandon.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const key of ['?', 'g', 'h']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /Hem/ }).first().waitFor()
  expect([new URL(page.url()).pathname.endsWith('/journal'), await page.getByRole('dialog').count()]).toEqual([true, 1])
  expect(errors).toEqual([])
  await close()
})
