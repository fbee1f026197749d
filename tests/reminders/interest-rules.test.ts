// Late interest by the day: half-years, leap years, rates below zero, partial payments, one rounding; and which
// reminder is next, and when.
import { expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { chargesIn, feeOfNext, interestFrom } from '#rules/reminders/due'
import { halfYearOf, interestOf, rateOn, spansOf } from '#rules/reminders/interest'
import { messageOf, strangePlaceholder } from '#rules/reminders/text'

const day = dayFrom
/** Reference rates of some half-years, in hundredths. */
const rates = [
  { fromDate: day('2015-01-01'), hundredths: 0 },
  { fromDate: day('2016-07-01'), hundredths: -50 },
  { fromDate: day('2019-07-01'), hundredths: 0 },
  { fromDate: day('2022-07-01'), hundredths: 50 },
  { fromDate: day('2023-01-01'), hundredths: 250 },
  { fromDate: day('2023-07-01'), hundredths: 350 },
  { fromDate: day('2024-01-01'), hundredths: 400 },
  { fromDate: day('2024-07-01'), hundredths: 400 },
]
type Changes = readonly (readonly [string, bigint])[]
const counted = (from: string, to: string, unpaidOre: bigint, changes: Changes = [], ownRate: number | null = null) => {
  const owed = {
    from: day(from),
    to: day(to),
    unpaidOre,
    changes: changes.map(([date, ore]) => ({ date: day(date), ore })),
  }
  const spans = spansOf(owed, rates, ownRate)
  return {
    ore: interestOf(spans),
    spans: spans.map((one) => `${one.fromDate}..${one.toDate} ${one.days}d ${one.unpaidOre} ${one.rate}`),
  }
}

test.each([
  // from          to            unpaid     own    interest  what it shows
  ['2024-01-31', '2024-02-01', 1000000n, null, 329n, 'one day: 10 000 kr at 12 % is 3.2877 kr'],
  ['2024-01-31', '2024-03-01', 1000000n, null, 9863n, 'thirty days of a leap year, by 365'],
  ['2023-12-31', '2024-12-31', 1000000n, null, 120329n, 'a leap year has 366 of 365 days'],
  ['2016-12-31', '2017-12-31', 1000000n, null, 75000n, 'a reference rate below zero counts: 7.5 %'],
  ['2023-06-30', '2023-12-31', 1000000n, null, 57973n, 'a half-year of its own rate'],
  ['2023-01-01', '2023-01-31', 1000000n, 2400, 19726n, 'an agreed rate in place of that of the law'],
  ['2023-01-01', '2023-01-31', 1000000n, 0, 0n, 'no interest agreed on'],
  ['2024-05-01', '2024-05-01', 1000000n, null, 0n, 'no days'],
  ['2024-05-02', '2024-05-01', 1000000n, null, 0n, 'not begun'],
  ['2014-01-01', '2014-02-01', 1000000n, null, 0n, 'before the first rate'],
  ['2024-01-31', '2024-02-01', 1n, null, 0n, 'less than half an öre'],
] as const)('%s to %s on %s at %s is %s: %s', (from, to, unpaid, own, ore, _) => {
  expect(counted(from, to, unpaid, [], own).ore).toBe(ore)
})

test('half-years and payments divide the days; who pays on a day owes for it', () => {
  const { spans, ore } = counted('2023-05-31', '2023-07-31', 600000n, [['2023-06-15', 400000n]])
  expect(spans).toEqual([
    '2023-05-31..2023-06-15 15d 1000000 1050',
    '2023-06-15..2023-06-30 15d 600000 1050',
    '2023-06-30..2023-07-31 31d 600000 1150',
  ])
  // 4315.068 + 2589.041 + 5860.274 öre, rounded once.
  expect(ore).toBe(12764n)
})

test('what was paid before interest runs lowers all of it, and what is raised again is owed from its day', () => {
  expect(counted('2024-02-01', '2024-02-11', 500000n, [['2024-01-20', 500000n]]).spans).toEqual([
    '2024-02-01..2024-02-11 10d 500000 1200',
  ])
  expect(counted('2024-02-01', '2024-02-11', 500000n, [['2024-02-06', -200000n]]).spans).toEqual([
    '2024-02-01..2024-02-06 5d 300000 1200',
    '2024-02-06..2024-02-11 5d 500000 1200',
  ])
})

test('days on which nothing was owed are left out, and sums do not depend on how the days are divided', () => {
  const changes = [['2024-02-05', 300000n] as const, ['2024-02-08', -300000n] as const]
  expect(counted('2024-02-01', '2024-02-10', 300000n, changes).spans).toEqual([
    '2024-02-01..2024-02-05 4d 300000 1200',
    '2024-02-08..2024-02-10 2d 300000 1200',
  ])
  const whole = counted('2024-02-01', '2024-04-01', 123457n).ore
  expect(counted('2024-02-01', '2024-04-01', 123457n, [['2024-03-01', 0n]]).ore).toBe(whole)
})

test('a half-year without a rate goes by the latest known one, and says so', () => {
  expect(rateOn(day('2024-12-31'), rates, null)).toEqual({ rate: 1200, referenceRate: 400, isRateKnown: true })
  expect(rateOn(day('2025-01-01'), rates, null)).toEqual({ rate: 1200, referenceRate: 400, isRateKnown: false })
  expect(rateOn(day('2025-01-01'), rates, 900)).toEqual({ rate: 900, referenceRate: null, isRateKnown: true })
  expect([halfYearOf(day('2024-06-30')), halfYearOf(day('2024-07-01'))]).toEqual(['2024-01-01', '2024-07-01'])
  const spans = spansOf({ from: day('2024-12-01'), to: day('2025-01-31'), unpaidOre: 1n, changes: [] }, rates, null)
  expect(spans.map(({ toDate, isRateKnown }) => [toDate, isRateKnown])).toEqual([
    ['2024-12-31', true],
    ['2025-01-31', false],
  ])
})

test('interest runs from the due date, or 30 days after the demand, and never before the due date', () => {
  const invoice = { date: day('2024-01-01'), dueDate: day('2024-01-11') }
  expect(interestFrom('dueDate', invoice, null)).toBe('2024-01-11')
  expect(interestFrom('invoice', invoice, null)).toBe('2024-01-31')
  expect(interestFrom('invoice', { ...invoice, dueDate: day('2024-03-31') }, null)).toBe('2024-03-31')
  expect(interestFrom('reminder', invoice, null)).toBe(null)
  expect(interestFrom('reminder', invoice, day('2024-02-01'))).toBe('2024-03-02')
})

test('the fee is claimed once or each time, and money beyond the invoice pays it first', () => {
  expect(feeOfNext({ feeOre: 6000n, feeOn: 'first' }, 0n)).toBe(6000n)
  expect(feeOfNext({ feeOre: 6000n, feeOn: 'first' }, 6000n)).toBe(0n)
  expect(feeOfNext({ feeOre: 6000n, feeOn: 'each' }, 6000n)).toBe(6000n)
  const claimed = { feesOre: 6000n, interestOre: 1500n }
  const nothing = { feesOre: 0n, interestOre: 0n }
  expect(chargesIn(9000n, claimed, nothing)).toEqual({ feeOre: 6000n, interestOre: 1500n })
  expect(chargesIn(6500n, claimed, nothing)).toEqual({ feeOre: 6000n, interestOre: 500n })
  expect(chargesIn(9000n, claimed, { feesOre: 6000n, interestOre: 0n })).toEqual({ feeOre: 0n, interestOre: 1500n })
  expect(chargesIn(9000n, nothing, { feesOre: 6000n, interestOre: 0n })).toEqual({ feeOre: 0n, interestOre: 0n })
})

test('a text of the company has its places filled, and strange ones are found', () => {
  const facts = {
    number: '1001',
    amount: '100,00 kr',
    dueDate: '2024-03-01',
    reference: '10017',
    customer: 'Kund AB',
    company: 'Vi AB',
  }
  expect(messageOf('sv', 1, 'Betala {amount} för {number}.', facts)).toBe('Betala 100,00 kr för 1001.')
  expect(messageOf('sv', 2, null, facts)).toMatch(/^Trots tidigare påminnelse .* 1001/)
  expect(messageOf('en', 1, null, facts)).toMatch(/invoice 1001/)
  expect(strangePlaceholder('{number} {sum}')).toBe('{sum}')
})
