// What an import tells: errors, decisions and notes with what to do about them, in the reader's language; what passes
// by force, what is mapped, and what is kept beside the vouchers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { balanceOf, book, verified } from '#tests/ledger/support'
import {
  contentOf,
  download,
  feedFile,
  imported,
  lines,
  readBytes,
  refusedWith,
  send,
  standing,
  voucher,
  warned,
  yearFile,
  yearOf,
} from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const newCompany = (fiscalYear: [string, string] | null = null) => service.newCompany({ fiscalYear })

/** The dry run must say what the import then does. */
const take = async (company: TestCompany, file: string | Buffer, query = '') => {
  const rehearsed = await imported({ service, company }, file, `?dryRun=true${query.replace('?', '&')}`)
  const report = await imported({ service, company }, file, query)
  expect({ ...rehearsed, dryRun: false }).toEqual(report)
  expect((await verified(service, company.id)).fault).toBeNull()
  return report
}

const kindsOf = (findings: { kind: string }[]) => findings.map(({ kind }) => kind)
const accountOf = async (company: TestCompany, number: number) =>
  (
    await service.database.rows(sql`
      select name, kind, sru from ledger.account where company_id = ${company.id} and number = ${number}`)
  )[0]

describe('the languages of a report', () => {
  const odd = feedFile(voucher('A 1', '20180115'))
  const refusals: [string, string, string][] = [
    [
      'sv',
      'Filen lästes inte in: 1 fel (dagar som inte kan bokföras: 1)',
      'rad 8: 2018-01-15 ligger inte i något räkenskapsår. Lägg upp räkenskapsåret 2018 först, eller skicka en fil med ingående balanser.',
    ],
    [
      'en-GB,sv;q=0.5',
      'The file was not imported: 1 error (days that cannot be booked on: 1)',
      'line 8: 2018-01-15 is in no fiscal year. Add the fiscal year 2018 first, or send a file with opening balances.',
    ],
  ]
  test.each(refusals)('%s, of a refusal', async (language, message, error) => {
    const { status, body } = await send(await newCompany(), odd, '', { language })
    expect([status, body.message, body.errors]).toEqual([400, message, [{ field: '#/file', message: error }]])
  })

  test.each([
    ['sv', 'Konto 1930 heter nu "Banken" som i filen; det hette "Företagskonto"'],
    ['en', 'Account 1930 is now named "Banken" as in the file; its name was "Företagskonto"'],
    ['de', 'Konto 1930 heter nu "Banken" som i filen; det hette "Företagskonto"'],
  ])('%s, of a report, and of the report on the same file later', async (language, message) => {
    const company = await newCompany()
    const file = yearFile(2025, '#KONTO 1930 Banken', '#UB 0 1930 0')
    for (const first of [true, false]) {
      const { body, headers } = await send(company, file, '', { language })
      expect(body.alreadyImported).toBe(!first)
      expect(headers.get('content-language')).toBe(language === 'en' ? 'en' : 'sv')
      expect(headers.get('vary')).toContain('accept-language')
      const told = body.notes.find(({ kind }: { kind: string }) => kind === 'accountRenamed')
      expect(told).toEqual({ line: null, kind: 'accountRenamed', message, remedy: expect.stringMatching(/\.$/) })
    }
  })

  test('of an import that was made before reports had decisions', async () => {
    const company = await newCompany()
    const file = yearFile(2025, '#KONTO 1930 Banken')
    const report = await take(company, file)
    const { errors: _, decisions, decisionCount, notes, noteCount, ...rest } = report
    const old = { ...rest, warningCount: 3, warnings: [{ line: 7, message: 'Something odd' }] }
    await service.database.of(company.id).transaction(async (db) => {
      await db.rows(sql`alter table ledger.sie_import disable trigger user`)
      await db.rows(sql`update ledger.sie_import set report = ${JSON.stringify(old)} where company_id = ${company.id}`)
      await db.rows(sql`alter table ledger.sie_import enable trigger user`)
    })
    const again = await imported({ service, company }, file)
    expect(again).toMatchObject({ alreadyImported: true, decisions: [], noteCount: 3 })
    expect(again.notes).toEqual([{ line: 7, kind: 'warning', message: 'Something odd', remedy: '' }])
  })
})

