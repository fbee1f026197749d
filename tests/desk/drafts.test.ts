// Drafts: unsaved input survives, is theirs alone, and two windows do not overwrite each other.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskContribution } from '#desk'
import { raw, sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { type Ask, asking, logInAs } from '#support/calling'
import { type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
let personId: string
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(START)
  company = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id: company.id }, 'bookkeeper')
  personId = person.id
  ask = asking(service.base, headers)
})

const path = '/me/drafts/journal-entry:new'
const content = JSON.stringify({ title: 'Hyra', items: [{ account: 5010, debit: 8000 }] })
const keys = (items: { key: string }[]) => items.map(({ key }) => key)

test('a draft is kept, read, listed, gone on with and removed', async () => {
  expect((await ask('GET', path)).status).toBe(404)
  expect((await ask('GET', '/me/drafts/%00')).status).toBe(404)
  expect((await ask('DELETE', '/me/drafts/%00')).status).toBe(204)
  const kept = await ask('PUT', path, { content, companyId: company.id, isNew: true })
  expect(kept.status, kept.text).toBe(200)
  expect(kept.body).toEqual({
    key: 'journal-entry:new',
    companyId: company.id,
    content,
    modifiedDateTime: '2026-06-10T10:00:00Z',
  })
  const read = await ask('GET', path)
  expect([read.text, read.headers.get('etag')]).toEqual([kept.text, kept.headers.get('etag')])
  await ask('PUT', '/me/drafts/invoice:new', { content: '{}' })
  expect(keys((await ask('GET', '/me/drafts')).body.items).sort()).toEqual(['invoice:new', 'journal-entry:new'])
  const own = await ask('GET', `/me/drafts?companyId=${company.id}`)
  expect(own.body.items).toEqual([
    { key: 'journal-entry:new', companyId: company.id, modifiedDateTime: expect.anything() },
  ])
  expect((await ask('DELETE', path)).status).toBe(204)
  expect((await ask('DELETE', path)).status).toBe(204)
  expect((await ask('GET', path)).status).toBe(404)
})

test('a draft is of a company that one enters, and of none that is just being removed', async () => {
  const other = await service.newCompany()
  const refused = [{ field: '#/companyId', message: 'is not a company that you may open' }]
  const faultsOf = ({ status, body }: Awaited<ReturnType<Ask>>) => [status, body.errors]
  expect(faultsOf(await ask('PUT', path, { content, companyId: other.id }))).toEqual([400, refused])
  const late = await service.database.transaction(async (db) => {
    await db.rows(sql`update identity.company set removed_at = ${START} where id = ${company.id}`)
    const asked = ask('PUT', path, { content, companyId: company.id })
    await expect.poll(async () => (await service.database.rows(raw(LOCK_WAITS))).length).toBe(1)
    return [asked]
  })
  expect(faultsOf((await Promise.all(late))[0] ?? (await ask('GET', path)))).toEqual([400, refused])
  expect((await ask('GET', '/me/drafts')).body.items).toEqual([])
})

describe('two windows', () => {
  test('do not overwrite each other', async () => {
    const first = await ask('PUT', path, { content: 'one', isNew: true })
    const etag = first.headers.get('etag') ?? ''
    expect((await ask('PUT', path, { content: 'two', isNew: true })).status).toBe(409)
    const second = await ask('PUT', path, { content: 'two' }, { 'if-match': etag })
    expect(second.status).toBe(200)
    const late = await ask('PUT', path, { content: 'three' }, { 'if-match': etag })
    expect([late.status, late.headers.get('etag')]).toEqual([412, second.headers.get('etag')])
    expect((await ask('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412)
    expect((await ask('GET', path)).body.content).toBe('two')
  })

  test('that keep it at the same moment, one as it was read, are answered one after the other', async () => {
    const etag = (await ask('PUT', path, { content: 'one', isNew: true })).headers.get('etag') ?? ''
    const answers = await service.database.transaction(async (db) => {
      await db.rows(sql`select from identity.person where id = ${personId} for no key update`)
      const waiting = async (count: number) =>
        expect.poll(async () => (await service.database.rows(raw(LOCK_WAITS))).length).toBe(count)
      const plain = ask('PUT', path, { content: 'two' })
      await waiting(1)
      const matching = ask('PUT', path, { content: 'three' }, { 'if-match': etag })
      await waiting(2)
      return [plain, matching]
    })
    const [plain, matching] = await Promise.all(answers)
    // Who waited second finds that it is not what was read any more.
    expect([plain?.status, matching?.status]).toEqual([200, 412])
  })

  test('that begin at the same moment are one and one refused', async () => {
    const both = await Promise.all(['one', 'two'].map((text) => ask('PUT', path, { content: text, isNew: true })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('no one else reads it, and no token', async () => {
  await ask('PUT', path, { content, companyId: company.id })
  const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  const other = asking(service.base, headers)
  expect((await other('GET', path)).status).toBe(404)
  expect((await other('GET', '/me/drafts')).body.items).toEqual([])
  await other('DELETE', path)
  expect((await ask('GET', path)).status).toBe(200)
  const bearer = asking(service.base, { authorization: `Bearer ${company.token}` })
  expect((await bearer('GET', path)).status).toBe(403)
  const { sealed } = await service.database.one<{ sealed: Buffer }>(
    sql`select sealed_content as sealed from desk.draft where person_id = ${personId}`,
  )
  expect(sealed.toString('latin1')).not.toContain('Hyra')
})

test('an untouched draft ends after ninety days', async () => {
  await ask('PUT', path, { content })
  const days = (count: number) => new Date(START.getTime() + count * 24 * 60 * 60 * 1000)
  const count = async () =>
    (await service.database.one<{ n: bigint }>(sql`select count(*) as n from desk.draft where person_id = ${personId}`))
      .n
  await deskContribution.forgetOldDrafts(service.usedDatabase, days(89.9))
  expect(await count()).toBe(1n)
  await deskContribution.forgetOldDrafts(service.usedDatabase, days(90.1))
  expect(await count()).toBe(0n)
})

test.each([
  ['a text as long as may be', 'å'.repeat(65_536), 200],
  ['a longer one', 'å'.repeat(65_537), 400],
  ['none', '', 200],
])('%s is answered rightly', async (_, text, status) => {
  expect((await ask('PUT', path, { content: text })).status).toBe(status)
})
