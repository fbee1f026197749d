// Recording a supplier invoice: validation of its lines, and their stored form.
import { MAX_RATE, rateFromNumber } from '#ledger'
import { isDay } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { roundsToWhole } from '#rule/currency'
import { type BookedLine, taxOn } from './booking.rules.ts'
import { purchaseBookingFaults as faults } from './booking-refusals.ts'
import { supplierInvoiceFaults } from './supplier-invoice-refusals.ts'
import { isOwedAtOnce, isReversed, usualRateOf, type VatTreatment } from './vat.rules.ts'

/** A line in a request, in the invoice's currency. */
type LineBody = {
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

/** A stored line. */
export type RecordedLine = BookedLine & { description: string | null }

/** The accounts for lines: the chart with whether each account is open, and which accounts are reserved. */
export type LineAccounts = { chart: ReadonlyMap<number, boolean>; isTaken: (account: number) => boolean }

/** Maximum number of lines in one supplier invoice. */
export const MAX_RECORD_LINES = 500

/** A smaller difference in SEK is rounding of the amount to pay, not an error in the lines. */
const ROUNDING_LIMIT: Ore = 100n

/** All errors in a body by itself, which may be any object; errors that the schema reports are not repeated. */
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

/** VAT may be charged or deducted below the computed amount, and suppliers round differently; never above it. */
const isTaxOf = (tax: Ore | null, net: Ore, taxRate: number): boolean => {
  if (tax === null) return false
  if (taxRate === 0) return tax === 0n
  const [charged, most] = net < 0n ? [-tax, taxOn(-net, taxRate)] : [tax, taxOn(net, taxRate)]
  return charged >= 0n && charged < most + ROUNDING_LIMIT
}

/** Converts the lines of a validated body to their stored form. */
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
    // VAT is on the sum of each rate, as suppliers compute it: each line has its contribution to that.
    const before = nets.get(taxRate) ?? 0n
    nets.set(taxRate, before + netOre)
    return { ...kept, taxOre: taxOn(before + netOre, taxRate) - taxOn(before, taxRate) }
  })
}

/**
 * Whether an invoice is booked on payment under the cash method. A zero invoice is never paid. If any VAT is due at
 * once, the whole invoice is booked with it, as one debt that its payments settle.
 */
export const isBookedAsPaid = (lines: readonly BookedLine[], { totalOre }: { totalOre: Ore }): boolean =>
  totalOre !== 0n && !lines.some(({ vatTreatment }) => isOwedAtOnce(vatTreatment))

/** Errors in lines in relation to their invoice. */
export const wrongInSum = (
  lines: readonly RecordedLine[],
  invoice: { totalOre: Ore; currency: string; currencyRate: string },
): FieldError[] => {
  const { totalOre } = invoice
  const sum = lines.reduce((total, { netOre, taxOre }) => total + netOre + taxOre, 0n)
  const difference = sum < totalOre ? totalOre - sum : sum - totalOre
  if (totalOre === 0n && difference === 0n && cancelOut(lines)) return [faults.nothingBooked('#/lines')]
  // Only SEK amounts are rounded on payment, in books in SEK.
  if (difference === 0n || (roundsToWhole(invoice) && difference < ROUNDING_LIMIT)) return []
  return [faults.linesDiffer('#/lines', { sum: numberFromOre(sum), total: numberFromOre(totalOre) })]
}

/**
 * Whether lines cancel out, so that a zero invoice books nothing: on each account, for any VAT, and in each
 * reverse-charge VAT. Charged VAT then cancels out too.
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
