// Schemas: the single source for validation, types and documentation (JSON Schema 2020-12, through TypeBox).
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { FIRST_YEAR, isDay, LAST_YEAR, NO_DAY } from '#platform/day'
import { MAX_FILTER_LENGTH, tooLong } from '#platform/filter'
import { isId } from '#platform/id'
import { pointer } from '#platform/json'
import { meantBy } from '#platform/letters'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#platform/list'
import { MAX_AMOUNT } from '#platform/money'
import { once } from '#platform/once'
import { type FieldError, MAX_ERRORS } from '#platform/refusal'
import { hasUnseen, UNSEEN_SENTENCE } from '#platform/unseen'

export { type Static, type TObject, type TProperties, type TSchema, Type }

export const Id = Type.String({ format: 'uuid', examples: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'] })
export const Date_ = Type.String({ format: 'date', examples: ['2026-03-31'], description: 'A day, YYYY-MM-DD' })
const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$'
export const DateTime = Type.String({
  format: 'date-time',
  pattern: MOMENT,
  examples: ['2026-03-31T09:30:00Z'],
  description: 'ISO 8601 in UTC, to the second',
})
export const Amount = Type.Number({
  examples: [1250.5],
  description: 'Kronor, with at most two decimals',
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
})

/** A sum of amounts, or the rest of one: in responses only, because it may exceed the limit of a single amount. */
export const SumOfAmounts = Type.Number({ examples: [1250.5], description: 'Kronor, with at most two decimals' })

/** A name or title that others see: without control characters, and those that change the writing direction. */
export const Name = (options: Record<string, unknown>) => Type.String({ format: 'name', ...options })

const SAYS = Symbol('says')

type Sentence = string | ((value: unknown) => string)

/**
 * A schema whose limits and format are reported with this sentence: that of the fault which a rule reports for the
 * same.
 */
export const saying = <T extends TSchema>(sentence: Sentence, schema: T): T => ({ ...schema, [SAYS]: sentence })

/** The keywords that are reported with that sentence. */
const told = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'maxProperties'],
])

/** The filter of a list, which the list parses itself. */
export const Filter = (options: Record<string, unknown>) =>
  saying((text) => tooLong(String(text)).message, Type.String({ maxLength: MAX_FILTER_LENGTH, ...options }))

/** The same schema, or null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Marks a property of responses that requests may repeat; there it is ignored. */
export const readOnly = <T extends TSchema>(schema: T): T => ({ ...schema, readOnly: true })

