// The plan of a fixed asset: the months up to each are their share, and together what it loses.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, type Day, dayFrom } from '#platform/day'
import { disposalItems, gainOn, proposedAccounts } from '#rules/assets/account'
import { dueOf, type Planned, planOf, remainingOf } from '#rules/assets/plan'

const JANUARY = dayFrom('2026-01-01')
/** Half a year before the years end. */
const LATE = dayFrom('2199-07-01')
const an = (changes: Partial<Planned>): Planned => ({
  valueOre: 120_000n,
  residualOre: 0n,
  months: 12,
  firstMonth: JANUARY,
  depreciatedOre: 0n,
  depreciatedThrough: null,
  ...changes,
})
const before = (depreciatedOre: bigint, month: string) => ({
  depreciatedOre,
  depreciatedThrough: dayFrom(`${month}-01`),
})

const plans: [what: string, changes: Partial<Planned>, months: number, each?: bigint, last?: bigint][] = [
  ['even', {}, 12, 10_000n, 10_000n],
  ['öre are left over', { valueOre: 100_000n }, 12, 8_333n, 8_334n],
  ['a residual value', { residualOre: 60_000n }, 12, 5_000n, 5_000n],
  ['one month', { months: 1 }, 1, 120_000n, 120_000n],
  ['less öre than months', { valueOre: 5n }, 12, 0n, 1n],
  ['depreciated before', before(90_000n, '2026-09'), 3, 10_000n, 10_000n],
  ['depreciated in full', before(120_000n, '2026-12'), 0],
  ['kept beyond the last year', { firstMonth: LATE }, 6, 10_000n, 10_000n],
  ['depreciated up to the last year', { firstMonth: LATE, ...before(60_000n, '2199-12') }, 0],
  ['land', { months: null, firstMonth: null }, 0],
]

test.for(plans)('%s', ([, changes, months, each, last]) => {
  const plan = planOf(an(changes))
  expect([plan.length, plan[0]?.ore, plan.at(-1)?.ore]).toEqual([months, each, last])
})

test('a plan adds up to the öre, after any earlier depreciation', () => {
  const drawn = fc.record({
    value: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    residual: fc.nat({ max: 1000 }),
    months: fc.integer({ min: 1, max: 600 }),
    passed: fc.nat(),
    share: fc.nat({ max: 1000 }),
  })
  fc.assert(
    fc.property(drawn, ({ value, residual, months, passed, share }) => {
      const residualOre = (value * BigInt(residual)) / 1000n
      const gone = passed % months
      const depreciatedOre = gone === 0 ? 0n : ((value - residualOre) * BigInt(share)) / 1000n
      const depreciatedThrough = depreciatedOre === 0n ? null : addMonths(JANUARY, gone - 1)
      const plan = planOf(an({ valueOre: value, residualOre, months, depreciatedOre, depreciatedThrough }))
      expect(plan.reduce((sum, { ore }) => sum + ore, depreciatedOre)).toBe(value - residualOre)
      expect(plan.every(({ ore }) => ore >= 0n)).toBe(true)
      expect(new Set(plan.map(({ month }) => month)).size).toBe(plan.length)
    }),
  )
})

test('each year of a plan is its share, in any month it begins', () => {
  const drawn = fc.record({ value: fc.bigInt({ min: 1n, max: 10n ** 12n }), years: fc.integer({ min: 1, max: 50 }) })
  const example: [{ value: bigint; years: number }] = [{ value: 10_000_000n, years: 5 }]
  fc.assert(
    fc.property(drawn, ({ value, years }) => {
      const plan = planOf(an({ valueOre: value, months: years * 12, firstMonth: dayFrom('2026-07-01') }))
      for (let from = 0; from < years * 12; from += 12) {
        const sum = plan.slice(from, from + 12).reduce((total, { ore }) => total + ore, 0n)
        const low = value / BigInt(years)
        const high = value / BigInt(years) + (value % BigInt(years) === 0n ? 0n : 1n)
        expect(sum >= low && sum <= high).toBe(true)
      }
    }),
    { examples: [example] },
  )
})

test('months booked one by one come to what is lost, rounded as they may be, with changes on the way', () => {
  const drawn = fc.record({
    value: fc.bigInt({ min: 100n, max: 10n ** 10n }),
    months: fc.integer({ min: 2, max: 120 }),
    start: fc.integer({ min: 0, max: 400 }),
    rounded: fc.integer({ min: 0, max: 120 }),
    changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 119 }), fc.integer({ min: 1, max: 240 })), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(drawn, ({ value, months, start, rounded, changes }) => {
      const firstMonth = addMonths(JANUARY, start)
      const booked = new Set<Day>()
      let asset = an({ valueOre: value, months, firstMonth })
      let bookedOre = 0n
      // An earlier version rounded each month down, and left the rest to the last one.
      for (let at = 0; at < Math.min(rounded, months - 1); at += 1) {
        booked.add(addMonths(firstMonth, at))
        bookedOre += value / BigInt(months)
      }
      for (let step = 1; ; step += 1) {
        const change = changes.find(([at]) => at === step)
        if (change) asset = { ...asset, months: Math.max(booked.size + 1, change[1]) }
        const [next] = remainingOf(asset, { booked, bookedOre }).filter(({ ore }) => ore > 0n)
        if (!next) break
        booked.add(next.month)
        bookedOre += next.ore
      }
      expect(bookedOre).toBe(value)
    }),
  )
})

