// PostgreSQL as the second check: direct SQL is refused as well, with an SQLSTATE that says why.
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createAccount, createFiscalYear, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  copied,
  entry,
  entryColumns,
  entryValues,
  fill,
  itemColumns,
  items,
  itemValues,
  type Line,
  pair,
  type Words,
} from './by-hand.ts'
import { book, connectTo, stateOf } from './support.ts'

let service: Service
let client: Client
let company: TestCompany
let words: Words

beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
  // Where the database is spread over machines: the one that has the company.
  client = await connectTo(service, company.id)
  const other = await service.newCompany({ name: 'Grannbolaget AB', near: company.id })
  await service.operateFor(other.id, (call) => createAccount(call, { number: 6999, name: 'Grannens eget' }))
  const closed = await service.operateFor(company.id, async (call) => {
    const before = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
    await setLockDate(call, { date: dayFrom('2026-02-28') })
    return closeFiscalYear(call, await createFiscalYear(call, before))
  })
  const { id: reversed } = await book(company)
  await company.post(`/journal-entries/${reversed}/reverse`)
  words = {
    company: company.id,
    reversed,
    year: company.fiscalYearId,
    closed: closed.id,
    entry: (await book(company)).id,
    other: other.id,
    otherYear: other.fiscalYearId,
    foreign: (await book(other)).id,
    unknown: newId(),
  }
  await client.query(
    fill(
      `insert into ledger.opening_balance (company_id, fiscal_year_id, account, amount)
       values ('{company}', '{year}', 1930, 5), ('{company}', '{year}', 2081, -5);
       insert into ledger.sie_import values ('{company}', '{new}', 'a.se', '\\x{hash}', 1, '{}', now(), 'token',
         '{unknown}', 'Prov')`,
      words,
    ),
  )
})

afterAll(async () => {
  await client.end()
  await service.close()
})

/** The SQL is one transaction, unless it says otherwise. */
type Case = [what: string, state: string, sql: string]

const over = 'on conflict (company_id, id) do update set title = excluded.title'

