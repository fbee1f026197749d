// Reports against the slow, obvious sum over all lines: for random books, days and moments.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { addDays, type Day, dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
  service.setNow('2027-12-31T10:00:00.000Z')
})
afterAll(() => service.close())

/** The first year has eighteen months. */
const years: readonly [Day, Day][] = [
  [dayFrom('2024-07-01'), dayFrom('2025-12-31')],
  [dayFrom('2026-01-01'), dayFrom('2026-12-31')],
  [dayFrom('2027-01-01'), dayFrom('2027-12-31')],
]
const DAYS = 1278
const kinds: Readonly<Record<number, 'balance' | 'result'>> = {
  1510: 'balance',
  1930: 'balance',
  2081: 'balance',
  2099: 'balance',
  2611: 'balance',
  3001: 'result',
  4010: 'result',
  5410: 'result',
  8999: 'result',
}
const accounts = Object.keys(kinds).map(Number)

type Booked = { registration: number; date: Day; items: { account: number; debit: number; credit: number }[] }
type Opening = { registration: number; balances: Map<number, number> }
type Books = { company: TestCompany; entries: Booked[]; openings: Opening[] }

const day = fc.integer({ min: 0, max: DAYS }).map((days) => addDays(years[0]?.[0] as Day, days))
/** Also before the books. */
const askedDay = fc.integer({ min: -200, max: DAYS }).map((days) => addDays(years[0]?.[0] as Day, days))
const account = fc.constantFrom(...accounts)
const ore = fc.integer({ min: 1, max: 10_000_000 })
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ date: day, debit: account, credit: account, more: account, amount: ore }) },
  { weight: 1, arbitrary: fc.record({ opening: account, against: account, amount: ore }) },
  { weight: 1, arbitrary: fc.record({ reverse: fc.nat() }) },
  { weight: 2, arbitrary: fc.constant({ keep: true }) },
)

type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** Books what was drawn, in its order, as a caller would. */
const bookAll = async (steps: readonly Step[]): Promise<Books> => {
  const company = checkedCompany(await service.newCompany({ fiscalYear: years[0] as [string, string] }))
  for (const [startDate, endDate] of years.slice(1)) {
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate, endDate, accountingMethod: 'accrual' }),
    )
  }
  const openings: Opening[] = []
  const ids: string[] = []
  for (const one of steps) {
    if ('date' in one) {
      const { date, debit, credit, more, amount } = one
      const kronor = amount / 100
      const items = [
        { account: debit, debit: (2 * amount) / 100, credit: 0 },
        { account: credit, debit: 0, credit: kronor },
        { account: more, debit: 0, credit: kronor },
      ]
      ids.push(ok(await company.post('/journal-entries', { title: 'Prov', date, items })).id)
    } else if ('opening' in one) {
      const amount = one.amount / 100
      const balances = [
        { account: 1510, amount },
        { account: 2081, amount: -amount },
      ]
      ok(await company.put(`/fiscal-years/${company.fiscalYearId}/opening-balances`, { balances }))
      openings.push({
        registration: ids.length,
        balances: new Map([
          [1510, one.amount],
          [2081, -one.amount],
        ]),
      })
    } else if ('keep' in one) {
      await keepDayBalances(company)
    } else if (ids.length > 0) {
      const answer = await company.post(`/journal-entries/${ids[one.reverse % ids.length]}/reverse`)
      if (answer.status === 200) ids.push(answer.body.id)
    }
  }
  const entries: Booked[] = []
  for (const [index, id] of ids.entries()) {
    entries.push({ ...ok(await company.get(`/journal-entries/${id}`)), registration: index + 1 })
  }
  return { company, entries, openings }
}

/** What happens by itself once there are enough new entries. */
const keepDayBalances = ({ id }: TestCompany) =>
  service.operateFor(id, ({ db }) => db.rows(sql`select ledger.keep_day_balances(${id})`))

