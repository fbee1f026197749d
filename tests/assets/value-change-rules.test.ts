// Write-downs, their reversal and parts that leave an asset: what is left is whole öre, and nothing goes below zero.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, dayFrom, lastOfMonth } from '#platform/day'
import { isGoodwill, writeDownAccounts } from '#rules/assets/account'
import { type Planned, remainingOf } from '#rules/assets/plan'
import {
  bookValueOf,
  type Change,
  type Changed,
  changeOfPlan,
  leftOf,
  monthAfter,
  mostToReverse,
  mostToWriteDown,
  partOf,
  valueOfPercent,
} from '#rules/assets/value-change'

const JANUARY = dayFrom('2026-01-01')
const plan: Planned = {
  valueOre: 120_000n,
  residualOre: 0n,
  months: 12,
  firstMonth: JANUARY,
  depreciatedOre: 0n,
  depreciatedThrough: null,
}
const none = { valueOre: 0n, residualOre: 0n, depreciatedOre: 0n, writtenDownOre: 0n }
const down = (date: string, writtenDownOre: bigint): Change => ({
  ...none,
  kind: writtenDownOre > 0n ? 'writeDown' : 'writeDownReversal',
  date: dayFrom(date),
  writtenDownOre,
})

test.for([
  ['writeDown', '2026-03-10', '2026-03'],
  ['writeDown', '2026-03-31', '2026-04'],
  ['writeDown', '2026-12-31', '2027-01'],
  ['writeDownReversal', '2028-02-28', '2028-02'],
  ['writeDownReversal', '2028-02-29', '2028-03'],
  ['partDisposal', '2026-03-31', '2026-03'],
  ['partDisposal', '2026-03-01', '2026-03'],
  ['writeDown', '2199-12-31', '2199-12'],
] as const)('after a %s on %s depreciation goes on in %s', ([kind, date, month]) => {
  expect(monthAfter({ kind, date: dayFrom(date) })).toBe(`${month}-01`)
})

type Part = [what: string, left: bigint[], value: bigint, took: bigint[]]
/** Value, depreciated, written down, residual of what is left; of a part the last three. */
const parts: Part[] = [
  ['a quarter', [120_000n, 40_000n, 20_000n, 10_000n], 30_000n, [10_000n, 5_000n, 2_500n]],
  ['a third, with öre', [100n, 50n, 25n, 25n], 33n, [17n, 8n, 8n]],
  ['of what is depreciated in full', [100n, 100n, 0n, 0n], 33n, [33n, 0n, 0n]],
  ['of what is new', [100n, 0n, 0n, 0n], 1n, [0n, 0n, 0n]],
]
test.for(parts)(
  'a part takes its share: %s',
  ([, [valueOre = 0n, depreciatedOre = 0n, down = 0n, residualOre = 0n], part, took]) => {
    const taken = partOf({ valueOre, depreciatedOre, writtenDownOre: down, residualOre }, part)
    expect([taken.depreciatedOre, taken.writtenDownOre, taken.residualOre]).toEqual(took)
  },
)

test.for([
  [100_000n, 2_500n, 25_000n],
  [100_000n, 3_333n, 33_330n],
  [99n, 5_000n, 50n],
  [1n, 100n, 0n],
] as const)('of %i öre, %i hundredths of a percent are %i', ([valueOre, hundredths, ore]) => {
  expect(valueOfPercent({ ...none, valueOre }, hundredths)).toBe(ore)
})

type Reversed = [what: string, changes: Change[], date: string, most: bigint, changed?: Partial<Planned>]
const reversed: Reversed[] = [
  ['nothing was written down', [], '2026-06-30', 0n],
  ['on the same day', [down('2026-06-30', 30_000n)], '2026-06-30', 30_000n],
  ['half of the months later', [down('2026-06-30', 30_000n)], '2026-09-30', 15_000n],
  ['öre go down', [down('2026-06-30', 100n)], '2026-07-31', 83n],
  ['within a month', [down('2026-06-30', 30_000n)], '2026-07-30', 30_000n],
  ['at the end of the plan', [down('2026-06-30', 30_000n)], '2026-12-31', 0n],
  ['after it', [down('2026-06-30', 30_000n)], '2028-01-10', 0n],
  ['what was taken back already', [down('2026-06-30', 30_000n), down('2026-09-30', -5_000n)], '2026-10-31', 6_666n],
  ['two of them', [down('2026-06-30', 30_000n), down('2026-09-30', 15_000n)], '2026-11-30', 10_000n],
  ['of what loses no value', [down('2026-06-30', 30_000n)], '2036-06-30', 30_000n, { months: null, firstMonth: null }],
  [
    'before the first month',
    [down('2026-06-30', 30_000n)],
    '2026-09-30',
    30_000n,
    { firstMonth: dayFrom('2026-11-01') },
  ],
  [
    'of what a part left',
    [
      down('2026-06-30', 30_000n),
      { ...none, kind: 'partDisposal', date: dayFrom('2026-07-05'), valueOre: 30_000n, writtenDownOre: -7_500n },
    ],
    ...(['2026-09-30', 11_250n] as const),
  ],
]
test.for(reversed)('is taken back at most: %s', ([, changes, date, most, changed = {}]) => {
  expect(mostToReverse({ ...plan, ...changed, accumulatedOre: 0n, changes }, dayFrom(date))).toBe(most)
})

