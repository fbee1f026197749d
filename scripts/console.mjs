// Bundles the console: the files that browsers load, each also compressed, and the names of those that its page
// references.
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './bundle.mjs'

const PROGRAM = 'console/main.tsx'
const STYLE = 'console/style.css'

/** One application with a lazily loaded part per page; file names change with the contents. */
export const consoleOptions = /** @type {const} @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: root,
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  splitting: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Files loaded by URL: fonts, and the PDF viewer's worker.
  loader: { '.woff2': 'file', '.worker.min.mjs': 'file' },
  entryPoints: { main: PROGRAM, style: STYLE },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: 'dist/console',
  write: false,
})

const packed = promisify(gzip)
const packedBest = promisify(brotliCompress)
/** 9 of 11: the last two levels take ten times as long for a few hundredths of the size. */
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** @returns {Promise<[string, Uint8Array | string][]>} paths and contents */
export const consoleFiles = async () => {
  const { outputFiles, metafile } = await build({ ...consoleOptions, entryPoints: { ...consoleOptions.entryPoints } })
  const files = await Promise.all(outputFiles.map(withPacked))
  return [...files.flat(), [join(root, consoleOptions.outdir, 'page.json'), JSON.stringify(namedIn(metafile))]]
}

/**
 * Fonts are compressed already.
 * @param {import('esbuild').OutputFile} file
 * @returns {Promise<[string, Uint8Array][]>}
 */
const withPacked = async ({ path, contents }) => {
  if (path.endsWith('.woff2')) return [[path, contents]]
  const [smaller, smallest] = await Promise.all([packed(contents), packedBest(contents, BEST)])
  return [
    [path, contents],
    [`${path}.gz`, smaller],
    [`${path}.br`, smallest],
  ]
}

/** @param {import('esbuild').Metafile} metafile */
const namedIn = ({ outputs }) => {
  /** @param {string} entry */
  const fileOf = (entry) => {
    const found = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry)
    if (!found) throw new Error(`${entry} makes no file.`)
    return basename(found)
  }
  return { program: fileOf(PROGRAM), style: fileOf(STYLE) }
}
