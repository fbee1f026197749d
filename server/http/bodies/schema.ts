// Schemas: the single source for validation, types and documentation (JSON Schema 2020-12, through TypeBox).
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { httpFaults } from '#http/answers/refusals'
import { isDay } from '#platform/day'
import { MAX_FILTER_LENGTH, tooLong } from '#platform/filter'
import { isId } from '#platform/id'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#platform/list'
import { MAX_AMOUNT } from '#platform/money'
import { type FieldError, MAX_ERRORS } from '#platform/refusal'
import type { KeptValues } from '#platform/sentences'
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { pointer } from '#text/json'
import { lazy } from '#threads/lazy'
import { faultOf } from './schema-faults.ts'

export { type Static, type TProperties, type TSchema, Type }

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

type Saying = FieldError | ((value: unknown) => FieldError)

/** A schema whose limits and form are told in this sentence: that of the fault which a rule tells of the same. */
export const saying = <T extends TSchema>(sentence: Saying, schema: T): T => ({ ...schema, [SAYS]: sentence })

/** The keywords that are reported with that sentence. */
const told = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'maxProperties',
])

const KEPT = Symbol('kept')

/** A sentence that is kept in English, and answered in the language of Accept-Language; English where it names none. */
export const Sentence = (options: Record<string, unknown> = {}) =>
  ({ ...Type.String(options), [KEPT]: true }) as ReturnType<typeof Type.String>

/** The properties that say why something failed, as `failureOf` answers them. */
export const failureProperties = (description: string) => ({
  failure: nullable(Sentence({ description })),
  failureReason: nameOfSentence('mail.not-taken', 'The public name of the sentence; null for the words of others'),
  failureValues: valuesOfSentence,
})

/** The properties that give a reason, as `reasonOf` answers them; `options` are those of its sentence. */
export const reasonProperties = (name: string, options: Record<string, unknown> = {}) => ({
  reason: nullable(Sentence(options)),
  reasonName: nameOfSentence(name, NAME_BESIDE),
  reasonValues: valuesOfSentence,
})

/** A sentence in a list of such: `message` with its public name and its values, as in the body of a refusal. */
export const messageProperties = (name: string) => ({
  message: Sentence(),
  reason: nameOfSentence(name, NAME_BESIDE),
  values: valuesOfSentence,
})

const NAME_BESIDE = 'The public name of the sentence; null for the words of others, and what an earlier version stored'

export const nameOfSentence = (example: string, description = NAME_BESIDE) =>
  nullable(Type.String({ description, examples: [example] }))

export const valuesOfSentence = Type.Unsafe<KeptValues>({
  type: 'object',
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      {
        type: 'object',
        properties: { reason: { type: 'string' }, values: { type: 'object', additionalProperties: true } },
        required: ['reason', 'values'],
        additionalProperties: false,
      },
    ],
  },
  description: 'The values of the sentence by name; one that is a sentence itself has a reason and values of its own',
})

/** The names of the properties of a schema that are such sentences. */
export const sentencesIn = (schema: TSchema, found = new Set<string>(), seen = new Set<unknown>()): Set<string> => {
  if (seen.has(schema)) return found
  seen.add(schema)
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema as Node & { oneOf?: TSchema[] }
  for (const [name, property] of Object.entries(properties)) {
    const own = [property, ...((property as Node).anyOf ?? [])]
    if (own.some((one) => KEPT in one)) found.add(name)
  }
  for (const below of [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]) {
    sentencesIn(below, found, seen)
  }
  return found
}

/** What a list is narrowed by; its own parts are read by the list. */
export const Filter = (options: Record<string, unknown>) =>
  saying(
    (text) => httpFaults.badFilter('query', { problem: tooLong(String(text)).message }),
    Type.String({ maxLength: MAX_FILTER_LENGTH, ...options }),
  )

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
  first: lazy(() => judgeWith({ ...options, strict: false, useDefaults: true })),
  all: lazy(() => judgeWith({ ...options, strict: false, useDefaults: true, allErrors: true })),
})

/** A moment on a supported day. Anything that does not have the form of {@link DateTime} is reported by its pattern. */
const isMoment = (text: string): boolean => !FORM.test(text) || (isDay(text.slice(0, 10)) && CLOCK.test(text.slice(10)))

const FORM = new RegExp(MOMENT)
const CLOCK = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

const judgeWith = (options: Options): Ajv2020 => {
  // A test validates the schemas themselves; compiling the meta schema would slow down the start.
  const judge = new Ajv2020({ ...options, meta: false, validateSchema: false })
  addFormats.default(judge)
  judge.addFormat('name', (text) => !hasInvisibleCharacters(text))
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
  const fitting = lazy(() => first().compile(schema))
  const judging = lazy(() => all().compile(schema))
  return (value) => {
    const fits = fitting()
    if (fits(value)) return []
    const judge = judging()
    const judged = isLarge(value) ? fits : judge
    if (judged !== fits) judge(value)
    const errors = tellingOf(judged.errors ?? []).slice(0, MAX_ERRORS)
    const found = errors.map((error) => faultOf(error, ownOf(error))(nameOfField(pathOf(error))))
    // A text may miss several limits that are told in one sentence.
    return found.filter((one, at) => one.field !== found[at - 1]?.field || one.message !== found[at - 1]?.message)
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

/** What the schema itself says of the error, in place of what its keyword says. */
const ownOf = ({ parentSchema, keyword, data }: ErrorObject): FieldError | null => {
  const { [SAYS]: sentence } = (parentSchema ?? {}) as { [SAYS]?: Saying }
  if (sentence === undefined || !told.has(keyword)) return null
  return typeof sentence === 'function' ? sentence(data) : sentence
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

/** The schema of a request: `readOnly` properties left out, at any depth; the same one each time, compiled once. */
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
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: pageSize, description: 'Most items of a page' }),
    ),
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
        examples: ['WzE3NjM4MDQ4MDBd.b4Qm'],
        description: 'Present when the request has `cursor` and more items follow',
      }),
    ),
    items: Type.Array(item),
  })
  const name = nameOf(item)
  return name === undefined ? page : named(`${name}Page`, page)
}
