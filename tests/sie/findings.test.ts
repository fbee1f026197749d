// What a strict reader finds wrong, and how bad it is in a file of a whole year (4E) and in one of vouchers (4I).
import { describe, expect, test } from 'vitest'
import { SieSpareNumbers } from '#server/ledger/sie-format/numbers'
import {
  errorsOf,
  feedFile,
  type Read,
  read,
  voucher,
  vouchersOf,
  warnedOf,
  warningsOf,
  yearBalances,
  yearFile,
  yearHead,
} from './support.ts'

type Level = 'error' | 'warning' | 'nothing'

const levelOf = async (content: string, message: string): Promise<Level> => {
  const { report } = await read(content)
  if (errorsOf(report).some((text) => text.includes(message))) return 'error'
  return warningsOf(report).some((text) => text.includes(message)) ? 'warning' : 'nothing'
}

const withoutLabel = (label: string) => (head: string) =>
  head
    .split('\n')
    .filter((line) => !line.startsWith(`#${label} `))
    .join('\n')

const replaced = (from: string, to: string) => (head: string) => head.replace(from, to)

const flagLater = (head: string) => head.replace('#FLAGGA 0\n', '').replace('#FORMAT PC8\n', '#FORMAT PC8\n#FLAGGA 0\n')

const same = (head: string) => head

