// Which program this is, and which tables its database has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#platform/db'
import { rootFolder } from '#platform/root-folder'
import { sql } from '#platform/sql'

/** The version that package.json tells. */
export const programVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(rootFolder(), 'package.json'), 'utf8')) as { version: string }
  return version
}

/** The last migration that was applied, such as `0041-usual-vat-codes`. */
export const schemaVersion = async (db: Db): Promise<string> => {
  const { name } = await db.one<{ name: string }>(sql`select name from platform.migration order by number desc limit 1`)
  return name.replace(/\.sql$/, '')
}
