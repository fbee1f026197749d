// One's own account, from the console and back: keys turned off, other sessions ended, the address changed, and a login
// that is locked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockAccount } from '#identity'
import { DESK, expectPageSound, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, focusOnTop, openConsoleBrowser } from '#support/console'
import { linkTo } from '#support/outbox'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { newVisitor, PASSWORD } from '#support/visitor'

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

test('keys that are turned off are no longer shown, and come back', { tags: ['rest'] }, async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/journal')
  const told = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('[aria-keyshortcuts]')]
      .map((one) => one.getAttribute('aria-keyshortcuts'))
      .filter((keys) => keys.split(' ').some((key) => key.length === 1))`)
  await page
    .getByRole('button', { name: /Ny verifikation/ })
    .or(page.getByRole('link', { name: /Ny verifikation/ }))
    .first()
    .waitFor()
  expect(await told()).toContain('?')
  await page.keyboard.press('?')
  const letters = page.getByRole('checkbox', { name: 'Bokstäver och tecken är kortkommandon' })
  await focusOnTop(page)
  await letters.focus()
  await page.keyboard.press('Space')
  await page.getByText('Bokstäver är inte längre kortkommandon.').waitFor()
  await expect.poll(told).toEqual([])
  expect(await page.locator('[aria-keyshortcuts="Control+k"]').count()).toBe(1)
  // Content rendered later does not mention them either.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('kunder')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Kunder' }).waitFor()
  expect(await told()).toEqual([])
  const read = () =>
    page.evaluate<boolean>(`fetch('/v1/me').then(async (one) => (await one.json()).session.person.hasLetterKeys)`)
  expect(await read()).toBe(false)
  await page.getByRole('button', { name: 'Kortkommandon' }).press('Enter')
  await focusOnTop(page)
  await letters.focus()
  await page.keyboard.press('Space')
  await page.getByText('Bokstäver är kortkommandon igen.').waitFor()
  await expect.poll(told).toContain('?')
  expect(await read()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a phone shows no keys', { tags: ['rest'] }, async () => {
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } }
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ context: touch })
  await goTo('/journal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const seen = () => page.locator('kbd.key:visible, .keys-line:visible, .keys-help:visible').count()
  expect(await seen()).toBe(0)
  await takeScreenshot(page, 'touch-journal')
  const { page: other, goTo: open, close: leave } = await consoleBrowser.signInBrowser()
  await open('/journal')
  await other.locator('.keys-help').waitFor()
  expect(await other.locator('kbd.key:visible').count()).toBeGreaterThan(0)
  expect(errors).toEqual([])
  await leave()
  await close()
})

test('a user ends the session of another device from the account, and is still in the console', async () => {
  const { page, person, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const other = newVisitor(service)
  await other.logIn(person.email, PASSWORD)
  expect((await other.get('/account')).url).toBe('/account')
  await goTo('')
  await page.getByRole('button', { name: /^Du:/ }).press('Enter')
  await focusOnTop(page)
  await page.getByRole('menuitem', { name: 'Mitt konto' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor()
  await page.getByRole('button', { name: 'Logga ut alla andra' }).press('Enter')
  await page.getByRole('button', { name: 'Logga ut alla andra' }).waitFor({ state: 'detached' })
  expect((await other.get('/account')).url).toContain('/login')
  await goTo('')
  await page.getByRole('button', { name: /^Du:/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/companies/${company.id}`)
  expect(errors).toEqual([])
  await close()
})

test('a user changes the address, by keyboard and by the link, and logs in with the new one', async () => {
  const { page, person, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await page.goto(`${service.origin}/account`)
  await page.getByLabel('Ny e-postadress').focus()
  await page.keyboard.type('ny.adress@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Titta i din inkorg' }).waitFor()
  await expect.poll(() => linkTo(service, 'ny.adress@example.com').catch(() => '')).toContain('/email?')
  await page.goto(`${service.origin}${await linkTo(service, 'ny.adress@example.com')}`)
  await page.getByRole('button', { name: 'Byt adress' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Din adress är bytt' }).waitFor()
  await goTo('')
  await page.getByRole('button', { name: /^Du:/ }).waitFor()
  const read = await page.evaluate<string>(
    `fetch('/v1/me').then(async (one) => (await one.json()).session?.person.email)`,
  )
  expect(read).toBe('ny.adress@example.com')
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(400)
  expect((await newVisitor(service).logIn('ny.adress@example.com', PASSWORD)).status).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('who is locked out reads what to do', { tags: ['rest'] }, async () => {
  const { page, person, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await service.operate((call) => lockAccount(call, { personId: person.id, isLocked: true }))
  await page.goto(`${service.origin}/login`)
  await page.getByLabel('E-postadress').fill(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Kontot är låst' }).waitFor()
  await page.getByText('Hör av dig till den som driver tjänsten').waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await expectPageSound(page)
    await takeScreenshot(page, `locked-${viewport.width}`)
  }
  expect(await seriousFindings(page)).toEqual([])
  expect((await fetch(`${service.base}/me`)).status).toBe(401)
  expect(errors).toEqual([])
  await close()
})