describe('accounts', () => {
  const chart = ['#KONTO 1930 Banken', '#SRU 1930 9999', '#KTYP 1930 T', '#KONTO 5010 Lokal', '#KTYP 5010 K']

  test('with entries keep their name, and the report says so by account', async () => {
    const company = await newCompany(['2025-01-01', '2025-12-31'])
    await company.post('/journal-entries', {
      title: 'Prov',
      date: '2025-05-02',
      items: [
        { account: 1930, debit: 5 },
        { account: 2440, credit: 5 },
      ],
    })
    const report = await take(company, yearFile(2025, ...chart, '#KTYP 2440 I', voucher('A 1', '20250115')))
    const told = report.decisions.filter(({ kind }: { kind: string }) => kind.startsWith('account'))
    expect(told.map(({ message }: { message: string }) => message)).toEqual([
      'Account 1930 is named "Företagskonto" in the books and "Banken" in the file: it has entries, so the name in the books applies',
      'Account 2440 is a liability or equity in the books and income in the file: it has entries or an opening balance, so the type in the books applies',
    ])
    expect(await accountOf(company, 1930)).toMatchObject({
      name: 'Företagskonto',
      sru: ['9999'],
    })
    expect(await accountOf(company, 2440)).toMatchObject({ kind: 'liability' })
    expect(await accountOf(company, 5010)).toMatchObject({ name: 'Lokal' })
  })

  // Account 2893 has an opening balance alone, and 2999 nothing at all.
  const sides = '#KTYP 1930 S|#KTYP 2440 T|#KTYP 2893 T|#KTYP 2999 T|#KTYP 5010 I'.split('|')

  test('that were booked on stay on their side of the balance sheet, which closed years hang on', async () => {
    const company = await newCompany()
    const opening = ['#IB 0 1930 5', '#IB 0 2893 -5', voucher('A 1', '20250115').replace('1930', '2440')]
    await take(company, yearFile(2025, ...opening))
    const sheet = () => company.get('/reports/balance-sheet?from=2025-01-01&to=2025-12-31')
    const { status, body: before } = await sheet()
    expect(status).toBe(200)
    const report = await take(company, yearFile(2025, ...sides, ...opening))
    const types = (kind: string) =>
      [...report.decisions, ...report.notes]
        .filter((one: { kind: string }) => one.kind === kind)
        .map(({ message }: { message: string }) => message.split(' ')[1])
    expect(types('accountTypeKept')).toEqual(['1930', '2440', '2893'])
    expect(types('accountTypeTaken')).toEqual(['2999', '5010'])
    expect((await sheet()).body).toEqual(before)
    for (const [number, kind] of Object.entries({ 1930: 'asset', 2440: 'liability', 2893: 'liability', 2999: 'asset' }))
      expect(await accountOf(company, Number(number))).toMatchObject({ kind })
  })

  test('that change are told in the history, with what they were', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...chart))
    const [row] = await service.database.rows<{ detail: { accounts: { account: number }[] } }>(sql`
      select detail from platform.history where company_id = ${company.id} and what = 'accounts.changed'`)
    expect(row?.detail.accounts.map(({ account }) => account)).toEqual([1930, 5010])
    expect(row?.detail.accounts[0]).toMatchObject({
      before: { name: 'Företagskonto', sru: ['7281'] },
      after: { name: 'Banken', sru: ['9999'] },
    })
  })

  test('whose type the balances of the file contradict go by their number', async () => {
    const company = await newCompany()
    const report = await take(company, yearFile(2025, '#KTYP 1930 K', '#IB 0 1930 5', '#IB 0 2081 -5'))
    expect(kindsOf(report.notes)).toContain('accountTypeOdd')
    expect(await balanceOf(company, 1930)).toBe(5)
    expect(await accountOf(company, 1930)).toMatchObject({ kind: 'asset' })
  })
})

