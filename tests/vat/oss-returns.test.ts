// The union scheme (One Stop Shop) over HTTP: accounts by country and rate, the return of a quarter in euro,
// corrections of earlier quarters, and the file. Rules as tables beside it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, createFiscalYear } from '#ledger'
import { standardRateOn } from '#rule/union-vat'
import { ossFile } from '#rules/vat/oss-file'
import { correctionsOf, linesOf, type OssReported, type OssSale, ossDueDay, payableOf } from '#rules/vat/oss-return'
import { type Ask, callingAs, walkByCursor } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const dueDays: [year: number, quarter: number, due: string][] = [
  [2026, 1, '2026-04-30'],
  [2026, 2, '2026-07-31'],
  [2026, 3, '2026-10-31'],
  [2026, 4, '2027-01-31'],
]

test('a return is due on the last day of the month after its quarter, on weekends too', () => {
  for (const [year, quarter, due] of dueDays) expect(ossDueDay({ year, quarter })).toBe(due)
})

test('the standard rate of a country follows the day', () => {
  const rates = [
    ['EE', '2025-06-30'],
    ['EE', '2025-07-01'],
    ['RO', '2025-07-31'],
    ['RO', '2025-08-01'],
    ['FI', '2026-06-10'],
    ['DE', '2024-12-31'],
  ] as const
  expect(rates.map(([country, day]) => standardRateOn(country, day))).toEqual([22, 24, 19, 21, 25.5, null])
})

const sale = (country: 'DE' | 'FI', kronor: number, changes: Partial<OssSale> = {}): OssSale => ({
  year: 2026,
  quarter: 1,
  country,
  rateHundredths: country === 'DE' ? 1900 : 2550,
  supply: 'goods',
  ore: BigInt(Math.round(kronor * 100)),
  cents: 0n,
  ...changes,
})

const lines: [what: string, sales: OssSale[], told: string[]][] = [
  ['a country               ', [sale('DE', 1120)], ['DE 1900 goods 100.00 19.00']],
  ['two sales of a country  ', [sale('DE', 1120), sale('DE', 560)], ['DE 1900 goods 150.00 28.50']],
  ['half a percent          ', [sale('FI', 1120)], ['FI 2550 goods 100.00 25.50']],
  ['tax rounded up          ', [sale('DE', 0.56)], ['DE 1900 goods 0.05 0.01']],
  [
    'goods and services      ',
    [sale('DE', 1120), sale('DE', 112, { supply: 'services' })],
    ['DE 1900 goods 100.00 19.00', 'DE 1900 services 10.00 1.90'],
  ],
  [
    'two rates               ',
    [sale('DE', 1120), sale('DE', 112, { rateHundredths: 700 })],
    ['DE 0700 goods 10.00 0.70', 'DE 1900 goods 100.00 19.00'],
  ],
  ['invoiced in euro        ', [sale('DE', 1120, { cents: 5001n })], ['DE 1900 goods 150.01 28.50']],
  ['another quarter         ', [sale('DE', 1120, { quarter: 2 })], []],
  ['sold and taken back     ', [sale('DE', 1120), sale('DE', -1120)], []],
]

const euro = (cents: bigint) => (Number(cents) / 100).toFixed(2)

test('lines add up sales by country, rate and supply, in euro of the last day', () =>
  every(
    lines,
    ([what]) => what,
    ([, sales, told]) => {
      const made = linesOf(sales, { year: 2026, quarter: 1 }, '11.2')
      const texts = made.map(({ country, rateHundredths, supply, base, tax }) =>
        [country, String(rateHundredths).padStart(4, '0'), supply, euro(base), euro(tax)].join(' '),
      )
      expect(texts).toEqual(told)
    },
  ))

const reported = (quarter: number, changes: Partial<OssReported> = {}): OssReported => ({
  year: 2026,
  quarter,
  rate: '11.2',
  dueDate: ossDueDay({ year: 2026, quarter }),
  lines: linesOf([sale('DE', 1120, { quarter })], { year: 2026, quarter }, '11.2'),
  corrections: [],
  ...changes,
})
const corrected = (cents: bigint) => [{ year: 2026, quarter: 1, country: 'DE' as const, tax: cents }]

