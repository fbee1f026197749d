// Entry templates through the API: what they hold, what is wrong with them, and that what they make of an amount can be
// booked as it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { done, tagGroup, wrongWith } from '#tests/ledger/tags/tagged'
import { stateOf } from './support.ts'

let service: Service
let company: TestCompany
/** The ids of a group of tags, of which these tests take two. */
let tags: Record<string, string>
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  tags = await tagGroup(company, { name: 'Plats', alias: 'PL' }, ['Nord', 'Syd', 'Öst'])
})
afterAll(() => service.close())

const share = { kind: 'share', account: 1930, side: 'credit', percent: 100 }
const vat = { kind: 'vat', account: 2641, side: 'debit', vatRate: 25, vatIncluded: true }
const rest = { kind: 'rest', account: 6110 }
const purchase = (changes: object = {}) => ({
  name: 'Material',
  title: 'Papper',
  items: [rest, vat, share],
  ...changes,
})

const made = (body: object): Promise<{ id: string }> => done(company.post('/entry-templates', body))

test('a template is kept as it was given, and found in the list', async () => {
  const template = await made({ ...purchase({ name: ' Inköp ' }), tags: [{ tagId: tags.Nord }] })
  expect(template).toEqual({
    id: expect.any(String),
    name: 'Inköp',
    title: 'Papper',
    takesAmount: true,
    items: [rest, vat, share].map((item) => ({ ...item, tags: [] })),
    tags: [{ tagId: tags.Nord, tagGroupId: tags.group, tagName: 'Nord', tagGroupName: 'Plats', weight: 1 }],
    modifiedDateTime: expect.any(String),
  })
  expect(await done(company.get(`/entry-templates/${template.id}`))).toEqual(template)
  const found = await done(company.get(`/entry-templates?query=${encodeURIComponent('name==Inköp')}`))
  expect(found.items).toEqual([template])
  expect((await done((await service.newCompany()).get('/entry-templates'))).items).toEqual([])
})

test('what a template makes of an amount is booked as it is, tags and all', async () => {
  const withTag = { ...rest, tags: [{ tagId: tags.Syd, weight: 0.5 }] }
  const without = share
  const { id } = await made({ name: 'Taxi', items: [withTag, { ...vat, vatRate: 6 }, without] })
  const worked = await done(company.get(`/entry-templates/${id}/entry?amount=106.01`))
  expect(worked.title).toBe('Taxi')
  const booked = await done(company.post('/journal-entries', { ...worked, date: '2026-06-01' }))
  expect(booked.items).toMatchObject([
    { account: 6110, debit: 100.01, tags: [{ tagName: 'Syd', weight: 0.5 }] },
    { account: 2641, debit: 6, tags: [] },
    { account: 1930, credit: 106.01, tags: [] },
  ])
})

test('a template of whole amounts needs none', async () => {
  const fixed = { kind: 'fixed', account: 5010, side: 'debit', amount: 12000.5 }
  const { id, ...template } = await made({ name: 'Hyra', items: [fixed, { ...rest, account: 1930 }] })
  expect(template).toMatchObject({ takesAmount: false, title: null, items: [{ amount: 12000.5 }, {}] })
  const { items } = await done(company.get(`/entry-templates/${id}/entry`))
  expect(items).toEqual([
    { account: 5010, debit: 12000.5, tags: [] },
    { account: 1930, credit: 12000.5, tags: [] },
  ])
})

