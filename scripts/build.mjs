// Bundles the server into dist/, one file per program, and the console into dist/console/. Does nothing if they are up
// to date, so that the operator's commands start fast beside a running server. Files are replaced atomically, so that a
// program starting at that moment reads the old or the new one. `build.mjs parts` only builds what runs outside of the
// service's own process, worker threads and the console; for tests.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const dist = join(root, 'dist')

/** How long a console file is kept after it was last built, in milliseconds (a day), for pages that are still open. */
const KEPT_MS = 24 * 60 * 60 * 1000
/** Separately built parts: the file with their fingerprint, and their source folders. */
const server = { stamp: join(dist, '.built'), fingerprint: fingerprintOf('server') }
const consoleFolder = join(dist, 'console')
const browser = { stamp: join(consoleFolder, '.built'), fingerprint: fingerprintOf('console') }

try {
  if (process.argv[2] === 'parts') await buildThreads()
  else if (builtAs(server) !== server.fingerprint) await buildServer()
  if (builtAs(browser) !== browser.fingerprint) await buildConsole()
} catch (cause) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (cause)
  if (!['EROFS', 'EACCES', 'EPERM', 'ENOSPC'].includes(code)) throw cause
  console.error(
    `The programs in ${dist} are out of date, and cannot be built (${message}): ` +
      'run "npm run build" with write access to that folder; later starts do not write to it.',
  )
  process.exitCode = 1
}

async function buildThreads() {
  const { threads } = await import('./bundle.mjs')
  for (const [path, contents] of await outputOf(threads)) putInPlace(path, contents)
}

async function buildServer() {
  const { programs, threads } = await import('./bundle.mjs')
  const made = new Map((await Promise.all([threads, ...programs].map(outputOf))).flat())
  // Shared files first, so that everything a program imports exists before the program.
  for (const path of [...made.keys()].sort(byDepth)) putInPlace(path, made.get(path) ?? '')
  const isKept = (/** @type {string} */ file) =>
    made.has(file) || isArriving(file) || file.startsWith(consoleFolder + sep)
  for (const file of filesBelow(dist)) if (!isKept(file)) rmSync(file, { force: true })
  putInPlace(server.stamp, server.fingerprint)
}

/** Browsers load the files of the running service, so these are kept until the next build. */
async function buildConsole() {
  const { consoleFiles } = await import('./console.mjs')
  const before = existsSync(consoleFolder) ? filesBelow(consoleFolder) : []
  for (const [path, contents] of await consoleFiles()) putInPlace(path, contents)
  const old = new Date(Date.now() - KEPT_MS)
  for (const file of before) if (statSync(file).mtime < old) rmSync(file, { force: true })
  putInPlace(browser.stamp, browser.fingerprint)
}

/** @param {string} folder */
function fingerprintOf(folder) {
  const folders = ['rules', folder, 'scripts'].map((name) => join(root, name))
  return digestOf([join(root, 'package.json'), ...folders.flatMap(filesBelow)].sort())
}

/**
 * A digest of the sources, independent of location and time.
 * @param {string[]} files
 */
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

/**
 * Whether another build is currently writing the file.
 * @param {string} path
 */
function isArriving(path) {
  return /\.\d+$/.test(path)
}

/**
 * @param {{ stamp: string }} part
 * @returns {string} the fingerprint of the last build; empty if there is none
 */
function builtAs({ stamp }) {
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