describe('what passes by force alone', () => {
  const sum = (file: string) => file.replace('#PROGRAM', '#KSUMMA\r\n#PROGRAM').concat('#KSUMMA 123456789\r\n')
  const sound = yearFile(2025, voucher('A 1', '20250115'))
  const files: [string, string, string][] = [
    ['a wrong checksum', sum(sound), 'sumWrong'],
    ['a checksum that is none', sum(sound).replace('123456789', 'x'), 'sumOdd'],
    ['another company', sound.replace('559999-0008', '556252-9155'), 'otherCompany'],
    ['opening balances that do not sum to zero', yearFile(2025, '#IB 0 1930 7.5'), 'openingUnbalanced'],
    [
      'vouchers that were read before',
      feedFile(voucher('A 1', '20260115')).replace('#FLAGGA 0', '#FLAGGA 1'),
      'flagRead',
    ],
  ]
  test.each(files)('%s', async (_, file, kind) => {
    const company = await newCompany(kind === 'flagRead' ? ['2026-01-01', '2026-12-31'] : null)
    const before = await standing(company)
    for (const query of ['?dryRun=true', '']) expect(await refusedWith(company, file, query)).toHaveLength(1)
    expect(await standing(company)).toEqual(before)
    const report = await take(company, file, '?force=true')
    expect(kindsOf(report.decisions)).toContain(kind)
    if (kind === 'sumWrong') expect(report.file.checksum).toBe('wrong')
    if (kind === 'openingUnbalanced') expect(await balanceOf(company, 1930)).toBe(7.5)
  })

  test('but not a file that was cut short', async () => {
    const cut = sound.replace('#PROGRAM', '#KSUMMA\r\n#PROGRAM')
    expect(await refusedWith(await newCompany(), cut, '?force=true')).toEqual([
      'line 2: #KSUMMA is opened and never closed: the end of the file is missing',
    ])
  })
})

describe('opening balances', () => {
  const opening = (kronor: number) => [`#IB 0 1930 ${kronor}`, `#IB 0 2081 ${-kronor}`]

  test('of a year without entries are replaced, and those before are kept', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...opening(100)))
    const report = await take(company, yearFile(2025, ...opening(300)))
    expect(kindsOf(report.decisions)).toContain('openingReplaced')
    expect(report.made.openingBalances).toBe(2)
    expect(await balanceOf(company, 1930)).toBe(300)
    const { body } = await company.get(`/fiscal-years/${await yearOf(company)}/opening-balances`)
    expect(body).toMatchObject({ revision: 2, earlier: [{ balances: [{ account: 1930, amount: 100 }, {}] }] })
  })

  test('of a year with entries stay, and the report says where to correct them', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...opening(100), voucher('A 1', '20250115')))
    const report = await take(company, yearFile(2025, ...opening(300), voucher('A 1', '20250115')))
    const kept = report.decisions.find(({ kind }: { kind: string }) => kind === 'openingKept')
    expect(kept.remedy).toContain(`PUT /fiscal-years/${await yearOf(company)}/opening-balances`)
    expect(await balanceOf(company, 1930)).toBe(0)
  })
})

test('opening balances of a later year stay, and the report says to correct what it carries on from', async () => {
  const company = await newCompany()
  const file = (year: number, kronor: number) =>
    yearFile(year, `#IB 0 1930 ${kronor}`, `#IB 0 2081 ${-kronor}`, voucher('A 1', `${year}0115`))
  await take(company, file(2024, 100))
  const first = await yearOf(company)
  await take(company, file(2025, 100))
  const { decisions } = await take(company, file(2025, 300))
  const { remedy } = decisions.find(({ kind }: { kind: string }) => kind === 'openingKept')
  expect(remedy).toContain('Correct the year before')
  expect(remedy).toContain(`the first year of the books (PUT /fiscal-years/${first}/opening-balances)`)
  const later = await yearOf(company, '2025-01-01')
  expect(remedy).not.toContain(later)
  const balances = [
    { account: 1930, amount: 300 },
    { account: 2081, amount: -300 },
  ]
  const refused = await company.put(`/fiscal-years/${later}/opening-balances`, { balances })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('is not the first of these')])
})

