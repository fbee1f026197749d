// What a voucher carries through import and download: objects, quantities, texts, days and signs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { verified } from '#tests/ledger/support'
import {
  contentOf,
  download,
  imported,
  lines,
  readBytes,
  send,
  voucher,
  warned,
  yearFile,
  yearOf,
} from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = () => service.newCompany({ fiscalYear: null })
const take = (company: TestCompany, file: string) => imported({ service, company }, file)
const downloaded = async (company: TestCompany) => download(company, await yearOf(company))

/** A voucher with the given rows; the first stands on line 12. */
const withRows = (...rows: string[]) => yearFile(2025, lines('#VER A 1 20250115 "Hyra"', '{', ...rows, '}').trimEnd())

const rowsOf = async (company: TestCompany) => (await contentOf(await downloaded(company))).vouchers[0]?.rows ?? []

describe('objects', () => {
  const declared = [
    '#DIM 20 Region',
    '#UNDERDIM 21 Ort 20',
    '#OBJEKT 20 N "Norr"',
    '#OBJEKT 21 N1 "Umeå"',
    '#OBJEKT 1 10 Butik',
  ]

  test('of several dimensions stand on a row as tags', async () => {
    const company = await newCompany()
    const rows = ['#TRANS 5010 {1 "10" 20 N 21 "N1"} 100', '#TRANS 1930 {"1" "11"} -60', '#TRANS 1930 {} -40']
    const file = yearFile(2025, ...declared, lines('#VER A 1 20250115', '{', ...rows, '}').trimEnd())
    const report = await take(company, file)
    expect(report.made).toMatchObject({ tagGroups: 3, tags: 4 })
    const { items } = (await company.get('/journal-entries')).body.items[0]
    const tags = items.map((item: { tags?: { tagGroupName: string; tagName: string; weight: number }[] }) =>
      (item.tags ?? []).map(({ tagGroupName, tagName, weight }) => [tagGroupName, tagName, weight]),
    )
    expect(tags).toEqual([
      [
        ['Kostnadsställe', 'Butik', 1],
        ['Region', 'Norr', 1],
        ['Ort', 'Umeå', 1],
      ],
      [['Kostnadsställe', '11', 1]],
      [],
    ])
    const out = await contentOf(await downloaded(company))
    expect(out.vouchers[0]?.rows.map(({ objects }) => objects)).toEqual([['1 10', '20 N', '21 N1'], ['1 11'], []])
    expect(out.dimensions).toEqual([
      [1, 'Kostnadsställe', null],
      [20, 'Region', null],
      [21, 'Ort', 20],
    ])
    expect(out.objects).toEqual(['1 10 Butik', '1 11 11', '20 N Norr', '21 N1 Umeå'])
  })

  test('keep their names in the books, and are made once', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, ...declared))
    const renamed = yearFile(2025, ...declared, '#DIM 20 Område', '#OBJEKT 20 N "Nord"', '#OBJEKT 20 S "Syd"')
    expect((await take(company, renamed)).made).toMatchObject({ tagGroups: 0, tags: 1 })
    const out = await contentOf(await downloaded(company))
    expect(out.objects).toEqual(['1 10 Butik', '20 N Norr', '20 S Syd', '21 N1 Umeå'])
  })

  test('a dimension that only another one names is made as well', async () => {
    const company = await newCompany()
    expect((await take(company, yearFile(2025, '#UNDERDIM 31 Del 30'))).made.tagGroups).toBe(2)
    expect((await contentOf(await downloaded(company))).dimensions).toEqual([
      [30, 'Dimension 30', null],
      [31, 'Del', 30],
    ])
  })

  test('several of one dimension on a row: the first counts', async () => {
    const company = await newCompany()
    const report = await take(company, withRows('#TRANS 5010 {1 a 1 b 6 p 1 a} 100', '#TRANS 1930 {} -100'))
    const problem = 'The row names several objects of dimension 1; the first applies'
    expect(warned(report).filter((message) => message.includes('several'))).toEqual([
      `line 12: ${problem}`,
      `line 12: ${problem}`,
    ])
    expect((await rowsOf(company)).map(({ objects }) => objects)).toEqual([['1 a', '6 p'], []])
  })
})

