// The rows of one company, or of one agency, wherever they stand: whatever table comes to the schema is among them by
// itself.
import type { Db } from '#platform/db'
import { raw, type Sql, sql } from '#platform/sql'

/** A table with rows of companies, or of agencies, and the tables that its rows refer to. */
export type TenantTable = { name: string; refersTo: readonly string[] }

/** Whose rows they are. */
type Tenant = { type: 'company' | 'agency'; id: string }

/** What has happened in a company, or at an agency, stays: the processing history is never changed. */
export const platformStays: readonly string[] = ['platform.event']

/** Removes all rows of a tenant, those apart that stand in the tables of `stays`; in its transaction. */
export const removeRowsOf = async (db: Pick<Db, 'rows'>, tenant: Tenant, stays: ReadonlySet<string>): Promise<void> => {
  const tables = referringFirst(await tenantTables(db, tenant.type)).filter(({ name }) => !stays.has(name))
  // What goes may leave rows in tables that are empty by then, as where rows are counted: these go in a second turn.
  for (const { name } of [...tables, ...tables]) {
    // Some tables let nothing be removed from them, not even nothing.
    if (await hasRows(db, name, tenant)) await db.rows(sql`delete from ${raw(name)} where ${isOf(tenant)}`)
  }
}

/** Every table that says of each row which company, or which agency, it is of. */
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