/** An object without additional properties. */
export const object = <T extends TProperties>(properties: T, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/**
 * One of several kinds of object, distinguished by the property `tag`: errors are only reported for the value's own
 * kind. Each kind has the tag as a literal.
 */
export const kindsOf = <T extends TObject[]>(tag: string, kinds: [...T], options: Record<string, unknown> = {}) =>
  Type.Unsafe<Static<T[number]>>({
    type: 'object',
    discriminator: { propertyName: tag },
    oneOf: kinds,
    ...options,
  })

const names = new WeakMap<object, string>()

/** Names a schema in the documentation. */
export const named = <T extends TSchema>(name: string, schema: T): T => {
  names.set(schema, name)
  return schema
}

export const nameOf = (schema: object): string | undefined => names.get(schema)

/** The errors of a value; empty if it is valid. */
export type Check = (value: unknown) => FieldError[]

/** Most values in a body for which all errors are reported; for larger ones only the first. */
const MAX_JUDGED_VALUES = 5_000

/**
 * One validator that stops at the first error, and one that continues: most requests only need the first. Compiling all
 * schemas would take longer than the rest of the start, so each is compiled at first use.
 */
type Judges = { first: () => Ajv2020; all: () => Ajv2020 }

const judgesWith = (options: Options): Judges => ({
  first: once(() => judgeWith({ ...options, strict: false, useDefaults: true })),
  all: once(() => judgeWith({ ...options, strict: false, useDefaults: true, allErrors: true })),
})

/** A moment on a supported day. Anything that does not have the form of {@link DateTime} is reported by its pattern. */
const isMoment = (text: string): boolean => !FORM.test(text) || (isDay(text.slice(0, 10)) && CLOCK.test(text.slice(10)))

const FORM = new RegExp(MOMENT)
const CLOCK = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

const judgeWith = (options: Options): Ajv2020 => {
  // A test validates the schemas themselves; compiling the meta schema would slow down the start.
  const judge = new Ajv2020({ ...options, meta: false, validateSchema: false })
  addFormats.default(judge)
  judge.addFormat('name', (text) => !hasUnseen(text))
  // The package's format accepts years that a Day does not support.
  judge.addFormat('date', (text) => isDay(text))
  // The package's format accepts leap seconds, which neither Date nor a Day supports.
  judge.addFormat('date-time', (text) => isMoment(text))
  // The package's format accepts the prefix urn:uuid:, and PostgreSQL does not.
  judge.addFormat('uuid', (text) => isId(text.toLowerCase()))
  return judge
}

const jsonSchema = judgesWith({ discriminator: true, verbose: true })
const textSchema = judgesWith({ coerceTypes: true, verbose: true })

/** Validates a JSON body; defaults are filled in. */
export const checkOf = (schema: TSchema): Check => checkWith(jsonSchema, schema, pointerOf)

/** Validates query parameters, which arrive as text; numbers and booleans are parsed. */
export const checkOfText = (schema: TSchema): Check => checkWith(textSchema, schema, (path) => path.join('/'))

/** Validates the texts of a form; errors have the names of a JSON body's properties. */
export const checkOfForm = (schema: TSchema): Check => checkWith(textSchema, schema, pointerOf)

const checkWith = ({ first, all }: Judges, schema: TSchema, nameOfField: (path: string[]) => string): Check => {
  const fitting = once(() => first().compile(schema))
  const judging = once(() => all().compile(schema))
  return (value) => {
    const fits = fitting()
    if (fits(value)) return []
    const judge = judging()
    const judged = isLarge(value) ? fits : judge
    if (judged !== fits) judge(value)
    const errors = tellingOf(judged.errors ?? []).slice(0, MAX_ERRORS)
    const faults = errors.map((error) => ({ field: nameOfField(pathOf(error)), message: messageOf(error) }))
    // A text may violate several limits that have one sentence.
    return faults.filter((one, at) => one.field !== faults[at - 1]?.field || one.message !== faults[at - 1]?.message)
  }
}

/** Whether a value is so large that only its first error is reported. */
export const isLarge = (value: unknown): boolean => {
  const left: unknown[] = [value]
  let values = 0
  while (left.length > 0) {
    const next = left.pop()
    values += 1
    if (values + left.length > MAX_JUDGED_VALUES) return true
    if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) left.push(member)
  }
  return false
}

const pointerOf = (path: string[]) => pointer(...path)

/** The most informative errors: for a value that may also be null, only the others. */
const tellingOf = (errors: readonly ErrorObject[]): ErrorObject[] => {
  // A schema has few places, even for a large value.
  const places = [...new Set(errors.map(({ schemaPath }) => schemaPath))]
  const covered = new Set(places.filter((place) => places.some((other) => other.startsWith(`${place}/`))))
  return errors.filter(({ keyword, schemaPath, params }) => {
    if (keyword === 'if') return false
    if (keyword === 'anyOf') return !covered.has(schemaPath)
    return !(keyword === 'type' && params.type === 'null' && /\/anyOf\/\d+\/type$/.test(schemaPath))
  })
}

const pathOf = (error: ErrorObject): string[] => {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty, tag } = error.params as Record<string, unknown>
  for (const own of [missingProperty, additionalProperty, tag]) if (typeof own === 'string') path.push(own)
  return path
}

