// The operations of the OpenAPI document as people name them: `company(id).invoices.publish(invoiceId)`. Resources are
// the words of the path, verbs come from the operationId, so a new endpoint has its name in the SDK, on the command
// line and in the samples without being listed anywhere.
//
// 1. The beginning of the path is the scope: `/companies/{companyId}` is `company`, `/agencies/{agencyId}` is `agency`,
//    `/me` and `/operator` are themselves, and anything else is `service`.
// 2. The other words of the path, in camel case, are resources within each other: `bankPayments.files`.
// 3. The verb is the first word of the operationId, with the particle behind it (`writeOff`, `workOut`). If the last
//    word of the path is the verb, begins with it (`/send-again`) or is undone by it (`unmatch`), it is no resource.
// 4. What gets all of what it also gets one of is called `list`, and what does the same to all as to one ends in `All`.

export type Schema = {
  $ref?: string
  type?: string
  format?: string
  examples?: unknown[]
  properties?: Record<string, Schema>
}

export type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

type Media = { schema: Schema; example?: unknown }
type Answered = { $ref?: string; content?: Record<string, Media> }

type Described = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answered>
}

/** What of an OpenAPI document is read here. */
export type ApiDocument = { paths: Record<string, Record<string, Described>>; components?: object }

type Scope = 'company' | 'agency' | 'me' | 'operator' | 'service'

export type Operation = {
  id: string
  method: string
  path: string
  scope: Scope
  resources: string[]
  verb: string
  summary: string
  description: string
  group: string
  /** Placeholders of the path behind the scope, in order. */
  parameters: string[]
  query: readonly Parameter[]
  body: null | { type: string; required: boolean; schema: Schema; example: unknown }
  /** `json`, `nothing`, or the first type of a file. */
  answer: string
  /** Types of files beside JSON. */
  files: string[]
  list: '' | 'cursor' | 'page'
  isTagged: boolean
  isByClient: boolean
  takesKey: boolean
  /** Only a person may call it, with the session of a browser. */
  isByPeople: boolean
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const JSON_TYPE = 'application/json'
/** Words that change the sense of the verb before them. */
const PARTICLES = ['off', 'out', 'up']

/**
 * All operations, in the order of the document. Throws if two have the same name.
 */
export const operationsOf = (document: ApiDocument): Operation[] => {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method]
      return described ? [operationOf(document, { path, method, described })] : []
    }),
  )
  const named = found.map((operation) => ({ ...operation, verb: verbAmong(found, operation) }))
  const names = named.map(nameOf)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`Operations with the same name: ${twice.join(', ')}`)
  return named
}

/** `company.invoices.publish` */
const nameOf = ({ scope, resources, verb }: Pick<Operation, 'scope' | 'resources' | 'verb'>): string =>
  [scope, ...resources, verb].join('.')

const verbAmong = (all: readonly Operation[], operation: Operation): string => {
  const { method, path, verb, parameters } = operation
  const ones = all.filter((one) => one.method === method && one.parameters.length > parameters.length)
  if (verb === 'get' && ones.some((one) => one.verb === verb && one.path.replace(/\/\{\w+\}$/, '') === path))
    return 'list'
  return ones.some((one) => nameOf(one) === nameOf(operation)) ? `${verb}All` : verb
}

type Given = { path: string; method: string; described: Described }

const operationOf = (document: ApiDocument, { path, method, described: operation }: Given): Operation => {
  const referred = <Part extends { $ref?: string }>(part: Part): Part => referredIn(document, part)
  const given = (operation.parameters ?? []).map(referred)
  const query = given.filter((one) => one.in === 'query')
  const headers = given.filter((one) => one.in === 'header').map(({ name }) => name)
  const { scope, rest } = scopeOf(path)
  const types = Object.keys(referred(operation.responses['200'] ?? operation.responses['201'] ?? {}).content ?? {})
  const isByClient = JSON.stringify(operation.security ?? '').includes('"client"')
  const [type = '', media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    scope,
    ...wordsOf(rest, operation.operationId),
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    group: operation.tags?.[0] ?? '',
    parameters: [...rest.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: media
      ? { type, required: operation.requestBody?.required === true, schema: media.schema, example: media.example }
      : null,
    answer: answerOf(operation, types),
    files: types.filter((one) => one !== JSON_TYPE && one !== 'text/event-stream'),
    list: hasItems(document, operation) ? turnedBy(query) : '',
    isTagged: headers.includes('If-Match') || headers.includes('If-None-Match'),
    isByClient,
    isByPeople: (operation.security ?? []).every((one) => 'session' in one) && operation.security?.length === 1,
    // A code that is sent twice ends everything, under any key.
    takesKey: headers.includes('Idempotency-Key') && !isByClient,
  }
}

const answerOf = (operation: Described, types: readonly string[]): string => {
  if ('204' in operation.responses || types.length === 0) return 'nothing'
  return types.includes(JSON_TYPE) && !isFile(operation) ? 'json' : (types[0] ?? '')
}

/** Whether JSON is one of the types of a file that is kept as it came. */
const isFile = ({ responses }: Described): boolean => {
  const schema = responses['200']?.content?.[JSON_TYPE]?.schema
  return schema?.format === 'binary'
}

/** Whether what is answered is a page with items. */
const hasItems = (document: ApiDocument, { responses }: Described): boolean => {
  const schema = responses['200']?.content?.[JSON_TYPE]?.schema
  return schema !== undefined && referredIn(document, schema).properties?.items?.type === 'array'
}

/** The part itself, or the one that it refers to. */
export const referredIn = <Part extends { $ref?: string }>(document: ApiDocument, part: Part): Part => {
  if (!part.$ref) return part
  const words = part.$ref.slice(2).split('/')
  // What a reference leads to is of the same kind as the reference stands for.
  return words.reduce<unknown>((at, word) => (at as Record<string, unknown>)[word], document) as Part
}

/** How pages are turned. */
const turnedBy = (query: readonly Parameter[]): Operation['list'] => {
  const named = (wanted: string) => query.some(({ name }) => name === wanted)
  if (named('cursor')) return 'cursor'
  return named('page') ? 'page' : ''
}

const SCOPES: readonly [RegExp, Scope][] = [
  [/^\/companies\/\{companyId\}(?=\/)/, 'company'],
  [/^\/agencies\/\{agencyId\}(?=\/)/, 'agency'],
  [/^\/me(?=\/|$)/, 'me'],
  [/^\/operator(?=\/)/, 'operator'],
]

const scopeOf = (path: string): { scope: Scope; rest: string } => {
  const [pattern, scope] = SCOPES.find(([one]) => one.test(path)) ?? [/^/, 'service' as const]
  return { scope, rest: path.replace(pattern, '') }
}

/** `rest` is the path without its scope. */
const wordsOf = (rest: string, operationId: string): { resources: string[]; verb: string } => {
  const words = rest.split('/').filter((word) => word !== '' && !word.startsWith('{'))
  const [first = '', second = ''] = operationId.split(/(?=[A-Z])/)
  const verb = PARTICLES.includes(second.toLowerCase()) ? first + second : first
  const last = words.at(-1) ?? ''
  const isVerb = rest.endsWith(last) && (last === verb || last.startsWith(`${verb}-`) || verb === `un${last}`)
  const resources = (isVerb ? words.slice(0, -1) : words).map(camelCase)
  return { resources, verb: isVerb && !verb.startsWith('un') ? camelCase(last) : verb }
}

/** `payment-link` becomes `paymentLink`. */
const camelCase = (word: string): string =>
  word.replace(/^\W+/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
