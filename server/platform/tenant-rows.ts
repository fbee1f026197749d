// The rows of one company, wherever they stand: whatever table comes to the schema is among them by itself.
import type { Db } from '#platform/db'
import { Sql, sql } from '#platform/sql'

/** A table with rows of companies, and the tables that its rows refer to. */
export type TenantTable = { name: string; refersTo: readonly string[] }

/** What has happened in a company stays: the processing history is never changed. */
export const platformStays: readonly string[] = ['platform.event']

/** Removes all rows of a company, those apart that stand in the tables of `stays`; in its transaction. */
export const removeRowsOf = async (
  db: Pick<Db, 'rows'>,
  companyId: string,
  stays: ReadonlySet<string>,
): Promise<void> => {
  const tables = referringFirst(await tenantTables(db)).filter(({ name }) => !stays.has(name))
  // What goes may leave rows in tables that are empty by then, as where rows are counted: these go in a second turn.
  for (const { name } of [...tables, ...tables]) {
    // Some tables let nothing be removed from them, not even nothing.
    if (await hasRows(db, name, companyId))
      await db.rows(new Sql([`delete from ${name} where company_id = `, ''], [companyId]))
  }
}

/** Every table that says of each row whose company it is of. */
export const tenantTables = (db: Pick<Db, 'rows'>): Promise<TenantTable[]> =>
  db.rows<TenantTable>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select format('%I.%I', rn.nspname, r.relname)
        from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f') as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema|citus|columnar|public)'
    order by 1`)

const hasRows = async (db: Pick<Db, 'rows'>, name: string, companyId: string): Promise<boolean> => {
  const found = await db.rows(new Sql([`select from ${name} where company_id = `, ' limit 1'], [companyId]))
  return found.length > 0
}

/** Each table before those that it refers to. */
export const referringFirst = (tables: readonly TenantTable[]): TenantTable[] => {
  const ordered: TenantTable[] = []
  for (let left = [...tables]; left.length > 0; ) {
    const isReferredTo = ({ name }: TenantTable) =>
      left.some((other) => other.name !== name && other.refersTo.includes(name))
    const free = left.filter((table) => !isReferredTo(table))
    if (free.length === 0) throw new Error(`Tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...free)
    left = left.filter(isReferredTo)
  }
  return ordered
}
