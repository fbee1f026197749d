// The margin scheme over HTTP: the margin of a period is worked out from its entries, booked, carried forward, and in
// boxes 07 and 10 of the return, which is refused without it. Rules as tables beside it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#ledger'
import { type MarginSum, marginLines, marginsOf } from '#rules/vat/margin'
import { walkByCursor } from '#support/calling'
import { boxesOfCompany } from '#support/cases'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { booked, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const kronor = (ore: bigint) => Number(ore) / 100
const sum = (kind: MarginSum['kind'], amount: number, changes: Partial<MarginSum> = {}): MarginSum => ({
  account: kind === 'purchases' ? 4211 : 3211,
  kind,
  method: 'perPeriod',
  taxRate: 25,
  amount: BigInt(Math.round(amount * 100)),
  boxed: kind === 'purchases' ? 0n : BigInt(Math.round(amount * 100)),
  ...changes,
})
const perItem = { method: 'perItem' } as const
const books = { taxRate: 6 } as const

// Mervärdesskattelagen 2023:200, 20 kap. 11 and 13 §§; directive 2006/112/EC, articles 315 and 318.
const margins: [what: string, sums: MarginSum[], carried: number, told: string[]][] = [
  [
    'a fifth of the margin at 25 %',
    [sum('sales', 10_000), sum('purchases', 6000)],
    0,
    ['perPeriod 25 4000 3200 800 0'],
  ],
  [
    '6/106 of it at 6 %           ',
    [sum('sales', 1060, books), sum('purchases', 0, books)],
    0,
    ['perPeriod 6 1060 1000 60 0'],
  ],
  ['halves of an öre go up       ', [sum('sales', 0.03)], 0, ['perPeriod 25 0.03 0.02 0.01 0']],
  ['more bought than sold        ', [sum('sales', 1000), sum('purchases', 6000)], 0, ['perPeriod 25 -5000 0 0 5000']],
  ['less what was carried in     ', [sum('sales', 10_000)], 4000, ['perPeriod 25 6000 4800 1200 0']],
  ['carried in beyond the sales  ', [sum('sales', 1000)], 4000, ['perPeriod 25 -3000 0 0 3000']],
  [
    'a loss of items is no carry  ',
    [sum('sales', 100, perItem), sum('purchases', 300, perItem)],
    0,
    ['perItem 25 -200 0 0 0'],
  ],
  [
    'each rate by itself          ',
    [sum('sales', 1000), sum('purchases', 2000), sum('sales', 106, books)],
    0,
    ['perPeriod 25 -1000 0 0 1000', 'perPeriod 6 106 100 6 0'],
  ],
  [
    'each method by itself        ',
    [sum('sales', 1000), sum('purchases', 2000), sum('sales', 500, perItem)],
    0,
    ['perPeriod 25 -1000 0 0 1000', 'perItem 25 500 400 100 0'],
  ],
]

test('a margin is what is between sales and purchases, with its tax in it', () =>
  every(
    margins,
    ([what]) => what,
    ([, sums, carried, told]) => {
      const found = marginsOf(sums, carried === 0 ? [] : [{ taxRate: 25, amount: BigInt(carried * 100) }])
      const texts = found.map(({ method, taxRate, margin, base, tax, carriedOut }) =>
        [method, taxRate, kronor(margin), kronor(base), kronor(tax), kronor(carriedOut)].join(' '),
      )
      expect(texts).toEqual(told)
    },
  ))

const entries: [what: string, sums: MarginSum[], bookedTax: number, told: string[]][] = [
  [
    'a first time                 ',
    [sum('sales', 10_000), sum('purchases', 6000)],
    0,
    ['3211 6800 07', '3211 -6000 none', '2616 -800 10'],
  ],
  ['worked out before            ', [sum('sales', 10_000, { boxed: 320_000n }), sum('purchases', 6000)], 800, []],
  [
    'one more sale since          ',
    [sum('sales', 11_000, { boxed: 420_000n }), sum('purchases', 6000)],
    800,
    ['3211 200 07', '2616 -200 10'],
  ],
  [
    'sales at a loss leave the box',
    [sum('sales', 1000, perItem), sum('salesAtLoss', 300, { ...perItem, account: 3212 })],
    0,
    ['3211 200 07', '3212 300 07', '3212 -300 none', '2616 -200 10'],
  ],
  ['no margin                    ', [sum('sales', 500), sum('purchases', 900)], 0, ['3211 500 07', '3211 -500 none']],
]

test('the entry leaves the base of the margin in box 07, and balances', () =>
  every(
    entries,
    ([what]) => what,
    ([, sums, bookedTax, told]) => {
      const tax = new Map(bookedTax === 0 ? [] : [[2616, BigInt(bookedTax * 100)]])
      const lines = marginLines(marginsOf(sums, []), sums, tax)
      expect(lines.reduce((total, { ore }) => total + ore, 0n)).toBe(0n)
      expect(lines.map(({ account, ore, vatCode }) => `${account} ${kronor(ore)} ${vatCode}`)).toEqual(told)
    },
  ))

const accounts = (method = 'perPeriod') => [
  { account: 3211, from: '2025-01-01', kind: 'sales', method, taxRate: 25 },
  { account: 4211, from: '2025-01-01', kind: 'purchases', method, taxRate: 25 },
]

const newDealer = async (setting: object = { accounts: accounts(), carriedIn: [] }): Promise<Owned> => {
  const company = await owned(service)
  await service.operateFor(company.id, async (call) => {
    for (const number of [3211, 3212]) await createAccount(call, { number, name: 'Försäljning VMB' })
    for (const number of [4211, 4212]) await createAccount(call, { number, name: 'Inköp VMB' })
  })
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'monthly' }))
  ok(await company.as('PUT', '/margin-accounts', setting))
  return company
}

