// Computes the cover set: the fewest files of the gate whose run executes every statement of the server that any file
// of the gate executes. Other databases are only tested with these files (scripts/blocks.mjs).
//   npm run cover               runs the gate, records what each file executes, and rewrites tests/cover.json
//   npm run cover -- FILE…      the same for these files only; data of the others is kept
//   npm run cover -- --from DIR uses the records of an earlier run in that folder
// tests/house/cover.test.ts checks the set, and reports statements that are not in it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './bundle.mjs'
import { statements } from './statements.mjs'

const COVER = join(root, 'tests', 'cover.json')

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
const folder = values.from ?? mkdtempSync(join(tmpdir(), 'grundbok-statements-'))

if (!values.from) {
  const env = { ...process.env, TEST_STATEMENTS: folder }
  const { status } = spawnSync('npx', ['vitest', 'run', ...positionals], { cwd: root, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`The tests have failed; the records are in ${folder}`)
}

const all = statements()
const present = new Set(all.map(({ id }) => id))

/** What each file executes; for files that were not run now, according to the existing set. */
const executed = new Map(
  readdirSync(folder).map((name) => {
    const { file, ids } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return [file, new Set(ids.filter((id) => present.has(id)))]
  }),
)
if (positionals.length > 0 && existsSync(COVER)) {
  const { files, statements: known } = JSON.parse(readFileSync(COVER, 'utf8'))
  for (const [index, file] of files.entries()) {
    const ids = Object.entries(known).flatMap(([id, place]) => (place === index && present.has(id) ? [id] : []))
    executed.set(file, new Set([...(executed.get(file) ?? []), ...ids]))
  }
}

/** Greedy: always the file that executes most of the remaining statements. */
const covering = () => {
  const left = new Set([...executed.values()].flatMap((ids) => [...ids]))
  const chosen = []
  while (left.size > 0) {
    const gains = [...executed].map(([file, ids]) => ({ file, gain: [...ids].filter((id) => left.has(id)).length }))
    const [best] = gains.sort((one, other) => other.gain - one.gain || one.file.localeCompare(other.file))
    chosen.push(best.file)
    for (const id of executed.get(best.file)) left.delete(id)
  }
  return chosen
}

/** Removes files that later choices have made redundant. */
const withoutNeedless = (files) =>
  [...files].reverse().reduce((kept, file) => {
    const others = kept.filter((one) => one !== file)
    const isNeeded = [...executed.get(file)].some((id) => !others.some((one) => executed.get(one).has(id)))
    return isNeeded ? kept : others
  }, files)

const files = withoutNeedless(covering()).sort()
const placeOf = (id) => files.findIndex((file) => executed.get(file).has(id))
const covered = all.filter(({ id }) => placeOf(id) >= 0)
const unreached = all
  .filter(({ id }) => placeOf(id) < 0)
  .map(({ file, head }) => `${file}: ${head}`)
  .sort()
const places = Object.fromEntries(covered.map(({ id }) => [id, placeOf(id)]).sort())
writeFileSync(COVER, `${JSON.stringify({ files, unreached, statements: places }, null, 2)}\n`)
console.log(
  `${files.length} of ${executed.size} files execute ${covered.length} of ${all.length} statements; ` +
    `${unreached.length} are executed by no file of the gate (tests/cover.json names them).`,
)