test('what is due is what is not booked, before the month of a disposal', () => {
  const booked = new Set([dayFrom('2026-02-01')])
  const asked = { from: JANUARY, to: dayFrom('2026-12-01'), booked, bookedOre: 10_000n }
  const due = dueOf(an({}), { ...asked, disposedOn: dayFrom('2026-04-15'), begin: null, catchUpOn: () => null })
  expect(due.map(({ month }) => month)).toEqual(['2026-01-01', '2026-03-01'])
})

const year = { firstMonth: dayFrom('2025-07-01'), months: 18 }
type Left = [what: string, changes: Partial<Planned>, booked: number, ore: bigint, count: number, ...ends: bigint[]]
const corrected: Left[] = [
  ['as planned', {}, 2, 20_000n, 10, 10_000n, 10_000n],
  ['as planned, with öre', { valueOre: 100_000n }, 2, 16_666n, 10, 8_334n, 8_334n],
  ['rounded otherwise, with öre in the next month', { valueOre: 100_000n }, 2, 16_665n, 10, 8_335n, 8_334n],
  ['half was depreciated before', { ...year, ...before(60_000n, '2025-12') }, 2, 20_000n, 10, 4_000n, 4_000n],
  ['öre of a correction', { ...year, ...before(60_005n, '2025-12') }, 2, 20_000n, 10, 3_999n, 4_000n],
  ['all of it is depreciated by now', { ...year, ...before(100_000n, '2025-12') }, 2, 20_000n, 0],
  ['more than all of it', { ...year, ...before(110_000n, '2025-12') }, 2, 20_000n, 0],
  ['fewer months', { months: 6 }, 2, 20_000n, 4, 25_000n, 25_000n],
  ['no month is left', { months: 2 }, 2, 20_000n, 0],
]
test.for(corrected)('of a plan is left: %s', ([, changes, months, bookedOre, count, each, last]) => {
  const booked = new Set(Array.from({ length: months }, (_, index) => addMonths(JANUARY, index)))
  const left = remainingOf(an(changes), { booked, bookedOre })
  expect([left.length, left[0]?.ore, left.at(-1)?.ore]).toEqual([count, each, last])
})

test.for([
  ['by its own month', '2026-02', '2026-02', ['2026-02 2026-06-11']],
  ['by the month that it is booked in', '2026-06', '2026-07', ['2026-02 2026-06-11', '2026-06', '2026-07']],
  ['by both at once', '2026-01', '2026-06', ['2026-02 2026-06-11', '2026-06']],
  ['by neither', '2026-03', '2026-05', []],
] as const)('what is caught up on is asked for %s', ([, from, to, months]) => {
  const booked = new Set(['01', '03', '04', '05'].map((month) => dayFrom(`2026-${month}-01`)))
  const catchUpOn = (month: Day) => (month === dayFrom('2026-02-01') ? dayFrom('2026-06-11') : null)
  const asked = {
    from: dayFrom(`${from}-01`),
    to: dayFrom(`${to}-01`),
    booked,
    bookedOre: 40_000n,
    disposedOn: null,
    begin: null,
    catchUpOn,
  }
  const due = dueOf(an({}), asked)
  expect(due.map(({ month, catchUpOn: day }) => [month.slice(0, 7), day].filter(Boolean).join(' '))).toEqual(months)
})

test.for([
  ['by its own month alone', '2026-01', '2026-02', ['2026-01 2026-03-15', '2026-02 2026-03-15']],
  ['and not by the month that it is booked in', '2026-03', '2026-04', ['2026-03', '2026-04']],
] as const)('what lies before the books is asked for %s', ([, from, to, months]) => {
  const begin = dayFrom('2026-03-15')
  const catchUpOn = (month: Day) => (month < dayFrom('2026-03-01') ? begin : null)
  const asked = { from: dayFrom(`${from}-01`), to: dayFrom(`${to}-01`), booked: new Set<Day>(), bookedOre: 0n }
  const due = dueOf(an({}), { ...asked, disposedOn: null, begin, catchUpOn })
  expect(due.map(({ month, catchUpOn: day }) => [month.slice(0, 7), day].filter(Boolean).join(' '))).toEqual(months)
})

const chart = new Map([1119, 1129, 1229, 7820, 7832, 7840, 3973, 7970].map((account) => [account, true]))

test.for([
  [1220, 1229, 7832],
  [1221, 1229, 7832],
  [1110, 1119, 7820],
  [1119, 1119, 7820],
  [1120, 1129, 7840],
  [1129, 1129, 7840],
  [1130, null, null],
] as const)('%i is depreciated on %s and %s', ([account, accumulated, expense]) => {
  expect(proposedAccounts(account, chart)).toEqual({ accumulated, expense })
})

test.for([
  ['a gain', 60_000n, 45_000n, 0n, 20_000n, 5_000n],
  ['a loss', 60_000n, 45_000n, 0n, 10_000n, -5_000n],
  ['scrapped', 60_000n, 60_000n, 0n, 0n, 0n],
  ['written down before', 60_000n, 30_000n, 20_000n, 15_000n, 5_000n],
] as const)('a disposal with %s is in balance', ([, valueOre, depreciatedOre, writtenDownOre, priceOre, gain]) => {
  const disposed = { valueOre, depreciatedOre, writtenDownOre, residualOre: 0n, priceOre }
  const accounts = { account: 1220, accumulatedAccount: 1229, writeDownAccount: 1228, proceedsAccount: 1930 }
  const items = disposalItems({ ...disposed, ...accounts, resultAccount: gain === 0n ? null : 3973 })
  expect(gainOn(disposed)).toBe(gain)
  expect(items.reduce((sum, item) => sum + ('debit' in item ? item.debit : -item.credit), 0n)).toBe(0n)
})
