// Opening balances and the year before: which of a SIE file's are taken, in any order of years.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { balanceOf, book, verified } from '#tests/ledger/support'
import { contentOf, download, imported, refusedWith, voucher, warned, yearFile, yearOf } from './sie-support.ts'

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

const aboutYears = (report: unknown) =>
  warned(report).filter((message) => /Opening balances differ|does not begin/.test(message))

/** 1,000 in the bank at first, 100 less each year. */
const opening = (kronor: number) => [`#IB 0 1930 ${kronor}`, `#IB 0 2081 -1000`, `#IB 0 2099 ${1000 - kronor}`]
const closing = (kronor: number) => [`#UB 0 1930 ${kronor}`, '#UB 0 2081 -1000', '#RES 0 5010 100']
/** The result of the year is moved to equity at its end, so that the next year begins in balance. */
const settled = (year: number) => `#VER B 1 ${year}1231 Resultat\r\n{\r\n#TRANS 2099 {} 100\r\n#TRANS 8999 {} -100\r\n}`
const year = (of: number, kronor: number, ...more: string[]) =>
  yearFile(of, ...opening(kronor), ...closing(kronor - 100), voucher('A 1', `${of}0115`), settled(of), ...more)

const balances = async (company: TestCompany, startDate: string) =>
  (await contentOf(await download(company, await yearOf(company, startDate)))).balances

describe('opening balances', () => {
  test('of the first year are stored', async () => {
    const company = await newCompany()
    expect((await take(company, year(2023, 1000))).made.openingBalances).toBe(2)
    expect(await balanceOf(company, 1930)).toBe(900)
    expect(await balances(company, '2023-01-01')).toEqual([
      'closing 0 1930 90000',
      'closing 0 2081 -100000',
      'closing 0 2099 10000',
      'opening 0 1930 100000',
      'opening 0 2081 -100000',
      'result 0 5010 10000',
      'result 0 8999 -10000',
    ])
  })

  test('of the next year carry on where they agree', async () => {
    const company = await newCompany()
    await take(company, year(2023, 1000))
    const report = await take(company, year(2024, 900))
    expect(report.made.openingBalances).toBe(0)
    expect(aboutYears(report)).toEqual([])
    expect(await balanceOf(company, 1930)).toBe(800)
    await book(company, { date: '2023-06-10' })
    expect(await balanceOf(company, 1930)).toBe(300)
    expect(await balances(company, '2024-01-01')).toContain('opening 0 1930 40000')
  })

  test('that differ from the year before are taken once, and told', async () => {
    const company = await newCompany()
    await take(company, year(2023, 1000))
    const report = await take(company, year(2024, 850))
    expect(report.made.openingBalances).toBe(3)
    expect(aboutYears(report)).toEqual([
      "line 8: Opening balances differ from the books on 1930, 2099: the file's apply",
    ])
    expect(await balanceOf(company, 1930)).toBe(750)
    const other = await take(company, year(2024, 870, '#PROSA x'))
    expect(other.made.openingBalances).toBe(0)
    expect(aboutYears(other)).toEqual([
      'line 8: Opening balances differ from the books on 1930, 2099: those of the books apply',
    ])
    expect(other.differences.closing).toEqual(['1930', '2099'])
    expect(await balanceOf(company, 1930)).toBe(750)
  })

  test('stay as carried when the file has none', async () => {
    const company = await newCompany()
    await take(company, year(2023, 1000))
    const report = await take(company, yearFile(2024, voucher('A 1', '20240115')))
    expect(report.made.openingBalances).toBe(0)
    expect(aboutYears(report)).toEqual([
      'line 8: Opening balances differ from the books on 1930, 2081, 2099: those of the books apply',
    ])
    expect(await balanceOf(company, 1930)).toBe(800)
  })

  test('of a year that the books have without them are stored', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await book(company, { date: '2025-06-10' })
    expect((await take(company, year(2025, 1000))).made).toMatchObject({ openingBalances: 2, fiscalYear: null })
    expect(await balanceOf(company, 1930)).toBe(400)
  })

  test.each([1, 2, 3, 4])('of a file of type %d without #IB are what the year before ended on', async (type) => {
    const company = await newCompany()
    const last = ['#RAR -1 20240101 20241231', '#UB -1 1930 1000', '#UB -1 2081 -1000']
    const file = yearFile(2025, ...last, '#UB 0 1930 1000', '#UB 0 2081 -1000')
    const report = await take(company, file.replace('#SIETYP 4', `#SIETYP ${type}`))
    expect(report.made.openingBalances).toBe(2)
    expect(report.decisions.map(({ kind }: { kind: string }) => kind)).toContain('openingFromLast')
    expect(await balanceOf(company, 1930)).toBe(1000)
    expect(report.differences.closing).toEqual([])
  })

  test('of the year before that are too large are told, and nothing is booked', async () => {
    const company = await newCompany()
    const huge = '9'.repeat(15)
    const last = ['#RAR -1 20240101 20241231', `#UB -1 1930 ${huge}`, `#UB -1 2081 -${huge}`]
    expect((await refusedWith(company, yearFile(2025, ...last))).join()).toContain('The amount is larger than')
  })

  test('carry over years that are missing', async () => {
    const company = await newCompany()
    await take(company, year(2021, 1000))
    expect((await take(company, year(2024, 900))).made.openingBalances).toBe(0)
    expect(await balanceOf(company, 1930)).toBe(800)
  })
})

