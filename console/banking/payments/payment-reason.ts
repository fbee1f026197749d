// Why the bank refused a payment, in one line.
import type { Schema } from '#client'
import type { Language } from '#words'

/** The code of the bank with what it means, and its own words; null where it gives no reason. */
export const reasonText = ({ reason }: Pick<Schema<'BankPayment'>, 'reason'>, language: Language): string | null => {
  if (!reason) return null
  const known = [reason.code, language === 'sv' ? reason.swedish : reason.english].filter(Boolean).join(' ')
  return [known, reason.words].filter(Boolean).join(': ')
}
