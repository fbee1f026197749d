// What a payment of an invoice in another currency settles: pure rules. The debt is booked at the rate of the invoice,
// the money at that of its own day, and the difference between the two is a gain or a loss, realised as the debt is
// paid (årsredovisningslagen 4 kap. 13 §, BFNAR 2016:10). Amounts are öre, or cents of the currency.
import { proportion } from '#ledger'
import type { Ore } from '#platform/money'
import type { PaymentRow, Sale } from '#sales/booking/sale.rules'
import { outstandingOf } from '#sales/invoices/invoice-status.rules'

/** An amount in a currency, and the same in SEK. */
export type InBoth = { ore: Ore; baseOre: Ore }

/** The part of a sale that determines what is open of it in its currency. */
type Open = Pick<Sale, 'record' | 'payments' | 'settlements' | 'credits'>

/**
 * What is open of a sale, negative if overpaid. Payments count with the amount told in the currency and differences of
 * rates not at all; everything else counts at the rate of the invoice. Nothing is open in the one without the other.
 */
export const openOf = (sale: Open): InBoth => {
  const baseOre = outstandingOf(sale.record)
  const { totalOre, totalBaseOre, reductionBaseOre } = sale.record
  const told = sale.payments.reduce((sum, { ore }) => sum + (ore ?? 0n), 0n)
  const untold = reductionBaseOre + untoldOf(sale)
  const credited = sale.credits.reduce((sum, { record }) => sum + record.totalOre, 0n)
  const ore = totalOre - credited - told - atRate({ ore: totalOre, baseOre: totalBaseOre }, untold)
  return { ore: ore > 0n === baseOre > 0n && baseOre !== 0n ? ore : 0n, baseOre }
}

/** What was paid of a sale in its currency. */
export const paidOf = ({ record, payments }: Pick<Sale, 'record' | 'payments'>): Ore => {
  const whole = { ore: record.totalOre, baseOre: record.totalBaseOre }
  return payments.reduce((sum, { ore, sumBaseOre }) => sum + (ore ?? atRate(whole, sumBaseOre)), 0n)
}

/** Money and settlements in SEK whose amount in the currency was not told. */
const untoldOf = ({ payments, settlements }: Pick<Sale, 'payments' | 'settlements'>): Ore => {
  const ofPayments = payments.reduce((sum, { ore, sumBaseOre }) => (ore === null ? sum + sumBaseOre : sum), 0n)
  return settlements.reduce((sum, one) => (isRateDifference(one) ? sum : sum + one.sumBaseOre), ofPayments)
}

/** Whether a settlement is the difference of rates of a payment, booked with it. */
export const isRateDifference = ({ type, paymentId }: Pick<Sale['settlements'][number], 'type' | 'paymentId'>) =>
  type === 'currency' && paymentId !== null

/** An amount in SEK in the currency of a document, at its rate. */
const atRate = ({ ore, baseOre }: InBoth, sum: Ore): Ore => (baseOre === 0n ? 0n : proportion(ore, sum, baseOre))

/**
 * The debt in SEK that money settles. It settles what is open in proportion, and the last of it without a rest. What is
 * paid beyond that stands at the rate of the money, so that it carries no difference; what is paid back of the debt is
 * owed again at the rate of the invoice.
 */
export const claimSettledBy = (money: InBoth, open: InBoth, whole: InBoth): Ore => {
  const closing = within(money.ore, open.ore)
  const rest = money.ore - closing
  const closed = closing === 0n ? 0n : open.baseOre - proportion(open.baseOre, open.ore - closing, open.ore)
  if (rest === 0n) return closed
  const { ore, baseOre } = rest > 0n || whole.ore === 0n ? money : whole
  return closed + proportion(baseOre, rest, ore)
}

/** The part of an amount that lies within another one of the same sign. */
const within = (ore: Ore, most: Ore): Ore => {
  if (ore > 0n !== most > 0n || most === 0n) return 0n
  return ore > 0n === ore > most ? most : ore
}

/**
 * What money that comes back takes back: the amount that the latest payment of exactly that money had settled, not yet
 * taken back. Null if there is none. `payments` are in order.
 */
export const takenBackBy = (payments: readonly Pick<PaymentRow, 'ore' | 'sumBaseOre'>[], baseOre: Ore): Ore | null => {
  const there: Ore[] = []
  for (const { ore, sumBaseOre } of payments) {
    if (ore === null) continue
    if (sumBaseOre === -baseOre) there.push(ore)
    else if (sumBaseOre === baseOre) there.splice(there.lastIndexOf(-ore), 1)
  }
  const last = there.at(-1)
  return last === undefined ? null : -last
}
