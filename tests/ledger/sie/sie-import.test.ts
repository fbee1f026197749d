// Importing a SIE file: what comes of it once, twice and changed, which days and years it may touch, and what is kept.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear, setLockDate, setVatLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { type Service, startService, type TestCompany } from '#support/service'
import { balanceOf, book, connectTo, verified } from '#tests/ledger/support'
import {
  feedFile,
  filesOf,
  head,
  imported,
  lines,
  numbersOf,
  POLL_MS,
  pc,
  refusedWith,
  send,
  standing,
  voucher,
  warned,
  workDone,
  yearFile,
  yearOf,
} from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const newCompany = (fiscalYear: [string, string] | null = null) => service.newCompany({ fiscalYear })
const take = (company: TestCompany, file: string, query = '') => imported({ service, company }, file, query)
const lock = (company: TestCompany, day: string) =>
  service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom(day) }))
const close = (company: TestCompany, id: string) =>
  service.operateFor(company.id, (call) => closeFiscalYear(call, { id }))
const months = ['0115', '0215', '0315'].map((day) => `2025${day}`)
const quarter = months.map((day, at) => voucher(`A ${at + 1}`, day))

describe('again', () => {
  test('the same file books nothing, and says so', async () => {
    const company = await newCompany()
    const first = await take(company, yearFile(2025, ...quarter))
    expect(first.made).toMatchObject({
      journalEntries: 3,
      fiscalYear: { startDate: '2025-01-01', endDate: '2025-12-31' },
    })
    const before = await standing(company)
    for (const query of ['', '?dryRun=true', '?force=true']) {
      const again = await take(company, yearFile(2025, ...quarter), query)
      expect(again).toMatchObject({ alreadyImported: true, dryRun: query === '?dryRun=true' })
      expect(again.made).toEqual({
        fiscalYear: null,
        accounts: 0,
        changedAccounts: 0,
        tagGroups: 0,
        tags: 0,
        openingBalances: 0,
        budgetRows: 0,
        journalEntries: 0,
      })
      expect(again.skipped.alreadyBooked).toBe(3)
      expect(again.read).toEqual(first.read)
    }
    expect(await standing(company)).toEqual(before)
  })

  test('the same request with its key gives the first answer', async () => {
    const company = await newCompany()
    const once = (file: string) => company.upload('/sie/import', 'file.se', pc(file), { 'idempotency-key': 'a-year' })
    const first = await once(yearFile(2025, ...quarter))
    const again = await once(yearFile(2025, ...quarter))
    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect((await once(yearFile(2024))).status).toBe(422)
    await workDone(service)
  })

  test('at the same moment, the same file is booked once', async () => {
    const company = await newCompany()
    const reports = await Promise.all([1, 2, 3, 4].map(() => take(company, yearFile(2025, ...quarter))))
    expect(reports.map(({ made }) => made.journalEntries).sort()).toEqual([0, 0, 0, 3])
    expect(reports.filter(({ alreadyImported }) => alreadyImported).length).toBe(3)
    expect((await standing(company)).entries).toBe(3)
  })

  test('a copy with more vouchers books those, though the others are locked by now', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...quarter))
    await lock(company, '2025-03-31')
    const more = yearFile(2025, ...quarter, voucher('A 4', '20250415'))
    for (const [query, booked] of [['?dryRun=true', 0] as const, ['', 1] as const]) {
      const report = await take(company, more, query)
      expect(report.made).toMatchObject({ journalEntries: 1, accounts: 0, fiscalYear: null })
      expect(report.skipped.alreadyBooked).toBe(3)
      expect((await standing(company)).entries).toBe(3 + booked)
    }
    expect(await verified(service, company.id)).toEqual({ entries: 4, fault: null })
  })

  const changes: [string, string][] = [
    ['another amount', voucher('A 2', '20250215', 101)],
    ['another day', voucher('A 2', '20250216')],
    ['another account', voucher('A 2', '20250215').replace('5010', '5020')],
    [
      'another row',
      voucher('A 2', '20250215').replace('}\r\n#', '}\r\n#').replace('\r\n}', '\r\n#TRANS 1930 {} 0\r\n}'),
    ],
  ]
  test.each(changes)('a copy with %s under the same number is refused', async (_, changed) => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...quarter))
    const before = await standing(company)
    const copy = yearFile(2025, quarter[0] ?? '', changed, voucher('A 4', '20250415'))
    for (const query of ['?dryRun=true', '']) {
      expect(await refusedWith(company, copy, query)).toEqual([
        'line 15: The books have another entry with the number A2',
      ])
    }
    expect(await standing(company)).toEqual(before)
  })

  test('rows in another order are the same voucher', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, voucher('A 1', '20250115')))
    const turned = lines('#VER A 1 20250115 "Hyran"', '{', '#TRANS 1930 {} -100', '#TRANS 5010 {} 100', '}')
    expect((await take(company, yearFile(2025, turned))).skipped.alreadyBooked).toBe(1)
  })

  test('an entry of our own under the number of the file is not taken for it', async () => {
    const company = await newCompany(['2026-01-01', '2026-12-31'])
    await book(company)
    expect(await refusedWith(company, yearFile(2026, voucher('V 1', '20260610')))).toEqual([
      'line 10: The books have another entry with the number V1',
    ])
  })
})