/** What is done to the head, which lines follow, a part of the message, and its level in 4E and in 4I. */
const cases: [string, (head: string) => string, string[], string, Level, Level][] = [
  ['a sound file', same, [voucher('A', '1')], '', 'warning', 'nothing'],
  ['no flag', withoutLabel('FLAGGA'), [], '#FLAGGA is missing', 'warning', 'warning'],
  ['a late flag', flagLater, [], '#FLAGGA is not the first item', 'warning', 'warning'],
  ['a file read before', replaced('FLAGGA 0', 'FLAGGA 1'), [], '#FLAGGA is 1', 'warning', 'error'],
  ['an odd flag', replaced('FLAGGA 0', 'FLAGGA x'), [], '#FLAGGA is "x"', 'warning', 'warning'],
  ['an unknown type', replaced('SIETYP 4', 'SIETYP 5'), [], '#SIETYP is "5"', 'error', 'error'],
  ['no program', withoutLabel('PROGRAM'), [], '#PROGRAM is missing', 'warning', 'warning'],
  ['no format', withoutLabel('FORMAT'), [], '#FORMAT is missing', 'warning', 'warning'],
  ['another format', replaced('PC8', 'UTF-8'), [], '#FORMAT is "UTF-8"', 'warning', 'warning'],
  ['no day made', withoutLabel('GEN'), [], '#GEN is missing', 'warning', 'warning'],
  ['a bad day made', replaced('20260101', '2026'), [], '#GEN has no valid date', 'warning', 'warning'],
  ['no name', withoutLabel('FNAMN'), [], '#FNAMN is missing', 'warning', 'warning'],
  ['a year without days', replaced(' 20250101 20251231', ''), [], '#RAR has no dates', 'error', 'warning'],
  ['a year backwards', replaced('0 20250101', '0 20260101'), [], '#RAR needs', 'error', 'error'],
  ['a year twice', same, ['#RAR 0 20240101 20241231'], '#RAR of year 0 is given twice', 'error', 'error'],
  ['no currency', same, ['#VALUTA'], '#VALUTA names no currency', 'warning', 'warning'],
  ['a currency that is empty', same, ['#VALUTA ""'], '#VALUTA names no currency', 'warning', 'warning'],
  ['kronor', same, ['#VALUTA SEK'], 'currency', 'nothing', 'nothing'],
  ['odd account', same, ['#KONTO 19X0 Bank'], 'The account "19X0" of #KONTO', 'warning', 'warning'],
  [
    'odd account of a row',
    same,
    ['#VER A 1 20250131', '{', '#TRANS FEL {} 0', '}'],
    '"FEL" of #TRANS',
    'error',
    'error',
  ],
  ['account 0', same, ['#OUB 0 0 {} 1'], 'The account "0" of #OUB', 'warning', 'warning'],
  ['account that begins with 0', same, ['#RES 0 0351 1'], 'The account "0351" of #RES', 'warning', 'warning'],
  ['odd budget', same, ['#PBUDGET 0 202513 5010 {} 1'], '#PBUDGET has no valid period', 'warning', 'warning'],
  ['odd SRU', same, ['#SRU x 7281'], 'The account "x" of #SRU', 'warning', 'warning'],
  ['odd closing balance', same, ['#UB 0 1930 1,5'], 'The amount "1,5" of #UB', 'warning', 'warning'],
  ['odd opening balance', same, ['#IB 0 1930 1,5'], 'The amount "1,5" of #IB', 'error', 'error'],
  ['account twice', same, ['#KONTO 1930 Banken'], 'Account 1930 is declared twice', 'warning', 'warning'],
  ['odd account type', same, ['#KTYP 1930 X'], '#KTYP of account 1930 is "X"', 'warning', 'warning'],
  ['undeclared account', same, ['#SRU 1940 7281'], 'Account 1940 is used but has no #KONTO', 'warning', 'warning'],
  ['account declared later', same, ['#SRU 1940 1', '#KONTO 1940 x'], 'Account 1940', 'nothing', 'nothing'],
  ['undeclared dimension', same, ['#OBJEKT 20 a b'], 'Dimension 20 is used but has no #DIM', 'warning', 'warning'],
  ['standard dimension', same, ['#OBJEKT 6 a b'], 'Dimension', 'nothing', 'nothing'],
  ['undeclared parent', same, ['#UNDERDIM 21 a 20'], 'Dimension 20 is used', 'warning', 'warning'],
  ['odd dimension', same, ['#DIM x y'], 'A dimension number of #DIM', 'warning', 'warning'],
  ['unknown label', same, ['#MOMSKOD 2610 10'], '#MOMSKOD is not a label', 'warning', 'warning'],
  ['a line of nothing', same, ['hello'], 'The line is not an item', 'warning', 'warning'],
  ['a voucher without rows', same, ['#VER A 1 20250131', '{', '}'], 'A 1 has no rows', 'warning', 'error'],
  ['a voucher without braces', same, ['#VER A 1 20250131'], 'A 1 has no rows', 'warning', 'error'],
  ['out of balance', same, [voucher('A', '1').replace('-100', '-99.5')], 'out of balance by 0.50', 'error', 'error'],
  ['outside the year', same, [voucher('A', '1', '20260101')], 'A 1 is dated 2026-01-01', 'error', 'nothing'],
  ['number twice', same, [voucher('A', '1'), voucher('A', '1')], 'A 1 is there more than once', 'warning', 'warning'],
  ['no number', same, [voucher('A', '""')], 'Voucher A has no number and becomes A 1', 'warning', 'nothing'],
  ['same number, two series', same, [voucher('A', '1'), voucher('B', '1')], 'more than once', 'nothing', 'nothing'],
  ['not ascending', same, [voucher('A', '2'), voucher('A', '1')], 'A 1 comes after a higher', 'warning', 'nothing'],
  ['a gap', same, [voucher('A', '1'), voucher('A', '3')], 'A has a gap in its numbers', 'warning', 'nothing'],
  ['a gap filled', same, ['1', '3', '2'].map((n) => voucher('A', n)), 'gap', 'nothing', 'nothing'],
  ['bad registration', same, ['#VER A 1 20250131 x 2025'], 'The registration date "2025"', 'warning', 'warning'],
  ['a row outside', same, ['#TRANS 1930 {} 1'], '#TRANS stands outside the braces', 'error', 'error'],
  ['a stray brace', same, ['{'], 'An opening brace belongs to no voucher', 'error', 'error'],
  ['a stray end', same, ['}'], 'A closing brace belongs to no voucher', 'error', 'error'],
  ['never closed', same, [voucher('A', '1').slice(0, -1)], 'not closed before the end', 'error', 'error'],
  [
    'closed by the next',
    same,
    [voucher('A', '1').slice(0, -1), '#KONTO 1 x'],
    'not closed before line',
    'error',
    'error',
  ],
  ['checksum not closed', same, ['#KSUMMA'], '#KSUMMA is opened and never closed', 'error', 'error'],
  ['checksum wrong', same, ['#KSUMMA', '#KSUMMA 1'], 'The checksum is wrong', 'error', 'error'],
  ['checksum of nothing', same, ['#KSUMMA', '#KSUMMA 0'], 'checksum', 'nothing', 'nothing'],
  ['checksum odd', same, ['#KSUMMA', '#KSUMMA x'], 'The value of #KSUMMA', 'error', 'error'],
  ['checksum not opened', same, ['#KSUMMA 1'], '#KSUMMA has a value but', 'warning', 'warning'],
]