test.for([
  ['as BAS has them', 1220, [1228, 7732, 7730, 7782, 7780], [1228, 7732, 7782]],
  ['the general ones', 1220, [1228, 7730, 7780], [1228, 7730, 7780]],
  ['the next best of the group', 1250, [1228, 7730, 7780], [1228, 7730, 7780]],
  ['its own', 1250, [1228, 1258, 7730, 7780], [1258, 7730, 7780]],
  ['not those of advances', 1281, [1288, 7730, 7780], [null, 7730, 7780]],
  ['those that a chart is older than', 1210, [], [1218, 7730, 7780]],
  ['none of land', 1130, [7720, 7770], [null, 7720, 7770]],
  ['of rights', 1070, [1078, 7710, 7760], [1078, 7710, 7760]],
] as const)('write-downs of an account stand on: %s', ([, account, active, expected]) => {
  const chart = new Map(active.map((one) => [one, true] as const))
  const usual = new Set([1118, 1218, 1228, 7710, 7720, 7730, 7760, 7770, 7780])
  const isOlder = active.length === 0
  const { accumulated, expense, reversal } = writeDownAccounts(account, chart, (one) => isOlder && usual.has(one))
  expect([accumulated, expense, reversal]).toEqual(expected)
})

test.for([
  [1069, false],
  [1070, true],
  [1079, true],
  [1080, false],
] as const)('%i is goodwill: %s', ([account, is]) => {
  expect(isGoodwill(account)).toBe(is)
})

const drawn = fc.record({
  value: fc.bigInt({ min: 100n, max: 10n ** 11n }),
  residual: fc.nat({ max: 500 }),
  months: fc.integer({ min: 1, max: 60 }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom<'depreciate' | Change['kind']>(
        ...(['depreciate', 'writeDown', 'writeDownReversal', 'partDisposal'] as const),
      ),
      share: fc.bigInt({ min: 1n, max: 1000n }),
      months: fc.integer({ min: 0, max: 12 }),
    }),
    { maxLength: 12 },
  ),
})

test('after any changes of an asset, its plan comes to what is left, and a reversal to no more than without', () => {
  fc.assert(
    fc.property(drawn, ({ value, residual, months, steps }) => {
      const planned = { ...plan, valueOre: value, residualOre: (value * BigInt(residual)) / 1000n, months }
      const booked = new Set<ReturnType<typeof dayFrom>>()
      let bookedOre = 0n
      let month = 0
      let changes = [] as Change[]
      const asset = (): Changed => ({ ...planned, accumulatedOre: bookedOre, changes })
      const rest = () => remainingOf(planned, { booked, bookedOre, changed: changeOfPlan(changes) })
      const bookThrough = (until: number) => {
        for (; month < until; month += 1) {
          const portion = rest().find((one) => one.month === addMonths(JANUARY, month))
          if (!portion) continue
          booked.add(portion.month)
          bookedOre += portion.ore
        }
      }
      for (const { kind, share, months: passed } of steps) {
        bookThrough(month + passed)
        const left = leftOf(asset())
        // The next month is not booked: a write-down is of the last day of the one before.
        const date = kind === 'partDisposal' ? addMonths(JANUARY, month) : lastOfMonth(addMonths(JANUARY, month - 1))
        if (kind === 'writeDown' || kind === 'writeDownReversal') {
          const most = kind === 'writeDown' ? mostToWriteDown(left) : mostToReverse(asset(), date)
          const ore = (most * share) / 1000n
          if (ore > 0n)
            changes = [...changes, { ...none, kind, date, writtenDownOre: kind === 'writeDown' ? ore : -ore }]
        }
        if (kind === 'partDisposal') {
          const part = (left.valueOre * share) / 1001n
          const taken = partOf(left, part)
          if (part > 0n) changes = [...changes, { ...taken, writtenDownOre: -taken.writtenDownOre, kind, date }]
        }
        const after = leftOf(asset())
        expect(Object.values(after).every((ore) => ore >= 0n)).toBe(true)
        expect(bookValueOf(after)).toBeGreaterThanOrEqual(after.residualOre)
        const unbooked = rest().reduce((sum, { ore }) => sum + ore, 0n)
        expect(unbooked).toBe(bookValueOf(after) - after.residualOre)
        // Without write-downs it would be worth that much at most: the straight line to its residual value.
        const line = after.valueOre - after.residualOre
        const left2 = BigInt(Math.max(months - month, 0))
        const slack = BigInt(changes.length + months + 2)
        expect(bookValueOf(after) - after.residualOre).toBeLessThanOrEqual((line * left2) / BigInt(months) + slack)
      }
      bookThrough(months)
      expect(bookValueOf(leftOf(asset()))).toBe(leftOf(asset()).residualOre)
    }),
    { numRuns: 300 },
  )
})
