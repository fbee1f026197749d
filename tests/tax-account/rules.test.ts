// The rules of the tax account as tables: what a file says however it is written, what rows are about, which of them
// are known, and which entry or return is a row's.
import { expect, test } from 'vitest'
import { readStatement } from '#rules/tax-account/file'
import { kindOf, periodIn } from '#rules/tax-account/kind'
import { newRows } from '#rules/tax-account/known'
import { declarationsOfRows, entriesOfRows } from '#rules/tax-account/match'

const quoted = [
  '"Testbolaget AB";"556677-8899";""',
  '"";"";""',
  '"";"Ingående saldo 2026-05-03";"-500"',
  '"2026-06-06";"Kostnadsränta";"-10"',
  '"2026-07-11";"Inbetalning bokförd 260710";"24 000"',
  '"2026-07-13";"Arbetsgivaravgift juni 2026";"-15 000,50"',
  '"";"Utgående saldo 2026-08-01";"8 489,50"',
]
const headed = [
  'Skattekonto för 556677-8899',
  'Period: 2026-06-01 - 2026-09-15',
  'Bokföringsdag\tSpecifikation\tBelopp\tSaldo',
  '2026-07-11\tInbetalning bokförd 260710\t24\u00a0000\t23 990',
  '2026-06-06\tKostnadsränta\t−10\t-10',
]
const plain = ['2026-06-06;Kostnadsränta;-10;-510', '2026-07-11;Inbetalning bokförd 260710;24000;23490']

const latin1 = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const utf8 = (lines: readonly string[]) => Buffer.from(lines.join('\n'))
const utf16 = (lines: readonly string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')

/** What a file says, as one line. */
const said = (bytes: Uint8Array): string => {
  const reading = readStatement(bytes)
  if ('problems' in reading) return reading.problems.map(({ line, problem }) => `${line}: ${problem}`).join('; ')
  const { number, rows, fromDate, toDate, openingOre, closingOre } = reading.statement
  const of = rows.map(({ date, text, ore }) => `${date} ${text} ${ore}`)
  return [number, `${fromDate}--${toDate}`, `${openingOre}..${closingOre}`, ...of].join(' | ')
}

const interest = '2026-06-06 Kostnadsränta -1000'
const payment = '2026-07-11 Inbetalning bokförd 260710 2400000'
const whole = `5566778899 | 2026-05-03--2026-08-01 | -50000..848950 | ${interest} | ${payment} | 2026-07-13 Arbetsgivaravgift juni 2026 -1500050`

test.each([
  ['quoted, UTF-8', utf8(quoted), whole],
  ['quoted, Windows-1252', latin1(quoted), whole],
  ['quoted, UTF-16', utf16(quoted), whole],
  ['headed, newest first', utf8(headed), `5566778899 | 2026-06-06--2026-07-11 | 0..2399000 | ${interest} | ${payment}`],
  ['plain', utf8(plain), ` | 2026-06-06--2026-07-11 | -50000..2349000 | ${interest} | ${payment}`],
  [
    'commas',
    utf8(['2026-06-06,Kostnadsränta,"-1 000,25"']),
    ' | 2026-06-06--2026-06-06 | .. | 2026-06-06 Kostnadsränta -100025',
  ],
])('a file is read: %s', (_, bytes, expected) => expect(said(bytes).replaceAll('null', '')).toBe(expected))

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0, 1, 2]), '1: this is not a text file'],
  ['no rows', utf8(['Hej', 'då']), /^1: no rows with a day, a text and an amount/],
  ['only balances', utf8(['"";"Ingående saldo 2026-05-03";"0"']), '1: the statement has no transactions'],
  [
    'a row too few',
    utf8(quoted.toSpliced(4, 1)),
    /^6: the opening balance and the rows make -15510.5 kronor, but the closing balance is 8489.5$/,
  ],
  ['balances that break', utf8(plain.with(1, '2026-07-11;Inbetalning;24000;23491')), /^2: the balance does not follow/],
  ['an amount', utf8(['2026-06-06;Kostnadsränta;1.000,50']), '1: "1.000,50" is no amount in kronor'],
  ['no text', utf8(['2026-06-06;;5']), '1: the transaction has no text'],
  ['a day', utf8([...plain, '2026-13-01;Kostnadsränta;5;23495']), /^3: neither a transaction that begins with its day/],
  [
    'a balance without amount',
    utf8(quoted.with(6, '"";"Utgående saldo 2026-08-01";""')),
    '7: the balance has no amount',
  ],
  ['outside', utf8(quoted.with(6, '"";"Utgående saldo 2026-07-12";"8 489,50"')), /^6: its day is not between/],
])('a file that is not understood is refused: %s', (_, bytes, expected) => {
  if (typeof expected === 'string') expect(said(bytes)).toBe(expected)
  else expect(said(bytes)).toMatch(expected)
})

