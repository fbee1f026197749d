// The rules of pay runs: fixed pay by month, day and pay; what lines come to; statements and corrections of a month.
import { expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { differing, statementsOf } from '#rules/payroll/returns/month'
import { fixedPayLines } from '#rules/payroll/runs/fixed-pay'
import { computedPayslip, type PayLine } from '#rules/payroll/runs/pay-line'
import { every } from '#support/every'

const day = (text: string) => text as Day
const pays = [
  { from: '2026-01-01', ore: 3_100_000n },
  { from: '2026-05-16', ore: 3_410_000n },
]

type Case = [
  what: string,
  from: string,
  to: string | null,
  period: [string, string],
  paid: [string, string][],
  ore: bigint[],
]

const fixed: readonly Case[] = [
  ['a whole month', '2026-01-01', null, ['2026-03-01', '2026-03-31'], [], [3_100_000n]],
  ['hired on the 16th', '2026-03-16', null, ['2026-03-01', '2026-03-31'], [], [1_600_000n]],
  ['left on the 10th', '2026-01-01', '2026-03-10', ['2026-03-01', '2026-03-31'], [], [1_000_000n]],
  ['a raise in the month', '2026-01-01', null, ['2026-05-01', '2026-05-31'], [], [1_500_000n, 1_760_000n]],
  ['a quarter', '2026-01-01', null, ['2026-01-01', '2026-03-31'], [], [3_100_000n, 3_100_000n, 3_100_000n]],
  ['paid already', '2026-01-01', null, ['2026-03-01', '2026-03-31'], [['2026-03-01', '2026-03-31']], []],
  [
    'the rest of a month',
    '2026-01-01',
    null,
    ['2026-03-01', '2026-03-31'],
    [['2026-03-01', '2026-03-21']],
    [1_000_000n],
  ],
  ['not employed yet', '2026-04-01', null, ['2026-03-01', '2026-03-31'], [], []],
]

test('fixed pay is that of the days that no other run has paid', () =>
  every(
    fixed,
    ([what]) => what,
    async ([, from, to, period, paid, ore]) => {
      const employment = { id: 'x', from: day(from), to: to === null ? null : day(to), pays }
      const spans = paid.map(([first, last]) => ({ from: day(first), to: day(last) }))
      const lines = fixedPayLines(employment, { from: day(period[0]), to: day(period[1]) }, spans)
      expect(lines.map((line) => line.ore)).toEqual(ore)
    },
  ))

const line = (payType: PayLine['payType'], kronor: number, protectedKronor: number | null = null): PayLine => ({
  employmentId: 'x',
  payType,
  note: null,
  from: null,
  to: null,
  quantity: null,
  rateOre: null,
  ore: BigInt(kronor * 100),
  itemId: null,
  correctedRunId: null,
  protectedOre: protectedKronor === null ? null : BigInt(protectedKronor * 100),
})

const person = (lines: PayLine[]) => ({
  payDate: day('2026-05-25'),
  birthYear: 1985,
  rule: { kind: 'decidedPercent', percent: 30 } as const,
  lines,
  earlier: { regularOre: 0n, taxOre: 0n, baseOre: 0n },
  restOfYearOre: 0n,
  hasGrowthSupport: true,
})

test('deductions come in the order of the law, and an attachment leaves what it protects', () => {
  const lines = [
    line('monthlyPay', 30_000),
    line('grossDeduction', -2000),
    line('mealBenefit', 1240),
    line('mealsPaid', -240),
    line('unionFee', -300),
    line('expenses', 500),
    line('enforcement', -9000, 12_000),
  ]
  const computed = computedPayslip(person(lines))
  // 28,000 and 1,000 of benefit at 30 percent; 12,000 of the net pay is left, and 500 of expenses.
  expect(computed).toMatchObject({ grossOre: 2_800_000n, benefitsOre: 100_000n, taxOre: 870_000n, baseOre: 2_900_000n })
  expect(computed.netOre).toBe(1_250_000n)
  expect(computed.lines.at(-1)?.ore).toBe(-676_000n)
  // 21.21 percent of 29,000.
  expect(computed.growthSupportOre).toBe(615_090n)
})

test('a month is stated without öre, and a correction has only what differs', () => {
  const of = (number: string, ore: bigint) => ({
    number,
    birthYear: 1985,
    statement: 1,
    taxKind: 'table',
    taxOre: 500_000n,
    lines: [{ payType: 'monthlyPay' as const, ore, from: null, quantity: null }],
  })
  const filed = statementsOf([of('198501010022', 2_000_099n), of('198601010021', 3_000_000n)], '202605')
  expect(filed.contributionsOre).toBe(1_571_000n)
  expect(differing(filed, filed)).toBeNull()
  const now = statementsOf([of('198501010022', 2_100_000n)], '202605')
  expect(differing(now, filed)?.statements.map(({ kind }) => kind)).toEqual(['main', 'individual', 'removal'])
})
