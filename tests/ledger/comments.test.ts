// Comments on entries: who may write, change and remove them, what is remembered of them, how many there may be.
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { type Answer, type requestsWith, type Service, START, startService, type TestCompany } from '#support/service'
import { anotherIntegration, book, connectTo } from './support.ts'

let service: Service
let client: Client
let company: TestCompany
/** A second integration of the same company. */
let other: ReturnType<typeof requestsWith>
let entryId: string
let path: string

beforeAll(async () => {
  service = await startService()
  client = await connectTo(service)
  company = await service.newCompany()
  other = await anotherIntegration(service, company, 'Kassan')
})

afterAll(async () => {
  await client.end()
  await service.close()
})

beforeEach(async () => {
  service.setNow(START)
  entryId = (await book(company)).id
  path = `/journal-entries/${entryId}/comments`
})

const write = async (content: string, by: { post: TestCompany['post'] } = company): Promise<Answer['body']> => {
  const answer = await by.post(path, { content })
  expect(answer.status).toBe(200)
  return answer.body
}

const list = async (): Promise<Answer['body']> => (await company.get(path)).body

/** The processing history of the entry's comments. */
const remembered = async () => {
  const { rows } = await client.query(
    `select actor_name, what, detail from platform.history
     where company_id = $1 and what like 'comment.%' and detail->>'journalEntryId' = $2 order by id`,
    [company.id, entryId],
  )
  return rows
}

