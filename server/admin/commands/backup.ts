// Backups: the operator's commands to make, list, check and restore them. All but the first work without a database, as
// on a new machine.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ClientConfig } from 'pg'
import type { Answer } from '#admin/answer'
import { fromCaller, type Given, type Option, UsageError } from '#admin/arguments'
import type { Alone, Command } from '#admin/command'
import { passphraseOf } from '#admin/passphrase'
import {
  backupAdmin,
  backupService,
  type CheckFacts,
  Damaged,
  type FoundBase,
  KeyFault,
  RestoreFault,
  restore,
  type Target,
} from '#backup'
import { operatorService } from '#operator'
import { type Day, isDay, momentAt } from '#platform/day'
import { reasonOf, StartupError } from '#platform/startup-error'
import { backUp, basesIn, rangesIn, removeScratch, scratchIn, targetAt } from '#programs/backups'
import { type Missing, missingFilesOn, missingWords } from '#programs/doctor/missing-files'
import { openSystem, type System } from '#programs/system'
import type { ChainHead } from '#verification/verification'
import { openForeign } from './foreign-backup.ts'
import { hasOtherTables } from './other-tables.ts'
import { verifyAll } from './verify.ts'

const from: Option = {
  name: 'from',
  value: 'PLACE',
  description: 'The backups: a folder, or s3://BUCKET/PREFIX; BACKUP_TO if left out',
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'Make a backup while the service runs: database, files, and the secret key under a passphrase',
    options: [
      { ...from, name: 'to', description: 'Where to put it: a folder, or s3://BUCKET/PREFIX; BACKUP_TO if left out' },
      { name: 'check', description: 'Restore and verify it at once' },
    ],
    run: (system, given, report) => make(system, given, report),
  },
  {
    name: 'backup list',
    summary: 'List the backups with size, check, and the moments that can be restored',
    options: [from],
    runAlone: (alone, given) => list(alone, given),
  },
  {
    name: 'backup check',
    summary: 'Restore a backup to a folder of its own, verify all that is in it, and remove it again',
    options: [
      from,
      { name: 'base', value: 'NAME', description: 'Which one, by its name in the list; the latest if left out' },
    ],
    runAlone: (alone, given, report) => check(alone, given, report),
  },
  {
    name: 'restore',
    summary: 'Restore a backup as it was at a moment, into a new data folder',
    options: [
      from,
      {
        name: 'at',
        value: 'TIME',
        description: 'As 2026-11-24T18:00:05, in Swedish time, or with its offset; the latest if left out',
      },
      { name: 'into', value: 'FOLDER', required: true, description: 'An empty or new folder: the data folder to be' },
    ],
    runAlone: (alone, given, report) => bringBack(alone, given, report),
  },
]

type Report = (sentence: string) => void

/** The place of backups from an option or the settings. */
const placeOf = ({ config }: Pick<Alone, 'config'>, given: Given, option: string) => {
  const named = given.text(option)
  const place = named === undefined ? config.backupTo : named.includes('://') ? named : fromCaller(named)
  if (place === undefined) throw new UsageError(`Missing: --${option}, or BACKUP_TO`)
  const target = targetAt(config, place)
  if (target) return target
  throw new UsageError(`--${option}: ${place} must be the path of a folder, or s3://BUCKET/PREFIX`)
}

const make = async (system: System, given: Given, report: Report): Promise<Answer> => {
  const target = placeOf(system, given, 'to')
  const passphrase = await passphraseOf(system.config, report, true)
  const made = await backUp(system, target, passphrase)
  const text = [
    `Backup ${made.base} is in ${target.name}: ${sizeOf(made.bytes)}, and ${made.files} new files`,
    ...made.faults.map((fault) => `  ${fault}`),
  ]
  if (!given.has('check')) return { json: made, text: text.join('\n'), failed: made.faults.length > 0 }
  const alone: Alone = { config: system.config, env: process.env }
  const checked = await checkBase(alone, { target, base: made.base, passphrase }, report)
  await noteCheck(system, target, { base: made.base, checked })
  const faults = [...made.faults, ...checked.faults]
  return {
    json: { ...made, check: checked },
    text: [...text, checkText(checked)].join('\n'),
    failed: faults.length > 0,
  }
}

/** Monitoring of the configured backup uses its latest check, including those by this command. */
const noteCheck = async (
  { config, database }: System,
  { name }: Target,
  { base, checked }: { base: string; checked: CheckFacts },
): Promise<void> => {
  if (config.backupTo === undefined || targetAt(config, config.backupTo)?.name !== name) return
  await operatorService.noteBackup(database, name, {
    check: { base, at: new Date(checked.checkedAt), faults: checked.faults.length },
  })
}

