// Reading of a bank's tables: heads of Swedish banks, evidence for marks and days, and balances.
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Head, headOf, type Layout } from '#rules/banking/sheets/columns'
import { readSheet, type SheetReading, type SheetStatement } from '#rules/banking/sheets/sheet-statement'
import type { SheetRow } from '#rules/banking/sheets/table'
import { readTable } from '#rules/banking/sheets/table-file'
import { dayOrderOf, decimalMarkOf, oreIn } from '#rules/banking/sheets/values'
import { bankTables } from '#support/samples/bank-tables'
import { runSteps } from '#threads/steps'

const rowsOf = (bytes: Uint8Array): SheetRow[] => {
  const table = readTable(bytes)
  if (table === 'xml' || 'findings' in table) throw new Error(JSON.stringify(table))
  return table.rows
}

const readingOf = (bytes: Uint8Array, layouts: Layout[] = []): SheetReading => {
  const rows = rowsOf(bytes)
  const head = headOf(rows, layouts)
  if (!head?.isKnown) throw new Error(`The head is not known: ${JSON.stringify(head)}`)
  return runSteps(readSheet(rows, head))
}

const statementOf = (bytes: Uint8Array, layouts: Layout[] = []): SheetStatement => {
  const reading = readingOf(bytes, layouts)
  if ('findings' in reading) throw new Error(JSON.stringify(reading.findings))
  const [statement] = reading.statements
  if (!statement) throw new Error('There is no statement')
  return statement
}

const problemOf = (text: string, layouts: Layout[] = []): string => {
  const reading = readingOf(Buffer.from(text), layouts)
  return 'findings' in reading
    ? reading.findings.map(({ place, problem }) => `${place}: ${problem}`).join('; ')
    : 'none'
}

const ROW = '2026-10-05;Hyra;-100,00'

describe('the tables of Swedish banks', () => {
  test.each(bankTables)('$name', ({ bytes, expected }) => {
    const { entries, openingOre, closingOre, leftOut, accounts } = statementOf(bytes)
    const read = entries.map(({ date, ore, bankReference, details: [detail] }) => ({
      date,
      ore,
      message: detail?.message ?? null,
      ...(detail?.counterparty ? { counterparty: detail.counterparty } : {}),
      ...(bankReference ? { bankReference } : {}),
    }))
    expect({ read, openingOre, closingOre, leftOut, account: accounts[0] }).toEqual({
      read: expected.rows,
      openingOre: expected.opening ?? null,
      closingOre: expected.closing ?? null,
      leftOut: expected.leftOut ?? 0,
      account: expected.account,
    })
  })
})

test('marks and days follow from the whole column, and what is open is refused', () => {
  const marks: [string[], unknown][] = [
    [['1 234,50', '7'], 'comma'],
    [['1,234.50', '2,000'], 'point'],
    [['1.234.567', '1.000'], 'comma'],
    [['-5', '12'], 'comma'],
    [['1,234', '2,500'], 'open'],
    [['1,50', '1.50'], 'mixed'],
  ]
  const days: [string[], unknown][] = [
    [['05.10.2026'], 'dayMonthYear'],
    [['05/10/2026', '13/10/2026'], 'dayMonthYear'],
    [['05/10/2026', '10/13/2026'], 'monthDayYear'],
    [['05/10/2026'], 'open'],
    [['13/10/2026', '10/13/2026'], 'mixed'],
  ]
  const told = (way: { is: string } | { problem: string }) => {
    if ('is' in way) return way.is
    return /different ways|others a point/.test(way.problem) ? 'mixed' : 'open'
  }
  expect(marks.map(([texts]) => told(decimalMarkOf(texts)))).toEqual(marks.map(([, is]) => is))
  expect(days.map(([texts]) => told(dayOrderOf(texts)))).toEqual(days.map(([, is]) => is))
})

test('amounts are exact with all signs that banks write', () => {
  const cases: [string | number, 'comma' | 'point', bigint | null][] = [
    ['−12 500,00', 'comma', -1_250_000n],
    ['12.500,5-', 'comma', -1_250_050n],
    ['+1,00 kr', 'comma', 100n],
    ['1,234.56', 'point', 123_456n],
    ['1,234', 'comma', null],
    ['12,34.5', 'point', null],
    ['', 'comma', null],
    ['abc', 'comma', null],
    [87500.10000000001, 'comma', 8_750_010n],
    [0.125, 'comma', null],
  ]
  expect(cases.map(([cell, mark]) => oreIn(cell, mark))).toEqual(cases.map(([, , ore]) => ore))
})

