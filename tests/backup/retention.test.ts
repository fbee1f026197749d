// What is older than the kept time goes from a backup, and nothing else: over days of a clock that is set, with the log
// of a real server, in a folder and in a bucket; and when it is killed after any step.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backupAdmin, backupService, type FoundTimeline, type KeptFiles, type Target } from '#backup'
import { dayOf } from '#platform/day'
import { type EmbeddedServer, startPostgres } from '#postgres/postgres'
import { filesOf, keysOf } from '#programs/backups'
import { baseForMoment } from '#rules/backup/backup'
import { logFrom } from '#server/backup/contents'
import { removeOutdated } from '#server/backup/retention'
import { type Config, readConfig } from '#settings/config'
import { ok } from '#support/entries'
import { admin, adminJson, newDataDir, newUsedDataDir, startMain, until } from '#support/programs'
import { BACKUP_BUCKET, startS3, type TestS3 } from '#support/servers/s3'
import { anEntry, requestsWith } from '#support/service'

const today = dayOf(new Date())
const PASSPHRASE = 'en fras som ingen annan har'
const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE }
const HOUR_MS = 60 * 60 * 1000
/** Longer than anything takes here. */
const ALWAYS_MS = 1000 * 24 * HOUR_MS

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-kept-'))
  folders.push(folder)
  return folder
}
let s3: TestS3 | null = null
afterAll(async () => {
  await s3?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A place for backups, as the settings name it, and how it is reached. */
type Place = { named: string; reach: Record<string, string>; target: Target }

const inFolder = async (): Promise<Place> => {
  const named = newFolder()
  return { named, reach: {}, target: backupService.targetInFolder(named) }
}

const inBucket = async (): Promise<Place> => {
  s3 = await startS3()
  const named = `s3://${BACKUP_BUCKET}/natt`
  const reach = Object.fromEntries(
    Object.entries(s3.env).flatMap(([name, value]) =>
      ['S3_BUCKET', 'S3_PREFIX'].includes(name) ? [] : [[`BACKUP_${name}`, value]],
    ),
  )
  return {
    named,
    reach,
    target: backupService.targetInBucket({ ...s3.settings, bucket: BACKUP_BUCKET, prefix: 'natt' }),
  }
}

const namesIn = async (target: Target): Promise<string[]> => (await target.list('')).map(({ name }) => name).sort()

/** What a target says it keeps must be there: the parts of each base, and its log as far as it is promised. */
const expectWhole = async (target: Target): Promise<FoundTimeline[]> => {
  const names = new Set(await namesIn(target))
  const lines = await backupAdmin.timelinesOf(target)
  for (const line of lines) {
    for (const base of line.bases) {
      const missing = base.facts.parts.filter(({ name }) => !names.has(`lines/${line.id}/bases/${base.id}/${name}`))
      expect(missing, base.id).toEqual([])
      expect(logFrom(line, base).end, base.id).toBeGreaterThanOrEqual(base.endLsn)
    }
  }
  return lines
}

/** Keeps a file that no row names, in the data folder; its place below `files`. */
const keepLoose = (dataDir: string, text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex')
  const place = join('00000000-0000-0000-0000-00000000000a', digest.slice(0, 2), digest)
  mkdirSync(dirname(join(dataDir, 'files', place)), { recursive: true })
  writeFileSync(join(dataDir, 'files', place), text)
  return place
}

type Kept = { place: Place; server: EmbeddedServer; files: KeptFiles; config: Config }

/** Runs a keeper for as long as it takes to make one more base, and does something while it runs. */
const keepOneMore = async (
  { place: { target }, server, files, config }: Kept,
  { now, keepMs = ALWAYS_MS }: { now: () => Date; keepMs?: number },
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> => {
  const begun = now()
  const count = async () => (await backupAdmin.timelinesOf(target)).flatMap(({ bases }) => bases).length
  const said: string[] = []
  let checked = 0
  const before = await count()
  const keeper = backupService.startKeeper({
    target,
    source: { connection: server.connection, embedded: true, mark: 'a' },
    keptUntil: async () => null,
    passphrase: PASSPHRASE,
    keys: keysOf(config),
    files: { ...files, arrived: async () => [], copied: async () => {} },
    heads: async () => '[]',
    // What is too old has been removed before the new base is checked.
    check: async () => {
      checked += 1
    },
    turns: () => [begun.getTime()],
    now,
    keepMs,
    own: () => `${before}`,
    report: (sentence) => said.push(sentence),
    note: () => {},
  })
  await until(() => checked > 0 || said.length > 0)
  expect(said).toEqual([])
  await meanwhile()
  await keeper.stop()
}

const clock = () => new Date()
/** The clock of the database goes on, past a moment that is between two changes. */
const between = async (): Promise<Date> => {
  const moment = new Date()
  await until(() => Date.now() > moment.getTime() + 1)
  return moment
}

test.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('what is older than the kept time goes from %s, and any later moment comes back', async (kind, newPlace) => {
  const place = await newPlace()
  const { dataDir, companyId, token } = await newUsedDataDir()
  const server = await startPostgres(dataDir)
  const { host, port, user, database } = server.connection
  const given = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const service = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: given } })
  const client = new Client(server.connection)
  await client.connect()
  const company = (base: string) => requestsWith(`${base}/companies/${companyId}`, token)
  const post = async (title: string): Promise<string> => {
    const body = ok(await company(service.base).post('/journal-entries', anEntry({ title, date: today })))
    // Each entry is in a segment of its own, as when there is much to do.
    await client.query('select pg_switch_wal()')
    return body.id
  }
  const config = readConfig({ DATA_DIR: dataDir }, process.cwd())
  const kept = { place, server, files: filesOf({ config }), config }
  // One that stands for itself, and four days.
  const env = { DATABASE_URL: given, ...passphrase, ...place.reach }
  await adminJson(dataDir, ['backup', '--to', place.named], env)
  const unneeded = keepLoose(dataDir, 'behövs inte')
  const goneLater = keepLoose(dataDir, 'behövs')
  await keepOneMore(kept, { now: clock }, () => post('Dag 1'))
  rmSync(join(dataDir, 'files', unneeded))
  await keepOneMore(kept, { now: clock }, () => post('Dag 2'))
  const beforeKept = await between()
  const ids: string[] = []
  let earliest = beforeKept
  let upload = ''
  await keepOneMore(kept, { now: clock }, async () => {
    const sent = await company(service.base).upload('/uploads', 'kvitto.pdf', readFileSync('examples/kvitto.pdf'))
    expect(sent.status).toBe(200)
    upload = sent.body.id
    ids.push(await post('Dag 3'))
    earliest = await between()
    ids.push(await post('Dag 3, senare'))
  })
  rmSync(join(dataDir, 'files', goneLater))
  await keepOneMore(kept, { now: clock }, async () => ids.push(await post('Dag 4')))
  const lines = await expectWhole(place.target)
  expect(lines.map(({ bases }) => bases.length)).toEqual([1, 4])
  const names = await namesIn(place.target)

  // The last base is made at a moment from which the kept time begins at `earliest`.
  const unbroken = kind === 'a folder' ? newFolder() : null
  if (unbroken) cpSync(place.named, unbroken, { recursive: true })
  const end = await between()
  await keepOneMore(kept, { now: () => end, keepMs: end.getTime() - earliest.getTime() })
  const [line, ...others] = await expectWhole(place.target)
  expect(others).toEqual([])
  expect(line?.bases.map(({ id }) => id.split('_')[1])).toEqual(['3', '4', '5'])
  const left = await namesIn(place.target)
  const gone = names.filter((name) => !left.includes(name))
  const oldest = line?.bases[0]
  const first = [...(line?.pieces ?? [])].sort((one, other) => (one.segment < other.segment ? -1 : 1))[0]
  expect(first && oldest && logFrom(line, oldest).pieces.map(({ segment }) => segment)).toContain(first?.segment)
  expect(gone.filter((name) => name.startsWith(`lines/${line?.id}/log/`)).length).toBeGreaterThan(2)
  expect(gone.filter((name) => name.startsWith('files/'))).toEqual([`files/${unneeded}`])
  expect(left).toContain(`files/${goneLater}`)
  expect(backupService.rangesOf(await backupAdmin.timelinesOf(place.target))[0]?.from).toBeLessThanOrEqual(
    earliest.getTime(),
  )

  await client.end()
  await service.stop()
  await server.stop()
  if (unbroken) await killedAnywhere(unbroken, place.named, { kept, end, earliest })
  await comesBack(place, { companyId, token, ids, upload, earliest, beforeKept })
})

