// What is written is read back the same: files of other programs, and books with any texts in them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  SieBalance,
  SieBalanceItem,
  SieDimension,
  SieItem,
  SieObject,
  SieVoucher,
} from '#server/ledger/sie-format/items'
import { pcText } from '#server/ledger/sie-format/transliterate'
import type { SieBook, SieBookAccount } from '#server/ledger/sie-format/writer'
import { needs, SIE_SAMPLES } from '#support/needs'
import { errorsOf, type Read, read, vouchersOf, written } from './support.ts'

const folder = SIE_SAMPLES

/** The accounts of a reading with what hangs on them. */
const accountsOf = (items: readonly SieItem[]): SieBookAccount[] => {
  const accounts = new Map<string, SieBookAccount>()
  for (const item of items) {
    if (item.kind === 'account') accounts.set(item.number, { number: item.number, name: pcText(item.name) })
    if (item.kind !== 'accountType' && item.kind !== 'unit' && item.kind !== 'sru') continue
    const account = accounts.get(item.account)
    if (account === undefined) continue
    if (item.kind === 'accountType') accounts.set(item.account, { ...account, type: item.type })
    else if (item.kind === 'unit') accounts.set(item.account, { ...account, unit: pcText(item.unit) })
    else accounts.set(item.account, { ...account, sru: [...(account.sru ?? []), item.code] })
  }
  return [...accounts.values()]
}

const dimensionsOf = (items: readonly SieItem[]): SieDimension[] =>
  items
    .filter((item) => item.kind === 'dimension')
    .map(({ number, name, parent }) => ({ number, name: pcText(name), parent }))

const objectsOf = (items: readonly SieItem[]): SieObject[] =>
  items
    .filter((item) => item.kind === 'object')
    .map(({ dimension, code, name }) => ({ dimension, code: pcText(code), name: pcText(name) }))

/** In the order they are written: by kind. */
const balancesOf = (items: readonly SieItem[]): SieBalance[] =>
  (['opening', 'closing', 'result'] as const).flatMap((kind) =>
    items.flatMap((item) => (item.kind === kind ? [balanceOf(item as SieBalanceItem)] : [])),
  )

const balanceOf = ({ kind, yearIndex, account, amount, quantity }: SieBalanceItem): SieBalance => ({
  kind,
  yearIndex,
  account,
  amount,
  quantity,
})

const plainVouchers = (items: readonly SieItem[]): SieVoucher[] =>
  vouchersOf(items).map(({ series, number, date, text, registeredOn, sign, rows }) => ({
    series: pcText(series),
    number,
    date,
    text: pcText(text),
    registeredOn,
    sign: pcText(sign),
    rows: rows.map(({ line: _, ...row }) => ({
      ...row,
      objects: row.objects.map(({ dimension, code }) => ({ dimension, code: pcText(code) })),
      text: pcText(row.text),
      sign: pcText(row.sign),
    })),
  }))

const bookOf = ({ items, report: { summary } }: Read): SieBook => ({
  program: summary.header.program ?? { name: '', version: '' },
  generated: summary.header.generated?.date ?? '2026-01-01',
  sign: summary.header.generated?.sign ?? '',
  orgNumber: summary.header.orgNumber,
  companyId: summary.header.companyId,
  companyName: summary.header.companyName,
  ...(summary.header.address === null ? {} : { address: summary.header.address }),
  ...(summary.header.taxYear === null ? {} : { taxYear: summary.header.taxYear }),
  years: [...summary.years.values()],
  accounts: accountsOf(items),
  dimensions: dimensionsOf(items),
  objects: objectsOf(items),
  balances: balancesOf(items),
  vouchers: plainVouchers(items),
})

const empty: SieBook = {
  program: { name: 'Grundbok', version: '1' },
  generated: '2026-01-02',
  companyName: 'Bolaget AB',
  years: [{ index: 0, start: '2025-01-01', end: '2025-12-31' }],
  accounts: [],
  dimensions: [],
  objects: [],
  balances: [],
  vouchers: [],
}

const type4Files = [
  '44_sie4.se',
  'BL0001_typ4.SE',
  'BL0001_typ4I.SI',
  'transaktioner_ovnbolag.se',
  'transaktioner_ovnbolag-bad-balance.se',
  'Bokslut Norstedts SIE 4E.se',
  'SIE4 Exempelfil.SE',
  'SIE4_Exempelfil_med_underdim.SE',
  'Lön.si',
  'FAKT.SI',
  'sie_file_with_unknown_entries.se',
]

