// The decision of the general meeting on the result (aktiebolagslagen 17 and 18 kap.): what is paid as dividends goes
// to 2898, the rest is carried forward on 2091. Pure.
import type { Day } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { type Books, closingOf, type Draft, draft, lacking, step } from './draft.rules.ts'
import { type Inputs, ore } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'

const UNDECIDED = 2098
const CARRIED = 2091
const DIVIDENDS = 2898
const FREE_EQUITY: readonly [number, number] = [2090, 2099]

/**
 * What the books after the year say: whether it is closed, today, what is on 2098 in the year of the meeting (or of
 * today), and the dividends that were booked by this proposal; credit is positive.
 */
export type AfterYear = { isClosed: boolean; today: Day; undecidedOre: Ore; dividendOre: Ore }

export const proposeDecision = (books: Books, { resultDecision: given }: Inputs, after: AfterYear): Draft | null => {
  const { isClosed, today, undecidedOre, dividendOre: booked } = after
  if (!isClosed) return given ? lacking(faults.yearNotClosed('#/resultDecision')) : null
  if (!given) return undecidedOre === 0n ? null : lacking(faults.decisionMissing('#/resultDecision'))
  const result = -closingOf(books, [2099, 2099])
  const free = -closingOf(books, FREE_EQUITY)
  const dividend = ore(given.dividend)
  const steps = [
    step('Balanserat resultat och övrigt fritt eget kapital', 'Carried forward and other free equity', free - result),
    step('Årets resultat', 'Result of the year', result),
    step('Fritt eget kapital enligt fastställd balansräkning', 'Free equity of the adopted balance sheet', free, {
      isSum: true,
      source: 'ABL 17 kap. 3 §',
    }),
    step('Utdelning enligt stämman', 'Dividends by the meeting', -dividend, { source: 'ABL 18 kap. 1 §' }),
    step('Balanseras i ny räkning', 'Carried forward', free - dividend, { isSum: true }),
  ]
  const isWrongDay = given.date <= books.endDate || given.date > today
  const missing = [
    ...(isWrongDay ? [faults.meetingDay('#/resultDecision/date', { date: books.endDate })] : []),
    ...(dividend > free
      ? [faults.dividendTooHigh('#/resultDecision/dividend', { amount: textFromOre(free > 0n ? free : 0n) })]
      : []),
  ]
  if (missing.length > 0) return { steps, items: [], missing }
  const left = dividend - booked
  return draft(steps, [
    { account: UNDECIDED, debit: undecidedOre },
    { account: DIVIDENDS, debit: -left },
    { account: CARRIED, debit: left - undecidedOre },
  ])
}
