// Tag groups and tags: names, aliases, dimensions and codes; what is in use stays; and the feature of the plan.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { type Plan, setPlan } from '#plans'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { unlimited } from '#rules/plans/plan'
import { checkedCompany } from '#support/checked'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { book, connectTo, stateOf } from '#tests/ledger/support'
import { done, tagGroup, wrongWith } from './tagged.ts'

let service: Service
let company: TestCompany
/** The groups of the company that these tests only read: cost centres and projects without a dimension. */
let centres: Record<string, string>
let projects: Record<string, string>

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  centres = await tagGroup(company, { name: 'Kostnadsställe', alias: 'KST', dimensionNumber: 1 }, ['Nord', 'Syd'])
  projects = await tagGroup(company, { name: 'Projekt', alias: 'PRJ' }, [])
})
afterAll(() => service.close())

const groupsOf = async (of: TestCompany, query = '') =>
  (await done(of.get(`/tag-groups${query}`))).items.map(({ name }: { name: string }) => name)

const rememberedIn = (of: TestCompany) =>
  service.database.rows<{ what: string; detail: object }>(sql`
    select what, detail from platform.history where company_id = ${of.id} and what like 'tag%' order by id`)

describe('a group', () => {
  test('is shown with its tags, the oldest first', async () => {
    expect(await done(company.get(`/tag-groups/${centres.group}`))).toEqual({
      id: centres.group,
      name: 'Kostnadsställe',
      alias: 'KST',
      dimensionNumber: 1,
      modifiedDateTime: expect.any(String),
      tags: [
        { id: centres.Nord, name: 'Nord' },
        { id: centres.Syd, name: 'Syd' },
      ],
    })
    expect((await done(company.get(`/tag-groups/${projects.group}`))).dimensionNumber).toBeNull()
  })

  const filters: [string, string[]][] = [
    ['', ['Projekt', 'Kostnadsställe']],
    ['name==Projekt', ['Projekt']],
    ['name~st', ['Kostnadsställe']],
    ['dimensionNumber==1', ['Kostnadsställe']],
    ['dimensionNumber>=2', []],
    ['dimensionNumber!=1', ['Projekt']],
  ]
  test.each(filters)('is found by %s', async (query, found) => {
    expect(await groupsOf(company, query && `?query=${encodeURIComponent(query)}`)).toEqual(found)
  })

  const wrong: [string, object, string[]][] = [
    ['a name that is taken', { name: ' Projekt ' }, ['#/name: another tag group is named Projekt']],
    ['an alias that is taken', { alias: 'KST' }, ['#/alias: another tag group has the alias KST']],
    ['both', { name: 'Projekt', alias: 'PRJ' }, ['#/name', '#/alias']],
    ['blanks', { name: ' ', alias: ' ' }, ['#/name: must not be empty', '#/alias: must not be empty']],
    ['nothing', { name: '', alias: '' }, ['#/name', '#/alias']],
    ['a long alias', { alias: 'LONG' }, ['#/alias: must have at most 3 characters']],
    ['a long name', { name: 'x'.repeat(201) }, ['#/name: must have at most 200 characters']],
    ['a dimension that is taken', { dimensionNumber: 1 }, ['#/dimensionNumber: the tag group Kostnadsställe is']],
    ...[0, -1, 3, 4, 5, 11, 19, 1_000_000].map((dimensionNumber): [string, object, string[]] => [
      `the dimension ${dimensionNumber}`,
      { dimensionNumber },
      ['#/dimensionNumber: must be 1, 2, 6 to 10, or 20 to 999999'],
    ]),
    ['half a dimension', { dimensionNumber: 6.5 }, ['#/dimensionNumber: must be a whole number']],
    ['a wrong type and a taken name', { alias: 5, name: 'Projekt' }, ['#/alias: must be a text', '#/name']],
  ]
  test.each(wrong)('is refused with %s', async (_, changes, errors) => {
    const told = await wrongWith(company.post('/tag-groups', { name: 'Ny', alias: 'NY', ...changes }))
    expect(told).toEqual(errors.map((error) => expect.stringContaining(error)))
  })

  test.each([2, 6, 7, 8, 9, 10, 20, 999_999])('may be the dimension %i', async (dimensionNumber) => {
    const own = await service.newCompany()
    const group = await done(own.post('/tag-groups', { name: 'Å', alias: 'å', dimensionNumber, id: newId(), tags: [] }))
    expect(group).toMatchObject({ name: 'Å', alias: 'å', dimensionNumber, tags: [] })
  })

  test('gets another name and alias, and keeps its dimension', async () => {
    const own = await service.newCompany()
    const { group = '' } = await tagGroup(own, { name: 'A', alias: 'A', dimensionNumber: 6 }, ['Ett'])
    await tagGroup(own, { name: 'B', alias: 'B' }, [])
    const path = `/tag-groups/${group}`
    const changed = await done(own.put(path, { name: 'C ', alias: 'C', dimensionNumber: 7 }))
    expect(changed).toMatchObject({ name: 'C', alias: 'C', dimensionNumber: 6, tags: [{ name: 'Ett' }] })
    expect(await done(own.get(path))).toEqual(changed)
    expect(await done(own.put(path, { name: 'C', alias: 'C' }))).toEqual(changed)
    expect(await wrongWith(own.put(path, { name: 'B', alias: 'B' }))).toEqual([
      '#/name: another tag group is named B',
      '#/alias: another tag group has the alias B',
    ])
    const changes = (await rememberedIn(own)).filter(({ what }) => what === 'tag-group.changed')
    const about = { id: group, before: { name: 'A', alias: 'A' }, after: { name: 'C', alias: 'C' } }
    expect(changes).toEqual([{ what: 'tag-group.changed', detail: about }])
  })

  test('of another company is not found', async () => {
    const other = await service.newCompany()
    await tagGroup(other, { name: 'Kostnadsställe', alias: 'KST', dimensionNumber: 1 }, ['Nord'])
    expect(await groupsOf(other)).toEqual(['Kostnadsställe'])
    for (const path of [`/tag-groups/${centres.group}`, `/tag-groups/${centres.group}/tags/${centres.Nord}`]) {
      expect((await other.put(path, { name: 'x', alias: 'x' })).status).toBe(404)
      expect((await other.delete(path)).status).toBe(404)
    }
  })

  test('made by many at once is made once', async () => {
    const own = await service.newCompany()
    const asked = Array.from({ length: 8 }, () => own.post('/tag-groups', { name: 'En', alias: 'EN' }))
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(await groupsOf(own)).toEqual(['En'])
  })
})

