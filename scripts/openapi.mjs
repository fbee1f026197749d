// Writes docs/openapi.json: the documented API, generated from the table of endpoints with the default settings. With
// --check it writes nothing, and fails if the file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, serverCode } from './bundle.mjs'
import { linesOf } from './document-lines.mjs'

const file = join(root, 'docs', 'openapi.json')
const { brandOf, rows, BASE_PATH, documentOf, readConfig } = await serverCode([
  `export { brandOf } from '#http/brand'`,
  `export { BASE_PATH, rows } from '#programs/app'`,
  `export { documentOf } from './server/programs/documentation/documentation.ts'`,
  `export { readConfig } from '#settings/config'`,
])
const { apiBrand, publicUrl } = readConfig({}, root)
const document = documentOf({ rows, brand: brandOf(apiBrand), publicUrl, basePath: BASE_PATH })
const text = linesOf(document)

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
} else if (current() !== text) {
  console.error('docs/openapi.json is out of date: run npm run openapi')
  process.exitCode = 1
}

/** @returns {string} the current file; empty if there is none */
function current() {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
