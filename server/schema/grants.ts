// The rights of the database role that the service uses: reading and writing rows only. The role owns nothing and is no
// superuser, so SQL injected through the service can neither disable triggers nor alter tables, and append-only tables
// are not even granted for update. The owner applies migrations and grants these rights.
import type { Client } from 'pg'
import { hasMachines } from '#cluster/distribution'
import { StartupError } from '#platform/startup-error'

/** A role that may work with the data, except for `revokedRights`; `make` creates it if it is missing. */
export type Grantee = { role: string; make: boolean; revoked: readonly RevokedRights[] }

/** The role of the service in the embedded database. */
export const SERVICE_ROLE = 'grundbok_service'

/** Rights revoked from the default grant on every table. Triggers enforce the same, for the owner too. */
export type RevokedRights = readonly [table: string, rights: string]

/** The rights that the platform revokes on its own tables. */
const ofPlatform: readonly RevokedRights[] = [
  ['platform.migration', 'insert, update, delete'],
  ['platform.function_revision', 'insert, update, delete'],
  ['platform.event', 'update'],
  ['platform.history', 'insert, update, delete'],
]

/** Grants the role what it lacks, and sets default privileges for later tables. */
export const grantTo = async (client: Client, { role, make, revoked }: Grantee): Promise<void> => {
  const notGranted = [...ofPlatform, ...revoked]
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

/** Roles belong to a server: a role that was not created through the cluster is missing on the other machines. */
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
      `The role ${role} of the service does not exist on ${machines}: create it there as on the first ` +
        'machine, with the same password (create role … login password …).',
    )
  }
  // Otherwise each of them would propagate it to the others at the same time.
  const made = `do $$ begin
    perform set_config('citus.enable_create_role_propagation', 'off', true);
    if (${asked}) = 0 then create role ${client.escapeIdentifier(role)} login; end if;
  end $$`
  await client.query(`select from run_command_on_workers($1)`, [made])
}

const OF_TABLES = 'select, insert, update, delete'
const OF_SEQUENCES = 'usage, select'

/** The schemas that migrations created: those owned by the current role. */
const ownSchemas = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace
    where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    order by nspname`)
  return rows.map(({ name }) => name)
}

/** Whether the role may read every table and has none of the revoked rights. */
const hasAll = async (client: Client, role: string, notGranted: readonly RevokedRights[]): Promise<boolean> => {
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
