// Runs the tests that a change can break: `npm run affected` for uncommitted changes, `npm run affected -- REV` for all
// since REV, `--list` to see which and why. A test file is affected if
//   it has changed itself, or imports a changed file of tests, tools or rules;
//   its context has changed, or depends on a change by imports or by names in SQL;
//   it opens a page of the console whose code has changed or depends on a change;
//   it is in tests/house.
// Dependencies through the programs (server/programs/app.ts and the like) are not followed, because nearly everything
// has them. The gate (npm test) covers these.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFiles } from './blocks.mjs'
import { root } from './bundle.mjs'
import { importGraph } from './imports.mjs'

/** @typedef {Map<string, string>} Reasons the affected files, each with the reason */

const isTest = (path) => path.endsWith('.test.ts')
/** The context of a server file, or the part of a console file: `server/sales`. Top-level files have none. */
const partOf = (path) => /^(server|console)\/[^/]+(?=\/)/.exec(path)?.[0]
/** Files that combine all contexts, including the commands. */
const TOP = /^(server\/(?:programs|guard|lifecycle|demo|verification|admin)\/.+|console\/[^/]+|console\/start\/.+)$/

/** The tests for changes of these files, which belong to no context. */
const OF_TOP = [
  { changed: /^server\/guard\//, tests: /^tests\/(?:guard|limits|plans|access)\/|^tests\/people\/callers/ },
  { changed: /^server\/lifecycle\//, tests: /remov|eras|clos|records/ },
  { changed: /^server\/demo\/|^server\/programs\/first-run/, tests: /^tests\/desk\// },
  { changed: /^server\/verification\//, tests: /^tests\/verification\// },
  { changed: /^server\/admin\//, tests: /-commands?\.test|^tests\/process\/(?:admin|start)/ },
  { changed: /^server\/programs\//, tests: /^tests\/http\/|^tests\/process\/start/ },
]

const read = (path) => readFileSync(join(root, path), 'utf8')
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The files that differ from a revision, including untracked ones. */
export const changedSince = (revision) => [
  ...git('diff', '--name-only', revision, '--'),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** The schemas that an SQL file is about. */
const schemasOf = (path) => {
  // What is generated names all schemas, and follows from a migration or a function.
  if (!path.startsWith('database/') || path === 'database/schema.sql') return []
  if (path.startsWith('database/functions/')) return [/([a-z_]+?)(?:-[a-z-]+)?\.sql$/.exec(path)?.[1] ?? '']
  return [...new Set([...read(path).matchAll(/\b([a-z_]+)\.[a-z_]+/g)].map(([, schema]) => schema))]
}

/**
 * The files that depend on changed files, by imports and by names in SQL.
 * @param {readonly string[]} changed
 * @returns {Reasons}
 */
const reached = (changed, { files, importersOf }) => {
  /** @type {Reasons} */
  const reasons = new Map()
  const queue = []
  const add = (path, reason) => {
    if (reasons.has(path)) return
    reasons.set(path, reason)
    queue.push(path)
  }
  for (const path of changed) add(path, 'it has changed')
  for (const schema of new Set(changed.flatMap(schemasOf))) {
    const folder = `server/${schema.replaceAll('_', '-')}/`
    const names = new RegExp(`\\b${schema}\\.[a-z_]+`)
    for (const file of files) {
      if (file.startsWith(folder)) add(file, `it is of the schema ${schema}`)
      else if (file.startsWith('server/') && names.test(read(file))) add(file, `it names the schema ${schema}`)
    }
  }
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    // Top-level files depend on everything; nothing depends on test files.
    if (TOP.test(path) && !changed.includes(path)) continue
    for (const importer of importersOf.get(path) ?? []) add(importer, `it needs ${path}`)
  }
  return reasons
}

/** The parts of the console whose pages a test opens, from the tables of pages. */
const pagesOf = (parts) =>
  parts.flatMap((part) =>
    [...read(`${part}/index.ts`).matchAll(/^ {4}(?:path|at): '(\/[^'$]*?)\/?(?:\$[^']*)?',$/gm)].map(([, path]) => ({
      part,
      path,
    })),
  )

/**
 * The tests that a change can break, each with the reason.
 * @param {readonly string[]} changed
 * @returns {Reasons}
 */
export const affectedBy = (changed, graph = importGraph()) => {
  const reasons = reached(changed, graph)
  /** @type {Reasons} */
  const parts = new Map()
  for (const [path, reason] of reasons) {
    const part = partOf(path)
    if (part && !parts.has(part)) parts.set(part, reason === 'it has changed' ? path : `${path}: ${reason}`)
  }
  const pages = pagesOf([...parts.keys()].filter((part) => existsSync(join(root, part, 'index.ts')))).filter(
    ({ part }) => part.startsWith('console/'),
  )
  const ofTop = changed.flatMap((path) => OF_TOP.find((one) => one.changed.test(path))?.tests ?? [])
  /** @type {Reasons} */
  const tests = new Map()
  for (const file of graph.files.filter(isTest)) {
    const context = `server/${file.split('/')[1]}`
    const own = reasons.get(file)
    if (own && !/tests\/support\/(?:service|console)\.ts$/.test(own)) tests.set(file, own)
    else if (parts.has(context)) tests.set(file, `of ${context} (${parts.get(context)})`)
    else if (ofTop.some((one) => one.test(file))) tests.set(file, 'it is about what stands at the top')
    else if (file.startsWith('tests/house/')) tests.set(file, 'it holds the rules of the house')
    else if (file.startsWith('tests/console/')) {
      const text = read(file)
      const page = pages.find(({ path }) => text.includes(`'${path}'`) || text.includes(`'${path}/`))
      if (page) tests.set(file, `it opens ${page.path} of ${page.part}`)
    }
  }
  return tests
}

const main = (words) => {
  const revision = words.find((word) => !word.startsWith('-')) ?? 'HEAD'
  const changed = changedSince(revision)
  if (changed.length === 0) return console.log(`Nothing has changed since ${revision}.`)
  const tests = affectedBy(changed)
  for (const [file, reason] of tests) console.log(`${file}: ${reason}`)
  console.log(`\n${tests.size} of ${testFiles.length} files of tests.`)
  if (words.includes('--list') || tests.size === 0) return undefined
  const { status } = spawnSync('npx', ['vitest', 'run', ...tests.keys()], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
  return undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
