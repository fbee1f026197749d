// The second step of a login: codes of the telephone, recovery codes, and who may turn it off.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityAdmin, type Person } from '#identity'
import { sql } from '#platform/sql'
import { mailsTo, recordedEventsOf } from '#support/outbox'
import { type Service, START, startService } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const PATH = '/account/second-factor'
const STEP_MS = 30_000

/** Some steps of 30 seconds later than now. */
const pass = (steps: number) => service.setNow(new Date(service.now().getTime() + steps * STEP_MS))

const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor((service.now().getTime() + steps * STEP_MS) / 1000) })

/** Codes that are none now, nor one step before or after. */
const wrongCodes = (secret: string, count: number): string[] => {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  const all = Array.from({ length: count + right.length }, (_, place) => String(place).padStart(6, '0'))
  return all.filter((code) => !right.includes(code)).slice(0, count)
}

const secretOn = (page: Page): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '').replaceAll(' ', '')
const codesOn = (page: Page): string[] =>
  [...page.text.matchAll(/<li>([0-9a-z-]{19})<\/li>/g)].map(([, code = '']) => code)

/** A person with a second factor, logged in, one step after its first code. */
const newProtected = async (): Promise<{ person: Person; visitor: Visitor; secret: string; codes: string[] }> => {
  const { person, visitor } = await newPersonInside(service)
  const page = await visitor.get(PATH)
  const secret = secretOn(page)
  const done = await visitor.submit(page, { code: codeOf(secret), password: PASSWORD }, { action: PATH })
  pass(2)
  return { person, visitor, secret, codes: codesOn(done) }
}

/** A browser that stands before the code. */
const halfIn = async (person: Person): Promise<{ visitor: Visitor; page: Page }> => {
  const visitor = newVisitor(service)
  return { visitor, page: await visitor.logIn(person.email, PASSWORD) }
}

const enter = (visitor: Visitor, page: Page, code: string) => visitor.submit(page, { code }, { action: '/login/code' })

describe('turning it on', () => {
  test('shows a picture and a key, and keeps them when the page is loaded again', async () => {
    const { visitor } = await newPersonInside(service)
    const page = await visitor.get(PATH)
    expect(page.text).toMatch(/<svg[^>]*>/)
    expect(secretOn(page)).toMatch(/^[A-Z2-7]{32}$/)
    expect(secretOn(await visitor.get(PATH))).toBe(secretOn(page))
    pass(121)
    expect(secretOn(await visitor.get(PATH))).not.toBe(secretOn(page))
  })

  const wrong: [string, (secret: string) => Record<string, string>][] = [
    ['a wrong code', (secret) => ({ code: wrongCodes(secret, 1).join() })],
    ['no code', () => ({ code: '' })],
    ['letters', () => ({ code: 'abcdef' })],
    ['the wrong password', () => ({ password: 'fel' })],
  ]
  test.each(wrong)('refuses %s', async (_, fieldsFor) => {
    const { person, visitor } = await newPersonInside(service)
    const page = await visitor.get(PATH)
    const secret = secretOn(page)
    const fields = { code: codeOf(secret), password: PASSWORD, ...fieldsFor(secret) }
    const answer = await visitor.submit(page, fields, { action: PATH })
    expect([answer.status, codesOn(answer)]).toEqual([400, []])
    expect((await newVisitor(service).logIn(person.email, PASSWORD)).url).toBe('/account')
  })

  test('shows ten recovery codes once, begins a new session, and tells the owner', async () => {
    const { person, visitor } = await newPersonInside(service)
    const page = await visitor.get(PATH)
    const before = visitor.cookies.get('session')
    const done = await visitor.submit(page, { code: codeOf(secretOn(page)), password: PASSWORD }, { action: PATH })
    expect(new Set(codesOn(done)).size).toBe(10)
    expect(visitor.cookies.get('session')).not.toBe(before)
    expect(codesOn(await visitor.get(PATH))).toEqual([])
    expect((await visitor.get(PATH)).text).toContain('10 återställningskoder kvar')
    expect((await mailsTo(service, person.email))[0]?.subject).toBe('Inloggning i två steg är på')
    expect(await recordedEventsOf(service, person.id)).toContain('second-factor.on')
  })
})