describe('a tag', () => {
  test('is named, renamed and removed; its name is its own in the group', async () => {
    const own = await service.newCompany()
    const { group, Ett, Två } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett', 'Två'])
    const other = await tagGroup(own, { name: 'B', alias: 'B' }, ['Ett'])
    const tags = `/tag-groups/${group}/tags`
    expect(await wrongWith(own.post(tags, { name: ' Ett' }))).toEqual(['#/name: another tag of the group is named Ett'])
    expect(await wrongWith(own.put(`${tags}/${Två}`, { name: 'Ett' }))).toHaveLength(1)
    expect(await wrongWith(own.post(tags, { name: ' ' }))).toEqual(['#/name: must not be empty'])
    expect(await done(own.put(`${tags}/${Ett}`, { name: 'Tre' }))).toEqual({ id: Ett, name: 'Tre' })
    expect(await done(own.put(`${tags}/${Ett}`, { name: 'Tre' }))).toEqual({ id: Ett, name: 'Tre' })
    expect((await own.put(`/tag-groups/${other.group}/tags/${Ett}`, { name: 'Fyra' })).status).toBe(404)
    expect((await own.delete(`/tag-groups/${other.group}/tags/${Ett}`)).status).toBe(404)
    expect((await own.delete(`${tags}/${Två}`)).status).toBe(204)
    expect((await done(own.get(`/tag-groups/${group}`))).tags).toEqual([{ id: Ett, name: 'Tre' }])
    const what = (await rememberedIn(own)).map((row) => row.what).slice(-2)
    expect(what).toEqual(['tag.changed', 'tag.deleted'])
  })

  test('gets the next free number for its code', async () => {
    const own = await service.newCompany()
    const { group, Ett } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett', 'Två'])
    await service.database.rows(sql`
      insert into ledger.tag (company_id, id, tag_group_id, code, name, created_at)
      values (${own.id}, ${newId()}, ${group}, '41', 'Ur fil', now()),
        (${own.id}, ${newId()}, ${group}, '0099', 'Med nollor', now()),
        (${own.id}, ${newId()}, ${group}, 'X500', 'Med bokstav', now())`)
    await done(own.delete(`/tag-groups/${group}/tags/${Ett}`))
    await done(own.post(`/tag-groups/${group}/tags`, { name: 'Tre' }))
    const codes = await service.database.rows<{ code: string }>(
      sql`select code from ledger.tag where tag_group_id = ${group} order by id desc limit 1`,
    )
    expect(codes).toEqual([{ code: '42' }])
  })

  test('is gone with its group, and earlier preconditions fail', async () => {
    const own = await service.newCompany()
    const { group, Ett } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett'])
    const { headers } = await own.get(`/tag-groups/${group}`)
    await done(own.put(`/tag-groups/${group}`, { name: 'B', alias: 'A' }))
    const stale = { 'if-match': headers.get('etag') ?? '' }
    expect((await own.delete(`/tag-groups/${group}`, stale)).status).toBe(412)
    expect((await own.delete(`/tag-groups/${group}/tags/${Ett}`, stale)).status).toBe(412)
    expect((await own.delete(`/tag-groups/${group}`)).status).toBe(204)
    expect(await groupsOf(own)).toEqual([])
    const count = await service.database.one(sql`select count(*) from ledger.tag where company_id = ${own.id}`)
    expect(count).toEqual({ count: 0n })
  })
})

