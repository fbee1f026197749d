// All rows of one company or agency, found from the schema, so that new tables are included automatically.
import type { Db } from '#platform/db'
import { raw, type Sql, sql } from '#platform/sql'

/** A table with rows of companies or agencies, and the tables that it references. */
type TenantTable = { name: string; refersTo: readonly string[] }

/** The owner of the rows. */
type Tenant = { type: 'company' | 'agency'; id: string }

/** Events of a company or agency are kept: the processing history is never changed. */
export const platformRetainedTables: readonly string[] = ['platform.event']

/** Removes all rows of a tenant, except those in the tables of `stays`; in its transaction. */
export const removeRowsOf = async (db: Pick<Db, 'rows'>, tenant: Tenant, stays: ReadonlySet<string>): Promise<void> => {
  const tables = referringFirst(await tenantTables(db, tenant.type)).filter(({ name }) => !stays.has(name))
  // Triggers of deletes may write rows to tables already emptied, such as row counts; the second round removes these.
  for (const { name } of [...tables, ...tables]) {
    // Some tables reject any DELETE, even one of no rows.
    if (await hasRows(db, name, tenant)) await db.rows(sql`delete from ${raw(name)} where ${isOf(tenant)}`)
  }
}

/** Every table with a column for the company, or for the agency. */
export const tenantTables = (db: Pick<Db, 'rows'>, type: Tenant['type']): Promise<TenantTable[]> =>
  db.rows<TenantTable>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select format('%I.%I', rn.nspname, r.relname)
        from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f') as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${columnOf(type)} and not a.attisdropped
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema|citus|columnar|public)'
    order by 1`)

const hasRows = async (db: Pick<Db, 'rows'>, name: string, tenant: Tenant): Promise<boolean> => {
  const found = await db.rows(sql`select 1 from ${raw(name)} where ${isOf(tenant)} limit 1`)
  return found.length > 0
}

const isOf = ({ type, id }: Tenant): Sql => sql`${raw(columnOf(type))} = ${id}`

const columnOf = (type: Tenant['type']): string => `${type}_id`

/** Orders tables so that each comes before those that it references. */
export const referringFirst = (tables: readonly TenantTable[]): TenantTable[] => {
  const ordered: TenantTable[] = []
  for (let left = [...tables]; left.length > 0; ) {
    const isReferredTo = ({ name }: TenantTable) =>
      left.some((other) => other.name !== name && other.refersTo.includes(name))
    const free = left.filter((table) => !isReferredTo(table))
    if (free.length === 0) throw new Error(`Tables reference each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...free)
    left = left.filter(isReferredTo)
  }
  return ordered
}
