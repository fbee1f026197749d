// What happens at the same time: posting while the books' settings change, in this process, in another one and by hand;
// one entry of several that fails; answers of the database that are lost.
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeFiscalYear, createAccount, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { startProxy } from '#support/servers/database-proxy'
import { type Answer, anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { waitingForBatches } from '#threads/batching'
import { entry, fill, items, pair } from './by-hand.ts'
import { allEntries, book, connectTo, item, stateOf, verified, wrongIn } from './support.ts'

let service: Service
let client: Client
/** Looks at the others. In a transaction, such as that of `client`, it would not see who connects after the first. */
let watcher: Client
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
  client = await connectTo(service)
  watcher = await connectTo(service)
})

afterAll(async () => {
  await Promise.all([client.end(), watcher.end()])
  await service.close()
})

beforeEach(async () => {
  company = await service.newCompany()
})

/** Waits until `count` connections of the database wait for a lock; fails when `work` ends before. */
const untilWaiting = async (count: number, work: Promise<unknown>): Promise<void> => {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const { rows } = await watcher.query(
      `select count(*)::integer as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.some(({ waiting }) => waiting >= count)) return
  }
  throw new Error('Nothing waited')
}

describe('posting while the settings change', () => {
  const settings: [what: string, sql: string, wrong: string][] = [
    [
      'an account is closed',
      'update ledger.account set active = false where company_id = $1 and number = 6110',
      '#/items/0/account: account 6110 is not active',
    ],
    [
      'the fiscal year is closed',
      `update ledger.fiscal_year set closed_at = now(), closed_by = 'x' where company_id = $1`,
      '#/date: 2026-06-10 is in a closed fiscal year',
    ],
    [
      'the day is locked',
      `update ledger.book set lock_date = '2026-06-10' where company_id = $1`,
      '#/date: the books are locked up to and including 2026-06-10',
    ],
  ]

  test.each(settings)('it is refused when %s before it', async (_, change, wrong) => {
    await book(company)
    await client.query('begin')
    await client.query(change, [company.id])
    const late = wrongIn(company, anEntry())
    await untilWaiting(1, late)
    await client.query('commit')
    expect(await late).toEqual([wrong])
    expect(await verified(service, company.id)).toEqual({ entries: 1, fault: null })
  })

  test.each(settings)('it is booked when the change is taken back: %s', async (_, change) => {
    await book(company)
    await client.query('begin')
    await client.query(change, [company.id])
    const late = book(company)
    await untilWaiting(1, late)
    await client.query('rollback')
    expect((await late).journalEntryNumber).toBe('V2')
  })

  test('a year cannot be closed between an entry by hand and its commit', async () => {
    const words = { company: company.id, year: company.fiscalYearId, unknown: company.tokenId }
    await client.query('begin')
    await client.query(fill(`${entry({ number: '1', registration: '1' })} ${items(pair())}`, words))
    const closing = service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
    await untilWaiting(1, closing)
    await client.query('commit')
    expect((await closing).status).toBe('closed')
  })

  test('an entry by hand waits for a year that is being closed, and is refused', async () => {
    const words = { company: company.id, year: company.fiscalYearId, unknown: company.tokenId }
    const other = await connectTo(service)
    await client.query('begin')
    await client.query('update ledger.fiscal_year set closed_at = now() where company_id = $1', [company.id])
    const late = stateOf(other.query(fill(`${entry()} ${items(pair())}`, words)))
    await untilWaiting(1, late)
    await client.query('commit')
    expect(await late).toBe('GB006')
    await other.end()
  })

  test('a year that is being added before is waited for by who closes the later one, and is open', async () => {
    const other = await connectTo(service)
    await client.query('begin')
    await client.query(
      `insert into ledger.fiscal_year (company_id, id, start_date, end_date, accounting_method, created_at)
       values ($1, $2, '2025-01-01', '2025-12-31', 'accrual', now())`,
      [company.id, newId()],
    )
    const change = `update ledger.fiscal_year set closed_at = now() where id = '${company.fiscalYearId}'`
    const late = stateOf(other.query(`${change} and company_id = '${company.id}'`))
    await untilWaiting(1, late)
    await client.query('commit')
    expect(await late).toBe('GB011')
    await other.end()
  })

  test('a request that has locked the books may change accounts while another waits to do so', async () => {
    await client.query('begin')
    await client.query('select from ledger.book where company_id = $1 for update', [company.id])
    const waiting = service.operateFor(company.id, (call) =>
      ledgerAdmin.setAccountActive(call, { number: 6110, active: false }),
    )
    await untilWaiting(1, waiting)
    await client.query(`update ledger.account set unit = 'st' where company_id = $1 and number = 6110`, [company.id])
    await client.query('commit')
    await waiting
    expect(await wrongIn(company, anEntry())).toEqual(['#/items/0/account: account 6110 is not active'])
  })
})

describe('another process', () => {
  let beside: Service
  /** The company by way of the other process. */
  let far: TestCompany

  beforeAll(async () => {
    beside = await startService({ beside: service })
  })

  afterAll(() => beside.close())

  beforeEach(async () => {
    const url = company.url.replace(service.base, beside.base)
    far = { ...company, url, ...requestsWith(url, company.token) }
    await book(far)
  })

  const onNewAccount = { items: [item(30001, 5), item(1930, -5)] }
  const operate = (work: Parameters<Service['operateFor']>[1]) => service.operateFor(company.id, work)

  test('sees a new account, at the first post on it', async () => {
    expect(await wrongIn(far, anEntry(onNewAccount))).toHaveLength(1)
    await operate((call) => createAccount(call, { number: 30001, name: 'Nytt' }))
    expect((await book(far, onNewAccount)).journalEntryNumber).toBe('V2')
  })

  test('sees a new fiscal year, at the first post in it', async () => {
    const before = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
    await operate((call) => createFiscalYear(call, before))
    expect((await book(far, { date: '2025-05-05' })).journalEntryNumber).toBe('V1')
  })

  test('sees days locked and opened', async () => {
    await operate((call) => setLockDate(call, { date: dayFrom('2026-06-10') }))
    expect(await wrongIn(far, anEntry())).toEqual(['#/date: the books are locked up to and including 2026-06-10'])
    await operate((call) => setLockDate(call, { date: null }))
    expect((await book(far)).journalEntryNumber).toBe('V2')
  })

  test('sees an account closed and opened', async () => {
    await operate((call) => ledgerAdmin.setAccountActive(call, { number: 6110, active: false }))
    expect(await wrongIn(far, anEntry())).toEqual(['#/items/0/account: account 6110 is not active'])
    await operate((call) => ledgerAdmin.setAccountActive(call, { number: 6110, active: true }))
    expect((await book(far)).journalEntryNumber).toBe('V2')
  })

  test('judges a malformed body by what holds now', async () => {
    await operate((call) => ledgerAdmin.setAccountActive(call, { number: 6110, active: false }))
    expect(await wrongIn(far, anEntry({ title: 5 }))).toEqual([
      '#/title: must be a text',
      '#/items/0/account: account 6110 is not active',
    ])
  })
})

/** Holds the books while `count` posts come in, then lets go: one is on its way, the others go together after it. */
const postTogether = async (
  to: { post: TestCompany['post'] },
  count: number,
  bodyOf: (place: number) => unknown,
): Promise<Answer[]> => {
  await client.query('begin')
  await client.query('select from ledger.book where company_id = $1 for update', [company.id])
  const first = to.post('/journal-entries', bodyOf(0))
  await untilWaiting(1, first)
  const others = Array.from({ length: count - 1 }, (_, index) => to.post('/journal-entries', bodyOf(index + 1)))
  // That they were sent is not enough: a request that arrives after the commit is posted by itself.
  await expect.poll(() => waitingForBatches().get('writes')).toBe(count - 1)
  await client.query('commit')
  return Promise.all([first, ...others])
}

describe('posts that go together', () => {
  /** A second fiscal year: every other post goes into it. */
  const addYear = () => {
    const before = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
    return service.operateFor(company.id, (call) => createFiscalYear(call, before))
  }
  const dateOf = (place: number) => (place % 2 === 0 ? '2025-05-05' : '2026-05-05')

  test('when the database refuses one of them, the others are booked, once', async () => {
    await addYear()
    await book(company)
    // An account that the program remembers and the database has lost: rules and witness differ.
    await client.query('set session_replication_role = replica')
    await client.query('delete from ledger.account where company_id = $1 and number = 6540', [company.id])
    await client.query('reset session_replication_role')
    const answers = await postTogether(company, 12, (place) =>
      anEntry({
        title: `Post ${place}`,
        date: dateOf(place),
        items: [item(place === 5 ? 6540 : 6110, 5), item(1930, -5)],
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, place) => (place === 5 ? 500 : 200)))
    expect(answers[5]?.body.code).toBe('internal-server-error')
    const titles = (await allEntries(company)).slice(1).map(({ title }) => title)
    expect(titles.sort()).toEqual(answers.flatMap((_, place) => (place === 5 ? [] : [`Post ${place}`])).sort())
    expect(await verified(service, company.id)).toEqual({ entries: 12, fault: null })
  })

  test('when the rules refuse some of them, the others are booked', async () => {
    const answers = await postTogether(company, 12, (place) =>
      anEntry({ items: [item(6110, 5), item(1930, place % 3 === 1 ? -4 : -5)] }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, place) => (place % 3 === 1 ? 400 : 200)))
    expect(await verified(service, company.id)).toEqual({ entries: 8, fault: null })
  })

  test('those of two fiscal years have their own numbers', async () => {
    await addYear()
    const answers = await postTogether(company, 12, (place) => anEntry({ date: dateOf(place) }))
    const numbers = answers.map(({ body }) => body.journalEntryNumber)
    const six = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6']
    expect(numbers.filter((_, place) => place % 2 === 0).sort()).toEqual(six)
    expect(numbers.filter((_, place) => place % 2 === 1).sort()).toEqual(six)
    expect(await verified(service, company.id)).toEqual({ entries: 12, fault: null })
  })

  test('when their answer is lost, none is booked twice', async () => {
    const proxy = await startProxy(service.databaseUrl)
    const behind = await startService({ beside: proxy.before(service) })
    const url = company.url.replace(service.base, behind.base)
    const door = requestsWith(url, company.token)
    await book({ ...company, url, ...door })
    proxy.lose('Post 5')
    const answers = await postTogether(door, 12, (place) => anEntry({ title: `Post ${place}` }))
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array(11).fill(503)])
    const titles = (await allEntries(company)).slice(1).map(({ title }) => title)
    expect(titles.sort()).toEqual(answers.map((_, place) => `Post ${place}`).sort())
    expect(await verified(service, company.id)).toEqual({ entries: 13, fault: null })
    expect((await door.post('/journal-entries', anEntry())).body.journalEntryNumber).toBe('V14')
    await behind.close()
    await proxy.close()
  })
})
