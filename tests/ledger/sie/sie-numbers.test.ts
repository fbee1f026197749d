// Under which numbers the vouchers of a SIE file are booked, when the file does not say it or says it twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { type Service, startService, type TestCompany } from '#support/service'
import { book, verified } from '#tests/ledger/support'
import { feedFile, imported, numbersOf, refusedWith, send, voucher, warned, yearFile } from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = (fiscalYear: [string, string] | null = null) => service.newCompany({ fiscalYear })

/** The dry run must say what the import then does. */
const take = async (company: TestCompany, file: string) => {
  const rehearsed = await imported({ service, company }, file, '?dryRun=true')
  const report = await imported({ service, company }, file)
  expect({ ...rehearsed, dryRun: false }).toEqual(report)
  expect((await verified(service, company.id)).fault).toBeNull()
  return report
}

const aboutNumbers = (report: unknown) =>
  warned(report).filter((message) => /has no number|more than once/.test(message))

/** Each voucher's amount is its place in the file, which tells them apart in the books. */
const vouchers = (...names: readonly string[]) => names.map((name, at) => voucher(name, '20250115', at + 1))

const amountsByNumber = async (company: TestCompany): Promise<Record<string, number>> => {
  const { items } = (await company.get('/journal-entries?pageSize=100')).body
  return Object.fromEntries(
    items.map((entry: { journalEntryNumber: string; items: { debit: number }[] }) => [
      entry.journalEntryNumber,
      entry.items[0]?.debit,
    ]),
  )
}

describe('a file of a whole year', () => {
  const names = ['A 2', 'A 2', 'B 5', 'A ""', '"" 3', 'A 2', '"" ""', 'A 7', 'B 0']

  test('gives repeated and missing numbers after the highest of their series', async () => {
    const company = await newCompany()
    const report = await take(company, yearFile(2025, ...vouchers(...names)))
    expect(report.made.journalEntries).toBe(9)
    expect(aboutNumbers(report)).toEqual([
      'line 15: Voucher A 2 is there more than once: this one is renumbered to A 8',
      'line 25: Voucher A has no number and becomes A 9',
      'line 35: Voucher A 2 is there more than once: this one is renumbered to A 10',
      'line 40: The voucher has no number and becomes 4',
      'line 50: Voucher B has no number and becomes B 6',
    ])
    const numbers = { A2: 1, A8: 2, B5: 3, A9: 4, 3: 5, A10: 6, 4: 7, A7: 8, B6: 9 }
    expect(await amountsByNumber(company)).toEqual(numbers)
    const gaps = await service.database.rows(sql`
      select series, first_number, last_number from ledger.series_gap
      where company_id = ${company.id} order by series, first_number`)
    expect(gaps).toEqual([
      { series: '', first_number: 1n, last_number: 2n },
      { series: 'A', first_number: 1n, last_number: 1n },
      { series: 'A', first_number: 3n, last_number: 6n },
      { series: 'B', first_number: 1n, last_number: 4n },
    ])
  })

  test('finds them again in a copy of it', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...vouchers(...names)))
    const copy = yearFile(2025, '#PROSA "en kopia"', ...vouchers(...names), voucher('C 1', '20250115', 10))
    const report = await take(company, copy)
    expect(report.skipped.alreadyBooked).toBe(9)
    expect(report.made.journalEntries).toBe(1)
  })

  test('is refused when another voucher has the number by now', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...vouchers('A 1', 'A 1')))
    const grown = yearFile(2025, ...vouchers('A 1', 'A 1', 'A 2'))
    expect(await refusedWith(company, grown)).toEqual(['line 20: The books have another entry with the number A2'])
    expect(await numbersOf(company)).toEqual(['A1', 'A2'])
  })

  test('is followed by our own entries', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...vouchers('V 3', 'V 3')))
    expect((await book(company, { date: '2025-06-10' })).journalEntryNumber).toBe('V5')
  })
})