test.each<[string, object, string[]]>([
  ['no lines', { items: [] }, ['#/items']],
  ['one line', { items: [rest] }, ['#/items']],
  ['101 lines', { items: Array(101).fill(vat) }, ['#/items']],
  ['no name', { name: ' ' }, ['#/name: must not be empty']],
  ['a long name', { name: 'x'.repeat(201) }, ['#/name']],
  ['another kind', { items: [rest, { ...vat, kind: 'formula' }] }, ['#/items/1/kind']],
  ['a share without side', { items: [rest, { kind: 'share', account: 1930, percent: 1 }] }, ['#/items/1/side']],
  ['another rate', { items: [rest, { ...vat, vatRate: 24 }] }, ['#/items/1/vatRate']],
  ['a share of nothing', { items: [rest, { ...share, percent: 0 }] }, ['#/items/1/percent: must be from 0.0001']],
  ['a fine share', { items: [rest, { ...share, percent: 0.00001 }] }, ['#/items/1/percent: must be from 0.0001']],
  ['an account not there', { items: [rest, { ...share, account: 9999 }] }, ['#/items/1/account: account 9999 is not']],
  ['two rests', { items: [rest, rest] }, ['#/items/1/kind: only one line takes the rest']],
  ['what does not balance', { items: [vat, share] }, ['#/items: do not balance for every amount']],
  [
    'an unknown tag',
    { tags: [{ tagId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' }] },
    ['#/tags/0/tagId: there is no tag'],
  ],
  [
    'several faults',
    { name: '', items: [rest, { ...share, account: 9999, percent: 0.00001 }] },
    ['#/name', '#/items/1/percent', '#/items/1/account'],
  ],
])('%s is refused', async (_, changes, starts) => {
  const told = await wrongWith(company.post('/entry-templates', purchase({ name: 'Fel', ...changes })))
  for (const start of starts) expect(told).toContainEqual(expect.stringContaining(start))
  expect(told).toHaveLength(starts.length)
})

test.each<[string, string]>([
  ['              ', 'amount: is required'],
  ['?amount=0     ', 'amount: must be an amount from 0.01'],
  ['?amount=-1    ', 'amount: must be an amount from 0.01'],
  ['?amount=1.001 ', 'amount: must be an amount from 0.01'],
  ['?amount=0.01  ', 'amount: results in debit 0.02 and credit 0.01'],
])('of the amount %s nothing is worked out', async (query, expected) => {
  const half = { ...share, account: 6110, side: 'debit', percent: 50 }
  const { id } = await made({ name: `Halvor ${query}`, items: [half, half, share] })
  const told = await wrongWith(company.get(`/entry-templates/${id}/entry${query.trim()}`))
  expect(told).toEqual([expect.stringContaining(expected)])
})

test('a template is changed only by a user who has read its latest version, and removed', async () => {
  const { id } = await made(purchase({ name: 'Före' }))
  await made(purchase({ name: 'Upptagen' }))
  const path = `/entry-templates/${id}`
  const { headers } = await company.get(path)
  const stale = { 'if-match': headers.get('etag') ?? '' }
  const changes = { name: 'Efter', items: [share, rest] }
  expect(await done(company.put(path, changes))).toMatchObject({ name: 'Efter', title: null, items: [share, rest] })
  expect((await company.put(path, changes, stale)).status).toBe(412)
  expect((await company.delete(path, stale)).status).toBe(412)
  expect(await wrongWith(company.put(path, purchase({ name: 'Upptagen' })))).toEqual([
    '#/name: another entry template is named Upptagen',
  ])
  // What is the same changes nothing.
  const before = await company.get(path)
  const again = await company.put(path, changes)
  expect(again.headers.get('etag')).toBe(before.headers.get('etag'))
  expect((await company.delete(path)).status).toBe(204)
  expect((await company.get(path)).status).toBe(404)
  const told = await service.database.rows<{ what: string }>(sql`
    select what from platform.history where company_id = ${company.id} and detail ->> 'id' = ${id} order by id`)
  expect(told.map(({ what }) => what)).toEqual([
    'entry-template.created',
    'entry-template.changed',
    'entry-template.deleted',
  ])
})

test('a tag stays as long as a template has it', async () => {
  const { id } = await made(purchase({ name: 'Med tagg', tags: [{ tagId: tags.Öst }] }))
  const tag = `/tag-groups/${tags.group}/tags/${tags.Öst}`
  expect((await company.delete(tag)).body.message).toContain('entry templates have it')
  expect((await company.delete(`/entry-templates/${id}`)).status).toBe(204)
  expect((await company.delete(tag)).status).toBe(204)
})

test('the database itself rejects invalid templates', async () => {
  const { id } = await made(purchase({ name: 'Håll' }))
  const insert = (values: string) =>
    stateOf(
      service.database.rows(
        raw(`insert into ledger.entry_template_item (company_id, entry_template_id, line, account, kind, side, amount,
          percent) values ('${company.id}', '${id}', 9, ${values})`),
      ),
    )
  expect(await insert("1930, 'rest', null, null, null")).toBe('23505')
  expect(await insert("1930, 'fixed', 'debit', null, null")).toBe('23514')
  expect(await insert("1930, 'share', null, null, 50")).toBe('23514')
  expect(await insert("1930, 'share', 'debit', 100, 50")).toBe('23514')
  expect(await insert("9999, 'share', 'debit', null, 50")).toBe('23503')
})

test('a line with a kind has the rate of the day, and stands on the accounts of that rate', async () => {
  const food = { kind: 'vat', account: 2621, side: 'credit', vatKind: 'food', vatIncluded: true }
  const items = [{ kind: 'rest', account: 3002 }, food, { ...share, side: 'debit' }]
  const { id, items: kept } = await done(company.post('/entry-templates', { name: 'Dagskassa', items }))
  expect(kept[1]).toEqual({ ...food, tags: [] })
  const on = async (date: string, amount: number) => {
    const worked = await done(company.get(`/entry-templates/${id}/entry?amount=${amount}&date=${date}`))
    return worked.items.map(({ account, debit = 0, credit = 0 }: Record<string, number>) => [account, debit - credit])
  }
  expect([await on('2026-03-31', 112), await on('2026-04-01', 106), await on('2028-01-01', 112)]).toEqual([
    [
      [3002, -100],
      [2621, -12],
      [1930, 112],
    ],
    [
      [3003, -100],
      [2631, -6],
      [1930, 106],
    ],
    [
      [3002, -100],
      [2621, -12],
      [1930, 112],
    ],
  ])
  const art = { ...food, vatKind: 'art' }
  const other = await done(company.post('/entry-templates', { name: 'Konst', items: [items[0], art, items[2]] }))
  const early = await wrongWith(company.get(`/entry-templates/${other.id}/entry?amount=112&date=2024-12-31`))
  expect(early).toEqual(['date: has no rate of VAT for art on 2024-12-31'])
  const without = { name: 'Utan', items: [items[0], { ...food, vatKind: null }] }
  expect(await wrongWith(company.post('/entry-templates', without))).toEqual([
    expect.stringContaining('#/items/1/vatRate: '),
  ])
  // Without a rest, debit equals credit at every rate that the kind may get.
  const both = { kind: 'vat', vatIncluded: false }
  const reverse = (vatKind: string) => [
    { ...both, account: 2645, side: 'debit', vatKind: 'food' },
    { ...both, account: 2624, side: 'credit', vatKind },
  ]
  await done(company.post('/entry-templates', { name: 'Omvänd', items: reverse('food') }))
  expect((await company.post('/entry-templates', { name: 'Omvänd 2', items: reverse('books') })).status).toBe(400)
})

test('a line has the box of the VAT return that it was given, and a box of tax follows the rate of a kind', async () => {
  const abroad = { kind: 'rest', account: 5420, vatCode: '21' }
  const body = {
    name: 'Program från EU',
    items: [abroad, { kind: 'share', account: 1930, side: 'credit', percent: 100 }],
  }
  const { id, items } = await done(company.post('/entry-templates', body))
  expect(items[0]).toEqual({ ...abroad, tags: [] })
  const worked = await done(company.get(`/entry-templates/${id}/entry?amount=100`))
  expect(worked.items[0]).toEqual({ account: 5420, debit: 100, vatCode: '21', tags: [] })
  const entry = await done(company.post('/journal-entries', { ...worked, date: '2026-05-15' }))
  expect(entry.vatRows).toMatchObject([{ box: '21', base: 100 }])
  const food = { kind: 'vat', account: 2621, side: 'credit', vatKind: 'food', vatIncluded: true, vatCode: '11' }
  const sale = { name: 'Kassa', items: [{ kind: 'rest', account: 3002 }, food, { ...share, side: 'debit' }] }
  const till = await done(company.post('/entry-templates', sale))
  const lower = await done(company.get(`/entry-templates/${till.id}/entry?amount=106&date=2026-04-01`))
  expect(lower.items[1]).toMatchObject({ account: 2631, vatCode: '12' })
  expect(
    await wrongWith(
      company.put(`/entry-templates/${id}`, { ...body, items: [{ ...abroad, vatCode: '48' }, body.items[1]] }),
    ),
  ).toEqual([expect.stringContaining('#/items/0/vatCode: ')])
})
