// What is kept of what others write, and how much. Pure.
import { short } from '#platform/short'
import { withoutUnseen } from '#platform/unseen'
import { text } from '#platform/xml'

/**
 * The text of the element that is reached by these names, cut and without what nobody sees, which XML allows and no
 * name may have; null when it is not there or nothing is left.
 */
export const shortTextIn = (limit: number, of: unknown, ...names: [string, ...string[]]): string | null => {
  const seen = withoutUnseen(text(of, ...names) ?? '')
  return short(seen.replace(/\s+/g, ' ').trim(), limit) || null
}
