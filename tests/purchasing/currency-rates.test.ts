// Currency rates: read as a whole or not at all, looked up by day, and never guessed.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inBaseCurrency, kronorOn, ledgerAdmin, rateFromNumber, rateFromText, setRate } from '#ledger'
import type { Day } from '#platform/day'
import { Refusal } from '#platform/refusal'
import { type Service, startService } from '#support/service'
import { historyOf, loaded } from './supplier-invoicing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const rate = (currency: string, date: string) => service.operate((call) => kronorOn(call, currency, date as Day))

/** What is wrong with a file, line by line. */
const wrongIn = async (text: string): Promise<string[]> => {
  const cause = await loaded(service, text).catch((thrown) => thrown)
  if (!(cause instanceof Refusal)) throw new Error('Nothing was refused')
  expect(cause.message).toBe(`Validation failed with ${cause.errors.length} error${cause.errors.length > 1 ? 's' : ''}`)
  return cause.errors.map(({ message }) => message)
}

describe('a rate', () => {
  // biome-ignore format: a table
  const texts: [string, string | null][] = [
    ['11.0625',           '11.0625'],
    ['011.50',            '11.5'],
    ['1',                 '1'],
    ['0.00000001',        '0.00000001'],
    ['999999.99999999',   '999999.99999999'],
    ['1000000',           null],
    ['0',                 null],
    ['0.00000000',        null],
    ['0.000000001',       null],
    ['-1',                null],
    ['1e3',               null],
    ['.5',                null],
    ['1.',                null],
    ['',                  null],
  ]
  test.each(texts)('of "%s" is %s', (text, expected) => {
    expect(rateFromText(text)).toBe(expected)
  })

  test.each([
    [11.0625, '11.0625'],
    [1e-7, null],
    [Number.NaN, null],
    [Infinity, null],
    [0.1 + 0.2, null],
  ])('of the number %s is %s', (number, expected) => {
    expect(rateFromNumber(number)).toBe(expected)
  })

  // biome-ignore format: a table
  const amounts: [bigint, string, bigint][] = [
    [10000n,   '11.0625',    110625n],
    [1n,       '0.5',        1n],
    [-1n,      '0.5',        -1n],
    [1n,       '0.49999999', 0n],
    [12345n,   '1',          12345n],
    [100n,     '0.06543210', 7n],
  ]
  test.each(amounts)('%s öre at %s are %s öre in SEK', (ore, by, expected) => {
    expect(inBaseCurrency(ore, by)).toBe(expected)
  })

  test('turns an amount and its opposite alike, and is off by half an öre at most', () => {
    const rates = fc.bigInt(1n, 99_999_999_999_999n).map((scaled) => {
      const digits = scaled.toString().padStart(9, '0')
      return `${digits.slice(0, -8)}.${digits.slice(-8)}`
    })
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), rates, (ore, text) => {
        const turned = inBaseCurrency(ore, text)
        expect(inBaseCurrency(-ore, text)).toBe(-turned)
        const off = turned * 10n ** 8n - ore * BigInt(text.replace('.', ''))
        expect((off < 0n ? -off : off) * 2n <= 10n ** 8n).toBe(true)
        expect(rateFromText(rateFromText(text) ?? '')).toBe(rateFromText(text))
      }),
    )
  })
})

test('a day takes its own rate, or the latest of the seven days before it', async () => {
  await loaded(
    service,
    'Datum;Valuta;Kurs',
    '2026-01-02;EUR;11,0625',
    ' 2026-01-05 ; EUR ; 11.10 ',
    '',
    '2026-01-05;JPY;0.06',
  )
  // biome-ignore format: a table
  const table: [string, string, string | null][] = [
    ['SEK', '2026-01-01', '1'],
    ['EUR', '2026-01-01', null],
    ['EUR', '2026-01-02', '11.0625'],
    ['EUR', '2026-01-04', '11.0625'],
    ['EUR', '2026-01-05', '11.1'],
    ['EUR', '2026-01-12', '11.1'],
    ['EUR', '2026-01-13', null],
    ['JPY', '2026-01-06', '0.06'],
    ['USD', '2026-01-05', null],
  ]
  for (const [currency, date, expected] of table)
    expect([currency, date, await rate(currency, date)]).toEqual([currency, date, expected])
})

