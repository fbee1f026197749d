// A file is in the backup before the log that has the commit which names it; what a backup has lost of files is told by
// a restore.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backupService, type Target } from '#backup'
import { flushedTo } from '#postgres/database-session'
import { lsnOf } from '#postgres/lsn'
import { startPostgres } from '#postgres/postgres'
import { keysOf } from '#programs/backups'
import { logPieceOf } from '#rules/backup/backup'
import { readConfig } from '#settings/config'
import { admin, adminJson, newDataDir, newUsedDataDir, startMain, until } from '#support/programs'
import { pngFile } from '#support/samples/sample-files'
import { requestsWith } from '#support/service'

const PASSPHRASE = 'en fras som ingen annan har'
const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE }
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** Longer than the log waits between two pieces. */
const SLOW_MS = 3000
/** How often it cannot be copied before: twice a second or less. */
const FAILING = 5

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-files-first-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('the log waits for the files that had arrived before it, also while they cannot be copied', async () => {
  const { dataDir } = await newUsedDataDir()
  const server = await startPostgres(dataDir)
  const bytes = Buffer.from('kvitto')
  const place = `00000000-0000-0000-0000-00000000000a/uploads/${digestOf(bytes).slice(0, 2)}/${digestOf(bytes)}`
  const arrived = new Set<string>()
  const said = [] as string[]
  const checked = [] as string[]
  const folder = backupService.targetInFolder(newFolder())
  const events: ('file' | bigint)[] = []
  let attempts = 0
  const target: Target = {
    ...folder,
    async put(name, content) {
      if (name.startsWith('files/')) {
        attempts += 1
        if (attempts <= FAILING) throw new Error('the network is down')
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      }
      await folder.put(name, content)
      const piece = logPieceOf(name.replace(/^lines\/[^/]+\//, ''))
      if (piece) events.push(endOf(piece))
      if (name.startsWith('files/')) events.push('file')
    },
  }
  const keeper = backupService.startKeeper({
    target,
    source: { connection: server.connection, embedded: true, mark: 'a' },
    passphrase: PASSPHRASE,
    keys: keysOf(readConfig({ DATA_DIR: dataDir }, process.cwd())),
    files: {
      places: async () => [],
      read: async () => bytes,
      arrived: async () => [...arrived],
      copied: async (one) => void arrived.delete(one),
    },
    heads: async () => '[]',
    keptUntil: async () => null,
    check: async (base) => void checked.push(base),
    turns: () => [0],
    now: () => new Date(),
    keepMs: YEAR_MS,
    own: () => randomBytes(4).toString('hex'),
    report: (sentence) => void said.push(sentence),
    note: () => {},
  })
  await until(() => checked.length > 0)
  const client = new Client(server.connection)
  await client.connect()
  // As a request does: the file, and then the commit.
  arrived.add(place)
  await client.query('create table public.kvitto (id int)')
  const committed = await flushedTo(server.connection)
  const ofCommit = () => events.findIndex((one) => one !== 'file' && one >= committed)
  await until(() => ofCommit() >= 0)
  expect(events.indexOf('file')).toBeGreaterThanOrEqual(0)
  expect(events.indexOf('file')).toBeLessThan(ofCommit())
  expect(said).toEqual([
    expect.stringMatching(/^Files that \S+ has kept could not be copied to the backup: the network is down$/),
    'Files are being copied to the backup again.',
  ])

  // One that can never be copied holds up no stop.
  attempts = 0
  arrived.add(place)
  await client.end()
  await keeper.stop()
  await server.stop()
})

const SEGMENT_BYTES = 16n * 1024n * 1024n
const PER_HIGH = 256n

/** Where a piece ends, in segments of 16 MiB. */
const endOf = ({ segment, to }: { segment: string; to: number }): bigint => {
  const high = BigInt(`0x${segment.slice(8, 16)}`)
  const low = BigInt(`0x${segment.slice(16)}`)
  return (high * PER_HIGH + low) * SEGMENT_BYTES + BigInt(to)
}

test('a piece is where it says', () => {
  expect(endOf({ segment: '0000000100000001000000A2', to: 0x10 })).toBe(lsnOf('1/A2000010'))
})

test('a restore names each file that the backup has lost, and all that are damaged in one sentence', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newFolder()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  const files = [5, 6, 7].map((width) => pngFile({ width }))
  const uploads: string[] = []
  for (const file of files) uploads.push((await company.upload('/uploads', 'kvitto.png', file)).body.id)
  expect(await service.stop()).toMatchObject({ code: 0 })
  await adminJson(dataDir, ['backup', '--to', target], passphrase)
  const paths = files.map((file) => join('files', companyId, 'uploads', digestOf(file).slice(0, 2), digestOf(file)))
  const [lost = '', ...others] = paths

  rmSync(join(target, lost))
  const into = newDataDir()
  const words = ['restore', '--from', target, '--into', into]
  const restored = await admin(newDataDir(), words, passphrase)
  expect([restored.code, restored.stderr]).toEqual([1, expect.stringContaining('Restoring the base of')])
  expect(restored.stdout).toContain(`1 of the files that the books name are not in ${target}:`)
  expect(restored.stdout).toContain(`the file of upload ${uploads[0]} is missing`)
  expect(restored.stdout).not.toContain(uploads[1])
  const again = await admin(newDataDir(), [...words.slice(0, -1), newDataDir(), '--json'], passphrase)
  expect([again.code, JSON.parse(again.stdout).missing]).toEqual([
    1,
    [{ companyId, company: expect.any(String), thing: 'upload', id: uploads[0] }],
  ])
  // Everything else is there, and goes on.
  const back = await startMain({ env: { DATA_DIR: into } })
  const found = requestsWith(`${back.base}/companies/${companyId}`, token)
  expect((await found.get(`/uploads/${uploads[1]}/download`)).status).toBe(200)
  const { stdout } = await back.stop()
  expect(stdout).toContain(`the file of upload ${uploads[0]} is missing`)

  const whole = others.map((path) => readFileSync(join(target, path)))
  for (const path of others) writeFileSync(join(target, path), 'something else')
  const empty = newDataDir()
  const refused = await admin(newDataDir(), ['restore', '--from', target, '--into', empty], passphrase)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(`${[...others].sort().join(', ')} in ${target} are damaged: the bytes are not those`)
  expect(existsSync(empty) ? readdirSync(empty) : []).toEqual([])
  // What the sentence proposes works.
  for (const [at, path] of others.entries()) writeFileSync(join(target, path), whole[at] ?? '')
  writeFileSync(join(target, lost), files[0] ?? '')
  const mended = await adminJson(newDataDir(), ['restore', '--from', target, '--into', empty], passphrase)
  expect(mended.missing).toEqual([])
})