describe('rows', () => {
  test('keep their quantities', async () => {
    const company = await newCompany()
    const quantities = ['2.50', '-3', '007', '0.0000000001', '999999999999999', '-0', '""']
    const rows = quantities.map((quantity) => `#TRANS 5010 {} 1 "" "" ${quantity}`)
    await take(company, withRows(...rows, '#TRANS 1930 {} -7'))
    expect((await rowsOf(company)).map(({ quantity }) => quantity)).toEqual([
      2.5,
      -3,
      7,
      1e-10,
      999999999999999,
      0,
      null,
      null,
    ])
    expect((await verified(service, company.id)).fault).toBeNull()
  })

  test('may move nothing', async () => {
    const company = await newCompany()
    await take(company, withRows('#TRANS 5010 {} 0', '#TRANS 1930 {} -0.00'))
    expect((await rowsOf(company)).map(({ amount }) => amount)).toEqual([0n, 0n])
  })

  test('keep their order, up to ten thousand of them', async () => {
    const company = await newCompany()
    const rows = Array.from({ length: 9_999 }, (_, at) => `#TRANS 5010 {} 0.01 "" "rad ${at}"`)
    await take(company, withRows(...rows, '#TRANS 1930 {} -99.99'))
    const texts = (await rowsOf(company)).map(({ text }) => text)
    expect(texts).toEqual([...rows.map((_, at) => `rad ${at}`), ''])
  })

  test('of another day than their voucher are booked on its day, and reported', async () => {
    const company = await newCompany()
    const report = await take(company, withRows('#TRANS 5010 {} 100 20250115', '#TRANS 1930 {} -100 20250116'))
    expect(warned(report)).toContain('line 13: A row has a different day than the voucher, whose day applies')
    const { body } = await company.get('/journal-entries')
    expect(body.items[0].date).toBe('2025-01-15')
  })

  test('that were struck or added later are booked as they came to be', async () => {
    const company = await newCompany()
    const corrected = [
      '#BTRANS 5010 {} 90 20250201 "" "" Eva',
      '#RTRANS 5010 {} 100 20250201 "" "" Eva',
      '#TRANS 5010 {} 100',
    ]
    const report = await take(company, withRows(...corrected, '#TRANS 1930 {} -100'))
    expect(report.read).toMatchObject({ rows: 2, struckRows: 1, addedRows: 1 })
    expect((await rowsOf(company)).map(({ account, amount }) => [account, amount])).toEqual([
      ['5010', 10_000n],
      ['1930', -10_000n],
    ])
  })
})

describe('texts', () => {
  const texts: [string, string, string][] = [
    ['quotes', '"Anna \\"Ankan\\" Al"', 'Anna "Ankan" Al'],
    ['backslashes', '"C:\\Mapp\\fil.txt"', 'C:\\Mapp\\fil.txt'],
    ['a backslash before a quote', '"a\\\\"b"', 'a\\"b'],
    ['letters of the code page', '"åäöÅÄÖéüß½"', 'åäöÅÄÖéüß½'],
    ['no quotes at all', 'Hyra{1}', 'Hyra{1}'],
    ['spaces', '"  två  "', '  två  '],
    ['nothing', '""', ''],
    ['a long text', `"${'x'.repeat(3_000)}"`, 'x'.repeat(3_000)],
  ]
  test.each(texts)('with %s', async (_, field, text) => {
    const company = await newCompany()
    const rows = [`#TRANS 5010 {} 100 "" ${field}`, '#TRANS 1930 {} -100']
    await take(company, yearFile(2025, lines(`#VER A 1 20250115 ${field}`, '{', ...rows, '}').trimEnd()))
    const { vouchers } = await contentOf(await downloaded(company))
    expect([vouchers[0]?.text, vouchers[0]?.rows[0]?.text]).toEqual([text, text])
  })

  test('that end with a backslash end with a slash when they come out', async () => {
    const company = await newCompany()
    await take(company, yearFile(2025, '#VER A 1 20250115 Mapp\\ ', '{', '#TRANS 1930 {} 0', '}'))
    expect((await company.get('/journal-entries')).body.items[0].title).toBe('Mapp\\')
    expect((await contentOf(await downloaded(company))).vouchers[0]?.text).toBe('Mapp/')
  })
})