describe('a finding and its level', () => {
  test.each(cases)('%s', async (_, change, lines, message, in4E, in4I) => {
    const head = change(yearHead)
    const isSound = message === ''
    const rest = lines.join('\n')
    expect(await levelOf(`${head}\n${rest}\n`, message)).toBe(isSound ? 'nothing' : in4I)
    const balances = isSound ? '#UB 0 1930 -100\n#RES 0 5010 100\n' : yearBalances
    expect(await levelOf(`${head}\n${balances}${rest}\n`, message)).toBe(isSound ? 'nothing' : in4E)
  })

  test('a series without a name has numbers too', async () => {
    const numbers = ['1', '4', '4'].map((number) => voucher('""', number))
    const { report } = await read(yearFile(...numbers))
    expect(warningsOf(report)).toContain('Voucher 4 is there more than once: this one is renumbered to 5')
    expect(warningsOf(report)).toContain('The series without a name has a gap in its numbers, the first after 1')
  })

  test('a file read before is let through by force', async () => {
    const content = feedFile(voucher('A', '1')).replace('FLAGGA 0', 'FLAGGA 1')
    expect((await read(content)).report.findings.errorCount).toBe(1)
    const forced = await read(content, { force: true })
    expect(forced.report.findings).toMatchObject({ errorCount: 0, decisionCount: 1, noteCount: 0 })
  })

  test('vouchers before their year are judged when it comes', async () => {
    const years = '#RAR 0 20250101 20251231\n'
    const late = yearFile(voucher('A', '1', '20260101'), voucher('A', '2', '20260101')).replace(years, '') + years
    const { report } = await read(late)
    expect(report.summary.counts.outsideYear).toBe(2)
    expect(report.findings.errors.map(({ line, message }) => ({ line, message: message.en }))).toEqual([
      { line: 12, message: expect.stringContaining('2 vouchers, the first on this line, are dated 2026-01-01') },
    ])
  })
})

describe('sum controls', () => {
  const controlled: [string, string[], string | null][] = [
    ['agree', ['#IB 0 1930 500', '#IB 0 2440 -500', '#UB 0 1930 400', '#UB 0 2440 -500', '#RES 0 5010 100'], null],
    ['closing', ['#UB 0 1930 -99', '#RES 0 5010 100'], 'differ from the closing balance of accounts: 1930'],
    ['result', ['#UB 0 1930 -100', '#RES 0 5010 99'], 'The vouchers differ from the result of accounts: 5010'],
    ['opening sum', ['#IB 0 1930 500'], 'The opening balances of the year sum to 500.00 and not to 0.00'],
    ['year sum', ['#IB 0 1930 1'], 'sum to 0.00, but the opening balances sum to 1.00'],
    ['last year', ['#IB 0 1930 1', '#UB -1 1930 2'], "Last year's closing balance differs from the opening balance"],
    ['opening of costs', ['#IB 0 5010 1'], 'There are opening balances on income statement accounts: 5010'],
    ['closing of costs', ['#UB 0 5010 1'], 'There are closing balances on income statement accounts: 5010'],
    ['result of assets', ['#RES 0 1930 1'], 'There are results on balance sheet accounts: 1930'],
    ['months of assets', ['#IB 0 1930 0', '#PSALDO 0 202501 1930 {} 5'], 'monthly changes differ from the closing'],
    ['months of costs', ['#IB 0 1930 0', '#PSALDO 0 202501 5010 {} 5'], 'The monthly changes differ from the result'],
    ['year unknown', ['#IB -2 1930 0'], 'There are balances of year -2 but no #RAR'],
  ]
  test.each(controlled)('%s', async (_, lines, message) => {
    const { report } = await read(`${yearHead}${lines.join('\n')}\n${voucher('A', '1')}\n`, { force: true })
    expect(report.findings.errors).toEqual([])
    if (message === null) expect(warningsOf(report)).toEqual([])
    else expect(warningsOf(report).join('\n')).toContain(message)
  })

  test('opening balances that do not sum to zero are refused unless forced', async () => {
    const content = yearFile('#IB 0 1940 1')
    expect(errorsOf((await read(content)).report)).toEqual([
      'The opening balances of the year sum to 1.00 and not to 0.00',
    ])
    expect((await read(content, { force: true })).report.findings.errorCount).toBe(0)
    expect((await read(yearFile('#IB -1 1940 1'))).report.findings.errorCount).toBe(0)
  })

  test('the year begins as the one before ended where the file has no #IB of it', async () => {
    const last = ['#UB -1 1930 5', '#UB -1 2081 -5', '#UB -1 3010 7', '#KTYP 3999 T', '#UB -1 3999 0', '#RES -1 5010 2']
    const told = 'The file has no #IB of year 0'
    const { report } = await read(feedFile('#RAR -1 20240101 20241231', ...last))
    expect([...(report.summary.balances.get(0)?.opening ?? [])]).toEqual([
      ['1930', 500n],
      ['2081', -500n],
      ['3999', 0n],
    ])
    expect(report.findings.errors).toEqual([])
    expect(warningsOf(report).join('\n')).toContain(told)
    expect(warningsOf(report).join('\n')).not.toContain("Last year's closing balance differs")
    const unbalanced = await read(feedFile('#RAR -1 20240101 20241231', '#UB -1 1930 5'))
    expect(errorsOf(unbalanced.report)).toEqual(['The opening balances of the year sum to 5.00 and not to 0.00'])
    const own = await read(feedFile('#RAR -1 20240101 20241231', '#IB 0 1930 0', ...last))
    expect([...(own.report.summary.balances.get(0)?.opening ?? [])]).toEqual([['1930', 0n]])
    expect(warningsOf(own.report).join('\n')).not.toContain(told)
  })

  test('names at most 20 accounts and counts the rest', async () => {
    const lines = Array.from({ length: 25 }, (_, at) => `#IB 0 ${5000 + at} 1`)
    const { report } = await read(yearFile(...lines))
    expect(warningsOf(report).join('\n')).toContain('5019 and 5 more')
  })

  test('a balance given twice is an error, and the first one counts', async () => {
    const { report } = await read(`${yearHead}#IB 0 1930 1\n#IB 0 1930 2\n#IB 0 2440 -1\n`)
    expect(report.findings.errors.map(({ line, message }) => ({ line, message: message.en }))).toEqual([
      { line: 12, message: '#IB of account 1930 in year 0 is given more than once' },
    ])
    expect(report.summary.balances.get(0)?.opening.get('1930')).toBe(100n)
  })
})

