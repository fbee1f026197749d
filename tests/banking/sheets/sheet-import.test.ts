// Statements as tables over HTTP: once each however files overlap, together with those in ISO 20022, and columns that
// are said once for a bank account.
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { camtFile, type WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf } from '#tests/banking/importing'
import { withBankAccount } from '#tests/banking/paying'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<{ company: TestCompany; id: string }> => {
  const company = await service.newCompany()
  return { company, id: (await withBankAccount(service, company)).id }
}

const HEAD = 'Bokföringsdag;Text;Belopp;Saldo'
const table = (...rows: string[]): Buffer => Buffer.from([HEAD, ...rows].join('\r\n'))

const bring = (company: TestCompany, query: string, bytes: Uint8Array, name = 'konto.csv'): Promise<Answer> =>
  company.upload(`/bank-statements${query}`, name, bytes)

const countsOf = (answer: Answer): number[] =>
  ok(answer).statements.flatMap((one: Record<string, number>) => [one.newTransactions, one.knownTransactions])

const moneyOf = async (company: TestCompany): Promise<number[]> =>
  ok(await company.get('/bank-transactions?pageSize=100'))
    .items.map(({ amount }: { amount: number }) => amount)
    .sort((one: number, other: number) => one - other)

const COFFEE = '2026-06-08;Fika;-30,00'

test('overlapping tables add only what is new, and equal rows of a day are counted', async () => {
  const { company, id } = await newCompany()
  const query = `?bankAccountId=${id}`
  const first = table('2026-06-05;Hyra juni;-500,00;500,00', `${COFFEE};470,00`, `${COFFEE};440,00`)
  const trial = await company.upload(`/bank-statements${query}&dryRun=true`, 'konto.csv', first)
  expect(countsOf(trial)).toEqual([3, 0])
  expect(await moneyOf(company)).toEqual([])
  const brought = ok(await bring(company, query, first))
  expect(brought.statements[0]).toMatchObject({
    kind: 'sheet',
    reference: 'konto.csv',
    fromDate: '2026-06-05',
    toDate: '2026-06-08',
    openingBalance: 1000,
    closingBalance: 440,
    leftOutEntries: 0,
  })
  expect(ok(await bring(company, query, first)).alreadyImported).toBe(true)
  // The same days again, newest first, with one more coffee and other blanks; and a row that is not booked yet.
  const second = table(
    '2026-06-09;Reserverat Kortköp;-12,00;',
    '2026-06-09;Provkund AB;75,00;485,00',
    `${COFFEE};410,00`,
    '2026-06-08;FIKA ;-30,00;440,00',
    `${COFFEE};470,00`,
  )
  const again = ok(await bring(company, query, second))
  expect(again.statements[0]).toMatchObject({ newTransactions: 2, knownTransactions: 2, leftOutEntries: 1 })
  expect(await moneyOf(company)).toEqual([-500, -30, -30, -30, 75])
  const file = await company.get(`/bank-statements/${again.statements[0].id}/download`)
  expect([file.headers.get('content-type'), file.text]).toEqual([
    expect.stringContaining('text/csv'),
    second.toString('latin1'),
  ])
  expect(await faultOf(service, company)).toBe(null)
})

test('the same money in a table and in ISO 20022 is one transaction, whichever comes first', async () => {
  const entries: WrittenEntry[] = [
    {
      ore: 125_000n,
      date: '2026-06-08',
      reference: 'R1',
      details: [{ ore: 125_000n, name: 'Provkund AB', ocr: '1032' }],
    },
    { ore: -3_000n, date: '2026-06-08', reference: 'R2', details: [{ ore: -3_000n, name: 'Fiket AB' }] },
    { ore: -3_000n, date: '2026-06-08', reference: 'R3', details: [{ ore: -3_000n, name: 'Pressbyrå AB' }] },
  ]
  const camt = camtFile({ statements: [{ id: 'U1', opening: 0n, entries }] })
  // Two of the three payments of one sum are those of the message; the third is new.
  const rows = table(
    '2026-06-08;Pressbyrå AB;-30,00;-30,00',
    '2026-06-08;Kortköp;-30,00;-60,00',
    '2026-06-08;Insättning;1250,00;1190,00',
    '2026-06-08;Fiket AB;-30,00;1160,00',
  )
  const money = [-30, -30, -30, 1250]
  const results: unknown[] = []
  for (const order of ['camt first', 'table first']) {
    const { company, id } = await newCompany()
    const files = [
      () => company.upload('/bank-statements', 'utdrag.xml', camt),
      () => bring(company, `?bankAccountId=${id}`, rows),
    ]
    const counts = []
    for (const file of order === 'camt first' ? files : files.reverse()) counts.push(countsOf(await file()))
    const items = ok(await company.get('/bank-transactions?pageSize=100')).items
    const told = (party: string) => items.find((one: Answer['body']) => one.counterparty === party)
    results.push([order, counts, await moneyOf(company), told('Provkund AB')?.message, told('Provkund AB')?.references])
    expect(await faultOf(service, company)).toBe(null)
  }
  expect(results).toEqual([
    [
      'camt first',
      [
        [3, 0],
        [1, 3],
      ],
      money,
      'Insättning',
      ['1032'],
    ],
    // What came without details is replaced by them.
    [
      'table first',
      [
        [4, 0],
        [3, 0],
      ],
      money,
      undefined,
      ['1032'],
    ],
  ])
})

