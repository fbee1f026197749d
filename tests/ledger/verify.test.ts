// Verification finds what was altered behind the back of the triggers, and nothing in sound books.
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { newId } from '#platform/id'
import { type Service, startService, type TestCompany } from '#support/service'
import { importFile } from '#tests/ledger/sie/imported'
import { entryColumns, entryValues, fill } from './by-hand.ts'
import { book, connectTo, verified } from './support.ts'

let service: Service
let client: Client

beforeAll(async () => {
  service = await startService()
  client = await connectTo(service)
  // No trigger and no foreign key looks at what this connection writes.
  await client.query('set session_replication_role = replica')
})

afterAll(async () => {
  await client.end()
  await service.close()
})

describe('sound books', () => {
  test('of several companies', async () => {
    const [empty, plain, imported] = await Promise.all([1, 2, 3].map(() => service.newCompany()))
    if (!empty || !plain || !imported) throw new Error('There are three')
    const before = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'cash' } as const
    await service.operateFor(plain.id, (call) => createFiscalYear(call, before))
    for (const date of ['2025-12-31', '2026-01-01', '2025-01-01', '2026-06-12']) await book(plain, { date })
    const { A1 } = await importFile(imported)
    await imported.post(`/journal-entries/${A1.id}/reverse`)
    expect(await verified(service, empty.id)).toEqual({ entries: 0, fault: null })
    expect(await verified(service, plain.id)).toEqual({ entries: 4, fault: null })
    expect(await verified(service, imported.id)).toEqual({ entries: 3, fault: null })
  })
})

let company: TestCompany
let words: Record<'company' | 'year' | 'unknown' | 'extra' | 'V1' | 'V2' | 'V3' | 'V4', string>

/** Books with the entries V1 to V4, of which V4 reverses V2. */
beforeEach(async () => {
  company = await service.newCompany()
  const { id: V1 } = await book(company, { date: '2026-01-15' })
  const { id: V2 } = await book(company, { date: '2026-02-15' })
  const { id: V3 } = await book(company)
  const { body } = await company.post(`/journal-entries/${V2}/reverse`)
  const ids = { company: company.id, year: company.fiscalYearId, unknown: company.tokenId, extra: newId() }
  words = { ...ids, V1, V2, V3, V4: body.id }
})

const faultOf = async (): Promise<string | null> => (await verified(service, company.id)).fault

type Case = [what: string, sql: string, fault: string]

/** Changes columns of one entry. */
const entrySet = (set: string, id = '{V2}') =>
  `update ledger.journal_entry set ${set} where company_id = '{company}' and id = '${id}';`
const itemSet = (set: string, line: number) =>
  `update ledger.journal_entry_item set ${set} where journal_entry_id = '{V2}' and line = ${line};`
const remove = (id: string) =>
  `delete from ledger.journal_entry_item where journal_entry_id = '${id}'; delete from ledger.journal_entry where id = '${id}';`
const bookSet = (set: string) => `update ledger.book set ${set} where company_id = '{company}';`
const seriesSet = (set: string) => `update ledger.series set ${set} where company_id = '{company}';`
const ofMonth = `company_id = '{company}' and account = 6110 and month = '2026-02-01'`
const ofDay = `company_id = '{company}' and account = 6110 and day = '2026-02-15'`
const KEEP_DAYS = `select ledger.keep_day_balances('{company}')`

const ALTERED = 'journal entry V2 ({V2}): its content was altered'
const ITEMS = 'journal entry V2 ({V2}): its items were altered'
const UNCHAINED = '({V2}): it does not follow the entry before it in its series'
const numberTo = (id: string, number: number) => entrySet(`number = ${number}`, id)
const registrationTo = (id: string, registration: number) => entrySet(`registration = ${registration}`, id)
const chainOfV3 = `(select chain_hash from ledger.journal_entry where id = '{V3}')`