test.each([
  ['Moms jan-mars 2026', 'vat', '2026-01', '2026-03'],
  ['Moms feb 2026', 'vat', null, '2026-02'],
  ['Moms nov 2025 - jan 2026', 'vat', '2025-11', '2026-01'],
  ['Moms kvartal 2 2026', 'vat', '2026-04', '2026-06'],
  ['Beslut moms 202606', 'vat', null, '2026-06'],
  ['Förseningsavgift moms jan 2026', 'lateFee', null, '2026-01'],
  ['Arbetsgivaravgift juni 2026', 'employerContributions', null, '2026-06'],
  ['Avdragen skatt juni 2026', 'withheldTax', null, '2026-06'],
  ['Debiterad preliminärskatt', 'preliminaryTax', undefined, undefined],
  ['Slutlig skatt', 'finalTax', undefined, undefined],
  ['Korrigerad intäktsränta', 'revenueInterest', undefined, undefined],
  ['Kostnadsränta', 'costInterest', undefined, undefined],
  ['Skattetillägg moms', 'surcharge', undefined, undefined],
  ['Inbetalning bokförd 260710', 'payment', undefined, undefined],
  ['Utbetalning', 'repayment', undefined, undefined],
  ['Omräkning', 'other', undefined, undefined],
])('a row is about what its words say: %s', (text, kind, first, last) => {
  expect(kindOf(text)).toBe(kind)
  const period = periodIn(text)
  expect([period?.first, period?.last]).toEqual([first, last])
})

const day = (text: string) => text as never
const row = (text: string, ore: bigint, reference: string | null = null) => {
  return { date: day('2026-06-06'), text, ore, interestDate: null, reference }
}
const kept = (id: string, text: string, ore: bigint, reference: string | null = null) => {
  return { id, date: day('2026-06-06'), text, ore, reference }
}

test.each([
  ['one more of two alike', [row('A', 1n), row('A', 1n)], [kept('1', 'A', 1n)], 1, []],
  ['both known', [row('A', 1n), row('A', 1n)], [kept('1', 'A', 1n), kept('2', 'A', 1n)], 0, []],
  ['another amount', [row('A', 2n)], [kept('1', 'A', 1n)], 1, []],
  ['a reference that is known', [row('B', 1n, 'r1')], [kept('1', 'A', 1n, 'r1')], 0, []],
  ['a reference that comes later', [row('A', 1n, 'r1')], [kept('1', 'A', 1n)], 0, ['1 r1']],
  ['another reference of a twin', [row('A', 1n, 'r2')], [kept('1', 'A', 1n, 'r1')], 1, []],
  ['a file after the references', [row('A', 1n), row('A', 1n)], [kept('1', 'A', 1n, 'r1')], 1, []],
] as const)('the same row is never imported twice: %s', (_, rows, stored, added, named) => {
  const found = newRows(rows, stored)
  expect(found.rows).toHaveLength(added)
  expect(found.named.map(({ id, reference }) => `${id} ${reference}`)).toEqual(named)
})

const moved = (id: string, date: string, ore: bigint, text = 'Inbetalning') => {
  return { id, date: day(date), text, ore, kind: kindOf(text) }
}
const entry = (id: string, date: string, ore: bigint) => ({ id, number: id, title: '', date: day(date), ore })

test.each([
  ['its amount, near', [moved('r', '2026-06-06', 5n)], [entry('e', '2026-06-04', 5n)], ['r e sure']],
  ['another amount', [moved('r', '2026-06-06', 5n)], [entry('e', '2026-06-06', 6n)], []],
  ['too far away', [moved('r', '2026-06-20', 5n)], [entry('e', '2026-06-06', 5n)], []],
  [
    'the nearer of two',
    [moved('r', '2026-06-06', 5n)],
    [entry('e', '2026-06-02', 5n), entry('f', '2026-06-05', 5n)],
    ['r f sure'],
  ],
  [
    'as near as another',
    [moved('r', '2026-06-06', 5n)],
    [entry('e', '2026-06-05', 5n), entry('f', '2026-06-07', 5n)],
    ['r e'],
  ],
  [
    'one entry for one row',
    [moved('r', '2026-06-06', 5n), moved('s', '2026-06-08', 5n)],
    [entry('e', '2026-06-06', 5n)],
    ['r e sure'],
  ],
  [
    'twins',
    [moved('r', '2026-06-06', 5n), moved('s', '2026-06-06', 5n)],
    [entry('e', '2026-06-06', 5n), entry('f', '2026-06-06', 5n)],
    ['r e sure', 's f sure'],
  ],
])('the entry of a row: %s', (_, rows, entries, expected) => {
  const found = entriesOfRows(rows, entries)
  expect([...found].map(([id, one]) => `${id} ${one.entry.id}${one.isSure ? ' sure' : ''}`)).toEqual(expected)
})

const vat = (id: string, startDate: string, endDate: string, payable: bigint | null, isCorrection = false) => {
  return { id, startDate: day(startDate), endDate: day(endDate), payable, isCorrection }
}
const ofVat = (id: string, date: string, ore: bigint, text: string) => moved(id, date, ore, text)

test.each([
  ['by period', 'Moms jan-mars 2026', -100n, 'q1 -100 0'],
  ['by period, with a difference', 'Moms jan-mars 2026', -150n, 'q1 -100 -50'],
  ['a correction by its amount', 'Moms jan-mars 2026', -20n, 'c1 -20 0'],
  ['by amount alone', 'Moms', -100n, 'q1 -100 0'],
  ['neither', 'Moms', -1n, ''],
  ['another period', 'Moms apr-juni 2026', -100n, ''],
  ['reported elsewhere', 'Moms okt-dec 2025', -70n, 'q4 null null'],
])('the return of a row: %s', (_, text, ore, expected) => {
  const returns = [
    vat('c1', '2026-01-01', '2026-03-31', 20n, true),
    vat('q1', '2026-01-01', '2026-03-31', 100n),
    vat('q4', '2025-10-01', '2025-12-31', null),
  ]
  const one = declarationsOfRows([ofVat('r', '2026-05-12', ore, text)], returns).get('r')
  expect(one ? `${one.id} ${one.expected} ${one.difference}` : '').toBe(expected)
})
