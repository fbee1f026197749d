// The holiday debt (semesterlöneskuld) at the end of a year: days that employees have earned and not taken, at the
// pay of a day with its supplement (semesterlagen 1977:480, 16–16 b §§), and the contributions on it. Pure.
import { type Ore, rounded } from '#platform/money'
import {
  type Books,
  closingOf,
  type Draft,
  draft,
  lacking,
  lawValue,
  movementOf,
  shareOf,
  step,
} from './draft.rules.ts'
import { type contributionKinds, type Holiday, type Inputs, ore, thousandths } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'

const DEBT = 2920
const CONTRIBUTIONS = 2940
const CHANGE = 7290
const CHANGE_OF_CONTRIBUTIONS = 7519
const THOUSANDTHS = 1000n
const HOLIDAY_ACT = 'Semesterlagen 16–16 b §§'

type Kind = (typeof contributionKinds)[number]

const debtOf = ({ days, dayPay }: Holiday): Ore => rounded(ore(dayPay) * thousandths(days), THOUSANDTHS)

const percentOf = (kind: Kind, books: Books): number => {
  if (kind === 'none') return 0
  return lawValue(kind === 'full' ? 'payroll.contributions' : 'payroll.contributionsOfAge', books.endDate)
}

const parts = [
  { kind: 'full', sv: 'Arbetsgivaravgifter', en: 'Employer contributions', source: 'SAL 2 kap. 26 §' },
  { kind: 'pension', sv: 'Ålderspensionsavgift', en: 'Old-age pension contribution', source: 'SAL 2 kap. 27 §' },
] as const

export const proposeHoliday = (books: Books, { holidayDebt: given }: Inputs): Draft | null => {
  const booked = -closingOf(books, [DEBT, DEBT + 9])
  const bookedContributions = -closingOf(books, [CONTRIBUTIONS, CONTRIBUTIONS + 1])
  if (!given) {
    const isNeeded = booked !== 0n || movementOf(books, [7000, 7289]) !== 0n
    return isNeeded ? lacking(faults.holidayMissing('#/holidayDebt')) : null
  }
  const { employees, otherContributions = 0 } = given
  const ofKind = (kind: Kind) =>
    employees.filter(({ contributions }) => contributions === kind).reduce((sum, one) => sum + debtOf(one), 0n)
  const debt = employees.reduce((sum, one) => sum + debtOf(one), 0n)
  const rows = parts.flatMap(({ kind, sv, en, source }) => {
    const percent = percentOf(kind, books)
    const base = ofKind(kind)
    return base === 0n ? [] : [step(sv, en, shareOf(base, percent), { percent, source })]
  })
  const contributions = rows.reduce((sum, { ore: part }) => sum + (part ?? 0n), 0n)
  const other = ore(otherContributions)
  const change = debt - booked
  const changeOfContributions = contributions + other - bookedContributions
  return draft(
    [
      step('Semesterlöneskuld sista dagen', 'Holiday debt on the last day', debt, { source: HOLIDAY_ACT }),
      step(`Bokfört (${DEBT}–${DEBT + 9})`, `Booked (${DEBT}–${DEBT + 9})`, booked),
      step('Förändring av semesterlöneskuld', 'Change of the holiday debt', change, { isSum: true }),
      ...rows,
      ...(other === 0n ? [] : [step('Avgifter på annat', 'Contributions on other things', other)]),
      step(
        `Bokfört (${CONTRIBUTIONS}–${CONTRIBUTIONS + 1})`,
        `Booked (${CONTRIBUTIONS}–${CONTRIBUTIONS + 1})`,
        bookedContributions,
      ),
      step('Förändring av avgifterna', 'Change of the contributions', changeOfContributions, { isSum: true }),
    ],
    [
      { account: CHANGE, debit: change },
      { account: DEBT, debit: -change },
      { account: CHANGE_OF_CONTRIBUTIONS, debit: changeOfContributions },
      { account: CONTRIBUTIONS, debit: -changeOfContributions },
    ],
  )
}