const content: Case[] = [
  ['the title', entrySet(`title = title || '.'`), ALTERED],
  ['the day', entrySet(`date = '2026-02-16'`), ALTERED],
  [
    'the day, out of its year',
    entrySet(`date = '2027-02-15'`),
    'V2 ({V2}): its date 2027-02-15 is outside its fiscal year',
  ],
  ['the actor', entrySet(`actor_name = 'Någon annan'`), ALTERED],
  [`the actor's id`, entrySet('actor_id = id'), ALTERED],
  [`the actor's kind`, entrySet(`actor_kind = 'operator'`), ALTERED],
  ['the time of registration', entrySet(`registered_at = registered_at + interval '1 ms'`), ALTERED],
  ['the origin', entrySet(`origin = 'console'`), ALTERED],
  ['the series', entrySet(`series = 'W'`), 'journal entry W2 ({V2}): its content was altered'],
  ['what it reverses', entrySet(`reverses_id = '{V1}'`), ALTERED],
  ['what reverses it', entrySet('reverses_id = null', '{V4}'), 'journal entry V4 ({V4}): its content was altered'],
  ['who signed it elsewhere', entrySet(`source_sign = 'bo'`), ALTERED],
  ['when it was registered elsewhere', entrySet(`source_registered_on = '2026-01-01'`), ALTERED],
  ['the digest', entrySet('content_digest = sha256(content_digest)'), ALTERED],
  ['the link of the chain', entrySet('chain_hash = sha256(chain_hash)'), UNCHAINED],
  [
    'the fiscal year',
    `update ledger.fiscal_year set end_date = '2026-01-31' where id = '{year}'`,
    'V2 ({V2}): its date',
  ],
  ['the fiscal year of all', `delete from ledger.fiscal_year where id = '{year}'`, 'V1 ({V1}): its date'],
]

const itemRows: Case[] = [
  ['one amount', itemSet('debit = debit + 1', 1), 'V2 ({V2}): debit 50001 and credit 50000 (öre) are not equal'],
  ['amounts on both sides', itemSet('debit = debit + 1', 1) + itemSet('credit = credit + 1', 3), ITEMS],
  ['an account', itemSet('account = 6111', 1), ITEMS],
  ['a text', itemSet(`text = 'x'`, 1), ITEMS],
  ['a quantity', itemSet('quantity = 1', 1), ITEMS],
  ['a VAT row', itemSet(`vat_code = '05', vat_apart = true`, 1), ITEMS],
  ['the order', itemSet('line = 9', 1) + itemSet('line = 1', 2) + itemSet('line = 2', 9), ITEMS],
  ['what the entry repeats', entrySet(`items = jsonb_set(items, '{0,debit}', '40001')`), ITEMS],
  ['what the entry repeats, to nothing', entrySet(`items = '[]'`), ITEMS],
  ['what the entry repeats, to null', entrySet(`items = 'null'`), ITEMS],
  ['what the entry repeats, to nulls', entrySet(`items = '[null]'`), ITEMS],
  [
    'amounts and what the entry repeats',
    itemSet('debit = 40001', 1) +
      itemSet('credit = 50001', 3) +
      entrySet(`items = jsonb_set(jsonb_set(items, '{0,debit}', '40001'), '{2,credit}', '50001')`),
    ALTERED,
  ],
  [
    'a pair more',
    `insert into ledger.journal_entry_item values ('{company}', '{V2}', 4, 6110, 5, 0), ('{company}', '{V2}', 5, 1930, 0, 5)`,
    'journal entry V2 ({V2}): it was booked with 3 items and has 5',
  ],
  [
    'a pair of nothing more, counted',
    `insert into ledger.journal_entry_item values ('{company}', '{V2}', 4, 6110, 0, 0); ${entrySet('item_count = 4')}`,
    ITEMS,
  ],
  ['all items', `delete from ledger.journal_entry_item where journal_entry_id = '{V2}'`, 'V2 ({V2}): it has no items'],
  ['the number of items', entrySet('item_count = 2'), 'V2 ({V2}): it was booked with 2 items and has 3'],
  [
    'an item of no entry',
    `insert into ledger.journal_entry_item values ('{company}', '{unknown}', 1, 6110, 5, 0)`,
    'an item of entry {unknown} belongs to no entry',
  ],
]

