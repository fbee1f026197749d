// Which settlements an invoice takes, and what each is in the books: pure rules. All amounts are öre in SEK.
import { type AccountMap, type DocumentItem, purchaseBasePair } from '#ledger'
import { type Ore, percentOf, rounded } from '#platform/money'
import { sumOf } from './booking.rules.ts'
import { discountOf, type Lowerable, lossItems, loweredShareOf, type Settled } from './lowering.rules.ts'

/** How value added tax is dealt with on the fee of a payment service. */
export const vatSchemes = ['domestic', 'eu', 'nonEu', 'vatExempt'] as const
export type VatScheme = (typeof vatSchemes)[number]

/** Settlements that are made through the API, and those that are made in the console. */
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

/** What counts as paid though less came in: somebody kept it on the way, or the rate of the currency has. */
export const paidSettlements: readonly SettlementType[] = ['bankFee', 'paymentServiceFee', 'currency']

/** `termsOnInvoice` is of cash discounts: whether the invoice states the terms, so that its tax falls as well. */
export type BookedSettlement = {
  type: SettlementType
  sumBaseOre: Ore
  vatScheme: VatScheme | null
  termsOnInvoice: boolean | null
}

/**
 * The types that go one way: a discount lowers what is outstanding, fees and interest raise it. The other way takes
 * back what was made, and no more.
 */
export const directionOf = (type: SettlementType): 'lowers' | 'raises' | null => {
  if (type === 'cashDiscount') return 'lowers'
  return isCharge(type) ? 'raises' : null
}

/**
 * Between which sums a fee or a currency difference lies. Above zero it stands for money that does not come, which is
 * at most what is outstanding. Below zero it raises what is owed, by no more than the sale comes to in all, or covers
 * what was paid too much. Either way it may take back what was made.
 */
export const boundsOf = (of: { claim: Ore; outstanding: Ore; made: Ore }): { most: Ore; least: Ore } => ({
  most: largest(0n, of.outstanding, -of.made),
  least: -largest(0n, -of.outstanding, of.made, of.claim + of.made),
})

const largest = (...sums: readonly Ore[]): Ore => sums.reduce((most, sum) => (sum > most ? sum : most))

/** What a late customer owes beside the sale: damages and interest, on which there is no tax. */
export const isCharge = (type: SettlementType): boolean => type === 'reminderFee' || type === 'lateInterest'

/** The rate on services of payment providers: the standard one (mervärdesskattelagen 2023:200, 9 kap. 2 §). */
const FEE_TAX_RATE = 25

/** What a settlement of an invoice is in the books; its sum is that of what it stands for. */
export const settle = (
  { type, sumBaseOre: sum, vatScheme, termsOnInvoice }: BookedSettlement,
  sale: Lowerable,
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
      const lowered = loweredShareOf(sale, sum)
      const untaxed = { account: accounts.badDebtUntaxed, debit: sum - sumOf(lowered) }
      return { debit: [...lossItems(lowered, accounts), untaxed], lowered }
    }
    case 'reminderFee':
    case 'lateInterest':
      return alone({ account: accounts[type], debit: sum })
    case 'cashDiscount':
      return discountOf(sum, termsOnInvoice === true, sale, accounts)
    case 'paymentServiceFee':
      return alone(...feeItems(sum, vatScheme ?? 'vatExempt', accounts))
  }
}

const feeItems = (sum: Ore, vatScheme: VatScheme, accounts: AccountMap): DocumentItem[] => {
  if (vatScheme === 'vatExempt') return [{ account: accounts.paymentFeeExempt, debit: sum }]
  if (vatScheme === 'domestic') {
    const tax = rounded(sum * BigInt(FEE_TAX_RATE), BigInt(100 + FEE_TAX_RATE))
    return [
      { account: accounts.paymentFeeDomestic, debit: sum - tax },
      { account: accounts.inputVat, debit: tax },
    ]
  }
  const tax = percentOf(sum, FEE_TAX_RATE)
  const [account, box] =
    vatScheme === 'eu' ? ([accounts.paymentFeeEu, '21'] as const) : ([accounts.paymentFeeNonEu, '22'] as const)
  const base = purchaseBasePair({ account, box, taxRate: FEE_TAX_RATE }, accounts)
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
