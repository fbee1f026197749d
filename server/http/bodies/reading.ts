// Lenient parsing of requests: property names in any letter case, null as absent, ids in any letter case, unknown names
// ignored and reported unless they look like a misspelt known one. Walks a body once, by a plan compiled from its
// schema.
import { httpFaults } from '#http/answers/refusals'
import { nearestKnownName, resourceReferredTo } from '#platform/misspelling'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import type { TSchema } from './schema.ts'

/** The result of parsing a body: its value with the schema's names, errors, and pointers to ignored properties. */
type Reading = { value: unknown; errors: FieldError[]; ignored: string[] }

/** Parses a body. `strict` refuses unknown properties, which are otherwise ignored unless they are misspelt. */
type ReadBody = (body: unknown, strict: boolean) => Reading

/** Most different unknown names in one body, and most that are reported for one request. */
export const MAX_UNKNOWN_NAMES = 100

/** A parser of bodies for this schema. Its result must still be validated by the schema. */
export const bodyReaderOf = (schema: TSchema): ReadBody => {
  const plan = planOf(schema)
  return (body, strict) => {
    const walk: Walk = { path: [], errors: [], ignored: [], meant: new Map(), names: 0, strict }
    const value = follow(plan, body, walk)
    return { value, errors: walk.errors, ignored: walk.ignored }
  }
}

/** What is done with a value: null takes it unchanged. */
type Plan =
  | null
  | { kind: 'id' }
  | { kind: 'list'; each: Plan }
  | { kind: 'object'; members: ReadonlyMap<string, Member>; writable: readonly string[]; references: References }
  | { kind: 'oneOf'; tag: string; kinds: ReadonlyMap<unknown, Plan>; first: ObjectPlan }

type ObjectPlan = Extract<Plan, { kind: 'object' }>

/** The names of references, by what they refer to. */
type References = ReadonlyMap<string, string>

type Member = { name: string; isReadOnly: boolean; dropsNull: boolean; plan: Plan }

type Walk = {
  /** The current position of the walk. */
  path: (string | number)[]
  errors: FieldError[]
  ignored: string[]
  /** The unknown names so far, by object, each with the known name that it was meant to be. */
  meant: Map<ObjectPlan, Map<string, string | null>>
  /** The number of these. */
  names: number
  strict: boolean
}

type Node = TSchema & {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Node>
  required?: string[]
  readOnly?: boolean
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  discriminator?: { propertyName: string }
}

const planOf = (schema: TSchema): Plan => {
  const { format, properties, items, anyOf, oneOf, discriminator, required = [] } = schema as Node
  if (format === 'uuid') return { kind: 'id' }
  if (items) {
    const each = planOf(items)
    return each && { kind: 'list', each }
  }
  // Schemas have no other unions than with null.
  if (anyOf) return anyOf.map(planOf).find((plan) => plan !== null) ?? null
  if (oneOf && discriminator) return planOfKinds(discriminator.propertyName, oneOf)
  if (!properties) return null
  const members = Object.entries(properties).map(([name, property]): [string, Member] => [
    name,
    {
      name,
      isReadOnly: property.readOnly === true,
      dropsNull: !required.includes(name) && !takesNull(property),
      plan: planOf(property),
    },
  ])
  const writable = members.filter(([, { isReadOnly }]) => !isReadOnly).map(([name]) => name)
  const references = referencesIn(Object.entries(properties).filter(([name]) => writable.includes(name)))
  return { kind: 'object', members: withFolded(members), writable, references }
}

/** The references among properties: ids and lists of them, and objects that contain an id. */
export const referencesIn = (properties: readonly (readonly [string, TSchema])[]): References =>
  new Map(
    properties
      .filter(([name, schema]) => refers(schema as Node) && resourceReferredTo(name) !== '')
      .map(([name]) => [resourceReferredTo(name), name]),
  )

const refers = ({ format, properties, items, anyOf }: Node): boolean => {
  if (items) return refers(items)
  if (anyOf) return anyOf.some(refers)
  return format === 'uuid' || properties?.id?.format === 'uuid'
}

/** The reference that an unknown name denotes in another naming style, such as `customerRef` for `customerId`. */
export const referenceMeant = (name: string, references: References): string | null =>
  references.get(resourceReferredTo(name)) ?? null

