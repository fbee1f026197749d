// Applies each of the small faults in tests/mutants to a copy of the product, one at a time, and reports which tests
// fail and after how long.
//   npm run mutants                     all of them; the table is written to tests/mutants/caught.tsv
//   npm run mutants -- vat sales/round  those whose names begin so; replaces their rows in the table
//   npm run mutants -- --lanes 1        one at a time, so that nothing else uses the machine (two by default)
//   npm run mutants -- --set all        against all tests, not only those of the gate
//   npm run mutants -- --known          only on the tests that have caught it before: minutes instead of hours
// A mutant is tested first with the tests that caught it according to the table, then with those that its files can
// break, its own context first, and finally with all others. Exits with 1 if one is not caught.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { affectedBy } from './affected.mjs'
import { restFiles } from './blocks.mjs'
import { root } from './bundle.mjs'
import { importGraph } from './imports.mjs'

const FOLDER = 'tests/mutants'
const TABLE = join(root, FOLDER, 'caught.tsv')
const HEAD = ['mutant', 'file', 'test', 'seconds']

/** These compare SQL and patches with what is recorded of them, so they fail for any change. */
const NOT_COUNTED = [
  'tests/house/cover.test.ts',
  'tests/house/mutants.test.ts',
  'tests/platform/database/schema.test.ts',
  'tests/platform/database/functions.test.ts',
  'tests/platform/database/changes.test.ts',
]

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    lanes: { type: 'string', default: '2' },
    set: { type: 'string', default: 'gate' },
    known: { type: 'boolean' },
    // For mutants without a row in the table: lines with a mutant and the files that may catch it, separated by commas.
    hints: { type: 'string' },
  },
})

const filesBelow = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()

const mutants = filesBelow(FOLDER, '.patch')
  .map((name) => name.replace(/\.patch$/, ''))
  .filter((name) => names.length === 0 || names.some((begin) => name.startsWith(begin)))

const rowsOf = (path) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(1)
        .filter(Boolean)
        .map((line) => line.split('\t'))
    : []
const table = new Map(rowsOf(TABLE).map(([mutant, ...cells]) => [mutant, cells]))
const hints = new Map(
  options.hints
    ? readFileSync(options.hints, 'utf8')
        .split('\n')
        .map((line) => line.split('\t'))
        .map(([name, files = '']) => [name, files.replaceAll(' ?', '').split(/, */)])
    : [],
)

const git = (folder, ...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()

/** Includes uncommitted changes. */
const commit = git(root, 'stash', 'create') || 'HEAD'
const graph = importGraph()
const isOfSet = (file) => !NOT_COUNTED.includes(file) && (options.set === 'all' || !restFiles.has(file))
const everyTest = filesBelow('tests', '.test.ts')
  .map((name) => `tests/${name}`)
  .filter(isOfSet)

/** The test files for a mutant, in the order in which they are tried. */
const stagesOf = (mutant) => {
  const changed = [...readFileSync(join(root, FOLDER, `${mutant}.patch`), 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm)].map(
    ([, path]) => path,
  )
  const context = changed[0]?.split('/')[1]
  const known = [table.get(mutant)?.[0], ...(hints.get(mutant) ?? [])].filter((file) => everyTest.includes(file))
  if (options.known) return [[...new Set(known)]].filter((files) => files.length > 0)
  const near = everyTest.filter((file) => file.startsWith(`tests/${context}/`) && !known.includes(file))
  const affected = [...affectedBy(changed, graph).keys()].filter(
    (file) => everyTest.includes(file) && !known.includes(file) && !near.includes(file),
  )
  const others = everyTest.filter((file) => ![...known, ...near, ...affected].includes(file))
  return [[...new Set(known)], near, affected, others].filter((files) => files.length > 0)
}

/** Runs tests in a folder; returns those that failed, each with the seconds until then. */
const failuresIn = (folder, files) =>
  new Promise((resolve) => {
    const report = join(folder, 'failures.tsv')
    rmSync(report, { force: true })
    const env = { ...process.env, TEST_FAILURES: report, TEST_SET: options.set }
    const words = options.set === 'gate' ? ['--tagsFilter=!rest'] : []
    const child = spawn('npx', ['vitest', 'run', '--bail=1', ...words, ...files], { cwd: folder, env, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    child.on('close', (code) => {
      const rows = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : []
      // A failed run without a failed test has not started properly, so the mutant is not a small fault.
      if (code !== 0 && rows.length === 0) rows.push(`-\t${said.trim().split('\n').at(-1)}\t0`)
      resolve(rows.map((row) => row.split('\t')))
    })
  })

const tryMutant = async (folder, mutant) => {
  git(folder, 'apply', join(root, FOLDER, `${mutant}.patch`))
  try {
    let before = 0
    for (const files of stagesOf(mutant)) {
      const began = performance.now()
      const [first] = await failuresIn(folder, files)
      if (first) return [first[0], first[1], Math.round(before + Number(first[2]))]
      before += (performance.now() - began) / 1000
    }
    return ['', 'NOT CAUGHT', Math.round(before)]
  } finally {
    git(folder, 'checkout', '--', '.')
  }
}

const write = () => {
  const rows = [...table].filter(([mutant]) => existsSync(join(root, FOLDER, `${mutant}.patch`))).sort()
  writeFileSync(
    TABLE,
    [HEAD, ...rows.map(([mutant, cells]) => [mutant, ...cells])].map((row) => `${row.join('\t')}\n`).join(''),
  )
}

const queue = [...mutants]
const lane = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-mutants-'))
  git(root, 'worktree', 'add', '--quiet', '--force', '--detach', folder, commit)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/client-types.mjs'], { cwd: folder })
  try {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const cells = await tryMutant(folder, mutant)
      table.set(mutant, cells.map(String))
      console.log([`${mutants.length - queue.length}/${mutants.length}`, mutant, ...cells].join('  '))
      write()
    }
  } finally {
    git(root, 'worktree', 'remove', '--force', folder)
  }
}

await Promise.all(Array.from({ length: Number(options.lanes) }, lane))
const missed = mutants.filter((mutant) => table.get(mutant)?.[1] === 'NOT CAUGHT')
console.log(`\n${mutants.length} mutants, ${mutants.length - missed.length} caught, ${missed.length} not.`)
for (const mutant of missed) console.log(`  ${mutant}`)
process.exitCode = missed.length > 0 ? 1 : 0
