// Suggests the known name that a misspelt one most likely meant.

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
export const meantBy = (name: string, known: Iterable<string>): string | null => {
  const given = name.toLowerCase()
  let nearest: string | null = null
  let least = MOST_LETTERS + 1
  for (const each of known) {
    if (each === name) return null
    const allowed = each.length < SHORT_NAME ? 0 : each.length < LONG_NAME ? 1 : MOST_LETTERS
    const most = Math.min(allowed, least - 1)
    const away = lettersBetween(given, each.toLowerCase(), most)
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
export const referredTo = (name: string): string => {
  if (name.length > LONGEST_REFERENCE) return ''
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replace(/(?:references?|refs?|uuids?|guids?|ids?)+$/, '').replace(/s$/, '')
}

/**
 * The edit distance of two texts, up to `most`; a larger one is returned as `most + 1`. Source: the optimal string
 * alignment distance, in which a transposition of neighbours counts once.
 */
export const lettersBetween = (one: string, two: string, most: number): number => {
  if (Math.abs(one.length - two.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= two.length; column += 1) {
      const isSame = one[row - 1] === two[column - 1]
      let best = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1))
      const changedPlaces =
        row > 1 && column > 1 && one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1]
      if (changedPlaces) best = Math.min(best, at(before, column - 2) + 1)
      next.push(best)
    }
    if (Math.min(...next) > most) return most + 1
    before = last
    last = next
  }
  return Math.min(at(last, two.length), most + 1)
}

const at = (distances: readonly number[], index: number): number => distances[index] ?? Number.POSITIVE_INFINITY