test('the day of registration and the sign are those of the file, else ours', async () => {
  const company = await newCompany()
  const signed = voucher('A 1', '20250115').replace('"Hyra"', '"Hyra" 20250120 "Eva Ek"')
  await take(company, yearFile(2025, signed, voucher('A 2', '20250116')))
  expect((await company.post('/journal-entries', anEntry({ date: '2025-01-17' }))).status).toBe(200)
  const { items } = await readBytes(await downloaded(company))
  const vouchers = items.filter((item) => item.kind === 'voucher')
  expect(vouchers.map(({ registeredOn, sign }) => [registeredOn, sign])).toEqual([
    ['2025-01-20', 'Eva Ek'],
    ['2026-06-10', ''],
    ['2026-06-10', 'Prov'],
  ])
})

test('tax form fields are bounded for each account', async () => {
  const company = await newCompany()
  const fields = Array.from({ length: 50_000 }, (_, at) => `#SRU 1949 ${at}`)
  await take(company, yearFile(2025, '#KONTO 1949 Konto', fields.join('\r\n')))
  const [account] = await service.database.rows<{ sru: string[] }>(
    sql`select sru from ledger.account where company_id = ${company.id} and number = 1949`,
  )
  expect(account?.sru).toEqual(Array.from({ length: 20 }, (_, at) => `${at}`))
})

test.each([
  ['UTF-8', 'utf-8', (text: string) => Buffer.from(text, 'utf8')],
  ['UTF-8 with a mark', 'utf-8', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
  ['Latin-1', 'windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('a file in %s', async (_, encoding, encode) => {
  const company = await newCompany()
  const file = yearFile(2025, voucher('A 1', '20250115').replace('Hyra', 'Hyra på Åsö, ä'))
  const report = await imported({ service, company }, encode(file))
  expect(report.file.encoding).toBe(encoding)
  expect((await company.get('/journal-entries')).body.items[0].title).toBe('Hyra på Åsö, ä')
})

test('invisible characters are removed, and reported once', async () => {
  const company = await newCompany()
  const file = yearFile(
    2025,
    '#DIM 20 "Reg\u202eion"',
    '#OBJEKT 20 N "No\u0007rr"',
    '#KONTO 5010 "Lokal\thyra"',
    '#KONTO 19301 "Ba\u2067nk"',
    lines(
      '#VER A 1 20250115 "Hy\u202dra\u0007"',
      '{',
      '#TRANS 5010 {20 "N"} 100 "" "A\u200f4"',
      '#TRANS 1930 {} -100',
      '}',
    ),
  ).replace('#FNAMN "', '#FNAMN "\u202e')
  const { status, body } = await send(company, Buffer.from(file.replace('PC8', 'UTF-8')), '')
  expect([status, body.file.encoding]).toEqual([200, 'utf-8'])
  const notes = body.notes.filter(({ kind }: { kind: string }) => kind === 'unseenCharacters')
  expect(notes).toMatchObject([{ message: expect.stringContaining('this is the first line with any') }])
  expect(body.file.companyName).not.toContain('\u202e')
  const [entry] = (await company.get('/journal-entries')).body.items
  expect(entry.title).toBe('Hyra')
  expect(entry.items[0].tags).toMatchObject([{ tagGroupName: 'Region', tagName: 'Norr' }])
  expect((await contentOf(await downloaded(company))).vouchers[0]?.rows[0]?.text).toBe('A4')
  for (const [account, name] of Object.entries({ 5010: 'Lokal hyra', 19301: 'Bank' })) {
    expect((await company.get(`/chart-of-accounts/${account}`)).body.name).toBe(name)
  }
})
