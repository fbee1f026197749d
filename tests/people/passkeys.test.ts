// Passkeys in a real browser, with an authenticator that the browser plays: made, used to log in, and removed; and what
// is refused of what they sign.
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityAdmin } from '#identity'
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
import { mailsTo, recordedEventsOf } from '#support/outbox'
import { type Service, START, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD } from '#support/visitor'

let service: Service
let browser: TestBrowser | null
/** Browsers take passkeys at a name only. */
let site: string
beforeAll(async () => {
  // The system chooses the port: one that was free a moment ago may be taken by now.
  service = await startService({ publicUrl: 'http://localhost:0' })
  site = `http://localhost:${new URL(service.origin).port}`
  browser = await startBrowser({ origin: site })
})
beforeEach(() => service.setNow(START))
afterAll(async () => {
  await browser?.close()
  await service.close()
})

type Authenticator = { page: Page; opened: Opened; setVerified(isVerified: boolean): Promise<void> }

/** A browser whose machine knows its owner by finger. */
const atMachine = async (viewport = DESK): Promise<Authenticator> => {
  needs('chromium')
  if (!browser) throw new Error('There is no browser')
  const opened = await browser.open({ viewport })
  const { page } = opened
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setVerified = async (isUserVerified: boolean) => {
    await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  return { page, opened, setVerified }
}

/** Until the page that a link or a form leads to is there, the whole of it. */
const arrive = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForLoadState()
}

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${site}/login`)
  await page.getByLabel('E-postadress').fill(email)
  await page.getByLabel('Lösenord').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
  await arrive(page, 'Mitt konto')
}

const add = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${site}/account/passkeys`)
  await page.getByLabel('Ditt lösenord').fill(PASSWORD)
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await page.getByLabel('Namn, så att du känner igen den').fill(name)
  await page.getByRole('button', { name: 'Skapa passnyckel' }).click()
  // Leaving the page earlier creates none.
  await page.getByRole('listitem').filter({ hasText: name }).waitFor()
  await page.waitForLoadState()
}

test('who runs the service adds the first one with the code that the command prints', async () => {
  const { person, visitor } = await newPersonInside(service)
  await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
  const page = await visitor.get('/account/passkeys')
  const enter = (enrolment: string) =>
    visitor.submit(page, { password: PASSWORD, enrolment }, { action: '/account/passkeys/new' })
  const refused = await enter('')
  expect([refused.status, refused.text.includes('Skapa passnyckel')]).toEqual([400, false])
  const code = await service.operate((call) => identityAdmin.enrolmentCode(call, person.id))
  expect((await enter(code ?? '')).text).toContain('Skapa passnyckel')
})

test('a user closes the account with a passkey of their own in place of the password', async () => {
  const { page, opened, setVerified } = await atMachine(PHONE)
  const person = await newPerson(service)
  await logIn(page, person.email)
  await page.goto(`${site}/account/close`)
  await page.getByText('Bekräfta att det är du').waitFor()
  expect(await page.getByText('Bekräfta med passnyckel').count()).toBe(0)
  await add(page, 'Annas telefon')

  // A passkey signature for another account is no proof for this one.
  const other = await atMachine()
  await logIn(other.page, (await newPerson(service)).email)
  await add(other.page, 'Beritas telefon')
  let answer = ''
  await other.page.route('**/account/close', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    answer = new URLSearchParams(route.request().postData() ?? '').get('answer') ?? ''
    await route.abort()
  })
  await other.page.goto(`${site}/account/close`)
  await other.page.getByRole('button', { name: 'Använd passnyckel och avsluta' }).click()
  await expect.poll(() => answer).not.toBe('')
  await page.goto(`${site}/account/close`)
  await expectPageSound(page)
  await takeScreenshot(page, 'close-passkey')
  await page.evaluate(`{
    const field = document.querySelector('[name=answer]')
    field.value = ${JSON.stringify(answer)}
    field.form.submit()
  }`)
  await page.getByText('Passnyckeln godtogs inte').first().waitFor()

  await page.goto(`${site}/account/close`)
  await setVerified(false)
  await page.getByRole('button', { name: 'Använd passnyckel och avsluta' }).click()
  await page.getByText('Det blev inget').waitFor()
  await setVerified(true)
  await page.getByRole('button', { name: 'Använd passnyckel och avsluta' }).click()
  await page.getByRole('heading', { name: 'Kontot är avslutat' }).waitFor()
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(400)
  await other.opened.close()
  await opened.close()
})

