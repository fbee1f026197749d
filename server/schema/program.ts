// The version of this program and of its database schema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#platform/db'
import { rootFolder } from '#platform/root-folder'
import { sql } from '#platform/sql'

export const programVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(rootFolder(), 'package.json'), 'utf8')) as { version: string }
  return version
}

/** The last migration applied, such as `0041-usual-vat-codes`. */
export const schemaVersion = async (db: Db): Promise<string> => {
  const { name } = await db.one<{ name: string }>(sql`select name from platform.migration order by number desc limit 1`)
  return name.replace(/\.sql$/, '')
}
