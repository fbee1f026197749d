// Suggests the known name that a misspelt one most likely meant.
import levenshtein from 'damerau-levenshtein'

/** The largest edit distance of a suggestion. */
const MOST_LETTERS = 2
/** Shorter known names allow a distance of one only: with two, `note` would match `date`. */
const LONG_NAME = 5
/** Shorter known names are never suggested: with one, `to` would match `id`. */
const SHORT_NAME = 3

/**
 * The nearest known name within two edits, ignoring case; the first of equally near ones. An inserted, missing,
 * replaced or transposed letter is one edit. Null if none is near, and for a name that is itself known.
 */
export const nearestKnownName = (name: string, known: Iterable<string>): string | null => {
  const given = name.toLowerCase()
  let nearest: string | null = null
  let least = MOST_LETTERS + 1
  for (const each of known) {
    if (each === name) return null
    const allowed = each.length < SHORT_NAME ? 0 : each.length < LONG_NAME ? 1 : MOST_LETTERS
    const most = Math.min(allowed, least - 1)
    const away = editDistance(given, each.toLowerCase(), most)
    if (away > most) continue
    nearest = each
    least = away
  }
  return nearest
}

/** Longer names are not checked. */
const LONGEST_REFERENCE = 60

/**
 * The resource that a reference name refers to, in any spelling: `customer` for `customerRef`, `customerId`,
 * `customer_id`, `CustomerReference` and `customers`. Empty for a name without one, such as `id`.
 */
export const resourceReferredTo = (name: string): string => {
  if (name.length > LONGEST_REFERENCE) return ''
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replace(/(?:references?|refs?|uuids?|guids?|ids?)+$/, '').replace(/s$/, '')
}

/**
 * The edit distance of two texts, up to `most`, at most 4; a larger one is returned as `most + 1`. It is the optimal
 * string alignment distance, in which a transposition of neighbours counts once.
 */
export const editDistance = (one: string, two: string, most: number): number =>
  // The distance is at least the difference in length, and the library's work grows with the product of the lengths.
  Math.abs(one.length - two.length) > most ? most + 1 : Math.min(levenshtein(one, two).steps, most + 1)
