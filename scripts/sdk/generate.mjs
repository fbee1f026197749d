// Makes the generated part of the SDK (packages/sdk/src/*.gen.ts) from docs/openapi.json, if that has changed: the
// types of what is sent and answered by a generator, and beside them the tree of resources with its table of requests.
// Like other output it is not committed.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { root } from '#scripts/bundle'
import { DOCUMENT, operationsOf, readDocument } from './operations.mjs'

const folder = join(root, 'packages', 'sdk', 'src')
/** The reasons of refusals, as they are published. */
const REASONS = join(root, 'docs', 'reference', 'errors.md')

/** @param {string[]} files */
const newest = (files) => Math.max(...files.map((file) => statSync(file).mtimeMs))

/** Makes what is missing or older than the document. */
export const generateSdk = async () => {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const from = [DOCUMENT, REASONS, ...readdirSync(here).map((name) => join(here, name))]
  const table = join(folder, 'table.gen.ts')
  if (existsSync(table) && statSync(table).mtimeMs > newest(from)) return
  const document = readDocument()
  const operations = operationsOf(document)
  const types = await typesOf(document)
  mkdirSync(folder, { recursive: true })
  put('types.gen.ts', types)
  put('resources.gen.ts', resourcesOf(operations))
  put('table.gen.ts', tableOf(operations))
}

/** A reader never finds half a file. */
const put = (name, text) => {
  const path = join(folder, name)
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

/**
 * Types by the generator. Refusals are the same everywhere and have a class of their own, and files come as streams, so
 * that only JSON of answers that succeed is left in the document.
 */
const typesOf = async (document) => {
  const { webhooks: _, ...input } = structuredClone(document)
  for (const path of Object.values(input.paths)) for (const operation of Object.values(path)) keepSuccess(operation)
  const output = join(folder, `.types-${process.pid}`)
  const logs = { level: 'silent', file: false }
  await createClient({ input, output, plugins: ['@hey-api/typescript'], logs })
  const text = readFileSync(join(output, 'types.gen.ts'), 'utf8')
  rmSync(output, { recursive: true })
  return text
}

const keepSuccess = (operation) => {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) delete operation.responses[status]
    else if (response.content?.['application/json']) {
      for (const type of Object.keys(response.content)) if (type !== 'application/json') delete response.content[type]
    }
  }
}

const HEADER = '// Generated from docs/openapi.json by scripts/sdk/generate.mjs.\n'

/** The requests by their names, each as `METHOD path flags`; `src/client.ts` says what flags mean. */
const tableOf = (operations) => {
  const tree = {}
  for (const operation of operations) {
    const branch = branchOf(tree, [operation.scope, ...operation.resources])
    const there = branch[operation.verb]
    if (typeof there === 'object') there[''] = requestOf(operation)
    else branch[operation.verb] = requestOf(operation)
  }
  return `${HEADER}export const table = ${JSON.stringify(tree, null, 1)} as const\n`
}

const branchOf = (tree, words) =>
  words.reduce((at, word) => {
    if (typeof at[word] === 'string') at[word] = { '': at[word] }
    at[word] ??= {}
    return at[word]
  }, tree)

const BODY_FLAGS = { 'application/json': 'j', 'multipart/form-data': 'f', 'application/x-www-form-urlencoded': 'u' }

const requestOf = (operation) => {
  const { method, path, scope, body, list, answer, isByClient, takesKey } = operation
  const below = path.replace(/^\/(?:companies|agencies)\/\{\w+\}/, (before) => (scope === 'service' ? before : ''))
  const own = scope === 'me' || scope === 'operator' ? below.slice(scope.length + 1) : below
  const flags = [
    body ? BODY_FLAGS[body.type] : '',
    { cursor: 'c', page: 'p' }[list] ?? '',
    answer === 'json' || answer === 'nothing' ? '' : 'd',
    isByClient ? 'b' : '',
    takesKey ? 'k' : '',
  ].join('')
  return `${method} ${own.replace(/\{\w+\}/g, '{}')} ${flags}`.trimEnd()
}