/** What stands on an account before a day, in öre, by going through every line. */
const standing = ({ entries, openings }: Books, number: number, before: Day, known: number): number => {
  const year = years.findLast(([start]) => start < before) ?? years[0]
  const opening = openings.findLast(({ registration }) => registration <= known)?.balances.get(number) ?? 0
  const isBalance = kinds[number] === 'balance'
  const counted = entries.filter(
    ({ date, registration }) => registration <= known && date < before && (isBalance || date >= (year?.[0] ?? '')),
  )
  return counted.reduce((sum, { items }) => sum + movedOn(items, number), isBalance ? opening : 0)
}
const movedOn = (items: Booked['items'], number: number) =>
  items
    .filter((item) => item.account === number)
    .reduce((sum, { debit, credit }) => sum + Math.round(debit * 100) - Math.round(credit * 100), 0)

const inOre = (kronor: number) => Math.round(kronor * 100) + 0
type Row = { kind: string; key: string; values: Record<string, number>[] }
const valueIn = (rows: readonly Row[], key: string, name: string, column = 0) =>
  inOre(rows.find((row) => row.key === key)?.values[column]?.[name] ?? 0)
const read = async ({ company }: Books, report: string, query: string): Promise<{ rows: Row[]; columns: unknown[] }> =>
  ok(await company.get(`/reports/${report}?${query}`))

/** Holds one choice of days and of what is known against the lines themselves. */
const hold = async (books: Books, { from, to, known }: { from: Day; to: Day; known: number }) => {
  const query = `from=${from}&to=${to}&knownAt=${known}`
  const end = addDays(to, 1)
  const [income, balance] = await Promise.all([
    read(books, 'income-statement', query),
    read(books, 'balance-sheet', query),
  ])
  const inPeriod = books.entries.filter((one) => one.registration <= known && one.date >= from && one.date <= to)
  // Nothing stands anywhere before the books; where they begin within the days, it begins with their opening balances.
  const isInBooks = to >= (years[0]?.[0] as Day)
  const opened = (number: number) => (isInBooks ? openingAt(books, number, from, known) : 0)
  const closed = (number: number) => (isInBooks ? standing(books, number, end, known) : 0)
  for (const number of accounts) {
    const key = String(number)
    if (kinds[number] === 'result') {
      const moved = inPeriod.reduce((sum, { items }) => sum - movedOn(items, number), 0) + 0
      expect(valueIn(income.rows, key, 'amount'), key).toBe(moved)
      continue
    }
    const sign = number < 2000 ? 1 : -1
    expect(sign * valueIn(balance.rows, key, 'closing') + 0, key).toBe(closed(number))
    expect(sign * valueIn(balance.rows, key, 'opening') + 0, key).toBe(opened(number))
  }
  for (const name of ['opening', 'change', 'closing']) {
    expect(valueIn(balance.rows, 'difference', name)).toBe(0)
    const [own, other] = ['totalAssets', 'totalEquityAndLiabilities'].map((key) => valueIn(balance.rows, key, name))
    expect(own).toBe(other)
  }
  const net = valueIn(income.rows, 'netResult', 'amount')
  const earned = [3001, 4010, 5410]
  expect(
    net + earned.flatMap((one) => inPeriod.map(({ items }) => movedOn(items, one))).reduce((a, b) => a + b, 0),
  ).toBe(0)
  const [, last] = years.findLast(([start]) => start <= from) ?? (years[0] as [Day, Day])
  if (to > last) {
    const { status, body } = await books.company.get(`/reports/trial-balance?${query}`)
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'to'])
    return
  }
  const trial = await read(books, 'trial-balance', query)
  for (const number of accounts) {
    const key = String(number)
    expect(valueIn(trial.rows, key, 'opening'), key).toBe(opened(number))
    expect(valueIn(trial.rows, key, 'closing'), key).toBe(closed(number))
    const moved = inPeriod.reduce((sum, { items }) => sum + movedOn(items, number), 0)
    expect(valueIn(trial.rows, key, 'debit') - valueIn(trial.rows, key, 'credit'), key).toBe(moved)
  }
  expect(valueIn(trial.rows, 'difference', 'closing')).toBe(0)
}

