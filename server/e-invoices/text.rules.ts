// How much is kept of what others write. Pure.
import { short } from '#platform/short'
import { text } from '#platform/xml'

/** The text of the element that is reached by these names, cut; null when it is not there or empty. */
export const shortTextIn = (limit: number, of: unknown, ...names: [string, ...string[]]): string | null =>
  short(text(of, ...names), limit)
