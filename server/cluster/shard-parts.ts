// Creates what shards need: the functions, views and triggers that replace those of a single machine. Each group of
// shards (co-located shards of all tables, for the same companies) has its own copies of the same texts, so that
// everything within a company is plain PostgreSQL on one machine. A group that lacks them is not used.
import { createHash } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { CONNECTION_MS, type Machine, onMachine, WRONG_PLACE } from '#platform/distributed-database'
import type { FunctionFiles } from '#platform/functions'
import {
  concernsCompanies,
  inGroup,
  type Names,
  ofGroups,
  type Program,
  programInGroup,
  programsIn,
} from './shard-names.ts'

/** The layout of a distributed database: its groups, the machine of each, and the names of their shards. */
export type Layout = {
  machines: Machine[]
  groups: Group[]
  everywhere: ReadonlyMap<string, string>
  /** Tables on the first machine only. */
  onFirst: ReadonlySet<string>
  /** The table that was distributed first: the ids of its shards identify the groups. */
  first: string
}
type Group = { id: string; machine: number; own: ReadonlyMap<string, string>; least: number; most: number }

type Shard = { table: string; id: string; machine: number | null; least: string | null; most: string | null }

const SHARDS = `
  select s.logicalrelid::regclass::text as table, s.shardid::text as id, p.groupid as machine,
    s.shardminvalue as least, s.shardmaxvalue as most
  from pg_dist_shard s
  join pg_dist_partition d using (logicalrelid)
  left join pg_dist_placement p on p.shardid = s.shardid and d.partmethod = 'h'
  where d.partmethod = 'h' or d.repmodel = 't'
  order by s.shardid`

const ON_FIRST = `
  select logicalrelid::regclass::text as table from pg_dist_partition where partmethod = 'n' and repmodel <> 't'`

const MACHINES = `
  select groupid as id, nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' and isactive and shouldhaveshards order by groupid`

export const machinesOf = async (client: Client): Promise<Machine[]> => (await client.query<Machine>(MACHINES)).rows

export const readLayout = async (client: Client): Promise<Layout> => {
  const machines = await machinesOf(client)
  const { rows } = await client.query<Shard>(SHARDS)
  const onFirst = new Set((await client.query<{ table: string }>(ON_FIRST)).rows.map(({ table }) => table))
  const everywhere = new Map(rows.flatMap((row) => (row.least === null ? [[row.table, `${row.table}_${row.id}`]] : [])))
  const first = rows.find(({ least }) => least !== null)?.table ?? ''
  const groups = rows.flatMap(({ table, id, machine, least, most }): Group[] => {
    if (table !== first || least === null || machine === null) return []
    const own = rows.filter((one) => one.least === least)
    return [
      {
        id,
        machine,
        least: Number(least),
        most: Number(most),
        own: new Map(own.map((one) => [one.table, `${one.table}_${one.id}`])),
      },
    ]
  })
  return { machines, groups, everywhere, onFirst, first }
}

/** Settings of connections that change shards directly. */
export const SHARD_SETTINGS = ['citus.enable_manual_changes_to_shards=on', 'citus.enable_ddl_propagation=off']

type Part = { table: string; name: string; kind: 'trigger' | 'reference' | 'default'; definition: string }
type Grant = { view: string; role: string; right: string }
type Making = {
  layout: Layout
  files: FunctionFiles
  programs: Program[]
  ofGroups: Set<string>
  parts: Part[]
  grants: Grant[]
}

const GRANTS = `
  select c.oid::regclass::text as view, a.grantee::regrole::text as role, a.privilege_type as right
  from pg_class c cross join aclexplode(c.relacl) a
  where c.relkind = 'v' and a.grantee <> c.relowner and a.grantee <> 0 and c.relnamespace = any (
    select oid from pg_namespace where nspname !~ '^(pg_|citus|columnar|information_schema|public)')`