describe('days and years', () => {
  test('locked days are refused, each with its line', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await lock(company, '2025-02-28')
    const before = await standing(company)
    for (const query of ['?dryRun=true', '']) {
      expect(await refusedWith(company, yearFile(2025, ...quarter), query)).toEqual(
        [10, 15].map((line) => `line ${line}: The books are locked up to and including 2025-02-28`),
      )
    }
    expect(await standing(company)).toEqual(before)
  })

  test('days whose VAT is reported are locked for vouchers that would change it, and for no others', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await service.operateFor(company.id, (call) => setVatLockDate(call, { date: dayFrom('2025-02-28') }))
    const sold = (name: string, day: string) => voucher(name, day).replace('5010', '3001')
    const file = yearFile(2025, voucher('A 1', '20250115'), sold('A 2', '20250215'), sold('A 3', '20250315'))
    expect(await refusedWith(company, file)).toEqual([
      'line 15: VAT is reported up to and including 2025-02-28, and the voucher would change it',
    ])
    await take(company, yearFile(2025, voucher('A 1', '20250115'), sold('A 2', '20250315')))
    expect(await numbersOf(company)).toEqual(['A1', 'A2'])
  })

  test('every refused day is counted, and a hundred are told', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await lock(company, '2025-02-28')
    const many = Array.from({ length: 600 }, (_, at) => voucher(`A ${at + 1}`, '20250215'))
    const { status, body } = await send(company, yearFile(2025, ...many))
    expect([status, body.message, body.errors.length]).toEqual([
      400,
      'The file was not imported: 600 errors (days that cannot be booked on: 600)',
      100,
    ])
  })

  test('opening balances are not set in locked days', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await lock(company, '2025-01-31')
    const file = yearFile(2025, '#IB 0 1930 500', '#IB 0 2081 -500', voucher('A 1', '20250215'))
    for (const query of ['?dryRun=true', '']) {
      expect(await refusedWith(company, file, query)).toEqual([
        'line 8: The books are locked up to and including 2025-01-31: opening balances cannot be set in the locked period',
      ])
    }
    expect(await balanceOf(company, 1930)).toBe(0)
  })

  const years: [string, [string, string], string[], string[]][] = [
    [
      'overlapping years',
      ['2024-07-01', '2025-06-30'],
      ['#RAR 0 20250101 20251231'],
      ["The file's fiscal year 2025-01-01 to 2025-12-31 overlaps 2024-07-01 to 2025-06-30 of the books"],
    ],
    [
      'a year of one day',
      ['2024-01-01', '2024-12-31'],
      ['#RAR 0 20250101 20250101'],
      ["The file's fiscal year 2025-01-01 to 2025-01-01 is a single day"],
    ],
    [
      'a year of nineteen months',
      ['2022-01-01', '2022-12-31'],
      ['#RAR 0 20230101 20240731'],
      ["The file's fiscal year 2023-01-01 to 2024-07-31 is longer than 18 months"],
    ],
  ]
  test.each(years)('%s are refused', async (_, own, rar, problems) => {
    const company = await newCompany(own)
    const before = await standing(company)
    const file = head(...rar, '#UB 0 1930 0')
    expect(await refusedWith(company, file)).toEqual(problems.map((problem) => `line 8: ${problem}`))
    expect(await standing(company)).toEqual(before)
  })

  test('eighteen months from any day are a year', async () => {
    const company = await newCompany()
    const file = head('#RAR 0 20230315 20240914', '#UB 0 1930 0', voucher('A 1', '20240901'))
    expect((await take(company, file)).made.fiscalYear).toEqual({ startDate: '2023-03-15', endDate: '2024-09-14' })
  })

  test('balances without their year are refused', async () => {
    expect(await refusedWith(await newCompany(), head('#UB 0 1930 0', voucher('A 1', '20250115')))).toEqual([
      '#RAR of year 0 is missing: there is no telling which year the balances belong to',
    ])
  })

  test('a closed year is refused', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await close(company, company.fiscalYearId)
    const problem = 'The fiscal year 2025-01-01 to 2025-12-31 is closed'
    expect(await refusedWith(company, yearFile(2025, ...quarter))).toEqual([`line 8: ${problem}`])
    expect(await refusedWith(company, feedFile(voucher('A 1', '20250115')))).toEqual([
      'line 8: 2025-01-15 is in a closed fiscal year',
    ])
  })

  test('a year that a closed one carries on from is refused', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await close(company, company.fiscalYearId)
    expect(await refusedWith(company, yearFile(2024, voucher('A 1', '20240115')))).toEqual([
      'line 8: The fiscal year 2025-01-01 to 2025-12-31 is closed and carries on from this one, which therefore cannot be changed',
    ])
  })

  test('two business days ahead are taken, three are not', async () => {
    const company = await newCompany(['2026-01-01', '2026-12-31'])
    expect(await refusedWith(company, yearFile(2026, voucher('A 1', '20260612'), voucher('A 2', '20260615')))).toEqual([
      'line 15: 2026-06-15 is more than two business days ahead',
    ])
    expect((await take(company, yearFile(2026, voucher('A 1', '20260612')))).made.journalEntries).toBe(1)
  })

  test('a new year keeps its books as the latest one does', async () => {
    const company = await service.newCompany({ accountingMethod: 'cash' })
    await take(company, yearFile(2025, ...quarter))
    const { items } = (await company.get('/fiscal-years')).body
    expect(items.map((year: { accountingMethod: string }) => year.accountingMethod)).toEqual(['cash', 'cash'])
  })
})

