// Keeps the configured backup in a running program, or adds this machine's files to a backup kept by another; and
// starts the program that checks a base of it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { backupService, type Copying, type Keeper, type Target } from '#backup'
import { type BackupNews, operatorService } from '#operator'
import { addDays, dayOf, momentAt } from '#platform/day'
import { arrivalsIn } from '#platform/files'
import { filesOf, headsText, keysOf, OF_ONE_MACHINE, removeScratch, sourceOf, targetAt } from './backups.ts'
import { rootFolder, type System } from './system.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Random bytes that distinguish bases that began in the same second. */
const OWN_BYTES = 4
/** How long an aborted check has to stop its server, in milliseconds. */
const CHECK_ENDS_MS = 20_000

/** Keeps the configured backup; if there is none, the server need not keep its log for an earlier one. */
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
  // Successes of the keeper end other troubles themselves.
  note({ over: OF_ONE_MACHINE })
  return tellingOf(
    system,
    backupService.startKeeper({
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

/** This process knows the trouble even if the database, in which it is recorded, does not answer. */
const tellingOf = ({ keeping }: System, keeper: Keeper): Keeper => {
  keeping.trouble = keeper.trouble
  return keeper
}

/** Adds files that arrive on this machine to the backup, whose other parts are kept by workers, possibly elsewhere. */
export const addToBackup = (system: System, logger: Logger): Keeper => {
  const target = targetOf(system)
  return target === undefined || system.isSpread
    ? NOTHING
    : tellingOf(system, backupService.startCopier(copyingTo(target, system, logger)))
}

/** Lets the server remove, once, the log that it kept for an earlier backup. */
const givingUp = (system: System, logger: Logger): Keeper => {
  if (system.isSpread) return NOTHING
  const given = backupService.giveUpTimelines(sourceOf(system)).then(
    (count) => {
      if (count > 0) logger.info('BACKUP_TO is no longer set: PostgreSQL no longer keeps its log for the backup')
    },
    (err: unknown) =>
      logger.warn({ err }, 'PostgreSQL may still keep its log for the backup that BACKUP_TO named earlier'),
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
    keptUntil: () => operatorService.backupKeptUntil(system.database, target.name),
    now: () => new Date(),
    report: (sentence) => logger.warn(sentence),
    note: noterOf(system, target.name, logger),
  }
}

/** Saves one record after the other; failures, as while the database is away, are at least in the log. */
const noterOf = ({ database }: System, place: string, logger: Logger): ((news: BackupNews) => void) => {
  let last: Promise<unknown> = Promise.resolve()
  return (news) => {
    last = last
      .then(() => operatorService.noteBackup(database, place, news))
      .catch((err: unknown) => logger.debug({ err }, 'The state of the backup could not be saved'))
  }
}

/** A separate program checks a base, with the same settings and low priority, because this is heavy work. */
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
    // Its remains are removed later.
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
    return logger.warn({ base, untried }, 'A backup was read completely, but PostgreSQL was not started on it')
  }
  if (said.trim() === '') throw new Error(told.trim().split('\n').at(-1) ?? `it ended with ${code}`)
  const { faults } = JSON.parse(said) as { faults: string[] }
  found(faults.length)
  logger.error({ base, faults }, 'A backup was restored and has faults')
}
