// What some forms calculate beside sums: NE and N3A with interest allocation, reserves, expansion fund and social
// contributions, and the capital of partners. Whole kronor, öre dropped. Pure.
import type { LawKey } from '#rule/law-keys'
import type { SruAccount } from '#year-end/sru.rules'
import type { FormField } from './edition.ts'
import { signedSum } from './form-sum.rules.ts'

/** What the law says of a year, in hundredths of a percent or in kronor; null where it is not known yet. */
export type FormRates = (key: LawKey) => bigint | null

type Working = {
  fields: readonly FormField[]
  amountOf: (field: string) => bigint
  put: (field: string, amount: bigint, from?: { form: string; field: string } | null) => void
  isCrossed: (field: string) => boolean
  accounts: readonly SruAccount[]
  rates: FormRates
}

type Step = (working: Working) => void

/** Steps before the total of the form, and those that need it. */
type Steps = { before?: Step; after?: Step }

const HUNDREDTHS = 10_000n

/** A share of an amount, in hundredths of a percent; nothing of less than nothing. */
const shareOf = (amount: bigint, share: bigint | null): bigint | null =>
  share === null ? null : amount <= 0n ? 0n : (amount * share) / HUNDREDTHS

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** The surplus of NE after some row; a deficit is below zero. */
const upTo = ({ fields, amountOf }: Working, last: string): bigint =>
  signedSum(fields, { first: '7600', last }, amountOf)

/** The rows of NE that are subtotals on paper: R29 by its last field before it, and so on. */
export const subtotals = { R17: '7701', R29: '7707', R33: '7608', R35: '7709', R42: '7713' } as const

const subtotalOf = (working: Working, row: keyof typeof subtotals): bigint => upTo(working, subtotals[row])

/**
 * Page 2 of NE. Interest allocation: the capital base at the start of the year times the state loan rate plus 6 points,
 * or 1 point where it is negative, if it exceeds a limit (inkomstskattelagen 33 kap. 3–5 §§); positive at most what the
 * business yields. Social contributions: at most a share of the surplus (16 kap. 30 §).
 */
const ne: Step = (working) => {
  const { amountOf, put, rates, isCrossed } = working
  const limit = rates('interestAllocation.least') ?? 0n
  const base = amountOf('8009')
  const negative = amountOf('8010')
  const allowed = base > limit ? shareOf(base, rates('interestAllocation.positive')) : 0n
  if (allowed !== null && allowed > 0n) put('7708', least(allowed, positive(subtotalOf(working, 'R29'))))
  const owed = negative > limit ? shareOf(negative, rates('interestAllocation.negative')) : 0n
  if (owed !== null && owed > 0n) put('7607', owed)
  const saved = (allowed ?? 0n) - amountOf('7708')
  if (saved > 0n) put('8011', saved)
  const onPensions = shareOf(amountOf('7711'), rates('selfEmployed.pensionPayrollTax'))
  if (onPensions !== null && onPensions > 0n) put('7712', onPensions)
  const key = isCrossed('7021') ? 'selfEmployed.payrollTaxDeduction' : 'selfEmployed.contributionsDeduction'
  const deduction = shareOf(subtotalOf(working, 'R42'), rates(key))
  if (deduction !== null && deduction > 0n) put('7714', deduction)
}

/** Capital of the partners: what it was, what the year moved, and what it became; the rows add up. */
const ink4r: Step = ({ amountOf, put, accounts }) => {
  const opening = accounts.filter(({ main }) => OPENING_CAPITAL.has(main)).reduce((sum, { ore }) => sum - ore, 0n)
  put('7310', opening / 100n)
  if (amountOf('7450') !== 0n) put('7312', amountOf('7450'), { form: 'INK4R', field: '7450' })
  if (amountOf('7550') !== 0n) put('7313', amountOf('7550'), { form: 'INK4R', field: '7550' })
  put('7311', amountOf('7314') - amountOf('7310') - amountOf('7312') + amountOf('7313'))
}

/** Opening capital of up to four partners, in the chart for partnerships. */
const OPENING_CAPITAL: ReadonlySet<number> = new Set([2010, 2016, 2020, 2026, 2030, 2036, 2040, 2046])

/** Moves between the rows of N3A that stand for the same amount. */
const sameRows = [
  ['6635', '6609'],
  ['6673', '6610'],
  ['6573', '6510'],
  ['6676', '6611'],
  ['6577', '6513'],
  ['6591', '6611'],
  ['6691', '6513'],
] as const

/**
 * N3A: interest allocation as in NE (rows 40 and 41), tax on the expansion fund at the rate of companies (rows 81 and
 * 83; lag 1993:1537 om expansionsfondsskatt 3 §), the expansion fund at the end of the year (row 89).
 */
const n3a: Step = ({ amountOf, put, rates }) => {
  const base = amountOf('6533')
  const positiveShare = shareOf(base, rates('interestAllocation.positive'))
  if (positiveShare !== null && positiveShare > 0n) put('6534', positiveShare)
  const negativeShare = shareOf(-base, rates('interestAllocation.negative'))
  if (negativeShare !== null && negativeShare > 0n) put('6633', negativeShare)
  const sum = amountOf('6534') - amountOf('6633') + amountOf('6535')
  if (sum > 0n) put('6536', sum)
  else if (sum < 0n) put('6634', -sum)
  for (const [field, of] of sameRows) if (amountOf(of) !== 0n) put(field, amountOf(of), { form: 'N3A', field: of })
  const left = amountOf('6536') - amountOf('6635')
  if (left > 0n) put('6537', left)
  const tax = rates('incomeTax.company')
  for (const [field, of] of [
    ['6576', '6676'],
    ['6677', '6577'],
  ] as const) {
    const owed = shareOf(amountOf(of), tax)
    if (owed !== null && owed > 0n) put(field, owed)
  }
  const fund = amountOf('6590') + amountOf('6591') - amountOf('6691')
  if (fund !== 0n) put('6599', fund)
}

/** What is left of a deficit when it has been used otherwise (row 32). */
const n3aLeft: Step = ({ amountOf, put }) => {
  const left = amountOf('6620') - amountOf('6521') - amountOf('6522')
  if (left > 0n) put('6621', left)
}

const steps: Readonly<Record<string, Steps>> = {
  NE: { before: ne },
  INK4R: { before: ink4r },
  N3A: { before: n3a, after: n3aLeft },
}

export const stepsOf = (form: string): Steps | undefined => steps[form]
