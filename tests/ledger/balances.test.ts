// What stands on an account: over years and future days, after reversals, with opening balances; and any booked, it
// equals the sum of the items.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'
import { importFile } from '#tests/ledger/sie/imported'
import { allEntries, balanceOf, book, item, verified } from './support.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service.close())

afterEach(() => service.setNow(START))

const addYear = (company: TestCompany, year: number) =>
  service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' }),
  )

/** A sale of so many kronor on a day. */
const sell = (company: TestCompany, date: string, amount: number) =>
  book(company, { date, items: [item(1930, amount), item(3001, -amount)] })

const balancesOf = async (company: TestCompany, accounts: readonly number[]): Promise<number[]> =>
  Promise.all(accounts.map((account) => balanceOf(company, account)))

describe('the balance of an account', () => {
  test('is zero before anything is booked, and without any fiscal year', async () => {
    const [withYear, without] = await Promise.all([service.newCompany(), service.newCompany({ fiscalYear: null })])
    for (const company of [withYear, without]) expect(await balancesOf(company, [1930, 3001])).toEqual([0, 0])
  })

  test('is debit less credit, to the öre', async () => {
    const company = await service.newCompany()
    await sell(company, '2026-06-10', 0.1)
    await sell(company, '2026-06-10', 0.2)
    await book(company, { items: [item(1930, -1e12), item(1940, 1e12)] })
    expect(await balancesOf(company, [1930, 1940, 3001])).toEqual([-999_999_999_999.7, 1e12, -0.3])
  })

  test('carries on over years on balance accounts, and starts anew each year on result accounts', async () => {
    const company = await service.newCompany()
    await addYear(company, 2025)
    await addYear(company, 2027)
    await addYear(company, 2024)
    await sell(company, '2024-12-31', 1)
    await sell(company, '2025-01-01', 20)
    await sell(company, '2026-06-10', 300)
    expect(await balancesOf(company, [1930, 3001])).toEqual([321, -300])
    service.setNow('2027-01-01T10:00:00Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([321, 0])
    await sell(company, '2027-01-04', 4000)
    expect(await balancesOf(company, [1930, 3001])).toEqual([4321, -4000])
    service.setNow('2025-06-10T10:00:00Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([4321, -20])
  })

  test('of a result account is of the year of today, by the day in Stockholm', async () => {
    const company = await service.newCompany()
    await addYear(company, 2027)
    await sell(company, '2026-06-10', 300)
    service.setNow('2026-12-31T22:59:59Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, -300])
    service.setNow('2026-12-31T23:00:00Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, 0])
  })

  test('of a result account is of the last year before today, or else of the first', async () => {
    const company = await service.newCompany()
    await sell(company, '2026-06-10', 300)
    service.setNow('2030-06-10T10:00:00Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, -300])
    service.setNow('2020-06-10T10:00:00Z')
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, -300])
  })

  test('holds what is dated ahead, also in the next fiscal year', async () => {
    const company = await service.newCompany()
    await addYear(company, 2027)
    service.setNow('2026-12-30T10:00:00Z')
    await sell(company, '2026-12-31', 10)
    await sell(company, '2027-01-05', 5)
    expect(await balancesOf(company, [1930, 3001])).toEqual([15, -10])
  })

  test('is what it was after a reversal', async () => {
    const company = await service.newCompany()
    await sell(company, '2026-06-10', 300)
    const { id } = await sell(company, '2026-06-11', 4000)
    await company.post(`/journal-entries/${id}/reverse`)
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, -300])
  })

  test('stays when its year is closed', async () => {
    const company = await service.newCompany()
    await sell(company, '2026-06-10', 300)
    await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
    expect(await balancesOf(company, [1930, 3001])).toEqual([300, -300])
  })

  test('starts from opening balances, and what is booked in years before them does not count again', async () => {
    const company = await service.newCompany()
    await addYear(company, 2025)
    await addYear(company, 2027)
    await sell(company, '2025-06-10', 70)
    await importFile(company)
    expect(await balancesOf(company, [1930, 2081, 6110, 3001])).toEqual([890.5, -1000, 109.5, 0])
    service.setNow('2027-01-04T10:00:00Z')
    await sell(company, '2027-01-04', 5)
    expect(await balancesOf(company, [1930, 2081, 6110, 3001])).toEqual([895.5, -1000, 0, -5])
  })

  test('does not follow another company', async () => {
    const [company, other] = await Promise.all([service.newCompany(), service.newCompany()])
    await sell(company, '2026-06-10', 300)
    expect(await balancesOf(other, [1930, 3001])).toEqual([0, 0])
  })
})

const ACCOUNTS = [1510, 1930, 2440, 2611, 3001, 4010, 5010, 8310] as const
const isBalanceAccount = (account: number) => account < 3000

type Move = { day: string; rows: readonly [account: number, ore: number][]; reverse: boolean }

/** An entry of two to six rows over 2025 and 2026, in balance: the last row takes the rest. */
const move: fc.Arbitrary<Move> = fc
  .record({
    day: fc.integer({ min: 0, max: 365 + 160 }).map((days) => {
      return new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)
    }),
    rows: fc.array(
      fc.tuple(
        fc.constantFrom(...ACCOUNTS),
        fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }).filter((ore) => ore !== 0),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    last: fc.constantFrom(...ACCOUNTS),
    reverse: fc.boolean(),
  })
  .map(({ day, rows, last, reverse }) => {
    const rest = -rows.reduce((sum, [, ore]) => sum + ore, 0)
    return { day, rows: rest === 0 ? [...rows, [last, 1], [last, -1]] : [...rows, [last, rest]], reverse }
  })

const RUNS = 6
const MOST_MOVES = 25

const oreOf = (kronor: number): number => Math.round(kronor * 100)

/** The balances of the accounts, in öre, as the items of the entries make them. */
const summed = (entries: readonly Answer['body'][]): number[] =>
  ACCOUNTS.map((account) =>
    entries
      .filter(({ date }) => isBalanceAccount(account) || date.startsWith('2026'))
      .flatMap(({ items }) => items)
      .filter((row: { account: number }) => row.account === account)
      .reduce(
        (sum: number, { debit, credit }: { debit: number; credit: number }) => sum + oreOf(debit) - oreOf(credit),
        0,
      ),
  )

test('for any bookings, balances are the sums of the items, and debit is credit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: MOST_MOVES }), async (moves) => {
      const company = await service.newCompany()
      await addYear(company, 2025)
      const booked = await Promise.all(
        moves.map(({ day, rows }) =>
          book(company, { date: day, items: rows.map(([account, ore]) => item(account, ore / 100)) }),
        ),
      )
      const reversed = booked.filter((_, index) => moves[index]?.reverse)
      const answers = await Promise.all(reversed.map(({ id }) => company.post(`/journal-entries/${id}/reverse`)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

      const entries = await allEntries(company)
      expect(entries).toHaveLength(booked.length + reversed.length)
      const kept = entries.filter((entry) => !entry.reversedByJournalEntryId && !entry.reversingJournalEntryId)
      const balances = (await balancesOf(company, ACCOUNTS)).map(oreOf)
      expect(balances).toEqual(summed(entries))
      expect(balances).toEqual(summed(kept))
      const all = entries.flatMap(({ items }) => items)
      const side = (name: 'debit' | 'credit') => all.reduce((sum, row) => sum + BigInt(oreOf(row[name])), 0n)
      expect(side('debit')).toBe(side('credit'))
      expect(await verified(service, company.id)).toEqual({ entries: entries.length, fault: null })
    }),
    { numRuns: RUNS },
  )
})
