// A process that keeps a backup continues where another was broken off, ends when it is told to, and is not misled by a
// clock that was ahead.
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupAdmin, backupService, copyFiles, type FoundBase, type Target } from '#backup'
import { type BackupNews, operatorService } from '#operator'
import { connect } from '#platform/db-connection'
import { sql } from '#platform/sql'
import { slotsNamed } from '#postgres/database-session'
import { type EmbeddedServer, startPostgres } from '#postgres/postgres'
import { filesOf, keysOf } from '#programs/backups'
import { keysAt } from '#server/backup/key'
import { removeOutdated } from '#server/backup/retention'
import { type Config, readConfig } from '#settings/config'
import { newDataDir, newUsedDataDir, until } from '#support/programs'

const PASSPHRASE = 'en fras som ingen annan har'
const HOUR_MS = 60 * 60 * 1000
const YEAR_MS = 365 * 24 * HOUR_MS
/** Enough of them for a stop to come in between; so many are under way at once. */
const FILES = 40
const AT_ONCE = 4
const begun = new Date()

const folders: string[] = []
const newTarget = (): Target => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-keeping-'))
  folders.push(folder)
  return backupService.targetInFolder(folder)
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Place = { target: Target; server: EmbeddedServer; config: Config }

/** A server with books, files that no row names, and an empty place for the backup. */
const newPlace = async (): Promise<Place> => {
  const { dataDir } = await newUsedDataDir()
  for (let count = 0; count < FILES; count++) {
    const text = `kvitto ${count}`
    const path = join(dataDir, 'files', placeOf(text))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const server = await startPostgres(dataDir)
  return { target: newTarget(), server, config: readConfig({ DATA_DIR: dataDir }, process.cwd()) }
}

const placeOf = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex')
  return join('00000000-0000-0000-0000-00000000000a', digest.slice(0, 2), digest)
}

type Options = Parameters<typeof backupService.startKeeper>[0]

/** Keeps a backup, whose bases are due once; `heard` ends when one is checked, or something is said. */
const keeping = ({ target, server, config }: Place, changes: Partial<Options> = {}) => {
  const said: string[] = []
  const checked: string[] = []
  const keeper = backupService.startKeeper({
    target,
    source: { connection: server.connection, embedded: true, mark: 'a' },
    passphrase: PASSPHRASE,
    keys: keysOf(config),
    files: { ...filesOf({ config }), arrived: async () => [], copied: async () => {} },
    heads: async () => '[]',
    keptUntil: async () => null,
    check: async (base) => void checked.push(base),
    turns: () => [begun.getTime()],
    now: () => new Date(),
    keepMs: YEAR_MS,
    own: () => randomBytes(4).toString('hex'),
    report: (sentence) => void said.push(sentence),
    note: () => {},
    ...changes,
  })
  const heard = () => until(() => said.length > 0 || checked.length > 0)
  return { stop: keeper.stop, said, checked, heard }
}

const basesIn = async (target: Target): Promise<FoundBase[]> =>
  (await backupAdmin.timelinesOf(target)).flatMap(({ bases }) => bases)
const filesIn = async (target: Target): Promise<number> => (await target.list('files/')).length

/** A target to which files go in another way. */
const putting = (target: Target, putFile: (name: string, bytes: Buffer) => Promise<void>): Target => ({
  ...target,
  put: (name, bytes) => (name.startsWith('files/') ? putFile : target.put)(name, bytes),
})

test('files that could not be copied after a base are copied before it is checked, after a restart', async () => {
  const place = await newPlace()
  const full = putting(place.target, () => Promise.reject(new Error('the disk is full')))
  const first = keeping({ ...place, target: full })
  await first.heard()
  expect([first.said, first.checked]).toEqual([[expect.stringContaining('the disk is full')], []])
  await first.stop()
  expect([(await basesIn(place.target)).length, await filesIn(place.target)]).toEqual([1, 0])

  const there: number[] = []
  const second = keeping(place, { check: async () => void there.push(await filesIn(place.target)) })
  await until(() => there.length > 0)
  await second.stop()
  expect(there).toEqual([(await filesOf(place).places()).length])
  expect([second.said, (await basesIn(place.target)).length]).toEqual([[], 1])
  await place.server.stop()
})

