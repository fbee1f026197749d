// What is looked at before the file of the tax forms is made: what keeps it from being made, and what is only told.
// Pure.

import type { Computed } from './computed.rules.ts'
import type { Edition } from './edition.ts'
import type { Sentence } from './form-refusals.ts'
import { formProblems as problems } from './form-refusals.ts'
import { type FormRates, subtotals } from './form-steps.rules.ts'
import { signedSum } from './form-sum.rules.ts'
import { type FormCell, type FormSheet, type Forms, isAmount } from './forms.rules.ts'

export const problemSeverities = ['stops', 'warns'] as const

export type FormProblem = {
  form: string
  copy: number
  field: string | null
  severity: (typeof problemSeverities)[number]
  sentence: Sentence
}

type Looked = { forms: Forms; edition: Edition; isOpen: boolean; rates: FormRates; computed: Computed }

/** Everything that is wrong or doubtful, in the order of the forms. */
export const problemsOf = ({ forms, edition, isOpen, rates, computed }: Looked): FormProblem[] => {
  const { sheets, unmapped, difference } = forms
  const first = sheets.find(({ form }) => edition.forms[form]?.accounts)
  const atAccounts = { form: first?.form ?? '', copy: 1, field: null }
  const found: FormProblem[] = []
  if (isOpen) found.push({ ...atAccounts, severity: 'warns', sentence: problems.openYear.said() })
  for (const { account, name, ore } of unmapped) {
    const sentence = problems.unmapped.said({ account, name, amount: Number(ore) / 100 })
    found.push({ ...atAccounts, severity: 'warns', sentence })
  }
  if (difference !== 0n) {
    const sentence = problems.unbalanced.said({ amount: Number(difference) / 100 })
    found.push({ ...atAccounts, severity: 'stops', sentence })
  }
  for (const sheet of sheets) found.push(...ofSheet(sheet, edition, rates))
  return [...found, ...ofPartners(sheets), ...ofComputation(sheets, edition, computed)]
}

/** Dropped öre of all rows, in kronor: what the return and the tax computation may differ by. */
const MOST_DROPPED = 50n
const ORE_PER_KRONA = 100n

/** The tax is booked by the tax computation: a return with another result is doubtful. */
const ofComputation = (sheets: readonly FormSheet[], edition: Edition, { taxableOre }: Computed): FormProblem[] =>
  sheets.flatMap((sheet): FormProblem[] => {
    const { total, computation } = edition.forms[sheet.form] ?? {}
    if (!total || !computation) return []
    const at = { form: sheet.form, copy: 1, field: total.surplus, severity: 'warns' as const }
    if (taxableOre === null) return [{ ...at, sentence: problems.computationLacks.said() }]
    const stated = amountIn(sheet, total.surplus) - amountIn(sheet, total.deficit)
    const off = stated - taxableOre / ORE_PER_KRONA
    if (off <= MOST_DROPPED && off >= -MOST_DROPPED) return []
    const values = { stated: String(stated), computed: String(taxableOre / ORE_PER_KRONA) }
    return [{ ...at, sentence: problems.computationDiffers.said(values) }]
  })

const amountIn = ({ cells }: FormSheet, field: string): bigint =>
  cells.find((cell) => cell.field.field === field)?.amount ?? 0n

const isFilled = ({ amount, text }: FormCell): boolean => (amount !== null && amount !== 0n) || text !== null

const ofSheet = (sheet: FormSheet, edition: Edition, rates: FormRates): FormProblem[] => {
  const { form, copy, cells } = sheet
  const at = (field: string | null) => ({ form, copy, field })
  const rowOf = (field: string) => {
    const found = cells.find((cell) => cell.field.field === field)?.field
    return found?.row || field
  }
  const hasAny = cells.some(isFilled)
  const found: FormProblem[] = []
  if (sheet.isOnPaper) found.push({ ...at(null), severity: 'warns', sentence: problems.onPaper.said({ form }) })
  for (const cell of cells) {
    const { field, kind, excludes, required } = cell.field
    if (kind === 'amount' && (cell.amount ?? 0n) < 0n)
      found.push({ ...at(field), severity: 'stops', sentence: problems.negative.said({ row: rowOf(field) }) })
    const other = cells.find((one) => one.field.field === excludes)
    if (excludes !== undefined && other && excludes > field && isFilled(cell) && isFilled(other)) {
      const sentence = problems.excluded.said({ row: rowOf(field), other: rowOf(excludes) })
      found.push({ ...at(field), severity: 'stops', sentence })
    }
    if (required && hasAny && !isFilled(cell))
      found.push({ ...at(field), severity: 'stops', sentence: problems.missing.said({ name: cell.field.name }) })
    if (cell.from && cell.entered && cell.automatic !== null && cell.amount !== cell.automatic) {
      const source = `${cell.from.form} ${cell.from.field}`
      const sentence = problems.notMoved.said({ row: rowOf(field), source, amount: String(cell.automatic) })
      found.push({ ...at(field), severity: 'stops', sentence })
    }
  }
  return [...found, ...ofTotal(sheet, edition, rowOf), ...ofCrosses(sheet), ...ofNe(sheet, rates)]
}

