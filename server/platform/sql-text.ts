// Statements as text, for what goes in one message with the beginning or the end of a transaction: that takes no
// parameters.
import type { Sql } from './sql.ts'

/**
 * A text as a literal, the same as `pg.escapeLiteral` makes. That adds one character after the other, which takes 32
 * bytes of memory for each: half a gigabyte for the events of a large file.
 */
export const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** A statement with its values in their places; all of them are text. */
export const asText = ({ strings, values }: Sql): string =>
  strings.map((part, place) => (place === 0 ? part : `${literalOf(values[place - 1])}${part}`)).join('')

const literalOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`A value of a statement that goes as text is a ${typeof value}`)
  return literal(value)
}
