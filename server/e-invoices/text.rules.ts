// Limits and cleans texts from e-invoices. Pure.
import { short } from '#text/short'
import { withoutUnseen } from '#text/unseen'
import { text } from '#text/xml'

/**
 * The text of the element at this path, shortened and without invisible characters, which XML allows but names may not
 * have; null if missing or empty.
 */
export const shortTextIn = (limit: number, of: unknown, ...names: [string, ...string[]]): string | null => {
  const seen = withoutUnseen(text(of, ...names) ?? '')
  return short(seen.replace(/\s+/g, ' ').trim(), limit) || null
}
