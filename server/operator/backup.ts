// What the keeper of the backup notes here, and what operators read of it: the backup itself is elsewhere.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** Something that has become of the backup; what is left out stays as it was noted before. */
export type BackupNews = {
  /** Up to when everything that was committed is in it. */
  reached?: Date
  base?: { name: string; endedAt: Date }
  check?: { base: string; at: Date; faults: number }
  /** Why it does not go on; null when nothing keeps it from that. */
  trouble?: string | null
  /** What is over, alone: the trouble that begins like this. What others have noted since stays. */
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

/** Notes what has become of the backup in a place. */
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

/** Up to when everything was in the backup in a place, by what was noted of it; null when nothing was. */
export const backupKeptUntil = async (db: Db, place: string): Promise<Date | null> =>
  (await db.maybe<{ until: Date | null }>(sql`select reached_at as until from operator.backup where place = ${place}`))
    ?.until ?? null

/**
 * What was noted last of the backup that the settings have kept. Null where nothing was, and where they name no place:
 * what was kept in another one, or before, goes on nowhere.
 */
export const keptBackup = async ({ db, backupPlace }: Pick<Call, 'db' | 'backupPlace'>): Promise<BackupNote | null> => {
  if (backupPlace === null) return null
  return db.maybe<BackupNote>(sql`
    select place, noted_at as "notedAt", reached_at as "reachedAt", base, base_at as "baseAt",
      checked_base as "checkedBase", checked_at as "checkedAt", faults, trouble, trouble_since as "troubleSince"
    from operator.backup where place = ${backupPlace}`)
}
