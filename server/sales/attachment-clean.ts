// Files of attachments that nobody has any more: deleted some time after the last attachment with their bytes.
import { rm } from 'node:fs/promises'
import type { Standing } from '#platform/call'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'
import { lockFile, pathOfAttachment } from './attachment.ts'

/** How long after its removal a file is kept: downloads under way come to their end. In milliseconds (an hour). */
const REST_MS = 60 * 60 * 1000
/** How many files one cleaning deletes at most; the next one goes on. */
const MAX_FILES = 1000

/** Deletes what was dropped long enough ago; returns how many files. */
export const deleteDroppedFiles = async (database: Database, { files }: Standing, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - REST_MS)
  const dropped = await database.rows<{ companyId: string; digest: Buffer }>(sql`
    select company_id as "companyId", digest from sales.dropped_file
    where dropped_at <= ${since} order by dropped_at limit ${MAX_FILES}`)
  let count = 0
  for (const { companyId, digest } of dropped) {
    const isDeleted = await database.transaction(async (db) => {
      // Whoever attaches the same bytes now has committed, or waits until the file is gone and keeps it anew.
      await lockFile({ db, companyId }, digest)
      const { used } = await db.one<{ used: boolean }>(sql`
        select exists (select from sales.attachment where company_id = ${companyId} and digest = ${digest}) as used`)
      if (!used) await rm(pathOfAttachment(files, companyId, digest), { force: true })
      await db.rows(sql`delete from sales.dropped_file where company_id = ${companyId} and digest = ${digest}`)
      return !used
    })
    if (isDeleted) count += 1
  }
  return count
}
