// The book: chart of accounts and fiscal years, as the API shows them and the operator changes them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeFiscalYear, createAccount, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { keptUntil } from '#rules/ledger/years/retention'
import { callingAs } from '#support/calling'
import {
  type Answer,
  anEntry,
  nextCursorOf,
  type Service,
  START,
  startService,
  type TestCompany,
} from '#support/service'
import { book } from './support.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
})

afterAll(() => service.close())

afterEach(() => service.setNow(START))

const operate = <T>(work: (call: CompanyCall) => Promise<T>): Promise<T> => service.operateFor(company.id, work)

/** What a verb refuses with: its message, or `field: message` for each wrong field. */
const refusalOf = async (work: (call: CompanyCall) => Promise<unknown>): Promise<string[]> => {
  const thrown = await operate(work).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Refusal)) throw new Error(`Not refused: ${String(thrown)}`)
  if (thrown.errors.length === 0) return [thrown.message]
  return thrown.errors.map(({ field, message }) => `${field}: ${message}`)
}

/** The company's processing history of one kind of change. */
const history = (what: string): Promise<unknown[]> =>
  operate(async ({ db, companyId }) => {
    const rows = await db.rows<{ detail: unknown }>(
      sql`select detail from platform.history where company_id = ${companyId} and what = ${what} order by id`,
    )
    return rows.map(({ detail }) => detail)
  })

describe('the chart of accounts', () => {
  beforeAll(async () => {
    company = await service.newCompany()
    await operate(async (call) => {
      await createAccount(call, { number: 1931, name: '  Sparkonto  ' })
      await createAccount(call, { number: 30011, name: 'Försäljning "Nord", 25 %' })
      await ledgerAdmin.setAccountActive(call, { number: 6540, active: false })
    })
  })

  const listed = async (query?: string): Promise<Answer> =>
    company.get(`/chart-of-accounts${query === undefined ? '' : `?query=${encodeURIComponent(query)}`}`)

  test('is a bare array by number, of the active accounts', async () => {
    const { status, body } = await listed()
    expect(status).toBe(200)
    const numbers = body.map(({ account }: { account: number }) => account)
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right))
    expect(numbers).toHaveLength(282 + 2 - 1)
    expect(numbers).not.toContain(6540)
    expect(body.find(({ account }: { account: number }) => account === 1930)).toEqual({
      account: 1930,
      name: 'Företagskonto',
      accountType: 'basePlanAccount',
    })
    expect(body.find(({ account }: { account: number }) => account === 1931)).toEqual({
      account: 1931,
      name: 'Sparkonto',
      accountType: 'customAccount',
    })
  })

  const filters: [query: string, accounts: number[]][] = [
    ['account==1930', [1930]],
    ['account>=1930&&account<1940', [1930, 1931]],
    ['accountType==customAccount', [1931, 30011]],
    ['accountType != basePlanAccount && account > 2000', [30011]],
    ['name~spar&&accountType==customAccount', []],
    ['name~Spar&&accountType==customAccount', [1931]],
    ['name=="Försäljning \\"Nord\\", 25 %"', [30011]],
    ['(account==1931||account==30011)&&name~Nord', [30011]],
    ['account==6540', []],
  ]

  test.each(filters)('filtered by %s', async (query, accounts) => {
    const { status, body } = await listed(query)
    expect(status).toBe(200)
    expect(body.map(({ account }: { account: number }) => account)).toEqual(accounts)
  })

  test.each(['account==abc', 'account~19', 'type==x', 'accountType==other', 'name>a', 'account=='])(
    'a filter it cannot use is repeated: %s',
    async (query) => {
      const { status, body } = await listed(query)
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ field: 'query', message: expect.stringContaining(query) }])
    },
  )

  test('has no pages, for any request', async () => {
    const { status, body } = await company.get('/chart-of-accounts?page=2&pageSize=1')
    expect([status, body]).toEqual([200, (await company.get('/chart-of-accounts')).body])
  })

  test('shows one account with its balance, also one that is not active', async () => {
    await book(company)
    expect((await company.get('/chart-of-accounts/1930')).body).toEqual({
      account: 1930,
      name: 'Företagskonto',
      accountType: 'basePlanAccount',
      accountBalance: -500,
    })
    expect((await company.get('/chart-of-accounts/6540')).body).toMatchObject({ account: 6540, accountBalance: 0 })
  })

  test('changes the ETag of an account with its balance', async () => {
    const { headers } = await company.get('/chart-of-accounts/1930')
    const etag = headers.get('etag') ?? ''
    const same = await company.get('/chart-of-accounts/1930', { 'if-none-match': etag })
    expect([same.status, same.text]).toEqual([304, ''])
    await book(company)
    expect((await company.get('/chart-of-accounts/1930', { 'if-none-match': etag })).status).toBe(200)
  })

  test.each(['1932', '0', '01930', '-1930', '1930.0', '1e3', 'abc', '999999999', '%201930', "1930'--"])(
    'has no account %s',
    async (text) => {
      const { status, body } = await company.get(`/chart-of-accounts/${text}`)
      expect([status, body.code]).toEqual([404, 'not-found'])
    },
  )

  const wrongAccounts: [number: number, name: string, wrong: string[]][] = [
    [999, 'x', ['#/account: must be a whole number from 1000 to 99999999']],
    [100_000_000, 'x', ['#/account: must be a whole number from 1000 to 99999999']],
    [
      1930.5,
      ' ',
      ['#/account: must be a whole number from 1000 to 99999999', '#/name: must be from 1 to 200 characters'],
    ],
    [1930, 'x', ['Account 1930 already exists']],
  ]

  test.each(wrongAccounts)('takes no new account %d named "%s"', async (number, name, wrong) => {
    expect(await refusalOf((call) => createAccount(call, { number, name }))).toEqual(wrong)
  })

  test('opens and closes only accounts that it has', async () => {
    expect(await refusalOf((call) => ledgerAdmin.setAccountActive(call, { number: 1932, active: true }))).toEqual([
      'There is no account 1932 in this company',
    ])
  })

  test('remembers its changes', async () => {
    expect(await history('account.created')).toEqual([
      { account: 1931, name: 'Sparkonto', vatCode: null },
      { account: 30011, name: 'Försäljning "Nord", 25 %', vatCode: '05' },
    ])
    expect(await history('account.deactivated')).toEqual([{ account: 6540 }])
  })
})

