// One line at a time: fields, quotes, braces, amounts, days and numbers, as a file can write them.
import { describe, expect, test } from 'vitest'
import { erredOf, errorsOf, feedFile, read, vouchersOf, warnedOf, warningsOf, yearFile } from './support.ts'

const rowOf = async (row: string) => {
  const { items, report } = await read(feedFile('#VER A 1 20250131 Text', '{', row, '#TRANS 1930 {} 0', '}'))
  return { row: vouchersOf(items)[0]?.rows[0], report }
}

describe('the name of an account', () => {
  test.each([
    ['plain', '#KONTO 1915 Kassa', 'Kassa'],
    ['in quotes', '#KONTO 1915 "Liten kassa"', 'Liten kassa'],
    ['empty', '#KONTO 1915 ""', ''],
    ['missing', '#KONTO 1915', ''],
    ['tabs between', '#KONTO\t1915\t\t"Liten kassa"', 'Liten kassa'],
    ['many spaces', '   #KONTO    1915   Kassa   ', 'Kassa'],
    ['leading tab', '\t#KONTO 1915 Kassa', 'Kassa'],
    ['quoted number', '#KONTO "1915" Kassa', 'Kassa'],
    ['escaped quotes', '#KONTO 1915 "Kassa \\"special\\""', 'Kassa "special"'],
    ['escaped quote without quotes', '#KONTO 1915 17\\"', '17"'],
    ['only an escaped quote', '#KONTO 1915 "\\""', '"'],
    ['backslashes', '#KONTO 1915 "C:\\Bok\\År"', 'C:\\Bok\\År'],
    ['a backslash and an escaped quote', '#KONTO 1915 "a\\\\"b"', 'a\\"b'],
    ['a path that ends in a backslash', '#KONTO 1915 "C:\\Bok\\"', 'C:\\Bok\\'],
    ['spaces inside quotes', '#KONTO 1915 " Kassa  2 "', ' Kassa  2 '],
    ['braces inside quotes', '#KONTO 1915 "{1 2}"', '{1 2}'],
    ['hash inside quotes', '#KONTO 1915 "#1"', '#1'],
    ['nothing between fields', '#KONTO 1915 "Kassa"extra', 'Kassa'],
    ['fields after the known ones', '#KONTO 1915 Kassa extra "and more"', 'Kassa'],
    ['a no-break space at the end', '#KONTO 1915 Kassa\u00a0', 'Kassa\u00a0'],
    ['Swedish letters', '#KONTO 1915 Åäö', 'Åäö'],
  ])('%s', async (_, line, name) => {
    const { items, report } = await read(yearFile(line))
    expect(items.find((item) => item.kind === 'account' && item.number === '1915')).toMatchObject({ name, line: 13 })
    // A quote within a word is told.
    const noteCount = line.includes('"extra') ? 1 : 0
    expect(report.findings).toMatchObject({ errorCount: 0, noteCount, decisionCount: 0 })
  })

  test('a quote that is never closed ends with the line, with a warning', async () => {
    const { items, report } = await read(yearFile('#KONTO 1915 "Kassa som är lån', '#KONTO 1916 Kassa'))
    expect(items.find((item) => item.kind === 'account' && item.number === '1915')).toMatchObject({
      name: 'Kassa som är lån',
    })
    expect(report.summary.accounts.get('1916')).toBe('Kassa')
    expect(warnedOf(report)).toEqual([
      { line: 13, message: 'A quote in #KONTO is never closed; it ends with the line' },
    ])
  })
})

describe('an object list', () => {
  test.each([
    ['{}', []],
    ['{ }', []],
    ['{\t}', []],
    ['{1 Nord}', [{ dimension: 1, code: 'Nord' }]],
    ['{ 1 Nord }', [{ dimension: 1, code: 'Nord' }]],
    ['{"1" "0123"}', [{ dimension: 1, code: '0123' }]],
    [
      '{1 "0123" 6 "47"}',
      [
        { dimension: 1, code: '0123' },
        { dimension: 6, code: '47' },
      ],
    ],
    ['{1\t"a } b"}', [{ dimension: 1, code: 'a } b' }]],
  ])('%s', async (list, objects) => {
    const { row, report } = await rowOf(`#TRANS 5010 ${list} 0`)
    expect(row?.objects).toEqual(objects)
    expect(report.findings.errorCount).toBe(0)
  })

  test.each([
    ['#TRANS 5010 {1 Nord 0', 'A brace in #TRANS is never closed'],
    ['#TRANS 5010 {1} 0', 'The object list of #TRANS must be pairs of a dimension number and an object code'],
    ['#TRANS 5010 {x Nord} 0', 'The object list of #TRANS must be pairs of a dimension number and an object code'],
    ['#TRANS 5010 0', '#TRANS has no object list in braces'],
  ])('%s is refused', async (line, message) => {
    const { row, report } = await rowOf(line)
    expect(row).toBeUndefined()
    expect(erredOf(report)).toContainEqual({ line: 13, message })
  })
})

