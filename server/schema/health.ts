// The state of the installation: the database, the disk, and the versions that run.
import { statfs } from 'node:fs/promises'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'

type Health = {
  databaseVersion: string
  databaseBytes: number
  connections: number
  schema: string
  nodeVersion: string
  diskFreeBytes: number
  diskBytes: number
}

/** Checks the call's database and the disk of the data folder. */
export const healthOf = async ({ db, files }: Call): Promise<Health> => {
  const found = await db.one<Pick<Health, 'databaseVersion' | 'connections' | 'schema'> & { bytes: bigint }>(sql`
    select current_setting('server_version') as "databaseVersion",
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      coalesce((select max(name) from platform.migration), '') as schema`)
  const { bytes, ...told } = found
  const { bavail, blocks, bsize } = await statfs(files.workFolder)
  return {
    ...told,
    databaseBytes: Number(bytes),
    nodeVersion: process.versions.node,
    diskFreeBytes: bavail * bsize,
    diskBytes: blocks * bsize,
  }
}