describe('a file of another program, read and written and read', () => {
  beforeEach(() => needs('SIE samples'))

  test.each(type4Files)('%s', async (file) => {
    const first = await read(readFileSync(resolve(folder, file)))
    const again = await read(await written(bookOf(first)))
    expect(plainVouchers(again.items)).toEqual(plainVouchers(first.items))
    expect(vouchersOf(again.items).length).toBe(first.report.summary.labels.get('VER'))
    expect(accountsOf(again.items)).toEqual(accountsOf(first.items))
    expect(dimensionsOf(again.items).sort(byNumber)).toEqual(dimensionsOf(first.items).sort(byNumber))
    expect(objectsOf(again.items)).toEqual(objectsOf(first.items))
    expect(balancesOf(again.items)).toEqual(balancesOf(first.items))
    const { checksum, years, balances, movements, controls, is4I, header } = again.report.summary
    expect(checksum?.computed).toBe(checksum?.declared)
    expect(years).toEqual(first.report.summary.years)
    expect({ balances, movements, is4I }).toEqual({
      balances: first.report.summary.balances,
      movements: first.report.summary.movements,
      is4I: first.report.summary.is4I,
    })
    const { openingAndPeriodsNotClosing: _, periodsNotResult: __, ...rest } = first.report.summary.controls
    expect(controls).toMatchObject(rest)
    expect(header.companyName).toBe(pcText(first.report.summary.header.companyName))
    expect(errorsOf(again.report)).toEqual(errorsOf(first.report))
  })

  test('what is written again is the same bytes', async () => {
    const once = await written(bookOf(await read(readFileSync(resolve(folder, 'SIE4 Exempelfil.SE')))))
    expect((await written(bookOf(await read(once)))).equals(once)).toBe(true)
  })
})

const byNumber = (a: SieDimension, b: SieDimension): number => a.number - b.number

const everything: SieBook = {
  ...empty,
  sign: 'Eva Ek',
  comment: 'Allt',
  companyType: 'AB',
  companyId: '17',
  orgNumber: '5560000001',
  address: { contact: 'Eva', street: 'Gatan 1', postal: '111 22 Stad', phone: '' },
  years: [
    { index: -1, start: '2024-01-01', end: '2024-12-31' },
    { index: 0, start: '2025-01-01', end: '2025-12-31' },
  ],
  taxYear: 2026,
  accounts: [{ number: '1930', name: 'Bank', type: 'T', unit: 'st', sru: ['7281', '7282'] }],
  dimensions: [
    { number: 20, name: 'Region', parent: null },
    { number: 21, name: 'Kontor', parent: 20 },
  ],
  objects: [{ dimension: 20, code: 'N 1', name: 'Norr' }],
  balances: [
    { kind: 'result', yearIndex: 0, account: '5010', amount: 5n, quantity: null },
    { kind: 'closing', yearIndex: 0, account: '1930', amount: -5n, quantity: null },
    { kind: 'opening', yearIndex: 0, account: '1930', amount: 0n, quantity: '2.5' },
  ],
  vouchers: [
    {
      series: 'A',
      number: '1',
      date: '2025-01-31',
      text: 'Hyra "kontor"',
      registeredOn: '2025-02-01',
      sign: 'Eva',
      rows: [
        {
          account: '5010',
          objects: [
            { dimension: 1, code: 'Nord' },
            { dimension: 20, code: 'N 1' },
          ],
          amount: 5n,
          date: '2025-01-30',
          text: '',
          quantity: '1',
          sign: '',
        },
        { account: '1930', objects: [], amount: -5n, date: null, text: '', quantity: null, sign: 'Bo' },
      ],
    },
    { series: '', number: null, date: '2025-02-01', text: '', registeredOn: null, sign: '', rows: [] },
  ],
}

test('a book is written in the order of the format', async () => {
  const text = iconv.decode(await written(everything), 'cp437')
  expect(text.split('\r\n')).toEqual([
    '#FLAGGA 0',
    '#KSUMMA',
    '#PROGRAM "Grundbok" "1"',
    '#FORMAT PC8',
    '#GEN 20260102 "Eva Ek"',
    '#SIETYP 4',
    '#PROSA "Allt"',
    '#FTYP AB',
    '#FNR "17"',
    '#ORGNR 556000-0001',
    '#FNAMN "Bolaget AB"',
    '#ADRESS "Eva" "Gatan 1" "111 22 Stad" ""',
    '#RAR 0 20250101 20251231',
    '#RAR -1 20240101 20241231',
    '#TAXAR 2026',
    '#KPTYP EUBAS97',
    '#VALUTA SEK',
    '#KONTO 1930 "Bank"',
    '#KTYP 1930 T',
    '#ENHET 1930 "st"',
    '#SRU 1930 7281',
    '#SRU 1930 7282',
    '#DIM 20 "Region"',
    '#UNDERDIM 21 "Kontor" 20',
    '#OBJEKT 20 "N 1" "Norr"',
    '#IB 0 1930 0.00 2.5',
    '#UB 0 1930 -0.05',
    '#RES 0 5010 0.05',
    '#VER "A" 1 20250131 "Hyra \\"kontor\\"" 20250201 "Eva"',
    '{',
    '#TRANS 5010 {1 "Nord" 20 "N 1"} 0.05 20250130 "" 1',
    '#TRANS 1930 {} -0.05 "" "" "" "Bo"',
    '}',
    '#VER "" "" 20250201',
    '{',
    '}',
    expect.stringMatching(/^#KSUMMA \d+$/),
    '',
  ])
})

describe('pcText', () => {
  test.each([
    ['Åäö é ½ ß', 'Åäö é ½ ß'],
    ['100 €', '100 EUR'],
    ['“Hej” – ‘du’…', '"Hej" - \'du\'...'],
    ['Škoda Žižkov Łódź', 'Skoda Zizkov Lódz'],
    ['Øresund Þór œuvre', 'Oresund Thór oeuvre'],
    ['a\u030angstrom', 'ångstrom'],
    ['two\nlines\tand\0more\x7f', 'two lines and more '],
    ['C:\\Bok\\', 'C:\\Bok/'],
    ['\\', '/'],
    ['漢字 👍', '?? ?'],
    ['\ud800', '?'],
    ['ﬁ №', 'fi No'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(pcText(text)).toBe(expected)
    expect(pcText(expected)).toBe(expected)
  })

  test('is cut at 4,000 characters', () => {
    expect(pcText('x'.repeat(5_000)).length).toBe(4_000)
  })
})

/** What code page 437 carries: no control characters, no backslash at the end. */
const carried = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte >= 32 && byte !== 127)
const pcString = fc
  .array(fc.constantFrom(...carried), { maxLength: 30 })
  .map((bytes) => iconv.decode(Buffer.from(bytes), 'cp437').replace(/\\+$/, ''))

const day = fc
  .integer({ min: 0, max: 364 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))

const amount = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })

