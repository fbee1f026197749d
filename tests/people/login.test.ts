// Logging in and out, and what a session is.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityContribution } from '#identity'
import { sql } from '#platform/sql'
import { recordedEventsOf } from '#support/outbox'
import { type Service, START, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const hours = (count: number) => new Date(START.getTime() + count * 3_600_000)
const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/account')).url === '/account'

describe('a login', () => {
  test('leads to the account, and is remembered with where it came from', async () => {
    const { id, email, name } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.logIn(email.toUpperCase(), PASSWORD)
    expect([page.url, page.status]).toEqual(['/account', 200])
    expect(page.text).toContain(name)
    expect(await recordedEventsOf(service, id)).toEqual(['login'])
    const [row] = await service.database.rows(sql`select from_address from platform.history where actor_id = ${id}`)
    expect(row).toEqual({ from_address: '127.0.0.1' })
  })

  test('continues to the requested page, with its query', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.get('/account/second-factor?x=1%202')
    expect(page.url).toBe('/login?next=%2Faccount%2Fsecond-factor%3Fx%3D1%25202')
    const inside = await visitor.submit(page, { email, password: PASSWORD }, { action: '/login' })
    expect(inside.url).toBe('/account/second-factor?x=1%202')
  })

  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    'account',
    '/a b',
    '/\t/evil.example',
    '/\n/evil.example',
    `/${'a'.repeat(5000)}`,
    '',
  ]
  test.each(elsewhere)('never goes to another place: %j', async (next) => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.get('/login')
    const fields = { email, password: PASSWORD, next }
    const answer = await visitor.submit(page, fields, { action: '/login', follow: false })
    expect([answer.status, answer.location]).toEqual([303, '/home'])
  })

  test('with the wrong password says no more than that', async () => {
    const { id, email } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.logIn(email, 'fel lösenord')
    expect([page.status, page.url]).toEqual([400, '/login'])
    expect(page.text).toContain('Adressen eller lösenordet stämmer inte')
    expect(page.text).not.toContain('fel lösenord')
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await recordedEventsOf(service, id)).toEqual(['login.failed'])
  })

  test('takes a password in any form of its characters', async () => {
    const { email } = await newPerson(service)
    const page = await newVisitor(service).logIn(email, PASSWORD.normalize('NFD'))
    expect(page.url).toBe('/account')
  })

  test('hashes again what was hashed at another cost', async () => {
    const { id, email } = await newPerson(service)
    const cheap = '$argon2id$v=19$m=8192,t=1,p=1$'
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(weak.startsWith(cheap)).toBe(true)
    await service.database.rows(sql`update identity.person set password_hash = ${weak} where id = ${id}`)
    expect((await newVisitor(service).logIn(email, PASSWORD)).url).toBe('/account')
    const { password_hash: kept } = await service.database.one<{ password_hash: string }>(
      sql`select password_hash from identity.person where id = ${id}`,
    )
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await newVisitor(service).logIn(email, PASSWORD)).url).toBe('/account')
  })
})

