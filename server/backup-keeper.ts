// The backup that a running program keeps, by the settings, or the files that it adds to one that others keep; and the
// program that checks a base of it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Copying, giveUpLines, type Keeper, startCopier, startKeeper, type Target } from '#backup'
import { type BackupNews, backupKeptUntil, noteBackup } from '#operator'
import { addDays, dayOf, momentAt } from '#platform/day'
import { arrivalsIn } from '#platform/files'
import { filesOf, headsText, keysOf, OF_ONE_MACHINE, removeScratch, sourceOf, targetAt } from './backups.ts'
import { rootFolder, type System } from './system.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Bytes of what tells bases apart that began in the same second. */
const OWN_BYTES = 4
/** How long a check that is broken off has to stop its server, in milliseconds. */
const CHECK_ENDS_MS = 20_000

/** Keeps the backup of the settings; where they name none, the server keeps its log for none either. */
export const keepBackup = (system: System, logger: Logger): Keeper => {
  const { config } = system
  const { backupPassphrase: passphrase, backupAt, backupKeepDays } = config
  const target = targetOf(system)
  if (target === undefined || passphrase === undefined) return givingUp(system, logger)
  const copying = copyingTo(target, system, logger)
  const { note } = copying
  if (system.isSpread) {
    note({ trouble: OF_ONE_MACHINE })
    logger.error(`BACKUP_TO: ${OF_ONE_MACHINE}`)
    return NOTHING
  }
  // What else there was is over when whoever keeps it has succeeded.
  note({ over: OF_ONE_MACHINE })
  return tellingOf(
    system,
    startKeeper({
      ...copying,
      source: sourceOf(system),
      passphrase,
      keys: keysOf(config),
      heads: () => headsText(system),
      check: (base, signal) =>
        checkElsewhere(base, { logger, signal, note }).finally(() => removeScratch(config.dataDir).catch(() => {})),
      turns: (now) => [-1, 0].map((days) => momentAt(addDays(dayOf(now), days), backupAt).getTime()),
      keepMs: backupKeepDays * DAY_MS,
      own: () => randomBytes(OWN_BYTES).toString('hex'),
    }),
  )
}

/** What it knows of trouble is known where the database, in which it is noted, may not answer. */
const tellingOf = ({ keeping }: System, keeper: Keeper): Keeper => {
  keeping.trouble = keeper.trouble
  return keeper
}

/** Adds the files that come on this machine to the backup, where workers keep the rest of it, maybe elsewhere. */
export const addToBackup = (system: System, logger: Logger): Keeper => {
  const target = targetOf(system)
  return target === undefined || system.isSpread
    ? NOTHING
    : tellingOf(system, startCopier(copyingTo(target, system, logger)))
}

/** Lets the server remove the log that it keeps for a backup that was kept before, once. */
const givingUp = (system: System, logger: Logger): Keeper => {
  if (system.isSpread) return NOTHING
  const given = giveUpLines(sourceOf(system)).then(
    (count) => {
      if (count > 0) logger.info('No backup is kept any more (BACKUP_TO), and PostgreSQL keeps no log for it')
    },
    (err: unknown) =>
      logger.warn({ err }, 'PostgreSQL may still keep its log for a backup that BACKUP_TO named before'),
  )
  return { trouble: () => null, stop: () => given }
}

const NOTHING: Keeper = { trouble: () => null, stop: async () => {} }

const targetOf = ({ config }: System): Target | undefined =>
  config.backupTo === undefined ? undefined : targetAt(config, config.backupTo)

const copyingTo = (target: Target, system: System, logger: Logger): Copying => {
  const arrivals = arrivalsIn(system.config.dataDir)
  return {
    target,
    files: { ...filesOf(system), arrived: arrivals.places, copied: arrivals.copied },
    keptUntil: () => backupKeptUntil(system.database, target.name),
    now: () => new Date(),
    report: (sentence) => logger.warn(sentence),
    note: noterOf(system, target.name, logger),
  }
}

/** Notes one thing after the other; what cannot be noted, as while the database is away, is in the log at least. */
const noterOf = ({ database }: System, place: string, logger: Logger): ((news: BackupNews) => void) => {
  let last: Promise<unknown> = Promise.resolve()
  return (news) => {
    last = last
      .then(() => noteBackup(database, place, news))
      .catch((err: unknown) => logger.debug({ err }, 'What became of the backup could not be noted'))
  }
}

/** A program of its own checks a base, with the settings of this one: it has much to do, and gives way to requests. */
const checkElsewhere = async (
  base: string,
  { logger, signal, note }: { logger: Logger; signal: AbortSignal; note: (news: BackupNews) => void },
): Promise<void> => {
  if (signal.aborted) return
  const program = join(rootFolder(), 'dist', 'admin.js')
  const child = spawn(process.execPath, [program, 'backup', 'check', '--base', base, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => {
    child.kill('SIGTERM')
    // What it leaves is removed after it.
    setTimeout(() => child.kill('SIGKILL'), CHECK_ENDS_MS).unref()
  }
  signal.addEventListener('abort', end, { once: true })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let said = ''
  let told = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    told += text
  })
  const [code] = (await once(child, 'close').finally(() => signal.removeEventListener('abort', end))) as [number | null]
  if (signal.aborted) return
  const found = (faults: number) => note({ check: { base, at: new Date(), faults } })
  if (code === 0) {
    found(0)
    const { entries, untried } = JSON.parse(said) as { entries: number | null; untried?: string }
    if (entries !== null) return logger.info({ base }, 'A backup was restored and verified')
    return logger.warn({ base, untried }, 'A backup was read as a whole; whether PostgreSQL reads it was not tried')
  }
  if (said.trim() === '') throw new Error(told.trim().split('\n').at(-1) ?? `it ended with ${code}`)
  const { faults } = JSON.parse(said) as { faults: string[] }
  found(faults.length)
  logger.error({ base, faults }, 'A backup was restored, and is not sound')
}
