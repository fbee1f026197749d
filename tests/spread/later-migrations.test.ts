// A database that is spread already is brought on by migrations that were written for one server: a cluster takes
// one statement at a time, one change of a table at a time, and plans less at once; and each group of shards has views
// and functions of its own.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onMachine } from '#platform/distributed-database'
import { migrate, schemaFolders } from '#schema/migrate'
import { createDatabase, spreadOf, type TestDatabase } from '#support/servers/database'

const { migrations, functions } = schemaFolders(process.cwd())

let database: TestDatabase
let top: string
let folder: string
beforeAll(async () => {
  database = await createDatabase()
  top = mkdtempSync(join(tmpdir(), 'grundbok-later-'))
  folder = join(top, 'migrations')
  cpSync(migrations, folder, { recursive: true })
})
afterAll(async () => {
  if (top) rmSync(top, { recursive: true })
  await database?.drop()
})

/** Applies one more migration, and functions. */
const bringOn = async (text: string, own = functions): Promise<void> => {
  const name = `${String(readdirSync(folder).length + 1).padStart(4, '0')}-later.sql`
  writeFileSync(join(folder, name), text)
  expect(await migrate(database.connection, { migrations: folder, functions: own })).toContain(name)
}

type Found = { name: string; count: number }

/** What a query counts on the machines that have shards, together; and how many machines that are. */
const counted = async (query: string): Promise<{ machines: number; found: Record<string, number> }> => {
  const machines = (await spreadOf(database.url))?.machines ?? []
  const found = new Map<string, number>()
  for (const machine of machines) {
    const client = new Client(onMachine(database.connection, machine))
    await client.connect()
    const { rows } = await client.query<Found>(query)
    for (const { name, count } of rows) found.set(name, (found.get(name) ?? 0) + count)
    await client.end()
  }
  expect(machines.length).toBeGreaterThan(1)
  return { machines: machines.length, found: Object.fromEntries(found) }
}

/** How many groups of shards have all they need. */
const groupsReady = async (): Promise<number> => {
  const { found } = await counted(`select 'ready' as name, count(*)::integer as count from platform.ready_group`)
  return found.ready ?? 0
}

/** What migrations do; a semicolon, in quotes and in a comment; and a function of their own. */
const LATER = `
-- What a migration says; and what else it says.
alter table sales.settlement
  add column told text default 'so; and so', -- one, and
  add column told_by integer;
alter table sales.settlement
  add constraint settlement_told_check check (num_nulls(told, told_by) in (0, 1, 2)),
  add constraint settlement_told_by_check check (told_by > 0);
alter table sales.settlement rename column told_by to told_from;
select platform.renew_shape('sales.settlement');
select platform.witness_again('sales.settlement');
create index settlement_told on sales.settlement (company_id, told) where told is not null;
alter table identity.agency add column told_at timestamptz, add column told_to text;
create table sales.told (
  company_id uuid not null references identity.company, number integer not null, primary key (company_id, number));
create function sales.tell() returns trigger language plpgsql as $$
begin
  new.number := new.number + 1; -- one more
  return new;
end $$;
create trigger told_on before insert on sales.told for each row execute function sales.tell();
`

test('later migrations reach every shard', async () => {
  await bringOn(LATER)
  const { machines, found } = await counted(`
    select regexp_replace(attrelid::regclass::text, '_[0-9]+$', '') || '.' || attname as name, count(*)::integer
    from pg_attribute where attname ~ '^told(_from|_at|_to)?$' and attrelid::regclass::text ~ '_[0-9]+$'
      and attrelid not in (select indexrelid from pg_index)
    group by 1`)
  const { 'sales.settlement.told': ofGroups, ...others } = found
  expect(ofGroups).toBeGreaterThanOrEqual(machines)
  expect(others).toEqual({
    'sales.settlement.told_from': ofGroups,
    'identity.agency.told_at': machines,
    'identity.agency.told_to': machines,
  })
})

test('the shards of a table that comes alone refuse rows of companies of other groups', async () => {
  await bringOn('create table sales.untold (company_id uuid primary key references identity.company)')
  const { found } = await counted(`
    select conname as name, count(*)::integer as count from pg_constraint
    where conname = 'of_this_group' and conrelid::regclass::text ~ '^sales[.]untold_[0-9]+$' group by 1`)
  expect(found).toEqual({ of_this_group: await groupsReady() })
})

/** A view and a function; what is in the one, and what comes of the other. */
const programs = (columns: string, result: string): string => `-- Of a table that a later migration makes.
create or replace view sales.noted_view with (security_invoker = true) as
  select ${columns} from sales.noted;

create or replace function sales.notes_of(p_company uuid) returns ${result} language sql stable as $$
  select count(*)::${result} from sales.noted where company_id = p_company
$$;
`

test('a column beneath a view is dropped and another retyped, and a function has another result', async () => {
  const own = join(top, 'functions')
  cpSync(functions, own, { recursive: true })
  const file = join(own, 'sales-noted.sql')
  writeFileSync(file, programs('company_id, number, note', 'bigint'))
  await bringOn(
    `create table sales.noted (
       company_id uuid not null references identity.company, number integer not null, note text,
       primary key (company_id, number))`,
    own,
  )
  const asked = `
    select regexp_replace(attrelid::regclass::text, '_[0-9]+$', ' of a group') || ': '
      || string_agg(format_type(atttypid, atttypmod), ', ' order by attnum) as name, 1 as count
    from pg_attribute where attrelid::regclass::text ~ '^sales[.]noted_view(_[0-9]+)?$' and attnum > 0
    group by attrelid
    union all
    select regexp_replace(oid::regproc::text, '_[0-9]+$', ' of a group') || ': ' || pg_get_function_result(oid), 1
    from pg_proc where proname ~ '^notes_of(_[0-9]+)?$'`
  const groups = await groupsReady()
  const before = await counted(asked)
  expect(before.found).toEqual({
    'sales.noted_view: uuid, integer, text': before.machines,
    'sales.noted_view of a group: uuid, integer, text': groups,
    'sales.notes_of: bigint': before.machines,
    'sales.notes_of of a group: bigint': groups,
  })

  writeFileSync(file, programs('company_id, number', 'integer'))
  await bringOn(
    `drop view if exists sales.noted_view;
     drop function sales.notes_of(uuid);
     alter table sales.noted drop column note, alter column number type bigint;`,
    own,
  )
  expect(await counted(asked)).toEqual({
    machines: before.machines,
    found: {
      'sales.noted_view: uuid, bigint': before.machines,
      'sales.noted_view of a group: uuid, bigint': groups,
      'sales.notes_of: integer': before.machines,
      'sales.notes_of of a group: integer': groups,
    },
  })
  expect(await groupsReady()).toBe(groups)
})
