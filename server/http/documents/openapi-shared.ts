// Repeated parts of the OpenAPI document are moved to its components and referenced: parameters, refusals, and schemas
// of requests.
import { named, nameOf, type TSchema } from '#http/bodies/schema'

type Json = Record<string, unknown>

/** Names for components of refusals, by status. */
const refusalNames: Readonly<Record<string, string>> = {
  400: 'Invalid',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'KeyReused',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

type Operation = { parameters?: Json[]; responses?: Record<string, Json> }

/**
 * Moves parameters and refusals that several operations share to the components. Changes `paths`; returns the
 * components by name.
 */
export const shareRepeated = (paths: Record<string, Json>): { parameters: Json; responses: Json } => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[])
  const parameters = sharedBy('parameters')
  const responses = sharedBy('responses')
  for (const { parameters: own = [], responses: answers = {} } of operations) {
    for (const one of own) parameters.count(one)
    for (const [status, one] of Object.entries(answers)) if (refusalNames[status]) responses.count(one)
  }
  for (const operation of operations) {
    if (operation.parameters) {
      operation.parameters = operation.parameters.map((one) =>
        parameters.of(one, `${componentName(String(one.name))}Parameter`),
      )
    }
    for (const [status, one] of Object.entries(operation.responses ?? {})) {
      const name = refusalNames[status]
      if (name && operation.responses) operation.responses[status] = responses.of(one, name)
    }
  }
  return { parameters: parameters.components, responses: responses.components }
}

/** Counts equal parts, and replaces repeated ones by references. */
const sharedBy = (part: string) => {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const components: Json = {}
  const count = (one: Json) => {
    const text = JSON.stringify(one)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const of = (one: Json, wanted: string): Json => {
    const text = JSON.stringify(one)
    if ((counts.get(text) ?? 0) < 2) return one
    let name = names.get(text) ?? wanted
    for (let place = 2; !names.has(text) && name in components; place += 1) name = `${wanted}${place}`
    names.set(text, name)
    components[name] = one
    return { $ref: `#/components/${part}/${name}` }
  }
  return { components, count, of }
}

/** `Idempotency-Key` → `IdempotencyKey`, `companyId` → `CompanyId` */
const componentName = (name: string): string =>
  name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())

type Node = TSchema & {
  default?: unknown
  description?: string
  properties?: Record<string, Node>
  required?: string[]
  readOnly?: boolean
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
}

/** Schemas with the same name in requests and responses get a suffix; names that already mark a request do not. */
const OF_REQUESTS = /(?:Write|Create|Update|Change|DocumentMail|DraftContent|Form|Record|Match)$|^(?:New|Set)/

const made = new WeakMap<object, TSchema>()

/**
 * A schema for requests: without read-only properties. Clients may send these, and they are ignored, but generated
 * clients are better without them: otherwise they would have a second type of everything, or require values that do not
 * exist. Defaults are in the description, because `default` would make many clients send the property.
 */
export const asRequest = (schema: TSchema): TSchema => {
  const known = made.get(schema)
  if (known) return known
  const { default: preset, ...rest } = schema as Node
  const { description, properties, required, items, anyOf, oneOf } = rest
  const written = properties && Object.entries(properties).filter(([, one]) => !one.readOnly)
  const own = written?.map(([key, one]) => [key, asRequest(one)])
  const presetSaid = preset === undefined ? [] : [`\`${JSON.stringify(preset)}\` when left out`]
  const said = [description, ...presetSaid].filter((sentence) => sentence !== undefined)
  const changed = {
    ...rest,
    ...(said.length > 0 ? { description: said.join('; ') } : {}),
    ...(own ? { properties: Object.fromEntries(own) } : {}),
    ...(required ? { required: required.filter((key) => !properties?.[key]?.readOnly) } : {}),
    ...(items ? { items: asRequest(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(asRequest) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(asRequest) } : {}),
  } as TSchema
  const isSame = JSON.stringify(changed) === JSON.stringify(schema)
  const name = nameOf(schema)
  if (!isSame && name) named(OF_REQUESTS.test(name) ? name : `${name}Write`, changed)
  made.set(schema, isSame ? schema : changed)
  return isSame ? schema : changed
}
