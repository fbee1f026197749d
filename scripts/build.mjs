// Bundles the server into dist/, one file for each program. Does nothing when dist/ was made from the sources as they
// are, so that the operator's commands start fast beside a running server. Each file is put in place whole, so that a
// program that starts at the same moment reads the old one or the new one. `build.mjs threads` makes only what runs in
// threads, for tests.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { build } from 'esbuild'
import { programs, root, threads } from './bundle.mjs'

const dist = join(root, programs.outdir)
const stamp = join(dist, '.built')

const sources = [join(root, 'package.json'), ...filesBelow(join(root, 'server')), ...filesBelow(join(root, 'scripts'))]
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))
const fingerprint = `${sources.length} ${newest}`

if (process.argv[2] === 'threads') {
  for (const [path, contents] of await outputOf(threads)) putInPlace(path, contents)
} else if (builtAs() !== fingerprint) {
  const made = new Map([...(await outputOf(threads)), ...(await outputOf(programs))])
  // What is shared comes first: a program is there when all that it imports is.
  for (const path of [...made.keys()].sort(byDepth)) putInPlace(path, made.get(path) ?? '')
  for (const file of filesBelow(dist)) if (!made.has(file) && !isArriving(file)) rmSync(file, { force: true })
  putInPlace(stamp, fingerprint)
}

/** @param {import('esbuild').BuildOptions} options @returns {Promise<[string, Uint8Array][]>} */
async function outputOf(options) {
  const { outputFiles = [] } = await build({ ...options, write: false })
  return outputFiles.map(({ path, contents }) => [path, contents])
}

/** @param {string} path @param {Uint8Array | string} contents */
function putInPlace(path, contents) {
  const arriving = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(arriving, contents)
  renameSync(arriving, path)
}

/** Deeper paths first. @param {string} left @param {string} right */
function byDepth(left, right) {
  return right.split(sep).length - left.split(sep).length
}

/** Whether another build, at this moment, is putting the file in place. @param {string} path */
function isArriving(path) {
  return /\.\d+$/.test(path)
}

/** @returns {string} what dist/ was last built from; empty when it was not */
function builtAs() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