test('a stop breaks off the copying of files, and nothing is checked without them', async () => {
  const place = await newPlace()
  const stops: Promise<void>[] = []
  let copied = 0
  const stopping = putting(place.target, async (name, bytes) => {
    copied += 1
    if (stops.length === 0) stops.push(kept.stop())
    await place.target.put(name, bytes)
  })
  const kept = keeping({ ...place, target: stopping })
  await until(() => stops.length > 0)
  await Promise.all(stops)
  expect(copied).toBeLessThanOrEqual(AT_ONCE)
  expect([kept.said, kept.checked]).toEqual([[], []])
  await place.server.stop()
})

test('a base of a clock that was ahead keeps no other from being made, and none from being removed', async () => {
  const place = await newPlace()
  const keepOnce = async (changes: Partial<Options>) => {
    const kept = keeping(place, changes)
    await kept.heard()
    await kept.stop()
    expect(kept.said).toEqual([])
    return basesIn(place.target)
  }
  // The disk has the right time, and what is being written there would look a year old.
  const target = { ...place.target, removeBroken: async () => {} }
  const [ahead] = await keepOnce({ target, now: () => new Date(Date.now() + YEAR_MS) })
  expect(ahead?.endedAt).toBeGreaterThan(Date.now() + YEAR_MS / 2)
  const [first, second, ...others] = await keepOnce({})
  expect([first?.id, others]).toEqual([ahead?.id, []])
  expect(second?.endedAt).toBeLessThan(Date.now() + HOUR_MS)
  expect(first?.endedAt).toBe(second?.endedAt)
  // The clock of the service goes on, past the moment at which that one ended.
  await until(() => Date.now() > (second?.endedAt ?? 0) + 1)
  const now = new Date()
  const left = await keepOnce({ now: () => now, turns: () => [now.getTime()], keepMs: 0 })
  expect(left.map(({ endedAt }) => endedAt)).toEqual([now.getTime()])
  await place.server.stop()
})

test('nor does such a clock keep a file for ever that is gone', async () => {
  const target = newTarget()
  const place = placeOf('kvitto')
  const now = new Date()
  await target.put(`files/${place}`, Buffer.from('kvitto'))
  await target.put('files-gone.json', Buffer.from(JSON.stringify({ [place]: now.getTime() + YEAR_MS })))
  const files = { places: async () => [], read: async () => null }
  await removeOutdated(target, { files, writing: 'none', now, keepMs: HOUR_MS })
  await removeOutdated(target, { files, writing: 'none', now: new Date(now.getTime() + 2 * HOUR_MS), keepMs: HOUR_MS })
  expect(await filesIn(target)).toBe(0)
})

test('what cannot be copied is said once, and noted again and again: others may note that all is well', async () => {
  let clock = begun.getTime()
  const said: string[] = []
  const noted: unknown[] = []
  const text = 'kvitto'
  const copier = backupService.startCopier({
    target: putting(newTarget(), () => Promise.reject(new Error('the disk is full'))),
    files: {
      places: async () => [],
      read: async () => Buffer.from(text),
      arrived: async () => [placeOf(text)],
      copied: async () => {},
    },
    keptUntil: async () => null,
    now: () => {
      clock += HOUR_MS
      return new Date(clock)
    },
    report: (sentence) => void said.push(sentence),
    note: (news) => void noted.push(news),
  })
  await until(() => noted.length > 1)
  await copier.stop()
  expect(said).toEqual([expect.stringMatching(/^Files that \S+ has kept could not be copied .+: the disk is full$/)])
  expect(noted.slice(0, 2)).toEqual([{ trouble: said[0] }, { trouble: said[0] }])
})

test('a process that takes over says that it continues, and leaves files of others alone', async () => {
  const place = await newPlace()
  const database = connect({ connection: place.server.connection, poolSize: 2, onIdleError: () => {} })
  const { name } = place.target
  const notes: Promise<void>[] = []
  const note = (news: BackupNews) => void notes.push(operatorService.noteBackup(database, name, news))
  const trouble = async () => {
    await Promise.all(notes)
    return (
      await database.maybe<{ trouble: string | null }>(sql`
      select trouble from operator.backup where place = ${name}`)
    )?.trouble
  }
  const full: Target = { ...place.target, put: () => Promise.reject(new Error('the disk is full')) }
  const first = keeping({ ...place, target: full }, { note })
  await first.heard()
  await first.stop()
  expect(await trouble()).toBe(`The backup in ${name} does not go on: the disk is full`)
  const second = keeping(place, { note })
  await until(async () => (await trouble()) === null)
  await second.heard()
  await second.stop()
  expect([second.said, second.checked.length]).toEqual([[], 1])

  // One that adds files alone clears what was left of files, and nothing else.
  const files = { ...filesOf(place), arrived: async () => [], copied: async () => {} }
  const copier = { target: place.target, files, keptUntil: async () => null, now: () => new Date(), report: () => {} }
  for (const [left, expected] of [
    ['Files that elsewhere has kept could not be copied to the backup: EIO', null],
    [`The backup in ${name} does not go on: EIO`, `The backup in ${name} does not go on: EIO`],
  ] as const) {
    await operatorService.noteBackup(database, name, { trouble: left })
    const news: BackupNews[] = []
    const adding = backupService.startCopier({
      ...copier,
      note(one) {
        news.push(one)
        note(one)
      },
    })
    await until(() => news.length > 0)
    await adding.stop()
    expect([news, await trouble()]).toEqual([[{ over: 'Files that ' }], expected])
  }
  await database.close()
  await place.server.stop()
})