const corrections: [what: string, sales: OssSale[], made: OssReported[], today: string, told: string[]][] = [
  ['nothing has changed    ', [sale('DE', 1120)], [reported(1)], '2026-07-01', []],
  ['more was sold          ', [sale('DE', 2240)], [reported(1)], '2026-07-01', ['2026Q1 DE 19.00']],
  ['less was sold          ', [sale('DE', 560)], [reported(1)], '2026-07-01', ['2026Q1 DE -9.50']],
  ['nothing was sold there ', [sale('FI', 1120)], [reported(1)], '2026-07-01', ['2026Q1 DE -19.00', '2026Q1 FI 25.50']],
  [
    'corrected since        ',
    [sale('DE', 2240), sale('DE', 1120, { quarter: 2 })],
    [reported(1), reported(2, { corrections: corrected(1900n) })],
    '2026-10-01',
    [],
  ],
  [
    'corrected, and changed ',
    [sale('DE', 1120), sale('DE', 1120, { quarter: 2 })],
    [reported(1), reported(2, { corrections: corrected(1900n) })],
    '2026-10-01',
    ['2026Q1 DE -19.00'],
  ],
  ['the last day of 3 years', [sale('DE', 2240)], [reported(1)], '2029-04-30', ['2026Q1 DE 19.00']],
  ['after three years      ', [sale('DE', 2240)], [reported(1)], '2029-05-01', []],
]

test('what has changed in a reported quarter is a correction in the next return, for three years', () =>
  every(
    corrections,
    ([what]) => what,
    ([, sales, made, today, told]) => {
      const found = correctionsOf(sales, made, today as never)
      expect(found.map(({ year, quarter, country, tax }) => `${year}Q${quarter} ${country} ${euro(tax)}`)).toEqual(told)
    },
  ))

test('a country whose corrections exceed its tax lowers no payment to others', () => {
  const own = linesOf([sale('DE', 1120), sale('FI', 1120)], { year: 2026, quarter: 1 }, '11.2')
  expect(payableOf(own, corrected(-3000n))).toBe(2550n)
  expect(payableOf(own, corrected(-900n))).toBe(1000n + 2550n)
})

test('the file has lines of values that end in semicolons', () => {
  const own = linesOf([sale('FI', 1120)], { year: 2026, quarter: 1 }, '11.2')
  const greek = { ...own[0], country: 'GR' } as (typeof own)[number]
  const text = ossFile({
    vatNumber: 'SE556000016701',
    year: 2026,
    quarter: 2,
    lines: [...own, greek],
    corrections: corrected(-3800n),
  })
  expect(text.split('\r\n')).toEqual([
    'OSS_001;',
    'SE556000016701;2;2026;',
    'SE;FI;25,50;100,00;25,50;GOODS;',
    'SE;EL;25,50;100,00;25,50;GOODS;',
    'CORRECTIONS',
    '2026Q1;DE;-38,00;',
    '',
  ])
})

const book = async (company: TestCompany, date: string, items: [account: number, kronor: number][]) =>
  ok(
    await company.post('/journal-entries', {
      title: 'Webbutik',
      date,
      items: items.map(([account, kronor]) => (kronor > 0 ? { account, debit: kronor } : { account, credit: -kronor })),
    }),
  )

const newCompany = async (): Promise<{ company: TestCompany; ask: Ask }> => {
  const company = checkedCompany(await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] }))
  await service.operateFor(company.id, async (call) => {
    await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' })
    for (const number of [3111, 3112]) await createAccount(call, { number, name: `OSS ${number}` })
  })
  return { company, ask: await callingAs(service, company, 'owner') }
}

const german = { account: 3111, from: '2025-01-01', country: 'DE', taxRate: 19, supply: 'goods' }
const finnish = { account: 3112, from: '2025-01-01', country: 'FI', taxRate: 25.5, supply: 'services' }

const warningOf = (headers: Headers) => decodeURIComponent(headers.get('service-warning') ?? '')

