// The tax allocation reserve (periodiseringsfond, inkomstskattelagen 30 kap.): a fund for each tax year, at most a
// share of the surplus before it, reversed at the latest after some years. Companies book it; sole traders and
// partners have it in their own tax return. Pure.
import { type Ore, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import type { PlannedItem } from '#year-end/plan.rules'
import {
  type Books,
  type Draft,
  draft,
  lawValue,
  movementOf,
  type Step,
  shareOf,
  step,
  wholeKronor,
  yearOf,
} from './draft.rules.ts'
import { type Inputs, ore } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'
import { deficitStep, fundsOf, type Reversal, resultBeforeTax, taxableResult } from './tax-computation.rules.ts'

const ALLOCATION = 8811
const REVERSAL = 8819
const CHANGES: readonly [number, number] = [8810, 8819]
const ACT = 'IL 30 kap.'

/** The account of the fund of a tax year, by the last digit of the year. */
const accountOf = (year: number): number => 2120 + (year % 10)

/** What of a fund is reversed in the year: all of it where the law says so, otherwise what is given. */
const reversalsOf = (
  books: Books,
  given: Inputs['reserve'],
): { reversals: (Reversal & { isDue: boolean })[]; wrong: FieldError[] } => {
  const now = yearOf(books.endDate)
  const years = lawValue('reserve.years', books.endDate)
  const asked = given?.reversals ?? []
  const earlier = fundsOf(books).filter(({ year, opening }) => year !== now && opening > 0n)
  const wrong = asked.flatMap(({ account, amount }, at) => {
    const opening = earlier.find((fund) => fund.account === account)?.opening ?? 0n
    const field = `#/reserve/reversals/${at}/amount`
    return ore(amount) > opening ? [faults.reversalTooHigh(field, { amount: textFromOre(opening), account })] : []
  })
  const reversals = earlier.map(({ account, year, opening }) => {
    const isDue = year !== null && now - year >= years
    const amount = asked.find((one) => one.account === account)?.amount ?? 0
    return { account, year, ore: isDue ? opening : ore(amount), isDue }
  })
  return { reversals, wrong }
}

export const proposeReserve = (books: Books, inputs: Inputs): Draft | null => {
  const { reserve: given } = inputs
  const { reversals, wrong } = reversalsOf(books, given)
  const reversed = reversals.reduce((sum, one) => sum + one.ore, 0n)
  // Before any change of the reserve: what is booked of it is left out.
  const before = resultBeforeTax(books) + movementOf(books, CHANGES)
  const {
    taxableOre: surplus,
    resultOre,
    lines,
    deficitOre,
    isDeficitEntered,
  } = taxableResult(books, inputs, {
    resultOre: before + reversed,
    reversals: reversals.filter((one) => one.ore !== 0n),
  })
  const percent = lawValue('reserve.companyShare', books.endDate)
  const most = surplus > 0n ? wholeKronor(shareOf(surplus, percent)) : 0n
  const allocation = given?.allocation == null ? most : ore(given.allocation)
  const adjusted = lines.reduce((sum, line) => sum + line.ore, 0n)
  const steps: Step[] = [
    step('Resultat före förändring av periodiseringsfond', 'Result before changes of the reserve', before),
    ...reversals.flatMap(({ account, year, ore: amount, isDue }) =>
      amount === 0n
        ? []
        : [
            step(
              `Återföring av fond ${year ?? ''} (${account})${isDue ? ', sista året' : ''}`,
              `Reversal of the fund ${year ?? ''} (${account})${isDue ? ', last year' : ''}`,
              amount,
              { source: `${ACT} 7 §` },
            ),
          ],
    ),
    step('Resultat före avsättning', 'Result before the allocation', resultOre, { isSum: true }),
    step('Skattemässiga justeringar', 'Tax adjustments', adjusted, { source: 'INK2S 4.3–4.13' }),
    ...(deficitOre === 0n ? [] : [deficitStep({ deficitOre, isDeficitEntered })]),
    step('Överskott före avsättning', 'Surplus before the allocation', surplus, { isSum: true, source: `${ACT} 5 §` }),
    step('Högsta avsättning, hela kronor', 'Highest allocation, whole kronor', most, { percent, source: `${ACT} 5 §` }),
    step('Avsättning', 'Allocation', allocation, { isSum: true }),
  ]
  if (allocation > most) {
    wrong.push(faults.reserveTooHigh('#/reserve/allocation', { amount: textFromOre(most), percent }))
  }
  if (wrong.length > 0) return { steps, items: [], missing: wrong }
  return draft(steps, [...allocated(books, allocation), ...reversedItems(books, reversals)])
}

/** From what is booked on the fund of the year to what should be. */
const allocated = (books: Books, allocation: Ore): PlannedItem[] => {
  const now = yearOf(books.endDate)
  const own = fundsOf(books).filter(({ year }) => year === now)
  const booked = own.reduce((sum, { opening, closing }) => sum + closing - opening, 0n)
  const account = own.find(({ closing }) => closing !== 0n)?.account ?? accountOf(now)
  return [
    { account: ALLOCATION, debit: allocation - booked },
    { account, debit: booked - allocation },
  ]
}

const reversedItems = (books: Books, reversals: readonly Reversal[]): PlannedItem[] => {
  const funds = new Map(fundsOf(books).map((fund) => [fund.account, fund]))
  return reversals.flatMap(({ account, ore: amount }) => {
    const fund = funds.get(account)
    const left = amount - (fund ? fund.opening - fund.closing : 0n)
    return [
      { account, debit: left },
      { account: REVERSAL, debit: -left },
    ]
  })
}

/** What sole traders and partners may set aside in their own return: a share of the result before its adjustments. */
export const reserveInReturn = (books: Books): Draft => {
  const result = resultBeforeTax(books)
  const percent = lawValue('reserve.personShare', books.endDate)
  return draft([
    step('Bokfört resultat', 'Booked result', result),
    step(
      'Högsta avsättning före deklarationens justeringar; görs i deklarationen',
      'Highest allocation before the adjustments of the return; made in the return',
      result > 0n ? wholeKronor(shareOf(result, percent)) : 0n,
      { percent, source: `${ACT} 6 §` },
    ),
  ])
}
