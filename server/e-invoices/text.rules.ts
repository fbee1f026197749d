// Limits and cleans texts from e-invoices. Pure.
import { withoutInvisibleCharacters } from '#text/invisible-characters'
import { truncate } from '#text/truncate'
import { text } from '#text/xml'

/**
 * The text of the element at this path, shortened and without invisible characters, which XML allows but names may not
 * have; null if missing or empty.
 */
export const shortTextIn = (limit: number, of: unknown, ...names: [string, ...string[]]): string | null => {
  const seen = withoutInvisibleCharacters(text(of, ...names) ?? '')
  return truncate(seen.replace(/\s+/g, ' ').trim(), limit) || null
}