/** The types of the tree. */
const resourcesOf = (operations) => {
  const tree = {}
  for (const operation of operations) {
    const branch = branchOf(tree, [operation.scope, ...operation.resources])
    branch.$calls ??= []
    branch.$calls.push(operation)
  }
  const scopes = Object.entries(tree).map(([scope, branch]) => `  ${scope}: ${typeOf(branch, '  ')}`)
  const reasons = [...readFileSync(REASONS, 'utf8').matchAll(/^\| `([\w.-]+)` \| `/gm)].map(
    ([, name]) => `  | '${name}'`,
  )
  return [
    HEADER,
    "import type { Download, Form } from './files.ts'",
    "import type { Pages } from './pages.ts'",
    "import type { CallOptions, TaggedOptions, WriteOptions } from './transport.ts'",
    "import type * as api from './types.gen.ts'\n",
    'type Query<Data> = Data extends { query?: infer Given } ? Parameters<NonNullable<Given>> : unknown',
    'type Parameters<Given> = [Given] extends [never] ? unknown : Omit<Given, "dryRun">',
    'type Items<Page> = Page extends { items: (infer Item)[] } ? Item : never\n',
    '/** What kind of refusal it is. `unreadable-answer`: what has answered is no service of this kind. */',
    "export type ErrorCode = api.Error['code'] | api.PlanError['error'] | 'unreadable-answer'\n",
    '/** Why a request was refused: stable, and more may come. */',
    `export type Reason =\n${[...new Set(reasons)].join('\n')}\n  | (string & {})\n`,
    `export type Resources = {\n${scopes.join('\n')}\n}\n`,
  ].join('\n')
}

const typeOf = (branch, indent) => {
  const { $calls = [], ...children } = branch
  const inner = `${indent}  `
  const calls = $calls.flatMap((operation) => {
    const twin = children[operation.verb]
    const also = twin ? ` & ${typeOf(twin, inner)}` : ''
    return [comment(operation, inner), `${inner}${operation.verb}: ${callType(operation, inner)}${also}`]
  })
  const verbs = new Set($calls.map(({ verb }) => verb))
  const resources = Object.entries(children)
    .filter(([name]) => !verbs.has(name))
    .map(([name, child]) => `${inner}${name}: ${typeOf(child, inner)}`)
  return `{\n${[...calls, ...resources].join('\n')}\n${indent}}`
}

const comment = ({ summary, description, method, path }, indent) => {
  const lines = [summary, '', ...description.split('\n'), '', `\`${method} ${path}\``]
  const said = lines.map((line) => `${indent} * ${line}`.trimEnd().replaceAll('*/', '*\\/'))
  return [`${indent}/**`, ...said, `${indent} */`].join('\n')
}

/** Ids, then the body, then options: a function of a resource. A file in place of JSON has a type of its own. */
const callType = (operation, indent) => {
  const { id, parameters, body, query, method, answer, files, list, isTagged } = operation
  const name = `api.${id[0].toUpperCase()}${id.slice(1)}`
  const base = method === 'GET' ? (isTagged ? 'TaggedOptions' : 'CallOptions') : 'WriteOptions'
  const isAsked = query.some((one) => one.required)
  const options = `options${isAsked ? '' : '?'}: Query<${name}Data> & ${base}`
  const bodyType = body?.type === 'multipart/form-data' ? `Form<${name}Data['body']>` : `${name}Data['body']`
  const given = [
    ...parameters.map((one) => `${one}: string`),
    ...(body ? [`body${body.required ? '' : '?'}: ${bodyType}`] : []),
  ]
  const ids = given.join(', ')
  const before = ids === '' ? '' : `${ids}, `
  const json = `${name}Responses[keyof ${name}Responses]`
  if (answer === 'nothing') return `(${before}${options}) => Promise<void>`
  if (answer !== 'json') return `(${before}${options}) => Promise<Download>`
  const plain = list ? `Pages<${json}, Items<${json}>>` : `Promise<${json}>`
  if (files.length === 0) return `(${before}${options}) => ${plain}`
  const asFile = `(${before}options: Query<${name}Data> & ${base} & { format: ${formatsOf(query)} }): Promise<Download>`
  return `{\n${indent}  ${asFile}\n${indent}  (${before}${options}): ${plain}\n${indent}}`
}

const formatsOf = (query) => {
  const { schema } = query.find((one) => one.name === 'format')
  return schema.enum
    .filter((one) => one !== 'json')
    .map((one) => `'${one}'`)
    .join(' | ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateSdk()
