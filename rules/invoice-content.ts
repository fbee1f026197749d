// What an invoice has to say of its seller and its buyer, and may lack when it is published.

/**
 * Missing addresses (mervärdesskattelagen 2023:200, 17 kap. 24 §, which a simplified invoice does without, 26–28 §§),
 * or an account that the buyer can pay to.
 */
export type MissingContent = 'sellerAddress' | 'buyerAddress' | 'paymentAccount'

type Content = {
  type: 'invoice' | 'cashInvoice' | 'advanceInvoice'
  /** What it comes to with tax, in öre of the currency of the books. */
  totalOre: bigint
  /** Whether it is small enough to be a simplified invoice (förenklad faktura). */
  isSimple: boolean
  seller: { line1: string | null; city: string | null }
  buyerHasAddress: boolean
  /** Each as it is set; null or empty without one. */
  accounts: readonly (string | null)[]
}

/** What is missing, in the order in which it is told. */
export const missingContent = (content: Content): MissingContent[] => {
  const { type, totalOre, isSimple, seller, buyerHasAddress, accounts } = content
  const missing: MissingContent[] = []
  if (!isSimple && !(seller.line1 && seller.city)) missing.push('sellerAddress')
  if (!isSimple && !buyerHasAddress) missing.push('buyerAddress')
  if (type !== 'cashInvoice' && totalOre > 0n && !accounts.some(Boolean)) missing.push('paymentAccount')
  return missing
}