/** Creates the parts of shards on each machine where they are missing or outdated; returns the number of groups. */
export const makeParts = async (client: Client, connection: ClientConfig, files: FunctionFiles): Promise<number> => {
  const layout = await readLayout(client)
  const [first] = layout.groups
  if (!first) return 0
  const programs = programsIn(files.files)
  const { rows: parts } = await client.query<Part>(
    'select table_name as table, name, kind, definition from platform.shard_part order by kind, name',
  )
  const { rows: grants } = await client.query<Grant>(GRANTS)
  const making = {
    layout,
    files,
    programs,
    ofGroups: ofGroups(programs, new Map([...layout.everywhere, ...first.own])),
    parts,
    grants,
  }
  let made = 0
  const failures: unknown[] = []
  // A machine that is away must not prevent the others.
  for (const machine of layout.machines) {
    try {
      made += await onOne(client, connection, machine, making)
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw failures[0]
  await refreshFirst(client, making)
  return made
}

/** Works on a machine with the settings for changing parts of shards. */
const workOn = async <T>(
  connection: ClientConfig,
  machine: Machine,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ ...onMachine(connection, machine), connectionTimeoutMillis: CONNECTION_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const setting of SHARD_SETTINGS) await client.query(`set ${setting}`)
    await client.query('set citus.override_table_visibility = off; set check_function_bodies = off')
    await client.query(OF_MACHINE)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const onOne = (first: Client, connection: ClientConfig, machine: Machine, making: Making): Promise<number> =>
  workOn(connection, machine, async (client) => {
    await tellMigrations(first, client)
    const mark = markOf(making)
    const { rows } = await client.query<{ id: string; mark: string }>(READY)
    const ready = new Map(rows.map((row) => [row.id, row.mark]))
    const due = making.layout.groups.filter(({ id, machine: at }) => at === machine.id && ready.get(id) !== mark)
    const gone = rows.filter(
      ({ id }) => !making.layout.groups.some((one) => one.id === id && one.machine === machine.id),
    )
    for (const { id } of gone) await client.query('delete from platform.ready_group where id = $1', [id])
    if (due.length === 0) return 0
    await client.query('begin')
    for (const { text } of making.files.files) await client.query(text)
    await grantViews(client, making, (name) => name)
    await client.query('commit')
    for (const group of due) await makeGroup(first, client, { group, making, mark })
    return due.length
  })

/** The machine that programs connect to: views that a migration drops there are dropped by the migration itself. */
const FIRST_MACHINE = 0

/**
 * Drops views that migrations are about to drop: those of groups and those on other machines. A column that a view uses
 * cannot be changed. The groups are not ready again until all of their parts exist.
 */
export const dropViews = async (client: Client, connection: ClientConfig, views: readonly string[]): Promise<void> => {
  if (views.length === 0) return
  const { machines, groups } = await readLayout(client)
  for (const machine of machines) {
    await workOn(connection, machine, async (there) => {
      for (const { id, machine: at } of groups) if (at === machine.id) await dropOfGroup(there, id, views)
      if (machine.id !== FIRST_MACHINE) await there.query(`drop view if exists ${views.join(', ')} cascade`)
    })
  }
}

const dropOfGroup = async (client: Client, group: string, views: readonly string[]): Promise<void> => {
  await client.query('begin')
  await client.query(HOLD_ALONE, [group])
  await client.query('delete from platform.ready_group where id = $1', [group])
  await client.query(`drop view if exists ${views.map((view) => `${view}_${group}`).join(', ')} cascade`)
  await client.query('commit')
}

/** Takes exclusive use of a group until the transaction ends, as a move of shards does. */
const HOLD_ALONE = 'select lock_shard_metadata(7, array[$1::bigint])'

/** Copies the list of migrations to each machine, because a company's system information is read there. */
const tellMigrations = async (first: Client, client: Client): Promise<void> => {
  const { rows } = await first.query<{ all: unknown }>('select jsonb_agg(m) as all from platform.migration m')
  await client.query(
    `insert into platform.migration select m.* from jsonb_populate_recordset(null::platform.migration, $1::jsonb) m
     on conflict (number) do update set name = excluded.name`,
    [JSON.stringify(rows[0]?.all ?? [])],
  )
}

/** The version of this procedure: incrementing it recreates all parts. */
const MAKING = 5

/** Changes if any input of the parts changes. */
const markOf = ({ layout, files, parts, grants }: Making): string =>
  createHash('sha256')
    .update(JSON.stringify([MAKING, tablesOf(layout), files.digest, parts, grants]))
    .digest('hex')

/** All tables with shards: a new table has no parts yet. */
const tablesOf = ({ everywhere, groups }: Layout): string[] =>
  [...new Set([...everywhere.keys(), ...groups.flatMap(({ own }) => [...own.keys()])])].sort()

/** A shard that was moved away and back is a new one. Citus hides shards in pg_class, so their file is checked. */
const IS_THERE = 'pg_relation_filenode(r.shard) is not null'
const READY = `select r.id::text, r.mark from platform.ready_group r where ${IS_THERE}`

/** How long other groups wait for one in exclusive use, in milliseconds: while it is moved, or gets its parts. */
const MOVE_PATIENCE_MS = 10

/** Each machine records which groups are ready; a transaction holds its group on the machine until the end. */
const OF_MACHINE = `
  create table if not exists platform.ready_group (id bigint primary key, mark text not null);
  alter table platform.ready_group add column if not exists shard oid;
  create table if not exists platform.migration (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null);
  create or replace function platform.hold_group(p_group bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform lock_shard_metadata(5, array[p_group]);
    if not exists (
      select from platform.ready_group r where r.id = p_group and ${IS_THERE}) or not exists (
      select from pg_dist_placement p join pg_dist_local_group l using (groupid) where p.shardid = p_group)
    then
      raise exception 'shard group % is not on this machine, or not ready', p_group using errcode = '${WRONG_PLACE}';
    end if;
  end $$;
  create or replace function platform.may_hold_group(p_group bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  set lock_timeout = '${MOVE_PATIENCE_MS}ms' as $$
  begin
    perform platform.hold_group(p_group);
    return true;
  exception when lock_not_available or sqlstate '${WRONG_PLACE}' then
    return false;
  end $$;
  create or replace function platform.in_groups(p_groups bigint[], p_texts text[], p_values jsonb[])
  returns setof record language plpgsql as $$
  begin
    for place in 1..cardinality(p_groups) loop
      continue when not platform.may_hold_group(p_groups[place]);
      return query execute p_texts[place] using p_values[place];
    end loop;
  end $$;
  grant select on platform.ready_group, platform.migration to public`

const makeGroup = async (
  first: Client,
  client: Client,
  { group, making, mark }: { group: Group; making: Making; mark: string },
) => {
  const { layout, programs, ofGroups: programsOfGroups, parts } = making
  const names: Names = { own: group.own, everywhere: layout.everywhere, programs: programsOfGroups, group: group.id }
  await client.query('begin')
  try {
    await client.query(HOLD_ALONE, [group.id])
    const { rows } = await client.query<{ text: string }>(DROP_OWN, [group.id])
    for (const { text } of rows) await client.query(text)
    for (const program of programs)
      if (programsOfGroups.has(program.name)) await client.query(programInGroup(program, names))
    await grantViews(client, making, (name) => inGroup(name, names))
    for (const part of parts) if (isMadeOn(part, making, group)) await makePart(client, part, names)
    for (const [table, shard] of group.own) await boundsOf(client, { table, shard, group, first })
    for (const part of parts) if (part.kind === 'default') await countOn(client, part, names)
    await client.query(
      `insert into platform.ready_group (id, mark, shard) values ($1, $2, $3::regclass)
       on conflict (id) do update set mark = excluded.mark, shard = excluded.shard`,
      [group.id, mark, group.own.get(layout.first)],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw cause
  }
}

/**
 * Drops the functions and views of a group, and the triggers that use them, because changed result types or columns
 * cannot be replaced, and obsolete ones would stay.
 */
const DROP_OWN = `
  select format('drop %s if exists %s cascade', kind, string_agg(name, ', ')) as text
  from (
    select 'view' as kind, c.oid::regclass::text as name, c.relname::text as word from pg_class c where c.relkind = 'v'
    union all
    select 'function', p.oid::regprocedure::text, p.proname::text from pg_proc p where p.prokind = 'f'
  ) own
  where right(word, length($1::text) + 1) = '_' || $1::text
  group by kind order by kind desc`

const FUNCTION_OF_TRIGGER = /EXECUTE FUNCTION ([a-z_]+\.[a-z0-9_]+)/

/** A replicated table has no triggers that look at a company, which may be on another machine. */
const isMadeOn = ({ table, kind, definition }: Part, { programs }: Making, { own }: Group): boolean => {
  if (kind !== 'trigger' || own.has(table)) return true
  const name = FUNCTION_OF_TRIGGER.exec(definition)?.[1]
  const program = programs.find((one) => one.name === name)
  return !program || !concernsCompanies(program.text, { own, programs: new Set() })
}

const makePart = async (client: Client, { table, name, kind, definition }: Part, names: Names): Promise<void> => {
  const shard = names.own.get(table) ?? names.everywhere.get(table)
  if (shard === undefined) return
  if (kind === 'trigger') {
    await client.query(`drop trigger if exists ${name} on ${shard}`)
    // On a replicated table the trigger looks at the local copies, so the function of any group will do.
    await client.query(inGroup(definition, names).replace(`ON ${table} `, `ON ${shard} `))
  }
  if (kind === 'reference') {
    await client.query(`alter table ${shard} drop constraint if exists "${name}"`)
    await client.query(`alter table ${shard} add constraint "${name}" ${inGroup(definition, names)}`)
  }
  if (kind === 'default') {
    const [column, sequence] = definition.split(' ')
    await client.query(`create sequence if not exists ${sequence}; grant usage on sequence ${sequence} to public`)
    await client.query(`alter table ${shard} alter column ${column} set default nextval('${sequence}')`)
  }
}

/**
 * Shards from another machine bring their numbers: the sequence is advanced past them before any new number is
 * assigned.
 */
const countOn = async (client: Client, { table, definition }: Part, { own }: Names): Promise<void> => {
  const [column, sequence] = definition.split(' ')
  const shard = own.get(table)
  if (shard === undefined) return
  await client.query(`alter sequence ${sequence} increment by 1`)
  await client.query(`
    select setval('${sequence}', most) from (select max(${column}) as most from ${shard}) s
    where most > (select last_value from ${sequence})`)
}

type Bound = { table: string; shard: string; group: Group; first: Client }

/** A check constraint keeps rows of other groups' companies out of a shard. */
const boundsOf = async (client: Client, { table, shard, group, first }: Bound): Promise<void> => {
  const { rows } = await first.query<{ column: string }>(
    `select column_to_column_name(logicalrelid, partkey) as column from pg_dist_partition
     where logicalrelid = $1::regclass`,
    [table],
  )
  const column = rows[0]?.column
  await client.query(`alter table ${shard} drop constraint if exists of_this_group`)
  const isHere = `worker_hash(${column}) between ${group.least} and ${group.most}`
  await client.query(`alter table ${shard} add constraint of_this_group check (${isHere}) not valid`)
}

/** Roles that may read a view on the first machine may do so on the others. */
const grantViews = async (client: Client, { grants }: Making, named: (view: string) => string): Promise<void> => {
  for (const { view, role, right } of grants) await client.query(`grant ${right} on ${named(view)} to ${role}`)
}

/** The first machine keeps functions for whole tables, for data that belongs to no company. */
const refreshFirst = async (client: Client, { ofGroups: names }: Making): Promise<void> => {
  await client.query('delete from platform.shard_program where name <> all ($1)', [[...names]])
  await client.query('insert into platform.shard_program select unnest($1::text[]) on conflict (name) do nothing', [
    [...names],
  ])
}