test('what is left of a base that fails is removed, and what was broken off goes before the next is made', async () => {
  const place = await newPlace()
  const partsIn = async () => (await place.target.list('lines/')).filter(({ name }) => name.includes('/bases/'))
  const failing: Target = {
    ...place.target,
    put: (name, bytes) =>
      name.endsWith('/base.json') ? Promise.reject(new Error('the disk is full')) : place.target.put(name, bytes),
  }
  const first = keeping({ ...place, target: failing })
  await first.heard()
  await first.stop()
  expect([first.said, await partsIn()]).toEqual([[expect.stringContaining('the disk is full')], []])

  const [line] = await backupAdmin.timelinesOf(place.target)
  const leftover = `lines/${line?.id}/bases/20260101t020000z_deadbeef/000001`
  await place.target.put(leftover, Buffer.from('of a program that was killed'))
  const there: boolean[] = []
  const watching: Target = {
    ...place.target,
    async put(name, bytes) {
      if (name.endsWith('/000001')) there.push((await place.target.get(leftover)) !== null)
      await place.target.put(name, bytes)
    },
  }
  const second = keeping({ ...place, target: watching })
  await second.heard()
  await second.stop()
  expect([second.said, there]).toEqual([[], [false]])
  await place.server.stop()
})

test('another line begins if the one being written cannot be read', async () => {
  const place = await newPlace()
  let turn = begun
  const kept = keeping(place, { turns: () => [turn.getTime()] })
  await kept.heard()
  const [line] = await backupAdmin.timelinesOf(place.target)
  const name = `lines/${line?.id}/line.json`
  await place.target.put(name, Buffer.from('{"format": 1'))
  turn = new Date()
  await until(async () => (await backupAdmin.timelinesOf(place.target)).some(({ bases }) => bases.length > 0))
  await until(() => kept.checked.length > 1)
  await kept.stop()
  expect(kept.said[0]).toMatch(new RegExp(`^${name} .+ It is skipped\\.$`))
  expect(kept.said[1]).toMatch(new RegExp(`does not go on: ${name} .+ is damaged`))
  expect(kept.said.slice(2)).toEqual([expect.stringMatching(/ is being kept\.$/)])
  const [own, ...others] = await backupAdmin.timelinesOf(place.target)
  expect([own?.id === line?.id, own?.bases.length, others]).toEqual([false, 1, []])
  await place.server.stop()
})

test('an empty place that held a backup is left alone until a new one is started in it explicitly', async () => {
  const place = await newPlace()
  const changes: Partial<Options> = {
    keptUntil: async () => new Date('2026-11-24T18:00:05Z'),
    files: { ...filesOf(place), arrived: async () => [placeOf('kvitto 1')], copied: async () => {} },
  }
  const away = keeping(place, changes)
  await until(() => away.said.length > 1)
  await away.stop()
  for (const sentence of away.said) {
    expect(sentence).toMatch(
      /it is empty, and had everything up to 2026-11-24T18:00:05\.000Z\. Mount what .* is kept on/,
    )
  }
  expect(await place.target.list('')).toEqual([])

  // As `grundbok backup` does.
  await backupService.putKeys(place.target, PASSPHRASE, keysOf(place.config), new Date())
  const anew = keeping(place, changes)
  await anew.heard()
  await anew.stop()
  expect([anew.said, anew.checked.length]).toEqual([[], 1])
  await place.server.stop()
})

