// Tags of journal entries: on the entry or on its items, with weights; set anew at any time, found by, carried along
// when an entry is reversed, and no part of what is digested and chained.
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, ledgerRows, setLockDate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { importFile } from '#tests/ledger/sie/imported'
import { book, connectTo, stateOf, verified, wrongIn } from '#tests/ledger/support'
import { done, tagGroup, tagsShown, wrongWith } from './tagged.ts'

let service: Service
let client: Client
let company: TestCompany
/** The ids of tags by their names: places Nord, Syd, Öst; projects Bro, Tak. `foreign` is another company's. */
let ids: Record<string, string>

beforeAll(async () => {
  service = await startService()
  client = await connectTo(service)
  company = checkedCompany(await service.newCompany())
  const places = await tagGroup(company, { name: 'Plats', alias: 'PL', dimensionNumber: 1 }, ['Nord', 'Syd', 'Öst'])
  const projects = await tagGroup(company, { name: 'Projekt', alias: 'PR' }, ['Bro', 'Tak'])
  const other = await tagGroup(await service.newCompany(), { name: 'Plats', alias: 'PL' }, ['Nord'])
  ids = { ...places, ...projects, foreign: other.Nord ?? '' }
})
afterAll(async () => {
  await client.end()
  await service.close()
})

/** `Nord .5` is the tag with that weight; without a number the weight is left out. */
const use = (text: string) => {
  const [name = '', weight] = text.split(' ')
  return { tagId: ids[name] ?? name, ...(weight === undefined ? {} : { weight: Number(weight) }) }
}

type Tags = { tags?: string[]; items?: string[][] }

/** An entry with these tags; `items` has those of the first, second and third item. */
const entryWith = ({ tags, items = [] }: Tags) => ({
  ...(tags ? { tags: tags.map(use) } : {}),
  items: anEntry().items.map((item, at) => ({ ...item, ...(items[at] ? { tags: items[at].map(use) } : {}) })),
})

const bodyWith = ({ tags, items }: Tags) => ({
  ...(tags ? { tags: tags.map(use) } : {}),
  ...(items ? { items: items.map((uses, at) => ({ id: at + 1, tags: uses.map(use) })) } : {}),
})

const right: [what: string, tags: Tags, shown: [string[], string[][]]][] = [
  ['none', {}, [[], [[], [], []]]],
  ['empty lists', { tags: [], items: [[], [], []] }, [[], [[], [], []]]],
  ['on the entry', { tags: ['Nord'] }, [['Nord 1'], [[], [], []]]],
  [
    'of two groups',
    { tags: ['Bro', 'Nord'] },
    [
      ['Nord 1', 'Bro 1'],
      [[], [], []],
    ],
  ],
  [
    'in shares',
    { tags: ['Syd 0.25', 'Nord 0.75', 'Tak 0.5'] },
    [
      ['Nord 0.75', 'Syd 0.25', 'Tak 0.5'],
      [[], [], []],
    ],
  ],
  ['on items', { items: [['Nord'], ['Bro .1', 'Tak .9']] }, [[], [['Nord 1'], ['Bro 0.1', 'Tak 0.9'], []]]],
  [
    'to the sixth decimal',
    { items: [[], [], ['Nord .000001', 'Syd .999999']] },
    [[], [[], [], ['Nord 0.000001', 'Syd 0.999999']]],
  ],
  [
    'in thirds',
    { tags: ['Nord .333333', 'Syd .333333', 'Öst .333334'] },
    [
      ['Nord 0.333333', 'Syd 0.333333', 'Öst 0.333334'],
      [[], [], []],
    ],
  ],
]

describe('an entry has tags', () => {
  test.each(right)('%s', async (_, tags, shown) => {
    const created = await book(company, entryWith(tags))
    expect(tagsShown(created)).toEqual(shown)
    expect(await done(company.get(`/journal-entries/${created.id}`))).toEqual(created)
    const { id } = await book(company, entryWith({ tags: ['Öst'] }))
    const set = await done(company.put(`/journal-entries/${id}/tags`, bodyWith(tags)))
    expect(tagsShown(set)).toEqual(shown)
    expect(await done(company.get(`/journal-entries/${id}`))).toEqual(set)
  })

  test('with the names of their groups', async () => {
    const { tags } = await book(company, entryWith({ tags: ['Nord'] }))
    expect(tags).toEqual([
      { tagId: ids.Nord, tagGroupId: expect.any(String), tagName: 'Nord', tagGroupName: 'Plats', weight: 1 },
    ])
  })
})