describe('an amount', () => {
  test.each([
    ['0', 0n],
    ['1', 100n],
    ['-1459.9', -145990n],
    ['32934', 3293400n],
    ['-0.05', -5n],
    ['.5', 50n],
    ['0012.00', 1200n],
    ['"-7.25"', -725n],
    ['999999999999999.99', 99999999999999999n],
  ])('%s', async (text, amount) => {
    const { row } = await rowOf(`#TRANS 5010 {} ${text}`)
    expect(row?.amount).toBe(amount)
  })

  test.each([
    '',
    '1,50',
    '+1',
    '1.005',
    '1.000',
    '1 000',
    '1e3',
    '--1',
    '-',
    '.',
    '1.',
    'abc',
    '1000000000000000',
    '0x10',
    '٣',
  ])('"%s" is refused', async (text) => {
    const { row, report } = await rowOf(`#TRANS 5010 {} "${text}"`)
    expect(row).toBeUndefined()
    expect(erredOf(report)).toEqual([
      { line: 13, message: expect.stringContaining(`The amount "${text === '٣' ? '?' : text}" of #TRANS must be`) },
    ])
  })
})

describe('a row', () => {
  test('has all its fields', async () => {
    const { row } = await rowOf('#TRANS 5010 {} 0 20250130 "Hyra, januari" -2.5 "Eva Ek" extra')
    expect(row).toEqual({
      line: 13,
      account: '5010',
      objects: [],
      amount: 0n,
      date: '2025-01-30',
      text: 'Hyra, januari',
      quantity: '-2.5',
      sign: 'Eva Ek',
    })
  })

  test('has none of the optional ones', async () => {
    const { row } = await rowOf('#TRANS 5010 {} 0 "" "" "" ""')
    expect(row).toMatchObject({ date: null, text: '', quantity: null, sign: '' })
  })

  test.each([
    [
      'account',
      '#TRANS 50A0 {} 0',
      'The account "50A0" of #TRANS is not an account number: those go from 1 to 99999999 and do not begin with 0',
    ],
    [
      'long account',
      '#TRANS 12345678901 {} 0',
      'The account "12345678901" of #TRANS is not an account number: those go from 1 to 99999999 and do not begin with 0',
    ],
  ])('with a bad %s is refused', async (_, line, message) => {
    const { report } = await rowOf(line)
    expect(erredOf(report)).toEqual([{ line: 13, message }])
  })

  test('with a bad date is kept: the day of the voucher applies', async () => {
    const { row, report } = await rowOf('#TRANS 5010 {} 0 20250230')
    expect(row?.date).toBeNull()
    expect(warningsOf(report)).toEqual(['The date "20250230" of #TRANS does not exist; the day of the voucher applies'])
  })

  test('with a bad quantity is kept without it', async () => {
    const { row, report } = await rowOf('#TRANS 5010 {} 0 "" "" 1,5')
    expect(row?.quantity).toBeNull()
    expect(warningsOf(report)).toEqual(['The quantity "1,5" of #TRANS is not a number and is left out'])
  })
})

describe('a day', () => {
  test.each([
    ['20240229', '2024-02-29'],
    ['20250228', '2025-02-28'],
    ['20000229', '2000-02-29'],
    ['19991231', '1999-12-31'],
  ])('%s', async (text, date) => {
    const { items } = await read(feedFile(`#VER A 1 ${text} Text`, '{', '}'))
    expect(vouchersOf(items)[0]?.date).toBe(date)
  })

  test.each(['""', '20250229', '19000229', '20251301', '20250100', '20250132', '2025-01-31', '250131', '00000000'])(
    '%s is refused',
    async (text) => {
      const { items, report } = await read(feedFile(`#VER A 1 ${text} Text`, '{', '#TRANS 1930 {} 0', '}'))
      expect(vouchersOf(items)).toEqual([])
      expect(erredOf(report)).toEqual([
        { line: 11, message: expect.stringContaining('is missing, does not exist or is not written YYYYMMDD') },
      ])
    },
  )
})

