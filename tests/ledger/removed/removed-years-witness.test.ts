// Even by direct SQL, nothing of the books is removed but by removing a year that may go, as a whole, and what was
// altered behind the triggers is found by verification.
import type { Client, QueryResult } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { ok } from '#support/entries'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService } from '#support/service'
import { type Aged, aged, removal } from '#tests/ledger/aged'
import { fill } from '#tests/ledger/by-hand'
import { allVerified, connectTo, stateOf } from '#tests/ledger/support'

let service: Service
let client: Client
let books: Aged
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const wordsOf = ({ company, years, entries }: Aged) => ({
  company: company.id,
  unknown: newId(),
  y2016: years[2016] ?? '',
  y2017: years[2017] ?? '',
  y2018: years[2018] ?? '',
  y2019: years[2019] ?? '',
  y2026: company.fiscalYearId,
  a16: entries.a16?.id ?? '',
  wrong16: entries.wrong16?.id ?? '',
  a17: entries.a17?.id ?? '',
  a18: entries.a18?.id ?? '',
  a26: entries.a26?.id ?? '',
})
const filled = (text: string) => fill(text, wordsOf(books))

const begin = (year: string, kept = '{}') =>
  `select ledger.begin_removal('{company}', '{${year}}', '${kept}', '{}', '{}', now(), 'user', '{unknown}', 'Prov');`
const entry = (id: string) => `delete from ledger.journal_entry where company_id = '{company}' and id = '{${id}}';`
const itemsOf = (id: string) =>
  `delete from ledger.journal_entry_item where company_id = '{company}' and journal_entry_id = '{${id}}';`
const end = (year: string) =>
  `select ledger.remove_entries('{company}', 1000); select ledger.end_removal('{company}', '{${year}}');`
const stub = (
  year: string,
) => `insert into ledger.removed_year (company_id, fiscal_year_id, number, start_date, end_date,
    removed_at, actor_kind, actor_id, actor_name, entries, items, registrations, kept, counts, seal)
  select company_id, id, 1, start_date, end_date, now(), 'user', '{unknown}', 'Prov', 0, 0, '{}', 0, '{}', '\\x00'
  from ledger.fiscal_year where id = '{${year}}';`

type Case = [what: string, state: string, statements: string]

const refused: Case[] = [
  ['an entry by itself', 'GB001', itemsOf('a16') + entry('a16')],
  ['an entry without its items', 'GB001', entry('a16')],
  ['items of an entry', 'GB001', itemsOf('a16')],
  ['all entries', 'GB001', 'truncate ledger.journal_entry cascade'],
  ['an upload of an entry', 'GB051', `delete from documents.upload where journal_entry_id = '{a16}'`],
  ['a year that is not the oldest', 'GB010', begin('y2017')],
  ['a year that is open', 'GB010', begin('y2019')],
  ['a year of today', 'GB010', begin('y2026')],
  ['a stub of a year that is not the oldest', 'GB010', stub('y2017')],
  ['a stub, and nothing gone with it', 'GB010', stub('y2016')],
  ['a year, and its entries stay', 'GB010', begin('y2016', '{{wrong16}}')],
  [
    'a year, whose row is not marked',
    'GB010',
    `${begin('y2016', '{{wrong16}}')} select ledger.remove_entries('{company}', 1000);`,
  ],
  ['a year with an entry that a later one refers to', '23503', begin('y2016') + end('y2016')],
  ['an entry of a later year with it', 'GB001', begin('y2016', '{{wrong16}}') + itemsOf('a17')],
  ['an entry of today with it', 'GB001', begin('y2016', '{{wrong16}}') + entry('a26')],
  ['an entry that stays', 'GB001', begin('y2016', '{{wrong16}}') + itemsOf('wrong16')],
  ['an entry with a setting', 'GB001', `select set_config('grundbok.removing', '{y2016}', true); ${itemsOf('a16')}`],
  [
    'a year that is marked, and not removed',
    'GB010',
    `update ledger.fiscal_year set removed_at = now() where id = '{y2016}'`,
  ],
  [
    'a note that an entry stays',
    'GB001',
    `${begin('y2016', '{{wrong16}}')} delete from ledger.kept_entry where journal_entry_id = '{wrong16}'`,
  ],
  ['the stub of a year', 'GB001', `${begin('y2016', '{{wrong16}}')} delete from ledger.removed_year`],
]