const unknown = newId()

/** What is wrong in an entry, and in a body that sets tags. */
const wrong: [what: string, tags: Tags, errors: string[]][] = [
  ['one that is unknown', { tags: [unknown] }, [`#/tags/0/tagId: there is no tag ${unknown}`]],
  ['of another company', { items: [['Nord', 'foreign']] }, ['#/items/0/tags/1/tagId: there is no tag']],
  ['twice', { tags: ['Nord .5', 'Nord .5'] }, ['#/tags/1/tagId: the tag']],
  ['beyond 1', { tags: ['Nord .6', 'Bro', 'Syd .6'] }, ['#/tags: the weights within the tag group Plats come to 1.2']],
  ['beyond 1 by little', { items: [[], ['Nord', 'Syd .000001']] }, ['#/items/1/tags: the weights']],
  ['on both', { tags: ['Nord'], items: [['Syd']] }, ['#/tags: tags go either on the entry or on its items']],
  ['too fine', { tags: ['Nord .0000001'] }, ['#/tags/0/weight: must have at most 6 decimals']],
  ['without weight', { tags: ['Nord 0'] }, ['#/tags/0/weight: must be above 0']],
  ['below zero', { tags: ['Nord -1'] }, ['#/tags/0/weight: must be above 0']],
  ['above 1', { items: [['Nord 1.000001']] }, ['#/items/0/tags/0/weight: must be at most 1']],
  ['no id', { tags: ['x'] }, ['#/tags/0/tagId: must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d']],
  ['in capitals', { tags: [unknown.toUpperCase()] }, ['#/tags/0/tagId: there is no tag']],
  [
    'several',
    { tags: [unknown, 'Nord', 'Nord'], items: [['foreign']] },
    ['#/tags/0/tagId', '#/items/0/tags/0/tagId', '#/tags/2/tagId', '#/tags:', '#/tags:'],
  ],
]

describe('tags are refused', () => {
  test.each(wrong)('%s', async (_, tags, errors) => {
    const { id } = await book(company, entryWith({ tags: ['Öst'] }))
    const told = [...errors].sort().map((error) => expect.stringContaining(error))
    expect((await wrongIn(company, anEntry(entryWith(tags)))).sort()).toEqual(told)
    expect((await wrongWith(company.put(`/journal-entries/${id}/tags`, bodyWith(tags)))).sort()).toEqual(told)
    expect(tagsShown(await done(company.get(`/journal-entries/${id}`)))[0]).toEqual(['Öst 1'])
  })

  test('together with what else is wrong, in a body of another form too', async () => {
    const body = anEntry({ ...entryWith({ tags: [unknown] }), title: ' ' })
    expect(await wrongIn(company, body)).toEqual([
      expect.stringContaining('#/tags/0/tagId'),
      '#/title: must not be empty',
    ])
    expect(await wrongIn(company, { ...body, dates: 1 })).toHaveLength(3)
  })

  const items: [string, object[], string[]][] = [
    ['an item that is none', [{ id: 4, tags: [] }], ['#/items/0/id: the entry has no item 4']],
    ['item 0', [{ id: 0, tags: [] }], ['#/items/0/id: must be at least 1']],
    ['an item twice', [1, 2, 1].map((id) => ({ id, tags: [] })), ['#/items/2/id: the item 1 is given twice']],
    ['an item without id', [{ tags: [] }], ['#/items/0/id: is required']],
    ['an item without tags', [{ id: 1 }], ['#/items/0/tags: is required']],
  ]
  test.each(items)('for %s', async (_, given, errors) => {
    const { id } = await book(company)
    expect(await wrongWith(company.put(`/journal-entries/${id}/tags`, { items: given }))).toEqual(errors)
  })

  test('for an entry that is not there', async () => {
    expect((await company.put(`/journal-entries/${newId()}/tags`, {})).status).toBe(404)
  })
})

