// The npm packages that the programs in dist/ need at run time: those that the server's code imports, and their
// dependencies. Packages only used by the console and the build are already bundled in dist/.
// `node scripts/needed-packages.mjs ROOT FOLDER` copies them to a folder, with `--fonts` also the optional fonts.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Needing */
/** @typedef {Needing & { peerDependencies?: Record<string, string> }} Locked */

/**
 * The folders of the packages, relative to `root`, as installed there.
 * @param {string} root
 * @returns {string[]}
 */
export const neededPackages = (root) => {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies = {}, optionalDependencies = {} } = packages[''] ?? {}
  const text = textOf(join(root, 'server'))
  const named = Object.keys(dependencies).filter((name) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
  // Our own font is referenced by separate folder and file names, and the OCR language by a word.
  const inPieces = Object.keys(dependencies).filter((name) => /^@(?:expo-google-fonts|tesseract\.js-data)\//.test(name))
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    const folder = folderOf(root, name, from)
    if (folder === null || found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[folder] ?? {}
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(one, folder)
  }
  for (const name of [...named, ...inPieces, ...Object.keys(optionalDependencies)]) add(name, '')
  return [...found].sort()
}

/**
 * The folders of the packages with fonts for other scripts, relative to `root`: an installation may leave them out.
 * @param {string} root
 * @returns {string[]}
 */
export const fontPackages = (root) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages', 'fonts', 'package.json'), 'utf8'))
  return Object.keys(dependencies).map((name) => join('node_modules', name))
}

/** The folder where Node finds a package required in `from`; null for one of another system. */
const folderOf = (/** @type {string} */ root, /** @type {string} */ name, /** @type {string} */ from) => {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name)
    if (existsSync(join(root, folder))) return folder
    if (place === '' || place === '.') return null
  }
}

const textOf = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

/** Nested packages are copied separately. */
const copyNeeded = (/** @type {string} */ root, /** @type {string} */ into, /** @type {boolean} */ withFonts) => {
  for (const folder of [...neededPackages(root), ...(withFonts ? fontPackages(root) : [])]) {
    const filter = (/** @type {string} */ path) => basename(path) !== 'node_modules'
    cpSync(join(root, folder), join(into, folder), { recursive: true, filter, verbatimSymlinks: true })
  }
}

const [, program = '', root, into, fonts] = process.argv
if (basename(program) === 'needed-packages.mjs' && root && into) copyNeeded(root, into, fonts === '--fonts')
