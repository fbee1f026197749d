// The tax authority decides on a reduction: what it grants is paid, and what it does not grant the customer owes again.
import type { Enter } from './entrance.ts'

type Standing = { unanswered: number }

/** Grants an amount, in kronor, and refuses the rest; all is granted where no amount is given. */
export const taxAuthorityDecides = async (
  enter: Enter,
  { invoiceId, grantedAmount, date }: { invoiceId: string; grantedAmount?: number; date?: string },
): Promise<unknown> => {
  const params = { invoiceId }
  const day = date === undefined ? {} : { date }
  const refuse = () => enter<Standing>('refuseTaxReduction', { params, body: day })
  if (grantedAmount === 0) return refuse()
  const amount = grantedAmount === undefined ? {} : { amount: grantedAmount }
  const standing = await enter<Standing>('payTaxReduction', { params, body: { ...day, ...amount } })
  return standing.unanswered > 0 ? refuse() : standing
}
