// Which settlements an invoice accepts, and how each is booked: pure rules. All amounts are öre in SEK.
import { type AccountMap, type DocumentItem, purchaseBasePair } from '#ledger'
import type { Day } from '#platform/day'
import { type Ore, percentOf, rounded } from '#platform/money'
import { lawOn } from '#rule/law'
import { sumOf } from '#sales/booking/booking.rules'
import {
  discountOf,
  lossItems,
  type ReducibleSale,
  reductionSharesOf,
  type Settled,
} from '#sales/booking/losses-and-discounts.rules'

/** The VAT treatment of a payment service's fee. */
export const vatSchemes = ['domestic', 'eu', 'nonEu', 'vatExempt'] as const
export type VatScheme = (typeof vatSchemes)[number]

/** Settlement types available in the API, and those of the console. */
export const apiSettlements = [
  'currency',
  'bankFee',
  'paymentServiceFee',
  'cashDiscount',
  'reminderFee',
  'lateInterest',
] as const
export const consoleSettlements = ['badDebt', 'balanceAdjustment'] as const
export type SettlementType = (typeof apiSettlements)[number] | (typeof consoleSettlements)[number]

/** Counts as paid although less was received: withheld in transit, or lost in the exchange rate. */
export const paidSettlements: readonly SettlementType[] = ['bankFee', 'paymentServiceFee', 'currency']

/** `termsOnInvoice` concerns cash discounts: whether the invoice states the terms, so that VAT is reduced too. */
export type BookedSettlement = {
  date: Day
  type: SettlementType
  sumBaseOre: Ore
  vatScheme: VatScheme | null
  termsOnInvoice: boolean | null
}

/**
 * Types with a fixed direction: a discount lowers the outstanding amount, fees and interest raise it. The opposite sign
 * reverses earlier ones, up to their sum.
 */
export const directionOf = (type: SettlementType): 'lowers' | 'raises' | null => {
  if (type === 'cashDiscount') return 'lowers'
  return isCharge(type) ? 'raises' : null
}

/**
 * The allowed range of a fee or currency difference. A positive one replaces money that does not arrive, at most the
 * outstanding amount. A negative one raises the debt, at most by the total of the sale, or covers an overpayment.
 * Either may reverse earlier ones.
 */
export const boundsOf = (of: { claim: Ore; outstanding: Ore; made: Ore }): { most: Ore; least: Ore } => ({
  most: largest(0n, of.outstanding, -of.made),
  least: -largest(0n, -of.outstanding, of.made, of.claim + of.made),
})

const largest = (...sums: readonly Ore[]): Ore => sums.reduce((most, sum) => (sum > most ? sum : most))

/** Charges for late payment beside the sale: damages and interest, without VAT. */
export const isCharge = (type: SettlementType): boolean => type === 'reminderFee' || type === 'lateInterest'

/** The debit items of a settlement; they add up to its sum. */
export const settle = (
  { date, type, sumBaseOre: sum, vatScheme, termsOnInvoice }: BookedSettlement,
  sale: ReducibleSale,
  accounts: AccountMap,
): Settled => {
  const alone = (...debit: DocumentItem[]): Settled => ({ debit, lowered: [] })
  switch (type) {
    case 'currency':
      return alone({ account: sum > 0n ? accounts.currencyLoss : accounts.currencyGain, debit: sum })
    case 'bankFee':
      return alone({ account: accounts.bankFee, debit: sum })
    case 'balanceAdjustment':
      return alone({ account: accounts.balanceAdjustment, debit: sum })
    case 'badDebt': {
      const lowered = reductionSharesOf(sale, sum)
      const untaxed = { account: accounts.badDebtUntaxed, debit: sum - sumOf(lowered) }
      return { debit: [...lossItems(lowered, accounts), untaxed], lowered }
    }
    case 'reminderFee':
    case 'lateInterest':
      return alone({ account: accounts[type], debit: sum })
    case 'cashDiscount':
      return discountOf(sum, termsOnInvoice === true, sale, accounts)
    case 'paymentServiceFee':
      return alone(...feeItems({ sum, date }, vatScheme ?? 'vatExempt', accounts))
  }
}

/** The VAT on payment services has the standard rate. */
const feeItems = (
  { sum, date }: { sum: Ore; date: Day },
  vatScheme: VatScheme,
  accounts: AccountMap,
): DocumentItem[] => {
  const taxRate = lawOn(date).value('vat.standard')
  if (vatScheme === 'vatExempt') return [{ account: accounts.paymentFeeExempt, debit: sum }]
  if (vatScheme === 'domestic') {
    const tax = rounded(sum * BigInt(taxRate), BigInt(100 + taxRate))
    return [
      { account: accounts.paymentFeeDomestic, debit: sum - tax },
      { account: accounts.inputVat, debit: tax },
    ]
  }
  const tax = percentOf(sum, taxRate)
  const [account, box] =
    vatScheme === 'eu' ? ([accounts.paymentFeeEu, '21'] as const) : ([accounts.paymentFeeNonEu, '22'] as const)
  const base = purchaseBasePair({ account, box, taxRate }, accounts)
  return [
    { account, debit: sum },
    { account: accounts.reverseInputVat, debit: tax },
    { account: accounts.reverseOutputVat25, credit: tax },
    ...(base
      ? [
          { account: base.account, debit: sum },
          { account: base.against, credit: sum },
        ]
      : []),
  ]
}