type Wanted = { companyId: string; token: string; ids: string[]; upload: string; earliest: Date; beforeKept: Date }

/** Restores the first moment that is promised, and the last; what was before is refused. */
const comesBack = async (
  { named, reach }: Place,
  { companyId, token, ids, upload, earliest, beforeKept }: Wanted,
): Promise<void> => {
  const words = (into: string, at: Date | null) => [
    'restore',
    '--from',
    named,
    '--into',
    into,
    ...(at ? ['--at', at.toISOString()] : []),
  ]
  const env = { ...passphrase, ...reach }
  const refused = await admin(newDataDir(), words(newDataDir(), beforeKept), env)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/cannot be restored\. What can be is/)])
  for (const [at, there] of [
    [earliest, [true, false, false]],
    [null, [true, true, true]],
  ] as const) {
    const into = newDataDir()
    await adminJson(newDataDir(), words(into, at), env)
    // Before the service writes anything.
    expect(await admin(into, ['verify'])).toMatchObject({ code: 0 })
    const again = await startMain({ env: { DATA_DIR: into } })
    const company = requestsWith(`${again.base}/companies/${companyId}`, token)
    const found = await Promise.all(ids.map((id) => company.get(`/journal-entries/${id}`)))
    expect(found.map(({ status }) => status === 200)).toEqual(there)
    expect((await company.get(`/uploads/${upload}/download`)).status).toBe(200)
    await again.stop()
  }
}

