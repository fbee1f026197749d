// An entry that is booked with an upload: the two are connected in the statement that books, once, also under
// concurrent requests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUpload } from '#documents'
import { newId } from '#platform/id'
import { LOCK_WAITS } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { anUpload, done, tagGroup } from '#tests/ledger/tags/tagged'
import { book, connectTo, verified, wrongIn } from './support.ts'

let service: Service
let company: TestCompany
let other: TestCompany

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  other = await service.newCompany()
})
afterAll(() => service.close())

const withUpload = (id: string, changes: object = {}) => anEntry({ uploadRef: { id }, ...changes })
const entryOf = async (upload: string) => (await done(company.get(`/uploads/${upload}`))).journalEntryId

test('the entry shows the upload, and the upload the entry', async () => {
  const id = await anUpload(company)
  const entry = await book(company, { uploadRef: { id } })
  expect(entry.uploadRef).toEqual({ id })
  expect(await done(company.get(`/journal-entries/${entry.id}`))).toEqual(entry)
  expect((await done(company.get('/journal-entries'))).items[0]).toEqual(entry)
  expect(await entryOf(id)).toBe(entry.id)
  const mirror = await done(company.post(`/journal-entries/${entry.id}/reverse`))
  expect(mirror.uploadRef).toBeNull()
})

test('an entry shows the upload that was connected first', async () => {
  const uploads = [await anUpload(company), await anUpload(company)]
  const entry = await book(company, { uploadRef: { id: uploads[1] } })
  service.setNow(new Date(service.now().getTime() + 1000))
  await done(company.post(`/journal-entries/${entry.id}/uploads`, { id: uploads[0] }))
  expect((await done(company.get(`/journal-entries/${entry.id}`))).uploadRef).toEqual({ id: uploads[1] })
})

test('an upload that is not free is refused, together with what else is wrong', async () => {
  const taken = await anUpload(company)
  const deleted = await anUpload(company)
  const free = await anUpload(company)
  const { id } = await book(company, { uploadRef: { id: taken } })
  await service.operateFor(company.id, (call) => deleteUpload(call, deleted))
  const cases: [string, string][] = [
    [newId(), 'there is no upload'],
    [await anUpload(other), 'there is no upload'],
    [deleted, 'is deleted'],
    [taken, `already connected to journal entry ${id}`],
  ]
  for (const [upload, message] of cases) {
    const told = [expect.stringMatching(new RegExp(`^#/uploadRef/id: .*${message}`))]
    if (message === 'there is no upload') {
      const alone = await company.post('/journal-entries', withUpload(upload))
      expect([alone.status, alone.body.message]).toEqual([404, `There is no upload ${upload} in this company`])
    } else expect(await wrongIn(company, withUpload(upload))).toEqual(told)
    expect(await wrongIn(company, withUpload(upload, { title: ' ' }))).toEqual([...told, '#/title: must not be empty'])
    expect(await wrongIn(company, withUpload(upload, { titel: 1 }))).toHaveLength(2)
  }
  expect(await wrongIn(company, anEntry({ uploadRef: { id: 'x' } }))).toEqual([
    '#/uploadRef/id: must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
  ])
  expect(await wrongIn(company, withUpload(free, { title: ' ' }))).toEqual(['#/title: must not be empty'])
  expect(await entryOf(free)).toBeNull()
})

describe('an upload that many ask for', () => {
  test.each<[string, string, (nth: number) => Record<string, string>]>([
    ['without keys', 'UTN', () => ({})],
    ['with keys', 'MED', (nth) => ({ 'idempotency-key': `upload-${nth}` })],
  ])('goes to one of them, %s', async (_, alias, headers) => {
    const id = await anUpload(company)
    const { Ett } = await tagGroup(company, { name: alias, alias }, ['Ett'])
    const before = (await done(company.get('/journal-entries?pageSize=1'))).totalItems
    const bodies = Array.from({ length: 12 }, (_, nth) => {
      if (nth % 3 === 0) return anEntry()
      return nth % 3 === 1 ? withUpload(nth % 2 ? id : id.toUpperCase()) : withUpload(id, { tags: [{ tagId: Ett }] })
    })
    const answers = await Promise.all(bodies.map((body, nth) => company.post('/journal-entries', body, headers(nth))))
    const plain = answers.filter((_, nth) => nth % 3 === 0)
    expect(plain.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const asking = answers.filter((_, nth) => nth % 3 !== 0)
    const won = asking.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of asking.filter((answer) => answer !== won[0])) {
      expect([status, body.errors?.[0]?.field]).toEqual([400, '#/uploadRef/id'])
    }
    expect(await entryOf(id)).toBe(won[0]?.body.id)
    expect((await done(company.get('/journal-entries?pageSize=1'))).totalItems).toBe(before + 5)
    expect((await verified(service, company.id)).fault).toBeNull()
  })

  test('is refused when another user connects it between check and booking', async () => {
    const upload = await anUpload(company)
    const { id } = await book(company)
    const client = await connectTo(service)
    await client.query('begin')
    await client.query(`
      update documents.upload set journal_entry_id = '${id}', connected_at = now() where id = '${upload}'`)
    const asked = company.post('/journal-entries', withUpload(upload))
    const keyed = company.post('/journal-entries', withUpload(upload), { 'idempotency-key': 'raced' })
    const watcher = await connectTo(service)
    await expect.poll(async () => (await watcher.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
    await client.query('commit')
    for (const { status, body } of [await asked, await keyed]) {
      expect([status, body.errors]).toEqual([
        400,
        [{ field: '#/uploadRef/id', message: `upload ${upload} is already connected to journal entry ${id}` }],
      ])
    }
    await Promise.all([client.end(), watcher.end()])
  })
})
