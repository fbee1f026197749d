// What attackers try on accounts, each as a case of its own.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { pages } from '#programs/app'
import { linkTo, mailsTo, recordedEventsOf } from '#support/outbox'
import { answerOn, beginRequest } from '#support/raw'
import { type Service, START, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const csrfOn = ({ text }: Page): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
const UNKNOWN = 'ingen@example.com'
/** Random characters at the end of everything that we hand out once. */
const SECRET_LENGTH = 43

describe('session fixation', () => {
  test('a session that the browser had before the login is not the one after it, and ends', async () => {
    const { visitor: attacker } = await newPersonInside(service)
    const planted = attacker.cookies.get('session') ?? ''
    const { email, name } = await newPerson(service, { name: 'Offer Offersson' })
    const victim = newVisitor(service)
    victim.cookies.set('session', planted)
    const page = await victim.get('/account')
    await victim.submit(page, {}, { action: '/logout' })
    const inside = await victim.logIn(email, PASSWORD)
    expect(inside.text).toContain(name)
    expect(victim.cookies.get('session')).not.toBe(planted)
    expect((await attacker.get('/account')).url).toMatch(/^\/login/)
  })

  test.each(['x', `gbss_${'0'.repeat(32)}_${'A'.repeat(43)}`, 'a'.repeat(3000)])(
    'a made-up session is not taken over: %j',
    async (planted) => {
      const { email } = await newPerson(service)
      const victim = newVisitor(service)
      victim.cookies.set('session', planted)
      await victim.logIn(email, PASSWORD)
      expect(victim.cookies.get('session')).toMatch(/^gbss_[0-9a-f]{32}_/)
      expect(victim.cookies.get('session')).not.toBe(planted)
    },
  )

  test('the visit that forms were bound to before the login is worth nothing after it', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const login = await visitor.get('/login')
    await visitor.submit(login, { email, password: PASSWORD }, { action: '/login' })
    const answer = await visitor.post('/account/profile', { csrf: csrfOn(login), name: 'Annan', language: 'sv' })
    expect(answer.status).toBe(403)
  })
})

