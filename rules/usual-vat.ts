// Which VAT is usually on what is bought and booked on an account of the BAS plan: a proposal that a person sees before
// the entry is booked. What the account does not tell is left open.
import type { VatKind } from '#rule/vat-kind'

/** `exempt`: usually without VAT that may be deducted. */
type UsualVat = VatKind | 'exempt'

type Span = readonly [first: number, last: number, vat: UsualVat]

/** Four-digit accounts; the first span that holds an account says its VAT. */
const spans: readonly Span[] = [
  // Rent is taxed only where the landlord has chosen it; insurance and vehicle tax never are.
  [5010, 5019, 'exempt'],
  [5612, 5612, 'exempt'],
  [5810, 5819, 'passengerTransport'],
  [5831, 5832, 'lodging'],
  [6040, 6040, 'exempt'],
  [6062, 6063, 'exempt'],
  [6071, 6071, 'restaurant'],
  [6072, 6072, 'exempt'],
  [6310, 6399, 'exempt'],
  [6570, 6579, 'exempt'],
  [6970, 6970, 'books'],
  [6980, 6989, 'exempt'],
  [6992, 6993, 'exempt'],
  [7610, 7619, 'standard'],
  [7631, 7631, 'restaurant'],
  [7632, 7632, 'exempt'],
  [7690, 7699, 'standard'],
  [1200, 1299, 'standard'],
  [4000, 4399, 'standard'],
  [4600, 4699, 'standard'],
  [5000, 6999, 'standard'],
  [7000, 7999, 'exempt'],
]

/** The account with four digits: of a sub-account, the one above it. */
const mainOf = (account: number): number => Number(String(account).slice(0, 4))

/** The usual VAT of a purchase on an account; null where the account is none of purchases. */
export const usualVatOf = (account: number): UsualVat | null => {
  const main = mainOf(account)
  return spans.find(([first, last]) => main >= first && main <= last)?.[2] ?? null
}
