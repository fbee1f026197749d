// The filter language of list requests, `status==paid&&totalAmount>=1000`: parses text to an expression, and turns an
// expression with a table of properties into SQL. The client's values are always bound parameters.
import { dayOf, instantFrom, isDay } from './day.ts'
import { isId } from './id.ts'
import { nearestKnownName } from './misspelling.ts'
import { type Ore, oreFromText } from './money.ts'
import { join, type Sql, sql } from './sql.ts'

/** Most UTF-16 code units in a filter. */
export const MAX_FILTER_LENGTH = 2_000

export const MAX_FILTER_CONDITIONS = 50

/** Deepest nesting of parentheses. */
export const MAX_FILTER_DEPTH = 20

/** Most characters of the filter that an error repeats. */
const MAX_REPEATED = 200

/** `=~` is a case-insensitive `~` (contains). */
export type FilterOperator = '==' | '!=' | '>' | '<' | '>=' | '<=' | '~' | '=~'

/** A condition, or several joined: at least two parts. */
export type FilterNode =
  | { readonly kind: 'condition'; readonly property: string; readonly operator: FilterOperator; readonly value: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }

/** A parsed filter and its text, which is used in errors. */
type FilterExpression = { readonly text: string; readonly root: FilterNode }

/**
 * How a property is written and which operators it takes. `number` has up to six decimals; `amount` is kronor with up
 * to two, over a bigint column of öre. Both take every comparison, as do `integer`, `date` and `datetime`. `string` and
 * `oneOf` take `==`, `!=`, `~` and `=~`. `id` takes `==` and `!=`, over a uuid column.
 */
type PropertyType =
  | 'number'
  | 'integer'
  | 'amount'
  | 'string'
  | 'date'
  | 'datetime'
  | 'id'
  | { readonly oneOf: readonly string[] }

/** A parsed value: öre for `amount`, a moment in UTC for `datetime`, otherwise the text as written. */
export type FilterValue = string | Ore

/**
 * A property that can be filtered on. `column` is trusted SQL: a column, or an expression in parentheses. `toSql`
 * replaces the usual comparison and gets `~` for `=~`; it returns null for a malformed value.
 */
export type FilterProperty = {
  readonly type: PropertyType
  readonly column: Sql
  /** The name of what an id refers to, which `~` and `=~` search. */
  readonly name?: Sql
  readonly toSql?: (operator: Exclude<FilterOperator, '=~'>, value: FilterValue) => Sql | null
  /**
   * For a moment computed from several columns: an additional condition, implied by "not before this moment", that an
   * index supports.
   */
  readonly since?: (moment: Sql) => Sql
}

/** What a list can be filtered on; `metadata` is the jsonb column behind `metadata.KEY`. */
export type FilterTable = {
  readonly properties: Readonly<Record<string, FilterProperty>>
  readonly metadata?: Sql
}

/** A reference can be filtered as `ref`, as `ref.id`, and by the name of what it refers to. */
export const refProperties = (ref: string, { id, name }: { id: Sql; name: Sql }): Record<string, FilterProperty> => {
  const property: FilterProperty = { type: 'id', column: id, name }
  return { [ref]: property, [`${ref}.id`]: property, [`${ref}.name`]: { type: 'string', column: name } }
}

/** An invalid filter. The message gives the reason and repeats the filter; it belongs to the field `query`. */
export class FilterFault extends Error {
  constructor(reason: string, text: string) {
    super(`${reason} in the filter ${shortened(text)}`)
    this.name = 'FilterFault'
  }
}

/** The error for a filter longer than {@link MAX_FILTER_LENGTH}. */
export const tooLong = (text: string) => new FilterFault(`More than ${MAX_FILTER_LENGTH} characters`, text)

/** The SQL condition of a filter parameter, safe to join with `and`; null if it is empty. Throws FilterFault. */
export const filter = (text: string | undefined, table: FilterTable): Sql | null =>
  text === undefined || text.trim() === '' ? null : filterSql(parseFilter(text), table)

/**
 * Parses a filter: `&&` (or `and`) binds tighter than `||` (or `or`), parentheses group, blanks around operators are
 * ignored. A value runs to the next `&&`, `||`, `)` or the end and may contain blanks, or is in double or single
 * quotes, where `\"`, `\'` and `\\` are escapes. Throws {@link FilterFault} for another form and beyond the limits of
 * this file.
 */
export const parseFilter = (text: string): FilterExpression => {
  if (text.length > MAX_FILTER_LENGTH) throw tooLong(text)
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new FilterFault('A character that is no text', text)
  const reader: Reader = { text, at: 0, conditions: 0 }
  const root = readEither(reader, 0)
  if (reader.at < text.length) throw expected(reader, '&&, || or the end')
  return { text, root }
}

