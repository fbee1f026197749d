// Makes the command `bok` (packages/cli/dist/bok.js): one file with the SDK and its library inside, and beside it what
// the operations take, from the OpenAPI document.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from '#scripts/bundle'
import { generateSdk } from '#scripts/sdk/generate'
import { operationsOf, readDocument } from '#scripts/sdk/operations'

/** The library is CommonJS within. */
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

const dist = join(root, 'packages', 'cli', 'dist')

/** Builds the command into a folder. */
export const buildCli = async (into = dist) => {
  await generateSdk()
  mkdirSync(into, { recursive: true })
  const document = readDocument()
  const operations = operationsOf(document).map((operation) => descriptionOf(document, operation))
  const described = join(into, 'operations.json')
  writeFileSync(`${described}.${process.pid}`, JSON.stringify(operations))
  renameSync(`${described}.${process.pid}`, described)
  const program = join(into, 'bok.js')
  const outfile = `${program}.${process.pid}`
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: `#!/usr/bin/env node\n${REQUIRE}`,
    },
    logLevel: 'warning',
  })
  chmodSync(outfile, 0o755)
  renameSync(outfile, program)
  return program
}

/** What a command needs of an operation. */
const descriptionOf = (document, operation) => {
  const {
    scope,
    resources,
    verb,
    group,
    summary,
    description,
    parameters,
    query,
    body,
    answer,
    files,
    list,
    isTagged,
  } = operation
  const schema = resolved(document, body?.schema)
  return {
    scope,
    resources,
    verb,
    group,
    summary,
    description,
    parameters,
    query: query.filter(({ name }) => name !== 'dryRun').map((one) => fieldOf(document, one.name, one.schema, one)),
    body: body && {
      type: body.type,
      isRequired: body.required,
      fields: Object.entries(schema?.properties ?? {})
        .filter(([, property]) => !resolved(document, property)?.readOnly)
        .map(([name, property]) => fieldOf(document, name, property, { required: schema.required?.includes(name) })),
    },
    answer,
    files,
    list,
    isTagged,
    isWrite: operation.method !== 'GET',
    isTriable: query.some(({ name }) => name === 'dryRun'),
  }
}

/** A field of the query or the body; `type` says how its text becomes a value. */
const fieldOf = (document, name, schema, { required = false, description }) => {
  const shape = resolved(document, schema) ?? {}
  const known = resolved(
    document,
    (shape.anyOf ?? shape.oneOf ?? []).find((one) => resolved(document, one)?.type !== 'null'),
  )
  const { type, format, enum: words, properties } = known ? { ...known, ...shape } : shape
  const isOfObjects = type === 'array' && resolved(document, (known ?? shape).items)?.type === 'object'
  const isRef = type === 'object' && properties?.id !== undefined
  return {
    name,
    type: kindOf({ type, format, isRef, isOfObjects }),
    ...(words && { words: words.filter((one) => one !== null) }),
    ...(required && { isRequired: true }),
    description: description ?? shape.description ?? known?.description ?? '',
  }
}

const kindOf = ({ type, format, isRef, isOfObjects }) => {
  if (format === 'binary') return 'file'
  if (isRef) return 'ref'
  return isOfObjects ? 'json' : ((Array.isArray(type) ? type[0] : type) ?? 'json')
}

const resolved = (document, schema) =>
  schema?.$ref
    ? schema.$ref
        .slice(2)
        .split('/')
        .reduce((at, word) => at[word], document)
    : schema

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
