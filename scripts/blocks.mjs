// The distribution of tests. `npm test` is the gate: what a change can break, in minutes. The rest is in blocks, each
// for certain parts of the project; `npm run test:all` runs everything, and .ci/run the blocks that a change touches
// and an eighth of all (scripts/rest.mjs). The tag `rest` moves a single test of a gate file to the rest.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

/**
 * `files` are those of the block, `touchedBy` the paths whose change requires the whole block, `needs` what must be
 * installed, and `minutes` how long it takes by itself on two cores. An `engine` runs `files` and the cover set
 * (tests/cover.json) on another database, `node` runs `files` on other versions of Node, and a `tag` runs the tests of
 * gate files that have it.
 * @typedef {{
 *   name: string
 *   files?: RegExp
 *   touchedBy: RegExp
 *   minutes: number
 *   engine?: 'postgres-15' | 'cluster'
 *   node?: readonly number[]
 *   tag?: 'rest'
 *   needs?: readonly ('orval' | 'PostgreSQL 17' | 'Debian' | 'conformance')[]
 * }} Block
 */

/** Where time does not suffice for all, it is spent in this order. @type {readonly Block[]} */
export const blocks = [
  {
    name: 'programs',
    minutes: 5,
    files: /^tests\/process\/(?!start\b|.*-crash)|^tests\/platform\/database\/postgres\.test/,
    touchedBy: /^server\/(?:programs|lifecycle|admin|postgres|settings|secrets)\/|^scripts\/(?:build|bundle)/,
  },
  {
    name: 'kills',
    minutes: 2,
    files: /^tests\/process\/.*-crash|^tests\/stories\/mirror|^tests\/http\/silence/,
    touchedBy:
      /^faults\/|^server\/(?:jobs\/|platform\/(?:db|job|event-n|notices|outage)|programs\/(?:main|worker|si|stopping))/,
  },
  {
    name: 'backup',
    minutes: 6,
    files: /^tests\/backup\/(?:backup|retention|keeping|gone-files|damaged)\.test/,
    touchedBy: /^server\/(?:backup|sales\/archive|anchors)\/|^server\/programs\/(?:backup|restored)/,
  },
  { name: 'upgrade', minutes: 1, files: /^tests\/upgrade\/|^tests\/stories\/fresh-database/, touchedBy: /^database\// },
  {
    name: 'deploy',
    minutes: 4,
    files: /^tests\/deploy\//,
    touchedBy: /^(?:deploy|packages\/fonts)\/|^scripts\/(?:deb|try|bundled|needed)|^package\.json$/,
    needs: ['PostgreSQL 17', 'Debian'],
  },
  {
    name: 'sdk',
    minutes: 8,
    files: /^tests\/sdk\/(?:every-operation|package|samples)\.test|^tests\/cli\//,
    touchedBy: /^packages\/(?:sdk|cli)\/|^scripts\/(?:sdk|cli)\/|^docs\/openapi\.json$/,
  },
  {
    name: 'conformance',
    minutes: 1,
    files: /^tests\/mcp\/conformance\.test/,
    touchedBy: /^server\/mcp\//,
    needs: ['conformance'],
  },
  {
    name: 'cluster',
    minutes: 15,
    files: /^tests\/spread\//,
    engine: 'cluster',
    touchedBy: /^database\/|^server\/(?:cluster|schema)\/|^server\/platform\/(?:db|sql|distributed-database)/,
  },
  { name: 'tagged', minutes: 8, tag: 'rest', touchedBy: /^console\// },
  {
    name: 'sweeps',
    minutes: 3,
    files:
      /^tests\/(?:surface\/(?:hostile|clients)|ledger\/sie\/sie-(?:mutated|large)|paper\/(?:ubl-random|structure))\./,
    touchedBy: /^server\/(?:http|ledger\/sie-format|paper)\/|^docs\/openapi\.json$/,
    needs: ['orval'],
  },
  {
    name: 'node',
    minutes: 6,
    files: /^tests\/stories\/(?!mirror|fresh-database)|^tests\/process\/start\.test/,
    node: [22, 24, 26],
    touchedBy: /^package(?:-lock)?\.json$|^server\/(?:files|settings)\//,
  },
  {
    name: 'postgres-15',
    minutes: 10,
    engine: 'postgres-15',
    touchedBy: /^database\/|^server\/(?:cluster|schema)\/|^server\/platform\/(?:db|sql|distributed-database)/,
  },
  {
    name: 'long stories',
    minutes: 1,
    files: /^tests\/desk\/demo-year|^tests\/sales\/papers\/kept-in-s3/,
    touchedBy: /^server\/(?:demo\/|files\/|platform\/files)/,
  },
]

/** Every test file, relative to the root, with slashes. */
export const testFiles = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .sort()

/** Files that are not in the gate; those for other versions of Node are in both. */
export const restFiles = new Set(
  testFiles.filter((file) => blocks.some(({ files, node }) => !node && files?.test(file))),
)

/** Files of the gate with tests that are tagged `rest`. */
const taggedFiles = () => testFiles.filter((file) => /tags: \['rest'\]/.test(readFileSync(join(root, file), 'utf8')))

/** The number of parts in which the rest is run. */
export const PARTS = 8

/**
 * The files of a block, in the order in which parts are taken; with several versions of Node each file occurs once per
 * version, as `24:tests/…`.
 * @param {Block} block
 * @returns {string[]}
 */
export const filesOf = ({ files, tag, node, engine }) => {
  if (tag) return taggedFiles()
  const own = files ? testFiles.filter((file) => files.test(file)) : []
  if (node) return node.flatMap((major) => own.map((file) => `${major}:${file}`))
  return engine ? [...own, ...coverFiles()] : own
}

/** The fewest files whose run executes every statement (scripts/cover.mjs). */
const coverFiles = () => JSON.parse(readFileSync(join(root, 'tests', 'cover.json'), 'utf8')).files
