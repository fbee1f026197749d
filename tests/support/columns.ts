// Columns of tables, for tests that copy rows by statement.
import type { Db } from '#platform/db'
import { raw, type Sql, sql } from '#platform/sql'

/** The columns of a table that are written, not generated, as a list for a statement. */
export const writtenColumns = async (database: Pick<Db, 'rows'>, schema: string, table: string): Promise<Sql> => {
  const [found] = await database.rows<{ names: string }>(sql`
    select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
    from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} and is_generated = 'NEVER'`)
  if (!found) throw new Error(`There is no table ${schema}.${table}`)
  return raw(found.names)
}
