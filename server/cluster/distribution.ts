// Distributes a database over several machines (Citus). Tables with company data are distributed by company id and
// co-located, so that all data of a company is on one machine. Other tables are replicated to every machine, or stay on
// the first. What a shard needs besides that, mainly its triggers, is recorded here and created by shard-parts.ts.
import type { Client } from 'pg'

/** Columns that may name a row's owner, the company's first. */
const OWNERS: readonly string[] = ['company_id', 'tenant_id', 'scope_id', 'chain_id']

/** Tables on the first machine only: queues, logs, and what is written across companies. */
const FIRST: readonly RegExp[] = [
  /^platform\.(job|mail|mail_return|sealed_word|sealing_due)$/,
  /^(anchors|operator|request_log)\./,
]

/** Tables about the database itself, which only migrations write. */
const OURS: readonly RegExp[] = [/^platform\.(migration|function_revision|shard_part|shard_program)$/]

type Place = { kind: 'company'; column: string } | { kind: 'everywhere' } | { kind: 'first' }
/** `keys` are the columns of its unique constraints, the primary key first. */
type Table = { name: string; keys: string[][]; isThere: boolean; isOfCompanies: boolean }

/**
 * Where the rows of a table go. Tables without an owner are replicated to every machine, and so are tables with a
 * unique constraint across owners, which needs all rows in one place.
 */
const placeOf = ({ name, keys, isOfCompanies }: Table): Place => {
  if (FIRST.some((one) => one.test(name))) return { kind: 'first' }
  if (isOfCompanies) return { kind: 'company', column: 'id' }
  const column = OWNERS.find((owner) => keys.some(([first]) => first === owner))
  const isUnique = column !== undefined && keys.slice(1).some((key) => !key.includes(column))
  return column === undefined || isUnique ? { kind: 'everywhere' } : { kind: 'company', column }
}

/** Whether the database can be distributed: its server has workers. */
export const hasMachines = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rows.length === 0) return false
  const nodes = await client.query(`select from pg_dist_node where noderole = 'primary' and shouldhaveshards`)
  return nodes.rows.length > 0
}

/** Whether it is already distributed. */
export const isDistributed = async (client: Client): Promise<boolean> =>
  (await client.query(`select from pg_dist_partition where partmethod = 'h' limit 1`)).rows.length > 0

/** The table of companies: the one that most tables reference. */
const COMPANIES = `
  select confrelid::regclass::text as name from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'company_id'
  where contype = 'f' and cardinality(conkey) = 1 group by 1 order by count(*) desc limit 1`

/** Whether the database has no companies yet. */
export const isEmpty = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ name: string }>(COMPANIES)
  for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rows.length > 0) return false
  return true
}

const TABLES = `
  select n.nspname || '.' || c.relname as name, d.logicalrelid is not null as "isThere",
    n.nspname || '.' || c.relname = coalesce((${COMPANIES}), '') as "isOfCompanies",
    array(select to_jsonb(array(
        select a.attname from unnest(k.conkey) with ordinality as u (number, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number order by at))
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u') order by k.contype, k.conname) as keys
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_dist_partition d on d.logicalrelid = c.oid
  where c.relkind = 'r' and n.nspname !~ '^(pg_|citus|columnar|information_schema|public)'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by "isOfCompanies" desc, name`

const PARTS = `
  create table if not exists platform.shard_part (
    table_name text not null, name text not null, kind text not null, definition text not null,
    primary key (table_name, name));
  create table if not exists platform.shard_program (name text primary key);
  grant select on platform.shard_part, platform.shard_program to public`

/** A table and where it goes; `column` identifies the owner in distributed tables. */
export type PlacedTable = { name: string; kind: Place['kind']; column: string | null }

/** Hooks around the move. `before`, `moved` and `after` run in its transaction: if one throws, nothing is moved. */
export type DistributionHooks = {
  before(tables: readonly PlacedTable[]): Promise<void>
  moved(table: PlacedTable): void
  after(tables: readonly PlacedTable[]): Promise<void>
  over(): void
}

const NOTHING_AROUND: DistributionHooks = {
  before: async () => {},
  moved: () => {},
  after: async () => {},
  over: () => {},
}

/**
 * Distributes the tables that are not distributed yet, in one transaction; returns their number. The server's
 * citus.shard_count sets the number of groups of shards, and thus the most machines that can be used.
 */
export const distributeTables = async (client: Client, around: DistributionHooks = NOTHING_AROUND): Promise<number> => {
  const { rows: tables } = await client.query<Table>(TABLES)
  const due = tables.filter(({ name, isThere }) => !isThere && !OURS.some((one) => one.test(name)))
  await client.query('begin')
  try {
    // Changes to tables that reference replicated tables must use one connection per machine.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await client.query(PARTS)
    await makeShapes(client)
    const places = new Map(tables.map((table) => [table.name, placeOf(table)]))
    const placed = due.flatMap(({ name }) => placedOf(name, places))
    await around.before(placed)
    await keepTriggers(client, places)
    if (due.length > 0) await distribute(client, placed, { places, moved: around.moved })
    await around.after(placed)
    await client.query('commit')
    around.over()
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw cause
  }
  return due.length
}

const placedOf = (name: string, places: ReadonlyMap<string, Place>): PlacedTable[] => {
  const place = places.get(name)
  return place ? [{ name, kind: place.kind, column: place.kind === 'company' ? place.column : null }] : []
}

