// Generates the types of the console's API client from the OpenAPI document, if that has changed, and what the SDK is
// made of. Neither is committed. For endpoints with several response formats only JSON is included, and
// nothing that the service sends by itself.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { generateSdk } from '#scripts/sdk/generate'
import { root } from './bundle.mjs'

const description = join(root, 'docs', 'openapi.json')
const types = join(root, 'console', 'client', 'description.d.ts')

/** @param {...string} files */
const newest = (...files) => new Date(Math.max(...files.map((file) => statSync(file).mtime.getTime())))

if (!existsSync(types) || statSync(types).mtime < newest(description, fileURLToPath(import.meta.url))) {
  const document = JSON.parse(readFileSync(description, 'utf8'))
  delete document.webhooks
  for (const path of Object.values(document.paths))
    for (const { responses = {} } of Object.values(path))
      for (const { content } of Object.values(responses)) keepJson(content)
  const made = astToString(await openapiTS(document, { exportType: true }))
  if (!existsSync(types) || readFileSync(types, 'utf8') !== made) writeFileSync(types, made)
}

await generateSdk()

/** @param {Record<string, unknown> | undefined} content by media type */
function keepJson(content) {
  if (!content?.['application/json']) return
  for (const type of Object.keys(content)) if (type !== 'application/json') delete content[type]
}
