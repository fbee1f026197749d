// Bundles the server into dist/, one file for each program. Does nothing when dist/ was made from the sources as they
// are, so that the operator's commands start fast beside a running server. Each file is put in place whole, so that a
// program that starts at the same moment reads the old one or the new one. `build.mjs threads` makes only what runs in
// threads, for tests.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const dist = join(root, 'dist')
const stamp = join(dist, '.built')

const fingerprint = digestOf(
  [join(root, 'package.json'), ...filesBelow(join(root, 'server')), ...filesBelow(join(root, 'scripts'))].sort(),
)

try {
  if (process.argv[2] === 'threads') await buildThreads()
  else if (builtAs() !== fingerprint) await buildAll()
} catch (cause) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (cause)
  if (!['EROFS', 'EACCES', 'EPERM', 'ENOSPC'].includes(code)) throw cause
  console.error(
    `The programs in ${dist} are not made from the sources as they are, and cannot be made (${message}): ` +
      'run "npm run build" where that folder can be written; started from there on, nothing is written to it.',
  )
  process.exitCode = 1
}

async function buildThreads() {
  const { threads } = await import('./bundle.mjs')
  for (const [path, contents] of await outputOf(threads)) putInPlace(path, contents)
}

async function buildAll() {
  const { programs, threads } = await import('./bundle.mjs')
  const made = new Map((await Promise.all([threads, ...programs].map(outputOf))).flat())
  // What is shared comes first: a program is there when all that it imports is.
  for (const path of [...made.keys()].sort(byDepth)) putInPlace(path, made.get(path) ?? '')
  for (const file of filesBelow(dist)) if (!made.has(file) && !isArriving(file)) rmSync(file, { force: true })
  putInPlace(stamp, fingerprint)
}

/** What the sources are, wherever they lie and whenever they were copied there. @param {string[]} files */
function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** @param {import('esbuild').BuildOptions} options @returns {Promise<[string, Uint8Array][]>} */
async function outputOf(options) {
  const { build } = await import('esbuild')
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
