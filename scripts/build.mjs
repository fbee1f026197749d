// Bundles the server into dist/, one file for each program, and the console into dist/console/. Does nothing when they
// were made from the sources as they are, so that the operator's commands start fast beside a running server. Each file
// is put in place whole, so that a program that starts at the same moment reads the old one or the new one. `build.mjs
// parts` makes only what the service does not have in its own process: what runs in threads and the console; for tests.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const dist = join(root, 'dist')

/**
 * How long a file of the console stays that no build makes any more, in milliseconds (a day): pages that are open load
 * it.
 */
const KEPT_MS = 24 * 60 * 60 * 1000
/** What is built by itself: where its stamp lies, and from which folders it is made. */
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
    `The programs in ${dist} are not made from the sources as they are, and cannot be made (${message}): ` +
      'run "npm run build" where that folder can be written; started from there on, nothing is written to it.',
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
  // What is shared comes first: a program is there when all that it imports is.
  for (const path of [...made.keys()].sort(byDepth)) putInPlace(path, made.get(path) ?? '')
  const isKept = (/** @type {string} */ file) =>
    made.has(file) || isArriving(file) || file.startsWith(consoleFolder + sep)
  for (const file of filesBelow(dist)) if (!isKept(file)) rmSync(file, { force: true })
  putInPlace(server.stamp, server.fingerprint)
}

/** A service that runs has told browsers of the files that it began with, so those stay until the next build. */
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
  const folders = [join(root, folder), join(root, 'scripts')]
  return digestOf([join(root, 'package.json'), ...folders.flatMap(filesBelow)].sort())
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

/** @param {{ stamp: string }} part @returns {string} what it was last built from; empty when it was not */
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
