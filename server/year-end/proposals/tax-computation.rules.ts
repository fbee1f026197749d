// The tax computation (skatteberäkning) of companies: from the result before tax to the taxable result by the lines of
// the tax return (INK2S), earlier deficits, and the tax on it. Pure; amounts in öre.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import {
  type Books,
  type Draft,
  draft,
  forMonths,
  LawGap,
  lawValue,
  movementOf,
  openingOf,
  type Step,
  shareOf,
  step,
  type Words,
  wholeKronor,
  yearOf,
} from './draft.rules.ts'
import { type Inputs, ore } from './inputs.rules.ts'

/** Untaxed reserves of tax allocation (2110–2139). */
const FUNDS: readonly [number, number] = [2110, 2139]
const TAX_OF_YEAR: readonly [number, number] = [8910, 8919]
const TAX = 8910
const DEBT = 2512

type Line = {
  field: string
  sv: string
  en: string
  source: string
  ranges: readonly (readonly [number, number])[]
}

const COSTS = 'IL 9 och 16 kap. (INK2 4.3 c)'
const cost = (account: number, sv: string, en: string): Line => ({
  field: '7653',
  sv: `${sv} (${account})`,
  en: `${en} (${account})`,
  source: COSTS,
  ranges: [[account, account]],
})

/** Accounts of BAS 2026 whose costs are not deducted, or whose income is not taxed. */
const lines: readonly Line[] = [
  {
    field: '7652',
    sv: 'Nedskrivning av finansiella tillgångar',
    en: 'Write-downs of financial assets',
    source: 'INK2 4.3 b',
    ranges: [
      [8070, 8089],
      [8170, 8189],
      [8270, 8289],
      [8370, 8389],
    ],
  },
  cost(5982, 'Ej avdragsgill sponsring', 'Sponsorship, not deductible'),
  cost(6072, 'Representation, ej avdragsgill', 'Entertainment, not deductible'),
  cost(6342, 'Skadestånd, ej avdragsgilla', 'Damages, not deductible'),
  cost(6392, 'Riskkostnader, ej avdragsgilla', 'Risk costs, not deductible'),
  cost(6982, 'Föreningsavgifter, ej avdragsgilla', 'Membership fees, not deductible'),
  cost(6992, 'Övriga kostnader, ej avdragsgilla', 'Other costs, not deductible'),
  cost(7622, 'Sjuk- och hälsovård, ej avdragsgill', 'Health care, not deductible'),
  cost(7623, 'Sjukvårdsförsäkring, ej avdragsgill', 'Health insurance, not deductible'),
  cost(7632, 'Personalrepresentation, ej avdragsgill', 'Entertainment of staff, not deductible'),
  cost(8423, 'Räntekostnader för skatter och avgifter', 'Interest on taxes and charges'),
  {
    field: '7754',
    sv: 'Skattefria ränteintäkter (8254, 8314)',
    en: 'Interest income that is not taxed (8254, 8314)',
    source: 'IL 8 kap. (INK2 4.5 c)',
    ranges: [
      [8254, 8254],
      [8314, 8314],
    ],
  },
]

/** An adjustment of the result: its field in the tax return; above zero it raises the taxable result. */
type TaxLine = { field: string; label: Words; ore: Ore; percent: number | null; source: string | null }

export type TaxComputation = {
  /** Before tax: a profit is above zero. */
  resultOre: Ore
  lines: readonly TaxLine[]
  /** The deficit of earlier years that was given. */
  deficitOre: Ore
  /** After everything: a deficit is below zero. */
  taxableOre: Ore
  /** What the tax is on: whole tens of kronor, none of a deficit. */
  roundedOre: Ore
  percent: number
  taxOre: Ore
  bookedOre: Ore
}

/** The result before tax, of income and expenses as they are booked: a profit is above zero. */
export const resultBeforeTax = (books: Books): Ore => -movementOf(books, [3000, 8899])

/** What is reversed of a fund in the year, with the tax year that it was made for; null where that is not known. */
export type Reversal = { account: number; year: number | null; ore: Ore }

/** The funds of the tax allocation reserve, with the tax year that each was made for, by the digit of its account. */
export const fundsOf = (books: Books): { account: number; year: number | null; opening: Ore; closing: Ore }[] =>
  [...books.accounts].flatMap(([account, { opening, closing }]) => {
    if (account < FUNDS[0] || account > FUNDS[1]) return []
    const now = yearOf(books.endDate)
    const year = account < 2120 ? null : now - ((((now - account) % 10) + 10) % 10)
    return [{ account, year, opening: -opening, closing: -closing }]
  })

/** What the books have reversed of funds of earlier years. */
const reversedOf = (books: Books): Reversal[] =>
  fundsOf(books).flatMap(({ account, year, opening, closing }) =>
    opening > closing && opening > 0n ? [{ account, year, ore: opening - closing }] : [],
  )

/** Since then funds of earlier years are increased by what the tax has fallen (SFS 2018:1206). */
const INCREASED_FROM = '2021-01-01'

