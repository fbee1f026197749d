// The file that a fiscal year is downloaded as: its bytes, the order of its labels, its checksum, its headers.
import { once } from 'node:events'
import { crc32 } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '#support/raw'
import { type Service, startService, type TestCompany } from '#support/service'
import { book } from '#tests/ledger/support'
import { contentOf, download, imported, lines, readBytes, workDone, yearFile, yearOf } from './sie-support.ts'

let service: Service
let company: TestCompany
let bytes: Buffer
const objects = ['#DIM 20 Region', '#UNDERDIM 21 Ort 20', '#OBJEKT 20 N Norr', '#OBJEKT 21 U Umeå']
const before = ['#RAR -1 20240101 20241231', '#IB 0 1930 5', '#IB 0 2081 -5', '#UB -1 1930 5', '#RES -1 3010 -5']
const bought = lines('#VER Ö 3 20250115 Köp', '{', '#TRANS 5010 {20 N 21 U} 80', '#TRANS 1930 {} -80', '}').trimEnd()

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany({ name: 'Åke "Öl" & Ägg AB', fiscalYear: null })
  await imported({ service, company }, yearFile(2025, ...objects, ...before, bought))
  await book(company, { date: '2025-06-10', title: 'Kaffe – 3 € på “Ängö”\\' })
  bytes = await download(company, await yearOf(company))
})
afterAll(() => service.close())