test('the balances must agree, in the direction of the file or within its days', () => {
  const head = 'Datum;Text;Belopp;Saldo\n'
  const day = '2026-10-05;A'
  const cases: [string, string][] = [
    [`${head}${day};-10,00;90,00\n2026-10-06;B;-20,00;70,00`, 'none'],
    [`${head}2026-10-06;B;-20,00;70,00\n${day};-10,00;90,00`, 'none'],
    // Rows of a day in another order than their balances.
    [`${head}${day};-10,00;90,00\n2026-10-06;C;-5,00;65,00\n2026-10-06;B;-20,00;70,00`, 'none'],
    [`${head}${day};-10,00;90,00\n2026-10-06;B;-20,00;65,00`, 'row 3: the balance before it is 90.00'],
    [`${head}2026-10-06;B;-20,00;65,00\n${day};-10,00;90,00`, 'row 2: the balance before it is 90.00'],
    // Without balances nothing is proved.
    [`${head}${day};-10,00;\n2026-10-06;B;-20,00;65,00`, 'none'],
  ]
  const told = cases.map(([text, expected]) => problemOf(text).slice(0, expected.length))
  expect(told).toEqual(cases.map(([, expected]) => expected))
})

test('what is wrong is told with its row', () => {
  const head = 'Datum;Text;Belopp\n'
  const cases: [string, string][] = [
    [`${head}2026-13-05;Hyra;-100,00\n${ROW}`, 'row 2: 2026-13-05 is not a day'],
    [`${head}${ROW}\n2026-10-06;Hyra;hundra`, 'row 3: hundra is not an amount'],
    [`${head}${ROW}\n2026-10-06;Hyra;1,234`, 'row 3: 1,234 is not an amount'],
    [`${head}2026-10-05;Hyra;1,234`, 'column Belopp: it does not follow from 1,234'],
    [`${head}05/10/2026;Hyra;1,00`, 'column Datum: it does not follow from 05/10/2026'],
    [`Datum;Text;Belopp;Valuta\n${ROW};SEK\n${ROW};EUR`, 'row 3: it is in EUR'],
    [`${head}2026-10-05;Prel Kort;1,00`, 'null: there are no transactions in it'],
  ]
  const told = cases.map(([text, expected]) => problemOf(text).slice(0, expected.length))
  expect(told).toEqual(cases.map(([, expected]) => expected))
})

test('a head that is not known has suggestions, and a layout decides', () => {
  const text = 'När;Vad;Insättning;Uttag\n05/10/2026;Hyra;;1,234\n06/10/2026;Kund;2,500;'
  const rows = rowsOf(Buffer.from(text))
  const unknown = headOf(rows, []) as Head
  expect([unknown.isKnown, unknown.columns.map(({ holds }) => holds)]).toEqual([
    false,
    ['bookedDate', 'text', 'moneyIn', 'moneyOut'],
  ])
  const layout: Layout = {
    columns: [
      { title: 'när', holds: 'bookedDate' },
      { title: 'VAD', holds: 'text' },
      { title: 'Insättning', holds: 'moneyIn' },
      { title: 'Uttag', holds: 'moneyOut' },
    ],
    decimalMark: 'point',
    dayOrder: 'dayMonthYear',
  }
  const { entries } = statementOf(Buffer.from(text), [layout])
  expect(entries.map(({ date, ore }) => [date, ore])).toEqual([
    ['2026-10-05', -123_400n],
    ['2026-10-06', 250_000n],
  ])
  const bare = headOf(rowsOf(Buffer.from('2026-10-05;Hyra;-100,00\n2026-10-06;Kund;50,00')), [])
  expect(bare?.columns).toEqual([
    { title: '1', holds: 'bookedDate' },
    { title: '2', holds: 'text' },
    { title: '3', holds: 'amount' },
  ])
})

test('a workbook gives the same as a text, and a bomb is refused', () => {
  const workbook = (sheet: string, more: Record<string, Uint8Array> = {}): Uint8Array =>
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1" xmlns:r="r"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
      'xl/sharedStrings.xml': strToU8(
        '<sst><si><t>Datum</t></si><si><t>Text</t></si><si><r><t>Bel</t></r><r><t>opp</t></r></si></sst>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
      ...more,
    })
  const head = '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>2</v></c></row>'
  const row =
    '<row r="4"><c r="A4" s="1"><v>46300</v></c><c r="B4" t="inlineStr"><is><t>Hyra</t></is></c><c r="D4"><v>-1234.5</v></c></row>'
  const { entries } = statementOf(workbook(head + row))
  expect(entries.map(({ date, ore, details: [detail] }) => [date, ore, detail?.message])).toEqual([
    ['2026-10-05', -123_450n, 'Hyra'],
  ])
  const large = workbook(head, { 'xl/worksheets/sheet2.xml': new Uint8Array(21 * 1024 * 1024) })
  const broken = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100, 7)])
  const problems = [large, broken].map((bytes) => JSON.stringify(readTable(bytes)))
  expect(problems).toEqual([expect.stringContaining('more than is read'), expect.stringContaining('not a workbook')])
})