describe('corrections', () => {
  const rowsOf = async (...rows: string[]) => {
    const { items, report } = await read(feedFile('#VER A 1 20250131', '{', ...rows, '}'))
    const amounts = vouchersOf(items)[0]?.rows.map(({ account, amount, date }) => [account, amount, date])
    return { amounts, counts: report.summary.counts, errors: errorsOf(report) }
  }

  test('an added row and its twin are one booked row, the twin', async () => {
    const { amounts, counts } = await rowsOf(
      '#RTRANS 1930 {} -5 20250301 "" "" Eva',
      '#TRANS 1930 {} -5.00 20250131',
      '#TRANS 5010 {} 5',
    )
    expect(amounts).toEqual([
      ['1930', -500n, '2025-01-31'],
      ['5010', 500n, null],
    ])
    expect(counts).toMatchObject({ rows: 2, addedRows: 1, unbalancedVouchers: 0 })
  })

  test('twins may come after several added rows', async () => {
    const { amounts } = await rowsOf('#RTRANS 1930 {} -5', '#RTRANS 5010 {} 5', '#TRANS 1930 {} -5', '#TRANS 5010 {} 5')
    expect(amounts).toEqual([
      ['1930', -500n, null],
      ['5010', 500n, null],
    ])
  })

  test('two equal added rows have two twins', async () => {
    const { amounts } = await rowsOf(
      '#RTRANS 1930 {} -5',
      '#TRANS 1930 {} -5',
      '#RTRANS 1930 {} -5',
      '#TRANS 1930 {} -5',
      '#TRANS 5010 {} 10',
    )
    expect(amounts?.length).toBe(3)
  })

  test('an added row without a twin is a row', async () => {
    const { amounts, errors } = await rowsOf('#RTRANS 1930 {} -5', '#TRANS 1930 {} -7', '#TRANS 5010 {} 12')
    expect(amounts?.map(([account, amount]) => [account, amount])).toEqual([
      ['1930', -500n],
      ['1930', -700n],
      ['5010', 1200n],
    ])
    expect(errors).toEqual([])
  })

  test('a struck row is counted and never booked', async () => {
    const { amounts, counts } = await rowsOf('#BTRANS 1930 {} -7', '#TRANS 1930 {} -5', '#TRANS 5010 {} 5')
    expect(amounts?.length).toBe(2)
    expect(counts).toMatchObject({ rows: 2, struckRows: 1 })
  })
})

