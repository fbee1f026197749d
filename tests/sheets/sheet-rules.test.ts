// The pure rules of sheets: cells of CSV and of workbooks.
import { expect, test } from 'vitest'
import { csvLines, csvStyles } from '#rules/sheets/csv'
import { jsonLines } from '#rules/sheets/ndjson'
import { columnLetters, worksheetName, worksheetRows } from '#rules/sheets/xlsx'

const columns = [
  { key: 'text', title: 'Text', holds: 'text' },
  { key: 'amount', title: 'Belopp', holds: 'amount' },
  { key: 'share', title: 'Andel', holds: 'percent' },
] as const

const rowOf = (text: string | null, amount: bigint | null, share: number | null) =>
  [{ kind: 'line', cells: [text, amount, share] }] as const

test.each([
  // text           CSV             CSV for Excel
  ['Hyra', 'Hyra', 'Hyra'],
  ['=1+1', "'=1+1", "'=1+1"],
  ['+46 8 1', "'+46 8 1", "'+46 8 1"],
  ['-Rabatt', "'-Rabatt", "'-Rabatt"],
  ['@SUM(A1)', "'@SUM(A1)", "'@SUM(A1)"],
  ['\t=1', "'\t=1", "'\t=1"],
  ['\r=1', '"\'\r=1"', '"\'\r=1"'],
  ['＋1', "'＋1", "'＋1"],
  ['－1', "'－1", "'－1"],
  ['＠A', "'＠A", "'＠A"],
  ['A=1', 'A=1', 'A=1'],
  // A spreadsheet that separates by semicolons begins a cell behind each of them.
  ['AB;=1+1', '"AB;\'=1+1"', '"AB;\'=1+1"'],
  ['a,b;c', '"a,b;c"', '"a,b;c"'],
  ['"x"', '"""x"""', '"""x"""'],
  [null, '', ''],
])('the text %j is the cells %j and %j', (text, csv, excel) => {
  expect(csvLines(columns, csvStyles.csv)(rowOf(text, null, null))).toBe(`${csv},,\r\n`)
  expect(csvLines(columns, csvStyles.csvExcel)(rowOf(text, null, null))).toBe(`${excel};;\r\n`)
})

test.each([
  // öre             CSV                     Excel                   JSON                   workbook
  [0n, '0.00', '0,00', '0', '0.00'],
  [-1n, '-0.01', '-0,01', '-0.01', '-0.01'],
  [-123_450n, '-1234.50', '-1234,50', '-1234.5', '-1234.50'],
  [100_000n, '1000.00', '1000,00', '1000', '1000.00'],
  [99_999_999_999_999_999n, '999999999999999.99', '999999999999999,99', '999999999999999.99', '999999999999999.99'],
])('%d öre stay a number in every format', (ore, csv, excel, json, cell) => {
  expect(csvLines(columns, csvStyles.csv)(rowOf(null, ore, 12.5))).toBe(`,${csv},12.5\r\n`)
  expect(csvLines(columns, csvStyles.csvExcel)(rowOf(null, ore, 12.5))).toBe(`;${excel};12,5\r\n`)
  expect(jsonLines(columns)(rowOf(null, ore, 12.5))).toBe(`{"kind":"line","text":null,"amount":${json},"share":12.5}\n`)
  expect(worksheetRows(columns)(rowOf(null, ore, 12.5), 2)).toContain(`><v>${cell}</v></c><c r="C2"`)
})

test('a text in a workbook is never a formula, and has nothing that XML cannot hold', () => {
  expect(worksheetRows(columns)(rowOf('=1&<\u0001\ud800>', null, null), 7)).toBe(
    '<row r="7"><c r="A7" s="0" t="inlineStr"><is><t xml:space="preserve">=1&amp;&lt;&gt;</t></is></c></row>',
  )
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %d has the letters %s', (place, letters) => expect(columnLetters(place)).toBe(letters))

test.each([
  ['Huvudbok', 1, 'Huvudbok'],
  ['Huvudbok', 2, 'Huvudbok 2'],
  ['A/B:C*[1]', 1, 'A B C  1 '],
  ['En titel som är längre än vad Excel tar', 1, 'En titel som är längre än vad E'],
])('the title %s names worksheet %d %s', (title, number, name) => expect(worksheetName(title, number)).toBe(name))