describe('what is in use stays', () => {
  const ways: [string, (tagId: string) => Record<string, unknown>][] = [
    ['on an entry', (tagId) => ({ tags: [{ tagId }] })],
    [
      'on an item',
      (tagId) => ({ items: anEntry().items.map((item, at) => (at ? item : { ...item, tags: [{ tagId }] })) }),
    ],
  ]
  test.each(ways)('%s', async (_, changes) => {
    const own = await service.newCompany()
    const { group, Ett, Två = '' } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett', 'Två'])
    const { id } = await book(own, changes(Två))
    const refused = await own.delete(`/tag-groups/${group}/tags/${Två}`)
    expect(refused.body.message).toBe(`Tag ${Två} is in use: journal entries or entry templates have it`)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect((await own.delete(`/tag-groups/${group}`)).body.message).toContain(
      'entries or entry templates have its tags',
    )
    expect((await own.delete(`/tag-groups/${group}/tags/${Ett}`)).status).toBe(204)
    await done(own.put(`/journal-entries/${id}/tags`, {}))
    expect((await own.delete(`/tag-groups/${group}`)).status).toBe(204)
  })

  test('as a dimension that another one is part of', async () => {
    const own = await service.newCompany()
    const { group } = await tagGroup(own, { name: 'A', alias: 'A', dimensionNumber: 20 }, [])
    await service.database.rows(sql`
      insert into ledger.tag_group (company_id, id, name, alias, dimension_number, parent_dimension_number, created_at,
        modified_at)
      values (${own.id}, ${newId()}, 'Del', 'DEL', 21, 20, now(), now())`)
    expect((await own.delete(`/tag-groups/${group}`)).body.message).toContain('the dimension Del is part of it')
  })
})

test('the database holds what is fixed', async () => {
  const client = await connectTo(service)
  const states: [string, string][] = [
    [`update ledger.tag_group set dimension_number = 7 where id = '${centres.group}'`, 'GB053'],
    [`update ledger.tag_group set parent_dimension_number = 1 where id = '${centres.group}'`, 'GB053'],
    [`update ledger.tag set code = '9' where id = '${centres.Nord}'`, 'GB053'],
    [`update ledger.tag set tag_group_id = '${projects.group}' where id = '${centres.Nord}'`, 'GB053'],
    [`update ledger.tag_group set name = 'Projekt' where id = '${centres.group}'`, '23505'],
    [`update ledger.tag_group set alias = 'PRJ' where id = '${centres.group}'`, '23505'],
    [`update ledger.tag_group set alias = 'LONG' where id = '${centres.group}'`, '23514'],
    [`update ledger.tag set name = 'Syd' where id = '${centres.Nord}'`, '23505'],
  ]
  for (const [statement, state] of states) expect(await stateOf(client.query(statement)), statement).toBe(state)
  await client.end()
})

describe('the plan', () => {
  const give = (of: TestCompany, plan: Plan) =>
    service.operateFor(of.id, (call) => setPlan(call, { ...unlimited, plan, trialEndsOn: null }))

  test('opens tags: their endpoints, those of entries, and entries that have some', async () => {
    const own = await service.newCompany()
    const { group, Ett } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett'])
    const { id } = await book(own)
    // The API is not available under Basic, so the feature is shown as lacking by the trial that ends.
    await give(own, 'Premium')
    const asked = () => [
      own.get('/tag-groups'),
      own.post(`/tag-groups/${group}/tags`, { name: `Tagg ${newId()}` }),
      own.put(`/journal-entries/${id}/tags`, { tags: [{ tagId: Ett }] }),
      own.post('/journal-entries', anEntry({ tags: [{ tagId: Ett }] })),
    ]
    expect((await Promise.all(asked())).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await give(own, 'Basic')
    for (const { status, body } of await Promise.all(asked())) {
      expect([status, body.error]).toEqual([403, 'price_plan_feature_required'])
    }
  })

  test('with scopes of its own', async () => {
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Läsare', scopes: ['tags:read'] }),
    )
    const reader = requestsWith(company.url, token)
    expect((await reader.get('/tag-groups')).status).toBe(200)
    expect((await reader.post('/tag-groups', {})).body.message).toContain('tags:write')
    expect((await reader.put(`/journal-entries/${newId()}/tags`, {})).body.message).toContain('journal-entries:write')
  })
})