test('quarters are reported one after the other, with corrections of those before, and in no box of VAT', async () => {
  const { company, ask } = await newCompany()
  const set = ok(await ask('PUT', '/oss-accounts', { accounts: [german, finnish] }))
  expect(set).toEqual({ accounts: [german, finnish] })
  expect(ok(await company.get('/oss-accounts'))).toEqual(set)
  await book(company, '2025-12-10', [
    [1930, 1332.8],
    [3111, -1120],
    [2670, -212.8],
  ])
  const first = await company.post('/oss-returns', { year: 2025, quarter: 4, currencyRate: 11.2 })
  expect(ok(first)).toMatchObject({
    dueDate: '2026-01-31',
    currencyRate: 11.2,
    lines: [{ country: 'DE', taxRate: 19, supply: 'goods', base: 100, tax: 19 }],
    corrections: [],
    payable: 19,
    knownAt: 1,
  })
  expect(warningOf(first.headers)).toBe('')
  await book(company, '2026-02-10', [
    [1930, 1405.6],
    [3112, -1120],
    [2670, -285.6],
  ])
  // A refund of the first quarter, dated in it: the books are not locked by the return.
  await book(company, '2025-12-30', [
    [3111, 560],
    [2670, 106.4],
    [1930, -666.4],
  ])
  const trial = ok(await company.post('/oss-returns?dryRun=true', { year: 2026, quarter: 1, currencyRate: 11.2 }))
  expect(ok(await company.get('/oss-returns')).totalItems).toBe(1)
  const second = ok(await company.post('/oss-returns', { year: 2026, quarter: 1, currencyRate: 11.2 }))
  expect({ ...second, id: trial.id }).toEqual(trial)
  expect(second).toMatchObject({
    lines: [{ country: 'FI', taxRate: 25.5, supply: 'services', base: 100, tax: 25.5 }],
    corrections: [{ year: 2025, quarter: 4, country: 'DE', tax: -9.5 }],
    // Germany pays its 9.50 back itself.
    payable: 25.5,
  })
  expect(ok(await company.get('/oss-returns')).items.map(({ id }: { id: string }) => id)).toEqual([
    second.id,
    ok(first).id,
  ])
  expect(ok(await company.get(`/oss-returns/${second.id}`))).toEqual(second)
  expect(await walkByCursor(ask, '/oss-returns')).toHaveLength(2)
  const file = await company.get(`/oss-returns/${second.id}/file`)
  expect(file.text).toMatch(
    /^OSS_001;\r\nSE\d{10}01;1;2026;\r\nSE;FI;25,50;100,00;25,50;SERVICES;\r\nCORRECTIONS\r\n2025Q4;DE;-9,50;\r\n$/,
  )
  const report = ok(await company.get('/reports/vat-report?from=2025-10-01&to=2026-03-31&level=line'))
  const boxes = report.rows.filter(({ key }: { key: string }) => /^\d\d$/.test(key))
  expect(boxes.map(({ values }: { values: { amount: number }[] }) => values[0]?.amount)).toEqual(boxes.map(() => 0))
  const { deadlines } = ok(await company.get('/reports/key-figures'))
  expect(deadlines.filter(({ kind }: { kind: string }) => kind === 'ossReturn')).toEqual([
    { kind: 'ossReturn', from: '2026-04-01', to: '2026-06-30', dueDate: '2026-07-31' },
  ])
})

test('an account has another rate from a day on, and tax that is not booked is warned of', async () => {
  const { company, ask } = await newCompany()
  const lower = { ...german, from: '2026-02-01', taxRate: 7 }
  ok(await ask('PUT', '/oss-accounts', { accounts: [german, lower] }))
  await book(company, '2026-01-31', [
    [1930, 1120],
    [3111, -1120],
  ])
  await book(company, '2026-02-01', [
    [1930, 1120],
    [3111, -1120],
  ])
  const made = await company.post('/oss-returns', { year: 2026, quarter: 1, currencyRate: 11.2 })
  expect(ok(made).lines).toEqual([
    { country: 'DE', taxRate: 7, supply: 'goods', base: 100, tax: 7 },
    { country: 'DE', taxRate: 19, supply: 'goods', base: 100, tax: 19 },
  ])
  expect(warningOf(made.headers)).toBe(
    'The tax on the sales that were entered is 291.20 kr, and 0.00 kr are entered on account 2670 in the quarter: check the entries',
  )
})

test('a sale is in the quarter that it was entered in, and not in those that it is accrued to', async () => {
  const { company, ask } = await newCompany()
  ok(await ask('PUT', '/oss-accounts', { accounts: [german] }))
  const sold = await book(company, '2026-01-31', [
    [1930, 1332.8],
    [3111, -1120],
    [2670, -212.8],
  ])
  ok(
    await company.post('/accruals', {
      journalEntryRef: { id: sold.id },
      account: 3111,
      firstMonth: '2026-01',
      months: 8,
    }),
  )
  ok(await company.post('/accrual-portions', { to: '2026-03' }))
  const made = ok(await company.post('/oss-returns', { year: 2026, quarter: 1, currencyRate: 11.2 }))
  expect(made.lines).toMatchObject([{ country: 'DE', base: 100, tax: 19 }])
})
