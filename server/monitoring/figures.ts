// Figures that are read when metrics are requested: waiting work, mail, and the last verification.
import { countMails } from '#mail/mail'
import { keptBackup, lastVerification, type Verification } from '#operator'
import type { Db } from '#platform/db'
import { type JobState, jobFigures } from '#platform/job'
import { type Limits, type StorageFigures, storageFigures } from '#storage'
import { deliverKind } from '#webhooks'

/** How much a company may keep, unless it has a quota of its own. */
type Allowed = Pick<Limits, 'perCompany'>

export type Figures = {
  /** `failing` is the last error of a scheduled job that has failed repeatedly. */
  jobs: readonly {
    kind: string
    state: JobState['state']
    count: number
    overdueSeconds: number
    failing: string | null
  }[]
  mails: readonly { state: string; count: number }[]
  storage: StorageFigures
  webhooks: { waiting: number; oldestSeconds: number }
  /** Null if no verification was ever completed. */
  verification: { ageSeconds: number; faults: number; state: Verification['state'] } | null
  /**
   * Null if no backup is configured, or nothing was recorded of it yet. Ages are null if it never happened, and
   * negative if recorded while a clock was ahead; `faults` are those of the base checked last.
   */
  backup: {
    reachedAgeSeconds: number | null
    baseAgeSeconds: number | null
    checkAgeSeconds: number | null
    faults: number
    trouble: string | null
  } | null
}

/**
 * Reads them, with a few statements that look at what waits and not at the books. `backupPlace` is where the settings
 * have a backup kept, and `storage` what companies may keep in files.
 */
export const readFigures = async (
  db: Db,
  { now, backupPlace, storage }: { now: Date; backupPlace: string | null; storage?: Allowed | undefined },
): Promise<Figures> => {
  const jobs = await jobFigures({ db, now })
  const mails = await countMails({ db })
  const stored = await storageFigures(db, { perCompany: storage?.perCompany ?? 0 })
  const last = await lastVerification({ db, now })
  const backup = await keptBackup({ db, backupPlace })
  const ageOf = (moment: Date) => (now.getTime() - moment.getTime()) / 1000
  const since = (moment: Date | null) => (moment === null ? 0 : Math.max(0, ageOf(moment)))
  const deliveries = jobs.filter(({ kind, state }) => kind === deliverKind.name && state !== 'failed')
  return {
    jobs: jobs.map(({ dueSince, queuedSince: _, ...job }) => ({ ...job, overdueSeconds: since(dueSince) })),
    mails,
    storage: stored,
    webhooks: {
      waiting: deliveries.reduce((sum, { count }) => sum + count, 0),
      oldestSeconds: Math.max(0, ...deliveries.map(({ queuedSince }) => since(queuedSince))),
    },
    backup: backup && {
      reachedAgeSeconds: backup.reachedAt && ageOf(backup.reachedAt),
      baseAgeSeconds: backup.baseAt && ageOf(backup.baseAt),
      checkAgeSeconds: backup.checkedAt && ageOf(backup.checkedAt),
      faults: backup.faults ?? 0,
      trouble: backup.trouble,
    },
    verification: last && { ageSeconds: since(last.endedAt), faults: last.faults, state: last.state },
  }
}
