// What a company has in the database, counted: a request that was refused leaves as much as there was.
import type { Database } from '#platform/db'
import { type Sql, sql } from '#platform/sql'

/** How many rows there are, by table. */
export type Counts = ReadonlyMap<string, number>

/**
 * Tables written independently of the outcome of requests: by background jobs, the request log, sessions and counters.
 */
const BESIDE = /^(?:request_log\.|webhooks\.delivery|webhooks\.attempt|platform\.(?:job|mail)|readings\.|plans\.)/

/** Of a table in which jobs write as well: the rows that are theirs, left out. */
const NOT_OF_JOBS: Readonly<Record<string, string>> = {
  'platform.event': `and kind !~
    '^(upload[.]read|((invoice|credit-note|reminder)[.]|customer[.]statement-)(not-sent|sent|delayed|delivered|bounced))$'`,
}

/** By what a row says whose it is, where an index serves another column than that of the company. */
const OWNER: Readonly<Record<string, string>> = { 'platform.event': 'tenant_id' }

/** Prepares to count what companies have: every table that says whose a row is. */
export const newCounter = async (database: Database): Promise<(companyId: string) => Promise<Counts>> => {
  const tables = (
    await database.rows<{ name: string }>(sql`
      select c.table_schema || '.' || c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.column_name = 'company_id' and t.table_type = 'BASE TABLE' order by 1`)
  )
    .map(({ name }) => name)
    .filter((name) => !BESIDE.test(name))
  const text = tables
    .map(
      (name) =>
        `select '${name}' as name, count(*)::int as count from ${name}
          where ${OWNER[name] ?? 'company_id'} = $1 ${NOT_OF_JOBS[name] ?? ''}`,
    )
    .join(' union all ')
  return async (companyId) => {
    const statement = { text, values: [companyId] } as unknown as Sql
    const rows = await database.rows<{ name: string; count: number }>(statement, 'fuzz-residue')
    return new Map(rows.map(({ name, count }) => [name, count]))
  }
}

/** The tables whose number of rows differs, with both numbers. */
export const differences = (before: Counts, after: Counts): string[] =>
  [...after].flatMap(([name, count]) => {
    const had = before.get(name) ?? 0
    return had === count ? [] : [`${name} ${had} → ${count}`]
  })