describe('setting tags', () => {
  test('replaces all, and the history remembers what they were', async () => {
    const { id } = await book(company, entryWith({ items: [['Nord .5', 'Syd .5'], ['Bro']] }))
    const path = `/journal-entries/${id}/tags`
    const steps: [Tags, [string[], string[][]]][] = [
      [{ items: [[], ['Tak']] }, [[], [[], ['Tak 1'], []]]],
      [{ tags: ['Nord .1'] }, [['Nord 0.1'], [[], [], []]]],
      [{ tags: ['Nord .1'] }, [['Nord 0.1'], [[], [], []]]],
      [{}, [[], [[], [], []]]],
    ]
    for (const [tags, shown] of steps) {
      expect(tagsShown(await done(company.put(path, bodyWith(tags))))).toEqual(shown)
    }
    const changes = await service.database.rows<{ detail: { before: object[]; after: object[] } }>(sql`
      select detail from platform.history
      where what = 'journal-entry.tags-set' and detail->>'id' = ${id} order by id`)
    expect(changes.map(({ detail: { before, after } }) => [before.length, after.length])).toEqual([
      [3, 1],
      [1, 1],
      [1, 0],
    ])
    expect(changes[1]?.detail).toEqual({
      id,
      before: [{ line: 2, tagId: ids.Tak, weight: 1 }],
      after: [{ line: null, tagId: ids.Nord, weight: 0.1 }],
    })
  })

  test('takes a precondition', async () => {
    const { id } = await book(company)
    const { headers } = await company.get(`/journal-entries/${id}`)
    const known = { 'if-match': headers.get('etag') ?? '' }
    const set = (name: string) => company.put(`/journal-entries/${id}/tags`, bodyWith({ tags: [name] }), known)
    expect([(await set('Nord')).status, (await set('Syd')).status]).toEqual([200, 412])
  })

  test('by many at once leaves what one of them asked for', async () => {
    const { id } = await book(company)
    const asked = [['Nord'], ['Syd .5', 'Nord .5'], ['Öst', 'Bro']].flatMap((tags) => [{ tags }, { items: [tags] }])
    const answers = await Promise.all(asked.map((tags) => company.put(`/journal-entries/${id}/tags`, bodyWith(tags))))
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
    const shown = JSON.stringify(tagsShown(await done(company.get(`/journal-entries/${id}`))))
    expect(answers.map(({ body }) => JSON.stringify(tagsShown(body)))).toContain(shown)
  })

  test('and the removal of a tag follow each other', async () => {
    for (let round = 0; round < 4; round++) {
      const { group, Ett } = await tagGroup(company, { name: 'Snabb', alias: 'SN' }, ['Ett'])
      const { id } = await book(company)
      const set = () => company.put(`/journal-entries/${id}/tags`, { tags: [{ tagId: Ett }] })
      const removed = () => company.delete(`/tag-groups/${group}${round < 2 ? `/tags/${Ett}` : ''}`)
      const answers = await Promise.all(round % 2 ? [set(), removed()] : [removed(), set()])
      const statuses = answers.map(({ status }) => status).sort()
      expect([
        [200, 400],
        [204, 400],
      ]).toContainEqual(statuses)
      await done(company.put(`/journal-entries/${id}/tags`, {}))
      await company.delete(`/tag-groups/${group}`)
    }
  })

  test('is for entries of closed years and locked days too, and for imported ones', async () => {
    const own = await service.newCompany()
    const { Ett = '' } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett'])
    const { A1 } = await importFile(own)
    await service.operateFor(own.id, async (call) => {
      await setLockDate(call, { date: dayFrom('2026-12-31') })
      await closeFiscalYear(call, { id: own.fiscalYearId } as Parameters<typeof closeFiscalYear>[1])
    })
    const set = await done(own.put(`/journal-entries/${A1.id}/tags`, { tags: [{ tagId: Ett }] }))
    expect(tagsShown(set)).toEqual([['Ett 1'], [[], []]])
    expect(await verified(service, own.id)).toEqual({ entries: 2, fault: null })
  })

  test('changes nothing that is digested or chained', async () => {
    const digests = (id: string) =>
      service.database.one(sql`
        select content_digest, chain_hash, items from ledger.journal_entry where id = ${id}`)
    const { id } = await book(company, entryWith({ items: [['Nord']] }))
    const before = await digests(id)
    await done(company.put(`/journal-entries/${id}/tags`, bodyWith({ tags: ['Bro'] })))
    expect(await digests(id)).toEqual(before)
  })
})

test.each<[string, Tags]>([
  ['of the entry', { tags: ['Nord .5', 'Syd .5'] }],
  ['of items', { items: [['Nord'], [], ['Bro .5']] }],
])('a reversal carries tags %s', async (_, tags) => {
  const entry = await book(company, entryWith(tags))
  const mirror = await done(company.post(`/journal-entries/${entry.id}/reverse`))
  expect(tagsShown(mirror)).toEqual(tagsShown(entry))
  expect(await done(company.get(`/journal-entries/${mirror.id}`))).toEqual(mirror)
})

