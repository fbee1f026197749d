// The pages in a real browser: both languages, a phone, light and dark, the keyboard alone, and no scripts.
import { generateSync } from 'otplib'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#identity'
import {
  DESK,
  expectPageSound,
  type Opened,
  PHONE,
  startBrowser,
  type TestBrowser,
  takeScreenshot,
} from '#support/browser'
import { needs } from '#support/needs'
import { linkTo } from '#support/outbox'
import { type Service, startService } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'

let service: Service
let browser: TestBrowser | null
beforeAll(async () => {
  service = await startService()
  browser = await startBrowser(service)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

const open = async (options: BrowserContextOptions): Promise<Opened> => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  return browser.open(options)
}

const looks = [
  ['sv', PHONE, 'light'],
  ['en', PHONE, 'dark'],
  ['sv', DESK, 'dark'],
  ['en', DESK, 'light'],
] as const
test.each(looks)('a person logs in, in %s at $1.width pixels, in %s', async (language, viewport, colorScheme) => {
  const { page, errors, close } = await open({ viewport, colorScheme, locale: language, javaScriptEnabled: true })
  const name = (what: string) => `${what}-${language}-${viewport.width}-${colorScheme}`
  const words =
    language === 'sv'
      ? { email: 'E-postadress', password: 'Lösenord', logIn: 'Logga in', title: 'Mitt konto' }
      : { email: 'E-mail address', password: 'Password', logIn: 'Log in', title: 'My account' }
  const { email, id } = await newPerson(service, { language })
  const company = await service.newCompany({ name: 'Lindqvist & Döttrar Bygg AB' })
  const tenant = { type: 'company', id: company.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: id, role: 'owner' }))
  await newVisitor(service).logIn(email, PASSWORD)
  await page.goto(`${service.origin}/account`)
  await expectPageSound(page)
  await takeScreenshot(page, name('login'))
  await page.getByLabel(words.email).fill(email)
  await page.getByLabel(words.password).fill('fel lösenord')
  await page.getByRole('main').getByRole('button', { name: words.logIn }).click()
  await page.getByRole('alert').waitFor()
  await page.waitForLoadState()
  await expectPageSound(page)
  await takeScreenshot(page, name('login-wrong'))
  await page.getByLabel(words.password).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: words.logIn }).click()
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
  await page.waitForLoadState()
  await expectPageSound(page)
  await takeScreenshot(page, name('account'))
  await page.goto(`${service.origin}/account/second-factor`)
  await expectPageSound(page)
  await takeScreenshot(page, name('second-factor'))
  expect(errors).toEqual([])
  await close()
})

test('every other page is sound on a phone', async () => {
  const { page, errors, close } = await open({ viewport: { width: 320, height: 600 } })
  const visitor = newVisitor(service)
  const form = { name: 'N', email: 'telefon@example.com', password: PASSWORD }
  await visitor.submit(await visitor.get('/signup'), form, { action: '/signup' })
  const paths = ['/signup', '/reset', '/reset/new?token=x', await linkTo(service, form.email), '/nowhere', '/logout']
  for (const path of paths) {
    await page.goto(`${service.origin}${path}`)
    await expectPageSound(page)
    await takeScreenshot(page, `phone${path.split('?')[0]?.replaceAll('/', '-')}`)
  }
  expect(errors).toEqual([])
  await close()
})

