import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { COMPILED, compileServer } from '#support/run/compiled-server'
import { failures } from '#support/run/failures'
import { leftOut } from '#support/run/left-out'
import { LongestFirst } from '#support/run/longest-first'
import { outsideTests } from '#support/run/outside-tests'
import { scratchInMemory } from '#support/servers/scratch'
import { restFiles, testFiles } from './scripts/blocks.mjs'

/** Files that are named are run wherever they belong; otherwise those of the gate are, or all by TEST_SET=all. */
const named = process.argv.slice(2).filter((word) => word.startsWith('tests/'))
const isGate = named.length === 0 && process.env.TEST_SET !== 'all'

const files = testFiles
  .filter((name) => !isGate || !restFiles.has(name))
  // They ask for a server of several machines, which .ci/run starts where it is to be had.
  .filter((name) => process.env.TEST_CLUSTER || !name.startsWith('tests/spread'))

const startsPrograms = (name: string) => readFileSync(name, 'utf8').includes("'#support/programs'")

/** A test of programs starts several, and several tests run at once, on machines that may be busy; in milliseconds. */
const PROGRAMS_TIMEOUT_MS = 300_000

/** Where the statements that each file executes are noted. */
const recording = process.env.TEST_STATEMENTS ? ['tests/support/run/recorded-statements.ts'] : []

const programs = {
  name: 'programs',
  include: files.filter(startsPrograms),
  globalSetup: ['tests/support/run/installation.ts'],
  setupFiles: ['tests/support/field-errors.ts', 'tests/support/run/after-programs.ts', ...recording],
  testTimeout: PROGRAMS_TIMEOUT_MS,
  hookTimeout: PROGRAMS_TIMEOUT_MS,
}

// The workers, and what they start, have the environment of this process.
const scratch = scratchInMemory()
if (scratch) {
  process.env.TMPDIR = scratch
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
}

/** Tests of pure rules need nothing but what they test; others have what they share from tests/support, or beside them. */
const isPure = (name: string) => !/from '(?:#support\/|#tests\/|\.\/)/.test(readFileSync(name, 'utf8'))
/** What is run, where that is named. */
const asked = named.length === 0 ? files : files.filter((name) => named.some((word) => name.includes(word)))
const needsService = !asked.every(isPure)

/** Packages are built for those of their tests that are run. */
const needsPackages = asked.some((name) => /^tests\/(?:sdk|cli)\//.test(name))

// Who watches has changes at once.
const plugins = process.argv.includes('run') && needsService ? [await compileServer()] : []

/** Where a machine reads what came of the run. */
const report = process.env.TEST_REPORT
/** Where the tests that fail are noted as they do. */
const noted = process.env.TEST_FAILURES

// Files run beside each other. Those of one process share a service with its database, a browser, and what they have
// loaded: to load the service anew for each file takes a fifth of the time.
const config = defineConfig({
  test: {
    reporters: [
      'default',
      leftOut(isGate ? restFiles.size : null),
      ...(noted ? [failures(noted)] : []),
      ...(report ? [['json', { outputFile: report }] as const, outsideTests(report)] : []),
    ],
    globalSetup: [
      ...(needsService ? ['tests/support/run/global-setup.ts'] : []),
      ...(needsPackages ? ['tests/support/run/packages.ts'] : []),
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // One more than there are cores: a third of the time each waits for PostgreSQL or a browser.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a page comes to show takes its time on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    // It says nowhere that it is written as modules, which Node finds out by itself.
    server: { deps: { external: [/kontonummer/, COMPILED] } },
    isolate: false,
    // Of the files of the gate, it leaves these to the rest.
    tags: [{ name: 'rest', description: 'What another test catches too, or what seldom breaks.' }],
    ...(isGate ? { tagsFilter: ['!rest'] } : {}),
    projects: [
      { extends: true, plugins, test: programs },
      {
        extends: true,
        plugins,
        test: {
          name: 'service',
          setupFiles: ['tests/support/field-errors.ts', ...recording],
          include: files.filter((name) => !startsPrograms(name)),
        },
      },
    ],
  },
})

export default config