test('the keys of a moment come with those that were put after it: something may be sealed with them already', async () => {
  const target = newTarget()
  const old = randomBytes(32)
  const present = randomBytes(32)
  await backupService.putKeys(target, PASSPHRASE, [old], new Date('2026-11-24T10:00:00Z'))
  await backupService.putKeys(target, PASSPHRASE, [present, old], new Date('2026-11-24T10:30:00Z'))
  const at = (moment: string) => keysAt(target, PASSPHRASE, Date.parse(moment))
  expect(await at('2026-11-24T10:20:00Z')).toEqual([old, present])
  expect(await at('2026-11-24T10:40:00Z')).toEqual([present, old])
})

test('what takes the place of a file that was open to others is not', async () => {
  const target = newTarget()
  const path = join(target.name, 'earlier-secret-keys')
  writeFileSync(path, 'tidigare')
  chmodSync(path, 0o666)
  await target.put('earlier-secret-keys', Buffer.from('senare'))
  expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8)]).toEqual(['senare', '600'])
})

test('a file that cannot be read is named, and keeps no other from being copied', async () => {
  const target = newTarget()
  const said = [] as string[]
  const copied = [] as string[]
  const texts = ['ett', 'två', 'tre']
  const locked = placeOf('ett')
  const files = {
    places: async () => texts.map(placeOf),
    read: async (place: string) => {
      if (place === locked) throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
      return Buffer.from(texts.find((text) => placeOf(text) === place) ?? '')
    },
  }
  const copier = backupService.startCopier({
    target,
    files: { ...files, arrived: files.places, copied: async (place) => void copied.push(place) },
    keptUntil: async () => null,
    now: () => new Date(),
    report: (sentence) => void said.push(sentence),
    note: () => {},
  })
  await until(() => said.length > 0)
  await copier.stop()
  expect(said).toEqual([expect.stringContaining(`${locked} cannot be read`)])
  expect(new Set(copied)).toEqual(new Set(texts.slice(1).map(placeOf)))
  const { copied: again, faults } = await copyFiles(newTarget(), files, { now: Date.now(), goneBefore: 0 })
  expect([again, faults]).toEqual([2, [`${locked} cannot be read`]])
})

test('a new installation begins nothing in the backup of another one, and goes on where it was kept before', async () => {
  const one = await newPlace()
  const dataDir = newDataDir()
  const config = readConfig({ DATA_DIR: dataDir }, process.cwd())
  const other = { target: one.target, server: await startPostgres(dataDir), config }
  const first = keeping(one)
  await first.heard()
  await first.stop()
  expect(first.said).toEqual([])
  await one.server.stop()
  const before = await one.target.list('')
  const second = keeping(other)
  await second.heard()
  await second.stop()
  expect(second.said).toEqual([expect.stringContaining('it has the backup of another installation')])
  expect(await one.target.list('')).toEqual(before)
  // Where it was kept before, as by a database that was moved to another server, it goes on.
  const third = keeping(other, { keptUntil: async () => new Date() })
  await third.heard()
  await third.stop()
  expect([third.said, third.checked.length]).toEqual([[], 1])
  await other.server.stop()
})

test('of several databases on a server each lets go of its own log alone', async () => {
  const place = await newPlace()
  const slots = async () => (await slotsNamed(place.server.connection, 'grundbok_backup_')).map(({ name }) => name)
  const keepOnce = async (mark: string) => {
    const source = { connection: place.server.connection, embedded: false, mark }
    const kept = keeping({ ...place, target: newTarget() }, { source })
    await kept.heard()
    await kept.stop()
    expect(kept.said).toEqual([])
    return slots()
  }
  const [first] = await keepOnce('aaaaaaaa')
  const [, second] = (await keepOnce('bbbbbbbb')).sort()
  // It is kept in another place from now on.
  const after = (await keepOnce('bbbbbbbb')).sort()
  expect(after).toEqual([first, expect.stringMatching(/^grundbok_backup_bbbbbbbb_/)])
  expect(after).not.toContain(second)
  // If no process keeps it any more it is given up, by its own database only, and never while it is kept.
  const source = { connection: place.server.connection, embedded: false, mark: 'bbbbbbbb' }
  const kept = keeping({ ...place, target: newTarget() }, { source: { ...source, mark: 'aaaaaaaa' } })
  await kept.heard()
  expect([await backupService.giveUpTimelines(source), (await slots()).length]).toEqual([0, 2])
  await kept.stop()
  expect([await backupService.giveUpTimelines(source), await backupService.giveUpTimelines(source)]).toEqual([1, 0])
  expect(await slots()).toEqual([expect.stringMatching(/^grundbok_backup_aaaaaaaa_/)])
  await place.server.stop()
})
