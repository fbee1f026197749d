// A checkout that the service may not write to, and a data folder that others may read.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { AS_ANOTHER, needs } from '#support/needs'
import { newUsedDataDir, startMain } from '#support/programs'

/** What scripts/bundle.mjs makes programs and threads of. */
const SOURCES = [...readFileSync('scripts/bundle.mjs', 'utf8').matchAll(/'(server\/[\w/-]+\.ts)'/g)].map(
  ([, path = '']) => path,
)

/** A checkout of small programs, with the scripts of the real one. */
const checkout = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-checkout-'))
  chmodSync(folder, 0o755)
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  for (const name of ['console', 'rules']) cpSync(name, join(folder, name), { recursive: true })
  for (const file of ['package.json', 'tsconfig.json']) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const name of SOURCES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `console.log('${name}')\n`)
  }
  return folder
}

test('a checkout that cannot be written is built before, and then started from', () => {
  needs('another user')
  const folder = checkout()
  const build = (line: readonly string[] = []) => {
    const [program = '', ...rest] = [...line, process.execPath, join(folder, 'scripts', 'build.mjs')]
    const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
    return { status, stderr }
  }
  const inVain = build(AS_ANOTHER)
  expect(inVain.status).toBe(1)
  expect(inVain.stderr).toMatch(/^The programs in \S+dist are out of date, .+EACCES.+npm run build.+\n$/)
  expect(build()).toEqual({ status: 0, stderr: '' })
  expect(build(AS_ANOTHER)).toEqual({ status: 0, stderr: '' })
  // Only what the sources say counts, and not when they were copied.
  writeFileSync(join(folder, 'server/programs/main.ts'), `console.log('server/programs/main.ts')\n`)
  expect(build(AS_ANOTHER)).toEqual({ status: 0, stderr: '' })
  writeFileSync(join(folder, 'server/programs/main.ts'), `console.log('annat')\n`)
  expect(build(AS_ANOTHER).status).toBe(1)
  rmSync(folder, { recursive: true, force: true })
})

test('a data folder that was opened to others is closed again, and the start says so', async () => {
  const { dataDir } = await newUsedDataDir()
  const first = await startMain({ env: { DATA_DIR: dataDir } })
  expect(first.said()).not.toContain('was open to others')
  await first.stop()
  const opened: [path: string, mode: number, closed: number][] = [
    ['.', 0o777, 0o755],
    ['secret-key', 0o644, 0o600],
    ['earlier-secret-keys', 0o644, 0o600],
    ['work', 0o755, 0o700],
    ['postgres', 0o777, 0o700],
    ['postgres/data', 0o777, 0o700],
  ]
  // As a restore leaves it, beside the key.
  writeFileSync(join(dataDir, 'earlier-secret-keys'), `${'1'.repeat(64)}\n`, { mode: 0o600 })
  for (const [path, mode] of opened) chmodSync(join(dataDir, path), mode)
  const second = await startMain({ env: { DATA_DIR: dataDir } })
  for (const [path, mode, closed] of opened) {
    expect([path, (statSync(join(dataDir, path)).mode & 0o777).toString(8)]).toEqual([path, closed.toString(8)])
    const sentence = `${join(dataDir, path)} was open to others (mode ${mode.toString(8)}) and is closed again`
    expect(second.said()).toContain(sentence)
  }
  expect(await second.stop()).toMatchObject({ code: 0 })
})