describe('of who runs the service', () => {
  const DAY_STEPS = 2 * 60 * 24
  /** A new operator, in a browser after the password step. */
  const newOperator = async () => {
    const { person, visitor } = await newPersonInside(service)
    await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
    const page = await visitor.get(PATH)
    const enter = (fields: Record<string, string>) =>
      visitor.submit(page, { code: codeOf(secretOn(page)), password: PASSWORD, ...fields }, { action: PATH })
    const printed = () => service.operate((call) => identityAdmin.enrolmentCode(call, person.id))
    return { person, page, enter, printed: async () => (await printed()) ?? '' }
  }

  test('is not turned on by the password alone, but with the code that the command prints', async () => {
    const { person, page, enter, printed } = await newOperator()
    expect(page.text).toContain(`./grundbok user operator --email ${person.email}`)
    const others = await (await newOperator()).printed()
    for (const enrolment of ['', others, 'K7QF-2M9X-TP4D']) {
      const refused = await enter({ enrolment })
      expect([refused.status, codesOn(refused)]).toEqual([400, []])
      expect(refused.text).toContain('id="enrolment-error"')
    }
    expect(await recordedEventsOf(service, person.id)).toEqual(['login'])
    const code = await printed()
    expect(code).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/)
    const done = await enter({ enrolment: code.toLowerCase().replaceAll('-', ' ') })
    expect(codesOn(done)).toHaveLength(10)
  })

  test('the code is good for a day, and for two at most', async () => {
    for (const [steps, status] of [
      [DAY_STEPS, 200],
      [2 * DAY_STEPS, 400],
    ] as const) {
      service.setNow(START)
      const { person, printed } = await newOperator()
      const enrolment = await printed()
      pass(steps)
      const visitor = newVisitor(service)
      await visitor.logIn(person.email, PASSWORD)
      const page = await visitor.get(PATH)
      const fields = { code: codeOf(secretOn(page)), password: PASSWORD, enrolment }
      expect([steps, (await visitor.submit(page, fields, { action: PATH })).status]).toEqual([steps, status])
    }
  })

  test('is nothing that others are asked for', async () => {
    const { person, visitor } = await newPersonInside(service)
    expect((await visitor.get(PATH)).text).not.toContain('name="enrolment"')
    expect(await service.operate((call) => identityAdmin.enrolmentCode(call, person.id))).toBeNull()
  })
})

describe('a login with it', () => {
  test('asks for the code after the password, and lets no one in before', async () => {
    const { person, secret } = await newProtected()
    const { visitor, page } = await halfIn(person)
    expect(page.url).toBe('/login/code?next=%2Fhome')
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await visitor.get('/account')).url).toMatch(/^\/login\?/)
    expect((await enter(visitor, page, codeOf(secret))).url).toBe('/account')
    expect(await recordedEventsOf(service, person.id)).toEqual(['login', 'second-factor.on', 'login'])
  })

  test('takes a code of the step before and of the step after, and no others', async () => {
    const { person, secret } = await newProtected()
    const outcomes: [number, boolean][] = [
      [-2, false],
      [2, false],
      [-1, true],
      [1, true],
    ]
    for (const [steps, right] of outcomes) {
      pass(4)
      const { visitor, page } = await halfIn(person)
      expect([steps, (await enter(visitor, page, codeOf(secret, steps))).url === '/account']).toEqual([steps, right])
    }
  })

  test('takes a code with the space that apps show', async () => {
    const { person, secret } = await newProtected()
    const { visitor, page } = await halfIn(person)
    const code = codeOf(secret)
    expect((await enter(visitor, page, `${code.slice(0, 3)} ${code.slice(3)}`)).url).toBe('/account')
  })

  test('is over ten minutes after the password', async () => {
    const { person, secret } = await newProtected()
    const { visitor, page } = await halfIn(person)
    pass(20)
    const late = await enter(visitor, page, codeOf(secret))
    expect(late.text).toContain('Det tog för lång tid')
  })

  test('cannot be finished by a browser that has not begun it', async () => {
    const { person, secret } = await newProtected()
    const { visitor, page } = await halfIn(person)
    visitor.cookies.set('login', `gbhl_${'0'.repeat(32)}_${'A'.repeat(43)}`)
    expect((await enter(visitor, page, codeOf(secret))).url).toMatch(/^\/login\?/)
  })

  test('ends when the password is changed in between', async () => {
    const { person, visitor: owner, secret } = await newProtected()
    const { visitor, page } = await halfIn(person)
    const fields = { current: PASSWORD, password: 'fyra gröna harar' }
    await owner.submit(await owner.get('/account'), fields, { action: '/account/password' })
    expect((await enter(visitor, page, codeOf(secret))).url).toMatch(/^\/login\?/)
  })
})