describe('a feed of vouchers', () => {
  const year: [string, string] = ['2025-01-01', '2025-12-31']

  test('gets the next numbers of the books, and never one that it uses itself', async () => {
    const company = await newCompany(year)
    await book(company, { date: '2025-01-10' })
    const report = await take(company, feedFile(...vouchers('V ""', '"" ""', 'V 4', 'L 0', 'L 1', 'V ""', 'L ""')))
    expect(aboutNumbers(report)).toEqual([])
    const numbers = { V1: 400, V5: 1, V6: 2, V4: 3, L2: 4, L1: 5, V7: 6, L3: 7 }
    expect(await amountsByNumber(company)).toEqual(numbers)
    await take(company, feedFile(...vouchers('"" ""', 'L ""')))
    expect((await numbersOf(company)).slice(8)).toEqual(['V8', 'L4'])
  })

  test('gives a repeated number the one after the highest of its series in the feed', async () => {
    const company = await newCompany(year)
    const report = await take(company, feedFile(...vouchers('A 1', 'A ""', 'A 1', 'A 2', 'A 1')))
    expect(aboutNumbers(report)).toEqual([
      'line 18: Voucher A 1 is there more than once: this one is renumbered to A 3',
      'line 28: Voucher A 1 is there more than once: this one is renumbered to A 4',
    ])
    expect(await amountsByNumber(company)).toEqual({ A1: 1, A5: 2, A3: 3, A2: 4, A4: 5 })
  })

  test('is refused when the books have another voucher under its number', async () => {
    const company = await newCompany(year)
    await take(company, feedFile(...vouchers('A 1')))
    expect(await refusedWith(company, feedFile(voucher('A 2', '20250115'), voucher('A 1', '20250115', 2)))).toEqual([
      'line 13: The books have another entry with the number A1',
    ])
  })
})

describe('numbers and series', () => {
  const names: [string, string, string][] = [
    ['A 1', 'A', 'A1'],
    ['ö 12', 'ö', 'ö12'],
    ['# 1', '#', '#-1'],
    ['4101 1', '4101', '4101-1'],
    ['"" 7', '', '7'],
    ['"A B" 007', 'A B', 'A B7'],
    ['"\\"" 1', '"', '"-1'],
    ['A 999999999999999', 'A', 'A999999999999999'],
  ]
  test.each(names)('%s', async (name, series, journalEntryNumber) => {
    const company = await newCompany()
    await take(company, yearFile(2025, voucher(name, '20250115')))
    expect(await numbersOf(company)).toEqual([journalEntryNumber])
    const [entry] = await service.database.rows(
      sql`select series from ledger.journal_entry where company_id = ${company.id}`,
    )
    expect(entry).toEqual({ series })
  })

  test.each([
    ['A x', 'The voucher number "x" cannot be read: voucher numbers must be whole numbers'],
    ['A 1234567890123456', 'The voucher number must be at most 15 digits'],
    ['ABCDEFGHIJKLMNOPQRSTU 1', 'The series of a voucher must be at most 20 characters'],
  ])('%s is refused', async (name, problem) => {
    const company = await newCompany()
    expect(await refusedWith(company, yearFile(2025, voucher(name, '20250115')))).toEqual([`line 10: ${problem}`])
  })

  test('a thousand series in one file', async () => {
    const company = await newCompany()
    const file = yearFile(2025, ...Array.from({ length: 1_000 }, (_, at) => voucher(`s${at} 3`, '20250115')))
    expect((await send(company, file)).body.made.journalEntries).toBe(1_000)
    expect((await verified(service, company.id)).fault).toBeNull()
  })

  test('vouchers without rows are left out, and their numbers are holes', async () => {
    const company = await newCompany()
    const empty = '#VER A 2 20250115\r\n{\r\n}'
    const report = await take(company, yearFile(2025, ...vouchers('A 1'), empty, ...vouchers('A 3')))
    expect(report.skipped).toMatchObject({ emptyVouchers: 1 })
    expect(await numbersOf(company)).toEqual(['A1', 'A3'])
  })
})