const changes: Case[] = [
  ['an entry is changed', 'GB001', `update ledger.journal_entry set title = 'x' where id = '{entry}'`],
  ['an entry is changed to what it is', 'GB001', 'update ledger.journal_entry set title = title'],
  ['no entry is changed', 'GB001', `update ledger.journal_entry set title = 'x' where false`],
  ['it follows another table', 'GB001', 'update ledger.journal_entry set title = b.version::text from ledger.book b'],
  ['an entry is called reversing', 'GB001', `update ledger.journal_entry set reverses_id = id where id = '{entry}'`],
  ['an entry is removed', 'GB001', `delete from ledger.journal_entry where id = '{entry}'`],
  ['it is removed by another table', 'GB001', 'delete from ledger.journal_entry e using ledger.book b where true'],
  ['all entries are removed', 'GB001', 'truncate ledger.journal_entry cascade'],
  ['it is inserted over', 'GB001', `${entry({}, '{entry}').slice(0, -1)} ${over}`],
  ['a new one is inserted over none', 'GB001', `${entry().slice(0, -1)} ${over}; ${items(pair())}`],
  [
    'it is merged',
    'GB001',
    `merge into ledger.journal_entry e using (select 1) s on e.id = '{entry}' when matched then update set title = 'x'`,
  ],
  [
    'it is merged away',
    'GB001',
    `merge into ledger.journal_entry e using (select 1) s on e.id = '{entry}' when matched then delete`,
  ],
  [
    'it is changed within a query',
    'GB001',
    `with changed as (update ledger.journal_entry set title = 'x' returning id) select * from changed`,
  ],
  ['it is changed in a block', 'GB001', `do $$ begin update ledger.journal_entry set title = 'x'; end $$`],
  [
    'it is changed by a function',
    'GB001',
    `create function pg_temp.change() returns void language sql as 'update ledger.journal_entry set date = null';
     select pg_temp.change()`,
  ],
  [
    'it is changed through a view',
    'GB001',
    `create temp view seen as select * from ledger.journal_entry; update seen set title = 'x'`,
  ],
  [
    'it is changed at a cursor',
    'GB001',
    `declare at cursor for select * from ledger.journal_entry for update; move next at;
     update ledger.journal_entry set title = 'x' where current of at`,
  ],
  ['it is changed by what was prepared', 'GB001', 'prepare p as delete from ledger.journal_entry; execute p'],
  [
    'it is changed below a savepoint',
    'GB001',
    `begin; savepoint a; delete from ledger.journal_entry; release a; commit`,
  ],
  ['an item is changed', 'GB001', 'update ledger.journal_entry_item set debit = debit * 2, credit = credit * 2'],
  ['an item gets another account', 'GB001', 'update only ledger.journal_entry_item set account = 1940'],
  ['an item is removed', 'GB001', `delete from ledger.journal_entry_item where journal_entry_id = '{entry}'`],
  ['all items are removed', 'GB001', 'truncate ledger.journal_entry_item cascade'],
  [
    'an item is inserted over',
    'GB001',
    `insert into ledger.journal_entry_item (${itemColumns}) values ${itemValues(pair(), '{entry}')}
     on conflict (company_id, journal_entry_id, line) do update set debit = excluded.debit`,
  ],
  ['the history is changed', 'GB001', `update platform.event set kind = 'nothing'`],
  ['the history is removed', 'GB001', 'delete from platform.event where id is not null'],
  ['all history is removed', 'GB001', 'truncate platform.event'],
  ['an opening balance is changed', 'GB001', 'update ledger.opening_balance set amount = 6'],
  ['an opening balance is removed', 'GB001', 'delete from ledger.opening_balance'],
  ['all opening balances are removed', 'GB001', 'truncate ledger.opening_balance'],
  ['an import is changed', 'GB001', `update ledger.sie_import set report = '[]'`],
  ['an import is removed', 'GB001', 'delete from ledger.sie_import'],
  ['all imports are removed', 'GB001', 'truncate ledger.sie_import'],
]

const unequal: Line[] = [
  [1, 6110, 500, 0],
  [2, 1930, 0, 499],
]
const oneOfTwo: Line[] = [[1, 6110, 500, 0]]
const otherOfTwo: Line[] = [[2, 1930, 0, 500]]
const negative: Line[] = [
  [1, 6110, -5, 0],
  [2, 1930, 0, -5],
]
const bothSides: Line[] = [
  [1, 6110, 5, 5],
  [2, 1930, 5, 5],
]
const postedRows = `[{"line":1,"account":6110,"debit":5,"credit":0},{"line":2,"account":1930,"debit":0,"credit":4}]`
const insertItems = `insert into ledger.journal_entry_item (${itemColumns})`

