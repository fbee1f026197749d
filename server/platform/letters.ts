// Names that somebody has misspelt: which known one was most likely meant.

/** How many letters a misspelt name may be away from the one that was meant. */
const MOST_LETTERS = 2
/** Known names of fewer letters may differ in one only: by two, `note` would be `date`. */
const LONG_NAME = 5
/** Known names of fewer letters are not guessed: by one, `to` would be `id` soon. */
const SHORT_NAME = 3

/**
 * The known name within two letters of a name, whatever the case of both; the nearest one, and of equally near ones the
 * first. A letter too many, one missing, another one, or two that have changed places count as one. Null when none is
 * near, and for a name that is known itself.
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

/** Longer names are not looked at. */
const LONGEST_REFERENCE = 60

/**
 * What a reference refers to, however it is written: `customer` of `customerRef`, `customerId`, `customer_id`,
 * `CustomerReference` and `customers`. Empty where a name says nothing of that, such as `id`.
 */
export const referredTo = (name: string): string => {
  if (name.length > LONGEST_REFERENCE) return ''
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replace(/(?:references?|refs?|uuids?|guids?|ids?)+$/, '').replace(/s$/, '')
}

/**
 * How many letters are between two texts, up to `most`; more than that is told as `most + 1`. Source: the optimal
 * string alignment distance, in which neighbours that have changed places count once.
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