/**
 * The SQL condition of a filter, in parentheses if necessary. A null is unequal to every value. Throws {@link
 * FilterFault} for a property not in the table, an operator that its type does not support, and a malformed value.
 */
export const filterSql = (expression: FilterExpression, table: FilterTable): Sql => {
  const write = (node: FilterNode): Sql => {
    if (node.kind === 'condition') return conditionSql(node, table, expression.text)
    return join(node.parts.map(write), node.kind === 'and' ? ' and ' : ' or ', '(', ')')
  }
  return write(expression.root)
}

type Condition = Extract<FilterNode, { kind: 'condition' }>

type Reader = { readonly text: string; at: number; conditions: number }

const readEither = (reader: Reader, depth: number): FilterNode =>
  readJoined(reader, 'or', () => readJoined(reader, 'and', () => readTerm(reader, depth)))

/** Conjunctions: a symbol, or a word in any letter case. */
const joints = {
  and: { mark: '&&', word: /and(?=[\s(])/iy },
  or: { mark: '||', word: /or(?=[\s(])/iy },
} as const

const readJoined = (reader: Reader, kind: keyof typeof joints, readPart: () => FilterNode): FilterNode => {
  const { mark, word } = joints[kind]
  const first = readPart()
  const parts = [first]
  while (take(reader, mark) || takePattern(reader, word) !== null) parts.push(readPart())
  return parts.length === 1 ? first : { kind, parts }
}

const readTerm = (reader: Reader, depth: number): FilterNode => {
  if (!take(reader, '(')) return readCondition(reader)
  if (depth === MAX_FILTER_DEPTH) throw new FilterFault(`Parentheses deeper than ${MAX_FILTER_DEPTH}`, reader.text)
  const inner = readEither(reader, depth + 1)
  if (!take(reader, ')')) throw expected(reader, '&&, || or )')
  return inner
}

const readCondition = (reader: Reader): FilterNode => {
  reader.conditions += 1
  if (reader.conditions > MAX_FILTER_CONDITIONS) {
    throw new FilterFault(`More than ${MAX_FILTER_CONDITIONS} conditions`, reader.text)
  }
  const property = takePattern(reader, /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y)
  if (property === null) throw expected(reader, 'a property')
  const operator = operators.find((each) => take(reader, each))
  if (operator === undefined) throw expected(reader, `one of ${operators.join(' ')}`)
  return { kind: 'condition', property, operator, value: readValue(reader) }
}

// Longer operators first, so that `>=` is not read as `>` with a value that begins with `=`.
const operators: readonly FilterOperator[] = ['==', '!=', '>=', '<=', '=~', '>', '<', '~']

const readValue = (reader: Reader): string => {
  const quoted = takePattern(reader, QUOTED)
  if (quoted !== null) return quoted.slice(1, -1).replace(/\\(["'\\])/g, '$1')
  if (QUOTE.test(reader.text.charAt(reader.at))) throw expected(reader, NOT_QUOTED)
  const value = takePattern(reader, VALUE)
  if (value === null) throw expected(reader, 'a value, or "" for the empty text,')
  return value.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '')
}

// Single quotes are equivalent to double ones, because several clients use them. Inside one kind the other needs no
// escape.
const QUOTED = /"(?:[^"\\]|\\["'\\])*"|'(?:[^'\\]|\\["'\\])*'/y

/** With which no value begins that is not in quotes: those that programs for texts put in their place are none. */
const QUOTE = /["'“”„‘’‚«»]/
const NOT_QUOTED = `a quoted value, with only \\", \\' and \\\\ as escapes,`

// A value may contain the words "and" and "or": they are conjunctions only if another condition follows.
const VALUE = /(?:(?!&&|\|\||\s(?:and|or)\s[\s(]*[a-z_][\w.]*\s*(?:[=!<>]=|=~|[<>~]))[^)])+/iy

const skipBlanks = (reader: Reader): void => {
  while (reader.at < reader.text.length && ' \t\r\n'.includes(reader.text.charAt(reader.at))) reader.at += 1
}

/** Skips blanks and consumes this symbol if it comes next; returns whether it did. */
const take = (reader: Reader, mark: string): boolean => {
  skipBlanks(reader)
  const found = reader.text.startsWith(mark, reader.at)
  if (found) reader.at += mark.length
  return found
}

/** Skips blanks and consumes what matches the sticky pattern; null if nothing does. */
const takePattern = (reader: Reader, pattern: RegExp): string | null => {
  skipBlanks(reader)
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? null
  if (found !== null) reader.at += found.length
  return found
}

const expected = ({ text, at }: Reader, what: string): FilterFault => {
  const hint = text[at] === ')' ? ' (a value that holds a parenthesis needs quotes)' : ''
  return new FilterFault(`Expected ${what} at character ${at + 1}${hint}`, text)
}

const conditionSql = ({ property, operator, value }: Condition, table: FilterTable, text: string): Sql => {
  const found = propertyIn(table, property)
  const key = METADATA_PROPERTY.exec(property)?.[1]
  if (found === undefined && key !== undefined && table.metadata !== undefined) {
    if (!textOperators.includes(operator)) throw operatorFault(property, operator, textOperators, text)
    return metadataSql(table.metadata, key, operator, value)
  }
  if (found === undefined) throw unknownProperty(property, table, text)
  const allowed: readonly FilterOperator[] = [...kindOf(found.type).operators, ...(found.name ? inside : [])]
  if (!allowed.includes(operator)) throw operatorFault(property, operator, allowed, text)
  const condition = propertySql(found, operator, value)
  if (condition !== null) return condition
  throw new FilterFault(`${property} must be ${kindOf(found.type).form}`, text)
}

/** Looks up a property by name, in any letter case. */
const propertyIn = ({ properties }: FilterTable, name: string): FilterProperty | undefined => {
  if (Object.hasOwn(properties, name)) return properties[name]
  const folded = name.toLowerCase()
  return Object.entries(properties).find(([known]) => known.toLowerCase() === folded)?.[1]
}

const unknownProperty = (property: string, { properties, metadata }: FilterTable, text: string): FilterFault => {
  const known = [...Object.keys(properties), ...(metadata ? ['metadata.KEY'] : [])]
  const meant = nearestKnownName(property, known)
  const remedy = meant ? `did you mean ${meant}?` : `this list is filtered by ${known.join(', ') || 'nothing'}`
  return new FilterFault(`Unknown property ${shortened(property, MAX_NAMED)} (${remedy})`, text)
}

/** The condition on one property; null if the value is malformed. */
const propertySql = (
  { type, column, name, toSql, since }: FilterProperty,
  operator: FilterOperator,
  text: string,
): Sql | null => {
  // A substring to search for need not be a valid value.
  const value = isInside(operator) ? text : kindOf(type).read(text)
  if (value === null) return null
  if (toSql !== undefined) {
    const condition = toSql(operator === '=~' ? '~' : operator, value)
    return condition === null ? null : sql`(${condition})`
  }
  if (isInside(operator)) return insideSql(name ?? column, operator, text)
  const bound = kindOf(type).bind(value)
  const condition = (kindOf(type).compare ?? comparisonSql)(column, operator, bound)
  const isBounded = since !== undefined && ['==', '>', '>='].includes(operator)
  return isBounded ? sql`(${condition} and ${since(sql`date_trunc('second', ${bound})`)})` : condition
}

// Keys follow the rules of metadata itself: a name of at most 25 characters.
const METADATA_PROPERTY = /^metadata\.([a-z_][a-z0-9_]{0,24})$/i

const metadataSql = (metadata: Sql, key: string, operator: FilterOperator, value: string): Sql => {
  // Containment can use an index on the whole column.
  if (operator === '==') return sql`${metadata} @> ${JSON.stringify({ [key]: value })}::jsonb`
  const member = sql`(${metadata} ->> ${key}::text)`
  return isInside(operator) ? insideSql(member, operator, value) : comparisonSql(member, operator, sql`${value}`)
}

type Inside = '~' | '=~'

const inside: readonly Inside[] = ['~', '=~']

const isInside = (operator: FilterOperator): operator is Inside => operator === '~' || operator === '=~'

/** A LIKE pattern in which the client's text contains no wildcards. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** Case-sensitive contains. */
export const containsSql = (column: Sql, part: string): Sql => sql`(${column})::text like ${patternOf(part)}::text`

/** Letters of names here, which a database with the locale C does not lower-case. */
const CAPITALS = 'ÅÄÖÆØÉÈÜÁÍÓÚÑÇÐÞ'
const SMALL = 'åäöæøéèüáíóúñçðþ'

const folded = (text: Sql): Sql => sql`translate(lower(${text}), ${CAPITALS}, ${SMALL})`

const insideSql = (column: Sql, operator: Inside, part: string): Sql =>
  operator === '~'
    ? containsSql(column, part)
    : sql`${folded(sql`(${column})::text`)} like ${folded(sql`${patternOf(part)}::text`)}`

type Comparison = Exclude<FilterOperator, Inside>

const comparisonSql = (column: Sql, operator: Comparison, bound: Sql): Sql => {
  switch (operator) {
    case '==':
      return sql`${column} = ${bound}`
    case '!=':
      return sql`${column} is distinct from ${bound}`
    case '>':
      return sql`${column} > ${bound}`
    case '<':
      return sql`${column} < ${bound}`
    case '>=':
      return sql`${column} >= ${bound}`
    case '<=':
      return sql`${column} <= ${bound}`
  }
}

/**
 * Moments are stored with more precision than responses show. Equality and "not later" therefore compare the displayed
 * second. "Later" and its negation are exact: a client that asks for changes since the last moment it saw must not miss
 * any.
 */
const compareMoments = (column: Sql, operator: Comparison, bound: Sql): Sql => {
  const second = sql`date_trunc('second', ${bound})`
  const nextSecond = sql`${second} + interval '1 second'`
  switch (operator) {
    case '==':
      return sql`(${column} >= ${second} and ${column} < ${nextSecond})`
    case '!=':
      return sql`(${column} >= ${second} and ${column} < ${nextSecond}) is not true`
    case '<=':
      return sql`${column} < ${nextSecond}`
    default:
      return comparisonSql(column, operator, bound)
  }
}

/**
 * The properties of a type: its operators, how a value is parsed (null if malformed) and bound, and its form in words.
 */
type Kind = {
  readonly operators: readonly FilterOperator[]
  readonly read: (text: string) => FilterValue | null
  readonly bind: (value: FilterValue) => Sql
  /** How a column is compared with the bound value, if not by the plain operator. */
  readonly compare?: (column: Sql, operator: Comparison, bound: Sql) => Sql
  readonly form: string
}

const equalOperators: readonly FilterOperator[] = ['==', '!=']
const textOperators: readonly FilterOperator[] = ['==', '!=', ...inside]
const orderOperators: readonly FilterOperator[] = ['==', '!=', '>', '<', '>=', '<=']

const onlyIf =
  (fits: (text: string) => boolean) =>
  (text: string): string | null =>
    fits(text) ? text : null

const bare = (value: FilterValue): Sql => sql`${value}`

/** A moment as ISO 8601 text in UTC, from a date-time with a zone, or a day, which means midnight UTC. */
const moment = (text: string): string | null => {
  if (isDay(text)) return `${text}T00:00:00Z`
  const match = DATE_TIME.exec(text)
  if (match?.[2] === undefined || !isDay(match[1] ?? '')) return null
  return instantFrom(text).toString()
}

/** A day, also from a date-time: the day in Sweden at that moment, or the date as written if there is no zone. */
const day = (text: string): string | null => {
  if (isDay(text)) return text
  const [, written = '', zone] = DATE_TIME.exec(text) ?? []
  if (!isDay(written)) return null
  if (zone === undefined) return written
  const moment = new Date(instantFrom(text).epochMilliseconds)
  return isDay(moment.toISOString().slice(0, 10)) ? dayOf(moment) : null
}

// The date and the optional zone. Seconds are optional and may have a fraction.
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[ +-](?:0\d|1[0-4]):[0-5]\d)?$/

const kinds: Readonly<Record<Extract<PropertyType, string>, Kind>> = {
  number: {
    operators: orderOperators,
    read: onlyIf((text) => /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)),
    bind: (value) => sql`${value}::numeric`,
    form: 'a number with at most six decimals',
  },
  integer: {
    operators: orderOperators,
    read: onlyIf((text) => /^-?\d{1,15}$/.test(text)),
    bind: (value) => sql`${value}::bigint`,
    form: 'a whole number',
  },
  amount: {
    operators: orderOperators,
    read: oreFromText,
    bind: (value) => sql`${value}::bigint`,
    form: 'an amount with at most two decimals',
  },
  string: { operators: textOperators, read: (text) => text, bind: bare, form: 'a text' },
  date: {
    operators: orderOperators,
    read: day,
    bind: (value) => sql`${value}::date`,
    form: 'a date as YYYY-MM-DD',
  },
  datetime: {
    operators: orderOperators,
    read: moment,
    bind: (value) => sql`${value}::timestamptz`,
    compare: compareMoments,
    form: 'a date, or a date-time with a zone as 2025-01-31T12:00:00Z',
  },
  id: {
    operators: equalOperators,
    read: (text) => onlyIf(isId)(text.toLowerCase()),
    bind: (value) => sql`${value}::uuid`,
    form: 'an id, as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
  },
}

const kindOf = (type: PropertyType): Kind => (typeof type === 'string' ? kinds[type] : oneOfKind(type.oneOf))

const oneOfKind = (words: readonly string[]): Kind => ({
  operators: textOperators,
  read: onlyIf((text) => words.includes(text)),
  bind: bare,
  form: `one of ${words.join(', ')}`,
})

const operatorFault = (
  property: string,
  operator: FilterOperator,
  allowed: readonly FilterOperator[],
  text: string,
): FilterFault => new FilterFault(`${property} takes ${allowed.join(' ')} and not ${operator}`, text)

/** Most characters of an unknown property that an error repeats. */
const MAX_NAMED = 60

/** A client's text for a message: truncated, and without half a surrogate pair. */
const shortened = (text: string, length = MAX_REPEATED): string => {
  const start = text.length > length ? `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…` : text
  return start.replace(/\p{Surrogate}/gu, '\uFFFD')
}
