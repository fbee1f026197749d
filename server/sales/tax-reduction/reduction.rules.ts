// Tax reduction of household work (rot and rut, inkomstskattelagen 1999:1229, 67 kap. 11-19 §§; the seller's part by
// lagen 2009:194) and of installation of green technology (67 kap. 36-45 §§; lagen 2020:1066): the work on an invoice,
// the permitted amounts, and the persons.
import { organizationNumber } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import type { Day } from '#platform/day'
import { microFromText } from '#platform/decimal'
import { type Ore, percentOf, rounded, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { roundsToWhole } from '#rule/currency'
import {
  capOn,
  daysThatCount,
  type Job,
  jobOf,
  mostFor,
  percentOn,
  type ReductionType,
  type ShareKind,
  shareKindOf,
} from '#rule/tax-reductions'
import { pointer } from '#text/json'
import { taxReductionFaults as faults } from './refusals.ts'

type Property = 'realEstate' | 'housingDesignation'

/** The requested reduction, and the persons who share it. */
export type Reduction = {
  type: ReductionType
  description: string
  propertyType: Property | null
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  people: readonly Person[]
}

export type Person = { personalNumber: string; deductionOre: Ore }

/** The relevant fields of a line; a text line has none. `quantity` is decimal text, as in the database. */
export type WorkLine = {
  itemType: 'salesItem' | 'descriptionOnlyItem'
  productType?: 'goods' | 'services' | null
  unitType?: string | null
  quantity?: string | null
  taxRate?: number | null
  netOre?: Ore
  reductionType?: ReductionType | null
  jobType?: string | null
}

/** The relevant fields of an invoice. A draft may have no customer. */
export type ReducedInvoice = {
  date: Day
  dueDate: Day
  currency: string
  currencyRate: string
  totalOre: Ore
  customerType: 'company' | 'private' | null
  lines: readonly WorkLine[]
}

/** The amount requested for a person, by position in the list, on this company's other invoices in a year. */
export type ReductionUse = { place: number; type: ReductionType; year: number; ore: Ore }

/** Units that count as hours: the quantity of such a line is its hours. */
const WORK_UNITS: readonly string[] = ['hour', 'unspecified']
/** Maximum number of hours of one kind of work in a case (the tax authority's schema). */
const MAX_HOURS = 999
const ADULT_AGE = 18
const ORE_PER_KRONA = 100n

/** All errors; `reduction` is null if the invoice has none. */
export const wrongInReduction = (
  reduction: Reduction | null,
  invoice: ReducedInvoice,
  { uses, today }: { uses: readonly ReductionUse[]; today: Day },
): FieldError[] => {
  const errors = wrongInLines(reduction, invoice.lines)
  if (reduction === null) return errors
  errors.push(...wrongInFrame(reduction, invoice), ...wrongInProperty(reduction))
  const people = wrongInPeople(reduction, invoice, today)
  errors.push(...people)
  // Amounts are checked only if everything else is valid.
  if (errors.length === 0) errors.push(...wrongInAmounts(reduction, invoice, uses))
  return errors
}

const wrongInLines = (reduction: Reduction | null, lines: readonly WorkLine[]): FieldError[] =>
  lines.flatMap((line, index) => {
    if (!line.reductionType) return []
    const at = (...rest: string[]) => pointer('lineItems', index, 'taxReduction', ...rest)
    if (reduction === null) return [faults.lineWithoutReduction(at())]
    const { type } = reduction
    const errors: FieldError[] = []
    if (line.reductionType !== type) errors.push(faults.lineOfOtherType(at('taxReductionType'), { type }))
    if (jobOf(line.jobType ?? '')?.type !== line.reductionType) {
      errors.push(faults.jobOfOtherType(at('jobType'), { type: line.reductionType }))
    }
    // The material of an installation counts too (67 kap. 44 §); of household work only the work does.
    if (line.reductionType !== 'green' && !isInHours(line)) errors.push(faults.lineNotWork(at()))
    return errors
  })

const wrongInFrame = ({ type, description }: Reduction, invoice: ReducedInvoice): FieldError[] => {
  const errors: FieldError[] = []
  if (!roundsToWhole(invoice)) errors.push(faults.sekOnly('#/taxReduction'))
  if (invoice.customerType === 'company') errors.push(faults.privateOnly('#/taxReduction'))
  if (description.trim() === '') errors.push(faults.descriptionMissing('#/taxReduction/description'))
  if (!invoice.lines.some(({ reductionType }) => reductionType)) errors.push(faults.noWork('#/taxReduction'))
  const hours = [...hoursOf(invoice.lines).values()]
  if (type === 'green' && hours.some((each) => each === 0)) errors.push(faults.noHours('#/taxReduction'))
  if (hours.some((each) => each > MAX_HOURS)) errors.push(faults.tooManyHours('#/taxReduction', { limit: MAX_HOURS }))
  return errors
}

/** Whether the quantity of a line is hours of work. An installation in pieces has no hours. */
const isInHours = ({ productType, unitType, reductionType }: WorkLine): boolean =>
  reductionType === 'green'
    ? productType === 'services' && unitType === 'hour'
    : productType === 'services' && WORK_UNITS.includes(unitType ?? 'unspecified')

/** The error for each missing part. */
const missing = {
  realEstateNumber: faults.realEstateNumber,
  tenantOrgNumber: faults.tenantOrgNumberMissing,
  apartmentNumber: faults.apartmentNumber,
} as const

/** The identifying fields of each kind of property. */
const propertyParts: Readonly<
  Record<Property, readonly ('realEstateNumber' | 'tenantOrgNumber' | 'apartmentNumber')[]>
> = {
  realEstate: ['realEstateNumber'],
  housingDesignation: ['tenantOrgNumber', 'apartmentNumber'],
}

const wrongInProperty = (reduction: Reduction): FieldError[] => {
  const { type, propertyType } = reduction
  const parts = ['realEstateNumber', 'tenantOrgNumber', 'apartmentNumber'] as const
  const given = parts.filter((part) => (reduction[part] ?? '').trim() !== '')
  const at = (part: string) => pointer('taxReduction', part)
  if (type === 'rut') {
    const told = [...(propertyType === null ? [] : ['propertyType']), ...given]
    return told.map((part) => faults.propertyOfRut(at(part)))
  }
  if (propertyType === null) return [faults.propertyMissing(at('propertyType'))]
  const needed = propertyParts[propertyType]
  const errors = parts.flatMap((part) => {
    if (needed.includes(part) && !given.includes(part)) return [missing[part](at(part))]
    return !needed.includes(part) && given.includes(part) ? [faults.propertyPartOfOther(at(part))] : []
  })
  const tenant = reduction.tenantOrgNumber
  const isWrong = given.includes('tenantOrgNumber') && organizationNumber(tenant ?? '') === null
  if (isWrong && errors.length === 0) errors.push(faults.tenantOrgNumber(at('tenantOrgNumber')))
  return errors
}

/** No message repeats a personal number: messages appear in more places than the invoice. */
const wrongInPeople = ({ people }: Reduction, { dueDate, date }: ReducedInvoice, today: Day): FieldError[] => {
  const seen = new Set<string>()
  const year = Number((dueDate > date ? dueDate : date).slice(0, 4))
  return people.flatMap(({ personalNumber: number, deductionOre }, index) => {
    const at = (part: string) => pointer('taxReduction', 'deductionPeople', index, part)
    const errors: FieldError[] = []
    const right = personalNumber(number, today) === number
    if (number === UNREADABLE) errors.push(faults.unreadableNumber(at('personalNumber')))
    else if (!right) errors.push(faults.personalNumber(at('personalNumber')))
    else if (year - Number(number.slice(0, 4)) < ADULT_AGE) errors.push(faults.tooYoung(at('personalNumber'), { year }))
    if (right && seen.has(number)) errors.push(faults.personTwice(at('personalNumber')))
    if (right) seen.add(number)
    if (deductionOre % ORE_PER_KRONA !== 0n) errors.push(faults.wholeKronor(at('deductionAmount')))
    return errors
  })
}

/**
 * The day of payment determines share and caps, and is not known yet: the request is allowed if any day from the
 * invoice date to the due date allows it. Otherwise the errors of the most favourable day are reported.
 */
const wrongInAmounts = (reduction: Reduction, invoice: ReducedInvoice, uses: Uses): FieldError[] => {
  const { date, dueDate } = invoice
  const asked = sumOf(reduction.people)
  if (asked === 0n) return [faults.nothingAsked('#/taxReduction/deductionPeople')]
  if (asked > invoice.totalOre) return [faults.aboveTotal('#/taxReduction/deductionPeople', { asked: kronor(asked) })]
  const days = daysThatCount(date, dueDate > date ? dueDate : date)
  const perDay = days.map((day) => wrongOn(day, reduction, invoice, uses))
  const known = perDay.filter((each) => each !== null)
  if (known.length === 0) return [faults.noRate('#/taxReduction/type', { from: date, to: dueDate })]
  return known.reduce((best, each) => (each.length < best.length ? each : best))
}

/** The errors if the customer paid on this day; null if the law of that day is unknown. */
const wrongOn = (day: Day, reduction: Reduction, { lines }: ReducedInvoice, uses: Uses): FieldError[] | null => {
  const { type, people } = reduction
  const kinds = [...byKind(lines)].map(([kind, some]) => ({ labour: labourOf(some), percent: percentOn(kind, day) }))
  const cap = capOn(day)
  if (cap === null || kinds.some(({ percent }) => percent === null)) return null
  const labour = labourOf(lines)
  const asked = sumOf(people)
  const most = kinds.reduce((sum, kind) => sum + mostFor(kind.labour, kind.percent ?? 0), 0n)
  const errors: FieldError[] = []
  if (asked > most) {
    const told = { asked: kronor(asked), labour: textFromOre(labour), most: kronor(most) }
    errors.push(faults.aboveShare('#/taxReduction/deductionPeople', told))
  }
  const year = Number(day.slice(0, 4))
  for (const [index, { deductionOre }] of people.entries()) {
    const had = uses.filter((use) => use.place === index && use.year === year)
    const ofType = had.filter((use) => use.type === type)
    const leftOfType = oreOf(cap[type]) - total(ofType)
    const ofWork = had.filter((use) => use.type !== 'green')
    const left = type === 'green' ? leftOfType : lesser(leftOfType, oreOf(cap.together) - total(ofWork))
    if (deductionOre <= left) continue
    const at = pointer('taxReduction', 'deductionPeople', index, 'deductionAmount')
    errors.push(faults.aboveCap(at, { year, left: kronor(left > 0n ? left : 0n) }))
  }
  return errors
}

/** The lines of work by the kind whose share they have, in the order of the kinds. */
export const byKind = <Line extends WorkLine>(lines: readonly Line[]): Map<ShareKind, Line[]> => {
  const kinds = new Map<ShareKind, Line[]>()
  for (const line of lines) {
    const job = line.reductionType ? jobOf(line.jobType ?? '') : undefined
    if (!job) continue
    const kind = shareKindOf(job)
    kinds.set(kind, [...(kinds.get(kind) ?? []), line])
  }
  return kinds
}

/**
 * What the work weighs when its reduction is lowered: its price, by the percent of its kind for payments on a day.
 * Kinds with the same percent weigh by price alone.
 */
export const weightOf = (lines: readonly WorkLine[], day: Day): bigint =>
  [...byKind(lines)].reduce((sum, [kind, some]) => sum + labourOf(some) * BigInt(percentOn(kind, day) ?? 0), 0n)

/** The price of the work including VAT; for kinds with a standard value, that share of it. */
export const labourOf = (lines: readonly WorkLine[]): Ore =>
  [...byShare(lines)].reduce((sum, [percent, some]) => sum + (withTax(some) * BigInt(percent)) / 100n, 0n)

/** The full price of the work lines including VAT. */
export const workPriceOf = (lines: readonly WorkLine[]): Ore =>
  withTax(lines.filter(({ reductionType }) => reductionType))

/** The lines including VAT, computed by rate on the sum of the lines, as on the whole invoice. */
export const withTax = (lines: readonly WorkLine[]): Ore => {
  const nets = new Map<number, Ore>()
  for (const { taxRate, netOre = 0n } of lines) nets.set(taxRate ?? 0, (nets.get(taxRate ?? 0) ?? 0n) + netOre)
  return [...nets].reduce((sum, [rate, net]) => sum + net + percentOf(net, rate), 0n)
}

/** Hours of each kind of work with hours, rounded up. Discounts do not reduce hours. */
export const hoursOf = (lines: readonly WorkLine[]): Map<Job, number> => {
  const sums = new Map<Job, bigint>()
  for (const line of lines) {
    const { jobType, reductionType, quantity, netOre } = line
    const job = reductionType ? jobOf(jobType ?? '') : undefined
    if (!job || job.standardPercent !== undefined) continue
    const isCounted = (netOre ?? 0n) > 0n && (job.type !== 'green' || isInHours(line))
    const hours = isCounted ? (microFromText(quantity ?? '0') ?? 0n) : 0n
    sums.set(job, (sums.get(job) ?? 0n) + (hours > 0n ? hours : 0n))
  }
  return new Map([...sums].map(([job, micro]) => [job, Number((micro + MICRO - 1n) / MICRO)]))
}

const MICRO = 1_000_000n

export const sumOf = (people: readonly { deductionOre: Ore }[]): Ore =>
  people.reduce((sum, { deductionOre }) => sum + deductionOre, 0n)

/**
 * The remaining amount per person after the work has become cheaper, as after a credit note: in proportion, in whole
 * kronor, and never more than before.
 */
export const lowered = (
  people: readonly { deductionOre: Ore; askedOre: Ore }[],
  weight: { before: bigint; after: bigint },
): Ore[] =>
  people.map(({ deductionOre, askedOre }) => {
    if (weight.before <= 0n || weight.after <= 0n) return 0n
    const share = (deductionOre * weight.after) / weight.before
    return lesser(share - (share % ORE_PER_KRONA), askedOre)
  })

/** Splits an amount between people in proportion to their amounts, exactly and never above these. */
export const sharedOut = (amount: Ore, had: readonly Ore[]): Ore[] => {
  const all = had.reduce((sum, one) => sum + one, 0n)
  let leftAmount = amount
  let leftAll = all
  return had.map((one) => {
    const share = leftAll === 0n ? 0n : rounded(leftAmount * one, leftAll)
    leftAmount -= share
    leftAll -= one
    return share
  })
}

/**
 * Splits whole units by weight: each gets its share rounded down, and those with the largest remainders, in order, one
 * more until all are assigned. Without any weight, no one gets anything.
 */
export const largestRemainder = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const all = weights.reduce((sum, one) => sum + one, 0n)
  if (all === 0n) return weights.map(() => 0n)
  const shares = weights.map((one) => (amount * one) / all)
  const left = amount - shares.reduce((sum, one) => sum + one, 0n)
  const remainder = (index: number) => (amount * (weights[index] ?? 0n)) % all
  const order = [...weights.keys()].sort((one, other) => Number(remainder(other) - remainder(one)) || one - other)
  for (const index of order.slice(0, Number(left))) shares[index] = (shares[index] ?? 0n) + 1n
  return shares
}

/** A personal number as shown to others than the invoice's owner. */
export const masked = (number: string): string => `${number.slice(0, 9)}XXXX`

/** The placeholder for a personal number that no key decrypts. */
export const UNREADABLE = '00000000-XXXX'

export const isMasked = (number: string): boolean => number.endsWith('XXXX')

const byShare = (lines: readonly WorkLine[]): Map<number, WorkLine[]> => {
  const groups = new Map<number, WorkLine[]>()
  for (const line of lines) {
    if (!line.reductionType) continue
    const percent = jobOf(line.jobType ?? '')?.standardPercent ?? 100
    groups.set(percent, [...(groups.get(percent) ?? []), line])
  }
  return groups
}

type Uses = readonly ReductionUse[]

const total = (uses: Uses): Ore => uses.reduce((sum, { ore }) => sum + ore, 0n)

const kronor = (ore: Ore): string => String(ore / ORE_PER_KRONA)
const oreOf = (whole: number): Ore => BigInt(whole) * ORE_PER_KRONA
const lesser = (left: Ore, right: Ore): Ore => (left < right ? left : right)