const order: Case[] = [
  ['a number', numberTo('{V2}', 9), `journal entry V9 ${UNCHAINED}`],
  [
    'a number twice over',
    numberTo('{V4}', 9) + numberTo('{V3}', 4) + numberTo('{V4}', 3),
    'journal entry V4 ({V3}): it',
  ],
  [
    'a registration',
    registrationTo('{V4}', 5),
    'journal entry V4 ({V4}): the entry before it, with the registration number 4, is missing',
  ],
  [
    'two registrations',
    registrationTo('{V1}', 9) + registrationTo('{V2}', 1) + registrationTo('{V1}', 2),
    `journal entry V2 ${UNCHAINED}`,
  ],
  [
    'a registration, to zero',
    registrationTo('{V1}', 0),
    'journal entry V1 ({V1}): its registration number is 0, not 1',
  ],
  [
    'an entry before the first',
    `insert into ledger.journal_entry (${entryColumns}) values (${entryValues('{extra}', { number: '5', registration: '-7' })})`,
    'its registration number is -7, not 1',
  ],
  [
    'an entry after the last',
    `insert into ledger.journal_entry (${entryColumns}) values (${entryValues('{extra}', { number: '5', registration: '5' })})`,
    'journal entry V5 ({extra}): it has no items',
  ],
  ['a missing entry', remove('{V2}'), 'V3 ({V3}): the entry before it, with the registration number 2, is missing'],
  ['a missing last entry', remove('{V4}'), 'the last entry, with the registration number 4, is missing'],
  [
    'a missing last entry that is not counted',
    remove('{V4}') + bookSet('entry_count = 3'),
    'series V: its counter is at 4, its last number is 3',
  ],
  [
    'a missing last entry that is not counted at all',
    remove('{V4}') + bookSet('entry_count = 3') + seriesSet('last_number = 3'),
    'series V: it does not end with its last entry',
  ],
  [
    'a missing last entry of which nothing tells',
    remove('{V4}') + bookSet('entry_count = 3') + seriesSet(`last_number = 3, last_hash = ${chainOfV3}`),
    'account 1930, 2026-02: the month balance is 50000 debit, 50000 credit, its items add up to 0 debit, 50000 credit (öre)',
  ],
  ['the count, up', bookSet('entry_count = 5'), 'the last entry, with the registration number 5, is missing'],
  ['the count, down', bookSet('entry_count = 3'), 'the books count 3 entries, 4 were found'],
  ['the counter', seriesSet('last_number = 5'), 'series V: its counter is at 5, its last number is 4'],
  ['the end of the chain', seriesSet('last_hash = sha256(last_hash)'), 'series V: it does not end with its last entry'],
  ['a missing counter', `delete from ledger.series where company_id = '{company}'`, 'series V: its counter is missing'],
  [
    'a counter of nothing',
    `insert into ledger.series values ('{company}', '{year}', 'W', 3, decode(repeat('00', 32), 'hex'))`,
    'series W: its counter is at 3, its last number is 0',
  ],
]

const balances: Case[] = [
  [
    'a month balance',
    `update ledger.month_balance set debit = debit + 1, credit = credit + 1 where ${ofMonth}`,
    'account 6110, 2026-02: the month balance is 40001 debit, 40001 credit, its items add up to 40000 debit, 40000 credit (öre)',
  ],
  [
    'a missing month balance',
    `delete from ledger.month_balance where ${ofMonth}`,
    'account 6110, 2026-02: the month balance is 0 debit, 0 credit, its items add up to 40000 debit, 40000 credit (öre)',
  ],
  [
    'a month balance of nothing',
    `insert into ledger.month_balance values ('{company}', '{year}', 1940, '2026-05-01', 5, 5)`,
    'account 1940, 2026-05: the month balance is 5 debit, 5 credit, its items add up to 0 debit, 0 credit (öre)',
  ],
  [
    'a day balance',
    `${KEEP_DAYS}; update ledger.day_balance set debit = debit + 1 where ${ofDay}`,
    'account 6110, 2026-02-15: the day balance is 40001 debit, 40000 credit, its items add up to 40000 debit, 40000 credit (öre)',
  ],
  [
    'a missing day balance',
    `${KEEP_DAYS}; delete from ledger.day_balance where ${ofDay}`,
    'account 6110, 2026-02-15: the day balance is 0 debit, 0 credit, its items add up to 40000 debit, 40000 credit (öre)',
  ],
  ['how far day balances count', `${KEEP_DAYS}; ${bookSet('day_balances_to = 0')}`, 'the day balance is'],
  [
    'a missing account',
    `delete from ledger.account where company_id = '{company}' and number = 6110`,
    'account 6110 has entries and is not in the chart',
  ],
]

describe.each([
  ['in an entry', content],
  ['in its items', itemRows],
  ['in numbers and counters', order],
  ['in balances', balances],
])('altered %s', (_, cases) => {
  test.each(cases)('%s', async (_what, sql, fault) => {
    expect(await faultOf()).toBeNull()
    await client.query(fill(sql, words))
    expect(await faultOf()).toContain(fill(fault, words))
  })
})