describe('before', () => {
  beforeAll(async () => {
    books = await aged(service)
    client = await connectTo(service, books.company.id)
  })
  afterAll(() => client.end())

  test.each(refused)('%s is refused', async (_, state, statements) => {
    const found = await stateOf(client.query(filled(`begin; ${statements}; commit;`)))
    await client.query('rollback')
    expect(found).toBe(state)
    expect(await allVerified(service, books.company.id)).toMatchObject({ faults: [] })
  })
})

test('others book in the company while a year is being removed', async () => {
  books = await aged(service)
  client = await connectTo(service, books.company.id)
  await client.query(filled(`begin; ${begin('y2016', '{{wrong16}}')} select ledger.remove_entries('{company}', 1000);`))
  ok(await books.company.post('/journal-entries', anEntry({ date: '2026-03-02' })))
  await client.query(filled(`select ledger.end_removal('{company}', '{y2016}'); commit;`))
  await client.end()
  expect(await allVerified(service, books.company.id)).toMatchObject({ faults: [] })
})

const after: Case[] = [
  ['an entry of a later year', 'GB001', itemsOf('a17') + entry('a17')],
  ['what stays of it', 'GB001', itemsOf('wrong16') + entry('wrong16')],
  ['an upload that is none of it', 'GB051', `delete from documents.upload where company_id = '{company}'`],
  ['the stub', 'GB001', 'delete from ledger.removed_year'],
  ['the stub by a change', 'GB001', 'update ledger.removed_year set entries = 0'],
  ['the same year again', 'GB010', begin('y2016')],
  ['the note that an entry stays', 'GB001', `update ledger.kept_entry set removed_with = '{y2017}'`],
  ['the mark of the year', 'GB010', `update ledger.fiscal_year set removed_at = null where id = '{y2016}'`],
  [
    'the closing of the year',
    'GB008',
    `update ledger.fiscal_year set closed_at = null, closed_by = null where id = '{y2016}'`,
  ],
]

describe('after', () => {
  beforeAll(async () => {
    books = await aged(service)
    await remove(2016)
    ok(await books.company.upload('/uploads', 'kvitto.png', pngFile()))
    client = await connectTo(service, books.company.id)
  })
  afterAll(() => client.end())

  test.each(after)('%s is refused', async (_, state, statements) => {
    const found = await stateOf(client.query(filled(`begin; ${statements}; commit;`)))
    await client.query('rollback')
    expect(found).toBe(state)
  })
})

