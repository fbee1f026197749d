// Bundles a TypeScript tool with the parts of the server that it needs, temporarily in a place where its packages are
// found, and runs it with the arguments of the command line.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundle = /** @type {const} */ ({ bundle: true, packages: 'external', platform: 'node', format: 'esm' })

/**
 * The folder's `main.ts` exports `run(words)`, which returns the exit code.
 * @param {string} folder
 */
export const runBundled = async (folder) => {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const made = mkdtempSync(join(cache, `grundbok-${folder}-`))
  const outfile = join(made, `${folder}.mjs`)
  try {
    const entryPoints = [`${folder}/main.ts`]
    await build({ ...bundle, absWorkingDir: root, entryPoints, outfile, target: 'node20', logLevel: 'error' })
    const { run } = await import(pathToFileURL(outfile).href)
    process.exitCode = await run(process.argv.slice(2))
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
