// Fixed pay of a period: the pay of each calendar month, or the share of it by calendar days where the employment, the
// period or the pay has only a part of the month, or where another run has paid some of its days.
import type { Pay } from '#payroll/people/employment.rules'
import { addDays, type Day, daysBetween, firstOfMonth, lastOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import { rounded } from '#rule/rounding'
import type { PayLine } from './pay-line.rules.ts'

type Span = { from: Day; to: Day }

type Employed = { id: string; from: Day; to: Day | null; pays: readonly Pay[] }

const THOUSANDTHS = 1000n

const later = (one: Day, other: Day): Day => (one > other ? one : other)
const earlier = (one: Day, other: Day): Day => (one < other ? one : other)
const daysIn = ({ from, to }: Span): bigint => BigInt(daysBetween(from, to) + 1)

/** The lines of fixed pay for the days of a period that no other run has paid. */
export const fixedPayLines = (employment: Employed, period: Span, paid: readonly Span[]): PayLine[] => {
  const from = later(period.from, employment.from)
  const to = employment.to === null ? period.to : earlier(period.to, employment.to)
  const left = paid.reduce<Span[]>((spans, one) => spans.flatMap((span) => without(span, one)), [{ from, to }])
  return left
    .filter((span) => span.from <= span.to)
    .flatMap(byMonth)
    .flatMap((span) => byPay(span, employment.pays))
    .map(({ span, pay }) => lineOf(employment.id, span, pay.ore))
}

const without = (span: Span, taken: Span): Span[] => {
  if (taken.to < span.from || taken.from > span.to) return [span]
  const before = taken.from > span.from ? [{ from: span.from, to: addDays(taken.from, -1) }] : []
  const after = taken.to < span.to ? [{ from: addDays(taken.to, 1), to: span.to }] : []
  return [...before, ...after]
}

const byMonth = ({ from, to }: Span): Span[] => {
  const last = earlier(to, lastOfMonth(from))
  const first = { from, to: last }
  // No day follows the last one of the calendar.
  return last === to ? [first] : [first, ...byMonth({ from: addDays(last, 1), to })]
}

/** The days of a month by the pay that holds on them. */
const byPay = ({ from, to }: Span, pays: readonly Pay[]): { span: Span; pay: Pay }[] =>
  pays.flatMap((pay, index) => {
    const next = pays[index + 1]?.from as Day | undefined
    const span = {
      from: index === 0 ? from : later(from, pay.from as Day),
      to: next === undefined ? to : earlier(to, addDays(next, -1)),
    }
    return span.from <= span.to ? [{ span, pay }] : []
  })

const lineOf = (employmentId: string, span: Span, rateOre: Ore): PayLine => {
  const days = daysIn(span)
  const all = daysIn({ from: firstOfMonth(span.from), to: lastOfMonth(span.from) })
  return {
    employmentId,
    payType: 'monthlyPay',
    note: null,
    ...span,
    quantity: rounded(days * THOUSANDTHS, all),
    rateOre,
    ore: rounded(rateOre * days, all),
    itemId: null,
    correctedRunId: null,
    protectedOre: null,
  }
}