test('columns that are not known are refused, said once, and then read; also in a workbook', async () => {
  const { company, id } = await newCompany()
  const query = `?bankAccountId=${id}`
  const file = Buffer.from('När;Vad;Ut;In\n05/06/2026;Hyra;1,200;\n08/06/2026;Provkund;;2,500')
  const refused = await bring(company, query, file)
  const { reason, values } = refused.body.errors[0]
  expect([refused.status, reason, values.columns]).toEqual([
    400,
    'bank-statement.unknown-columns',
    'När | Vad | Ut | In',
  ])
  expect(JSON.parse(values.layout)).toEqual({
    columns: [
      { title: 'När', holds: 'bookedDate' },
      { title: 'Vad', holds: 'text' },
      { title: 'Ut', holds: 'moneyOut' },
      { title: 'In', holds: 'moneyIn' },
    ],
    rows: [
      ['05/06/2026', 'Hyra', '1,200', ''],
      ['08/06/2026', 'Provkund', '', '2,500'],
    ],
  })
  const at = `/bank-accounts/${id}/statement-columns`
  expect(ok(await company.get(at))).toMatchObject({ layouts: [], modifiedDateTime: null })
  const columns = [
    { title: 'När', holds: 'bookedDate' },
    { title: 'Vad', holds: 'text' },
    { title: 'Ut', holds: 'moneyOut' },
    { title: 'In', holds: 'moneyIn' },
  ]
  ok(await company.put(at, { layouts: [{ columns }] }))
  const open = await bring(company, query, file)
  expect(open.body.errors[0].message).toContain('it does not follow from')
  ok(await company.put(at, { layouts: [{ columns, decimalMark: 'point', dayOrder: 'dayMonthYear' }] }))
  expect(ok(await company.get(at)).layouts).toHaveLength(1)
  expect(countsOf(await bring(company, query, file))).toEqual([2, 0])
  expect(await moneyOf(company)).toEqual([-1200, 2500])
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const workbook = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1" xmlns:r="r"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData><row r="1">${cell('A1', 'När')}${cell('B1', 'Vad')}${cell('C1', 'Ut')}${cell('D1', 'In')}</row><row r="2">${cell('A2', '09/06/2026')}${cell('B2', 'Ränta')}<c r="D2"><v>1.5</v></c></row></sheetData></worksheet>`,
    ),
  })
  const { statements } = ok(await bring(company, query, workbook, 'konto.xlsx'))
  const download = await company.get(`/bank-statements/${statements[0].id}/download`)
  expect([statements[0].newTransactions, download.headers.get('content-type')]).toEqual([
    1,
    expect.stringContaining('spreadsheetml'),
  ])
  expect(await moneyOf(company)).toEqual([-1200, 1.5, 2500])
})

test('the account is said, or named by the file, and must not be another', async () => {
  const { company, id } = await newCompany()
  const named = (number: string) =>
    Buffer.concat([Buffer.from(`Kontonummer;${number};\r\n\r\n`), table('2026-06-08;Ränta;1,00;1,00')])
  const reasonOf = ({ body }: Answer) => body.errors?.[0]?.reason ?? 'none'
  const told = [
    await bring(company, '', table('2026-06-08;Ränta;1,00;1,00')),
    await bring(company, '', named('5839 825 746 7')),
    await bring(company, `?bankAccountId=${id}`, named('1111 222 333 4')),
    await bring(company, '', named('5839 825 746 6')),
  ]
  expect(told.map(reasonOf)).toEqual([
    'bank-statement.account-needed',
    'bank-statement.unknown-bank-account',
    'bank-statement.other-bank-account',
    'none',
  ])
  expect(await moneyOf(company)).toEqual([1])
})