const quantity = fc.option(
  fc.integer({ min: -1_000, max: 1_000 }).map((hundredths) => `${hundredths}.25`),
  { nil: null },
)

const bookWith = (text: fc.Arbitrary<string>): fc.Arbitrary<SieBook> => {
  const number = fc.integer({ min: 1_000, max: 9_999 }).map(String)
  const objects = fc.array(fc.record({ dimension: fc.integer({ min: 1, max: 99 }), code: text }), { maxLength: 3 })
  const row = fc.record({
    account: number,
    objects,
    amount,
    date: fc.option(day, { nil: null }),
    text,
    quantity,
    sign: text,
  })
  const voucher = fc.record({
    series: text.map((series) => series.slice(0, 5).replace(/\\+$/, '')),
    number: fc.option(fc.integer({ min: 1, max: 10 ** 9 }).map(String), { nil: null }),
    date: day,
    text,
    registeredOn: fc.option(day, { nil: null }),
    sign: text,
    rows: fc.array(row, { maxLength: 5 }),
  })
  const balance = fc.record({
    kind: fc.constantFrom('opening', 'closing', 'result'),
    yearIndex: fc.constantFrom(0, -1),
    account: number,
    amount,
    quantity,
  })
  const account = fc.record({ number, name: text, unit: text, type: fc.constantFrom('T', 'S', 'K', 'I') })
  const header = fc.record({ companyName: text, comment: text, sign: text, companyId: text, orgNumber: text })
  const parts = fc.record({
    accounts: fc.uniqueArray(account, { selector: (one) => one.number, maxLength: 5 }),
    objects: fc.array(fc.record({ dimension: fc.integer({ min: 1, max: 99 }), code: text, name: text }), {
      maxLength: 3,
    }),
    balances: fc.uniqueArray(balance, { selector: (one) => `${one.kind}${one.yearIndex}${one.account}`, maxLength: 5 }),
    vouchers: fc.array(voucher, { maxLength: 5 }),
  })
  return fc.tuple(header, parts).map(([head, body]) => ({ ...empty, ...head, ...body }))
}

const expectSame = async (book: SieBook): Promise<void> => {
  const { items, report } = await read(await written(book), { encoding: 'cp437' })
  const { header } = report.summary
  expect(accountsOf(items)).toEqual(
    [...book.accounts].map((one) => ({ ...one, name: pcText(one.name), unit: pcText(one.unit ?? '') })),
  )
  const objects = [...book.objects].filter(({ code }) => pcText(code) !== '')
  expect(objectsOf(items)).toEqual(objects.map((one) => ({ ...one, code: pcText(one.code), name: pcText(one.name) })))
  expect(balancesOf(items)).toEqual(balancesOf(book.balances.map((one) => ({ ...one, line: 1 }))))
  const given = [...(book.vouchers as SieVoucher[])].map((one) => ({
    ...one,
    kind: 'voucher' as const,
    line: 1,
    struckRows: 0,
    addedRows: 0,
    repeated: false,
    rows: one.rows.map((row) => ({ ...row, line: 1 })),
  }))
  expect(plainVouchers(items)).toEqual(plainVouchers(given))
  expect(header).toMatchObject({ companyName: pcText(book.companyName), comment: pcText(book.comment ?? '') })
  expect(report.summary.checksum?.computed).toBe(report.summary.checksum?.declared)
}

describe('any book is read back as it was written', () => {
  test('with the texts that code page 437 carries, unchanged', async () => {
    const same = fc.asyncProperty(bookWith(pcString), async (book) => {
      expect(pcText(book.companyName)).toBe(book.companyName)
      await expectSame(book)
    })
    await fc.assert(same, { numRuns: 300 })
  })

  test('with any text at all, as code page 437 can carry it', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 30 })
    await fc.assert(fc.asyncProperty(bookWith(any), expectSame), { numRuns: 300 })
  })
})