/** The members by name, and by lower-cased name. */
const withFolded = (members: [string, Member][]): Map<string, Member> =>
  new Map([...members.map(([name, member]): [string, Member] => [name.toLowerCase(), member]), ...members])

const planOfKinds = (tag: string, schemas: Node[]): Plan => {
  const kinds = schemas.map((schema): [unknown, Plan] => [schema.properties?.[tag]?.const, planOf(schema)])
  // Every kind is an object with the tag, so the first one finds the tag in any letter case.
  return { kind: 'oneOf', tag, kinds: new Map(kinds), first: kinds[0]?.[1] as ObjectPlan }
}

const takesNull = ({ type, enum: words, const: word, anyOf, oneOf }: Node): boolean => {
  if (anyOf) return anyOf.some(takesNull)
  if (words) return words.includes(null)
  return type === 'null' || (type === undefined && word === undefined && oneOf === undefined)
}

const follow = (plan: Plan, value: unknown, walk: Walk): unknown => {
  if (plan === null) return value
  if (plan.kind === 'id') return typeof value === 'string' ? value.toLowerCase() : value
  if (typeof value !== 'object' || value === null) return value
  if (plan.kind === 'list') return Array.isArray(value) ? followList(plan.each, value, walk) : value
  if (Array.isArray(value)) return value
  if (plan.kind === 'object') return followObject(plan, value, walk)
  const written = Object.keys(value).find((name) => memberOf(plan.first, name)?.name === plan.tag)
  const kind = plan.kinds.get((value as Record<string, unknown>)[written ?? plan.tag])
  if (kind?.kind === 'object') return followObject(kind, value, walk)
  // Of an unknown kind: only the tag is reported.
  return written === undefined ? value : { [plan.tag]: (value as Record<string, unknown>)[written] }
}

const followList = (each: Plan, values: unknown[], walk: Walk): unknown[] => {
  const read: unknown[] = []
  for (let index = 0; index < values.length; index += 1) {
    walk.path.push(index)
    read.push(follow(each, values[index], walk))
    walk.path.pop()
  }
  return read
}

const followObject = (plan: ObjectPlan, value: object, walk: Walk): Record<string, unknown> => {
  const read: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) {
    const member = memberOf(plan, key)
    if (member === undefined) {
      passOver(plan, key, walk)
      continue
    }
    const { name, isReadOnly, dropsNull } = member
    if (isReadOnly || (entry === null && dropsNull)) continue
    if (Object.hasOwn(read, name)) walk.errors.push(httpFaults.twice(pointer(...walk.path, name)))
    else if (member.plan === null) read[name] = entry
    else {
      walk.path.push(name)
      read[name] = follow(member.plan, entry, walk)
      walk.path.pop()
    }
  }
  return read
}

const memberOf = ({ members }: ObjectPlan, key: string): Member | undefined =>
  members.get(key) ?? members.get(key.toLowerCase())

/** An unknown property: ignored and reported, unless it is misspelt, or unknown properties are refused. */
const passOver = (plan: ObjectPlan, key: string, walk: Walk): void => {
  const known = meantIn(plan, key, walk)
  if (known === undefined) return
  // Very many are all the same: a pointer to each would take longer than all else.
  if (known === null && !walk.strict && walk.ignored.length > MAX_UNKNOWN_NAMES) return
  const field = pointer(...walk.path, key)
  if (known !== null) walk.errors.push(httpFaults.misspeltProperty(field, { known }))
  else if (walk.strict) walk.errors.push(httpFaults.unknownProperty(field))
  else walk.ignored.push(field)
}

/**
 * The known name that an unknown one was meant to be, null if there is none. The search is slow: undefined if a body
 * has more different unknown names than we search for.
 */
const meantIn = (plan: ObjectPlan, key: string, walk: Walk): string | null | undefined => {
  const here = walk.meant.get(plan) ?? new Map<string, string | null>()
  walk.meant.set(plan, here)
  const found = here.get(key)
  if (found !== undefined) return found
  walk.names += 1
  if (walk.names > MAX_UNKNOWN_NAMES) {
    if (walk.names === MAX_UNKNOWN_NAMES + 1) {
      walk.errors.push(httpFaults.tooManyUnknown('#', { limit: MAX_UNKNOWN_NAMES }))
    }
    return undefined
  }
  const known = referenceMeant(key, plan.references) ?? nearestKnownName(key, plan.writable)
  here.set(key, known)
  return known
}
