import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { COMPILED, compileServer } from './tests/support/compiled-server.ts'
import { leftOut } from './tests/support/left-out.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { outsideTests } from './tests/support/outside-tests.ts'
import { scratchInMemory } from './tests/support/scratch.ts'

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => join('tests', name))
  .filter((name) => name.endsWith('.test.ts'))
  // They ask for a server of several machines, which .ci/run starts where it is to be had.
  .filter((name) => process.env.TEST_CLUSTER || !name.startsWith(join('tests', 'spread')))

const startsPrograms = (name: string) => readFileSync(name, 'utf8').includes("'#support/programs'")

/** A test of programs starts several, and several tests run at once, on machines that may be busy; in milliseconds. */
const PROGRAMS_TIMEOUT_MS = 300_000

const programs = {
  name: 'programs',
  include: files.filter(startsPrograms),
  globalSetup: ['tests/support/installation.ts'],
  setupFiles: ['tests/support/after-programs.ts'],
  testTimeout: PROGRAMS_TIMEOUT_MS,
  hookTimeout: PROGRAMS_TIMEOUT_MS,
}

// The workers, and what they start, have the environment of this process.
const scratch = scratchInMemory()
if (scratch) {
  process.env.TMPDIR = scratch
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
}

// Who watches has changes at once.
const plugins = process.argv.includes('run') ? [await compileServer()] : []

/** Where a machine reads what came of the run. */
const report = process.env.TEST_REPORT

// Files run beside each other; each makes its own database from one template. Those of one process share what they have
// loaded: to load the service anew for each file takes a fifth of the time.
const config = defineConfig({
  test: {
    reporters: [
      'default',
      leftOut,
      ...(report ? [['json', { outputFile: report }] as const, outsideTests(report)] : []),
    ],
    globalSetup: ['tests/support/global-setup.ts'],
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
    projects: [
      { extends: true, plugins, test: programs },
      { extends: true, plugins, test: { name: 'service', include: files.filter((name) => !startsPrograms(name)) } },
    ],
  },
})

export default config