const messageOf = (error: ErrorObject): string => {
  const { [SAYS]: sentence } = (error.parentSchema ?? {}) as { [SAYS]?: Sentence }
  if (sentence !== undefined && told.has(error.keyword)) {
    return typeof sentence === 'string' ? sentence : sentence(error.data)
  }
  const { limit } = error.params as { limit?: number }
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known property'
    case 'enum':
      return messageOfEnum(error)
    case 'discriminator':
      return messageOfTag(error)
    case 'const':
      return `must be ${String((error.params as { allowedValue: unknown }).allowedValue)}`
    case 'type':
      return types[(error.params as { type: string }).type] ?? error.message ?? 'is not valid'
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'exclusiveMinimum':
      return `must be above ${limit}`
    case 'exclusiveMaximum':
      return `must be below ${limit}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'must have at least one item' : `must have at least ${limit} items`
    case 'maxItems':
      return `must have at most ${limit} items`
    case 'maxProperties':
      return `must have at most ${limit} properties`
    case 'format':
      return messageOfFormat(error)
    default:
      return error.message ?? 'is not valid'
  }
}

/** The types in words. */
const types: Readonly<Record<string, string>> = {
  number: 'must be a number',
  integer: 'must be a whole number',
  string: 'must be a text',
  boolean: 'must be true or false',
  object: 'must be an object',
  array: 'must be an array',
}

/** The formats, in words for beginners. */
const formats: Readonly<Record<string, string>> = {
  date: 'must be a day as YYYY-MM-DD, such as 2026-03-31',
  uuid: 'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
  'date-time': 'must be a moment as 2026-03-31T09:30:00Z',
  name: UNSEEN_SENTENCE,
}

const messageOfFormat = ({ params, data, message }: ErrorObject): string => {
  const { format } = params as { format: string }
  if (format === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(data)) && !isYear(Number(String(data).slice(0, 4))))
    return NO_DAY
  return formats[format] ?? message ?? 'is not valid'
}

const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

/** Most words of an enumeration that an error lists; of longer ones only the most similar is named. */
const MAX_LISTED_WORDS = 20

const messageOfEnum = ({ params, data }: ErrorObject): string => {
  const { allowedValues: allowed } = params as { allowedValues: unknown[] }
  const words = allowed.filter((word) => typeof word === 'string')
  const known = words.length > MAX_LISTED_WORDS && typeof data === 'string' ? meantBy(data, words) : null
  return known === null ? `must be one of ${allowed.join(', ')}` : `is not known here; did you mean ${known}?`
}

/** The error of the property that distinguishes the kinds. */
const messageOfTag = ({ params, parentSchema }: ErrorObject): string => {
  const { tag, tagValue } = params as { tag: string; tagValue: unknown }
  const { oneOf = [] } = (parentSchema ?? {}) as { oneOf?: TObject[] }
  const words = oneOf.map(({ properties }) => (properties[tag] as { const?: string }).const)
  return tagValue === undefined ? 'is required' : `must be one of ${words.join(', ')}`
}

/** The schema of a request: without `readOnly` properties, at any depth; memoized, so that it is compiled once. */
export const withoutReadOnly = (schema: TSchema): TSchema => {
  const known = asked.get(schema) ?? leavingOutReadOnly(schema)
  asked.set(schema, known)
  return known
}
const asked = new WeakMap<TSchema, TSchema>()

/** The schema of an empty input. */
export const nothing = object({})

const leavingOutReadOnly = (schema: TSchema): TSchema => {
  const node = schema as Node
  if (node.properties) {
    const kept = Object.entries(node.properties).filter(([, property]) => property.readOnly !== true)
    const properties = Object.fromEntries(kept.map(([name, property]) => [name, withoutReadOnly(property)]))
    const required = (node.required ?? []).filter((name) => name in properties)
    return { ...schema, properties, required } as TSchema
  }
  if (node.items) return { ...schema, items: withoutReadOnly(node.items) } as TSchema
  if (node.anyOf) return { ...schema, anyOf: node.anyOf.map(withoutReadOnly) } as TSchema
  if (node.oneOf) return { ...schema, oneOf: node.oneOf.map(withoutReadOnly) } as TSchema
  return schema
}

type Node = TSchema & {
  properties?: Record<string, TSchema & { readOnly?: boolean }>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  oneOf?: TSchema[]
}

/** The query parameters of a list; `filterExample` is an example of its filter. */
export const pageQuery = (filterExample: string, pageSize = DEFAULT_PAGE_SIZE) =>
  object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'From 1' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: pageSize })),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'Instead of page: the nextCursor of the previous answer, or empty to start at the newest. Its cost does not grow with depth; the totals are left out.',
      }),
    ),
    query: Type.Optional(Filter({ description: 'A filter', examples: [filterExample] })),
  })

/** A page of a list. */
export const pageOf = <T extends TSchema>(item: T) => {
  const page = object({
    totalItems: Type.Optional(Type.Integer({ minimum: 0 })),
    totalPages: Type.Optional(Type.Integer({ minimum: 0 })),
    currentPage: Type.Optional(Type.Integer({ minimum: 1 })),
    nextCursor: Type.Optional(
      Type.String({
        ...{ examples: ['WzE3NjM4MDQ4MDBd.b4Qm'] },
        description: 'Present when the request has `cursor` and more items follow',
      }),
    ),
    items: Type.Array(item),
  })
  const name = nameOf(item)
  return name === undefined ? page : named(`${name}Page`, page)
}
