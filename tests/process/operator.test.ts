// What an operator at a terminal meets: a log in readable lines, and commands that start at once.
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '#support/needs'
import { newServedDataDir, start, startMain, until } from '#support/programs'

/** Runs a line of a shell on a pseudo-terminal (script of util-linux), which has what was typed and printed. */
const onTerminal = (line: string, env: Record<string, string>) =>
  start(['script', '--quiet', '--return', '--flush', '--command', line, '/dev/null'], { env })

/** Each file of dist/ with the moment it was written. */
const written = () =>
  readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((name) => [name, statSync(join('dist', name)).mtimeMs])

test('on a terminal the log is lines to read and the token is shown; elsewhere the log is JSON', async () => {
  needs('terminal')
  const env = { PORT: '0', DATA_DIR: await newServedDataDir(), LOG_LEVEL: 'info', NO_COLOR: '1' }
  const program = onTerminal(`${process.execPath} dist/main.js`, env)
  const address = /Docs +(http:\S+?)\/docs\s/
  await until(() => address.test(program.said()))
  const [, origin = ''] = address.exec(program.said()) ?? []
  await fetch(`${origin}/v1/nowhere`)
  await until(() => /\d\d:\d\d:\d\d INFO .*404/.test(program.said()))
  expect(program.said()).toMatch(/Token +gb_\w+/)
  expect(program.said()).toMatch(/password \S{16}/)
  expect(program.said()).not.toContain('{"level"')
  program.kill('SIGTERM')
  await program.ended

  const service = await startMain({ env: { DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'info' } })
  await fetch(`${service.base}/nowhere`)
  await until(() => service.said().includes('"level":"info"'))
  expect(service.said()).not.toMatch(/\d\d:\d\d:\d\d INFO/)
  await service.stop()
})

test('a command builds nothing when nothing has changed, and prints its own lines only', () => {
  const before = written()
  expect(before.length).toBeGreaterThan(3)
  const { stdout, stderr, status } = spawnSync('./grundbok', ['help'], { encoding: 'utf8' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toMatch(/^Usage: \.\/grundbok COMMAND/)
  expect(written()).toEqual(before)
})