describe('a session', () => {
  test('has a cookie that scripts and other sites do not get', async () => {
    const { email } = await newPerson(service)
    const visitor = newVisitor(service)
    const page = await visitor.get('/login')
    const answer = await visitor.submit(page, { email, password: PASSWORD }, { action: '/login', follow: false })
    const lines = answer.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line))
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['device', 'session'])
    for (const line of lines) expect(line).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax/)
    for (const line of lines) expect(line).not.toMatch(/Domain|Secure/)
  })

  test('over https has the flag and the prefix that keep it to this host', async () => {
    const https = await startService({ beside: service, publicUrl: 'https://grundbok.example' })
    const { email } = await newPerson(service)
    const visitor = newVisitor(https)
    const page = await visitor.get('/login')
    const answer = await visitor.submit(page, { email, password: PASSWORD }, { action: '/login', follow: false })
    const lines = [...page.headers.getSetCookie(), ...answer.headers.getSetCookie()]
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line).toMatch(/^__Host-\w+=.*; Path=\/; .*Secure/)
    await https.close()
  })

  test('is over when it was not used for twelve hours, or is a week old', async () => {
    const { visitor } = await newPersonInside(service)
    service.setNow(hours(11.9))
    expect(await isIn(visitor)).toBe(true)
    service.setNow(hours(23.8))
    expect(await isIn(visitor)).toBe(true)
    service.setNow(hours(36))
    expect(await isIn(visitor)).toBe(false)
    service.setNow(START)
    const { visitor: busy } = await newPersonInside(service)
    for (let hour = 0; hour < 7 * 24; hour += 11) {
      service.setNow(hours(hour))
      expect(await isIn(busy)).toBe(true)
    }
    service.setNow(hours(7 * 24))
    expect(await isIn(busy)).toBe(false)
  })

  test('ends at the logout, which only a form can do', async () => {
    const { person, visitor } = await newPersonInside(service)
    const cookie = visitor.cookies.get('session') ?? ''
    const page = await visitor.get('/account')
    expect((await visitor.get('/logout')).status).toBe(405)
    const out = await visitor.submit(page, {}, { action: '/logout' })
    expect(out.text).toContain('Du är utloggad')
    visitor.cookies.set('session', cookie)
    expect(await isIn(visitor)).toBe(false)
    expect(await recordedEventsOf(service, person.id)).toEqual(['login', 'logout'])
  })

  test('is listed with the others, and ends when its person says so', async () => {
    const { person, visitor } = await newPersonInside(service)
    const others = [newVisitor(service), newVisitor(service)] as const
    for (const other of others) await other.logIn(person.email, PASSWORD)
    const page = await visitor.get('/account')
    const ids = [...page.text.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(2)
    expect(page.text).toContain('127.0.0.1')
    await visitor.submit(page, { id: ids[0] ?? '' }, { action: '/account/sessions/end' })
    const left = [await isIn(others[0]), await isIn(others[1])]
    expect(left.filter(Boolean)).toHaveLength(1)
    await visitor.submit(await visitor.get('/account'), {}, { action: '/account/sessions/end-others' })
    expect([await isIn(others[0]), await isIn(others[1]), await isIn(visitor)]).toEqual([false, false, true])
    expect((await recordedEventsOf(service, person.id)).filter((what) => what === 'session.revoked')).toHaveLength(2)
  })

  test('of another user cannot be ended', async () => {
    const { visitor: own } = await newPersonInside(service)
    const { person, visitor } = await newPersonInside(service)
    const second = newVisitor(service)
    await second.logIn(person.email, PASSWORD)
    const id = /name="id" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
    const page = await own.get('/account')
    await own.submit(page, { id }, { action: '/account/profile' })
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect((await own.post('/account/sessions/end', { csrf, id })).status).toBe(303)
    expect((await own.post('/account/sessions/end', { csrf, id: 'x' })).status).toBe(303)
    expect(await isIn(second)).toBe(true)
  })

  test('holds on every process of an installation, and over its restart', async () => {
    const { visitor } = await newPersonInside(service)
    const beside = await startService({ beside: service })
    const there = newVisitor(beside)
    for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
    const page = await there.get('/account')
    expect(page.url).toBe('/account')
    expect((await visitor.submit(page, { name: 'Ny', language: 'sv' }, { action: '/account/profile' })).status).toBe(
      200,
    )
    await beside.close()
  })

  test('that is over leaves no row behind', async () => {
    const { person } = await newPersonInside(service)
    const count = async () =>
      (await service.database.rows(sql`select 1 from identity.session where person_id = ${person.id}`)).length
    await identityContribution.forgetOldVisits(service.database, hours(1))
    expect(await count()).toBe(1)
    await identityContribution.forgetOldVisits(service.database, hours(13))
    expect(await count()).toBe(0)
  })
})
