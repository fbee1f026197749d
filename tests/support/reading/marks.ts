// Marks in texts, and where in the database they are found.
import { raw, sql } from '#platform/sql'
import type { Service } from '#support/service'

/** What all marks begin with, and how they are found. */
const MARK = 'zlqx'
const FOUND = `${MARK}[a-z0-9]+`

export const mark = (name: string): string => `Zlqx${name}`

/** The marks in a text. */
export const marksIn = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(FOUND, 'gi'))].map(([found]) => found.toLowerCase()))

/** Every mark that stands in the database in clear, by table. */
export const marksByTable = async ({ database }: Service): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const tables = await database.rows<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`)
  const found = new Map<string, ReadonlySet<string>>()
  for (const { name } of tables) {
    const rows = await database.rows<{ mark: string }>(sql`
      select distinct lower(m[1]) as mark from ${raw(name)} t
      cross join lateral regexp_matches(t::text, ${`(${FOUND})`}, 'gi') m order by 1`)
    if (rows.length > 0) found.set(name, new Set(rows.map(({ mark: one }) => one)))
  }
  return found
}