/** Shapes of witnessed contents are numbered on the first machine, so all are created before the move. */
const makeShapes = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ what: string; apart: string[] }>('select what, apart from platform.witnessed')
  for (const { what, apart } of rows) {
    const columns = await client.query<{ name: string }>(
      `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0
         and not attisdropped and attname::text <> all ($2) order by attname::text collate "C"`,
      [what, apart],
    )
    const names = columns.rows.map(({ name }) => name)
    await client.query(`insert into platform.witness_shape (what, columns) values ($1, $2) on conflict do nothing`, [
      what,
      names,
    ])
  }
}

/** Triggers on tables of companies are created on their shards, each calling the function of its group. */
const keepTriggers = async (client: Client, places: ReadonlyMap<string, Place>): Promise<void> => {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal`)
  for (const { table, name, definition } of rows) {
    if (!['company', 'everywhere'].includes(places.get(table)?.kind ?? '')) continue
    await keepPart(client, { table, name, kind: 'trigger', definition })
    await client.query(`drop trigger ${name} on ${table}`)
  }
}

type Part = { table: string; name: string; kind: 'trigger' | 'reference' | 'default'; definition: string }

const keepPart = (client: Client, { table, name, kind, definition }: Part) =>
  client.query(
    `insert into platform.shard_part (table_name, name, kind, definition) values ($1, $2, $3, $4)
     on conflict (table_name, name) do update set kind = excluded.kind, definition = excluded.definition`,
    [table, name, kind, definition],
  )

type Reference = { name: string; from: string; to: string; definition: string }

const REFERENCES = `
  select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0`

type Moving = { places: ReadonlyMap<string, Place>; moved: DistributionHooks['moved'] }

const distribute = async (client: Client, due: readonly PlacedTable[], { places, moved }: Moving): Promise<void> => {
  const names = new Set(due.map(({ name }) => name))
  const { rows } = await client.query<Reference>(REFERENCES)
  const references = rows.filter(({ from, to }) => names.has(from) || names.has(to))
  for (const { name, from } of references) await client.query(`alter table ${from} drop constraint "${name}"`)
  for (const { name, column } of due) {
    if (column === null) continue
    await widenUniques(client, name, column)
    await keepNumbers(client, name)
  }
  let beside = await firstSpread(client)
  for (const table of due) {
    const { name, kind, column } = table
    if (kind === 'everywhere') await client.query('select create_reference_table($1)', [name])
    if (kind === 'first') await keepCounting(client, name)
    if (column !== null) {
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        name,
        column,
        beside ?? 'none',
      ])
      beside ??= name
    }
    moved(table)
  }
  for (const reference of references) await referAgain(client, reference, places)
}

/** Identity columns of a table on the first machine are recreated, continuing from the current number. */
const keepCounting = async (client: Client, table: string): Promise<void> => {
  const { rows: columns } = await client.query<{ column: string; sequence: string }>(
    `select attname as column, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  )
  const counts: { column: string; last: string; called: boolean }[] = []
  for (const { column, sequence } of columns) {
    const { rows } = await client.query(`select last_value::text as last, is_called as called from ${sequence}`)
    counts.push({ column, ...rows[0] })
  }
  await client.query('select citus_add_local_table_to_metadata($1)', [table])
  for (const { column, last, called } of counts)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [table, column, last, called])
}

/** The first distributed table; the others are co-located with it. */
const firstSpread = async (client: Client): Promise<string | null> => {
  const { rows } = await client.query<{ name: string }>(`
    select logicalrelid::regclass::text as name from pg_dist_shard join pg_dist_partition using (logicalrelid)
    where partmethod = 'h' order by shardid limit 1`)
  return rows[0]?.name ?? null
}

/** Unique constraints get the company's column. Ids are random, so uniqueness across companies needs no constraint. */
const widenUniques = async (client: Client, table: string, column: string): Promise<void> => {
  const { rows } = await client.query<{ index: string; constraint: string | null; definition: string }>(
    `select i.indexrelid::regclass::text as index, k.conname as constraint,
       coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as definition
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = $1::regclass and i.indisunique and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = $2 and a.attnum = any (i.indkey))`,
    [table, column],
  )
  for (const { index, constraint, definition } of rows) {
    const wider = definition.replace(/\(/, `(${column}, `)
    if (constraint === null) {
      await client.query(`drop index ${index}`)
      await client.query(wider)
    } else {
      await client.query(`alter table ${table} drop constraint "${constraint}"`)
      await client.query(`alter table ${table} add constraint "${constraint}" ${wider}`)
    }
  }
}

/** Identity columns get their numbers from one sequence per machine. */
const keepNumbers = async (client: Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  )
  for (const { column } of rows) {
    const sequence = sequenceFor(table, column)
    await client.query(`alter table ${table} alter column ${column} drop identity`)
    await keepPart(client, {
      table,
      name: `numbers of ${column}`,
      kind: 'default',
      definition: `${column} ${sequence}`,
    })
  }
}

const sequenceFor = (table: string, column: string): string => `${table}_${column}_on_machine`

/** Foreign keys within a company, and to replicated tables. Others are only possible if all data is on one machine. */
const referAgain = async (
  client: Client,
  { name, from, to, definition }: Reference,
  places: ReadonlyMap<string, Place>,
) => {
  const source = places.get(from)?.kind
  const target = places.get(to)?.kind
  if (source === 'company' && target === 'company' && /on delete set/i.test(definition))
    return keepPart(client, { table: from, name, kind: 'reference', definition })
  const isKept = source === target || (source === 'company' && target === 'everywhere')
  if (isKept) await client.query(`alter table ${from} add constraint "${name}" ${definition}`)
}
