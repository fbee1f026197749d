// Writes the types of the console's client from our own description of the API, when that has changed. They are read by
// the compiler only, so nobody keeps them.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { root } from './bundle.mjs'

const description = join(root, 'docs', 'openapi.json')
const types = join(root, 'console', 'client', 'description.d.ts')

if (!existsSync(types) || statSync(types).mtime < statSync(description).mtime) {
  const made = astToString(await openapiTS(pathToFileURL(description), { exportType: true }))
  if (!existsSync(types) || readFileSync(types, 'utf8') !== made) writeFileSync(types, made)
}