describe('entries are found by a tag', () => {
  let own: TestCompany
  let tagged: Record<string, string>

  beforeAll(async () => {
    own = checkedCompany(await service.newCompany())
    tagged = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett', 'Två', 'Tre'])
    const on = (...names: string[]) => names.map((name) => ({ tagId: tagged[name], weight: 0.5 }))
    const items = anEntry().items.map((item) => ({ ...item, tags: on('Ett') }))
    await book(own, { title: 'Hyra', tags: on('Ett', 'Två') })
    await book(own, { title: 'Papper', items })
    await book(own, { title: 'Hyra' })
    await book(own, { title: 'Hyra', items })
    await book(own, { title: 'Kaffe', tags: on('Två') })
  })

  const numbersIn = (items: { journalEntryNumber: string }[]) => items.map((entry) => entry.journalEntryNumber)

  const found: [string, string, string[]][] = [
    ['Ett', '', ['V4', 'V2', 'V1']],
    ['Två', '', ['V5', 'V1']],
    ['Tre', '', []],
    ['Ett', 'title==Hyra', ['V4', 'V1']],
    ['Två', 'title==Papper||title==Kaffe', ['V5']],
  ]
  test.each(found)('%s with the filter "%s"', async (name, query, numbers) => {
    const values = { tagId: tagged[name] ?? '', ...(query ? { query } : {}) }
    const ask = (more: object) =>
      done(own.get(`/journal-entries?${new URLSearchParams({ ...values, ...more } as Record<string, string>)}`))
    const whole = await ask({})
    expect([whole.totalItems, whole.totalPages, numbersIn(whole.items)]).toEqual([
      numbers.length,
      numbers.length ? 1 : 0,
      numbers,
    ])
    const paged: string[] = []
    for (let page = 1; page <= numbers.length; page++) {
      paged.push(...numbersIn((await ask({ page: String(page), pageSize: '1' })).items))
    }
    expect(paged).toEqual(numbers)
    const followed: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { items, nextCursor } = await ask({ cursor, pageSize: '1' })
      followed.push(...numbersIn(items))
      cursor = nextCursor
    }
    expect(followed).toEqual(numbers)
  })

  test('of an unknown id: nothing; and a cursor is for its own tag', async () => {
    expect((await done(own.get(`/journal-entries?tagId=${ids.Nord}`))).totalItems).toBe(0)
    expect((await own.get('/journal-entries?tagId=x')).body.errors).toEqual([
      { field: 'tagId', message: 'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
    ])
    const { nextCursor } = await done(own.get(`/journal-entries?tagId=${tagged.Ett}&pageSize=1&cursor=`))
    for (const other of [`tagId=${tagged.Två}&`, '']) {
      expect((await own.get(`/journal-entries?${other}cursor=${nextCursor}`)).status).toBe(400)
    }
  })

  test('by the index of tags', async () => {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`
      explain select from ledger.journal_entry e where e.company_id = '${company.id}' and exists (
        select from (
          select company_id, journal_entry_id, tag_id from ledger.journal_entry_item_tag
          union all
          select company_id, journal_entry_id, tag_id from ledger.journal_entry_tag
        ) u
        where u.company_id = '${company.id}' and u.tag_id = '${ids.Nord}' and u.journal_entry_id = e.id)`)
    await client.query('reset enable_seqscan')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of ['journal_entry_item_tag_by_tag', 'journal_entry_tag_by_tag']) expect(plan).toContain(index)
  })
})

