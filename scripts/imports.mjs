// The run-time dependencies between the project's files: imports by name, followed through the index files of contexts
// to the defining file. Types are left out, because the compiler checks these.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from './bundle.mjs'

const CODE = /\.(?:ts|tsx|mjs)$/
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The most specific alias first, as Node and the compiler choose. */
const aliases = Object.entries(imports).sort(([one], [other]) => other.length - one.length)

/** @typedef {{ specifier: string, names: string[] | null }} Import `names` is null if all of a file is imported. */
/** @typedef {{ imports: Import[], passedOn: Map<string, { specifier: string, name: string }> }} Module */

/** @param {string} folder */
const codeBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => CODE.test(name))
    .map((name) => `${folder}/${name}`)

/**
 * @param {string} path
 * @returns {Module}
 */
const read = (path) => {
  const { statements } = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ESNext)
  /** @type {Import[]} */
  const imports = []
  /** @type {Module['passedOn']} */
  const passedOn = new Map()
  for (const one of statements) {
    if (!ts.isImportDeclaration(one) && !ts.isExportDeclaration(one)) continue
    if (!one.moduleSpecifier || !ts.isStringLiteral(one.moduleSpecifier)) continue
    const specifier = one.moduleSpecifier.text
    if (ts.isImportDeclaration(one)) {
      const clause = one.importClause
      if (clause?.isTypeOnly) continue
      const named = clause?.namedBindings
      const isByName = named && ts.isNamedImports(named) && !clause?.name
      const names = isByName ? named.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(nameThere) : null
      if (names === null || names.length > 0) imports.push({ specifier, names })
    } else if (!one.isTypeOnly) {
      if (!one.exportClause || !ts.isNamedExports(one.exportClause)) imports.push({ specifier, names: null })
      else
        for (const each of one.exportClause.elements)
          if (!each.isTypeOnly) passedOn.set(each.name.text, { specifier, name: nameThere(each) })
    }
  }
  return { imports, passedOn }
}

/** @param {import('typescript').ImportSpecifier | import('typescript').ExportSpecifier} element */
const nameThere = ({ name, propertyName }) => (propertyName ?? name).text

/**
 * The file of an import specifier; undefined for packages.
 * @param {string} specifier
 * @param {string} from
 */
const resolve = (specifier, from) => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (!specifier.startsWith('#')) return undefined
  for (const [alias, target] of aliases) {
    if (alias === specifier) return target.slice(2)
    const [head, tail] = alias.split('*')
    if (tail !== undefined && specifier.startsWith(head))
      return target.slice(2).replace('*', specifier.slice(head.length))
  }
  return undefined
}

/**
 * For each file, those that import something defined in it.
 * @param {readonly string[]} folders
 * @returns {{ files: string[], importersOf: Map<string, Set<string>> }}
 */
export const importGraph = (
  folders = ['rules', 'server', 'console', 'tests', 'bench', 'faults', 'fuzz', 'scripts'],
) => {
  const files = folders.filter((folder) => existsSync(join(root, folder))).flatMap(codeBelow)
  const modules = new Map(files.map((path) => [path, read(path)]))
  /** @type {Map<string, Set<string>>} */
  const importersOf = new Map()
  /** @param {string} path @param {string} importer */
  const note = (path, importer) => importersOf.set(path, (importersOf.get(path) ?? new Set()).add(importer))
  /** @param {string} path @param {string} name @returns {string} */
  const origin = (path, name) => {
    const passed = modules.get(path)?.passedOn.get(name)
    const next = passed && resolve(passed.specifier, path)
    return next && modules.has(next) ? origin(next, passed.name) : path
  }
  for (const [importer, { imports }] of modules) {
    for (const { specifier, names } of imports) {
      const path = resolve(specifier, importer)
      if (path === undefined || !modules.has(path)) continue
      const found = names === null ? [path] : names.map((name) => origin(path, name))
      for (const one of found) note(one, importer)
      // Importing all of an index file imports everything that it re-exports.
      if (names === null)
        for (const { specifier: behind } of modules.get(path)?.passedOn.values() ?? []) {
          const file = resolve(behind, path)
          if (file && modules.has(file)) note(file, importer)
        }
    }
  }
  return { files, importersOf }
}
