// The state of the backup as recorded by its keeper, for operators; the backup itself is elsewhere.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** A change of the backup's state; absent properties stay as recorded before. */
export type BackupNews = {
  /** The moment up to which all commits are in the backup. */
  reached?: Date
  base?: { name: string; endedAt: Date }
  check?: { base: string; at: Date; faults: number }
  /** Why it is not progressing; null if it is. */
  trouble?: string | null
  /** Ends only the trouble whose text begins with this; newer trouble stays. */
  over?: string
}

export type BackupNote = {
  place: string
  notedAt: Date
  reachedAt: Date | null
  base: string | null
  baseAt: Date | null
  checkedBase: string | null
  checkedAt: Date | null
  faults: number | null
  trouble: string | null
  troubleSince: Date | null
}

/** Most characters of a trouble that are kept. */
const TROUBLE_CHARACTERS = 1000

/** Records the state of the backup in a place. */
export const noteBackup = async (
  db: Db,
  place: string,
  { reached, base, check, trouble, over }: BackupNews,
): Promise<void> => {
  if (over !== undefined) return forgetTrouble(db, place, over)
  const reason = trouble?.slice(0, TROUBLE_CHARACTERS) ?? null
  await db.rows(sql`
    insert into operator.backup as b (place, noted_at, reached_at, base, base_at, checked_base, checked_at, faults,
      trouble, trouble_since)
    values (${place}, now(), ${reached ?? null}, ${base?.name ?? null}, ${base?.endedAt ?? null},
      ${check?.base ?? null}, ${check?.at ?? null}, ${check?.faults ?? null}, ${reason},
      case when ${reason}::text is not null then now() end)
    on conflict (place) do update set noted_at = excluded.noted_at,
      reached_at = coalesce(excluded.reached_at, b.reached_at),
      base = coalesce(excluded.base, b.base), base_at = coalesce(excluded.base_at, b.base_at),
      checked_base = coalesce(excluded.checked_base, b.checked_base),
      checked_at = coalesce(excluded.checked_at, b.checked_at), faults = coalesce(excluded.faults, b.faults),
      trouble = case when ${trouble !== undefined} then excluded.trouble else b.trouble end,
      trouble_since = case when not ${trouble !== undefined} then b.trouble_since
        when excluded.trouble is not null then coalesce(b.trouble_since, excluded.noted_at) end`)
}

const forgetTrouble = async (db: Db, place: string, begins: string): Promise<void> => {
  await db.rows(sql`
    update operator.backup set noted_at = now(), trouble = null, trouble_since = null
    where place = ${place} and starts_with(trouble, ${begins})`)
}

/** The moment up to which the backup in a place was complete, as recorded; null if there is no record. */
export const backupKeptUntil = async (db: Db, place: string): Promise<Date | null> =>
  (await db.maybe<{ until: Date | null }>(sql`select reached_at as until from operator.backup where place = ${place}`))
    ?.until ?? null

/**
 * The last recorded state of the configured backup. Null if there is none, or no place is configured: records of other
 * places are not current.
 */
export const keptBackup = async ({ db, backupPlace }: Pick<Call, 'db' | 'backupPlace'>): Promise<BackupNote | null> => {
  if (backupPlace === null) return null
  return db.maybe<BackupNote>(sql`
    select place, noted_at as "notedAt", reached_at as "reachedAt", base, base_at as "baseAt",
      checked_base as "checkedBase", checked_at as "checkedAt", faults, trouble, trouble_since as "troubleSince"
    from operator.backup where place = ${backupPlace}`)
}