test('loading again replaces, and the history tells what', async () => {
  expect(await loaded(service, '2025-03-03;NOK;0.95', '2025-03-04;NOK;0.96')).toEqual({
    added: 2,
    replaced: 0,
    unchanged: 0,
  })
  expect(await loaded(service, '2025-03-03;NOK;0.950', '2025-03-04;NOK;0.97', '2025-03-05;NOK;0.98')).toEqual({
    added: 1,
    replaced: 1,
    unchanged: 1,
  })
  expect(await rate('NOK', '2025-03-04')).toBe('0.97')
  const told = await historyOf(service, null, 'currency-rates.loaded')
  expect(told.slice(-2)).toEqual([
    { file: 'rates.csv', rates: 2, added: 2, replaced: [] },
    {
      file: 'rates.csv',
      rates: 3,
      added: 1,
      replaced: [{ currency: 'NOK', date: '2025-03-04', rate: '0.97', before: '0.96' }],
    },
  ])
})

test('two loads of the same rates at once go one after the other', async () => {
  const lines = Array.from({ length: 28 }, (_, day) => `2024-02-${String(day + 1).padStart(2, '0')};CHF;11.5`)
  const both = await Promise.all([loaded(service, ...lines), loaded(service, ...lines.toReversed())])
  expect(both.map(({ added }) => added).sort()).toEqual([0, 28])
})

test('when lines are wrong, every one is reported and nothing is loaded', async () => {
  const text = [
    'date;currency;rate',
    '2026-02-02;DKK;1.48',
    '2026-02-30;DKK;1.48',
    '2026-02-03;SEK;1',
    '2026-02-03;ABC;1',
    '2026-02-03;dkk;1.48',
    '2026-02-03;DKK;0',
    '2026-02-03;DKK',
    '2026-02-02;DKK;1.49',
    '2026-06-11;DKK;1.48',
    'yesterday;EURO;eleven',
  ].join('\r\n')
  expect(await wrongIn(`\ufeff${text}`)).toEqual([
    'line 3: 2026-02-30 is not a day, YYYY-MM-DD',
    'line 4: SEK is not a currency of ISO 4217 other than SEK',
    'line 5: ABC is not a currency of ISO 4217 other than SEK',
    'line 6: dkk is not a currency of ISO 4217 other than SEK',
    'line 7: 0 is not a rate: above 0, below 1000000, at most eight decimals',
    'line 8: must be date;currency;rate',
    'line 9: DKK of 2026-02-02 is given twice',
    'line 10: 2026-06-11 is in the future',
    expect.stringMatching(/^line 11: yesterday is not a day.*; EURO is not.*; eleven is not a rate/),
  ])
  expect(await rate('DKK', '2026-02-03')).toBeNull()
  expect(await wrongIn('date;currency;rate\n\n')).toEqual(['has no rates'])
  // More than an answer of the API would list.
  expect(await wrongIn(Array.from({ length: 250 }, () => 'x').join('\n'))).toHaveLength(250)
})

test('a file has so many rates and no more', async () => {
  const days = Array.from({ length: 5001 }, (_, index) =>
    new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10),
  )
  const lines = days.flatMap((day) => ['EUR', 'USD', 'GBP', 'NOK'].map((currency) => `${day};${currency};10`))
  expect(await wrongIn(lines.join('\n'))).toEqual(['has more than 20000 rates'])
})

test('one rate is set alone, and rates are listed', async () => {
  const set = (currency: string, date: string, text: string) =>
    service.operate((call) => setRate(call, { currency, date, rate: text }))
  expect(await set('PLN', '2025-05-05', '2.60')).toEqual({
    currency: 'PLN',
    date: '2025-05-05',
    rate: '2.6',
    before: null,
  })
  expect(await set('PLN', '2025-05-05', '2.61')).toMatchObject({ rate: '2.61', before: '2.6' })
  expect(await set('PLN', '2025-05-05', '2.61')).toMatchObject({ rate: '2.61', before: null })
  await set('PLN', '2025-05-06', '2.62')
  expect((await historyOf(service, null, 'currency-rate.set')).map(({ rate: to, before }) => [before, to])).toEqual([
    [null, '2.6'],
    ['2.6', '2.61'],
    [null, '2.62'],
  ])
  const list = (search: object) =>
    service.operate((call) => ledgerAdmin.listRates(call, { currency: 'PLN', limit: 10, ...search }))
  expect((await list({})).map((one) => one.rate)).toEqual(['2.62', '2.61'])
  expect((await list({ to: '2025-05-05' })).map((one) => one.rate)).toEqual(['2.61'])
  expect((await list({ from: '2025-05-06' })).map((one) => one.rate)).toEqual(['2.62'])
  expect(await list({ limit: 1 })).toHaveLength(1)
  await expect(set('SEK', '2025-05-05', 'x')).rejects.toMatchObject({
    errors: [{ field: '#/currency' }, { field: '#/rate' }],
  })
  await expect(
    service.operate((call) => ledgerAdmin.loadRates(call, { name: 'empty', text: '' })),
  ).rejects.toBeInstanceOf(Refusal)
})