describe('entries that come together', () => {
  /** Books bodies as one batch, as requests that wait for each other are. */
  const together = async (of: TestCompany, bodies: object[]) => {
    const gather = ledgerRows.find(({ operationId }) => operationId === 'createJournalEntry')?.gather
    const outcomes = await service.operateFor(of.id, async (call: CompanyCall) =>
      gather?.run(bodies.map((body) => ({ call, input: { body } })) as unknown as Parameters<typeof gather.run>[0]),
    )
    return outcomes?.map((one) => (one instanceof Error ? 'refused' : JSON.stringify(tagsShown(one))))
  }

  test('each have their own tags, and a wrong one keeps no other from being booked', async () => {
    const entries: Tags[] = [
      { tags: ['Nord'] },
      {},
      { tags: [unknown] },
      { items: [['Bro']] },
      { tags: ['Syd 1', 'Öst 1'] },
    ]
    expect(
      await together(
        company,
        entries.map((tags) => anEntry(entryWith(tags))),
      ),
    ).toEqual(['[["Nord 1"],[[],[],[]]]', '[[],[[],[],[]]]', 'refused', '[[],[["Bro 1"],[],[]]]', 'refused'])
  })

  test('find a tag gone that was removed meanwhile', async () => {
    const { group, Ett } = await tagGroup(company, { name: 'Kort', alias: 'KO' }, ['Ett'])
    const other = await connectTo(service)
    await other.query('begin')
    await other.query(`select from ledger.book where company_id = '${company.id}' for update`)
    await other.query(`delete from ledger.tag where id = '${Ett}'`)
    const booked = ['a', 'b'].map((title) =>
      company.post('/journal-entries', anEntry({ title, tags: [{ tagId: Ett }] }), { 'idempotency-key': title }),
    )
    const plain = company.post('/journal-entries', anEntry())
    await expect.poll(async () => (await client.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
    await other.query('commit')
    await other.end()
    const answers = await Promise.all(booked)
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([400, [{ field: '#/tags/0/tagId', message: `there is no tag ${Ett}` }]])
    }
    expect((await plain).status).toBe(200)
    await done(company.delete(`/tag-groups/${group}`))
  })
})

test('the database holds tags in measure', async () => {
  const { id } = await book(company, entryWith({ tags: ['Nord .5'] }))
  const { id: items } = await book(company, entryWith({ items: [['Nord .5']] }))
  const insert = (table: string, values: string) => `insert into ledger.${table} values ('${company.id}', ${values})`
  const states: [string, string][] = [
    [insert('journal_entry_tag', `'${id}', '${ids.Syd}', 0.500001`), 'GB052'],
    [insert('journal_entry_item_tag', `'${items}', 1, '${ids.Syd}', 0.500001`), 'GB052'],
    [insert('journal_entry_item_tag', `'${id}', 1, '${ids.Bro}', 1`), 'GB052'],
    [insert('journal_entry_tag', `'${items}', '${ids.Bro}', 1`), 'GB052'],
    ['update ledger.journal_entry_tag set weight = 0.1', 'GB052'],
    ['update ledger.journal_entry_item_tag set weight = 0.1', 'GB052'],
    ['truncate ledger.journal_entry_tag', 'GB052'],
    [insert('journal_entry_tag', `'${id}', '${ids.Bro}', 0`), '23514'],
    [insert('journal_entry_tag', `'${id}', '${ids.foreign}', 1`), '23503'],
    [insert('journal_entry_item_tag', `'${items}', 4, '${ids.Bro}', 1`), '23503'],
    [`delete from ledger.tag where id = '${ids.Nord}'`, '23503'],
  ]
  for (const [statement, state] of states) expect(await stateOf(client.query(statement)), statement).toBe(state)
})

describe('verification finds', () => {
  const cases: [string, string, string][] = [
    ['weights beyond 1', `update ledger.journal_entry_item_tag set weight = 0.9`, 'within the group A weigh 1.8'],
    [
      'a tag of another company',
      `update ledger.journal_entry_item_tag set tag_id = '{foreign}' where tag_id = '{Ett}'`,
      'does not exist, or is not on any of its items',
    ],
    ['a tag on no item', `update ledger.journal_entry_item_tag set line = 9`, 'is not on any of its items'],
    [
      'tags on both',
      `insert into ledger.journal_entry_tag (company_id, journal_entry_id, tag_id, weight)
        select company_id, journal_entry_id, tag_id, 0.1 from ledger.journal_entry_item_tag limit 1; select 1`,
      'has tags of its own and tags of its items',
    ],
  ]
  test.each(cases)('%s', async (_, statement, fault) => {
    const own = await service.newCompany()
    const { Ett, Två } = await tagGroup(own, { name: 'A', alias: 'A' }, ['Ett', 'Två'])
    const tags = [Ett, Två].map((tagId) => ({ tagId, weight: 0.5 }))
    await book(own, { items: anEntry().items.map((item, at) => (at === 0 ? { ...item, tags } : item)) })
    expect(await verified(service, own.id)).toEqual({ entries: 1, fault: null })
    await client.query('set session_replication_role = replica')
    const bound = statement.replace('{foreign}', ids.foreign ?? '').replace('{Ett}', Ett ?? '')
    await client.query(
      bound.includes('limit 1')
        ? bound.replace('limit 1', `where company_id = '${own.id}' limit 1`)
        : `${bound} ${bound.includes('where') ? 'and' : 'where'} company_id = '${own.id}'`,
    )
    await client.query('set session_replication_role = origin')
    expect((await verified(service, own.id)).fault).toContain(fault)
  })
})