/** The result of the adjustments is the sum of the rows: an entered one may not differ from it. */
const ofTotal = (sheet: FormSheet, edition: Edition, rowOf: (field: string) => string): FormProblem[] => {
  const { form, copy, cells } = sheet
  const total = edition.forms[form]?.total
  if (!total) return []
  const fields = cells.map(({ field }) => field)
  const sum = signedSum(fields, total, (field) => amountIn(sheet, field))
  const stated = amountIn(sheet, total.surplus) - amountIn(sheet, total.deficit)
  if (sum === stated) return []
  const values = { row: rowOf(total.surplus), other: rowOf(total.deficit), stated: String(stated), sum: String(sum) }
  return [{ form, copy, field: total.surplus, severity: 'stops', sentence: problems.sumDiffers.said(values) }]
}

/** Questions that are answered with one cross of two: who helped, and whether the accounts were audited. */
const QUESTIONS = [
  ['8040', '8041'],
  ['8044', '8045'],
  ['8046', '8047'],
] as const

const ofCrosses = ({ form, copy, cells }: FormSheet): FormProblem[] =>
  QUESTIONS.flatMap(([yes, no]) => {
    const pair = cells.filter(({ field }) => field.field === yes || field.field === no)
    if (pair.length < 2 || pair.some(isFilled)) return []
    const name = pair[0]?.field.name.replace(/:? -? ?Ja$/, '') ?? ''
    return [{ form, copy, field: yes, severity: 'warns' as const, sentence: problems.unanswered.said({ name }) }]
  })

/** Caps of page 2 of NE: interest allocation, reserve and expansion fund (inkomstskattelagen 33, 30 and 34 kap.). */
const ofNe = (sheet: FormSheet, rates: FormRates): FormProblem[] => {
  if (sheet.form !== 'NE') return []
  const fields = sheet.cells.map(({ field }) => field)
  const upTo = (row: keyof typeof subtotals) =>
    signedSum(fields, { first: '7600', last: subtotals[row] }, (field) => amountIn(sheet, field))
  const share = rates('reserves.soleProprietorShare')
  const surplus = (amount: bigint) => (amount > 0n ? amount : 0n)
  const caps = [
    { field: '7708', row: 'R30', most: surplus(upTo('R29')) },
    { field: '7709', row: 'R34', most: share === null ? null : (surplus(upTo('R33')) * share) / 10_000n },
    { field: '7710', row: 'R36', most: surplus(upTo('R35')) },
  ]
  const at = { form: sheet.form, copy: sheet.copy }
  const over = caps.flatMap(({ field, row, most }) =>
    most === null || amountIn(sheet, field) <= most
      ? []
      : [{ ...at, field, severity: 'stops' as const, sentence: problems.beyondCap.said({ row, most: String(most) }) }],
  )
  const needsRate = amountIn(sheet, '8009') !== 0n || amountIn(sheet, '8010') !== 0n
  const isUnknown = needsRate && rates('interestAllocation.positive') === null
  return [
    ...over,
    ...(isUnknown ? [{ ...at, field: '8009', severity: 'warns' as const, sentence: problems.noRate.said() }] : []),
  ]
}

/** What the partners have is what the partnership has. */
const ofPartners = (sheets: readonly FormSheet[]): FormProblem[] => {
  const whole = sheets.find(({ form }) => form === 'INK4S')
  const parts = sheets.filter(({ form }) => form === 'INK4DU')
  if (!whole || parts.length === 0) return []
  const result = amountIn(whole, '7670') - amountIn(whole, '7770')
  const shared = parts.reduce((sum, part) => sum + amountIn(part, '8101') - amountIn(part, '8102'), 0n)
  if (result === shared) return []
  const sentence = problems.sharesDiffer.said({ shared: String(shared), result: String(result) })
  return [{ form: 'INK4DU', copy: 1, field: '8101', severity: 'stops', sentence }]
}

/** The values of a form as the file has them: amounts other than zero, crosses and texts. */
export const valuesOf = ({ cells }: FormSheet): { field: string; value: string }[] =>
  cells.flatMap((cell) => {
    const { field } = cell.field
    if (isAmount(cell.field)) {
      return cell.amount === null || cell.amount === 0n ? [] : [{ field, value: String(cell.amount) }]
    }
    return cell.text === null ? [] : [{ field, value: cell.text }]
  })
