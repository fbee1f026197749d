// The operations of the API as an agent finds them: searched by words, and described with their schemas written out.
// All of it comes from the OpenAPI document.

/** A part of an OpenAPI document. */
type Json = { [name: string]: unknown }

/** An operation of a company, as the document describes it. */
export type KnownOperation = {
  operationId: string
  method: string
  /** Below the version, with `{placeholders}`. */
  path: string
  tag: string
  summary: string
  description: string
  scope: string | null
  /** The parameters, written out. */
  parameters: readonly Json[]
  body: unknown
  example: unknown
  answer: unknown
  /** Whether its answer is JSON. */
  isJson: boolean
}

export type Catalog = { operations: ReadonlyMap<string, KnownOperation>; document: Json }

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete']
/** Parameters of the protocol, which the tools set themselves. */
const OWN_PARAMETERS: readonly string[] = ['companyId', 'dryRun', 'format']
const COMPANY = '/companies/{companyId}'

/** The operations of companies in a document. */
export const catalogOf = (document: Json): Catalog => {
  const operations = new Map<string, KnownOperation>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Json>)) {
    if (!path.startsWith(COMPANY)) continue
    for (const method of METHODS) {
      const operation = methods[method] as Json | undefined
      if (!operation) continue
      const known = operationOf(document, { method, path, operation })
      operations.set(known.operationId, known)
    }
  }
  return { operations, document }
}

const operationOf = (
  document: Json,
  { method, path, operation }: { method: string; path: string; operation: Json },
) => {
  const { content = {} } = (resolved(document, operation.requestBody) ?? {}) as { content?: Record<string, Json> }
  const media = content['application/json']
  const [, success] =
    Object.entries((operation.responses ?? {}) as Json).find(([status]) => status.startsWith('2')) ?? []
  const { content: answers = {} } = (resolved(document, success) ?? {}) as { content?: Record<string, Json> }
  const parameters = ((operation.parameters ?? []) as Json[])
    .map((one) => resolved(document, one) as Json)
    .filter((one) => one.in !== 'header' && !OWN_PARAMETERS.includes(String(one.name)))
  return {
    operationId: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    tag: String((operation.tags as string[] | undefined)?.[0] ?? ''),
    summary: String(operation.summary ?? ''),
    description: String(operation.description ?? ''),
    scope: (operation['x-scope'] as string | undefined) ?? null,
    parameters,
    body: media?.schema,
    example: media?.example,
    answer: answers['application/json']?.schema,
    isJson: answers['application/json'] !== undefined || Object.keys(answers).length === 0,
  }
}

const resolved = (document: Json, part: unknown): unknown => {
  const { $ref } = (part ?? {}) as { $ref?: string }
  if ($ref === undefined) return part
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, word) => (at as Json | undefined)?.[word], document)
  return resolved(document, found)
}

/** How deep a schema is written out. */
const MAX_DEPTH = 6

/** A schema with its references written out, without examples; what is deeper than a few levels is only named. */
export const writtenOut = (document: Json, schema: unknown, depth = 0): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => writtenOut(document, one, depth))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) {
    if (depth >= MAX_DEPTH) return { description: `${$ref.split('/').at(-1)}` }
    return writtenOut(document, resolved(document, schema), depth + 1)
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, one]) =>
          !['examples', 'additionalProperties'].includes(name) || (typeof one === 'object' && name !== 'examples'),
      )
      .map(([name, one]) => [name, writtenOut(document, one, depth)]),
  )
}

/** Most operations that a search answers. */
const MAX_FOUND = 10

export type SearchKind = 'read' | 'write'

/** The operations that fit words best. Every word counts where it begins a word of the operation. */
export const searched = (
  { operations }: Catalog,
  { query, kind }: { query: string; kind?: SearchKind | undefined },
): Pick<KnownOperation, 'operationId' | 'method' | 'path' | 'summary' | 'scope'>[] => {
  const words = wordsOf(query)
  return [...operations.values()]
    .filter(({ method }) => kind === undefined || (method === 'GET') === (kind === 'read'))
    .map((one) => ({ one, points: words.reduce((sum, word) => sum + pointsOf(one, word), 0) }))
    .filter(({ points }) => points > 0)
    .sort((left, right) => right.points - left.points || left.one.path.length - right.one.path.length)
    .slice(0, MAX_FOUND)
    .map(({ one: { operationId, method, path, summary, scope } }) => ({ operationId, method, path, summary, scope }))
}

/** What a word is worth where it stands. */
const WORTH = { name: 4, summary: 3, tag: 2, description: 1 } as const

const pointsOf = ({ operationId, path, tag, summary, description }: KnownOperation, word: string): number => {
  const begins = (text: string) => wordsOf(text).some((one) => one.startsWith(word))
  const named = begins(`${operationId.replace(/[A-Z]/g, ' $&')} ${path}`) ? WORTH.name : 0
  return (
    named +
    (begins(summary) ? WORTH.summary : 0) +
    (begins(tag) ? WORTH.tag : 0) +
    (begins(description) ? WORTH.description : 0)
  )
}

/** Words without a plural's ending, so that one form finds the other. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|y|s)$/, '') : word))