describe('a voucher number', () => {
  test.each([
    ['1', '1'],
    ['"17"', '17'],
    ['007', '7'],
    ['123456789', '123456789'],
    ['""', null],
    ['0', null],
    ['000', null],
  ])('%s', async (text, number) => {
    const { items, report } = await read(feedFile(`#VER A ${text} 20250131`, '{', '#TRANS 1930 {} 0', '}'))
    expect(vouchersOf(items)[0]?.number).toBe(number)
    expect(report.findings.errorCount).toBe(0)
  })

  test.each([
    ['A17', 'The voucher number "A17" cannot be read: voucher numbers must be whole numbers'],
    ['-1', 'The voucher number "-1" cannot be read: voucher numbers must be whole numbers'],
    ['1.5', 'The voucher number "1.5" cannot be read: voucher numbers must be whole numbers'],
    ['1234567890123456', 'The voucher number must be at most 15 digits'],
  ])('%s is refused', async (text, message) => {
    const { items, report } = await read(feedFile(`#VER A ${text} 20250131`, '{', '#TRANS 1930 {} 0', '}'))
    expect(vouchersOf(items)).toEqual([])
    expect(erredOf(report)).toEqual([{ line: 11, message }])
  })

  test('a series has at most 20 characters', async () => {
    const ver = (series: string) => read(feedFile(`#VER ${series} 1 20250131`, '{', '#TRANS 1930 {} 0', '}'))
    expect(errorsOf((await ver('x'.repeat(20))).report)).toEqual([])
    expect(errorsOf((await ver('x'.repeat(21))).report)).toEqual([
      'The series of a voucher must be at most 20 characters',
    ])
  })
})

const everyLabel = [
  '#FLAGGA 0',
  '#PROGRAM "Bok och bok" 1.2',
  '#FORMAT PC8',
  '#GEN 20260102 "Eva Ek"',
  '#SIETYP 4',
  '#PROSA "Fri text"',
  '#FTYP AB',
  '#FNR 17',
  '#ORGNR 556000-0001 2 3',
  '#BKOD 69201',
  '#ADRESS "Eva Ek" "Gatan 1" "111 22 Stad" 08-1',
  '#FNAMN "Bolaget AB"',
  '#RAR 0 20250101 20251231',
  '#TAXAR 2026',
  '#OMFATTN 20251231',
  '#KPTYP EUBAS97',
  '#VALUTA SEK',
  '#KONTO 1930 Bank',
  '#KTYP 1930 T',
  '#ENHET 1930 st',
  '#SRU 1930 7281',
  '#DIM 20 Region',
  '#UNDERDIM 21 Kontor 20',
  '#OBJEKT 20 N Norr',
  '#IB 0 1930 1.5 2',
  '#UB -1 1930 1.5',
  '#RES 0 3010 -2',
  '#OIB 0 1930 {20 N} 1',
  '#OUB 0 1930 {20 N} 2 -3',
  '#PSALDO 0 202501 1930 {} 4',
  '#PBUDGET 0 202512 1930 {20 N} 5 6',
]

test('every label of the format becomes its item', async () => {
  const { items } = await read(everyLabel.join('\n'))
  const objects = [{ dimension: 20, code: 'N' }]
  const on = { yearIndex: 0, account: '1930', quantity: null }
  expect(items).toEqual(
    [
      { kind: 'flag', value: '0' },
      { kind: 'program', name: 'Bok och bok', version: '1.2' },
      { kind: 'format', value: 'PC8' },
      { kind: 'generated', date: '2026-01-02', sign: 'Eva Ek' },
      { kind: 'type', value: 4 },
      { kind: 'comment', text: 'Fri text' },
      { kind: 'companyType', code: 'AB' },
      { kind: 'companyId', id: '17' },
      { kind: 'orgNumber', number: '556000-0001', serial: '2' },
      { kind: 'industry', code: '69201' },
      { kind: 'address', contact: 'Eva Ek', street: 'Gatan 1', postal: '111 22 Stad', phone: '08-1' },
      { kind: 'companyName', name: 'Bolaget AB' },
      { kind: 'fiscalYear', index: 0, start: '2025-01-01', end: '2025-12-31' },
      { kind: 'taxYear', year: 2026 },
      { kind: 'balancesUpTo', date: '2025-12-31' },
      { kind: 'chartType', code: 'EUBAS97' },
      { kind: 'currency', code: 'SEK' },
      { kind: 'account', number: '1930', name: 'Bank' },
      { kind: 'accountType', account: '1930', type: 'T' },
      { kind: 'unit', account: '1930', unit: 'st' },
      { kind: 'sru', account: '1930', code: '7281' },
      { kind: 'dimension', number: 20, name: 'Region', parent: null },
      { kind: 'dimension', number: 21, name: 'Kontor', parent: 20 },
      { kind: 'object', dimension: 20, code: 'N', name: 'Norr' },
      { ...on, kind: 'opening', amount: 150n, quantity: '2' },
      { ...on, kind: 'closing', yearIndex: -1, amount: 150n },
      { ...on, kind: 'result', account: '3010', amount: -200n },
      { ...on, kind: 'objectOpening', objects, amount: 100n },
      { ...on, kind: 'objectClosing', objects, amount: 200n, quantity: '-3' },
      { ...on, kind: 'periodBalance', period: '2025-01', objects: [], amount: 400n },
      { ...on, kind: 'periodBudget', period: '2025-12', objects, amount: 500n, quantity: '6' },
    ].map((item, at) => ({ ...item, line: at + 1 })),
  )
})