describe('parts that are not kept', () => {
  const odd: [string, string][] = [
    ['a budget of no month', '#PBUDGET 0 202513 5010 {} 9'],
    ['a budget of no amount', '#PBUDGET 0 202501 5010 {} x'],
    ['a budget without a list', '#PBUDGET 0 202501 5010 9'],
    ['a budget of an odd account', '#PBUDGET 0 202501 FEL {} 9'],
    ['an odd SRU code', '#SRU FEL 7281'],
    ['an SRU code without its account', '#SRU'],
    ['an unknown label', '#MOMSKOD 2610 10'],
    ['an odd closing balance', '#UB 0 FEL 5'],
    ['a closing balance twice', '#UB 0 1940 5'],
    ['an opening balance of the year before', '#IB -1 1930 1,5'],
    ['a balance of objects on account 0', '#OUB 0 0 {} 5'],
    ['a month of account 0', '#PSALDO 0 202501 0 {} 5'],
    ['an account that no row uses', '#KONTO FEL "Felkonto"'],
    ['an odd dimension', '#DIM x Region'],
    ['an object without a code', '#OBJEKT 1'],
    ['the year before without days', '#RAR -1 2024'],
  ]
  test.each(odd)('%s is a note', async (_, line) => {
    const company = await newCompany()
    const report = await take(company, yearFile(2025, line, voucher('A 1', '20250115')))
    expect(report.made.journalEntries).toBe(1)
    expect(report.notes.filter(({ line }: { line: number | null }) => line === 10).length).toBeGreaterThan(0)
  })
})

