// The operations of docs/openapi.json as people name them: `company(id).invoices.publish(invoiceId)`. Resources are the
// words of the path, verbs come from the operationId, so a new endpoint has its name in the SDK and on the command line
// without being listed anywhere.
//
// 1. The beginning of the path is the scope: `/companies/{companyId}` is `company`, `/agencies/{agencyId}` is `agency`,
//    `/me` and `/operator` are themselves, and anything else is `service`.
// 2. The other words of the path, in camel case, are resources within each other: `bankPayments.files`.
// 3. The verb is the first word of the operationId, with the particle behind it (`writeOff`, `workOut`). If the last
//    word of the path is the verb, begins with it (`/send-again`) or is undone by it (`unmatch`), it is no resource.
// 4. What gets all of what it also gets one of is called `list`, and what does the same to all as to one ends in `All`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/bundle'

/** The document that everything is made from. */
export const DOCUMENT = join(root, 'docs', 'openapi.json')

/**
 * `parameters` are those of the path behind the scope, in order, and `query` those of the query; `body` is the type of
 * the body. `answer` is `json`, `nothing`, or the first type of a file; `files` are formats beside JSON.
 * @typedef {{
 *   id: string, method: string, path: string, scope: string, resources: string[], verb: string, summary: string,
 *   description: string, group: string, parameters: string[], query: readonly object[],
 *   body: null | { type: string, required: boolean, schema: object, example: unknown }, answer: string,
 *   files: string[], list: '' | 'cursor' | 'page', isTagged: boolean, isByClient: boolean, takesKey: boolean
 * }} Operation
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const JSON_TYPE = 'application/json'
/** Words that change the sense of the verb before them. */
const PARTICLES = ['off', 'out', 'up']

/** @returns {any} */
export const readDocument = () => JSON.parse(readFileSync(DOCUMENT, 'utf8'))

/**
 * All operations, in the order of the document. Throws if two have the same name.
 * @param {any} document
 * @returns {Operation[]}
 */
export const operationsOf = (document) => {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(document, path, method, item[method])),
  )
  const named = found.map((operation) => ({ ...operation, verb: verbAmong(found, operation) }))
  const names = named.map(nameOf)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`Operations with the same name: ${twice.join(', ')}`)
  return named
}

/** @param {Pick<Operation, 'scope' | 'resources' | 'verb'>} operation `company.invoices.publish` */
const nameOf = ({ scope, resources, verb }) => [scope, ...resources, verb].join('.')

const verbAmong = (all, operation) => {
  const { method, path, verb, parameters } = operation
  const ones = all.filter((one) => one.method === method && one.parameters.length > parameters.length)
  if (verb === 'get' && ones.some((one) => one.verb === verb && one.path.replace(/\/\{\w+\}$/, '') === path))
    return 'list'
  return ones.some((one) => nameOf(one) === nameOf(operation)) ? `${verb}All` : verb
}

const operationOf = (document, path, method, operation) => {
  const referred = (part) => referredIn(document, part)
  const given = (operation.parameters ?? []).map(referred)
  const query = given.filter((one) => one.in === 'query')
  const headers = given.filter((one) => one.in === 'header').map(({ name }) => name)
  const { scope, rest } = scopeOf(path)
  const types = Object.keys(referred(operation.responses['200'] ?? operation.responses['201'] ?? {}).content ?? {})
  const isByClient = JSON.stringify(operation.security ?? '').includes('"client"')
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
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
    body: type
      ? { type, required: operation.requestBody.required === true, schema: media.schema, example: media.example }
      : null,
    answer: answerOf(operation, types),
    files: types.filter((one) => one !== JSON_TYPE && one !== 'text/event-stream'),
    list: hasItems(document, operation) ? turnedBy(query) : '',
    isTagged: headers.includes('If-Match') || headers.includes('If-None-Match'),
    isByClient,
    // A code that is sent twice ends everything, under any key.
    takesKey: headers.includes('Idempotency-Key') && !isByClient,
  }
}

const answerOf = (operation, types) => {
  if ('204' in operation.responses || types.length === 0) return 'nothing'
  return types.includes(JSON_TYPE) && !isFile(operation) ? 'json' : types[0]
}

/** Whether JSON is one of the types of a file that is kept as it came. */
const isFile = ({ responses }) => {
  const schema = responses['200']?.content?.[JSON_TYPE]?.schema
  return schema?.format === 'binary'
}

/** Whether what is answered is a page with items. */
const hasItems = (document, { responses }) => {
  const schema = responses['200']?.content?.[JSON_TYPE]?.schema
  return referredIn(document, schema)?.properties?.items?.type === 'array'
}

const referredIn = (document, part) =>
  part?.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, word) => at[word], document)
    : part

/** @returns {'' | 'cursor' | 'page'} how pages are turned */
const turnedBy = (query) => {
  const named = (wanted) => query.some(({ name }) => name === wanted)
  if (named('cursor')) return 'cursor'
  return named('page') ? 'page' : ''
}

const SCOPES = [
  [/^\/companies\/\{companyId\}(?=\/)/, 'company'],
  [/^\/agencies\/\{agencyId\}(?=\/)/, 'agency'],
  [/^\/me(?=\/|$)/, 'me'],
  [/^\/operator(?=\/)/, 'operator'],
]

/** @param {string} path */
const scopeOf = (path) => {
  const [pattern, scope] = SCOPES.find(([one]) => one.test(path)) ?? [/^/, 'service']
  return { scope, rest: path.replace(pattern, '') }
}

/**
 * @param {string} rest the path without its scope
 * @param {string} operationId
 */
const wordsOf = (rest, operationId) => {
  const words = rest.split('/').filter((word) => word !== '' && !word.startsWith('{'))
  const [first = '', second = ''] = operationId.split(/(?=[A-Z])/)
  const verb = PARTICLES.includes(second.toLowerCase()) ? first + second : first
  const last = words.at(-1) ?? ''
  const isVerb = rest.endsWith(last) && (last === verb || last.startsWith(`${verb}-`) || verb === `un${last}`)
  const resources = (isVerb ? words.slice(0, -1) : words).map(camelCase)
  return { resources, verb: isVerb && !verb.startsWith('un') ? camelCase(last) : verb }
}

/** @param {string} word `payment-link` becomes `paymentLink` */
const camelCase = (word) => word.replace(/^\W+/, '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