const list = async (alone: Alone, given: Given): Promise<Answer> => {
  const { lines, damaged } = await backupService.contentsOf(placeOf(alone, given, 'from'))
  const backups = basesIn(lines).map(({ id, facts, check: found }) => {
    return { base: id, endedAt: facts.endedAt, bytes: facts.bytes, check: found }
  })
  const restorable = rangesIn(lines)
  const rows = backups.map(({ base, endedAt, bytes, check: found }) => {
    const state = found ? checkText(found) : 'not checked yet'
    return `${base}  ${endedAt}  ${sizeOf(bytes).padStart(SIZE_WIDTH)}  ${state}`
  })
  const text = [
    ...(rows.length > 0 ? rows : ['No backups']),
    ...damaged.map((sentence) => `${sentence} It is skipped.`),
    ...restorable.map(({ from: begin, to }) => `Any moment from ${begin} to ${to} can be restored`),
  ]
  return { json: { backups, restorable, damaged }, text: text.join('\n') }
}

const bringBack = async (alone: Alone, given: Given, report: Report): Promise<Answer> => {
  const target = placeOf(alone, given, 'from')
  const at = momentOf(given.text('at'))
  const into = fromCaller(given.text('into') ?? '')
  const passphrase = await passphraseOf(alone.config, report, false)
  const user = alone.config.databaseSystemUser
  const seen: { missing: Missing[] | null } = { missing: null }
  const look = async (connection: ClientConfig) => {
    seen.missing = await missingFilesOn(connection, into).catch((cause: unknown) => {
      const why = hasOtherTables(cause) ? 'the backup is of another version of Grundbok' : reasonOf(cause)
      report(`Could not check that every file is there (${why}): run \`grundbok verify\`.`)
      return null
    })
  }
  const restored = await explained(restore({ target, at, into, passphrase, user, look, report }))
  const { base, lastChange, files, embedded } = restored
  const when = lastChange ? `after the change of ${lastChange.toISOString()}` : 'when its base ended'
  const text = embedded
    ? `${into} is as it was ${when}, with ${files} files. ` +
      `Start with DATA_DIR=${into}, and run \`grundbok verify\`.`
    : `${into}/postgres/data is a data folder for PostgreSQL ${restored.postgresMajor}, which reads the log when it ` +
      `starts; ${files} files and the secret key are beside it.`
  const { missing } = seen
  const lacking = missingOf(missing, target)
  const json = { base: base.id, lastChange: lastChange?.toISOString() ?? null, files, into, missing }
  const lines = [`${text}${await earlierKeysOf(into)}`, ...lacking]
  return { json, text: lines.join('\n'), failed: lacking.length > 0 }
}

/** Files that the books reference and the backup lacks, in words. */
const missingOf = (missing: readonly Missing[] | null, { name }: Target): string[] =>
  missing === null || missing.length === 0
    ? []
    : [
        `Everything else is there, but ${missing.length} of the files that the books name are not in ${name}:`,
        ...missingWords(missing).map((sentence) => `  ${sentence}`),
        'Put them back from another copy of files/, or restore an earlier moment: `grundbok verify` names them until then.',
      ]

const earlierKeysOf = async (into: string): Promise<string> =>
  (await readdir(into)).includes(EARLIER)
    ? `\nThere were earlier secret keys: what ${join(into, EARLIER)} says belongs in EARLIER_SECRET_KEYS.`
    : ''

const EARLIER = 'earlier-secret-keys'

const check = async (alone: Alone, given: Given, report: Report): Promise<Answer> => {
  const target = placeOf(alone, given, 'from')
  const base = given.text('base') ?? basesIn(await backupAdmin.timelinesOf(target)).at(-1)?.id
  if (base === undefined) throw new UsageError(`There is no backup in ${target.name}`)
  const passphrase = await passphraseOf(alone.config, report, false)
  const checked = await checkBase(alone, { target, base, passphrase }, report)
  return { json: { base, ...checked }, text: checkText(checked), failed: checked.faults.length > 0 }
}

type Checking = { target: Target; base: string; passphrase: string }

const MS = 1000
const KIB = 1024