const year = (startDate: string, endDate: string, accountingMethod: 'cash' | 'accrual' = 'accrual') => ({
  startDate,
  endDate,
  accountingMethod,
})

/** When all of it was made. */
const modifiedDateTime = '2026-06-10T10:00:00Z'

describe('the fiscal years', () => {
  let ids: Record<string, string>

  beforeAll(async () => {
    company = await service.newCompany({ fiscalYear: null })
    ids = await operate(async (call) => {
      const made = [
        await createFiscalYear(call, year('2024-07-01', '2025-12-31', 'cash')),
        await createFiscalYear(call, year('2026-01-01', '2026-12-31')),
        await createFiscalYear(call, year('2023-07-01', '2024-06-30', 'cash')),
      ]
      await closeFiscalYear(call, made[2] ?? { id: '' })
      return Object.fromEntries(made.map(({ id, startDate }) => [startDate.slice(0, 4), id]))
    })
  })

  test('go on by the method of the last one unless told', async () => {
    const { id } = await service.newCompany({ fiscalYear: null })
    const methods = await service.operateFor(id, async (call) => [
      await createFiscalYear(call, { startDate: '2024-01-01', endDate: '2024-12-31' }),
      await createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'cash' }),
      await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' }),
    ])
    expect(methods.map(({ accountingMethod }) => accountingMethod)).toEqual(['accrual', 'cash', 'cash'])
  })

  const starts = async (query: string): Promise<string[]> => {
    const { status, body } = await company.get(`/fiscal-years?query=${encodeURIComponent(query)}`)
    expect(status).toBe(200)
    return body.items.map(({ startDate }: { startDate: string }) => startDate.slice(0, 4))
  }

  test('are a page, latest first', async () => {
    const { body } = await company.get('/fiscal-years')
    expect(body).toEqual({
      totalItems: 3,
      totalPages: 1,
      currentPage: 1,
      items: [
        {
          id: ids[2026],
          ...year('2026-01-01', '2026-12-31'),
          status: 'open',
          keptUntil: '2033-12-31',
          modifiedDateTime,
        },
        {
          id: ids[2024],
          ...year('2024-07-01', '2025-12-31', 'cash'),
          status: 'open',
          keptUntil: '2032-12-31',
          modifiedDateTime,
        },
        {
          id: ids[2023],
          ...year('2023-07-01', '2024-06-30', 'cash'),
          status: 'closed',
          keptUntil: '2031-12-31',
          modifiedDateTime,
        },
      ],
    })
  })

  test('can be read page by page, and by cursor', async () => {
    const second = await company.get('/fiscal-years?page=2&pageSize=2')
    expect(second.body).toMatchObject({ totalItems: 3, totalPages: 2, currentPage: 2, items: [{ id: ids[2023] }] })
    const first = await company.get('/fiscal-years?pageSize=2')
    const next = await company.get(`/fiscal-years?pageSize=2&cursor=${nextCursorOf(first)}`)
    expect(next.body).toEqual({ items: second.body.items })
    expect((await company.get('/fiscal-years?page=3&pageSize=2')).body.items).toEqual([])
  })

  const filters: [query: string, found: string[]][] = [
    ['startDate>=2024-01-01', ['2026', '2024']],
    ['endDate==2024-06-30', ['2023']],
    ['accountingMethod==cash', ['2024', '2023']],
    ['status==open', ['2026', '2024']],
    ['status!=open||accountingMethod==accrual', ['2026', '2023']],
    ['endDate<2020-01-01', []],
  ]

  test.each(filters)('filtered by %s', async (query, found) => {
    expect(await starts(query)).toEqual(found)
  })

  test.each(['startDate==2024', 'status==locked', 'id==x'])('a filter they cannot use: %s', async (query) => {
    const { status, body } = await company.get(`/fiscal-years?query=${encodeURIComponent(query)}`)
    expect([status, body.errors[0].field]).toEqual([400, 'query'])
  })

  test('can be read one by one', async () => {
    const { status, body, headers } = await company.get(`/fiscal-years/${ids[2023]}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      fiscalYear: {
        id: ids[2023],
        ...year('2023-07-01', '2024-06-30', 'cash'),
        status: 'closed',
        keptUntil: '2031-12-31',
        modifiedDateTime,
      },
    })
    const etag = headers.get('etag') ?? ''
    expect((await company.get(`/fiscal-years/${ids[2023]}`, { 'if-none-match': etag })).status).toBe(304)
  })

  test('are not found under other ids, nor in other companies', async () => {
    const stranger = await service.newCompany()
    expect((await company.get(`/fiscal-years/${newId()}`)).body.code).toBe('not-found')
    expect((await company.get('/fiscal-years/2023')).status).toBe(404)
    expect((await stranger.get(`/fiscal-years/${ids[2023]}`)).status).toBe(404)
  })
})

describe('a new fiscal year', () => {
  beforeEach(async () => {
    company = await service.newCompany()
  })

  const FIRST =
    'a fiscal year begins on the first and ends on the last day of a month; only the first year may begin on any day'
  const beside2026 = 'A fiscal year must follow or precede another one without days between them'
  const wrong: [start: string, end: string, why: string[]][] = [
    ['2027-01-01', '2028-07-31', ['#/endDate: a fiscal year is at most 18 months']],
    ['2027-01-01', '2029-12-31', ['#/endDate: a fiscal year is at most 18 months']],
    ['2027-01-02', '2027-12-31', [`#/startDate: ${FIRST}`]],
    ['2027-01-01', '2027-12-30', [`#/endDate: ${FIRST}`]],
    ['2027-01-15', '2027-12-15', [`#/startDate: ${FIRST}`, `#/endDate: ${FIRST}`]],
    ['2027-12-01', '2027-01-31', ['#/endDate: must be after the start date']],
    ['2027-02-29', '2027-12-31', ['#/startDate: must be a day from 1900 to 2199, as YYYY-MM-DD']],
    [
      '2027',
      'x',
      [
        '#/startDate: must be a day from 1900 to 2199, as YYYY-MM-DD',
        '#/endDate: must be a day from 1900 to 2199, as YYYY-MM-DD',
      ],
    ],
    ['2198-01-01', '2198-12-31', [`${beside2026}; the years are 2026-01-01 to 2026-12-31`]],
    ['2199-01-01', '2199-12-31', ['#/endDate: a fiscal year lies within 1901-01-01 and 2198-12-31']],
    ['1900-01-01', '1900-12-31', ['#/startDate: a fiscal year lies within 1901-01-01 and 2198-12-31']],
    ['2026-01-01', '2026-12-31', ['The fiscal year 2026-01-01 to 2026-12-31 overlaps 2026-01-01 to 2026-12-31']],
    ['2026-12-01', '2027-11-30', ['The fiscal year 2026-12-01 to 2027-11-30 overlaps 2026-01-01 to 2026-12-31']],
    ['2025-01-01', '2026-01-31', ['The fiscal year 2025-01-01 to 2026-01-31 overlaps 2026-01-01 to 2026-12-31']],
    ['2027-02-01', '2028-01-31', [`${beside2026}; the years are 2026-01-01 to 2026-12-31`]],
    ['2025-01-01', '2025-11-30', [`${beside2026}; the years are 2026-01-01 to 2026-12-31`]],
  ]

  test.each(wrong)('is not %s to %s', async (start, end, why) => {
    expect(await refusalOf((call) => createFiscalYear(call, year(start, end)))).toEqual(why)
  })

  const right: [start: string, end: string, length: string][] = [
    ['2027-01-01', '2027-12-31', 'a year after'],
    ['2025-01-01', '2025-12-31', 'a year before'],
    ['2027-01-01', '2028-06-30', '18 months'],
    ['2027-01-01', '2027-01-31', 'a month'],
    ['2025-09-01', '2025-12-31', 'a short one before'],
  ]

  test.each(right)('may be %s to %s: %s', async (start, end) => {
    const made = await operate((call) => createFiscalYear(call, year(start, end)))
    expect(made).toEqual({ id: made.id, ...year(start, end), status: 'open', modifiedAt: service.now() })
    expect(await history('fiscal-year.created')).toContainEqual({ id: made.id, ...year(start, end) })
  })

  const first: [start: string, end: string, why: string[]][] = [
    ['2026-03-17', '2026-12-31', []],
    ['2026-03-17', '2027-08-31', []],
    ['2026-03-17', '2027-09-30', ['#/endDate: a fiscal year is at most 18 months']],
    ['2026-12-31', '2027-01-31', []],
    ['2026-03-17', '2026-12-30', [`#/endDate: ${FIRST}`]],
  ]

  test.each(first)('that is the first may begin on any day: %s to %s', async (start, end, why) => {
    company = await service.newCompany({ fiscalYear: null })
    if (why.length > 0) expect(await refusalOf((call) => createFiscalYear(call, year(start, end)))).toEqual(why)
    else expect(await operate((call) => createFiscalYear(call, year(start, end)))).toMatchObject(year(start, end))
  })

  const CALENDAR =
    "a sole proprietor's fiscal year ends on 31 December and begins on 1 January, the first year on any day; any other year needs the tax agency's permission: force it, and note the permission"
  const proprietors: [start: string, end: string, why: string[]][] = [
    ['2025-03-17', '2025-12-31', []],
    ['2024-07-01', '2025-12-31', []],
    ['2027-01-01', '2027-12-31', []],
    ['2027-01-01', '2027-06-30', [`#/endDate: ${CALENDAR}`]],
    ['2027-07-01', '2028-06-30', [`#/startDate: ${CALENDAR}`, `#/endDate: ${CALENDAR}`]],
  ]

  test.each(proprietors)('of a sole proprietor: %s to %s', async (start, end, why) => {
    await operate(({ db, companyId }) =>
      db.rows(sql`update identity.company set company_type = 'proprietorship' where id = ${companyId}`),
    )
    if (why.length === 0) {
      expect(await operate((call) => createFiscalYear(call, year(start, end)))).toMatchObject(year(start, end))
      return
    }
    expect(await refusalOf((call) => createFiscalYear(call, year(start, end)))).toEqual(why)
    if (!start.endsWith('-01-01')) return
    const permission = 'Skatteverket 2026-05-02, dnr 8-123'
    const made = await operate((call) => createFiscalYear(call, { ...year(start, end), permission }))
    expect(await history('fiscal-year.created')).toContainEqual({ id: made.id, ...year(start, end), permission })
  })

  test('fills the room between two, and is made once of ten at the same time', async () => {
    await operate((call) => createFiscalYear(call, year('2025-01-01', '2025-12-31')))
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, () => operate((call) => createFiscalYear(call, year('2027-01-01', '2027-12-31')))),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await company.get('/fiscal-years')).body.totalItems).toBe(3)
  })
})