describe('a comment', () => {
  test('is plain text with its author and times', async () => {
    const content = '  Kvittot <b>saknas</b>\n\t"😀" \\ '
    const comment = await write(content)
    expect(comment).toEqual({
      id: comment.id,
      content,
      authorName: 'Prov',
      createdDatetime: '2026-06-10T10:00:00Z',
      updatedDatetime: '2026-06-10T10:00:00Z',
    })
    expect((await company.get(`${path}/${comment.id}`)).body).toEqual(comment)
  })

  test('stands in a bare list, oldest first, of any author', async () => {
    const first = await write('Ett')
    const second = await write('Två', other)
    const third = await write('Tre')
    expect(second.authorName).toBe('Kassan')
    expect(await list()).toEqual([first, second, third])
    expect((await other.get(path)).body).toEqual([first, second, third])
  })

  test('can be changed by its author, and what it said is remembered', async () => {
    const comment = await write('Ett')
    service.setNow('2026-06-11T10:00:00Z')
    const changed = await company.put(`${path}/${comment.id}`, { content: 'Två' })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ ...comment, content: 'Två', updatedDatetime: '2026-06-11T10:00:00Z' })
    expect(await list()).toEqual([changed.body])
    const detail = { id: comment.id, journalEntryId: entryId, before: 'Ett' }
    expect(await remembered()).toEqual([{ actor_name: 'Prov', what: 'comment.changed', detail }])
  })

  test('can be removed by its author, and what it said is remembered', async () => {
    const comment = await write('Ett')
    const removed = await company.delete(`${path}/${comment.id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await list()).toEqual([])
    const detail = { id: comment.id, journalEntryId: entryId, before: 'Ett' }
    expect(await remembered()).toEqual([{ actor_name: 'Prov', what: 'comment.deleted', detail }])
    for (const again of [company.get, company.delete]) {
      expect((await again(`${path}/${comment.id}`)).status).toBe(404)
    }
  })

  test('can be on a reversed entry and on a mirror', async () => {
    const { body: mirror } = await company.post(`/journal-entries/${entryId}/reverse`)
    await write('Ett')
    expect((await company.post(`/journal-entries/${mirror.id}/comments`, { content: 'Två' })).status).toBe(200)
  })
})

describe('refused', () => {
  test(`to change or remove another integration's`, async () => {
    const comment = await write('Ett')
    const message = `Comment ${comment.id} was written by another integration`
    const answers = [
      await other.put(`${path}/${comment.id}`, { content: 'Två' }),
      await other.delete(`${path}/${comment.id}`),
      await other.delete(`${path}/${comment.id}`, { 'if-match': '*' }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    }
    expect(await list()).toEqual([comment])
    expect(await remembered()).toEqual([])
  })

  const bodies: [what: string, body: unknown, wrong: string][] = [
    ['no text', {}, '#/content: is required'],
    ['an empty text', { content: '' }, '#/content: must not be empty'],
    ['a text of 5001 characters', { content: 'x'.repeat(5001) }, '#/content: must have at most 5000 characters'],
    ['a number', { content: 5 }, '#/content: must be a text'],
    [
      'a misspelt property',
      { content: 'x', contents: 'y' },
      '#/contents: is not a known property; did you mean content?',
    ],
  ]

  test.each(bodies)('%s', async (_, body, wrong) => {
    const comment = await write('Ett')
    for (const answer of [await company.post(path, body), await company.put(`${path}/${comment.id}`, body)]) {
      expect(answer.status).toBe(400)
      expect(answer.body.errors.map((error: Answer['body']) => `${error.field}: ${error.message}`)).toEqual([wrong])
    }
    expect(await list()).toEqual([comment])
  })

  test('but not 5000 characters, or what only answers tell', async () => {
    const content = '😀'.repeat(5000)
    const answer = await company.post(path, { content, id: 'x', authorName: 'y', createdDatetime: 5 })
    expect(answer.body).toMatchObject({ content, authorName: 'Prov' })
  })

  const byPeople: [what: string, change: string][] = [
    ['made in the console', `origin = 'console', actor_kind = 'user'`],
    ['imported in the console', `origin = 'import', actor_kind = 'user'`],
    ['imported by the operator', `origin = 'import', actor_kind = 'operator'`],
  ]

  test.each(byPeople)('on an entry that was %s', async (_, change) => {
    await client.query('set session_replication_role = replica')
    await client.query(`update ledger.journal_entry set ${change} where id = $1`, [entryId])
    await client.query('reset session_replication_role')
    const { status, body } = await company.post(path, { content: 'Ett' })
    const message = `Journal entry ${entryId} was made by people in the console or by the operator: it takes no comments through the API`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect(await list()).toEqual([])
  })

  test('on an entry that is nowhere, or for a comment of another entry or company', async () => {
    const comment = await write('Ett')
    const elsewhere = (await book(company)).id
    const stranger = await service.newCompany()
    for (const answer of [
      await company.get(`/journal-entries/${newId()}/comments`),
      await company.post(`/journal-entries/${newId()}/comments`, { content: 'Ett' }),
      await stranger.get(path),
      await stranger.post(path, { content: 'Ett' }),
      await stranger.get(`${path}/${comment.id}`),
      await company.get(`/journal-entries/${elsewhere}/comments/${comment.id}`),
      await company.put(`/journal-entries/${elsewhere}/comments/${comment.id}`, { content: 'Två' }),
      await company.delete(`/journal-entries/${elsewhere}/comments/${comment.id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
    }
    expect(await list()).toEqual([comment])
  })

  test('beyond 1000, also at the same time', async () => {
    await client.query(
      `insert into ledger.journal_entry_comment
       select $1, gen_random_uuid(), $2, 'x', 'token', $3, 'Prov', now(), now() from generate_series(1, 995)`,
      [company.id, entryId, company.tokenId],
    )
    const answers = await Promise.all(Array.from({ length: 10 }, () => company.post(path, { content: 'Ett' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(400)])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({
      code: 'limit-exceeded',
      message: 'A journal entry can have at most 1000 comments',
    })
    expect(await list()).toHaveLength(1000)
  })
})

describe('If-Match', () => {
  test('lets the first of two changes through', async () => {
    const comment = await write('Ett')
    const { headers } = await company.get(`${path}/${comment.id}`)
    const etag = headers.get('etag') ?? ''
    const first = await company.put(`${path}/${comment.id}`, { content: 'Två' }, { 'if-match': etag })
    const second = await company.put(`${path}/${comment.id}`, { content: 'Tre' }, { 'if-match': etag })
    const third = await company.delete(`${path}/${comment.id}`, { 'if-match': etag })
    expect([first.status, second.status, third.status]).toEqual([200, 412, 412])
    expect(second.body.code).toBe('precondition-failed')
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await list()).map((one: Answer['body']) => one.content)).toEqual(['Två'])
    const fourth = await company.delete(`${path}/${comment.id}`, { 'if-match': first.headers.get('etag') ?? '' })
    expect(fourth.status).toBe(204)
  })

  test('lets one of ten changes at the same time through', async () => {
    const comment = await write('Ett')
    const etag = (await company.get(`${path}/${comment.id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        company.put(`${path}/${comment.id}`, { content: `Nr ${place}` }, { 'if-match': etag }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    expect(await remembered()).toHaveLength(1)
  })
})
