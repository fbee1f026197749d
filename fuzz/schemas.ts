// What the OpenAPI document says of a body: what stands in a place of it, values at its edges, values that fit.
import type { Row } from '#http'
import { apiDocument, operationOf } from '#support/checked'
import type { Path } from '#support/reading/places'
import type { Random } from './random.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  multipleOf?: number
  additionalProperties?: boolean | Schema
  examples?: unknown[]
  default?: unknown
  readOnly?: boolean
}

/** How deep values that fit are made. */
const MOST_DEPTH = 4

/** The schema of the JSON body of a row. */
export const bodySchemaOf = (row: Row): Schema | null =>
  (operationOf(row).requestBody?.content['application/json']?.schema as Schema | undefined) ?? null

/** A schema, or the one that it refers to. */
const resolved = (schema: Schema): Schema => {
  if (!schema.$ref) return schema
  const { $ref: reference, ...beside } = schema
  const name = reference.split('/').at(-1) ?? ''
  return { ...resolved((apiDocument.components.schemas[name] ?? {}) as Schema), ...beside }
}

const choicesOf = (schema: Schema): Schema[] => {
  const { anyOf, oneOf, ...rest } = resolved(schema)
  const several = anyOf ?? oneOf
  return several ? several.flatMap((one) => choicesOf({ ...rest, ...resolved(one) })) : [rest]
}

/** Every schema that may judge a place of a value. */
export const schemasAt = (schema: Schema, [key, ...further]: Path): Schema[] => {
  const choices = choicesOf(schema)
  if (key === undefined) return choices
  return choices.flatMap(({ properties, items, additionalProperties }) => {
    const free = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const inside = typeof key === 'number' ? items : (properties?.[key] ?? free)
    return inside ? schemasAt(inside, further) : []
  })
}

/** JSON texts at and just beyond what a schema allows. */
export const edgesOf = (schema: Schema): string[] => {
  const { minimum, maximum, minLength, maxLength, enum: among, const: only, multipleOf } = schema
  const numbers = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge, edge - 1, edge + 1]))
  const lengths = [minLength, maxLength].flatMap((edge) => (edge === undefined ? [] : [edge, edge - 1, edge + 1]))
  const long = lengths.filter((length) => length >= 0 && length <= 200_000)
  return [
    ...numbers.map(String),
    ...(multipleOf === undefined ? [] : [String(multipleOf / 2)]),
    ...long.flatMap((length) => [JSON.stringify('a'.repeat(length)), JSON.stringify('𝔊'.repeat(length))]),
    ...(among ?? []).map((value) => JSON.stringify(value)),
    ...(only === undefined ? [] : [JSON.stringify(only)]),
  ]
}

/** A value that fits a schema as far as the schema says; undefined where it takes more than it says. */
export const valueFor = (schema: Schema, random: Random, depth = 0): unknown => {
  const choice = random.pick(choicesOf(schema))
  const { type, const: only, enum: among, examples } = choice
  if (only !== undefined) return only
  if (among) return random.pick(among)
  if (examples && examples.length > 0 && random.happens(0.7)) return random.pick(examples)
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'string':
      return textFor(choice, random)
    case 'integer':
    case 'number':
      return numberFor(choice, random)
    case 'boolean':
      return random.happens(0.5)
    case 'null':
      return null
    case 'array':
      return depth >= MOST_DEPTH ? [] : arrayFor(choice, random, depth)
    case 'object':
      return objectFor(choice, random, depth)
    default:
      return undefined
  }
}

const textFor = ({ format, pattern, minLength = 0, maxLength = 40, examples }: Schema, random: Random): unknown => {
  if (format === 'date') return `2026-${String(1 + random.below(12)).padStart(2, '0')}-1${random.below(10)}`
  if (format === 'date-time') return '2026-06-10T10:00:00Z'
  if (format === 'uuid') return '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'
  if (pattern) return examples?.[0]
  const length = Math.max(minLength, Math.min(maxLength, 1 + random.below(12)))
  return Array.from({ length }, () => random.pick([...'abcåäö 123-ÅÉ'])).join('')
}

const numberFor = ({ type, minimum = -1000, maximum = 100_000 }: Schema, random: Random): number => {
  const value = minimum + random.next() * Math.min(maximum - minimum, 10_000)
  return type === 'integer' ? Math.ceil(value) : Math.round(value * 100) / 100
}

const arrayFor = ({ items = {}, minItems = 0, maxItems = 3 }: Schema, random: Random, depth: number): unknown[] => {
  const length = Math.max(minItems, Math.min(maxItems, random.below(3)))
  return Array.from({ length }, () => valueFor(items, random, depth + 1)).filter((value) => value !== undefined)
}

const objectFor = ({ properties = {}, required = [] }: Schema, random: Random, depth: number): object => {
  const wanted = Object.entries(properties).filter(
    ([name, one]) => required.includes(name) || (depth < MOST_DEPTH && !one.readOnly && random.happens(0.4)),
  )
  return Object.fromEntries(
    wanted.map(([name, one]) => [name, valueFor(one, random, depth + 1)]).filter(([, value]) => value !== undefined),
  )
}
