// Reports in other formats than JSON: what each holds, how it is asked for, and that no cell is a formula.
import { spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#ledger'
import { checkedCompany } from '#support/checked'
import { exchanged } from '#support/client'
import { ok } from '#support/entries'
import { needs } from '#support/needs'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany({ name: 'Ångström & Söner AB' }))
  for (const [name, number] of [
    ['=HYPERLINK("http://example.com")', 5411],
    ['＝1+1', 5412],
    ['-Rabatter', 5413],
    ['Delat; "namn", med allt', 5414],
  ] as const) {
    await service.operateFor(company.id, (call) => createAccount(call, { number, name }))
    const items = [
      { account: number, debit: 1234.5, credit: 0 },
      { account: 1930, debit: 0, credit: 1234.5 },
    ]
    ok(await company.post('/journal-entries', { title: 'Prov', date: '2026-02-01', items }))
  }
})
afterAll(() => service.close())

const take = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await exchanged(`${service.base}/companies/${company.id}/reports/${path}`, {
    headers: { authorization: `Bearer ${company.token}`, ...headers },
  })
  return { ...answer, text: answer.bytes.toString('utf8') }
}

const textOf = (pdf: Buffer): string =>
  spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout

test('a report is CSV with a line of titles, and amounts are plain numbers', async () => {
  const { status, headers, text } = await take('income-statement?format=csv&compare=previousYear')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  expect(headers.get('content-disposition')).toContain('Resultatr')
  const [titles, ...lines] = parse(text, { record_delimiter: '\r\n' })
  expect(titles).toEqual(['Konto', 'Benämning', '2026-01-01 – 2026-12-31', '2025-01-01 – 2025-12-31'])
  expect(lines.find(([number]) => number === '5411')).toEqual([
    '5411',
    `'=HYPERLINK("http://example.com")`,
    '-1234.50',
    '0.00',
  ])
  expect(lines.at(-1)).toEqual(['', 'Årets resultat', '-4938.00', '0.00'])
})

test('a cell that would begin a formula is a text, and what separates cells is quoted', async () => {
  const { text } = await take('trial-balance?format=csv')
  const names = parse(text, { from_line: 2 }).map((cells) => cells[1])
  expect(names).toEqual(
    expect.arrayContaining([`'=HYPERLINK("http://example.com")`, `'＝1+1`, `'-Rabatter`, 'Delat; "namn", med allt']),
  )
})

test('for Swedish Excel there are semicolons, decimal commas and a byte order mark', async () => {
  const { text } = await take('trial-balance?format=csvExcel')
  expect(text.startsWith('\ufeffKonto;Benämning;Ingående balans;Debet;Kredit;Utgående balans\r\n')).toBe(true)
  const lines = parse(text, { bom: true, delimiter: ';', from_line: 2 })
  expect(lines.find(([number]) => number === '5411')).toEqual([
    '5411',
    `'=HYPERLINK("http://example.com")`,
    '0,00',
    '1234,50',
    '0,00',
    '1234,50',
  ])
})

test.each([
  ['', '*/*', 'application/json; charset=utf-8'],
  ['', 'text/csv', 'text/csv; charset=utf-8; header=present'],
  ['', 'application/json;q=0.5, text/csv', 'text/csv; charset=utf-8; header=present'],
  ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json; charset=utf-8'],
  ['', 'image/png', 'application/json; charset=utf-8'],
  ['', 'application/x-ndjson', 'application/json; charset=utf-8'],
  ['?format=json', 'text/csv', 'application/json; charset=utf-8'],
  ['?format=csv', 'application/json', 'text/csv; charset=utf-8; header=present'],
])('%s with Accept: %s is answered as %s', async (query, accept, expected) => {
  expect((await take(`balance-sheet${query}`, { accept })).headers.get('content-type')).toBe(expected)
})

test('what is wrong with a request is refused in JSONfor any requested format', async () => {
  for (const query of ['format=csv&to=2199-01-01', 'format=xml']) {
    const { status, headers } = await take(`balance-sheet?${query}`)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
  }
})

test('a workbook has typed cells, titles that stay, and a name; another reader than its writer opens it', async () => {
  const { headers, bytes } = await take('trial-balance?format=xlsx')
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(headers.get('content-disposition')).toContain('Saldobalans 2026-01-01 2026-12-31.xlsx')
  const [sheet] = await readXlsxFile(bytes)
  expect(sheet?.sheet).toBe('Saldobalans')
  expect(sheet?.data[0]).toEqual(['Konto', 'Benämning', 'Ingående balans', 'Debet', 'Kredit', 'Utgående balans'])
  expect(sheet?.data.find(([number]) => number === 5411)).toEqual([
    5411,
    '=HYPERLINK("http://example.com")',
    0,
    1234.5,
    0,
    1234.5,
  ])
})

test('days and long texts are in a workbook as they are', async () => {
  const [sheet] = await readXlsxFile((await take('general-ledger?format=xlsx&accounts=5414')).bytes)
  expect(sheet?.data.map(([account, date, , text]) => [account, date, text])).toEqual([
    ['Konto', 'Datum', 'Text'],
    [5414, null, 'Delat; "namn", med allt'],
    [5414, null, 'Ingående balans'],
    [5414, new Date('2026-02-01'), 'Prov'],
    [5414, null, 'Utgående balans'],
  ])
})

test.each([
  ['sv', 'Huvudbok', /Ångström & Söner AB · 559999-0008[\s\S]*2026-01-01 – 2026-12-31/, 'Sida 1 av 1', /1\s234,50/],
  ['en', 'General ledger', /1\sJanuary\s2026 – 31\sDecember\s2026/, 'Page 1 of 1', /1,234\.50/],
])(
  'in %s a PDF says whose it is, what it is about and when it was printed',
  async (language, title, head, page, amount) => {
    needs('poppler')
    const { status, bytes } = await take('general-ledger?accounts=5411', {
      accept: 'application/pdf',
      'accept-language': language,
    })
    expect(status).toBe(200)
    const text = textOf(bytes)
    expect(text).toContain(title)
    expect(text).toMatch(head)
    for (const one of [page, '=HYPERLINK']) expect(text).toContain(one)
    expect(text).toMatch(amount)
    expect(text).toMatch(language === 'sv' ? /Utskriven \d{4}-/ : /Printed \d{4}-/)
  },
)

test('many columns are on wide paper, and each page has their titles', async () => {
  needs('poppler')
  const { bytes } = await take('income-statement?by=month&format=pdf')
  const { stdout } = spawnSync('pdfinfo', ['-'], { input: bytes, encoding: 'utf8' })
  expect(stdout).toMatch(/Page size:\s+841\.89 x 595\.28/)
  expect(textOf(bytes)).toContain('dec 2026')
})

test('each page has the titles of its columns, and its number', async () => {
  needs('poppler')
  const lines = Array.from({ length: 120 }, () => ({ account: 5412, debit: 1 }))
  const items = [...lines, { account: 1930, credit: 120 }]
  ok(await company.post('/journal-entries', { title: 'Prov', date: '2026-02-02', items }))
  const pages = textOf((await take('general-ledger?format=pdf&accounts=5412')).bytes)
    .split('\f')
    .slice(0, -1)
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toMatch(/Konto\s+Datum\s+Verifikation\s+Text\s+Debet\s+Kredit\s+Saldo/)
    expect(page).toContain(`Sida ${index + 1} av ${pages.length}`)
    expect(page).toContain('Ångström & Söner AB')
  }
})
