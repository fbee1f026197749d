// `npm run faults`: bundles the suite with the parts of the server that it needs, for the moment, in a place from
// which it finds its packages, and runs it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'grundbok-faults-'))
const outfile = join(folder, 'faults.mjs')
const bundle = /** @type {const} */ ({ bundle: true, packages: 'external', platform: 'node', format: 'esm' })
try {
  await build({ ...bundle, absWorkingDir: root, entryPoints: ['faults/main.ts'], outfile, target: 'node20' })
  const { run } = await import(pathToFileURL(outfile).href)
  process.exitCode = await run(process.argv.slice(2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