/** The digest of an entry as documented, made without the program: from its row, its items and a JSON text. */
const digestOf = async (id: string): Promise<Buffer> => {
  const { rows } = await client.query(
    `select e.*, e.date::text as day, (select jsonb_agg(jsonb_build_array(i.line, i.account, i.debit::text,
       i.credit::text, i.text, i.quantity::text) || case when i.vat_code is null then '[]'
       else jsonb_build_array(i.vat_code) end order by i.line) from ledger.journal_entry_item i
       where i.journal_entry_id = e.id) as lines
     from ledger.journal_entry e where e.id = $1`,
    [id],
  )
  const [e] = rows
  const head = [e.company_id, e.id, e.fiscal_year_id, e.series, e.day, e.title, e.origin, e.reverses_id]
  const who = [e.registered_at.toISOString(), e.actor_kind, e.actor_id, e.actor_name, null, null]
  return createHash('sha256')
    .update(JSON.stringify([...head, ...who, ...e.lines]))
    .digest()
}

/** Makes the digest and the link of an entry anew, as if it had been booked as it stands. */
const rechain = async (id: string, before: string): Promise<void> => {
  await client.query('update ledger.journal_entry set content_digest = $2 where id = $1', [id, await digestOf(id)])
  await client.query(
    `update ledger.journal_entry e
     set chain_hash = sha256(b.chain_hash || e.content_digest || int8send(e.registration) || int8send(e.number))
     from ledger.journal_entry b where e.id = $1 and b.id = $2`,
    [id, before],
  )
}

describe('altered with care', () => {
  test('the digest is what the documentation says', async () => {
    const { V2, V1 } = words
    await rechain(V2, V1)
    expect(await faultOf()).toBeNull()
  })

  test('an entry with its digest: its own link tells', async () => {
    const { V2 } = words
    await client.query(`update ledger.journal_entry set title = 'x' where id = $1`, [V2])
    await client.query('update ledger.journal_entry set content_digest = $2 where id = $1', [V2, await digestOf(V2)])
    expect(await faultOf()).toBe(fill(`journal entry V2 ${UNCHAINED}`, words))
  })

  test('an entry with its digest and its link: the next entry tells', async () => {
    const { V1, V2, V3 } = words
    await client.query(`update ledger.journal_entry set title = 'x' where id = $1`, [V2])
    await rechain(V2, V1)
    expect(await faultOf()).toBe(`journal entry V3 (${V3}): it does not follow the entry before it in its series`)
  })

  test('the chain to its end: the series tells', async () => {
    const { V1, V2, V3, V4 } = words
    await client.query(`update ledger.journal_entry set title = 'x' where id = $1`, [V2])
    await rechain(V2, V1)
    await rechain(V3, V2)
    await rechain(V4, V3)
    expect(await faultOf()).toBe('series V: it does not end with its last entry')
  })

  test('amounts, digests and links: the month balance tells', async () => {
    const { V1, V2, V3, V4 } = words
    await client.query(fill(itemSet('debit = 40001', 1) + itemSet('credit = 50001', 3), words))
    await client.query(
      fill(entrySet(`items = jsonb_set(jsonb_set(items, '{0,debit}', '40001'), '{2,credit}', '50001')`), words),
    )
    await rechain(V2, V1)
    await rechain(V3, V2)
    await rechain(V4, V3)
    await client.query(
      `update ledger.series s set last_hash = e.chain_hash from ledger.journal_entry e
       where e.id = $1 and s.company_id = e.company_id`,
      [V4],
    )
    expect(await faultOf()).toMatch(/^account 1930, 2026-02: the month balance is 50000 debit, 50000 credit/)
  })
})

describe('altered in imported books', () => {
  const cases: Case[] = [
    ['a gap', `delete from ledger.series_gap where company_id = '{company}'`, 'series A: number 2 is missing'],
    [
      'the text of a row',
      `update ledger.journal_entry_item set text = 'A5' where journal_entry_id = '{A1}' and line = 1`,
      'journal entry A1 ({A1}): its items were altered',
    ],
    [
      'a quantity by nothing but its form',
      `update ledger.journal_entry_item set quantity = 2.50 where journal_entry_id = '{A1}' and line = 1`,
      'journal entry A1 ({A1}): its items were altered',
    ],
    ['the sign', entrySet(`source_sign = 'bo'`, '{A1}'), 'journal entry A1 ({A1}): its content was altered'],
  ]

  test.each(cases)('%s', async (_, sql, fault) => {
    const { A1 } = await importFile(company)
    expect(await faultOf()).toBeNull()
    await client.query(fill(sql, { ...words, A1: A1.id }))
    expect(await faultOf()).toBe(fill(fault, { A1: A1.id }))
  })
})