describe('vouchers that need another number', () => {
  const numbers: [string, string][] = [
    ['A', '2'],
    ['A', '""'],
    ['A', '2'],
    ['B', '0'],
    ['A', '7'],
    ['A', '2'],
  ]
  const lines = numbers.map(([series, number]) => voucher(series, number))
  const renumbered = (report: Read['report']) =>
    warningsOf(report).filter((message) => / becomes | renumbered /.test(message))

  test('get those after the highest of their series, in a whole year the ones without a number too', async () => {
    const { items, report } = await read(yearFile(...lines))
    expect(renumbered(report)).toEqual([
      'Voucher A has no number and becomes A 8',
      'Voucher A 2 is there more than once: this one is renumbered to A 9',
      'Voucher B has no number and becomes B 1',
      'Voucher A 2 is there more than once: this one is renumbered to A 10',
    ])
    expect(warnedOf(report).map(({ line }) => line)).toEqual(expect.arrayContaining([18, 23, 28, 38]))
    expect(vouchersOf(items).map(({ repeated }) => repeated)).toEqual([false, false, true, false, false, true])
    expect(report.summary.counts).toMatchObject({ duplicateNumbers: 2, withoutNumber: 1, numberedZero: 1 })
    expect([...report.summary.series.values()].map((series) => series.renumbered)).toEqual([3, 1])
    const spare = new SieSpareNumbers(report.summary.series)
    expect(['A', 'A', 'B', 'A', 'C'].map((series) => spare.next(series))).toEqual([8, 9, 1, 10, 1])
  })

  test('in a feed only the repeated ones', async () => {
    const { report } = await read(feedFile(...lines))
    expect(renumbered(report)).toEqual([
      'Voucher A 2 is there more than once: this one is renumbered to A 8',
      'Voucher A 2 is there more than once: this one is renumbered to A 9',
    ])
    expect([...report.summary.series.values()].map((series) => series.renumbered)).toEqual([2, 0])
  })

  test('none without rows, which is not booked', async () => {
    const { items, report } = await read(yearFile(voucher('A', '1'), '#VER A 1 20250131', '#VER A "" 20250131'))
    expect(renumbered(report)).toEqual([])
    expect(vouchersOf(items).map(({ repeated }) => repeated)).toEqual([false, false, false])
  })

  test('are all counted, and listed up to a number', async () => {
    const { report } = await read(yearFile(...Array.from({ length: 1_500 }, () => voucher('A', '1'))))
    expect(report.findings.noteCount).toBe(1_499)
    expect(report.findings.notes.length).toBe(200)
    expect(report.findings.notes[0]?.message.en).toContain('renumbered to A 2')
    const decisions = report.findings.decisions.map(({ line, message }) => [line, message.en])
    expect(decisions[0]).toEqual([
      18,
      'Series A: 1499 vouchers have numbers that were already used in the file and get new ones, from A 2',
    ])
  })
})

describe('limits', () => {
  test('errors and warnings are kept up to a number and all counted', async () => {
    const errors = Array.from({ length: 250 }, () => '}')
    const notes = Array.from({ length: 1_200 }, () => 'stray')
    const { findings } = (await read(yearFile(...errors, ...notes))).report
    expect(findings).toMatchObject({ errorCount: 250, noteCount: 1_200 })
    expect([findings.errors.length, findings.notes.length]).toEqual([200, 200])
    expect(findings.errors[0]?.line).toBe(13)
    expect([...findings.errorGroups]).toEqual([['form', 250]])
  })

  test('a voucher has at most 10,000 rows', async () => {
    const rows = (count: number) => Array.from({ length: count }, () => '#TRANS 1930 {} 0')
    const sound = await read(feedFile('#VER A 1 20250131', '{', ...rows(10_000), '}'))
    expect(vouchersOf(sound.items)[0]?.rows.length).toBe(10_000)
    const { items, report } = await read(feedFile('#VER A 1 20250131', '{', ...rows(10_005), '}', voucher('A', '2')))
    expect(errorsOf(report)).toEqual(['Voucher A 1 has more than 10000 rows'])
    expect(vouchersOf(items).map(({ number }) => number)).toEqual(['2'])
  })

  test.each([
    ['accounts', 100_001, (at: number) => `#KONTO ${1_000_000 + at} x`],
    ['dimensions', 10_001, (at: number) => `#DIM ${at} x`],
    ['objects', 200_001, (at: number) => `#OBJEKT 1 ${at} x`],
    ['voucher series', 10_001, (at: number) => `#VER s${at} 1 20250131\n{\n}`],
    ['labels', 1_001, (at: number) => `#L${at}`],
  ])('%s', async (what, count, line) => {
    const { report } = await read(yearFile(Array.from({ length: count }, (_, at) => line(at)).join('\n')))
    expect(report.complete).toBe(false)
    expect(errorsOf(report).at(-1)).toMatch(new RegExp(`^The file has more than \\d+ ${what}$`))
  })
})

