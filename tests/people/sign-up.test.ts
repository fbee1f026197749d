// Signing up, confirming the address, and choosing a new password by mail.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invite } from '#identity'
import { sql } from '#platform/sql'
import { linkTo, mailsTo, recordedEventsOf } from '#support/outbox'
import { type Service, START, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
const numbers = (function* () {
  for (let next = 1; ; next += 1) yield next
})()
const newEmail = () => `ny${numbers.next().value}@example.com`

const signUp = async (visitor: Visitor, fields: Record<string, string>): Promise<Page> =>
  visitor.submit(
    await visitor.get('/signup'),
    { name: 'Nils Ny', password: PASSWORD, ...fields },
    { action: '/signup' },
  )

const askForReset = async (visitor: Visitor, email: string): Promise<Page> =>
  visitor.submit(await visitor.get('/reset'), { email }, { action: '/reset' })

describe('signing up', () => {
  test('mails a link, behind which the password makes the account and logs in', async () => {
    const email = newEmail()
    const visitor = newVisitor(service)
    const sent = await signUp(visitor, { email })
    expect(sent.text).toContain('Titta i din inkorg')
    expect((await newVisitor(service).logIn(email, PASSWORD)).status).toBe(400)
    const [mail] = await mailsTo(service, email)
    expect(mail?.subject).toBe('Bekräfta din e-postadress')
    const page = await visitor.get(await linkTo(service, email))
    const inside = await visitor.submit(page, { password: PASSWORD }, { action: '/confirm' })
    expect(inside.url).toBe('/account')
    expect(inside.text).toContain('Nils Ny')
    expect((await newVisitor(service).logIn(email, PASSWORD)).url).toBe('/account')
  })

  test('needs an invitation, or is closed, where the settings say so; the answer tells nothing of an address', async () => {
    const invited = await startService({ beside: service, signUp: 'invited' })
    const company = await service.newCompany()
    const guest = newEmail()
    const stranger = newEmail()
    const inviter = { kind: 'operator', id: company.id, name: 'Prov' }
    await service.operateFor(company.id, (call) =>
      invite(call, { tenant: { type: 'company', id: company.id }, email: guest.toUpperCase(), inviter }),
    )
    const pages = [
      await signUp(newVisitor(invited), { email: guest }),
      await signUp(newVisitor(invited), { email: stranger }),
    ]
    expect(pages[0]?.text.replace(guest, '')).toBe(pages[1]?.text.replace(stranger, ''))
    expect((await mailsTo(invited, guest)).map(({ subject }) => subject)).toContain('Bekräfta din e-postadress')
    const told = await mailsTo(invited, stranger)
    expect(told.map(({ subject }) => subject)).toEqual(['Du behöver en inbjudan'])
    expect(told[0]?.text).not.toContain('token=')
    await invited.close()
    const closed = await startService({ beside: service, signUp: 'closed' })
    const page = await newVisitor(closed).get('/signup')
    expect([page.status, page.text.includes('<form class="card"')]).toEqual([403, false])
    expect((await newVisitor(closed).get('/login')).text).not.toContain('/signup')
    await closed.close()
  })

  test('links to the port that the system has chosen', async () => {
    const own = await startService({ beside: service, publicUrl: 'http://localhost:0' })
    const email = newEmail()
    await signUp(newVisitor(own), { email })
    const [mail] = await mailsTo(own, email)
    expect(mail?.text).toContain(`http://localhost:${new URL(own.origin).port}/confirm?token=`)
    await own.close()
  })

  test('continues to the page requested before', async () => {
    const email = newEmail()
    const visitor = newVisitor(service)
    const login = await visitor.get('/account/second-factor')
    const href = /href="(\/signup\?[^"]+)"/.exec(login.text)?.[1] ?? ''
    await visitor.submit(await visitor.get(href), { name: 'N', email, password: PASSWORD }, { action: '/signup' })
    const page = await visitor.get(await linkTo(service, email))
    expect((await visitor.submit(page, { password: PASSWORD })).url).toBe('/account/second-factor')
  })

  test('speaks English to who reads English, in the mail too', async () => {
    const email = newEmail()
    const sent = await signUp(newVisitor(service, 'en-GB,en;q=0.9'), { email })
    expect(sent.text).toContain('Check your inbox')
    expect((await mailsTo(service, email))[0]?.subject).toBe('Confirm your e-mail address')
  })

  const wrong: [string, Record<string, string>, string][] = [
    ['no name', { name: ' ' }, 'Skriv ditt namn'],
    ['a long name', { name: 'n'.repeat(101) }, 'högst 100 tecken'],
    ['no address', { email: 'nils' }, 'Skriv en e-postadress'],
    ['an address with a space', { email: 'nils ny@example.com' }, 'Skriv en e-postadress'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'Skriv en e-postadress'],
    ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'Skriv en e-postadress'],
    ['a long address', { email: `${'a'.repeat(250)}@example.com` }, 'Skriv en e-postadress'],
    ['a short password', { password: 'åtta tkn' }, 'minst 10 tecken'],
    ['a long password', { password: 'ab c'.repeat(60) }, 'högst 200 tecken'],
    ['a password that everybody tries', { password: 'Password123!' }, 'alla provar först'],
    [
      'the address as password',
      { email: 'nils.ny@example.com', password: 'nils.ny@example.com' },
      'inte vara din adress',
    ],
  ]
  test.each(wrong)('refuses %s, and says so beside the field and above the form', async (_, fields, message) => {
    const page = await signUp(newVisitor(service), { email: newEmail(), ...fields })
    expect(page.status).toBe(400)
    expect(page.text.split(message)).toHaveLength(3)
    expect(page.text).toMatch(/role="alert"/)
    expect(page.text).toMatch(/aria-invalid="true"/)
    expect(page.text).toContain('<title>Fel: Skapa ett konto')
  })

  test('keeps what was given, except the password, when something is wrong', async () => {
    const page = await signUp(newVisitor(service), { name: '"><b>Nils', email: 'x', password: 'hemligt och långt' })
    expect(page.text).toContain('value="&quot;&gt;&lt;b&gt;Nils"')
    expect(page.text).not.toContain('hemligt och långt')
  })
})