describe('the year before, imported after', () => {
  test('joins on when it ends as the next one begins', async () => {
    const company = await newCompany()
    await take(company, year(2024, 900))
    const report = await take(company, year(2023, 1000))
    expect(report.made.openingBalances).toBe(2)
    expect(aboutYears(report)).toEqual([])
    expect(await balanceOf(company, 1930)).toBe(800)
    expect(await balances(company, '2024-01-01')).toEqual(
      expect.arrayContaining(['closing -1 1930 90000', 'result -1 5010 10000']),
    )
  })

  test('is told when it ends on something else, and the next year stays', async () => {
    const company = await newCompany()
    await take(company, year(2024, 850))
    expect(aboutYears(await take(company, year(2023, 1000)))).toEqual([
      'line 8: The year 2024-01-01 to 2024-12-31 of the books does not begin as this one ends, on 1930, 2099',
    ])
    expect(await balanceOf(company, 1930)).toBe(750)
  })

  test('gives a year without opening balances of its own what it begins with', async () => {
    const company = await newCompany(['2026-01-01', '2026-12-31'])
    await book(company)
    await take(company, year(2025, 1000))
    expect(await balanceOf(company, 1930)).toBe(400)
    expect(await balances(company, '2026-01-01')).toContain('opening 0 1930 90000')
  })
})

describe('comparatives', () => {
  const told = ['#RAR -1 20220701 20221231', '#IB -1 1930 50', '#UB -1 1930 1000', '#RES -1 3010 -950']

  test('of a year that the books lack come out as the file told them', async () => {
    const company = await newCompany()
    await take(company, year(2023, 1000, ...told))
    const { report, balances } = await contentOf(await download(company, await yearOf(company)))
    expect(report.summary.years.get(-1)).toEqual({ index: -1, start: '2022-07-01', end: '2022-12-31' })
    expect(balances).toEqual(
      expect.arrayContaining(['opening -1 1930 5000', 'closing -1 1930 100000', 'result -1 3010 -95000']),
    )
  })

  test('give way to the year itself, once something is booked in it', async () => {
    const company = await newCompany()
    await take(company, year(2024, 900, '#RAR -1 20230101 20231231', '#UB -1 1930 900', '#RES -1 3010 -1'))
    const opened = yearFile(2023, ...opening(1000)).replace('#SIETYP 4', '#SIETYP 1')
    await take(company, opened)
    expect(await balances(company, '2024-01-01')).toEqual(
      expect.arrayContaining(['result -1 3010 -100', 'closing -1 1930 90000']),
    )
    await take(company, year(2023, 1000))
    const now = await balances(company, '2024-01-01')
    expect(now).toEqual(
      expect.arrayContaining(['opening -1 1930 100000', 'closing -1 1930 90000', 'result -1 5010 10000']),
    )
    expect(now).not.toContain('result -1 3010 -100')
  })
})