describe('TOTP replay', () => {
  test('a code that was taken is refused, also that of the first time', async () => {
    const { person, secret } = await newProtected()
    const first = await halfIn(person)
    const second = await halfIn(person)
    const code = codeOf(secret)
    expect((await enter(first.visitor, first.page, code)).url).toBe('/account')
    const { visitor, page } = await halfIn(person)
    expect((await enter(second.visitor, second.page, code)).url).toMatch(/^\/login\?/)
    expect((await enter(visitor, page, code)).status).toBe(400)
    expect((await enter(visitor, page, codeOf(secret, -1))).status).toBe(400)
  })

  test('of many that send one code at the same time one gets in', async () => {
    const { person, secret } = await newProtected()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfIn(person)))
    const code = codeOf(secret)
    const answers = await Promise.all(browsers.map(({ visitor, page }) => enter(visitor, page, code)))
    expect(answers.filter(({ url }) => url === '/account')).toHaveLength(1)
  })
})

describe('a recovery code', () => {
  test('lets in once, is noted, and is counted', async () => {
    const { person, visitor: owner, codes } = await newProtected()
    const [code = ''] = codes
    const first = await halfIn(person)
    expect((await enter(first.visitor, first.page, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).url).toBe('/account')
    const second = await halfIn(person)
    expect((await enter(second.visitor, second.page, code)).status).toBe(400)
    expect((await owner.get(PATH)).text).toContain('9 återställningskoder kvar')
    expect(await recordedEventsOf(service, person.id)).toContain('second-factor.recovery-used')
  })

  test('used by many at the same time lets one in', async () => {
    const { person, codes } = await newProtected()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfIn(person)))
    const answers = await Promise.all(browsers.map(({ visitor, page }) => enter(visitor, page, codes[3] ?? '')))
    expect(answers.filter(({ url }) => url === '/account')).toHaveLength(1)
  })

  test('of another user is invalid', async () => {
    const { codes } = await newProtected()
    const { person } = await newProtected()
    const { visitor, page } = await halfIn(person)
    expect((await enter(visitor, page, codes[0] ?? '')).status).toBe(400)
  })

  test('ends when new ones are made', async () => {
    const { person, visitor, secret, codes } = await newProtected()
    const fields = { 'renew-code': codeOf(secret), 'renew-password': PASSWORD }
    const renewed = codesOn(await visitor.submit(await visitor.get(PATH), fields, { action: `${PATH}/renew` }))
    expect(renewed.filter((code) => !codes.includes(code))).toHaveLength(10)
    const { visitor: browser, page } = await halfIn(person)
    expect((await enter(browser, page, codes[0] ?? '')).status).toBe(400)
    expect((await enter(browser, page, renewed[0] ?? '')).url).toBe('/account')
  })
})

describe('turning it off', () => {
  const off = async (visitor: Visitor, code: string, password: string) =>
    visitor.submit(await visitor.get(PATH), { 'off-code': code, 'off-password': password }, { action: `${PATH}/off` })

  test('needs the password and a code', async () => {
    const { person, visitor, secret, codes } = await newProtected()
    expect((await off(visitor, codeOf(secret), 'fel')).status).toBe(400)
    expect((await off(visitor, wrongCodes(secret, 1).join(), PASSWORD)).status).toBe(400)
    expect((await off(visitor, codes[0] ?? '', PASSWORD)).url).toBe('/account?saved=1')
    expect((await newVisitor(service).logIn(person.email, PASSWORD)).url).toBe('/account')
    expect((await mailsTo(service, person.email))[0]?.subject).toBe('Inloggning i två steg är av')
  })

  test('cannot be guessed with the session and the password', async () => {
    const { visitor, secret } = await newProtected()
    const statuses: number[] = []
    for (const guess of wrongCodes(secret, 12)) statuses.push((await off(visitor, guess, PASSWORD)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await off(visitor, codeOf(secret), PASSWORD)).status).toBe(429)
  })
})

test('a new password by mail does not get past it', async () => {
  const { person } = await newProtected()
  const visitor = newVisitor(service)
  await visitor.submit(await visitor.get('/reset'), { email: person.email }, { action: '/reset' })
  const [mail] = await mailsTo(service, person.email)
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await visitor.submit(await visitor.get(`${pathname}${search}`), { password: 'fyra gröna harar' })
  expect((await visitor.logIn(person.email, 'fyra gröna harar')).url).toMatch(/^\/login\/code/)
})

test('the secret is sealed, and opens for no one else', async () => {
  const { person, secret } = await newProtected()
  const { person: other } = await newProtected()
  const rows = await service.database.rows<{ sealed_secret: Buffer }>(
    sql`select sealed_secret from identity.second_factor`,
  )
  for (const { sealed_secret: sealed } of rows) expect(sealed.includes(secret)).toBe(false)
  await service.database.rows(sql`
    update identity.second_factor set sealed_secret = (
      select sealed_secret from identity.second_factor where person_id = ${person.id}) where person_id = ${other.id}`)
  const { visitor, page } = await halfIn(other)
  expect((await enter(visitor, page, codeOf(secret))).status).toBe(400)
})