/** What is asked for as of now comes by another statement than the same as known at the last entry. */
const holdPresent = async (books: Books, days: string) => {
  for (const report of ['income-statement', 'balance-sheet', 'vat-report']) {
    const present = await read(books, report, `${days}&by=year`)
    expect(present).toEqual(await read(books, report, `${days}&by=year&knownAt=${books.entries.length}`))
  }
}

/** On the first day of a year income statement accounts begin with nothing. */
const openingAt = (books: Books, number: number, from: Day, known: number): number =>
  kinds[number] === 'result' && years.some(([start]) => start === from) ? 0 : standing(books, number, from, known)

test('reports are what their lines sum to, for any days and any moment', async () => {
  const drawn = fc.record({
    steps: fc.array(step, { minLength: 10, maxLength: 25 }),
    asked: fc.array(fc.record({ one: askedDay, other: askedDay, known: fc.nat() }), { minLength: 5, maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ steps, asked }) => {
      const books = await bookAll(steps)
      for (const { one, other, known } of asked) {
        const [from, to] = one < other ? [one, other] : [other, one]
        await hold(books, { from, to, known: known % (books.entries.length + 1) })
        await holdPresent(books, `from=${from}&to=${to}`)
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})

test('of many entries the balances of days are kept, and reports of parts of a month stand on them', async () => {
  const company = await service.newCompany({ fiscalYear: ['2026-01-01', '2026-12-31'] })
  const book = async (count: number) => {
    const operations = Array.from({ length: count }, (_, place) => {
      const items = [
        { account: 1930, debit: place + 1, credit: 0 },
        { account: 3001, debit: 0, credit: place + 1 },
      ]
      const date = addDays(dayFrom('2026-03-01'), place % 40)
      return { method: 'POST', path: '/journal-entries', body: { title: 'Prov', date, items } }
    })
    ok(await company.post('/bulk', { mode: 'atomic', operations }))
  }
  const kept = () =>
    service.operateFor(company.id, ({ db }) =>
      db.one<{ to: bigint; days: bigint }>(sql`
        select b.day_balances_to as to, (select count(*) from ledger.day_balance d where d.company_id = b.company_id)
          as days from ledger.book b where b.company_id = ${company.id}`),
    )
  await book(499)
  expect(await kept()).toEqual({ to: 0n, days: 0n })
  await book(2)
  expect(await kept()).toEqual({ to: 501n, days: 80n })
  await book(30)
  const revenue = async (query: string) => {
    const { rows } = ok(await company.get(`/reports/income-statement?${query}`))
    return valueIn(rows, '3001', 'amount') / 100
  }
  const sumOf = (count: number, first: number, last: number) =>
    Array.from({ length: count }, (_, place) => place)
      .filter((place) => place % 40 >= first && place % 40 <= last)
      .reduce((sum, place) => sum + place + 1, 0)
  const days = 'from=2026-03-03&to=2026-03-20'
  expect(await revenue(days)).toBe(sumOf(499, 2, 19) + sumOf(2, 2, 19) + sumOf(30, 2, 19))
  expect(await revenue(`${days}&knownAt=501`)).toBe(sumOf(499, 2, 19) + sumOf(2, 2, 19))
  expect(await revenue(`${days}&knownAt=400`)).toBe(sumOf(400, 2, 19))
  expect(await revenue(`${days}&knownAt=100`)).toBe(sumOf(100, 2, 19))
  expect(await revenue('from=2026-03-20&to=2026-04-05')).toBe(sumOf(499, 19, 35) + sumOf(30, 19, 35))
  // They go on behind the last entry that they count, which is of the second day.
  await keepDayBalances(company)
  expect(await revenue('from=2026-03-02&to=2026-03-10')).toBe(sumOf(499, 1, 9) + sumOf(2, 1, 9) + sumOf(30, 1, 9))
})
