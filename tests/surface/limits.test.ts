// Everything that a request may say has a limit, the document names it, and the service holds it: what is beyond it is
// refused at its field, and what is just within it is not.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audienceOf, type Row, type TSchema } from '#http'
import { newId } from '#platform/id'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { type Answer, type Service, startService } from '#support/service'
import { pointer } from '#text/json'
import { type Caller, credentialsFor, newCaller, type Sample, sampleOf, send, withQuery } from './world.ts'

type Node = TSchema & {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  readOnly?: boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  items?: Node
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  anyOf?: Node[]
  oneOf?: Node[]
}

/** A place in a value, as names and `[]` for each item of an array and `{}` for each value of a map. */
type Place = { at: readonly string[]; schema: Node }

/** Every place of a schema that a request may fill, the kinds of a union one after the other. */
const placesOf = (given: Node, follow: (node: Node) => Node | null, at: readonly string[] = []): Place[] => {
  const schema = follow(given)
  if (schema === null || schema.readOnly) return []
  const { anyOf = [], oneOf = [], items, properties = {}, additionalProperties: values } = schema
  const kinds = [...anyOf, ...oneOf]
  if (kinds.length > 0) return kinds.flatMap((kind) => placesOf(kind, follow, at))
  return [
    { at, schema },
    ...(items ? placesOf(items, follow, [...at, '[]']) : []),
    ...(typeof values === 'object' ? placesOf(values, follow, [...at, '{}']) : []),
    ...Object.entries(properties).flatMap(([name, property]) => placesOf(property, follow, [...at, name])),
  ]
}

/** Formats whose texts have a length by themselves; a file has the limit of its upload. */
const bounding = ['uuid', 'date', 'date-time', 'binary']

const isBounded = (schema: Node): boolean => {
  const { type, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (schema.enum !== undefined || schema.const !== undefined) return true
  switch (type) {
    case 'string':
      return schema.maxLength !== undefined || bounding.includes(format)
    case 'integer':
    case 'number':
      return (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined
    case 'array':
      return schema.maxItems !== undefined
    case 'object':
      return schema.additionalProperties === false || schema.maxProperties !== undefined
    default:
      return type === 'boolean' || type === 'null'
  }
}

describe('docs/openapi.json', () => {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const targetOf = (ref: string): Node =>
    ref
      .split('/')
      .slice(1)
      .reduce((inside, name) => inside[name], document)
  const resolved = (seen: Set<string>) => (node: Node) => {
    if (node.$ref === undefined) return node
    if (seen.has(node.$ref)) return null
    seen.add(node.$ref)
    return targetOf(node.$ref)
  }
  type Said = { operationId: string; parameters?: Node[]; requestBody?: { content: Record<string, { schema: Node }> } }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object) as Said[])

  test('has a limit for everything that a request may say', () => {
    const unbounded: string[] = []
    let places = 0
    for (const { operationId, parameters = [], requestBody } of operations) {
      const inAddress = parameters
        .map((one) => (one.$ref ? targetOf(one.$ref) : one) as unknown as { name: string; in: string; schema: Node })
        .filter((one) => one.in !== 'header')
        .map(({ name, schema }): [string, Node] => [name, schema])
      const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }): [string, Node] => ['#', schema])
      for (const [name, schema] of [...inAddress, ...bodies]) {
        for (const { at, schema: found } of placesOf(schema, resolved(new Set()))) {
          places += 1
          if (!isBounded(found)) unbounded.push(`${operationId} ${[name, ...at].join('/')}`)
        }
      }
    }
    expect(unbounded).toEqual([])
    expect(places).toBeGreaterThan(300)
  })
})

let service: Service
let company: Caller
beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(() => service.close())

/** A value that is just within a limit, and one that is beyond it; `inside` is what may fill an array. */
type Edge = { within: unknown; beyond: unknown }

/** Near enough to tell a number from the next one in any of the ranges. */
const STEP = 1

const edgesOf = ({ at, schema }: Place, inside: unknown): Edge[] => {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength, maxItems, maxProperties } = schema
  const edges: Edge[] = []
  if (schema.enum !== undefined || schema.const !== undefined) return []
  if (maximum !== undefined) edges.push({ within: maximum, beyond: maximum + STEP })
  if (minimum !== undefined) edges.push({ within: minimum, beyond: minimum - STEP })
  if (exclusiveMaximum !== undefined) edges.push({ within: exclusiveMaximum - STEP, beyond: exclusiveMaximum })
  if (exclusiveMinimum !== undefined) edges.push({ within: exclusiveMinimum + STEP, beyond: exclusiveMinimum })
  if (type === 'string' && maxLength !== undefined && !bounding.includes(schema.format ?? '')) {
    edges.push({ within: 'x'.repeat(maxLength), beyond: 'x'.repeat(maxLength + 1) })
  }
  if (maxItems !== undefined) {
    edges.push({ within: Array(maxItems).fill(inside), beyond: Array(maxItems + 1).fill(inside) })
  }
  if (maxProperties !== undefined) {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 'x']))
    edges.push({ within: many(maxProperties), beyond: many(maxProperties + 1) })
  }
  if (edges.length === 0 && at.length === 0) return []
  return edges
}

/** The value with another one at a place: what is missing on the way there is made. */
const placed = (value: unknown, [first, ...rest]: readonly string[], put: unknown): unknown => {
  if (first === undefined) return put
  if (first === '[]') {
    const [head, ...others] = Array.isArray(value) ? value : [undefined]
    return [placed(head, rest, put), ...others]
  }
  const name = first === '{}' ? 'k' : first
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...object, [name]: placed((object as Record<string, unknown>)[name], rest, put) }
}