describe('the company', () => {
  const numbers: [string, string | null][] = [
    ['559999-0008', null],
    ['5599990008', null],
    ['165599990008', null],
    ['"559999 - 0008"', null],
    ['""', null],
    ['556252-9155', 'line 6: The file is for 556252-9155, these books are for 559999-0008'],
    ['5562529155', 'line 6: The file is for 5562529155, these books are for 559999-0008'],
  ]
  test.each(numbers)('the number %s', async (number, warning) => {
    const file = yearFile(2025, ...quarter).replace('559999-0008', number)
    const company = await newCompany()
    for (const query of warning === null ? [] : ['?dryRun=true', '']) {
      expect(await refusedWith(company, file, query)).toEqual([warning])
    }
    const report = await take(company, file, warning === null ? '' : '?force=true')
    const told = report.decisions.filter(({ kind }: { kind: string }) => kind === 'otherCompany')
    expect(told.map(({ message }: { message: string }) => `line 6: ${message}`)).toEqual(warning ? [warning] : [])
  })
})

describe('accounts', () => {
  const chart = [
    '#KONTO 1930 "Banken"',
    '#KTYP 1930 S',
    '#SRU 1930 9999',
    '#ENHET 1930 st',
    '#KONTO 1942 "Sparkonto \\"guld\\""',

    '#SRU 1942 7281',
    '#SRU 1942 7282',
    '#SRU 1942 7281',
    '#ENHET 1942 kr',
    '#KONTO 9100 Statistik',
    '#KTYP 9100 T',
  ]
  const file = yearFile(2025, ...chart, voucher('A 1', '20250115').replace('1930', '123456'))

  test('have the names, SRU codes and types of the file; what is missing is made', async () => {
    const company = await newCompany()
    const report = await take(company, file)
    expect(report.made.accounts).toBe(3)
    expect(report.made.changedAccounts).toBe(1)
    expect(warned(report)).toEqual(
      expect.arrayContaining([
        'Account 1930 is now named "Banken" as in the file; its name was "Företagskonto"',
        'Account 1930 is now a liability or equity as in the file; it was an asset',
        'Account 1930 now has SRU 9999 as in the file; it had 7281',
        'line 24: Account 123456 is used but has no #KONTO',
      ]),
    )
    const accounts = await service.database.rows(sql`
      select number, name, account_type, kind, sru, unit from ledger.account
      where company_id = ${company.id} and number in (1930, 1942, 9100, 123456) order by number`)
    expect(accounts).toEqual([
      {
        number: 1930,
        name: 'Banken',
        account_type: 'basePlanAccount',
        kind: 'liability',
        sru: ['9999'],
        unit: 'st',
      },
      {
        number: 1942,
        name: 'Sparkonto "guld"',
        account_type: 'customAccount',
        kind: 'asset',
        sru: ['7281', '7282'],
        unit: 'kr',
      },
      { number: 9100, name: 'Statistik', account_type: 'customAccount', kind: 'asset', sru: [], unit: null },
      { number: 123456, name: 'Konto 123456', account_type: 'customAccount', kind: 'asset', sru: [], unit: null },
    ])
  })

  test('that the books cannot hold are refused, each once', async () => {
    const odd = ['#KONTO 0100 Nolla', '#KONTO 123456789 Lång', '#IB 0 0100 5', '#IB 0 0100 -5', '#IB 0 123456789 0']
    const problem = 'of #IB is not an account number: those go from 1 to 99999999 and do not begin with 0'
    expect(await refusedWith(await newCompany(), yearFile(2025, ...odd))).toEqual([
      `line 12: The account "0100" ${problem}`,
      `line 14: The account "123456789" ${problem}`,
    ])
  })

  test('hold no more than the API takes', async () => {
    const much = voucher('A 1', '20250115').replace('100', '1000000000000.01').replace('-100', '-1000000000000.01')
    const problem = 'The amount is larger than 1000000000000 kronor'
    expect(await refusedWith(await newCompany(), yearFile(2025, much))).toEqual(
      [12, 13].map((line) => `line ${line}: ${problem}`),
    )
  })
})

