// The EU sales list: by the VAT numbers on invoices, beside the boxes of the VAT return, and its file.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { euSalesFile, layOutEuSales, periodCode, phoneForFile } from '#rules/reports/vat/eu-sales'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

type Amount = { reported: number; amount: number }
type Shown = { kind: string; vatNumber: string; name: string; goods: Amount; triangular: Amount; services: Amount }

let service: Service
let company: TestCompany

type Buyer = { name: string; vatNumber?: string; country: string }

const customer = async ({ name, vatNumber, country }: Buyer): Promise<string> => {
  const address = { line1: 'Gatan 1', postalCode: '00100', city: 'Staden', country }
  const { id } = ok(await company.post('/customers', { name, type: 'company', vatNumber, address }))
  return id
}

const sell = async (
  id: string,
  productType: 'goods' | 'services',
  unitPrice: number,
  invoiceDate: string,
  rest = {},
) => {
  const line = { description: 'Vara', itemType: 'salesItem', productType, quantity: 1, unitPrice, taxRate: 0, ...rest }
  const body = { customerRef: { id }, invoiceDate, lineItems: [{ ...line, unitType: 'piece' }] }
  const invoice = ok(await company.post('/invoices', body))
  ok(await company.post(`/invoices/${invoice.id}/publish`))
  ok(await company.post(`/invoices/${invoice.id}/record`))
  return invoice.id
}

const MARCH = 'from=2026-03-01&to=2026-03-31'
const read = async (query: string) =>
  ok(await company.get(`/reports/eu-sales-list?${query}`, { 'accept-language': 'en' }))

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  const finnish = await customer({ name: 'Kunden Oy', vatNumber: 'FI20774740', country: 'FI' })
  const danish = await customer({ name: 'Kunden ApS', vatNumber: 'DK13585628', country: 'DK' })
  await sell(finnish, 'goods', 1000.75, '2026-03-10')
  await sell(finnish, 'services', 500, '2026-03-11')
  const credited = await sell(danish, 'services', 300.6, '2026-03-12')
  const note = ok(await company.post(`/invoices/${credited}/credit`))
  ok(await company.put(`/credit-notes/${note.id}`, { ...note, creditDate: '2026-03-20', dueDate: '2026-03-20' }))
  ok(await company.post(`/credit-notes/${note.id}/publish`))
  ok(await company.post(`/credit-notes/${note.id}/record`))
  await sell(danish, 'goods', 200, '2026-04-10')
  // By hand, and to a buyer whose number is not on the invoice.
  const items = [
    { account: 1930, debit: 100.5 },
    { account: 3107, credit: 100.5 },
  ]
  ok(await company.post('/journal-entries', { title: 'Trepart', date: '2026-03-15', items }))
  const swedish = await customer({ name: 'Kunden AB', country: 'SE' })
  await sell(swedish, 'services', 40, '2026-03-16', { bookkeepingAccountNumber: 3308, taxRate: 0 })
})
afterAll(() => service.close())

test('sums what each buyer was sold, and tells what is not on the list', async () => {
  const report = await read(MARCH)
  const rows = report.rows.map(({ kind, vatNumber, name, goods, triangular, services }: Shown) => [
    kind,
    vatNumber,
    name,
    ...[goods, triangular, services].map(({ reported, amount }) => [reported, amount]),
  ])
  expect(report.accounts).toEqual({ goods: '3108', triangular: '3107', services: '3308' })
  expect(rows).toEqual([
    ['buyer', 'DK13585628', 'Kunden ApS', [0, 0], [0, 0], [0, 0]],
    ['buyer', 'FI20774740', 'Kunden Oy', [1000, 1000.75], [0, 0], [500, 500]],
    ['withoutNumber', null, 'Kunden AB', [0, 0], [0, 0], [40, 40]],
    ['otherEntries', null, 'Booked without an invoice', [0, 0], [100, 100.5], [0, 0]],
    ['total', null, 'Total', [1000, 1000.75], [0, 0], [500, 500]],
    ['boxes', null, 'Boxes 35, 38 and 39', [1000, 1000.75], [100, 100.5], [540, 540]],
    ['difference', null, 'Difference', [0, 0], [100, 100.5], [40, 40]],
  ])
})

test('is empty where nothing was sold so, and knows what was known', async () => {
  expect((await read('from=2026-01-01&to=2026-01-31')).rows.map(({ kind }: { kind: string }) => kind)).toEqual([
    'total',
    'boxes',
    'difference',
  ])
  const first = await read(`${MARCH}&knownAt=1`)
  expect(first.rows[0]).toMatchObject({ vatNumber: 'FI20774740', goods: { amount: 1000.75 }, services: { amount: 0 } })
})

test('the boxes are those of the VAT report', async () => {
  const { rows } = ok(await company.get(`/reports/vat-report?${MARCH}&level=line`))
  const boxes = (await read(MARCH)).rows.find(({ kind }: { kind: string }) => kind === 'boxes')
  const of = (key: string) => rows.find((row: { key: string }) => row.key === key).values[0]
  expect([boxes.goods, boxes.triangular, boxes.services]).toEqual(['35', '38', '39'].map(of))
})

