// Tax depreciation of machines and equipment that follows the books (räkenskapsenlig avskrivning, inkomstskattelagen
// 18 kap.): the lowest value by the main rule or the complementary rule, and the depreciation beyond plan
// (överavskrivning) that takes the books there. Pure.
import type { Ore } from '#platform/money'
import {
  type Books,
  closingOf,
  type Draft,
  draft,
  forMonths,
  lacking,
  lawValue,
  openingOf,
  type Step,
  shareOf,
  step,
  yearOf,
} from './draft.rules.ts'
import { type Inputs, ore } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'

/** Machines and equipment; 1280–1299 are not yet in use, or lose no value. */
export const EQUIPMENT: readonly [number, number] = [1210, 1279]
/** What is booked beyond plan: the account in common, and that of machines and equipment. */
const COMMON = { reserve: 2150, change: 8850 }
const OF_EQUIPMENT = { reserve: 2153, change: 8853 }
const MAIN = 'IL 18 kap. 13 §'
const COMPLEMENTARY = 'IL 18 kap. 17 §'

type Given = NonNullable<Inputs['taxDepreciation']>

/** What was acquired in the year and is still held, and what was received for what was acquired before it. */
const changesOf = (
  { equipment, startDate }: Books,
  given: Given | null | undefined,
): { acquired: Ore; proceeds: Ore } => {
  const sum = (of: (one: Books['equipment'][number]) => Ore) => equipment.reduce((total, one) => total + of(one), 0n)
  const acquired = sum(({ acquiredOn, isHeld, valueOre }) => (isHeld && acquiredOn >= startDate ? valueOre : 0n))
  const proceeds = sum(({ acquiredOn, proceedsOre }) => (acquiredOn < startDate ? proceedsOre : 0n))
  return {
    acquired: given?.acquired == null ? acquired : ore(given.acquired),
    proceeds: given?.proceeds == null ? proceeds : ore(given.proceeds),
  }
}

/** Cost that is still held by the tax year of its acquisition; the year that ends now counts as 0 years ago. */
const costsByAge = (books: Books, given: Given | null | undefined, acquired: Ore): Map<number, Ore> => {
  const ages = new Map<number, Ore>([[0, acquired]])
  const add = (age: number, cost: Ore) => ages.set(age, (ages.get(age) ?? 0n) + cost)
  const now = yearOf(books.endDate)
  if (given?.earlier) {
    for (const { year, cost } of given.earlier) if (year < now) add(now - year, ore(cost))
    return ages
  }
  const before = books.years.filter(({ endDate }) => endDate < books.startDate).toReversed()
  for (const { acquiredOn, isHeld, valueOre } of books.equipment) {
    if (!isHeld || acquiredOn >= books.startDate) continue
    const at = before.findIndex(({ startDate, endDate }) => startDate <= acquiredOn && acquiredOn <= endDate)
    // A year that the books do not have is told by the calendar.
    add(at >= 0 ? at + 1 : Math.max(1, yearOf(books.startDate) - yearOf(acquiredOn)), valueOre)
  }
  return ages
}

/** The value that is left by the complementary rule: so much of the cost goes for each year begun. */
const complementaryOf = (ages: ReadonlyMap<number, Ore>, percent: number): { left: Ore; steps: Step[] } => {
  const rows = [...ages]
    .sort(([one], [other]) => one - other)
    .filter(([, cost]) => cost !== 0n)
    .map(([age, cost]) => {
      const share = Math.max(0, 100 - percent * (age + 1))
      const when = age === 0 ? { sv: 'i år', en: 'this year' } : { sv: `för ${age} år sedan`, en: `${age} years ago` }
      return step(`Anskaffat ${when.sv}, kvar`, `Acquired ${when.en}, left`, shareOf(cost, share), {
        percent: share,
        source: COMPLEMENTARY,
      })
    })
  return { left: rows.reduce((sum, row) => sum + (row.ore ?? 0n), 0n), steps: rows }
}

export const proposeTaxDepreciation = (books: Books, { taxDepreciation: given }: Inputs): Draft | null => {
  const book = closingOf(books, EQUIPMENT)
  const opening = openingOf(books, EQUIPMENT)
  const inReserve = ({ reserve }: typeof COMMON): Ore => -closingOf(books, [reserve, reserve])
  const booked = inReserve(COMMON) + inReserve(OF_EQUIPMENT)
  if (book === 0n && opening === 0n && booked === 0n) return null
  const openingReserve = -openingOf(
    books,
    [COMMON.reserve, COMMON.reserve],
    [OF_EQUIPMENT.reserve, OF_EQUIPMENT.reserve],
  )
  const { acquired, proceeds } = changesOf(books, given)
  const rule = given?.rule ?? 'lowest'
  const percent = lawValue('equipment.mainRule', books.endDate)
  const base = opening - openingReserve + acquired - proceeds
  const most = base > 0n ? forMonths(shareOf(base, percent), books) : 0n
  const main = base > 0n ? (most < base ? base - most : 0n) : 0n
  const steps: Step[] = [
    step('Bokfört värde vid årets ingång (1210–1279)', 'Book value at the start of the year (1210–1279)', opening),
    step('Överavskrivningar vid årets ingång', 'Depreciation beyond plan at the start of the year', -openingReserve),
    step('Anskaffat under året och kvar', 'Acquired in the year and still held', acquired, { source: MAIN }),
    step('Ersättning för sålt som anskaffats tidigare', 'Received for what was acquired earlier', -proceeds, {
      source: MAIN,
    }),
    step('Avskrivningsunderlag', 'Base of depreciation', base, { isSum: true, source: MAIN }),
    step('Högsta avskrivning enligt huvudregeln', 'Most by the main rule', most, { percent, source: MAIN }),
    step('Lägsta värde enligt huvudregeln', 'Lowest value by the main rule', main, { isSum: true }),
  ]
  let lowest = main
  if (rule === 'lowest') {
    const isUnknown = books.equipment.length === 0 && !given?.earlier && opening !== 0n
    if (isUnknown) return lacking(faults.acquisitionsMissing('#/taxDepreciation/earlier'), steps)
    const ages = costsByAge(books, given, acquired)
    const complementary = complementaryOf(ages, lawValue('equipment.complementaryRule', books.endDate))
    steps.push(...complementary.steps)
    steps.push(
      step('Lägsta värde enligt kompletteringsregeln', 'Lowest value by the complementary rule', complementary.left, {
        isSum: true,
        source: COMPLEMENTARY,
      }),
    )
    if (complementary.left < lowest) lowest = complementary.left
  }
  const target = book > lowest ? book - lowest : 0n
  steps.push(step('Bokfört värde vid årets utgång (1210–1279)', 'Book value at the end of the year (1210–1279)', book))
  steps.push(
    step('Överavskrivningar vid årets utgång', 'Depreciation beyond plan at the end of the year', target, {
      isSum: true,
    }),
  )
  if (book < lowest) {
    const sv = 'Bokfört under lägsta värdet: lägg till i skatteberäkningen det som inte får dras av'
    steps.push(
      step(sv, 'Booked below the lowest value: add what is not deductible to the tax computation', lowest - book),
    )
  }
  steps.push(step('Redan bokfört (2150, 2153)', 'Booked already (2150, 2153)', booked))
  steps.push(step('Förändring', 'Change', target - booked, { isSum: true }))
  const isCommon = inReserve(COMMON) !== 0n && inReserve(OF_EQUIPMENT) === 0n
  const { reserve, change } = isCommon ? COMMON : OF_EQUIPMENT
  return draft(steps, [
    { account: change, debit: target - booked },
    { account: reserve, debit: booked - target },
  ])
}