const unbalanced: Case[] = [
  ['the sides differ', 'GB002', `${entry()} ${items(unequal)}`],
  ['there is one side only', 'GB002', `${entry({ count: 1 })} ${items(oneOfTwo)}`],
  [
    'two entries balance each other',
    'GB002',
    `${entry({ count: 1 })} ${entry({ count: 1 }, '{second}')}
     ${insertItems} values ${itemValues(oneOfTwo)}, ${itemValues([[1, 1930, 0, 500]], '{second}')}`,
  ],
  [
    'one of two entries is right',
    'GB002',
    `${entry()} ${items(pair())} ${entry({}, '{second}')} ${items(unequal, '{second}')}`,
  ],
  ['the sides differ in a copy', 'GB002', `${entry()} ${copied(unequal)}`],
  [
    'the sides differ in a query',
    'GB002',
    `with e as (insert into ledger.journal_entry (${entryColumns}) values (${entryValues()}) returning *)
     ${insertItems} select e.company_id, e.id, n, 6110, n, 0 from e, generate_series(1, 2) n`,
  ],
  [
    'the sides differ in a merge',
    'GB002',
    `${entry()} merge into ledger.journal_entry_item i
     using (values ${itemValues(unequal)}) as v (c, e, l, a, debit, credit)
     on i.journal_entry_id = v.e and i.line = v.l when not matched then
     insert (${itemColumns}) values (v.c, v.e, v.l, v.a, v.debit, v.credit)`,
  ],
  [
    'the refusal is caught, and it is tried again',
    'GB002',
    `${entry()} do $$ begin begin ${items(unequal)} exception when others then null; end; ${items(unequal)} end $$`,
  ],
  [
    'the refusal is caught, and nothing comes instead',
    'GB003',
    `${entry()} do $$ begin ${items(unequal)} exception when others then null; end $$`,
  ],
  [
    'the posting function is given them',
    'GB002',
    `select ledger.post_entries(jsonb_build_array(jsonb_build_object('company_id', '{company}', 'version',
       (select version from ledger.book where company_id = '{company}'), 'fiscal_year_id', '{year}', 'series', 'V',
       'entries', jsonb_build_array(jsonb_build_object('id', '{new}', 'date', '2026-06-10', 'title', 'x',
       'origin', 'api', 'items', '${postedRows}'::jsonb, 'registered_at', now(), 'actor_kind', 'token',
       'actor_id', '{unknown}', 'actor_name', 'x', 'digest', 'ab')))), true, false)`,
  ],
]

const withoutItems: Case[] = [
  ['it has no items', 'GB003', entry()],
  ['it has none at the commit', 'GB003', `begin; ${entry()} select 1; commit`],
  [
    'it has none when that is asked at once',
    'GB003',
    `begin; set constraints all immediate; ${entry()} ${items(pair())}`,
  ],
  ['its items are taken back', 'GB003', `begin; ${entry()} savepoint a; ${items(pair())} rollback to a; commit`],
  ['its items are an empty set', 'GB003', `${entry()} ${insertItems} select null, null, 1, 1, 1, 1 where false`],
  ['it says that it has none', '23514', entry({ count: 0 })],
]

const foreignAccounts: Case[] = [
  ['an account is unknown', 'GB004', `${entry()} ${items(pair(1, 6110, 1))}`],
  [`an account is another company's`, 'GB004', `${entry()} ${items(pair(1, 6999))}`],
  ['an account is unknown in a copy', 'GB004', `${entry()} ${copied(pair(1, 6999))}`],
]

const lateItems: Case[] = [
  ['it was booked before', 'GB005', items(pair(4), '{entry}')],
  ['it was booked before, in a copy', 'GB005', copied(pair(4), '{entry}')],
  [
    'it was booked before, below a savepoint',
    'GB005',
    `begin; savepoint a; ${items(pair(4), '{entry}')} release a; commit`,
  ],
  [`it is another company's`, 'GB005', items(pair(), '{foreign}')],
  ['there is no such entry', 'GB005', items(pair(), '{unknown}')],
  ['a pair follows in the same transaction', 'GB005', `${entry()} ${items(pair())} ${items(pair(3))}`],
  ['a pair follows below a savepoint', 'GB005', `begin; ${entry()} ${items(pair())} savepoint a; ${items(pair(3))}`],
  ['they have the lines of others', 'GB005', `${entry()} ${items(pair(2))}`],
  ['they come one by one', 'GB005', `${entry()} ${items(oneOfTwo)} ${items(otherOfTwo)}`],
  ['there are more than it says', 'GB005', `${entry({ count: 1 })} ${items(pair())}`],
  ['there are fewer than it says', 'GB005', `${entry({ count: 3 })} ${items(pair())}`],
  [
    'it claims another transaction',
    'GB005',
    `insert into ledger.journal_entry (${entryColumns}, registered_xid) values (${entryValues()}, '99999999');
     ${items(pair())}`,
  ],
]

