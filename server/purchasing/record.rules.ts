// What a supplier's invoice is recorded as: what a request says of its lines, and what is kept of it.
import { MAX_RATE, rateFromNumber } from '#ledger'
import { isDay } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { type BookedLine, taxOn } from './booking.rules.ts'
import { purchaseBookingFaults as faults } from './booking-refusals.ts'
import { supplierInvoiceFaults } from './supplier-invoice-refusals.ts'
import { isOwedAtOnce, isReversed, usualRateOf, type VatTreatment } from './vat.rules.ts'

/** What a request says of a line, in the invoice's currency. */
export type LineBody = {
  account: number
  netAmount: number
  taxRate?: number | undefined
  taxAmount?: number | undefined
  vatTreatment?: VatTreatment | undefined
  description?: string | null | undefined
}

export type RecordBody = {
  date?: string | undefined
  currencyRate?: number | undefined
  lines: readonly LineBody[]
}

/** A line as it is kept. */
export type RecordedLine = BookedLine & { description: string | null }

/** What lines may stand on: the chart, with whether an account may be booked on, and which are for something else. */
export type LineAccounts = { chart: ReadonlyMap<number, boolean>; isTaken: (account: number) => boolean }

/** Maximum number of lines in one supplier invoice. */
export const MAX_RECORD_LINES = 500

/** Less than this, in SEK, is rounding of what is to be paid, and no mistake in the lines. */
const ROUNDING_LIMIT: Ore = 100n

/** Everything that is wrong with a body by itself. It may be any object: what its schema finds is not told again. */
export const wrongInRecord = (body: unknown, accounts: LineAccounts): FieldError[] => {
  const { date, currencyRate, lines } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(supplierInvoiceFaults.badDate('#/date'))
  if (typeof currencyRate === 'number' && rateFromNumber(currencyRate) === null) {
    errors.push(supplierInvoiceFaults.badRate('#/currencyRate', { limit: MAX_RATE }))
  }
  if (!Array.isArray(lines)) return errors
  const shown = lines.slice(0, MAX_RECORD_LINES)
  return [...errors, ...shown.flatMap((line, index) => wrongInLine(line, `#/lines/${index}`, accounts))]
}

const wrongInLine = (line: unknown, at: string, { chart, isTaken }: LineAccounts): FieldError[] => {
  const { account, netAmount, taxAmount, ...rest } = Object(line) as Record<string, unknown>
  const vatTreatment = (rest.vatTreatment ?? 'domestic') as VatTreatment
  const taxRate = rest.taxRate ?? usualRateOf(vatTreatment)
  const errors: FieldError[] = []
  if (typeof account === 'number') {
    if (!chart.get(account)) errors.push(faults.lineAccount(`${at}/account`, { account }))
    else if (isTaken(account)) errors.push(faults.notPurchased(`${at}/account`, { account }))
  }
  const net = typeof netAmount === 'number' ? oreFromNumber(netAmount) : undefined
  if (net === null || net === 0n) errors.push(faults.lineAmount(`${at}/netAmount`))
  if (vatTreatment === 'exempt' && typeof taxRate === 'number' && taxRate > 0) {
    errors.push(faults.exemptRate(`${at}/taxRate`))
  }
  if (isReversed(vatTreatment) && taxRate === 0) errors.push(faults.reversedRate(`${at}/taxRate`))
  if (typeof taxAmount !== 'number') return errors
  const tax = oreFromNumber(taxAmount)
  if (vatTreatment !== 'domestic') {
    return tax === 0n ? errors : [...errors, faults.taxNotCharged(`${at}/taxAmount`)]
  }
  if (net && typeof taxRate === 'number' && !isTaxOf(tax, net, taxRate)) {
    errors.push(faults.taxAmount(`${at}/taxAmount`, { most: numberFromOre(taxOn(net, taxRate)), rate: taxRate }))
  }
  return errors
}

/** Less tax than the rate makes may be charged or deducted, and suppliers round each in their own way; never more. */
const isTaxOf = (tax: Ore | null, net: Ore, taxRate: number): boolean => {
  if (tax === null) return false
  if (taxRate === 0) return tax === 0n
  const [charged, most] = net < 0n ? [-tax, taxOn(-net, taxRate)] : [tax, taxOn(net, taxRate)]
  return charged >= 0n && charged < most + ROUNDING_LIMIT
}

/** The lines as they are kept, of a body in which nothing is wrong. */
export const linesOf = ({ lines }: Pick<RecordBody, 'lines'>): RecordedLine[] => {
  const nets = new Map<number, Ore>()
  return lines.map(({ account, netAmount, taxAmount, vatTreatment = 'domestic', description, ...line }) => {
    const netOre = oreFromNumber(netAmount)
    const given = taxAmount === undefined ? undefined : oreFromNumber(taxAmount)
    if (netOre === null || given === null) throw new Error('A wrong line was not refused')
    const taxRate = line.taxRate ?? usualRateOf(vatTreatment)
    const kept = { account, netOre, taxRate, vatTreatment, description: description?.trim() || null }
    if (vatTreatment !== 'domestic') return { ...kept, taxOre: 0n }
    if (given !== undefined) return { ...kept, taxOre: given }
    // Tax is on the sum of each rate, as suppliers calculate it: a line has what it adds to that.
    const before = nets.get(taxRate) ?? 0n
    nets.set(taxRate, before + netOre)
    return { ...kept, taxOre: taxOn(before + netOre, taxRate) - taxOn(before, taxRate) }
  })
}

/**
 * Whether an invoice waits for its payments under the cash method. Nothing is ever paid on one of nothing. Where any
 * tax is owed at once, all of the invoice is booked with it: it is one debt, which its payments clear.
 */
export const isBookedAsPaid = (lines: readonly BookedLine[], { totalOre }: { totalOre: Ore }): boolean =>
  totalOre !== 0n && !lines.some(({ vatTreatment }) => isOwedAtOnce(vatTreatment))

/** What is wrong with lines beside the invoice that they are of. */
export const wrongInSum = (
  lines: readonly RecordedLine[],
  { totalOre, currency }: { totalOre: Ore; currency: string },
): FieldError[] => {
  const sum = lines.reduce((total, { netOre, taxOre }) => total + netOre + taxOre, 0n)
  const difference = sum < totalOre ? totalOre - sum : sum - totalOre
  if (totalOre === 0n && difference === 0n && cancelOut(lines)) return [faults.nothingBooked('#/lines')]
  // Only kronor are rounded when they are paid.
  if (difference === 0n || (currency === 'SEK' && difference < ROUNDING_LIMIT)) return []
  return [faults.linesDiffer('#/lines', { sum: numberFromOre(sum), total: numberFromOre(totalOre) })]
}

/**
 * Whether lines take each other back, so that an invoice of nothing books nothing: on each account, whatever their tax,
 * and in each tax that the buyer owes. What is charged of tax is then nothing either.
 */
const cancelOut = (lines: readonly RecordedLine[]): boolean => {
  const sums = new Map<string, Ore>()
  const add = (key: string, ore: Ore) => sums.set(key, (sums.get(key) ?? 0n) + ore)
  for (const { account, vatTreatment, taxRate, netOre } of lines) {
    add(`account ${account}`, netOre)
    if (isReversed(vatTreatment)) add(`${vatTreatment} ${taxRate}`, netOre)
  }
  return [...sums.values()].every((sum) => sum === 0n)
}