describe('a closed fiscal year', () => {
  test('is closed once, for good, and takes nothing more', async () => {
    company = await service.newCompany()
    const close = (call: CompanyCall) => closeFiscalYear(call, { id: company.fiscalYearId })
    expect((await operate(close)).status).toBe('closed')
    expect((await company.get(`/fiscal-years/${company.fiscalYearId}`)).body.fiscalYear.status).toBe('closed')
    expect(await refusalOf(close)).toEqual([`The fiscal year ${company.fiscalYearId} is already closed`])
    expect(await history('fiscal-year.closed')).toEqual([{ id: company.fiscalYearId }])
    const nowhere = newId()
    expect(await refusalOf((call) => closeFiscalYear(call, { id: nowhere }))).toEqual([
      `There is no fiscal year ${nowhere} in this company`,
    ])
  })
})

test('a lock date that is set, moved and taken away is remembered', async () => {
  company = await service.newCompany()
  for (const date of ['2026-01-31', '2026-02-28', null]) {
    await operate((call) => setLockDate(call, { date: date === null ? null : dayFrom(date) }))
  }
  expect(await history('lock-date.set')).toEqual([
    { before: null, after: '2026-01-31' },
    { before: '2026-01-31', after: '2026-02-28' },
    { before: '2026-02-28', after: null },
  ])
})

test.each([
  ['2025-12-31', '2032-12-31', 'a calendar year'],
  ['2026-01-01', '2033-12-31', 'one that ends on the first day of a year'],
  ['2026-06-30', '2033-12-31', 'a broken one goes by the calendar year in which it ended'],
  ['2026-12-30', '2033-12-31', 'the day before'],
  ['2092-08-31', '2099-12-31', 'up to the turn of a century'],
  ['2093-08-31', '2100-12-31', 'and beyond it'],
])('books of a year that ended on %s are kept until %s: %s', (end, until) =>
  expect(keptUntil(dayFrom(end))).toBe(until),
)

test('books that are locked up to the last day that there is are opened again', async () => {
  const own = await service.newCompany()
  const ask = await callingAs(service, own, 'owner')
  expect((await ask('PATCH', '/lock-date', { lockDate: '2199-12-31' })).status).toBe(200)
  expect((await own.post('/journal-entries', anEntry())).status).toBe(400)
  expect((await ask('PATCH', '/lock-date', { lockDate: null })).status).toBe(200)
  expect((await own.post('/journal-entries', anEntry())).status).toBe(200)
})
