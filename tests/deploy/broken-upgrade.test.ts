// An upgrade to a new major version of PostgreSQL that is killed in the middle of the copy, or meets a full disk there:
// the old database is as it was, and the next attempt brings everything along.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '#postgres/postgres'
import { needs } from '#support/needs'
import { adminJson, newDataDir, serverOf, start, startMain, until } from '#support/programs'
import { booksOf, earlier, type Filled, filledByEarlier, upgrade } from './earlier-postgres.ts'

const began = (dataDir: string) =>
  start([process.execPath, 'dist/admin.js', ...upgrade], { env: { DATA_DIR: dataDir } })

/** Waits until tables are copied; throws where it ended before. */
const whileCopying = async (dataDir: string, ended: Promise<{ stderr: string }>): Promise<void> => {
  let over: string | undefined
  void ended.then(({ stderr }) => (over = stderr))
  const making = join(dataDir, 'upgrade', 'postgres')
  await until(() => over !== undefined || ['written', 'read'].some((file) => existsSync(join(making, file))))
  expect(over, 'it ended before it copied').toBeUndefined()
}

/** The old database is in its place, starts with its own programs, and has its entries. */
const isUsable = async (dataDir: string): Promise<void> => {
  expect(readFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), 'utf8')).toBe('17\n')
  const server = await startPostgres(dataDir, { programs: earlier() })
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from ledger.journal_entry')
  expect(rows).toEqual([{ count: 2 }])
  await client.end()
  await server.stop()
}

const upgradesNow = async ({ dataDir, companyId, token, entries }: Filled): Promise<void> => {
  expect(await adminJson(dataDir, upgrade)).toMatchObject({ upgraded: true, from: '17', to: '18' })
  expect([existsSync(join(dataDir, 'upgrade')), serverOf(dataDir)]).toEqual([false, null])
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  expect(await booksOf(service, { companyId, token })).toBe(entries)
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ faults: [] })
}

test('killed in the middle of the copy, it leaves the old database, and is done by the next attempt', async () => {
  needs('PostgreSQL 17')
  const filled = await filledByEarlier()
  const { dataDir } = filled
  const { ended, kill } = began(dataDir)
  await whileCopying(dataDir, ended)
  kill('SIGKILL')
  expect(await ended).toMatchObject({ code: null })
  expect(existsSync(join(dataDir, 'upgrade', 'postgres', 'verified'))).toBe(false)
  await isUsable(dataDir)
  await upgradesNow(filled)
})

/** Room for both databases, in MiB; a filler takes what is left of it. */
const DISK_MIB = 1024

/** Takes most of a disk at once, and then what others leave of it, to the last byte. */
const fill = (disk: string): void => {
  const { bavail, bsize } = statfsSync(disk)
  execFileSync('fallocate', ['-l', String(bavail * bsize - LEFT_BYTES), join(disk, 'filler')])
  expect(spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'rest')}`, 'bs=64k']).status).toBe(1)
}
const LEFT_BYTES = 32 * 1024 * 1024

/** Copies are short: one may be over before the disk is full, and then another is tried. */
const ATTEMPTS = 5

/** Upgrades a copy of a data folder on a small disk, and fills that one while tables are copied. */
const metByFullDisk = async (disk: string, from: string, dataDir: string) => {
  for (let left = ATTEMPTS; ; left -= 1) {
    rmSync(dataDir, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, dataDir])
    const { ended, kill } = began(dataDir)
    await whileCopying(dataDir, ended)
    kill('SIGSTOP')
    fill(disk)
    kill('SIGCONT')
    const outcome = await ended
    for (const file of ['filler', 'rest']) rmSync(join(disk, file))
    if (outcome.code !== 0 || left === 1) return outcome
  }
}

test('a disk that becomes full in the middle of the copy is reported, and the next attempt has room', async () => {
  needs('PostgreSQL 17')
  needs('small disk')
  const filled = await filledByEarlier()
  const disk = newDataDir()
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', disk])
  try {
    const dataDir = join(disk, 'data')
    const { code, stderr } = await metByFullDisk(disk, filled.dataDir, dataDir)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no space left/i)])
    await isUsable(dataDir)
    await upgradesNow({ ...filled, dataDir })
  } finally {
    execFileSync('umount', ['--lazy', disk])
  }
})
