// Length limits for texts from outside.

/**
 * At most so many characters of a text. It is cut between characters, because the database does not accept half a
 * surrogate pair.
 */
export const truncate = <Text extends string | null>(text: Text, limit: number): Text =>
  text !== null && text.length > limit ? (Array.from<string>(text).slice(0, limit).join('') as Text) : text

/** Most characters of a value that an error repeats. */
const MAX_REPEATED = 60

/**
 * A value as an error repeats it: cut between characters, because the database does not accept half a surrogate pair.
 */
export const repeated = (text: string): string => {
  const kept = truncate(text, MAX_REPEATED)
  return kept.length < text.length ? `${kept}…` : text
}