test('a user makes a passkey, logs in with it, and removes it', async () => {
  const { page, opened } = await atMachine(PHONE)
  const person = await newPerson(service)
  await logIn(page, person.email)
  await page.getByRole('link', { name: 'Passnycklar' }).click()
  await arrive(page, 'Passnycklar')
  await expectPageSound(page)
  await takeScreenshot(page, 'passkeys')
  await add(page, 'Annas telefon')
  await expectPageSound(page)
  await takeScreenshot(page, 'passkeys-one')
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await page.getByRole('link', { name: 'Logga in med passnyckel' }).click()
  await arrive(page, 'Logga in med passnyckel')
  await expectPageSound(page)
  await takeScreenshot(page, 'login-passkey')
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor()
  await page.getByRole('link', { name: 'Passnycklar' }).click()
  await page.getByText('senast använd').waitFor()
  await page.getByRole('link', { name: 'Ta bort Annas telefon' }).click()
  await arrive(page, 'Ta bort passnyckeln')
  await expectPageSound(page)
  await page.getByLabel('Ditt lösenord').fill(PASSWORD)
  await page.getByRole('button', { name: 'Ta bort' }).click()
  await page.getByText('Du har ingen passnyckel än.').waitFor()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await page.getByRole('link', { name: 'Logga in med passnyckel' }).waitFor()
  await page.goto(`${site}/login/passkey`)
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await page.getByText('Passnyckeln godtogs inte').first().waitFor()
  const subjects = (await mailsTo(service, person.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['En passnyckel är borttagen', 'En passnyckel öppnar ditt konto'])
  expect(await recordedEventsOf(service, person.id)).toEqual(
    expect.arrayContaining(['passkey.added', 'passkey.removed']),
  )
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('a signature counts once, within ten minutes, for what it was asked for, of a device that knows its owner', async () => {
  const { page, opened, setVerified } = await atMachine()
  const { email } = await newPerson(service)
  await logIn(page, email)
  await add(page, 'Datorn')
  await page.getByRole('listitem').filter({ hasText: 'Datorn' }).waitFor()
  await page.context().clearCookies()
  // The browser's signature goes to this test only.
  let answer = ''
  await page.route('**/login/passkey', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    answer = new URLSearchParams(route.request().postData() ?? '').get('answer') ?? ''
    await route.abort()
  })
  await page.goto(`${site}/login/passkey`)
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await expect.poll(() => answer).not.toBe('')
  const tryWith = async (one: string) => {
    const visitor = newVisitor(service)
    const done = await visitor.submit(
      await visitor.get('/login/passkey'),
      { answer: one },
      { action: '/login/passkey' },
    )
    return [done.status, visitor.cookies.has('session')]
  }
  /** The answer with a different letter at one place in one of its parts. */
  const turned = (part: string, place = 0) =>
    answer.replace(
      new RegExp(`("${part}":".{${place}})(.)`),
      (_, before: string, letter: string) => `${before}${letter === 'A' ? 'B' : 'A'}`,
    )
  const mangled = [
    turned('signature', 20),
    turned('authenticatorData'),
    turned('id'),
    answer.replace(/"clientDataJSON":"[^"]+"/, '"clientDataJSON":"e30"'),
    '',
    'null',
    '[]',
    '{}',
    '{"id":{}}',
    '{"id":"AA","response":null}',
    'x'.repeat(1000),
  ]
  for (const one of mangled) {
    expect(one).not.toBe(answer)
    expect([one.slice(0, 40), ...(await tryWith(one))]).toEqual([one.slice(0, 40), 400, false])
  }
  expect(await tryWith(answer)).toEqual([200, true])
  expect(await tryWith(answer)).toEqual([400, false])
  await page.unroute('**/login/passkey')
  await page.context().clearCookies()
  await page.goto(`${site}/login/passkey`)
  service.setNow(new Date(START.getTime() + 10 * 60_000))
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await page.getByRole('alert').waitFor()
  await setVerified(false)
  await page.goto(`${site}/login/passkey`)
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await page.getByText('Det blev inget. Försök igen.').waitFor()
  await opened.close()
})

test('a user with two-factor login enters a code before adding a passkey, and none to log in with it', async () => {
  const { page, opened } = await atMachine()
  const { person, visitor } = await newPersonInside(service)
  const factor = await visitor.get('/account/second-factor')
  const secret = (/data-text="([A-Z2-7]+)"/.exec(factor.text)?.[1] ?? '').trim()
  const codeAt = (moment: Date) => generateSync({ secret, epoch: moment.getTime() / 1000 })
  await visitor.submit(factor, { code: codeAt(START), password: PASSWORD }, { action: '/account/second-factor' })
  const wrong = await visitor.submit(
    await visitor.get('/account/passkeys'),
    { password: PASSWORD, code: '' },
    { action: '/account/passkeys/new' },
  )
  expect([wrong.status, wrong.text.includes('Lösenordet eller koden stämmer inte')]).toEqual([400, true])
  const session = visitor.cookies.get('session') ?? ''
  await page.context().addCookies([{ name: 'session', value: session, url: site }])
  service.setNow(new Date(START.getTime() + 60_000))
  await page.goto(`${site}/account/passkeys`)
  await page.getByLabel('Kod från appen').fill(codeAt(service.now()))
  await page.getByLabel('Ditt lösenord').fill(PASSWORD)
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await page.getByRole('button', { name: 'Skapa passnyckel' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Skapad' }).waitFor()
  await page.context().clearCookies()
  await page.goto(`${site}/login/passkey`)
  await page.getByRole('button', { name: 'Använd passnyckel' }).click()
  await page.getByText(person.email).first().waitFor()
  await opened.close()
})

test('a passkey without prior proof is not added, and no one removes another user’s passkey', async () => {
  const { page, opened } = await atMachine()
  const { email } = await newPerson(service)
  await logIn(page, email)
  await add(page, 'Min')
  await page.getByRole('listitem').filter({ hasText: 'Min' }).waitFor()
  await page.getByRole('link', { name: 'Ta bort Min' }).click()
  await arrive(page, 'Ta bort passnyckeln')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const { visitor } = await newPersonInside(service)
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account/passkeys')).text)?.[1] ?? ''
  const added = await visitor.post('/account/passkeys', { csrf, name: 'Annans', answer: '{"id":"AA"}' })
  expect([added.status, added.text.includes('Passnyckeln godtogs inte')]).toEqual([400, true])
  expect((await visitor.get(`/account/passkeys/remove?id=${id}`)).url).toBe('/account/passkeys')
  await visitor.post('/account/passkeys/remove', { csrf, id, password: PASSWORD })
  await page.goto(`${site}/account/passkeys`)
  await page.getByRole('listitem').filter({ hasText: 'Min' }).waitFor()
  await opened.close()
})

test('where the service is reached by a number there are no passkeys, and nothing leads to them', async () => {
  const own = await startService({ beside: service, publicUrl: 'http://127.0.0.1:8080' })
  const visitor = newVisitor(own)
  expect((await visitor.get('/login')).text).not.toContain('/login/passkey')
  expect((await visitor.get('/login/passkey')).url).toMatch(/^\/login\?/)
  const { email } = await newPerson(service)
  await visitor.logIn(email, PASSWORD)
  expect((await visitor.get('/account/passkeys')).text).toContain('under ett namn')
  await own.close()
})

test('tries from one place are slowed down, as those with passwords are', async () => {
  service.setNow(new Date(START.getTime() + 2 * 60 * 60_000))
  const visitor = newVisitor(service)
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/login/passkey')).text)?.[1] ?? ''
  const statuses: number[] = []
  for (let turn = 0; turn < 61; turn += 1)
    statuses.push((await visitor.post('/login/passkey', { csrf, answer: '{"id":"AA"}' })).status)
  expect([statuses.slice(0, 60).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429])
})