describe('budgets', () => {
  const rows = [
    '#PBUDGET 0 202501 5010 {} 100.00',
    '#PBUDGET 0 202502 5010 {} 120.50 3',
    '#PBUDGET 0 202501 5010 {1 "10"} 40.00',
    '#PBUDGET -1 202412 5010 {} 90.00',
  ]
  const otherwise = [...rows.slice(0, 2), '#OBJPBUDGET 0 202501 5010 {1 "10"} 40.00', ...rows.slice(3)]

  test('come out as they came in, and into another company', async () => {
    const company = await newCompany()
    const report = await take(company, yearFile(2025, ...rows, voucher('A 1', '20250115')))
    expect([report.read.budgetRows, report.made.budgetRows]).toEqual([4, 4])
    const out = await download(company, await yearOf(company))
    expect(out.toString('latin1').match(/^#PBUDGET.*$/gm)).toEqual(rows)
    const { report: reading } = await readBytes(out)
    expect(reading.findings.errorCount).toBe(0)
    const second = await newCompany()
    await take(second, out)
    expect((await download(second, await yearOf(second))).equals(out)).toBe(true)
  })

  test('of objects come by a label of their own too, and out by that of the format', async () => {
    const company = await newCompany()
    const report = await take(
      company,
      yearFile(2025, ...otherwise, '#OBJPBUDGET 0 202502 5010 {} 5.00', voucher('A 1', '20250115')),
    )
    expect([report.read.budgetRows, report.made.budgetRows]).toEqual([5, 5])
    const out = (await download(company, await yearOf(company))).toString('latin1')
    expect([out.match(/^#PBUDGET.*$/gm), out.match(/OBJPBUDGET/)]).toEqual([rows, null])
  })

  test('are replaced by the next file that has any', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...rows))
    await take(company, yearFile(2025, '#PROSA none'))
    await take(company, yearFile(2025, '#PBUDGET 0 202503 5010 {} 7.00'))
    const out = await download(company, await yearOf(company))
    expect(out.toString('latin1').match(/^#PBUDGET.*$/gm)).toEqual(['#PBUDGET 0 202503 5010 {} 7.00'])
  })
})

describe('accounts that are mapped', () => {
  const odd = yearFile(
    2025,
    '#KONTO FEL "Felkonto"',
    '#KONTO 0351 "Maskiner"',
    '#SRU 0351 7215',
    '#IB 0 0351 500',
    '#IB 0 2081 -500',
    '#UB 0 0351 600',
    '#RES 0 FEL -100',
    lines('#VER A 1 20250115 "Köp"', '{', '#TRANS 0351 {} 100', '#TRANS FEL {} -100', '}').trimEnd(),
  )

  test('are booked where the caller says', async () => {
    const company = await newCompany()
    expect(await refusedWith(company, odd)).toHaveLength(3)
    const { body } = await send(company, odd)
    expect(body.errors[0].message).toContain('map=0351:3999')
    const report = await take(company, odd, '?map=FEL:3999,%200351:1251')
    expect(report.decisions.filter(({ kind }: { kind: string }) => kind === 'mapped')).toHaveLength(2)
    expect(await balanceOf(company, 1251)).toBe(600)
    expect(await balanceOf(company, 3999)).toBe(-100)
    expect(await accountOf(company, 1251)).toMatchObject({ name: 'Maskiner', sru: ['7215'] })
    expect(report.differences.closing).toEqual(['2081'])
    const { vouchers } = await contentOf(await download(company, await yearOf(company)))
    expect(vouchers[0]?.rows.map(({ account }) => account)).toEqual(['1251', '3999'])
  })

  test('on an account that the file has too are added to it', async () => {
    const company = await newCompany()
    const both = odd.replace('#IB 0 0351 500', '#KONTO 1250 "Datorer"\r\n#IB 0 1250 200\r\n#IB 0 0351 300')
    await take(company, both, '?map=FEL:3999,0351:1250')
    expect(await balanceOf(company, 1250)).toBe(600)
    expect(await accountOf(company, 1250)).toMatchObject({ name: 'Datorer' })
  })

  test('and are not in the file are told', async () => {
    const report = await take(await newCompany(), yearFile(2025, voucher('A 1', '20250115')), '?map=DIFF:3740')
    expect(warned(report)).toContain('Account DIFF of map is not in the file')
  })

  test.each(['FEL', 'FEL:', ':3999', 'FEL:0351', 'FEL:x', 'FEL:3999,DIFF'])('map=%s is refused', async (map) => {
    const { status, body } = await send(await newCompany(), odd, `?map=${map}`)
    expect([status, body.errors[0].field]).toEqual([400, 'map'])
  })
})

test('many errors are told by what they are about, vouchers out of balance first, some of every kind', async () => {
  const wrong = [
    ...Array.from({ length: 120 }, () => '}'),
    ...Array.from({ length: 120 }, (_, at) => voucher(`A ${at + 1}`, '20250115').replace('-100', '-99')),
    ...Array.from({ length: 3 }, (_, at) => voucher(`B ${at + 1}`, '20240115')),
  ]
  const { body } = await send(await newCompany(), yearFile(2025, ...wrong))
  expect(body.message).toBe(
    'The file was not imported: 243 errors (vouchers out of balance: 120, days that cannot be booked on: 3, the format of the file: 120)',
  )
  const about = (text: string) =>
    (body.errors as Answer['body'][]).flatMap(({ message }, at) => (message.includes(text) ? [at] : []))
  expect(body.errors).toHaveLength(100)
  expect(about('is out of balance')).toEqual(Array.from({ length: 92 }, (_, at) => at))
  expect(about('is dated 2024-01-15')).toEqual([92, 93, 94])
  expect(about('A closing brace')).toEqual([95, 96, 97, 98, 99])
})

test('a dry run of a file with everything in it is what the import then does', async () => {
  const company = await newCompany(['2025-01-01', '2025-12-31'])
  await book(company, { date: '2025-05-02' })
  const report = await take(
    company,
    yearFile(
      2025,
      '#KONTO 1930 Banken',
      '#PBUDGET 0 202501 5010 {6 "x"} 9',
      '#IB 0 1930 5',
      '#IB 0 2081 -5',
      '#OUB 0 0 {} 1',
    ),
  )
  expect(report).toMatchObject({ errors: [], decisionCount: report.decisions.length, noteCount: report.notes.length })
})
