// What the scripts share: how the server's code is bundled, as programs into dist/ or for one use within a script.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
}

/** The programs as they stand in dist/, with what they share in chunks. */
export const programs = {
  ...common,
  entryPoints: { main: 'server/main.ts', admin: 'server/admin/main.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: /** @type {const} */ (true),
}

/**
 * What the programs run in threads of their own. Bundled by itself, so that tests need nothing else built.
 * @type {import('esbuild').BuildOptions}
 */
export const threads = {
  ...common,
  entryPoints: { 'pdf-worker': 'server/paper/pdf-worker.ts', 'camt-worker': 'server/banking/camt-worker.ts' },
  outdir: programs.outdir,
  sourcemap: true,
}

/**
 * The server's own code for a script: the module that `lines` make, bundled for the moment in a place from which it
 * finds its packages.
 * @param {string[]} lines
 */
export const serverCode = async (lines) => {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'grundbok-script-'))
  const outfile = join(folder, 'code.mjs')
  const stdin = { contents: lines.join('\n'), resolveDir: root, loader: /** @type {const} */ ('ts') }
  try {
    await build({ ...common, stdin, outfile })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