test('the second step is turned on, used and managed on a phone', async () => {
  const { page, errors, close } = await open({ viewport: PHONE, javaScriptEnabled: false })
  const { email } = await newPerson(service)
  const logIn = async () => {
    await page.goto(`${service.origin}/login`)
    await page.getByLabel('E-postadress').fill(email)
    await page.getByLabel('Lösenord').fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
  }
  await logIn()
  await page.getByRole('link', { name: 'Slå på' }).click()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = generateSync({ secret, epoch: service.now().getTime() / 1000 })
  await page.getByLabel('Koden som appen visar').fill(code)
  await page.getByLabel('Ditt lösenord').fill(PASSWORD)
  await page.getByRole('button', { name: 'Slå på' }).click()
  await page.getByRole('heading', { name: 'Dina återställningskoder' }).waitFor()
  await page.waitForLoadState()
  await expectPageSound(page)
  await takeScreenshot(page, 'codes')
  const recovery = (await page.locator('.codes li').first().textContent()) ?? ''
  await page.getByRole('link', { name: 'Jag har sparat koderna' }).click()
  await page.getByRole('link', { name: 'Hantera' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inloggning i två steg' }).waitFor()
  await page.waitForLoadState()
  await expectPageSound(page)
  await takeScreenshot(page, 'second-factor-on')
  await page.context().clearCookies()
  await logIn()
  await page.getByLabel('Engångskod').fill('000000')
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
  await page.getByRole('alert').waitFor()
  await page.waitForLoadState()
  await expectPageSound(page)
  await takeScreenshot(page, 'code-wrong')
  await page.getByLabel('Engångskod').fill(recovery)
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
  await page.getByRole('heading', { name: 'Mitt konto' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

const programWords = {
  sv: {
    register: 'Registrera en integration',
    all: 'Välj alla',
    none: 'Välj inga',
    copy: 'Kopiera',
    copied: 'Kopierat',
  },
  en: { register: 'Register an integration', all: 'Choose all', none: 'Choose none', copy: 'Copy', copied: 'Copied' },
}

test.each([
  ['sv', PHONE],
  ['en', DESK],
] as const)('secrets are copied and all scopes chosen by one key, in %s', async (language, viewport) => {
  const { register, all, none, copy, copied } = programWords[language]
  const { page, errors, close } = await open({ viewport, locale: language, colorScheme: 'light' })
  const { email } = await newPerson(service, { language })
  await page.goto(`${service.origin}/account/integrations/new`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('main form button').first().click()
  await page.locator('input[name=name]').fill('Kassan')
  await page.locator('textarea[name=redirectUris]').fill('https://example.com/back')
  const boxes = page.locator('#scopes input[type=checkbox]')
  await page.waitForLoadState()
  const count = await boxes.count()
  expect(count).toBeGreaterThan(10)
  for (const [label, chosen] of [
    [all, count],
    [none, 0],
    [all, count],
  ] as const) {
    await page.getByRole('button', { name: label }).focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('#scopes input:checked').count()).toBe(chosen)
  }
  await expectPageSound(page)
  await takeScreenshot(page, `integration-new-${viewport.width}`)
  await page.getByRole('button', { name: register }).click()
  const place = page.locator('[data-label$=client_secret]')
  const secret = await place.locator('code').innerText()
  await page.waitForLoadState()
  await expectPageSound(page)
  // Where a browser gives programs its clipboard, and where it does not: over plain HTTP from elsewhere.
  await page.evaluate(`navigator.clipboard.writeText = (text) => { window.kept = text; return Promise.resolve() }`)
  await page.getByRole('button', { name: `${copy} client_secret` }).click()
  await place.getByText(copied, { exact: true }).waitFor()
  expect(await page.evaluate('window.kept')).toBe(secret)
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('none'))
    document.addEventListener('copy', () => { window.marked = document.activeElement.value })`)
  await page.getByRole('button', { name: `${copy} client_secret` }).press('Enter')
  await page.waitForFunction('window.marked !== undefined')
  expect(await page.evaluate('window.marked')).toBe(secret)
  await takeScreenshot(page, `secret-${viewport.width}`)
  expect(errors).toEqual([])
  await close()
})

test('without scripts everything works, and the keyboard is enough', async () => {
  const { page, close } = await open({ viewport: DESK, javaScriptEnabled: false })
  const { email } = await newPerson(service)
  await page.goto(`${service.origin}/login`)
  // The address gets the focus by itself.
  await page.locator('#email:focus').waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor()
  await page.waitForLoadState()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Hoppa till innehållet' })
  expect(await skip.boundingBox()).toMatchObject({ x: expect.any(Number) })
  expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  await takeScreenshot(page, 'keyboard-skip')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#main/)
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
  await page.getByRole('status').getByText('Du är utloggad').waitFor()
  await close()
})

test('the language is chosen by a link, and stays chosen', async () => {
  const { page, close } = await open({ viewport: DESK })
  await page.goto(`${service.origin}/login?next=%2Faccount%2Fsecond-factor`)
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.locator('input[name=next]').getAttribute('value')).toBe('/account/second-factor')
  await page.goto(`${service.origin}/signup`)
  await page.getByRole('heading', { name: 'Create an account' }).waitFor()
  await close()
})

/** The relative luminance of a colour (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(colour.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

const pairs: [string, string, number][] = [
  ['ink', 'paper', 7],
  ['ink', 'card', 7],
  ['soft', 'paper', 7],
  ['soft', 'card', 7],
  ['accent', 'paper', 7],
  ['accent', 'card', 7],
  ['accent-ink', 'accent', 7],
  ['accent-ink', 'accent-over', 7],
  ['wrong', 'card', 7],
  ['wrong', 'wrong-paper', 7],
  ['ink', 'good-paper', 7],
  ['line', 'card', 3],
  ['focus', 'paper', 3],
  ['focus', 'card', 3],
]

test('colours have the contrast that people need, in light and in dark', async () => {
  const login = await newVisitor(service).get('/login')
  const path = /href="(\/pages-[0-9a-f]+\.css)"/.exec(login.text)?.[1] ?? ''
  const { text, headers } = await newVisitor(service).get(path)
  expect(headers.get('cache-control')).toContain('immutable')
  const blocks = [...text.matchAll(/:root \{(.*?)\}/gs)].map(([, block = '']) => block)
  expect(blocks).toHaveLength(2)
  for (const block of blocks) {
    const colours = new Map(
      [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, key = '', value = '']) => [key, value]),
    )
    const weak = pairs.filter(([one, other, least]) => {
      return contrast(colours.get(one) ?? '', colours.get(other) ?? '') < least
    })
    expect(weak).toEqual([])
  }
})