const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
const february = { startDate: '2026-02-01', endDate: '2026-02-28' }
const warningOf = (headers: Headers) => decodeURIComponent(headers.get('service-warning') ?? '')
const reasonOf = ({ status, body }: { status: number; body: { errors?: { reason: string }[]; reason?: string } }) => [
  status,
  body.reason ?? body.errors?.[0]?.reason,
]

describe('a dealer', () => {
  test('reports the margin of a period, after what purchases exceeded in the one before', async () => {
    const company = await newDealer()
    await booked(company, '2026-01-10', { 1930: -9000, 4211: 9000 })
    await booked(company, '2026-01-20', { 1930: 5000, 3211: -5000 })
    // What is worked out is a condition of the return, and the preview of the running books says so.
    const refused = await company.post('/vat-returns', january)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('margin.not-worked-out')
    const preview = ok(await company.get('/margin-preview?startDate=2026-01-01&endDate=2026-01-31'))
    expect(preview).toMatchObject({ isDue: true, marginRef: null })
    const trial = ok(await company.post('/margins?dryRun=true', january))
    const first = ok(await company.post('/margins', january))
    expect({ ...first, id: trial.id, entry: null }).toEqual({ ...trial, entry: null })
    expect(first.margins).toEqual([
      {
        method: 'perPeriod',
        taxRate: 25,
        sales: 5000,
        purchases: 9000,
        carriedIn: 0,
        margin: -4000,
        base: 0,
        tax: 0,
        carriedOut: 4000,
      },
    ])
    expect((await boxesOfCompany(company))['07'] ?? 0).toBe(0)
    ok(await company.post('/vat-returns', january))
    await booked(company, '2026-02-10', { 1930: 10_000, 3211: -10_000 })
    const second = ok(await company.post('/margins', february))
    expect(second.margins).toMatchObject([{ carriedIn: 4000, margin: 6000, base: 4800, tax: 1200, carriedOut: 0 }])
    expect(second.entry.items).toEqual([
      { account: 3211, debit: 5200, credit: 0, vatCode: '07' },
      { account: 3211, debit: 0, credit: 4000, vatCode: 'none' },
      { account: 2616, debit: 0, credit: 1200, vatCode: '10' },
    ])
    expect(await boxesOfCompany(company)).toMatchObject({ '07': 4800, '10': 1200 })
    const made = ok(await company.post('/vat-returns', february))
    expect(made.boxes.map(({ box, reported }: { box: string; reported: number }) => [box, reported])).toEqual([
      ['07', 4800],
      ['10', 1200],
    ])
    expect(made.payable).toBe(1200)
    expect(ok(await company.get(`/margins/${second.id}`))).toEqual(second)
    const listed = await walkByCursor((method, path) => company.as(method, path), '/margins')
    expect(listed.map((one) => (one as { id: string }).id)).toEqual([second.id, first.id])
  })

  test('works a period out again when the books have changed, and books the difference', async () => {
    const company = await newDealer({ accounts: accounts(), carriedIn: [{ taxRate: 25, amount: 500 }] })
    await booked(company, '2026-01-20', { 1930: 5000, 3211: -5000 })
    const first = ok(await company.post('/margins', january))
    expect(first.margins).toMatchObject([{ carriedIn: 500, margin: 4500, tax: 900 }])
    expect((await company.post('/margins', january)).text).toContain('margin.nothing-to-do')
    await booked(company, '2026-01-25', { 1930: -1000, 4211: 1000 })
    expect((await company.post('/vat-returns', january)).text).toContain('margin.not-worked-out')
    const again = ok(await company.post('/margins', january))
    expect(again.entry).toMatchObject({ title: 'Rättad vinstmarginal 2026-01-01 – 2026-01-31' })
    expect(await boxesOfCompany(company)).toMatchObject({ '07': 2800, '10': 700 })
    const { id } = again.entry.journalEntryRef
    expect((await company.as('POST', `/journal-entries/${id}/reverse`, {})).status).toBeGreaterThanOrEqual(400)
    ok(await company.post('/vat-returns', january))
  })

  test('sets no loss of one item off against another, and is told of what looks wrong', async () => {
    const loss = { account: 3212, from: '2025-01-01', kind: 'salesAtLoss', method: 'perItem', taxRate: 25 }
    const company = await newDealer({ accounts: [...accounts('perItem'), loss], carriedIn: [] })
    await booked(company, '2026-01-10', { 1930: 1000, 3211: -1000 })
    await booked(company, '2026-01-10', { 1930: -800, 4211: 600, 2641: 200 })
    await booked(company, '2026-01-12', { 1930: 300, 3212: -300 })
    const made = await company.post('/margins', january)
    expect(ok(made).margins).toMatchObject([{ method: 'perItem', sales: 1000, purchases: 600, margin: 400, tax: 80 }])
    expect(warningOf(made.headers)).toContain('deduct input VAT too')
    expect(await boxesOfCompany(company)).toMatchObject({ '07': 320, '10': 80, '48': 200 })
  })

  test('is told of periods between that are not worked out, and of later ones that build on a changed one', async () => {
    const company = await newDealer()
    await booked(company, '2026-01-10', { 1930: -900, 4211: 900 })
    ok(await company.post('/margins', january))
    await booked(company, '2026-02-10', { 1930: -100, 4211: 100 })
    await booked(company, '2026-03-10', { 1930: 2000, 3211: -2000 })
    const march = await company.post('/margins', { startDate: '2026-03-01', endDate: '2026-03-31' })
    expect(warningOf(march.headers)).toContain('2026-02-01 – 2026-02-28')
    const late = await company.post('/margins', february)
    expect(warningOf(late.headers)).toContain('from 2026-03-01')
    const again = ok(await company.post('/margins', { startDate: '2026-03-01', endDate: '2026-03-31' }))
    expect(again.margins).toMatchObject([{ carriedIn: 1000, margin: 1000, tax: 200 }])
  })
})

test('days that are no VAT period of the company have no margin', async () => {
  const company = await newDealer()
  const half = await company.post('/margins', { startDate: '2026-01-01', endDate: '2026-01-15' })
  expect(reasonOf(half)[0]).toBe(400)
  expect(half.text).toContain('vat.not-period')
  expect((await company.post('/margins', { startDate: '2027-01-01', endDate: '2027-01-31' })).text).toContain(
    'vat.not-over',
  )
})
