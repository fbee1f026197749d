// Login and consent in a real browser: both languages, a phone, the keyboard alone, and back to the integration.
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '#access'
import { addClientCompany, addMember } from '#identity'
import { authorizePath, codeThrough, newOwner, type Owner } from '#support/consent'
import { newAgency, newIntegration, type TestIntegration } from '#support/integration'
import { CHROMIUM, isHere, needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { newPersonInside, PASSWORD } from '#support/visitor'

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
const args = ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet]
/** A folder for screenshots, for inspection. */
const PICTURES = process.env.PICTURES

let service: Service
let client: Server
let callback: string
let integration: TestIntegration
let owner: Owner
let browser: Browser | undefined

beforeAll(async () => {
  service = await startService()
  client = createServer((_request, response) => response.end('Back at the integration'))
  await new Promise<void>((done) => client.listen(0, '127.0.0.1', done))
  callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/back`
  integration = await newIntegration(service, { name: 'Kassaflöde', redirectUris: [callback] })
  owner = await newOwner(service)
  const { id } = await service.newCompany({ name: 'Fiskarnas gemensamma redovisningsbolag i Bohuslän AB' })
  const tenant = { type: 'company', id } as const
  await service.operate((call) => addMember(call, { tenant, personId: owner.personId, role: 'administrator' }))
  if (PICTURES) mkdirSync(PICTURES, { recursive: true })
  if (isHere('chromium')) browser = await chromium.launch({ executablePath: CHROMIUM, args })
})

afterAll(async () => {
  await browser?.close()
  client.close()
  await service.close()
})

const open = async (locale: string, width: number, colorScheme: 'light' | 'dark' = 'light') => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale,
    colorScheme,
    javaScriptEnabled: true,
  })
  const page = await context.newPage()
  // On a busy machine a click takes its time.
  page.setDefaultTimeout(150_000)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, errors, close: () => context.close() }
}

const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** The good request, for the scopes of a whole bookkeeping program. */
const path = (changes: Record<string, string> = {}) =>
  authorizePath(integration, { redirect_uri: callback, scope: 'accounting customers:read', ...changes })

/**
 * What a page owes to everybody: a language, one heading of the first rank and none left out after it, landmarks, a
 * name for everything that can be used, things large enough to hit, and nothing that runs out at the side.
 */
const sound = async (page: Page): Promise<string[]> => {
  // What is pressed has its size by the stylesheet, and what stands below may come later than what was waited for.
  await page.waitForLoadState()
  return page.evaluate<string[]>(`(() => {
    const wrong = []
    if (!/^(sv|en)$/.test(document.documentElement.lang)) wrong.push('no language')
    if (document.title === '') wrong.push('no title')
    const ranks = [...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))
    if (ranks.filter((rank) => rank === 1).length !== 1) wrong.push('not one h1')
    if (ranks.some((rank, index) => index > 0 && rank > ranks[index - 1] + 1)) wrong.push('a heading left out')
    for (const landmark of ['header', 'main', 'footer', 'nav']) {
      if (!document.querySelector(landmark)) wrong.push('no ' + landmark)
    }
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id)
    if (new Set(ids).size < ids.length) wrong.push('an id twice')
    for (const one of document.querySelectorAll('[aria-describedby], [aria-labelledby]')) {
      for (const id of (one.getAttribute('aria-describedby') ?? one.getAttribute('aria-labelledby')).split(' ')) {
        if (!document.getElementById(id)) wrong.push('describes itself by ' + id + ', which is not there')
      }
    }
    for (const one of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      if (!one.labels || one.labels.length === 0) wrong.push('no label: ' + one.name)
    }
    for (const one of document.querySelectorAll('a[href], button')) {
      if ((one.getAttribute('aria-label') ?? one.textContent).trim() === '') wrong.push('no name: ' + one.outerHTML)
    }
    for (const one of document.querySelectorAll('button:not(.plain), .button')) {
      const { width, height } = one.getBoundingClientRect()
      if (one.checkVisibility() && (width < 44 || height < 44)) wrong.push('small: ' + one.textContent)
    }
    for (const one of document.querySelectorAll('[tabindex]')) if (one.tabIndex > 0) wrong.push('an order of its own')
    if (document.querySelectorAll('fieldset').length !== document.querySelectorAll('fieldset > legend').length) {
      wrong.push('a group without a name')
    }
    if (document.documentElement.scrollWidth > window.innerWidth) wrong.push('wider than the window')
    return wrong
  })()`)
}

const logIn = async (page: Page, email = owner.email): Promise<void> => {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('main form button').first().click()
}

test.each([
  ['sv', 'sv-SE', 1280, 'light', 'Logga in', 'Godkänn'],
  ['en', 'en-GB', 1280, 'light', 'Log in', 'Approve'],
  ['sv-phone', 'sv-SE', 360, 'light', 'Logga in', 'Godkänn'],
  ['en-phone-dark', 'en-GB', 360, 'dark', 'Log in', 'Approve'],
] as const)('login, consent and back: %s', async (name, locale, width, scheme, login, approve) => {
  const { page, errors, close } = await open(locale, width, scheme)
  await page.goto(`${service.origin}${path()}`)
  await page.getByRole('heading', { level: 1, name: login }).waitFor()
  expect(await sound(page)).toEqual([])
  await picture(page, `login-${name}`)
  await logIn(page)
  await page.getByRole('heading', { level: 1, name: 'Kassaflöde' }).waitFor()
  // Once logged in the person's own language holds, which is Swedish; the footer has the other one.
  if (approve === 'Approve') await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('button', { name: approve }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/v1/authorize')
  expect(await sound(page)).toEqual([])
  await picture(page, `consent-${name}`)
  await page.getByLabel('Ägarens AB').check()
  await page.getByRole('button', { name: approve }).click()
  await page.waitForURL(`${callback}?**`)
  const answer = new URL(page.url()).searchParams
  expect([...answer.keys()]).toEqual(['code', 'state', 'iss'])
  expect(await page.locator('body').innerText()).toBe('Back at the integration')
  expect(errors.filter((one) => !one.includes('favicon'))).toEqual([])
  await close()
})

test('the keyboard alone is enough, in the order of the page', async () => {
  const { page, close } = await open('sv-SE', 1280)
  await page.goto(`${service.origin}${path()}`)
  await page.locator('input[name=email]').focus()
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Kassaflöde' }).waitFor()
  await page.waitForLoadState()
  const focused = () =>
    page.evaluate<string>(`(() => {
      const one = document.activeElement
      return (one.labels?.[0]?.textContent ?? one.textContent).trim()
    })()`)
  const order: string[] = []
  for (let count = 0; count < 20 && order.at(-1) !== 'Godkänn'; count += 1) {
    await page.keyboard.press('Tab')
    order.push(await focused())
    if (order.at(-1) === 'Fiskarnas gemensamma redovisningsbolag i Bohuslän AB') {
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
    }
  }
  expect(order).toEqual([
    'Hoppa till innehållet',
    'Grundbok',
    'Mitt konto',
    'Logga ut',
    'Fiskarnas gemensamma redovisningsbolag i Bohuslän AB',
    'Dina anslutningar',
    'Godkänn',
  ])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${callback}?**`)
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^gbac_/)
  await close()
})

