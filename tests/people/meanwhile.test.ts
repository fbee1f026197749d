// An operator locks an account, or its owner resets the password, while its user changes what opens it: what was shown
// before counts no more, and no one is let in by it.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessionsOf, identityService, lockAccount } from '#identity'
import type { Call } from '#platform/call'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
let otherHash: string
beforeAll(async () => {
  service = await startService()
  const person = { name: 'Nils Ek', email: 'nils.meanwhile@example.com', password: OTHER_PASSWORD }
  const { id } = await service.operate((call) => identityService.createPerson(call, person))
  otherHash = (await keysOf(id)).hash
})
afterAll(() => service.close())

const OTHER_PASSWORD = 'sju gula ugglor'
const NEW_PASSWORD = 'fyra gröna harar'

/** What opens an account, and what is on its way to. */
const keysOf = (personId: string): Promise<{ hash: string; sessions: number; changes: number; steps: number }> =>
  service.database.one(sql`
    select password_hash as hash,
      (select count(*)::int from identity.session where person_id = p.id) as sessions,
      (select count(*)::int from identity.email_change where person_id = p.id) as changes,
      (select count(*)::int from identity.second_factor where person_id = p.id and confirmed_at is not null) as steps
    from identity.person p where id = ${personId}`)

const waiting = async (): Promise<number> => (await service.database.rows(raw(LOCK_WAITS))).length

const lock = (call: Call, personId: string) => lockAccount(call, { personId, isLocked: true })

/** As a link to choose a new password does. */
const reset = async (call: Call, personId: string): Promise<void> => {
  await call.db.rows(sql`update identity.person set password_hash = ${otherHash} where id = ${personId}`)
  await endSessionsOf(call, personId)
}

const codeOn = ({ text }: Page): string => {
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '')
  return generateSync({ secret, epoch: Math.floor(service.now().getTime() / 1000) })
}

type Form = [path: string, action: string, fieldsOn: (page: Page) => Record<string, string>]
const password: Form = ['/account', '/account/password', () => ({ current: PASSWORD, password: NEW_PASSWORD })]
const address: Form = ['/account', '/account/email', () => ({ email: 'ny.meanwhile@example.com', proof: PASSWORD })]
const step: Form = [
  '/account/second-factor',
  '/account/second-factor',
  (page) => ({ code: codeOn(page), password: PASSWORD }),
]

const closing: Form = ['/account/close', '/account/close', () => ({ password: PASSWORD })]

const LOCKED = [403, 'locked']
const OVER = [200, 'login']
const cases: [
  what: string,
  meanwhile: string,
  form: Form,
  change: (call: Call, personId: string) => Promise<void>,
  told: (number | string)[],
][] = [
  ['a new password', 'the account is locked', password, lock, LOCKED],
  ['a new password', 'the password is reset', password, reset, OVER],
  ['a new password', 'all sessions are ended', password, endSessionsOf, OVER],
  ['a new address', 'the account is locked', address, lock, LOCKED],
  ['a new address', 'the password is reset', address, reset, OVER],
  ['the second step', 'the account is locked', step, lock, LOCKED],
  ['the second step', 'the password is reset', step, reset, OVER],
  ['the end of the account', 'the account is locked', closing, lock, LOCKED],
  ['the end of the account', 'the password is reset', closing, reset, OVER],
  ['the end of the account', 'all sessions are ended', closing, endSessionsOf, OVER],
]

test.each(cases)('%s is not set while %s', async (_, __, [path, action, fieldsOn], change, told) => {
  needs('one machine')
  const { person, visitor } = await newPersonInside(service)
  const page = await visitor.get(path)
  const before = await keysOf(person.id)
  const { answer } = await service.operate(async (call) => {
    await change(call, person.id)
    const asked = visitor.submit(page, fieldsOn(page), { action })
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    return { answer: asked }
  })
  expect(seenOn(await answer)).toEqual(told)
  const hash = change === reset ? otherHash : before.hash
  expect(await keysOf(person.id)).toEqual({ hash, sessions: 0, changes: 0, steps: 0 })
  expect(await isOut(visitor)).toBe(true)
})

test.each([
  ['the account is locked', lock, LOCKED],
  ['the password is reset', reset, OVER],
] as const)('a passkey is not removed while %s', async (_, change, told) => {
  needs('one machine')
  const { person, visitor } = await newPersonInside(service)
  const id = newId()
  await service.database.rows(sql`
    insert into identity.passkey
      (id, person_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${id}, ${person.id}, ${Buffer.from(id)}, ${Buffer.from('key')}, 0, '{}', 'Mobilen', ${service.now()})`)
  const page = await visitor.get(`/account/passkeys/remove?id=${id}`)
  const { answer } = await service.operate(async (call) => {
    await change(call, person.id)
    const asked = visitor.submit(page, { id, password: PASSWORD }, { action: '/account/passkeys/remove' })
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    return { answer: asked }
  })
  expect(seenOn(await answer)).toEqual(told)
  const kept = await service.database.rows(sql`select from identity.passkey where person_id = ${person.id}`)
  expect(kept).toHaveLength(1)
})

test.each([
  ['the account is locked', lock, [403, 'login']],
  ['the password is reset', reset, [400, 'login']],
] as const)('no one logs in with the old password while %s', async (_, change, told) => {
  needs('one machine')
  const person = await newPerson(service)
  const visitor = newVisitor(service)
  const { answer } = await service.operate(async (call) => {
    await change(call, person.id)
    const asked = visitor.logIn(person.email, PASSWORD)
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    return { answer: asked }
  })
  expect(seenOn(await answer)).toEqual(told)
  expect((await keysOf(person.id)).sessions).toBe(0)
  expect(await isOut(visitor)).toBe(true)
})

const seenOn = ({ status, text, url }: Page) => [
  status,
  url.startsWith('/login') ? 'login' : /Kontot är låst/.test(text) ? 'locked' : url,
]

const isOut = async (visitor: Visitor): Promise<boolean> => /^\/login/.test((await visitor.get('/account')).url)

test('a session that is left of a locked account lets no one in', async () => {
  const { person, visitor } = await newPersonInside(service)
  await service.database.rows(sql`update identity.person set locked_at = ${service.now()} where id = ${person.id}`)
  expect(await isOut(visitor)).toBe(true)
  await service.database.rows(sql`update identity.person set locked_at = null where id = ${person.id}`)
  expect(await isOut(visitor)).toBe(false)
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).url).toBe('/account')
})

test('a page that met a deadlock is answered all the same', async () => {
  needs('one machine')
  const { person, visitor } = await newPersonInside(service)
  const [path, action, fieldsOn] = password
  const page = await visitor.get(path)
  const { hash: before } = await keysOf(person.id)
  const { answer } = await service.database.transaction(async (db) => {
    // The page is the first to look whether others wait for it, and is the one that the database ends.
    await db.rows(sql`select set_config('deadlock_timeout', '5s', true)`)
    await db.rows(sql`select from identity.session where person_id = ${person.id} for update`)
    const asked = visitor.submit(page, fieldsOn(page), { action })
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    await db.rows(sql`select from identity.person where id = ${person.id} for update`)
    return { answer: asked }
  })
  expect((await answer).status).toBe(200)
  expect((await keysOf(person.id)).hash).not.toBe(before)
})
