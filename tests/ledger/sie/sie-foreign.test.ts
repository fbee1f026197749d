// SIE files as foreign programs write them, and as they are damaged on the way: what is odd is told, what is refused
// says what to do, and that works.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_MS, every } from '#support/every'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const HEAD = ['#FLAGGA 0', '#PROGRAM "X" 1', '#FORMAT PC8', '#GEN 20260101', '#SIETYP 4', '#FNAMN "P"']
const YEAR = '#RAR 0 20250101 20251231'
const ACCOUNTS = ['#KONTO 1930 "Bank"', '#KONTO 2081 "Aktiekapital"', '#KONTO 3001 "Sälj"']
const OPENING = ['#IB 0 1930 100.00', '#IB 0 2081 -100.00']
const voucher = (head: string, ...rows: string[]) => [head, '{', ...rows, '}']
const SALE = ['#TRANS 1930 {} 10.00', '#TRANS 3001 {} -10.00']
const sold = (text: string) => voucher(`#VER A 1 20250110 ${text}`, ...SALE)

const whole = (...rows: string[]) => [...HEAD, YEAR, ...ACCOUNTS, ...OPENING, ...rows]
const inEncoding = (lines: string[], encoding: BufferEncoding, mark = '') =>
  Buffer.from(`${mark}${lines.join('\r\n')}\r\n`, encoding)

const tagged = (objects: string) =>
  voucher('#VER A 1 20250110 "T"', `#TRANS 1930 ${objects} 10.00`, '#TRANS 3001 {} -10.00')

type Case = {
  name: string
  lines?: string[]
  bytes?: Buffer
  /** What is sent with it. */
  query?: string
  /** Words of the refusal; taken when left out. */
  refused?: string
  /** A kind of decision or note that it is told by. */
  told?: string
  /** The titles of its entries. */
  titles?: string[]
}

const lacks = [...HEAD, YEAR, '#RAR -1 20240101 20241231', ...ACCOUNTS, '#IB 0 1930 100.00', '#IB 0 2081 -80.00']
const lacksResult = [...lacks, '#RES -1 3001 -20.00', ...sold('"T"')]
const ofOre = voucher('#VER A 1 20250110 "T"', '#TRANS 1930 {} 10.01', '#TRANS 3001 {} -10.00')

