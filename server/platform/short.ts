// How much is kept of what others write.

/** At most so many characters of a text. It is cut between them: half of one is no text to the database. */
export const short = <Text extends string | null>(text: Text, limit: number): Text =>
  text !== null && text.length > limit ? (Array.from<string>(text).slice(0, limit).join('') as Text) : text