test('series, days and movements are in the summary', async () => {
  const lines = [voucher('A', '5', '20250401'), voucher('A', '3'), voucher('B', '""', '20250601')]
  const { summary } = (await read(yearFile(...lines))).report
  expect(Object.fromEntries(summary.series)).toEqual({
    A: { vouchers: 2, lowest: 3, highest: 5, renumbered: 0 },
    B: { vouchers: 1, lowest: null, highest: null, renumbered: 1 },
  })
  expect(summary.days).toEqual({ first: '2025-01-31', last: '2025-06-01' })
  expect(Object.fromEntries(summary.movements)).toEqual({ 5010: 30_000n, 1930: -30_000n })
})

describe('amounts with a blank or a tab between thousands', () => {
  const balances = (...lines: string[]) => `${yearHead}#IB 0 1930 0\n${lines.join('\n')}\n`
  const rows = (amount: string, against: string, rest = '') =>
    yearFile('#VER A 1 20250115 Hyra', '{', `#TRANS 1930 {} ${amount}${rest}`, `#TRANS 5010 {} ${against}`, '}')
  const split = (value: string, label: string) =>
    `The amount "${value}" of #${label} has a space or tab as thousands separator, which the format does not have`

  test.each([
    ['a row', rows('2 500.00', '-2 500.00'), split('2 500.00', 'TRANS')],
    ['a row with a tab', rows('2\t500', '-2\t500'), split('2 500', 'TRANS')],
    ['a row with a day', rows('-2 500.00', '2500.00', ' 20250115 "Hyra"'), split('-2 500.00', 'TRANS')],
    ['millions of a row', rows('1 234 567.00', '-1 234 567.00'), split('1 234 567.00', 'TRANS')],
    ['millions of a balance', balances('#UB 0 1930 1 234 567.00'), split('1 234 567.00', 'UB')],
  ])('are refused: %s', async (_, content, message) => {
    expect(errorsOf((await read(content)).report)).toContain(message)
  })

  const unsure = 'In #UB "2 500.00" may be an amount with a thousands separator, or an amount and a quantity'

  test('are refused where a quantity may be meant, unless the caller says that it is', async () => {
    const content = balances('#UB 0 1930 2 500.00')
    expect(errorsOf((await read(content)).report)).toContain(unsure)
    const { report } = await read(content, { force: true })
    expect(report.findings.decisions.map(({ message }) => message.en)).toContain(unsure)
  })

  test('are quantities in a file that writes its thousands in one, and behind amounts with öre', async () => {
    const large = await read(balances('#UB 0 1410 2 500', '#UB 0 1930 -2500.00'))
    expect(large.items.find((item) => item.kind === 'closing')).toMatchObject({ amount: 200n, quantity: '500' })
    expect(errorsOf(large.report).filter((text) => text.includes('thousands'))).toEqual([])
    const small = await read(balances('#UB 0 1410 2.00 500', '#RES 0 5010 0 500'))
    expect(errorsOf(small.report).filter((text) => text.includes('thousands'))).toEqual([])
  })
})

test('labels in small letters are read as capitals, and told once', async () => {
  const content = yearFile(voucher('A', '1')).replace('#KONTO', '#konto').replace('#TRANS', '#trans')
  const { report, items } = await read(content)
  expect(vouchersOf(items)).toHaveLength(1)
  expect(report.summary.accounts.get('1930')).toBe('Bank')
  expect(warningsOf(report)).toContain('#konto is written in small letters; such labels are read as capitals')
})