describe('the link of a sign-up', () => {
  test('admits no one without the password that goes with it', async () => {
    const email = newEmail()
    await signUp(newVisitor(service), { email })
    const victim = newVisitor(service)
    const page = await victim.get(await linkTo(service, email))
    const answer = await victim.submit(page, { password: 'ett annat lösenord' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('stämmer inte')
  })

  test('works once, and only while it is new', async () => {
    const email = newEmail()
    await signUp(newVisitor(service), { email })
    const link = await linkTo(service, email)
    service.setNow(after(2 * 24 * 60))
    expect((await newVisitor(service).get(link)).status).toBe(404)
    service.setNow(after(2 * 24 * 60 - 1))
    const visitor = newVisitor(service)
    const page = await visitor.get(link)
    expect((await visitor.submit(page, { password: PASSWORD })).url).toBe('/account')
    const again = newVisitor(service)
    expect((await again.get(link)).status).toBe(404)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await again.get('/login')).text)?.[1] ?? ''
    const token = link.split('token=')[1] ?? ''
    expect((await again.post('/confirm', { csrf, token, password: PASSWORD })).status).toBe(404)
  })

  test('of others ends when one is confirmed: no one signs up in advance for another person', async () => {
    const email = newEmail()
    await signUp(newVisitor(service), { email, password: 'angriparens lösenord' })
    const attackers = await linkTo(service, email)
    const owner = newVisitor(service)
    await signUp(owner, { email: email.toUpperCase() })
    const own = await linkTo(service, email.toUpperCase())
    expect((await owner.submit(await owner.get(own), { password: PASSWORD })).url).toBe('/account')
    expect((await newVisitor(service).get(attackers)).status).toBe(404)
    expect((await newVisitor(service).logIn(email, 'angriparens lösenord')).status).toBe(400)
  })

  test('confirmed twice at the same time makes one person', async () => {
    const email = newEmail()
    await signUp(newVisitor(service), { email })
    const link = await linkTo(service, email)
    const visitors = Array.from({ length: 5 }, () => newVisitor(service))
    const pages = await Promise.all(visitors.map((visitor) => visitor.get(link)))
    const answers = await Promise.all(
      visitors.map((visitor, place) => visitor.submit(pages[place] as Page, { password: PASSWORD })),
    )
    expect(answers.map(({ url }) => url).filter((url) => url === '/account')).toHaveLength(1)
    expect(await service.database.rows(sql`select 1 from identity.person where email = ${email}`)).toHaveLength(1)
  })

  test.each(['', 'x', 'gbln_', `gbln_${'0'.repeat(32)}_${'A'.repeat(43)}`])(
    'that is none says so: %j',
    async (token) => {
      for (const path of ['/confirm', '/reset/new']) {
        const page = await newVisitor(service).get(`${path}?token=${token}`)
        expect([page.status, page.text.includes('Länken gäller inte längre')]).toEqual([404, true])
      }
    },
  )
})