const text = () => iconv.decode(bytes, 'cp437')
const written = () => text().trimEnd().split('\r\n')
const labels = () => written().flatMap((line) => /^#[A-Z]+/.exec(line)?.[0] ?? [])

test('is offered under a name', async () => {
  const { headers, status } = await company.get(`/sie/${await yearOf(company)}/download`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  const name = '559999-0008_2025-01-01_2025-12-31.se'
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
  expect(headers.get('content-length')).toBe(String(bytes.length))
  await workDone(service)
})

test('is the same each time', async () => {
  const again = await Promise.all([1, 2, 3].map(async () => download(company, await yearOf(company))))
  expect(again.every((one) => one.equals(bytes))).toBe(true)
  await workDone(service)
})

test('leaves nothing behind when its reader goes away', async () => {
  const other = await service.newCompany({ fiscalYear: null })
  const vouchers = Array.from(
    { length: 20_000 },
    (_, at) => `#VER A ${at + 1} 20250115 "Hyra för januari"\r\n{\r\n#TRANS 1930 {} 0\r\n}`,
  )
  await imported({ service, company: other }, yearFile(2025, vouchers.join('\r\n')))
  const socket = await open(service.origin)
  const path = `/v1/companies/${other.id}/sie/${await yearOf(other)}/download`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${other.token}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  expect(first.toString('latin1')).toContain('HTTP/1.1 200')
  socket.destroy()
  await workDone(service)
})

test('has lines of CP437 that end with CR and LF', () => {
  const rest = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', ''), 'latin1')
  expect(rest.filter((byte) => byte < 32 || byte === 127).length).toBe(0)
  expect(bytes.subarray(-2)).toEqual(Buffer.from('\r\n'))
  expect(bytes.includes(iconv.encode('Åke \\"Öl\\" & Ägg AB', 'cp437'))).toBe(true)
  expect(text()).toContain('"Kaffe - 3 EUR på \\"Ängö\\"/"')
})

test('has its labels in order', () => {
  const order = [
    '#FLAGGA',
    '#KSUMMA',
    '#PROGRAM',
    '#FORMAT',
    '#GEN',
    '#SIETYP',
    '#FTYP',
    '#ORGNR',
    '#FNAMN',
    '#RAR',
    '#KPTYP',
    '#VALUTA',
    '#KONTO',
    '#DIM',
    '#UNDERDIM',
    '#OBJEKT',
    '#IB',
    '#UB',
    '#RES',
    '#VER',
    '#KSUMMA',
  ]
  const groups = labels().filter((label) => !['#KTYP', '#SRU', '#ENHET', '#TRANS'].includes(label))
  expect(groups.filter((label, at) => label !== groups[at - 1])).toEqual(order)
  for (const [at, label] of labels().entries()) {
    if (label === '#KTYP' || label === '#SRU') expect(['#KONTO', '#KTYP', '#SRU']).toContain(labels()[at - 1])
  }
})

test('says whose it is and of which years', () => {
  expect(written().slice(0, 13)).toEqual([
    '#FLAGGA 0',
    '#KSUMMA',
    '#PROGRAM "Grundbok" "1"',
    '#FORMAT PC8',
    '#GEN 20260610',
    '#SIETYP 4',
    '#FTYP AB',
    '#ORGNR 559999-0008',
    '#FNAMN "Åke \\"Öl\\" & Ägg AB"',
    '#RAR 0 20250101 20251231',
    '#RAR -1 20240101 20241231',
    '#KPTYP EUBAS97',
    '#VALUTA SEK',
  ])
})

test('has balances and vouchers', () => {
  const told = written().filter((line) => /^(#(IB|UB|RES|VER|TRANS) |[{}])/.test(line))
  expect(told).toEqual([
    '#IB 0 1930 5.00',
    '#IB 0 2081 -5.00',
    '#IB 0 2641 0.00',
    '#UB 0 1930 -575.00',
    '#UB 0 2081 -5.00',
    '#UB 0 2641 100.00',
    '#UB -1 1930 5.00',
    '#RES 0 5010 80.00',
    '#RES 0 6110 400.00',
    '#RES -1 3010 -5.00',
    '#VER "V" 1 20250610 "Kaffe - 3 EUR på \\"Ängö\\"/" 20260610 "Prov"',
    '{',
    '#TRANS 6110 {} 400.00',
    '#TRANS 2641 {} 100.00',
    '#TRANS 1930 {} -500.00',
    '}',
    '#VER "Ö" 3 20250115 "Köp" 20260610',
    '{',
    '#TRANS 5010 {20 "N" 21 "U"} 80.00',
    '#TRANS 1930 {} -80.00',
    '}',
  ])
})

test('carries the right checksum', () => {
  const between = text().slice(text().indexOf('#KSUMMA\r\n') + '#KSUMMA\r\n'.length, text().lastIndexOf('#KSUMMA'))
  const fields = [...between.matchAll(/"((?:\\"|[^"])*)"|([^\s{}"]+)/g)]
  const summed = fields.map(([, quoted, bare]) => (quoted ?? bare ?? '').replaceAll('\\"', '"')).join('')
  expect(written().at(-1)).toBe(`#KSUMMA ${crc32(iconv.encode(summed, 'cp437'))}`)
})

test('is read back without a fault', async () => {
  const { report } = await readBytes(bytes)
  expect(report.findings).toMatchObject({ errorCount: 0 })
  expect(report.summary.controls).toMatchObject({ openingAndVouchersNotClosing: [], vouchersNotResult: [] })
})

describe('series', () => {
  test('stand in order, each by number', async () => {
    const other = await service.newCompany({ fiscalYear: null })
    const names = ['B 10', 'A 2', 'B 9', 'A 10', 'AA 1', '"" 5']
    const vouchers = names.map((name) => `#VER ${name} 20250115\r\n{\r\n#TRANS 1930 {} 0\r\n}`)
    await imported({ service, company: other }, yearFile(2025, ...vouchers))
    const out = (await readBytes(await download(other, await yearOf(other)))).items
    const numbers = out.filter((item) => item.kind === 'voucher').map(({ series, number }) => `${series} ${number}`)
    expect(numbers).toEqual([' 5', 'A 2', 'A 10', 'AA 1', 'B 9', 'B 10'])
  })
})

test('what a year opens with on accounts of income is told, and the file is taken by other books', async () => {
  const other = await service.newCompany({ fiscalYear: null })
  const balances = ['#IB 0 1930 100', '#IB 0 2081 -90', '#IB 0 3001 -10', '#UB 0 1930 100', '#UB 0 2081 -90']
  await imported({ service, company: other }, yearFile(2025, ...balances, '#RES 0 3001 -10'))
  const out = await download(other, await yearOf(other))
  expect((await contentOf(out)).balances).toEqual([
    'closing 0 1930 10000',
    'closing 0 2081 -9000',
    'opening 0 1930 10000',
    'opening 0 2081 -9000',
    'opening 0 3001 -1000',
    'result 0 3001 -1000',
  ])
  const copy = await service.newCompany({ fiscalYear: null })
  expect((await imported({ service, company: copy }, out)).differences).toEqual({ closing: [], result: [] })
  expect((await download(copy, await yearOf(copy))).equals(out)).toBe(true)
})

test('a year without entries is a file too', async () => {
  const other = await service.newCompany()
  const { vouchers, balances, accounts } = await contentOf(await download(other, other.fiscalYearId))
  expect([vouchers, balances]).toEqual([[], []])
  expect(accounts.length).toBe((await other.get('/chart-of-accounts')).body.length)
})

test('another company and an unknown year have none', async () => {
  const other = await service.newCompany()
  const { status, body } = await company.get(`/sie/${other.fiscalYearId}/download`)
  expect([status, body.code]).toEqual([404, 'not-found'])
})
