// The lines of a payslip, and what they come to: taxable pay, tax, deductions and net pay of a person in a run.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { contributionsOf, growthSupportOf } from '#rule/payroll/contributions'
import { type PayEffect, type PayTypeKey, payType } from '#rule/payroll/pay-types'
import { type TaxRule, taxOf } from '#rule/payroll/tax'

/** A line: `ore` is below zero where it lowers pay, a benefit or what is paid out. */
export type PayLine = {
  employmentId: string
  payType: PayTypeKey
  note: string | null
  from: Day | null
  to: Day | null
  /** In thousandths of the unit of its type. */
  quantity: bigint | null
  rateOre: Ore | null
  ore: Ore
  itemId: string | null
  correctedRunId: string | null
  /** What an attachment of earnings leaves of the net pay. */
  protectedOre: Ore | null
}

/** What is known of a person beside the lines of the run. */
type PersonInRun = {
  payDate: Day
  birthYear: number
  rule: TaxRule
  lines: readonly PayLine[]
  /** Of other runs paid in the same calendar month. */
  earlier: { regularOre: Ore; taxOre: Ore; baseOre: Ore }
  /** Taxable pay of other runs of the calendar year, and what is expected of its months that are left. */
  restOfYearOre: Ore
  hasGrowthSupport: boolean
}

type Part = { percent: number | null; baseOre: Ore; ore: Ore }
type TaxPartOf = Part & { what: ReturnType<typeof taxOf>['parts'][number]['what'] }
type ContributionPartOf = Part & { percent: number }

/** What a person gets in a run, in öre. */
export type PayslipSums = {
  /** Cash pay after gross deductions. */
  grossOre: Ore
  benefitsOre: Ore
  /** Taxed by table, and by the table of one-off amounts. */
  regularOre: Ore
  oneOffOre: Ore
  taxOre: Ore
  /** Net deductions with what is paid for benefits, above zero where they lower the net pay. */
  deductionsOre: Ore
  reimbursedOre: Ore
  netOre: Ore
  /** What contributions are reckoned on. */
  baseOre: Ore
  contributionsOre: Ore
  growthSupportOre: Ore
}

export type Computed = PayslipSums & {
  lines: readonly PayLine[]
  taxParts: readonly TaxPartOf[]
  contributionParts: readonly ContributionPartOf[]
}

const sumOf = (lines: readonly PayLine[], ...effects: readonly PayEffect[]): Ore =>
  lines.reduce((sum, line) => (effects.includes(payType(line.payType).effect) ? sum + line.ore : sum), 0n)

/**
 * Computes a payslip. Attachments of earnings come last, from the net pay without reimbursements, and leave what they
 * protect.
 * @throws {NoTaxTables} where tax is by table and there is none for the day
 */
export const computedPayslip = (person: PersonInRun): Computed => {
  const { payDate, birthYear, rule, lines, earlier, restOfYearOre, hasGrowthSupport } = person
  const grossOre = sumOf(lines, 'pay', 'oneOff', 'grossDeduction')
  const benefitsOre = sumOf(lines, 'benefit', 'benefitPaid')
  const oneOffOre = sumOf(lines, 'oneOff')
  const baseOre = grossOre + benefitsOre
  const regularOre = baseOre - oneOffOre
  const yearlyOre = restOfYearOre + baseOre
  const cashOre = grossOre + sumOf(lines, 'benefitPaid')
  const { taxOre, parts: taxParts } = taxOf(rule, {
    day: payDate,
    regularOre,
    oneOffOre,
    yearlyOre,
    cashOre,
    earlier: { regularOre: earlier.regularOre, taxOre: earlier.taxOre },
  })
  const contributionParts = contributionsOf({ birthYear, day: payDate }, { baseOre, earlierOre: earlier.baseOre })
  const contributionsOre = contributionParts.reduce((sum, { ore }) => sum + ore, 0n)
  const others = lines.filter((line) => line.payType !== 'enforcement')
  const reimbursedOre = sumOf(lines, 'taxFree')
  const attached = withAttachments(lines, cashOre - taxOre + sumOf(others, 'netDeduction'))
  const deductionsOre = -sumOf(attached, 'netDeduction', 'benefitPaid')
  return {
    grossOre,
    benefitsOre,
    regularOre,
    oneOffOre,
    taxOre,
    deductionsOre,
    reimbursedOre,
    netOre: grossOre - taxOre - deductionsOre + reimbursedOre,
    baseOre,
    contributionsOre,
    growthSupportOre: hasGrowthSupport && baseOre > 0n ? supportOf(payDate, baseOre, contributionsOre) : 0n,
    lines: attached,
    taxParts,
    contributionParts,
  }
}

const supportOf = (day: Day, baseOre: Ore, paidOre: Ore): Ore => growthSupportOf(day, { baseOre, paidOre })

/** Each attachment takes no more than the net pay above what it protects. */
const withAttachments = (lines: readonly PayLine[], netOre: Ore): readonly PayLine[] => {
  let left = netOre
  return lines.map((line) => {
    if (line.payType !== 'enforcement' || line.ore >= 0n) return line
    const most = left - (line.protectedOre ?? 0n)
    const asked = -line.ore
    const takenOre = most <= 0n ? 0n : asked < most ? asked : most
    left -= takenOre
    return { ...line, ore: -takenOre }
  })
}

/** What changed since the payslip before, and why. */
export type Change =
  | { what: 'first' }
  | { what: 'payType'; payType: PayTypeKey; beforeOre: Ore; ore: Ore }
  | { what: 'tax'; before: string; now: string }
  | { what: 'contributions'; before: number; now: number }

type Compared = { lines: readonly { payType: PayTypeKey; ore: Ore }[]; tax: string; percent: number }

/** The differences of two payslips of a person by pay type, tax and rate of contributions. */
export const changesBetween = (before: Compared | null, now: Compared): Change[] => {
  if (before === null) return [{ what: 'first' }]
  const totals = ({ lines }: Compared) => {
    const sums = new Map<PayTypeKey, Ore>()
    for (const line of lines) sums.set(line.payType, (sums.get(line.payType) ?? 0n) + line.ore)
    return sums
  }
  const [earlier, present] = [totals(before), totals(now)]
  const changes = [...new Set([...earlier.keys(), ...present.keys()])].flatMap((key): Change[] => {
    const [beforeOre, ore] = [earlier.get(key) ?? 0n, present.get(key) ?? 0n]
    return beforeOre === ore ? [] : [{ what: 'payType', payType: key, beforeOre, ore }]
  })
  if (before.tax !== now.tax) changes.push({ what: 'tax', before: before.tax, now: now.tax })
  if (before.percent !== now.percent) changes.push({ what: 'contributions', before: before.percent, now: now.percent })
  return changes
}