test('refusing goes back too, without choosing', async () => {
  const { page, close } = await open('sv-SE', 360)
  await page.goto(`${service.origin}${path()}`)
  await logIn(page)
  await page.getByRole('button', { name: 'Godkänn' }).click()
  expect(new URL(page.url()).pathname, 'the browser itself asks for a choice').toBe('/v1/authorize')
  await page.getByRole('button', { name: 'Neka' }).click()
  await page.waitForURL(`${callback}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  await close()
})

test('many tenants, special rights and a mistake still fit a phone', async () => {
  const { person } = await newPersonInside(service)
  const agency = await newAgency(service, 'Siffror och Sånt i Västra Götaland AB')
  await service.operate(async (call) => {
    await addMember(call, { tenant: agency, personId: person.id, role: 'administrator' })
    await approve(call, { id: integration.id, approval: { elevated: 'bank-payments:write' } })
  })
  for (let number = 10; number < 31; number += 1) {
    const { id } = await service.newCompany({ name: `Kedjans butik ${number} AB`, fiscalYear: null })
    await service.operate((call) => addClientCompany(call, { agencyId: agency.id, companyId: id }))
  }
  const { page, close } = await open('sv-SE', 360)
  const money = { scope: 'journal-entries:read bank-payments:write' }
  await page.goto(`${service.origin}${path(money)}`)
  await logIn(page, person.email)
  await page.getByLabel('Sök på namn').fill('30')
  await page.getByRole('button', { name: 'Sök' }).click()
  await page.getByRole('link', { name: 'Visa alla' }).waitFor()
  await page.waitForLoadState()
  expect(await page.getByRole('radio').count()).toBe(1)
  expect(await sound(page)).toEqual([])
  await page.getByRole('link', { name: 'Visa alla' }).click()
  await page.getByText('20 av 21 visas').waitFor()
  await page.waitForLoadState()
  // The browser itself would ask for a choice.
  await page.evaluate(`document.querySelector('#consent').noValidate = true`)
  await page.getByRole('button', { name: 'Godkänn' }).click()
  await page.getByRole('alert').waitFor()
  await page.waitForLoadState()
  expect(await page.getByRole('radio').count()).toBe(20)
  expect(await sound(page)).toEqual([])
  await picture(page, 'consent-many')
  await page.goto(`${service.origin}${path({ service_tenanttype: 'agency', scope: 'agency-companies:read' })}`)
  await page.getByText('alla klientföretag som byrån hanterar').waitFor()
  expect(await sound(page)).toEqual([])
  await picture(page, 'consent-agency')
  await close()
})

test('the other pages of integrations are sound too', async () => {
  await codeThrough(owner, integration, { redirect_uri: callback })
  const { page, close } = await open('sv-SE', 360)
  await page.goto(`${service.origin}/account/integrations/new`)
  await logIn(page)
  await page.getByRole('heading', { level: 1, name: 'Registrera en integration' }).waitFor()
  expect(await sound(page)).toEqual([])
  await picture(page, 'integration-new')
  await page.getByLabel('Namn', { exact: true }).fill('Lönebolaget')
  await page.getByLabel('Adresser').fill('http://example.se/back')
  await page.getByRole('button', { name: 'Registrera en integration' }).click()
  await page.getByRole('alert').waitFor()
  expect(await sound(page)).toEqual([])
  await picture(page, 'integration-wrong')
  await page.getByLabel('Adresser').fill('https://example.se/back')
  await page.getByText('Verifikationer', { exact: true }).click()
  await page.getByLabel('journal-entries:read').check()
  await page.getByRole('button', { name: 'Registrera en integration' }).click()
  await page.getByText('client_secret').waitFor()
  await page.waitForLoadState()
  expect(await page.locator('body').innerText()).toMatch(/gbcs_[0-9a-f]{32}_/)
  await picture(page, 'integration-secret')
  await page.getByRole('link', { name: 'Jag har sparat den' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lönebolaget' }).waitFor()
  expect(await page.content()).not.toContain('gbcs_')
  expect(await sound(page)).toEqual([])
  await picture(page, 'integration-one')
  await page.goto(`${service.origin}/account/integrations`)
  expect(await sound(page)).toEqual([])
  await picture(page, 'integration-list')
  await page.goto(`${service.origin}/account/connections`)
  await page.getByText('Kassaflöde').first().waitFor()
  expect(await sound(page)).toEqual([])
  await picture(page, 'connections')
  await page.goto(`${service.origin}${path({ redirect_uri: 'https://evil.example/' })}`)
  expect(await sound(page)).toEqual([])
  await picture(page, 'stop')
  await close()
})

test('the pages hold without scripts and styles of elsewhere', async () => {
  const { text } = await owner.visitor.get(path())
  expect(text).not.toMatch(/<script|javascript:|https?:\/\/(?!127\.0\.0\.1)[^"]*\.(?:js|css|woff)/)
})
