// Shared by the scripts: bundling the server's code, as programs into dist/ or for use within a script.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Lets CommonJS packages load Node's modules. */
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

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

/**
 * Packages that are bundled into the programs. Otherwise Node would find, read and compile each of their many small
 * files, which is most of the start time of a command; unused parts are dropped too.
 */
const inside = [
  'ajv',
  'ajv-formats',
  'damerau-levenshtein',
  'fast-xml-parser',
  'ibantools',
  'jsonc-parser',
  'kontonummer',
  'otplib',
  'pg',
  'sql-template-tag',
  'tar',
  'temporal-polyfill',
  'typebox',
  'uuid',
]
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const entries = { main: 'server/programs/main.ts', worker: 'server/programs/worker.ts', admin: 'server/admin/main.ts' }

/**
 * The programs in dist/, the service first. Each is bundled separately, so that the operator's commands load no code
 * for serving requests.
 * @type {readonly (import('esbuild').BuildOptions & { outdir: string })[]}
 */
export const programs = Object.entries(entries).map(([name, entryPoint]) => ({
  ...common,
  packages: undefined,
  // Its other form cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  external: [...Object.keys(dependencies).filter((one) => !inside.includes(one)), 'pg-native'],
  banner: { js: REQUIRE },
  // pg detects its runtime by creating a Response, for which Node would load all of its fetch.
  define: { Response: 'undefined' },
  entryPoints: { [name]: entryPoint },
  outdir: 'dist',
  splitting: true,
  chunkNames: `${name}/[name]-[hash]`,
  sourcemap: true,
}))

/**
 * The code of worker threads. Bundled separately, so that tests need nothing else built.
 * @type {import('esbuild').BuildOptions}
 */
export const threads = {
  ...common,
  entryPoints: {
    'pdf-worker': 'server/paper/pdf/pdf-worker.ts',
    'camt-worker': 'server/banking/statements/camt-worker.ts',
    'sie-worker': 'server/ledger/sie/sie-worker.ts',
    'mail-worker': 'server/mail-in/mail-worker.ts',
    'e-invoice-worker': 'server/e-invoices/e-invoice-worker.ts',
    'document-worker': 'server/documents/document-worker.ts',
    'json-worker': 'server/http/bodies/json-worker.ts',
    'reading-process': 'server/readings/reading-process.ts',
    'reading-worker': 'server/readings/reading-worker.ts',
  },
  outdir: 'dist',
  sourcemap: true,
}

/**
 * The server's code for a script: a module of these `lines`, bundled temporarily in a place where its packages are
 * found.
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