const wrongDays: Case[] = [
  ['its day is before its year', 'GB006', `${entry({ date: '2025-12-31' })} ${items(pair())}`],
  ['its day is after its year', 'GB006', `${entry({ date: '2027-01-01' })} ${items(pair())}`],
  ['its year is closed', 'GB006', `${entry({ year: '{closed}', date: '2025-06-10' })} ${items(pair())}`],
  ['its day is locked', 'GB006', `${entry({ date: '2026-02-28' })} ${items(pair())}`],
  [`its year is another company's`, '23503', `${entry({ year: '{otherYear}' })} ${items(pair())}`],
  ['its year is nowhere', '23503', `${entry({ year: '{unknown}' })} ${items(pair())}`],
]

const reversing = (id: string) =>
  `insert into ledger.journal_entry (${entryColumns}, reverses_id) values (${entryValues()}, '${id}'); ${items(pair())}`

const wrongValues: Case[] = [
  ['amounts are negative', '23514', `${entry()} ${items(negative)}`],
  ['an item has both sides', '23514', `${entry()} ${items(bothSides)}`],
  ['a line is zero', '23514', `${entry()} ${items(pair(0))}`],
  ['a line comes twice', '23505', `${entry()} ${items([...pair(), ...pair()])}`],
  ['its number is zero', '23514', `${entry({ number: '0' })} ${items(pair())}`],
  ['its number is taken', '23505', `${entry({ number: '1' })} ${items(pair())}`],
  ['it reverses what is reversed', '23505', reversing('{reversed}')],
  [`it reverses another company's`, '23503', reversing('{foreign}')],
  ['its registration is taken', '23505', `${entry({ registration: '1' })} ${items(pair())}`],
]

const lostAccounts: Case[] = [
  ['an account is removed', 'GB007', 'delete from ledger.account where number = 1010'],
  ['no account is removed', 'GB007', 'delete from ledger.account where false'],
  ['all accounts are removed', 'GB007', 'truncate ledger.account cascade'],
  // Published documents stand in the way first.
  // Whichever of its tables is asked first.
  ['all companies are removed', 'GB041|GB071', 'truncate identity.company cascade'],
  ['an account is renumbered', 'GB007', 'update ledger.account set number = 1931 where number = 1930'],
  ['it moves to another company', 'GB007', `update ledger.account set company_id = '{company}' where number = 6999`],
  [
    'an account is renumbered by an insert',
    'GB007',
    `insert into ledger.account select * from ledger.account where company_id = '{company}' and number = 1930
     on conflict (company_id, number) do update set number = 1931`,
  ],
  [
    'an account is merged away',
    'GB007',
    'merge into ledger.account a using (select 1) s on a.number = 1930 when matched then delete',
  ],
  ['a fiscal year is moved', 'GB008', `update ledger.fiscal_year set end_date = '2026-11-30' where id = '{year}'`],
  ['a closed year is opened again', 'GB008', `update ledger.fiscal_year set closed_at = null where id = '{closed}'`],
  ['a closing is ascribed to another', 'GB008', `update ledger.fiscal_year set closed_by = 'x' where id = '{closed}'`],
  ['the year of entries is removed', '23503', `delete from ledger.fiscal_year where id = '{year}'`],
  ['a company is removed', '23503', `delete from identity.company where id = '{company}'`],
]

/** Adds the year after the open one, or the one before the closed one. */
const addYear = (year: string, closedAt = 'null', id = '{new}') =>
  `insert into ledger.fiscal_year (company_id, id, start_date, end_date, accounting_method, created_at, closed_at)
   values ('{company}', '${id}', '${year}-01-01', '${year}-12-31', 'accrual', now(), ${closedAt});`
const closeYear = (id: string) => `update ledger.fiscal_year set closed_at = now() where id = '${id}';`