describe('login CSRF', () => {
  const send = async (fields: (csrf: string) => Record<string, string>, headers: Record<string, string> = {}) => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.get('/login')
    return visitor.post('/login', { email, password: PASSWORD, ...fields(csrfOn(page)) }, headers)
  }

  test('a form with its token is taken', async () => {
    expect((await send((csrf) => ({ csrf }))).status).toBe(303)
    expect((await send((csrf) => ({ csrf }), { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect((await send((csrf) => ({ csrf }), { origin: 'http://localhost' })).status).toBe(303)
    expect((await send((csrf) => ({ csrf }), { origin: service.origin })).status).toBe(303)
  })

  const others: [string, (csrf: string) => Record<string, string>, Record<string, string>][] = [
    ['without a token', () => ({}), {}],
    ['with an empty token', () => ({ csrf: '' }), {}],
    ['with a made-up token', () => ({ csrf: 'A'.repeat(43) }), {}],
    ['from another site', (csrf) => ({ csrf }), { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour below the same domain', (csrf) => ({ csrf }), { 'sec-fetch-site': 'same-site' }],
    ['from another origin', (csrf) => ({ csrf }), { origin: 'https://evil.example' }],
    ['from another port', (csrf) => ({ csrf }), { origin: 'http://localhost:1' }],
  ]
  test.each(others)('a form %s is refused with a page', async (_, fields, headers) => {
    const answer = await send(fields, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('Formuläret gäller inte längre')
  })

  test('the token of one visitor is not that of another', async () => {
    const attacker = await newVisitor(service).get('/login')
    expect((await send(() => ({ csrf: csrfOn(attacker) }))).status).toBe(403)
  })

  test('every page that takes a form asks for the token', async () => {
    const { visitor } = await newPersonInside(service)
    const taking = pages.filter(({ method }) => method === 'POST')
    expect(taking.length).toBeGreaterThan(12)
    for (const { path } of taking) {
      const asked = path.replace(/\{\w+\}/g, '01a1fc0f-7662-70e7-bd2d-41b089fbb43f')
      expect([path, (await visitor.post(asked, { csrf: 'x' })).status]).toEqual([path, 403])
    }
    expect((await visitor.get('/account')).url).toBe('/account')
  })
})

describe('click-jacking', () => {
  test('no page may be framed, kept, or run a script', async () => {
    const { visitor } = await newPersonInside(service)
    const shown = ['/login', '/signup', '/reset', '/confirm?token=x', '/reset/new?token=x', '/account']
    for (const path of [...shown, '/account/second-factor', '/login/code', '/nowhere']) {
      const { headers, text } = await (path === '/account' ? visitor : newVisitor(service)).get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; /)
      expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(text).not.toMatch(/<script|<iframe|\son\w+=|javascript:|\sstyle=/i)
    }
  })
})

describe('whether an address exists', () => {
  /** How many passwords are hashed or compared while something is done. */
  const hashesIn = async (work: () => Promise<unknown>): Promise<number> => {
    let count = 0
    const note = () => {
      count += 1
    }
    subscribe('grundbok:password', note)
    await work()
    unsubscribe('grundbok:password', note)
    return count
  }

  /** A page without what differs from one visit to the next, and without the address. */
  const faceOf = ({ status, text, headers }: Page, email: string) => ({
    status,
    headers: [...headers.keys()].filter((name) => name !== 'set-cookie').sort(),
    text: text.replaceAll(email, 'EMAIL').replace(/name="csrf" value="[^"]+"/g, ''),
  })

  const asked: [string, number, (visitor: Visitor, email: string) => Promise<Page>][] = [
    ['the login', 1, (visitor, email) => visitor.logIn(email, 'fel lösenord')],
    [
      'the sign-up',
      1,
      async (visitor, email) =>
        visitor.submit(await visitor.get('/signup'), { name: 'N', email, password: PASSWORD }, { action: '/signup' }),
    ],
    [
      'the reset',
      0,
      async (visitor, email) => visitor.submit(await visitor.get('/reset'), { email }, { action: '/reset' }),
    ],
  ]
  test.each(asked)('is not told by %s: the same page, the same status, the same work', async (_, hashes, ask) => {
    const { email } = await newPerson(service)
    for (const [one, count] of [
      [email, hashes],
      [`x${email}`, hashes],
    ] as const) {
      expect(await hashesIn(() => ask(newVisitor(service), one))).toBe(count)
    }
    const known = faceOf(await ask(newVisitor(service), email), email)
    const unknown = faceOf(await ask(newVisitor(service), `y${email}`), `y${email}`)
    expect(unknown).toEqual(known)
  })

  test('is not told by how guesses are slowed down', async () => {
    const { email } = await newPerson(service)
    const statuses = async (one: string) => {
      const found: number[] = []
      for (let guess = 0; guess < 8; guess += 1)
        found.push((await newVisitor(service).logIn(one, 'fel lösenord')).status)
      return found
    }
    expect(await statuses(email)).toEqual(await statuses(UNKNOWN))
  })

  test('is not told by how guesses are slowed down where a user has logged in before', async () => {
    const own = await startService({ alone: true })
    const [{ person }, { person: other }] = [await newPersonInside(own), await newPersonInside(own)]
    const statuses = async (one: string) => {
      const found: number[] = []
      for (let guess = 0; guess < 12; guess += 1) found.push((await newVisitor(own).logIn(one, 'fel lösenord')).status)
      return found
    }
    expect(await statuses(person.email)).toEqual(await statuses(UNKNOWN))
    // Nor once this place has to wait as a whole.
    for (let guess = 0; guess < 60; guess += 1) await newVisitor(own).logIn(`nr${guess}@example.com`, 'fel lösenord')
    for (const one of [other.email, `x${other.email}`])
      expect((await newVisitor(own).logIn(one, 'fel lösenord')).status).toBe(429)
    await own.close()
  })

  test('is reported by mail to the owner of the address', async () => {
    const { email } = await newPerson(service)
    for (const one of [email, `z${email}`]) for (const [, , ask] of asked.slice(1)) await ask(newVisitor(service), one)
    expect((await mailsTo(service, email)).map(({ subject }) => subject)).toEqual([
      'Välj ett nytt lösenord',
      'Du har redan ett konto',
    ])
    expect((await mailsTo(service, `z${email}`)).map(({ subject }) => subject)).toEqual([
      'Det finns inget konto med den här adressen',
      'Bekräfta din e-postadress',
    ])
  })

  test('is not told by the dummy: it costs what a real hash costs', async () => {
    const { email, id } = await newPerson(service)
    const { password_hash: real } = await service.database.one<{ password_hash: string }>(
      sql`select password_hash from identity.person where id = ${id}`,
    )
    const { readFileSync } = await import('node:fs')
    const source = readFileSync('server/identity/people/password.ts', 'utf8')
    const dummy = /'(\$argon2id\$[^']+)'/.exec(source)?.[1] ?? ''
    expect(dummy.split('$').slice(0, 4)).toEqual(real.split('$').slice(0, 4))
    expect(dummy.length).toBe(real.length)
    expect(email).toBeTruthy()
  })
})

describe('guessing', () => {
  const guess = async (visitor: Visitor, email: string, times: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let count = 0; count < times; count += 1) statuses.push((await visitor.logIn(email, 'fel lösenord')).status)
    return statuses
  }

  test('is slowed down: five tries, then a wait that grows', async () => {
    const { id, email } = await newPerson(service)
    const visitor = newVisitor(service)
    expect(await guess(visitor, email, 7)).toEqual([400, 400, 400, 400, 400, 429, 429])
    const page = await visitor.logIn(email, PASSWORD)
    expect(page.status).toBe(429)
    expect(page.headers.get('retry-after')).toBe('10')
    expect(page.text).toContain('För många försök')
    service.setNow(new Date(START.getTime() + 10_000))
    expect(await guess(visitor, email, 2)).toEqual([400, 429])
    service.setNow(new Date(START.getTime() + 20_000))
    expect(await guess(visitor, email, 1)).toEqual([429])
    service.setNow(new Date(START.getTime() + 30_000))
    expect((await visitor.logIn(email, PASSWORD)).url).toBe('/account')
    expect((await recordedEventsOf(service, id)).filter((what) => what === 'login.throttled')).toHaveLength(1)
  })

  test('is slowed down by what comes later than it was sent: a form that was held back sets nothing back', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const csrf = csrfOn(await visitor.get('/login'))
    const form = new URLSearchParams({ csrf, email, password: 'fel lösenord' }).toString()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const held = await beginRequest(service.origin, 'POST /login', {
      host: 'x',
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': form.length,
    })
    held.write(form.slice(0, -1))
    service.setNow(new Date(START.getTime() + 61_000))
    expect(await guess(visitor, email, 6)).toEqual([400, 400, 400, 400, 400, 429])
    held.write(form.slice(-1))
    expect((await answerOn(held)).status).toBe(429)
    held.destroy()
    expect(await guess(visitor, email, 1)).toEqual([429])
  })

  test('before a clock was put back slows no one down after it', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    service.setNow(new Date(START.getTime() + 24 * 3600_000))
    expect(await guess(visitor, email, 6)).toEqual([400, 400, 400, 400, 400, 429])
    service.setNow(START)
    expect(await guess(visitor, email, 6)).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('does not lock the owner out: a browser they have logged in with goes through', async () => {
    const { person, visitor: owner } = await newPersonInside(service)
    await owner.submit(await owner.get('/account'), {}, { action: '/logout' })
    const stranger = newVisitor(service)
    expect((await guess(stranger, person.email, 8)).at(-1)).toBe(429)
    expect((await owner.logIn(person.email, PASSWORD)).url).toBe('/account')
    expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(429)
  })

  test('does not lock the owner out: a new password by mail opens the way', async () => {
    const { email } = await newPerson(service)
    expect((await guess(newVisitor(service), email, 8)).at(-1)).toBe(429)
    const owner = newVisitor(service)
    await owner.submit(await owner.get('/reset'), { email }, { action: '/reset' })
    await owner.submit(await owner.get(await linkTo(service, email)), { password: 'fyra gröna harar' })
    expect((await owner.logIn(email, 'fyra gröna harar')).url).toBe('/account')
  })

  test('with the cookie of another person’s device is a stranger’s', async () => {
    const { visitor: attacker } = await newPersonInside(service)
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    visitor.cookies.set('device', attacker.cookies.get('device') ?? '')
    expect((await guess(visitor, email, 6)).at(-1)).toBe(429)
  })

  /** Spellings of an address that the database takes for it, and programs would count as others. */
  const spellingsOf = async (own: Service, email: string): Promise<string[]> => {
    const made = [email.replaceAll('i', 'İ'), email.replaceAll('k', '\u212a'), email.toUpperCase(), `  ${email} `]
    const rows = await own.database.rows<{ spelling: string }>({
      text: 'select spelling from unnest($1::text[]) spelling where lower(trim(spelling)) = $2',
      values: [made, email],
    } as never)
    return rows.map(({ spelling }) => spelling)
  }

  test('is counted by who it is meant for, however the address is spelled', async () => {
    const own = await startService({ alone: true })
    const { email } = await newPerson(own, { email: 'kikki.iii@example.com' })
    const spellings = await spellingsOf(own, email)
    // In some locales only the letters of ASCII have two sizes.
    expect(spellings.length).toBeGreaterThanOrEqual(2)
    const spellingOf = (count: number) => spellings[count % spellings.length] ?? email
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) statuses.push(...(await guess(newVisitor(own), spellingOf(count), 1)))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    for (let count = 0; count < 6; count += 1) {
      const asking = newVisitor(own)
      await asking.submit(await asking.get('/reset'), { email: spellingOf(count) }, { action: '/reset' })
    }
    expect(await mailsTo(own, email)).toHaveLength(3)
    await own.close()
  })

  test('at the same time counts every try', async () => {
    const { email } = await newPerson(service)
    const browsers = Array.from({ length: 20 }, () => newVisitor(service))
    const forms = await Promise.all(browsers.map((visitor) => visitor.get('/login')))
    const answers = await Promise.all(
      browsers.map((visitor, place) =>
        visitor.submit(forms[place] as Page, { email, password: 'fel lösenord' }, { action: '/login' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('is counted by all processes together, and over a restart', async () => {
    const own = await startService({ alone: true })
    const { email } = await newPerson(own)
    const beside = await startService({ beside: own })
    await guess(newVisitor(own), email, 3)
    expect(await guess(newVisitor(beside), email, 3)).toEqual([400, 400, 429])
    await beside.close()
    const again = await startService({ beside: own })
    expect(await guess(newVisitor(again), email, 1)).toEqual([429])
    await again.close()
    await own.close()
  })

  test('many accounts from one address is slowed down too', async () => {
    const own = await startService({ alone: true })
    const statuses: number[] = []
    for (let count = 0; count < 62; count += 1) {
      statuses.push((await newVisitor(own).logIn(`nr${count}@example.com`, 'fel lösenord')).status)
    }
    expect(statuses.indexOf(429)).toBe(60)
    await own.close()
  })

  test('from one customer’s IPv6 network is counted as one', async () => {
    const own = await startService({ trustedProxies: ['127.0.0.1'] })
    const from = async (address: string, email: string): Promise<number> => {
      const visitor = newVisitor(own)
      const csrf = csrfOn(await visitor.get('/login'))
      const fields = { csrf, email, password: 'fel lösenord' }
      return (await visitor.post('/login', fields, { 'x-forwarded-for': address })).status
    }
    const { email } = await newPerson(own)
    for (let host = 1; host <= 5; host += 1) expect(await from(`2001:db8:0:7::${host}`, email)).toBe(400)
    const outcomes: [string, number][] = [
      ['2001:db8:0:7:ffff:ffff:ffff:ffff', 429],
      ['2001:0DB8::7:1:2:3:4', 429],
      ['2001:db8:0:8::1', 400],
      ['2001:db8::1', 400],
      ['192.0.2.1', 400],
    ]
    for (const [address, status] of outcomes) expect([address, await from(address, email)]).toEqual([address, status])
    await own.close()
  })

  test('of addresses fills no one’s inbox, and asking for links has an end', async () => {
    const own = await startService({ alone: true })
    const { email } = await newPerson(own)
    const statuses: number[] = []
    for (let count = 0; count < 22; count += 1) {
      const visitor = newVisitor(own)
      statuses.push((await visitor.submit(await visitor.get('/reset'), { email }, { action: '/reset' })).status)
    }
    expect(await mailsTo(own, email)).toHaveLength(3)
    expect(statuses.indexOf(429)).toBe(20)
    await own.close()
  })
})

describe('secrets', () => {
  test('stand in clear neither in the log nor in the database', async () => {
    const own = await startService({ alone: true })
    const email = 'hemlig@example.com'
    const visitor = newVisitor(own)
    const form = { name: 'Hemlig', email, password: 'mycket hemligt lösenord' }
    await visitor.submit(await visitor.get('/signup'), form, { action: '/signup' })
    const link = await linkTo(own, email)
    await visitor.submit(await visitor.get(link), { password: form.password })
    const factor = await visitor.get('/account/second-factor')
    const key = (/<code>([A-Z2-7 ]+)<\/code>/.exec(factor.text)?.[1] ?? '').replaceAll(' ', '')
    const { generateSync } = await import('otplib')
    const code = generateSync({ secret: key, epoch: START.getTime() / 1000 })
    const done = await visitor.submit(factor, { code, password: form.password }, { action: '/account/second-factor' })
    const recovery = [...done.text.matchAll(/<li>([0-9a-z-]{19})<\/li>/g)].map(([, one = '']) => one)
    await newVisitor(own).logIn(email, 'fel men hemligt ändå')
    await visitor.submit(await visitor.get('/reset'), { email }, { action: '/reset' })
    const reset = await linkTo(own, email)
    const secretsOf = (text: string) => [text, text.slice(-SECRET_LENGTH)]
    const cookies = [...visitor.cookies.values()].filter((value) => value.startsWith('gb')).flatMap(secretsOf)
    const links = [link, reset].flatMap((one) => secretsOf(one.split('token=')[1] ?? ''))
    const secrets = [...cookies, ...links, form.password, 'fel men hemligt ändå', key, ...recovery]
    expect(secrets.length).toBeGreaterThan(20)
    const dump = await dumpOf(own)
    // Six digits are a part of some longer number or digest now and then.
    const alone = new RegExp(`(?<![0-9a-zA-Z])${code}(?![0-9a-zA-Z])`)
    for (const place of [own.log.join('\n'), dump]) {
      for (const secret of secrets) expect(place.includes(secret), secret).toBe(false)
      expect(place).not.toMatch(alone)
    }
    expect(dump).toContain(email)
    expect(own.log.join('\n')).not.toContain(email)
    await own.close()
  })
})

/** Every row of every table as text, bytes as they would be read. */
const dumpOf = async ({ database }: Service): Promise<string> => {
  const tables = await database.rows<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('identity', 'platform', 'access', 'plans') and table_type = 'BASE TABLE'`)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.rows<Record<string, unknown>>({ text: `select * from ${name}`, values: [] } as never)
      return rows.map((row) => JSON.stringify(row, (_, value) => bytesAsText(value))).join('\n')
    }),
  )
  return texts.join('\n')
}

const bytesAsText = (value: unknown): unknown => {
  const bytes = value as { type?: string; data?: number[] } | null
  if (bytes?.type === 'Buffer' && bytes.data) return Buffer.from(bytes.data).toString('latin1')
  return typeof value === 'bigint' ? String(value) : value
}