/** Restores a base separately, verifies everything in it, and saves the result in the backup. */
const checkBase = async (alone: Alone, { target, base, passphrase }: Checking, report: Report): Promise<CheckFacts> => {
  const { dataDir, databaseSystemUser: user, minFreeSpace } = alone.config
  const began = Date.now()
  const found = await findBase(target, base)
  await removeScratch(dataDir)
  const into = scratchIn(dataDir)
  let outcome: Outcome
  try {
    // The service runs beside it, and needs its minimum of free space.
    const spareBytes = minFreeSpace * KIB ** 2
    const order = { target, at: null, base, into, passphrase, user, spareBytes, report }
    const { embedded, postgresMajor } = await restore(order)
    outcome = embedded
      ? await verifyRestored(into, found, { alone, report })
      : await verifyForeign(into, found, { alone, report, major: postgresMajor })
  } catch (cause) {
    if (!(cause instanceof Damaged || cause instanceof StartupError)) throw explanationOf(cause)
    outcome = { entries: null, faults: [reasonOf(cause)] }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
  const facts: CheckFacts = {
    checkedAt: new Date().toISOString(),
    seconds: Math.round((Date.now() - began) / MS),
    ...outcome,
  }
  await backupAdmin.putCheck(target, base, facts)
  return facts
}

const findBase = async (target: Checking['target'], base: string): Promise<FoundBase> => {
  const { lines, damaged } = await backupService.contentsOf(target)
  const found = basesIn(lines).find(({ id }) => id === base)
  if (found) return found
  const why = damaged.find((sentence) => sentence.includes(`/${base}/`))
  throw why ? new StartupError(why) : new UsageError(`There is no backup ${base} in ${target.name}`)
}

type Outcome = Pick<CheckFacts, 'entries' | 'faults' | 'untried'>

/** The same for a database that the operator runs; if it cannot be opened here, at least its parts are checked. */
const verifyForeign = async (
  into: string,
  found: FoundBase,
  { alone, report, major }: { alone: Alone; report: Report; major: string },
): Promise<Outcome> => {
  const opened = await openForeign(into, major, { config: alone.config, report })
  if ('untried' in opened) return { entries: null, faults: [], untried: opened.untried }
  try {
    return await verifyRestored(into, found, { alone, report, databaseUrl: opened.databaseUrl })
  } finally {
    await opened.server.stop()
  }
}

/** Opens a restored installation as the program would, without the settings of this one. */
const verifyRestored = async (
  into: string,
  { facts }: FoundBase,
  { alone, report, databaseUrl }: { alone: Alone; report: Report; databaseUrl?: string },
): Promise<Outcome> => {
  const kept = JSON.parse((await promisify(gunzip)(Buffer.from(facts.heads, 'base64'))).toString('utf8')) as ChainHead[]
  const earlier = await readFile(join(into, EARLIER), 'utf8').catch(() => '')
  // The files are those in the folder of the backup, even if this installation keeps them elsewhere.
  const { DATABASE_SYSTEM_USER = '' } = alone.env
  const reached = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const env = { DATABASE_SYSTEM_USER, DATA_DIR: into, EARLIER_SECRET_KEYS: earlier.trim(), ...reached }
  const system = await openSystem('command', report, { env })
  try {
    const { entries, faults } = await verifyAll(system, kept, report)
    return { entries, faults: faults.map(({ company, part, fault }) => `${company}, ${part}: ${fault}`) }
  } finally {
    await system.close()
  }
}

/** Failures to restore are reported by their sentence only. */
const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw explanationOf(cause)
  })

const explanationOf = (cause: unknown): unknown =>
  cause instanceof RestoreFault || cause instanceof KeyFault || cause instanceof Damaged
    ? new StartupError(cause.message, { cause })
    : cause

const checkText = ({ checkedAt, seconds, entries, faults, untried }: CheckFacts): string =>
  faults.length === 0
    ? entries === null
      ? `all of it read ${checkedAt}, ${seconds} seconds; whether PostgreSQL reads it was not tried${untried ? `: ${untried}` : ''}`
      : `restored and verified ${checkedAt}: ${entries} journal entries, ${seconds} seconds`
    : `checked ${checkedAt}, and NOT sound: ${faults.join('; ')}`

/** As 2026-11-24, 2026-11-24T18:00 or 2026-11-24 18:00:05 in Swedish time, or with an offset such as Z or +01:00. */
const momentOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const [, day = '', time = '00:00', offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ??
    []
  if (!isDay(day)) throw new UsageError(`--at: "${text}" is not a time such as 2026-11-24T18:00:05`)
  return offset ? Date.parse(`${day}T${time}${offset}`) : momentAt(day as Day, time).getTime()
}

const SIZE_WIDTH = 10

const sizeOf = (bytes: number): string => {
  const power = bytes >= KIB ** 3 ? 3 : 2
  return `${(bytes / KIB ** power).toFixed(1)} ${power === 3 ? 'GiB' : 'MiB'}`
}