const yearsOutOfOrder: Case[] = [
  ['a year is closed before an earlier one', 'GB011', `${addYear('2027')} ${closeYear('{new}')}`],
  [
    'it is closed by an insert',
    'GB011',
    `${addYear('2027')} ${addYear('2027').replace(';', '')}
     on conflict (company_id, id) do update set closed_at = now()`,
  ],
  ['a closed year is added after an open one', 'GB011', addYear('2027', 'now()')],
  ['a year is added before a closed one that carries on from it', 'GB011', addYear('2024')],
  [
    'a year is opened again before a later one',
    'GB011',
    `${closeYear('{year}')}
     insert into ledger.fiscal_year_reopening
     select company_id, id, 1, 'x', closed_at, '', now(), 'x' from ledger.fiscal_year where id = '{closed}';
     update ledger.fiscal_year set closed_at = null, closed_by = null, reopened_at = now() where id = '{closed}'`,
  ],
]

const refused: [what: string, cases: Case[]][] = [
  ['what is booked stays', changes],
  ['an entry is in balance', unbalanced],
  ['an entry has items', withoutItems],
  ['accounts are of the own chart', foreignAccounts],
  ['items come with their entry', lateItems],
  ['days are open', wrongDays],
  ['values are possible', wrongValues],
  ['accounts stay', lostAccounts],
  ['years are closed in their order', yearsOutOfOrder],
]

describe('SQL by hand is refused:', () => {
  for (const [rule, cases] of refused) {
    test(rule, () =>
      every(
        cases,
        ([what]) => what,
        async ([, state, text]) => {
          try {
            expect((await stateOf(client.query(fill(text, words)))) ?? 'taken').toMatch(new RegExp(`^(${state})$`))
          } finally {
            await client.query('rollback')
          }
        },
      ),
    )
  }
})

const accepted: [what: string, sql: string][] = [
  ['entry and items one after the other', `${entry()} ${items(pair())}`],
  ['items by a copy', `${entry()} ${copied(pair())}`],
  ['the entry below a savepoint', `begin; savepoint a; ${entry()} release a; ${items(pair())} commit`],
  ['items below savepoints', `begin; ${entry()} savepoint a; savepoint b; ${items(pair())} release a; commit`],
  [
    'items again after a savepoint was taken back',
    `begin; ${entry()} savepoint a; ${items(pair(1, 5010))} rollback to a; ${items(pair())} commit`,
  ],
  [
    'a wrong try that was caught',
    `${entry()} do $$ begin begin ${items(unequal)} exception when others then null; end; ${items(pair())} end $$`,
  ],
  [
    'entry and items in one statement',
    `with e as (insert into ledger.journal_entry (${entryColumns}) values (${entryValues()}))
     ${insertItems} values ${itemValues(pair())}`,
  ],
  [
    'two entries in one statement',
    `insert into ledger.journal_entry (${entryColumns}) values (${entryValues()}), (${entryValues('{second}')});
     ${insertItems} values ${itemValues(pair())}, ${itemValues(pair(), '{second}')}`,
  ],
  ['the first open day', `${entry({ date: '2026-03-01' })} ${items(pair())}`],
  [
    'years that are closed together, or one after the other',
    `begin; ${addYear('2027')}
     update ledger.fiscal_year set closed_at = now() where company_id = '{company}' and closed_at is null;
     ${addYear('2028', 'now()', '{second}')} rollback`,
  ],
]

const movements = async (): Promise<string[]> => {
  const { rows } = await client.query(
    `select account, to_char(month, 'YYYY-MM') as month, debit, credit from ledger.month_balance
     where company_id = $1 order by account, month`,
    [company.id],
  )
  return rows.map(({ account, month, debit, credit }) => `${account} ${month} ${debit} ${credit}`)
}

describe('what is right by hand', () => {
  test('is taken, and the month balances follow it', async () => {
    expect(await movements()).toEqual([
      '1930 2026-06 50000 100000',
      '2641 2026-06 20000 10000',
      '6110 2026-06 80000 40000',
    ])
    for (const [, text] of accepted) {
      await client.query(fill(text, words))
    }
    expect(await movements()).toEqual([
      '1930 2026-03 0 500',
      '1930 2026-06 50000 104500',
      '2641 2026-06 20000 10000',
      '6110 2026-03 500 0',
      '6110 2026-06 84500 40000',
    ])
  })
})