const valueAt = (value: unknown, [first, ...rest]: readonly string[]): unknown => {
  if (first === undefined || typeof value !== 'object' || value === null) return first === undefined ? value : undefined
  return valueAt((value as Record<string, unknown>)[first === '[]' ? '0' : first === '{}' ? 'k' : first], rest)
}

const fieldOf = (at: readonly string[]) =>
  pointer(...at.map((name) => (name === '[]' ? '0' : name === '{}' ? 'k' : name)))

const faultsAt = (answer: Answer, field: string): string[] =>
  (answer.body?.errors ?? [])
    .filter((one: { field: string }) => one.field === field)
    .map(({ message }: { message: string }) => message)

/**
 * What rules tell in the same words of a text or a number that is short enough: the sentence says what the value is,
 * and its length is a part of that.
 */
const judgedFurther = new Set([
  'fee',
  'country',
  'currency',
  'currencyRate',
  'email',
  'ownerEmail',
  'organizationNumber',
  'vatNumber',
  'vatCode',
  'iban',
  'bic',
  'bankgiro',
  'fiscalYearStart',
  'dimensionNumber',
  'sruCodes',
  'sruCodes/0',
  'personalNumber',
  'firstMonth',
  'month',
  'depreciatedThrough',
  'from',
  'to',
])

const sendAs = (row: Row, sample: Sample): Promise<Answer> => send(service, sample, credentialsFor(row, company))

const withBody = ({ row, path, init }: Sample, body: unknown): Sample => ({
  row,
  path,
  init: { ...init, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
})

const nameOf = ({ operationId }: Row): string => operationId
const isPut = ({ method }: Row): boolean => method === 'PUT' || method === 'PATCH'

test(
  'every body is refused beyond its limits, and taken within',
  () =>
    every(
      rows.filter(({ body, upload }) => body && !upload),
      nameOf,
      async (row) => {
        let sample = await sampleOf(row, company)
        const wrong: string[] = []
        for (const place of tellingPlaces(row.body as Node)) {
          const example: unknown = withTags(JSON.parse(sample.init.body as string), place)
          const [inside = null] = [valueAt(example, [...place.at, '[]'])]
          const field = fieldOf(place.at)
          for (const { within, beyond } of edgesOf(place, inside)) {
            const over = await sendAs(row, withBody(sample, placed(example, place.at, beyond)))
            const [told] = faultsAt(over, field)
            if (over.status !== 400 || told === undefined) wrong.push(`${field} beyond: ${over.status} ${over.text}`)
            const at = await sendAs(row, withBody(sample, placed(example, place.at, within)))
            const isHeld = judgedFurther.has(field.replace(/^#\/(?:.*\/)?(?=[a-zA-Z]+(?:\/0)?$)/, ''))
            if (at.status >= 500 || (!isHeld && faultsAt(at, field).includes(told ?? ''))) {
              wrong.push(`${field} within: ${at.status} ${at.text}`)
            }
            // What is put in a place is put there again; what was done otherwise may not be done again.
            if (at.status < 300 && !isPut(row)) sample = await sampleOf(row, company)
          }
        }
        if (wrong.length > 0) throw new Error(wrong.join('\n'))
      },
    ),
  EVERY_MS,
)

type Telling = Place & { tags: readonly { at: readonly string[]; name: string; value: unknown }[] }

/** The places of a body, each with the words that tell its kind apart. */
const tellingPlaces = (schema: Node, at: readonly string[] = [], tags: Telling['tags'] = []): Telling[] => {
  if (schema.readOnly) return []
  const kinds = schema.oneOf ?? schema.anyOf
  if (kinds) {
    return kinds.flatMap((kind) => {
      const tag = Object.entries(kind.properties ?? {}).find(([, one]) => one.const !== undefined)
      const own = tag && schema.oneOf ? [{ at, name: tag[0], value: tag[1].const }] : []
      return tellingPlaces(kind, at, [...tags, ...own])
    })
  }
  const { items, properties = {}, additionalProperties: values } = schema
  return [
    { at, schema, tags },
    ...(items ? tellingPlaces(items, [...at, '[]'], tags) : []),
    ...(typeof values === 'object' ? tellingPlaces(values, [...at, '{}'], tags) : []),
    ...Object.entries(properties).flatMap(([name, one]) => tellingPlaces(one, [...at, name], tags)),
  ]
}

const withTags = (body: unknown, { tags }: Telling): unknown =>
  tags.reduce((made, { at, name, value }) => placed(made, [...at, name], value), body)

test('every address is refused beyond its limits', () =>
  every(
    rows.filter(({ query }) => query),
    nameOf,
    async (row) => {
      const tenant = { company: company.id, agency: company.agency.id, general: '', token: '', person: '' }[
        audienceOf(row)
      ]
      const path = row.path.replace(/\{(\w+)\}/g, (_, name) => {
        if (name === `${audienceOf(row)}Id`) return tenant
        return name.endsWith('Id') ? newId() : '1930'
      })
      const wrong: string[] = []
      for (const [name, schema] of Object.entries((row.query as Node).properties ?? {})) {
        for (const { beyond } of edgesOf({ at: [name], schema }, null)) {
          const asked = withQuery(path, String(new URLSearchParams({ [name]: String(beyond) })))
          const answer = await sendAs(row, { row, path: asked, init: { method: row.method } })
          if (answer.status !== 400 || faultsAt(answer, name).length === 0) {
            wrong.push(`${name}: ${answer.status} ${answer.text}`)
          }
        }
      }
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    },
  ))
