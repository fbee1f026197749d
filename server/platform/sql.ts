// SQL is written as tagged templates whose values become bound parameters.
import type { Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, Sql } from 'sql-template-tag'

/**
 * A text as a literal, the same as `pg.escapeLiteral` makes. That adds one character after the other, which takes 32
 * bytes of memory for each: half a gigabyte for the events of a large file.
 */
export const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** A statement with its values inlined; all of them must be texts. */
export const asText = ({ strings, values }: Sql): string =>
  strings.map((part, place) => (place === 0 ? part : `${literalOf(values[place - 1])}${part}`)).join('')

const literalOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`A statement sent as text has a parameter of type ${typeof value}`)
  return literal(value)
}
