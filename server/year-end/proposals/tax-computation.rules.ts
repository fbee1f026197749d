// The tax computation (skatteberäkning) of companies: from the result before tax to the taxable result by the lines of
// the tax return (INK2S), earlier deficits, and the tax on it. Pure; amounts in öre.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { notDeductible, notTaxed } from '#year-end/tax-accounts.rules'
import {
  type Books,
  type CarriedDeficit,
  type Draft,
  draft,
  forMonths,
  LawGap,
  lawValue,
  movedAccounts,
  movementOf,
  openingAccounts,
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
  ...notDeductible.map(({ account, sv, en }): Line => {
    const ranges = [[account, account]] as const
    return { field: '7653', sv: `${sv} (${account})`, en: `${en} (${account})`, source: COSTS, ranges }
  }),
  {
    field: '7754',
    sv: `Skattefria ränteintäkter (${notTaxed.join(', ')})`,
    en: `Interest income that is not taxed (${notTaxed.join(', ')})`,
    source: 'IL 8 kap. (INK2 4.5 c)',
    ranges: notTaxed.map((account) => [account, account] as const),
  },
]

/** An adjustment of the result: its field in the tax return; above zero it raises the taxable result. */
type TaxLine = {
  field: string
  label: Words
  ore: Ore
  percent: number | null
  source: string | null
  /** The accounts whose change it is; none of one that the law or a person gives. */
  accounts: readonly { account: number; ore: Ore }[]
}

/** The taxable result, before the rate: what the tax forms and a deficit carried forward follow from. */
type TaxableResult = {
  /** Before tax: a profit is above zero. */
  resultOre: Ore
  lines: readonly TaxLine[]
  /** The deficit of earlier years: as entered, otherwise what the year before leaves. */
  deficitOre: Ore
  isDeficitEntered: boolean
  /** After everything: a deficit is below zero. */
  taxableOre: Ore
}

export type TaxComputation = TaxableResult & {
  /** What the year before leaves; null where that is not known here. */
  carriedOre: Ore | null
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

/** What replaces what is booked: the result and what is reversed of the reserve, for the base of an allocation. */
type Instead = { resultOre: Ore; reversals: readonly Reversal[] }

/** The adjustments by the accounts and by hand: those that need no value of the law. */
export const adjustmentsOf = (books: Books, inputs: Inputs): TaxLine[] => {
  const byAccount = lines.map(({ field, sv, en, source, ranges }): TaxLine => {
    const accounts = movedAccounts(books, ranges)
    const sum = accounts.reduce((all, { ore: moved }) => all + moved, 0n)
    return { field, label: { sv, en }, ore: sum, percent: null, source, accounts }
  })
  const byHand = (inputs.tax?.adjustments ?? []).map(({ label, amount, field }): TaxLine => {
    const own = field ?? (amount < 0 ? '7762' : '7663')
    return { field: own, label: { sv: label, en: label }, ore: ore(amount), percent: null, source: null, accounts: [] }
  })
  return [...byAccount, ...byHand].filter((line) => line.ore !== 0n)
}

/**
 * The taxable result of a year, and what leads to it.
 * @throws {LawGap} where the law's table lacks a value for the reserve, or for a deficit carried forward
 */
export const taxableResult = (books: Books, inputs: Inputs, over: Instead | null = null): TaxableResult => {
  const { resultOre, reversals } = over ?? { resultOre: resultBeforeTax(books), reversals: reversedOf(books) }
  const ofReserve = [standardIncomeOf(books), ...increasesOf(books, reversals)]
  const kept = [...adjustmentsOf(books, inputs), ...ofReserve].filter((line) => line.ore !== 0n)
  const entered = inputs.tax?.deficit
  if (entered === undefined && books.carried?.gap) throw books.carried.gap
  const deficitOre = entered === undefined ? (books.carried?.ore ?? 0n) : ore(entered)
  const taxableOre = kept.reduce((sum, line) => sum + line.ore, resultOre) - deficitOre
  return { resultOre, lines: kept, deficitOre, isDeficitEntered: entered !== undefined, taxableOre }
}

/** The unused deficit that a year leaves to the next one (inkomstskattelagen 40 kap. 2 §); none of a surplus. */
export const deficitLeft = (books: Books, inputs: Inputs): CarriedDeficit => {
  const { endDate } = books
  try {
    const { taxableOre } = taxableResult(books, inputs)
    return { ore: taxableOre < 0n ? -taxableOre : 0n, endDate }
  } catch (error) {
    if (error instanceof LawGap) return { ore: 0n, endDate, gap: error }
    throw error
  }
}

/**
 * The tax on the result of a year.
 * @throws {LawGap} where the law's table has no rate for the year
 */
export const computeTax = (books: Books, inputs: Inputs, over: Instead | null = null): TaxComputation => {
  const taxable = taxableResult(books, inputs, over)
  const roundedOre = wholeTens(taxable.taxableOre)
  const percent = lawValue('incomeTax.company', books.startDate)
  const taxOre = wholeKronor(shareOf(roundedOre, percent))
  const bookedOre = movementOf(books, TAX_OF_YEAR)
  const carriedOre = books.carried && !books.carried.gap ? books.carried.ore : null
  return { ...taxable, carriedOre, roundedOre, percent, taxOre, bookedOre }
}

/** Standard income on the reserve as the year begins: a rate of the calendar year in which the tax year ends. */
const standardIncomeOf = (books: Books): TaxLine => {
  const opening = -openingOf(books, FUNDS)
  const line = {
    field: '7654',
    label: { sv: 'Schablonintäkt på periodiseringsfonder', en: 'Standard income on the tax allocation reserve' },
    source: 'IL 30 kap. 6 a §',
    accounts: openingAccounts(books, FUNDS),
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
    const amount = wholeKronor(shareOf(reversal.ore, percent))
    const accounts = [{ account: reversal.account, ore: reversal.ore }]
    return { field: '7673', label, ore: amount, percent, source: 'SFS 2018:1206', accounts }
  })

/** The deficit, and whether it was entered or follows from the year before. */
export const deficitStep = ({
  deficitOre,
  isDeficitEntered,
}: Pick<TaxableResult, 'deficitOre' | 'isDeficitEntered'>): Step =>
  isDeficitEntered
    ? step('Underskott från tidigare år, angivet', 'Deficit of earlier years, as entered', -deficitOre, DEFICIT)
    : step('Underskott enligt året före', 'Deficit by the year before', -deficitOre, DEFICIT)

const DEFICIT = { source: 'IL 40 kap. 2 §' }

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
          deficitStep(of),
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