const cases: Case[] = [
  { name: 'a whole one', lines: whole(...sold('"T"')), titles: ['T'] },
  { name: 'no #RES and no #UB', lines: whole('#UB 0 1930 110.00', ...sold('"T"')), told: 'yearUnbalanced' },
  { name: 'escaped quotes', lines: whole(...sold('"En \\"stol\\""')), titles: ['En "stol"'] },
  { name: 'bare quotes in a text', lines: whole(...sold('"En "stol" till"')), told: 'quoteInside', titles: ['En '] },
  { name: 'doubled quotes in a text', lines: whole(...sold('"En ""stol"" till"')), told: 'quoteInside' },
  {
    name: 'fields without a blank between',
    lines: whole(...voucher('#VER A 1 20250110 "T"', '#TRANS "1930"{}"10.00"', SALE[1] ?? '')),
    titles: ['T'],
  },
  { name: 'a day with hyphens', lines: whole(...voucher('#VER A 1 2025-01-10 "T"', ...SALE)), refused: 'YYYYMMDD' },
  { name: 'a day in quotes', lines: whole(...voucher('#VER A 1 "20250110" "T"', ...SALE)), titles: ['T'] },
  {
    name: 'an account with a blank',
    lines: whole(...voucher('#VER A 1 20250110 "T"', '#TRANS "1930 " {} 10.00', SALE[1] ?? '')),
    titles: ['T'],
  },
  {
    name: 'an account that is a word',
    lines: whole(...voucher('#VER A 1 20250110 "T"', '#TRANS FEL {} 10.00', SALE[1] ?? '')),
    refused: 'map=FEL:3999',
  },
  {
    name: 'the same, mapped',
    lines: whole(...voucher('#VER A 1 20250110 "T"', '#TRANS FEL {} 10.00', SALE[1] ?? '')),
    query: 'map=FEL:3999',
    told: 'mapped',
  },
  {
    name: 'an amount with a comma',
    lines: whole('#IB 0 1920 1,50', ...sold('"T"')),
    refused: 'decimals after a point',
  },
  {
    name: 'negative zero',
    lines: whole('#IB 0 1920 -0.00', ...voucher('#VER A 1 20250110 "T"', '#TRANS 1930 {} -0.00', '#TRANS 3001 {} 0')),
    titles: ['T'],
  },
  {
    name: 'added and struck rows',
    lines: whole(
      ...voucher(
        '#VER A 1 20250110 "T"',
        '#TRANS 1930 {} 5.00',
        '#RTRANS 1930 {} 5.00',
        '#TRANS 1930 {} 5.00',
        '#BTRANS 1930 {} 7.00',
        SALE[1] ?? '',
      ),
    ),
    titles: ['T'],
  },
  {
    name: 'a dimension below one below another',
    lines: whole('#DIM 1 "K"', '#UNDERDIM 21 "U" 1', '#UNDERDIM 22 "V" 21', ...tagged('{21 "a" 22 "b"}')),
    titles: ['T'],
  },
  {
    name: 'dimensions below each other',
    lines: whole('#UNDERDIM 21 "U" 22', '#UNDERDIM 22 "V" 21', ...tagged('{21 "a"}')),
  },
  { name: 'a dimension below itself', lines: whole('#UNDERDIM 21 "U" 21', ...tagged('{21 "a"}')) },
  { name: 'dimension 0', lines: whole('#DIM 0 "Noll"', ...tagged('{0 "a"}')) },
  { name: 'an object without a code', lines: whole(...tagged('{1 ""}')) },
  {
    name: 'balances of objects alone',
    lines: [...HEAD, YEAR, ...ACCOUNTS, '#OIB 0 1930 {1 "A"} 100.00'],
    told: 'openingOfObjectsOnly',
  },
  { name: 'one öre out', lines: whole(...ofOre), refused: 'voucherDifference=3740' },
  {
    name: 'the same, booked',
    lines: whole(...ofOre),
    query: 'voucherDifference=3740',
    told: 'voucherEvened',
    titles: ['T'],
  },
  { name: 'opening balances without the result', lines: lacksResult, refused: 'openingDifference=resultOfYearBefore' },
  {
    name: 'the same, with it',
    lines: lacksResult,
    query: 'openingDifference=resultOfYearBefore',
    told: 'openingResultAdded',
  },
  { name: 'opening balances that lack what nothing tells', lines: [...lacks, ...sold('"T"')], refused: 'force=true' },
  { name: 'the same, as they are', lines: [...lacks, ...sold('"T"')], query: 'force=true', told: 'openingUnbalanced' },
  {
    name: 'the result of the year before, told in öre more',
    lines: [...lacks, '#RES -1 3001 -20.01', ...sold('"T"')],
    query: 'openingDifference=resultOfYearBefore',
    refused: 'force=true',
  },
  {
    name: 'vouchers of two years',
    lines: whole(...sold('"T"'), ...voucher('#VER A 2 20240110 "F"', ...SALE)),
    refused: 'in the file of their own year',
  },
  {
    name: 'a voucher without rows',
    lines: whole('#VER A 2 20250110 "Tom"', '{', '}', ...sold('"T"')),
    told: 'voucherEmpty',
    titles: ['T'],
  },
  {
    name: 'the same among vouchers alone',
    lines: [...HEAD, ...ACCOUNTS, '#VER A 2 20250110 "Tom"', '{', '}'],
    refused: 'Remove it, or give it rows',
  },
  { name: 'UTF-8 with a mark', bytes: inEncoding(whole(...sold('"Åäö"')), 'utf8', '\ufeff'), titles: ['Åäö'] },
  { name: 'Latin-1', bytes: inEncoding(whole(...sold('"Åäö"')), 'latin1'), titles: ['Åäö'] },
  {
    name: 'code page 437',
    bytes: inEncoding(
      whole(...sold('"\x8f\x84\x94"')).map((line) => line.replace('ä', '\x84')),
      'latin1',
    ),
    titles: ['Åäö'],
  },
  { name: 'UTF-16', bytes: inEncoding(whole(...sold('"T"')), 'utf16le', '\ufeff'), refused: 'UTF-16' },
]

test('each is taken and told of, or refused with a way out', { timeout: EVERY_MS }, () =>
  every(
    cases,
    ({ name }) => name,
    async ({ lines = [], bytes = inEncoding(lines, 'utf8'), query, refused, told, titles }) => {
      const company = await service.newCompany({ fiscalYear: null })
      const path = `/sie/import${query ? `?${query}` : ''}`
      const answer = await company.upload(path, 'f.se', bytes, { 'accept-language': 'en' })
      if (refused !== undefined) {
        expect(answer.status).toBe(400)
        expect(JSON.stringify(answer.body.errors)).toContain(refused)
        expect(JSON.stringify(answer.body.errors)).not.toContain('Nothing needs to be done')
        return
      }
      expect([answer.status, answer.body.errors]).toEqual([200, []])
      const kinds = [...answer.body.decisions, ...answer.body.notes].map(({ kind }: { kind: string }) => kind)
      if (told !== undefined) expect(kinds).toContain(told)
      const { items } = (await company.get('/journal-entries')).body
      if (titles) expect(items.map(({ title }: { title: string }) => title)).toEqual(titles)
    },
  ),
)
