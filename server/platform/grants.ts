// What the role may do that the service works with: read and write rows, and nothing else. It owns nothing and is no
// superuser, so that whoever gets SQL through the service can neither turn triggers off nor change what the tables are;
// and what only grows it may not even try to change. The owner applies migrations and grants this.
import type { Client } from 'pg'
import { hasMachines } from './distribution.ts'
import { StartupError } from './startup-error.ts'

/** A role that is let work with the data, except what is withheld; `make` makes it when it is missing. */
export type Grantee = { role: string; make: boolean; withheld: readonly Withheld[] }

/** The role of the service in the embedded database. */
export const SERVICE_ROLE = 'grundbok_service'

/** What is taken away again from the rights that every table gives. Triggers say the same, to the owner as well. */
export type Withheld = readonly [table: string, rights: string]

/** What the platform withholds of its own tables. */
const ofPlatform: readonly Withheld[] = [
  ['platform.migration', 'insert, update, delete'],
  ['platform.function_revision', 'insert, update, delete'],
  ['platform.event', 'update'],
  ['platform.history', 'insert, update, delete'],
]

/** Grants the role what it needs when it lacks any of it; by default it then has it of later tables too. */
export const grantTo = async (client: Client, { role, make, withheld }: Grantee): Promise<void> => {
  const notGranted = [...ofPlatform, ...withheld]
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rows.length === 0 && make) await client.query(`create role ${client.escapeIdentifier(role)} login`)
  if (await hasMachines(client)) await haveOnMachines(client, { role, make })
  if (await hasAll(client, role, notGranted)) return
  const name = client.escapeIdentifier(role)
  await client.query('begin')
  for (const schema of await ownSchemas(client)) {
    const within = client.escapeIdentifier(schema)
    await client.query(`grant usage on schema ${within} to ${name}`)
    await client.query(`grant ${OF_TABLES} on all tables in schema ${within} to ${name}`)
    await client.query(`grant ${OF_SEQUENCES} on all sequences in schema ${within} to ${name}`)
  }
  await client.query(`alter default privileges grant usage on schemas to ${name}`)
  await client.query(`alter default privileges grant ${OF_TABLES} on tables to ${name}`)
  await client.query(`alter default privileges grant ${OF_SEQUENCES} on sequences to ${name}`)
  for (const [table, rights] of notGranted) await client.query(`revoke ${rights} on ${table} from ${name}`)
  await client.query('commit')
}

/** A role is one of a server: where it was made apart from the cluster, the other machines have none of its name. */
const haveOnMachines = async (client: Client, { role, make }: Pick<Grantee, 'role' | 'make'>): Promise<void> => {
  const asked = `select count(*) from pg_roles where rolname = ${client.escapeLiteral(role)}`
  const { rows } = await client.query<{ machine: string }>(
    `select nodename || ':' || nodeport as machine from run_command_on_workers($1) where success and result = '0'
     order by 1`,
    [asked],
  )
  if (rows.length === 0) return
  if (!make) {
    const machines = rows.map(({ machine }) => machine).join(', ')
    throw new StartupError(
      `The role ${role}, with which the service works, is not on ${machines}: make it there as it is on the first ` +
        'machine, with the same password (create role … login password …).',
    )
  }
  // Each of them would tell the others otherwise, at the same time.
  const made = `do $$ begin
    perform set_config('citus.enable_create_role_propagation', 'off', true);
    if (${asked}) = 0 then create role ${client.escapeIdentifier(role)} login; end if;
  end $$`
  await client.query(`select from run_command_on_workers($1)`, [made])
}

const OF_TABLES = 'select, insert, update, delete'
const OF_SEQUENCES = 'usage, select'

/** The schemas that migrations have made: theirs is the owner's name. */
const ownSchemas = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace
    where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    order by nspname`)
  return rows.map(({ name }) => name)
}

/** Whether it may read every table, and no more with those that only grow than it should. */
const hasAll = async (client: Client, role: string, notGranted: readonly Withheld[]): Promise<boolean> => {
  const { rows } = await client.query<{ all: boolean }>(
    `select coalesce(bool_and(has_table_privilege($1, c.oid, 'select')), false)
       and not exists (
         select from unnest($3::text[], $4::text[]) n (tab, rights)
         where has_table_privilege($1, n.tab, n.rights)) as all
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = any(
         select oid from pg_namespace where nspname = any($2))`,
    [role, await ownSchemas(client), notGranted.map(([table]) => table), notGranted.map(([, rights]) => rights)],
  )
  return rows[0]?.all === true
}