/** A target whose program is killed before it removes one more thing. */
const killedAfter = (target: Target, count: number): Target => {
  let removed = 0
  return {
    ...target,
    remove: async (name) => {
      if (removed === count) throw new Error('killed')
      removed += 1
      await target.remove(name)
    },
  }
}

type Removing = { kept: Kept; end: Date; earliest: Date }

/** However far it came, all that is promised is there, and the next time the rest goes. */
const killedAnywhere = async (full: string, cleaned: string, { kept, end, earliest }: Removing): Promise<void> => {
  const keepMs = end.getTime() - earliest.getTime()
  const writing = readdirSync(join(cleaned, 'lines'))[0] ?? ''
  const retention = { files: kept.files, writing, now: end, keepMs }
  const whole = newFolder()
  cpSync(full, whole, { recursive: true })
  await removeOutdated(backupService.targetInFolder(whole), retention)
  const expected = await namesIn(backupService.targetInFolder(whole))
  const steps = (await namesIn(backupService.targetInFolder(full))).length - expected.length
  expect(steps).toBeGreaterThan(5)
  for (let count = 0; count < steps; count++) {
    const folder = newFolder()
    cpSync(full, folder, { recursive: true })
    const target = backupService.targetInFolder(folder)
    await expect(removeOutdated(killedAfter(target, count), retention)).rejects.toThrow('killed')
    const lines = await expectWhole(target)
    for (const at of [earliest, end])
      expect(baseForMoment(lines, Math.min(at.getTime(), reachedOf(lines)))).not.toBeNull()
    await removeOutdated(target, retention)
    expect(await namesIn(target)).toEqual(expected)
    expect(readdirSync(join(folder, 'lines'))).toEqual([writing])
  }
}

const reachedOf = (lines: readonly FoundTimeline[]): number => Math.max(...lines.map(({ reached }) => reached))

test('what a killed program was writing goes when it is old; a file that comes back while it is forgotten stays', async () => {
  const folder = newFolder()
  const target = backupService.targetInFolder(folder)
  const now = new Date()
  const [old, fresh] = ['files/aa/bb/cc.arriving-1', 'lines/x/log/y.arriving-2'].map((name) => join(folder, name))
  for (const path of [old, fresh]) {
    mkdirSync(dirname(path ?? ''), { recursive: true })
    writeFileSync(path ?? '', 'halv')
  }
  utimesSync(old ?? '', now, new Date(now.getTime() - 25 * HOUR_MS))
  const digest = createHash('sha256').update('kvitto').digest('hex')
  const place = `t/${digest.slice(0, 2)}/${digest}`
  await target.put(`files/${place}`, Buffer.from('kvitto'))
  await target.put('files-gone.json', Buffer.from(JSON.stringify({ [place]: 1 })))
  // It was asked for when there was none; the same was stored once more since.
  const files: KeptFiles = { places: async () => [], read: async () => Buffer.from('kvitto') }
  await removeOutdated(target, { files, writing: 'none', now, keepMs: HOUR_MS })
  expect(await target.get(`files/${place}`)).toEqual(Buffer.from('kvitto'))
  expect([old, fresh].map((path) => existsSync(path ?? ''))).toEqual([false, true])
})