describe('a new password by mail', () => {
  test('is set behind the link, ends every session, and tells the owner', async () => {
    const { person, visitor } = await newPersonInside(service)
    const browser = newVisitor(service)
    await askForReset(browser, person.email)
    const page = await browser.get(await linkTo(service, person.email))
    const done = await browser.submit(page, { password: 'fyra gröna harar' })
    expect(done.url).toBe('/login?notice=reset')
    expect(browser.cookies.has('session')).toBe(false)
    expect((await visitor.get('/account')).url).toMatch(/^\/login/)
    expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(400)
    expect((await browser.logIn(person.email, 'fyra gröna harar')).url).toBe('/account')
    expect((await mailsTo(service, person.email))[0]?.subject).toBe('Ditt lösenord är bytt')
    expect(await recordedEventsOf(service, person.id)).toContain('password.reset')
  })

  test('is as strict as any, and keeps the link when it is refused', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    await askForReset(visitor, email)
    const page = await visitor.get(await linkTo(service, email))
    const short = await visitor.submit(page, { password: 'kort' })
    expect([short.status, short.text.includes('minst 10 tecken')]).toEqual([400, true])
    expect((await visitor.submit(short, { password: 'fyra gröna harar' })).url).toBe('/login?notice=reset')
  })

  test('works for an hour and once, however many send it at the same time', async () => {
    const { email } = await newPerson(service)
    await askForReset(newVisitor(service), email)
    const link = await linkTo(service, email)
    service.setNow(after(60))
    expect((await newVisitor(service).get(link)).status).toBe(404)
    service.setNow(after(59))
    const visitors = Array.from({ length: 5 }, () => newVisitor(service))
    const pages = await Promise.all(visitors.map((visitor) => visitor.get(link)))
    const answers = await Promise.all(
      visitors.map((visitor, place) => visitor.submit(pages[place] as Page, { password: `lösenord nummer ${place}` })),
    )
    expect(answers.filter(({ url }) => url === '/login?notice=reset')).toHaveLength(1)
    expect((await newVisitor(service).get(link)).status).toBe(404)
  })

  test('ends the other links', async () => {
    const { email } = await newPerson(service)
    await askForReset(newVisitor(service), email)
    const first = await linkTo(service, email)
    await askForReset(newVisitor(service), email)
    const visitor = newVisitor(service)
    await visitor.submit(await visitor.get(await linkTo(service, email)), { password: 'fyra gröna harar' })
    expect((await newVisitor(service).get(first)).status).toBe(404)
  })
})

describe('changing the password', () => {
  const change = async (visitor: Visitor, current: string, password: string) =>
    visitor.submit(await visitor.get('/account'), { current, password }, { action: '/account/password' })

  test('asks for the old one, ends the other sessions and begins a new one', async () => {
    const { person, visitor } = await newPersonInside(service)
    const other = newVisitor(service)
    await other.logIn(person.email, PASSWORD)
    const before = visitor.cookies.get('session')
    expect((await change(visitor, 'fel', 'fyra gröna harar')).text).toContain('Lösenordet stämmer inte')
    expect((await change(visitor, PASSWORD, 'kort')).text).toContain('minst 10 tecken')
    const done = await change(visitor, PASSWORD, 'fyra gröna harar')
    expect([done.url, done.text.includes('Ändringen är sparad')]).toEqual(['/account?saved=1', true])
    expect(visitor.cookies.get('session')).not.toBe(before)
    expect((await other.get('/account')).url).toMatch(/^\/login/)
    expect((await newVisitor(service).logIn(person.email, 'fyra gröna harar')).url).toBe('/account')
    expect(await recordedEventsOf(service, person.id)).toContain('password.changed')
  })

  test('ends links that were on their way', async () => {
    const { person, visitor } = await newPersonInside(service)
    await askForReset(newVisitor(service), person.email)
    const link = await linkTo(service, person.email)
    await change(visitor, PASSWORD, 'fyra gröna harar')
    expect((await newVisitor(service).get(link)).status).toBe(404)
  })
})

test('name and language are one’s own to change', async () => {
  const { person, visitor } = await newPersonInside(service)
  const page = await visitor.get('/account')
  const saved = await visitor.submit(page, { name: 'Åsa <Öberg>', language: 'en' }, { action: '/account/profile' })
  expect(saved.text).toContain('value="Åsa &lt;Öberg&gt;"')
  expect(saved.text).toContain('<html lang="en">')
  expect(saved.text).toContain('The change has been saved')
  const wrong = await visitor.submit(saved, { name: '', language: 'xx' }, { action: '/account/profile' })
  expect([wrong.status, wrong.text.includes('Enter your name')]).toEqual([400, true])
  await askForReset(newVisitor(service), person.email)
  expect((await mailsTo(service, person.email))[0]?.subject).toBe('Choose a new password')
})