describe('the number of the transaction comes again, as on a server that the books were restored to', () => {
  beforeAll(async () => {
    books = await aged(service)
    await remove(2016)
    client = await connectTo(service, books.company.id)
    await byHand(`insert into ledger.sie_import (company_id, id, file_name, file_digest, size, report, imported_at,
        actor_kind, actor_id, actor_name)
      values ('{company}', '{new}', 'a.se', '\\x00', 1, '{}', now(), 'user', '{unknown}', 'Prov')`)
  })
  afterAll(() => client.end())

  const byHand = (statements: string) =>
    client.query(filled(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`))
  const setNumber = (number: string) =>
    byHand(`update ledger.removed_year set removed_xid = '${number}' where company_id = '{company}'`)
  /**
   * Begins a transaction; whether its number is the one that stands in the stub, written before it. Others on the
   * server take numbers too: all is one message, so that the way to the server and back takes no time in between.
   */
  const begunWithNumber = async (): Promise<boolean> => {
    const answers = (await client.query(
      filled(`
        begin; set local session_replication_role = replica;
        update ledger.removed_year set removed_xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8
        where company_id = '{company}'; commit;
        begin; select removed_xid = pg_current_xact_id() as is_own from ledger.removed_year
        where company_id = '{company}'`),
    )) as unknown as QueryResult<{ is_own: boolean }>[]
    return answers.at(-1)?.rows[0]?.is_own === true
  }

  const gone: [what: string, statements: string][] = [
    ['a file that was imported', `delete from ledger.sie_import where company_id = '{company}'`],
    ['an entry of the year', itemsOf('wrong16') + entry('wrong16')],
    ['an entry of today', itemsOf('a26') + entry('a26')],
  ]

  test.each(gone)('%s stays when it comes later', async (_, statements) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await begunWithNumber()) {
        expect(await stateOf(client.query(filled(statements)))).toBe('GB001')
        await client.query('rollback')
        return
      }
      await client.query('rollback')
    }
    throw new Error('others took every number')
  })

  test.each(gone)('%s stays when another transaction writes it meanwhile', async (_, statements) => {
    const other = await connectTo(service, books.company.id)
    await other.query('begin')
    const { rows } = await other.query('select pg_current_xact_id()::text as number')
    await setNumber(rows[0].number)
    const found = await stateOf(other.query(filled(statements)))
    await other.end()
    expect(found).toBe('GB001')
  })
})

/** How often others may take a number of a transaction before us. */
const MOST_TRIES = 200

const within: [where: string, first: string, last: string][] = [
  ['a savepoint', 'savepoint one;', 'release one;'],
  ['savepoints in one another', 'savepoint one; savepoint two;', 'release two;'],
]

test.each(within)('a stub that is added within %s opens the way', async (_, first, last) => {
  books = await aged(service)
  client = await connectTo(service, books.company.id)
  await client.query(filled(`begin; ${first} ${begin('y2016', '{{wrong16}}')} ${last} ${end('y2016')} commit;`))
  await client.query(filled(`begin; ${begin('y2017')} ${end('y2017')} commit;`))
  await client.end()
  expect(await allVerified(service, books.company.id)).toMatchObject({ faults: [] })
})

test('a stub that was taken back opens nothing', async () => {
  books = await aged(service)
  client = await connectTo(service, books.company.id)
  const statements = `savepoint one; ${begin('y2016', '{{wrong16}}')} rollback to one; ${itemsOf('a16')}`
  const found = await stateOf(client.query(filled(`begin; ${statements}`)))
  await client.end()
  expect(found).toBe('GB001')
})

const remove = async (year: number) => ok(await books.company.as('POST', removal(books.years, year), {}))

type Altered = [what: string, statements: string, fault: string]

const OWN = `where company_id = '{company}'`
const ALTERED = 'the removed fiscal year 2016-01-01 to 2016-12-31: what is kept of it was altered'
const altered: Altered[] = [
  ['how many entries went', `update ledger.removed_year set entries = entries + 1 ${OWN}`, ALTERED],
  ['who removed it', `update ledger.removed_year set actor_name = 'Another' ${OWN}`, ALTERED],
  ['what went', `update ledger.removed_year set counts = '{}' ${OWN}`, ALTERED],
  ['which numbers went', `update ledger.removed_year set registrations = '{[1,2)}' ${OWN}`, ALTERED],
  ['where a series ended', `update ledger.series set last_number = 9 where fiscal_year_id = '{y2016}'`, ALTERED],
  [
    'the sum of a month',
    `update ledger.month_balance set debit = debit + 1 where fiscal_year_id = '{y2016}' and account = 1930`,
    ALTERED,
  ],
  ['what an entry that stays follows', `update ledger.kept_entry set previous_hash = chain_hash ${OWN}`, ALTERED],
  ['that an entry stays', `delete from ledger.kept_entry ${OWN}`, ALTERED],
  [
    'the mark of the year',
    `update ledger.fiscal_year set removed_at = null where id = '{y2016}'`,
    'its row is not marked as removed',
  ],
  ['the stub', `delete from ledger.removed_year ${OWN}`, 'is marked as removed, and nothing stands in its place'],
  [
    'an entry that stays',
    itemsOf('wrong16') + entry('wrong16'),
    'of a removed fiscal year stays, and is missing or is another',
  ],
  [
    'a text of an entry that stays',
    `update ledger.journal_entry set title = 'x' where id = '{wrong16}'`,
    'its content was altered',
  ],
  ['an entry of a later year', itemsOf('a17') + entry('a17'), 'is missing'],
  [
    'an entry that went is back',
    `update ledger.journal_entry set fiscal_year_id = '{y2016}' where id = '{a17}'`,
    'should have gone',
  ],
]

describe('altered', () => {
  beforeEach(async () => {
    books = await aged(service)
    await remove(2016)
    client = await connectTo(service, books.company.id)
    await client.query('set session_replication_role = replica')
  })

  test.each(altered)('%s: it is found', async (_, statements, fault) => {
    await client.query(filled(statements))
    await client.end()
    const { faults } = await allVerified(service, books.company.id)
    expect(faults.join('\n')).toContain(fault)
  })
})
