// A floor below which the documentation of the API may not fall: `redocly score`, as percent. Raise it when the score
// has risen. Simplicity of schemas and parameters has no floor of its own: entries, invoices and reports are as deep as
// they are, and the score of the whole counts it.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const FLOORS = {
  whole: 62,
  documentationQuality: 59,
  exampleCoverage: 96,
  errorClarity: 100,
  identifierClarity: 99,
  dependencyClarity: 66,
}

const redocly = join(root, 'node_modules', '.bin', 'redocly')
const told = execFileSync(redocly, ['score', 'docs/openapi.json', '--format', 'json'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
})
const { agentReadiness, subscores } = JSON.parse(told.slice(told.indexOf('{')))
const percent = Object.fromEntries(Object.entries(subscores).map(([name, value]) => [name, value * 100]))
const scores = { ...percent, whole: agentReadiness }
const fallen = Object.entries(FLOORS).filter(([name, floor]) => !(scores[name] >= floor))
for (const [name, floor] of Object.entries(FLOORS))
  console.log(`${Number(scores[name]).toFixed(1).padStart(6)}  ${name} (at least ${floor})`)
if (fallen.length > 0) {
  console.error(`The documentation has fallen below its floor: ${fallen.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