/** By how many percent a reversal is increased. @throws {LawGap} for years of which the table says nothing */
export const increaseOf = (books: Books, { year }: Reversal): number => {
  if (year === null) return 0
  if (books.startDate < INCREASED_FROM) throw new LawGap('reserve.increase', books.startDate)
  const made = books.years.find(({ endDate }) => yearOf(endDate) === year)?.startDate ?? (`${year}-01-01` as Day)
  return lawValue('reserve.increase', made)
}

/** Drops öre towards minus infinity, to whole tens of kronor. */
const wholeTens = (of: Ore): Ore => (of > 0n ? of - (of % 1000n) : 0n)

/**
 * The tax on the result of a year. `over` replaces what is booked: the result and what is reversed of the reserve, for
 * the base of an allocation.
 * @throws {LawGap} where the law's table has no rate for the year
 */
export const computeTax = (
  books: Books,
  inputs: Inputs,
  over: { resultOre: Ore; reversals: readonly Reversal[] } | null = null,
): TaxComputation => {
  const { resultOre, reversals } = over ?? { resultOre: resultBeforeTax(books), reversals: reversedOf(books) }
  const byAccount = lines.map(({ field, sv, en, source, ranges }): TaxLine => {
    return { field, label: { sv, en }, ore: movementOf(books, ...ranges), percent: null, source }
  })
  const byHand = (inputs.tax?.adjustments ?? []).map(({ label, amount, field }): TaxLine => {
    const other = amount < 0 ? '7762' : '7663'
    return { field: field ?? other, label: { sv: label, en: label }, ore: ore(amount), percent: null, source: null }
  })
  const all = [...byAccount, standardIncomeOf(books), ...increasesOf(books, reversals), ...byHand]
  const kept = all.filter((line) => line.ore !== 0n)
  const deficitOre = ore(inputs.tax?.deficit ?? 0)
  const taxableOre = kept.reduce((sum, line) => sum + line.ore, resultOre) - deficitOre
  const roundedOre = wholeTens(taxableOre)
  const percent = lawValue('incomeTax.company', books.startDate)
  const taxOre = wholeKronor(shareOf(roundedOre, percent))
  const bookedOre = movementOf(books, TAX_OF_YEAR)
  return { resultOre, lines: kept, deficitOre, taxableOre, roundedOre, percent, taxOre, bookedOre }
}

/** Standard income on the reserve as the year begins: a rate of the calendar year in which the tax year ends. */
const standardIncomeOf = (books: Books): TaxLine => {
  const opening = -openingOf(books, FUNDS)
  const line = {
    field: '7654',
    label: { sv: 'Schablonintäkt på periodiseringsfonder', en: 'Standard income on the tax allocation reserve' },
    source: 'IL 30 kap. 6 a §',
  }
  if (opening <= 0n) return { ...line, ore: 0n, percent: null }
  const percent = lawValue('reserve.standardIncome', books.endDate)
  return { ...line, ore: wholeKronor(forMonths(shareOf(opening, percent), books)), percent }
}

const increasesOf = (books: Books, reversals: readonly Reversal[]): TaxLine[] =>
  reversals.map((reversal) => {
    const percent = increaseOf(books, reversal)
    const label = {
      sv: `Uppräkning av återförd periodiseringsfond (${reversal.account})`,
      en: `Increase of the reversed fund (${reversal.account})`,
    }
    return { field: '7673', label, ore: wholeKronor(shareOf(reversal.ore, percent)), percent, source: 'SFS 2018:1206' }
  })

/** The computation step by step. */
export const taxSteps = (of: TaxComputation): Step[] => {
  const before = of.taxableOre + of.deficitOre
  return [
    step('Resultat före skatt', 'Result before tax', of.resultOre, { isSum: true, source: 'IL 14 kap. 2 §' }),
    ...of.lines.map(({ label, ore: amount, percent, source }): Step => {
      return { label, ore: amount, percent, source, isSum: false }
    }),
    ...(of.deficitOre === 0n
      ? []
      : [
          step('Resultat före tidigare underskott', 'Result before earlier deficits', before, { isSum: true }),
          step('Underskott från tidigare år', 'Deficit of earlier years', -of.deficitOre, { source: 'IL 40 kap. 2 §' }),
        ]),
    of.taxableOre < 0n
      ? step('Underskott att spara', 'Deficit to carry forward', of.taxableOre, {
          isSum: true,
          source: 'IL 40 kap. 2 §',
        })
      : step('Skattemässigt överskott', 'Taxable surplus', of.taxableOre, { isSum: true }),
    step('Beskattningsbar inkomst, hela tiotal kronor', 'Taxable income, whole tens of kronor', of.roundedOre, {
      source: 'IL 1 kap. 7 §',
    }),
    step('Bolagsskatt, hela kronor', 'Corporate tax, whole kronor', of.taxOre, {
      percent: of.percent,
      source: 'IL 65 kap. 10 §',
    }),
    step('Redan bokfört (8910–8919)', 'Booked already (8910–8919)', of.bookedOre),
    step('Kvar att bokföra', 'Left to book', of.taxOre - of.bookedOre, { isSum: true }),
  ]
}

export const proposeTax = (books: Books, inputs: Inputs): Draft | null => {
  const tax = computeTax(books, inputs)
  const left = tax.taxOre - tax.bookedOre
  return draft(taxSteps(tax), [
    { account: TAX, debit: left },
    { account: DEBT, debit: -left },
  ])
}