test('the file has a line for each buyer, in whole kronor', async () => {
  const path = `/reports/eu-sales-list/file?${MARCH}&contactName=Anna%20Ek&contactPhone=08-123456`
  const { text, headers } = await company.get(path)
  expect(headers.get('content-type')).toContain('text/csv')
  const [first, second = '', ...lines] = text.split('\r\n')
  expect(first).toBe('SKV574008;')
  expect(second).toMatch(/^SE\d{12};2603;Anna Ek;08-123456;/)
  expect(lines).toEqual(['DK13585628;;;0;', 'FI20774740;1000;;500;', ''])
})

test('what is accrued is sold once', async () => {
  const other = checkedCompany(await service.newCompany())
  const items = [
    { account: 1510, debit: 1200 },
    { account: 3308, credit: 1200 },
  ]
  const { id } = ok(await other.post('/journal-entries', { title: 'Licens', date: '2026-03-15', items }))
  const accrual = { journalEntryRef: { id }, account: 3308, firstMonth: '2026-03', months: 12 }
  ok(await other.post('/accruals', accrual))
  ok(await other.post('/accrual-portions', { to: '2026-04' }))
  const list = async (query: string) =>
    ok(await other.get(`/reports/eu-sales-list?${query}`)).rows.map(({ kind, services }: Shown) => [
      kind,
      services.amount,
    ])
  expect(await list(MARCH)).toEqual([
    ['otherEntries', 1200],
    ['total', 0],
    ['boxes', 1200],
    ['difference', 1200],
  ])
  expect(await list('from=2026-04-01&to=2026-04-30')).toEqual([
    ['total', 0],
    ['boxes', 0],
    ['difference', 0],
  ])
})

test('as a sheet', async () => {
  const { text } = await company.get(`/reports/eu-sales-list?${MARCH}&format=csv`, { 'accept-language': 'en' })
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    'VAT number,Buyer,Goods,Triangular trade,Services',
    'DK13585628,Kunden ApS,0.00,0.00,0.00',
    'FI20774740,Kunden Oy,1000.75,0.00,500.00',
  ])
})

test.each([
  ['2026-03-01', '2026-03-31', '2603'],
  ['2026-12-01', '2026-12-31', '2612'],
  ['2026-01-01', '2026-03-31', '26-1'],
  ['2026-10-01', '2026-12-31', '26-4'],
  ['2026-02-01', '2026-04-30', null],
  ['2026-01-01', '2026-02-28', null],
  ['2026-01-02', '2026-01-31', null],
])('from %s to %s is the period %s', (from, to, code) => {
  expect(periodCode({ from: from as Day, to: to as Day })).toBe(code)
})

test.each([
  ['FI20774740', '35', 'buyer'],
  ['EL123456789', '39', 'buyer'],
  ['XI123456789', '35', 'buyer'],
  ['XI123456789', '38', 'buyer'],
  ['XI123456789', '39', 'withoutNumber'],
  ['NO123456789MVA', '39', 'withoutNumber'],
  ['GB123456789', '35', 'withoutNumber'],
  ['123456789', '35', 'withoutNumber'],
  ['SE559999000801', '35', 'withoutNumber'],
  [null, '39', 'withoutNumber'],
])('a buyer with the number %s in box %s is a row of the kind %s', (vatNumber, code, kind) => {
  const sold = [{ vatNumber, name: 'Kunden', isKnown: true, code, ore: 10_000n }]
  const [row] = layOutEuSales(sold, { goods: 0n, triangular: 0n, services: 0n })
  expect([row?.kind, row?.vatNumber]).toEqual([kind, vatNumber])
})

test('the file has a line for each of its linesfor any contact name', async () => {
  const contact = { name: 'Anna Blažič;\u010d\u0085\u0000Łęcka', phone: '08-1\u2013\t2', email: 'Ωa@example.com\r\n' }
  expect(euSalesFile([], { vatNumber: 'SE559999000801', code: '2603', contact })).toBe(
    'SKV574008;\r\nSE559999000801;2603;Anna Blazic c Lecka;08-1- 2;?a@example.com\r\n',
  )
  const asked = `${MARCH}&contactName=${encodeURIComponent('Anna Blažič')}&contactPhone=08-123456`
  const { text } = await company.get(`/reports/eu-sales-list/file?${asked}`)
  expect(text.split('\r\n')[1]).toMatch(/^SE\d{12};2603;Anna Blazic;08-123456;/)
})

test.each([
  ['08-123 456', '08-123 456'],
  ['+46 (0)8-123 456 78', '+46812345678'],
  ['08-123 45 67 eller 070-123 45 67', null],
  ['', null],
])('the telephone number "%s" goes into the file as %s', (phone, written) => {
  expect(phoneForFile(phone)).toBe(written)
})