describe('what is kept', () => {
  const file = yearFile(2025, '#KONTO 1930 "Räksmörgås"', ...quarter)

  test('the file byte for byte, and a line of history with the actor', async () => {
    const company = await newCompany()
    await take(company, file, '?dryRun=true')
    await refusedWith(company, file.replace('#TRANS 5010 {} 100', '#TRANS 5010 {} 99'))
    expect(filesOf(service, 'files').filter((path) => path.includes(company.id))).toEqual([])
    const before = await historyOf(company)
    expect(before).toEqual([])
    const { file: told } = await take(company, file)
    const kept = filesOf(service, 'files').filter((path) => path.includes(company.id))
    const bytes = kept.map((path) => readFileSync(path))
    expect(bytes.map((one) => createHash('sha256').update(one).digest('hex'))).toEqual([told.sha256])
    expect(bytes[0]?.length).toBe(told.size)
    await take(company, file)
    expect(await historyOf(company)).toEqual([
      {
        actor_kind: 'token',
        actor_id: company.tokenId,
        actor_name: 'Prov',
        detail: {
          id: expect.any(String),
          fileName: 'file.se',
          sha256: told.sha256,
          accounts: 0,
          changedAccounts: 1,
          tagGroups: 0,
          tags: 0,
          openingBalances: 0,
          budgetRows: 0,
          journalEntries: 3,
        },
      },
    ])
    await expect.poll(() => filesOf(service, 'work')).toEqual([])
  })

  test('nothing when the database is lost at the very end', async () => {
    const company = await newCompany()
    const before = await standing(company)
    const client = await connectTo(service)
    try {
      await client.query('begin')
      await client.query('lock table ledger.sie_import in exclusive mode')
      const answer = send(company, file)
      const waiting = await waitingFor('insert into ledger.sie_import')
      await client.query('select pg_terminate_backend($1::integer)', [waiting])
      expect((await answer).status).toBe(503)
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await standing(company)).toEqual(before)
    expect(filesOf(service, 'files').filter((path) => path.includes(company.id))).toEqual([])
    await expect.poll(() => filesOf(service, 'work')).toEqual([])
    expect((await take(company, file)).made.journalEntries).toBe(3)
    expect(await numbersOf(company)).toEqual(['A1', 'A2', 'A3'])
  })

  const historyOf = (company: TestCompany) =>
    service.database.rows(sql`
      select actor_kind, actor_id, actor_name, detail from platform.history
      where company_id = ${company.id} and what = 'sie.imported' order by id`)

  /** The process id of the connection whose statement waits for a lock. */
  const waitingFor = async (statement: string): Promise<number> => {
    for (;;) {
      const [found] = await service.database.rows<{ pid: number }>(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${statement}) > 0`)
      if (found) return found.pid
      await pause(POLL_MS)
    }
  }
})

describe('feeds of vouchers', () => {
  test('belong to the open year of each voucher', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
    )
    const feed = feedFile(voucher('A 7', '20251231'), voucher('B 7', '20260101'), voucher('C 1', '20241231'))
    expect(await refusedWith(company, feed)).toEqual(['line 18: 2024-12-31 is in no fiscal year'])
    await take(company, feedFile(voucher('A 7', '20251231'), voucher('B 7', '20260101')))
    const years = await service.database.rows(sql`
      select e.series, y.start_date from ledger.journal_entry e
      join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id
      where e.company_id = ${company.id} order by e.series`)
    expect(years).toEqual([
      { series: 'A', start_date: '2025-01-01' },
      { series: 'B', start_date: '2026-01-01' },
    ])
    expect((await verified(service, company.id)).fault).toBeNull()
  })

  test('marked as read are refused, and taken by force', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    const read = feedFile(voucher('A 1', '20250115')).replace('#FLAGGA 0', '#FLAGGA 1')
    const problem = '#FLAGGA is 1: the file is marked as already read by a program'
    expect(await refusedWith(company, read)).toEqual([`line 1: ${problem}`])
    const report = await take(company, read, '?force=true')
    expect(warned(report)).toContain(`line 1: ${problem}`)
    expect(report.made.journalEntries).toBe(1)
  })

  test('a whole year that is marked as read is only warned of', async () => {
    const company = await newCompany()
    const report = await take(company, yearFile(2025, ...quarter).replace('#FLAGGA 0', '#FLAGGA 1'))
    expect(report.made.journalEntries).toBe(3)
    expect(warned(report).join()).toContain('#FLAGGA is 1')
  })
})

describe('files without vouchers', () => {
  test.each(['1', '2', '3'])('type %s gives accounts and opening balances, and tells what it left', async (type) => {
    const company = await newCompany()
    const balances = ['#IB 0 1930 500', '#IB 0 2081 -500', '#UB 0 1930 400', '#UB 0 2081 -500', '#RES 0 5010 100']
    const file = yearFile(2025, ...balances, '#PBUDGET 0 202501 5010 {} 9').replace('#SIETYP 4', `#SIETYP ${type}`)
    const report = await take(company, file)
    expect(report.file.type).toBe(type)
    expect(report.made).toMatchObject({ journalEntries: 0, openingBalances: 2, fiscalYear: { endDate: '2025-12-31' } })
    expect(report.differences).toEqual({ closing: ['1930'], result: ['5010'] })
    expect(warned(report)).toContain(
      "The file has no vouchers: its opening balances apply, but the year's changes were not booked",
    )
    expect(report.made.budgetRows).toBe(1)
    expect(await balanceOf(company, 1930)).toBe(500)
    expect(await balanceOf(company, 5010)).toBe(0)
  })

  test('are a control of a year that was booked', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...quarter))
    const right = ['#UB 0 1930 -300', '#RES 0 5010 300']
    const control = (...more: string[]) => yearFile(2025, ...more).replace('#SIETYP 4', '#SIETYP 1')
    expect((await take(company, control(...right))).differences).toEqual({ closing: [], result: [] })
    expect((await take(company, control('#UB 0 1930 -299'))).differences).toEqual({
      closing: ['1930'],
      result: ['5010'],
    })
  })
})

test('differences name the accounts on which file and books differ', async () => {
  const company = await newCompany(['2025-01-01', '2025-12-31'])
  await book(company, { date: '2025-05-02' })
  const told = ['#UB 0 1930 -300', '#RES 0 5010 299', '#RES 0 6110 0']
  for (const query of ['?dryRun=true', '']) {
    const { differences } = await take(company, yearFile(2025, ...told, ...quarter), query)
    expect(differences).toEqual({ closing: ['1930', '2641'], result: ['5010', '6110'] })
  }
  expect(await yearOf(company)).toBe(company.fiscalYearId)
})
