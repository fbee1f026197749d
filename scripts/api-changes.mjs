// Holds docs/openapi.json against the document of the last release, which docs/released/ has in a compact form. What
// breaks a client fails, unless docs/reference/api-changes.md declares it, with a date, under "Not released yet".
//   node scripts/api-changes.mjs            what has changed since the last release
//   node scripts/api-changes.mjs --check    fails for breaks that are not declared
//   node scripts/api-changes.mjs --release  makes the present document the released one, and dates the page
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compareOpenApi } from 'api-smart-diff'
import { root } from './bundle.mjs'

const DOCUMENT = join(root, 'docs', 'openapi.json')
const RELEASED = join(root, 'docs', 'released', 'openapi.json.gz')
const PAGE = join(root, 'docs', 'reference', 'api-changes.md')
const UNRELEASED = '## Not released yet\n'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What is said to people, and no client depends on. */
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'tags', 'title', 'x-codeSamples', 'x-scope'])

/**
 * What clients depend on: what is sent, what comes back if it succeeds, and which events there are. Refusals are the
 * same everywhere.
 * @param {any} document
 */
export const compactOf = ({ openapi, info, paths, webhooks = {}, components }) => {
  const kept = Object.entries(paths).map(([path, item]) => {
    const operations = METHODS.filter((method) => item[method]).map((method) => [method, contractOf(item[method])])
    return [path, Object.fromEntries(operations)]
  })
  const { schemas, parameters } = components
  const parts = { schemas: withoutWords(schemas, true), parameters: withoutWords(parameters, true) }
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: Object.fromEntries(kept),
    events: Object.keys(webhooks),
    components: parts,
  }
}

const contractOf = ({ operationId, parameters, requestBody, responses, security }) => {
  const succeeding = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const answers = succeeding.map(([status, { content }]) => [status, { description: '', ...(content && { content }) }])
  return withoutWords({ operationId, parameters, requestBody, responses: Object.fromEntries(answers), security })
}

/** `isNamed`: the keys are names that were given, such as properties, of which none is left out. */
const withoutWords = (value, isNamed = false) => {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key, one]) => one !== undefined && (isNamed || !WORDS.has(key)))
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutWords(one, key === 'properties')]))
}

/**
 * The breaks between two compact documents, as `METHOD path` or the kind of an event, each with its reasons.
 * @returns {Map<string, string[]>}
 */
export const breaksBetween = (before, after) => {
  const breaks = new Map()
  const note = (what, reason) => breaks.set(what, [...(breaks.get(what) ?? []), reason])
  for (const kind of before.events) if (!after.events.includes(kind)) note(kind, 'the event is gone')
  const [was, is] = [before, after].map((document) => inFull(document))
  const differing = [...was].filter(([name, text]) => is.get(name) !== text).map(([name]) => name)
  for (const name of differing.filter((one) => !is.has(one))) note(name, 'the operation is gone')
  const common = differing.filter((one) => is.has(one))
  if (common.length === 0) return breaks
  const { diffs } = compareOpenApi(only(before, common), only(after, common))
  for (const { type, action, path } of diffs) {
    const [place, at, method, ...inside] = path
    if (place !== 'paths' || !isBreak(type, action, inside)) continue
    note(`${String(method).toUpperCase()} ${at}`, `${action}: ${inside.join('/')}`)
  }
  return breaks
}

/**
 * Answers may say more: a client has to bear values that it does not know, and longer lists. The library takes a
 * property that a request newly needs for unclassified where it has a format.
 */
const isBreak = (type, action, inside) => {
  const [part] = inside
  if (part === 'operationId') return true
  if (part === 'responses' && inside.includes('enum') && action === 'add') return false
  if (part === 'responses' && inside.at(-1) === 'maxItems') return false
  if (part === 'requestBody' && inside.at(-2) === 'required' && action === 'add') return true
  return type === 'breaking'
}

/** Each operation as text, with all that it refers to, so that only those that differ are compared. */
const inFull = ({ paths, components }) => {
  const named = Object.entries(components).flatMap(([group, parts]) =>
    Object.entries(parts).map(([name, part]) => [`#/components/${group}/${name}`, JSON.stringify(part)]),
  )
  const texts = new Map(named)
  const reached = (text) => {
    const seen = new Set()
    const left = [text]
    for (const one of left) {
      for (const [, ref] of one.matchAll(/"\$ref":"([^"]+)"/g)) {
        if (seen.has(ref)) continue
        seen.add(ref)
        left.push(`${ref} ${texts.get(ref)}`)
      }
    }
    return left.join('\n')
  }
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]) => [`${method.toUpperCase()} ${path}`, reached(JSON.stringify(one))]),
    ),
  )
}

const only = ({ events: _, ...document }, names) => {
  const kept = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([method]) => names.includes(`${method.toUpperCase()} ${path}`))),
  ])
  return { ...document, paths: Object.fromEntries(kept.filter(([, item]) => Object.keys(item).length > 0)) }
}

/**
 * What the page declares as broken since the last release. Each line has a day, the operation, and a sentence.
 * @param {string} page
 */
export const declaredIn = (page) => {
  const [, unreleased = ''] = page.split(UNRELEASED)
  const [section = ''] = unreleased.split(/^## /m)
  const lines = section.matchAll(/^- (\d{4}-\d{2}-\d{2}) `([^`]+)`: \S.{15,}/gm)
  return new Set([...lines].filter(([, day = '']) => !Number.isNaN(Date.parse(day))).map(([, , name = '']) => name))
}

const namesIn = ({ paths, events }) =>
  new Set([
    ...Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((one) => `${one.toUpperCase()} ${path}`)),
    ...events,
  ])

const run = () => {
  const after = compactOf(JSON.parse(readFileSync(DOCUMENT, 'utf8')))
  if (process.argv.includes('--release')) return release(after)
  const before = JSON.parse(gunzipSync(readFileSync(RELEASED)).toString())
  const breaks = breaksBetween(before, after)
  const declared = declaredIn(readFileSync(PAGE, 'utf8'))
  const undeclared = [...breaks].filter(([name]) => !declared.has(name))
  for (const [name, reasons] of process.argv.includes('--check') ? undeclared : breaks)
    console.log(`${declared.has(name) ? 'declared' : 'BREAK'}  ${name}\n  ${reasons.slice(0, 10).join('\n  ')}`)
  if (!process.argv.includes('--check')) for (const name of addedIn(before, after)) console.log(`new  ${name}`)
  if (undeclared.length === 0) return
  console.error(
    `${undeclared.length} operations or events break clients of the last release. If that is meant, declare each in ` +
      'docs/reference/api-changes.md, under "Not released yet": - YYYY-MM-DD `METHOD path`: what a client has to change.',
  )
  process.exitCode = 1
}

const addedIn = (before, after) => [...namesIn(after)].filter((name) => !namesIn(before).has(name))

const release = (after) => {
  const before = existsSync(RELEASED) ? JSON.parse(gunzipSync(readFileSync(RELEASED)).toString()) : after
  const added = addedIn(before, after).map((name) => `- \`${name}\``)
  const page = readFileSync(PAGE, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  const news = added.length > 0 ? `\nNew:\n\n${added.join('\n')}\n` : ''
  writeFileSync(PAGE, page.replace(UNRELEASED, `${UNRELEASED}\n## ${day}\n${news}`))
  // Without a moment in it, so that the same document makes the same file.
  writeFileSync(RELEASED, gzipSync(JSON.stringify(after), { level: 9 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run()
