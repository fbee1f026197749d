// The service works with the database by a role that owns nothing: injected SQL is bound by triggers and grants.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { openEmbedded } from '#postgres/tenancy-of-server'
import { admin, adminJson, newDataDir, newUsedDataDir, startFailing, startMain } from '#support/programs'
import { createEmptyDatabase } from '#support/servers/database'
import { anEntry, requestsWith } from '#support/service'

const today = dayOf(new Date())

type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[]>

const asking = async (client: Client): Promise<{ ask: Ask; stateOf: (text: string) => Promise<string> }> => {
  client.on('error', () => {})
  await client.connect()
  const ask: Ask = async (text, values = []) =>
    (await client.query<Record<string, unknown>>(text, [...values])).rows.flatMap((row) => Object.values(row))
  const stateOf = (text: string) =>
    ask(text).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
  return { ask, stateOf }
}

/** What a role without rights is told, and what a trigger says. */
const DENIED = '42501'

const refused: [statement: string, state: string][] = [
  ['alter table ledger.journal_entry disable trigger all', DENIED],
  ['set session_replication_role = replica', DENIED],
  ['alter table ledger.journal_entry_item add column note text', DENIED],
  ['drop table sales.paper', DENIED],
  ['truncate platform.event', DENIED],
  ['create table ledger.mine (id int)', DENIED],
  ['create table public.mine (id int)', DENIED],
  ['create schema mine', DENIED],
  ['create role mine superuser', DENIED],
  ["create or replace function ledger.post_entries() returns int language sql as 'select 1'", DENIED],
  ["copy (select 1) to program 'true'", DENIED],
  ['update platform.history set what = what', DENIED],
  ['delete from platform.history', DENIED],
  ['update platform.event set kind = kind', DENIED],
  ['delete from platform.event where id is not null', 'GB001'],
  ['update ledger.journal_entry_item set account = account', DENIED],
  ['delete from ledger.journal_entry_item', DENIED],
  ['delete from ledger.journal_entry', DENIED],
  ["insert into platform.migration (number, name, checksum) values (99, 'x', 'x')", DENIED],
  ["insert into platform.function_revision (revision, digest) values (99, 'x')", DENIED],
  ["update ledger.journal_entry set title = 'Annat'", 'GB001'],
]

test('the embedded service owns nothing, is no superuser, and undoes nothing that is booked', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const api = requestsWith(`${service.base}/companies/${companyId}`, token)
  expect((await api.post('/journal-entries', anEntry({ date: today }))).status).toBe(200)
  const { connection, close } = await openEmbedded(dataDir, 'command')
  const owner = await asking(new Client(connection))
  const [role] = await owner.ask(
    `select distinct usename from pg_stat_activity where application_name not like 'grundbok %' and datname = 'grundbok'
       and usename <> current_user`,
  )
  expect(role).toBe('grundbok_service')
  const bound = await asking(new Client({ ...connection, user: String(role) }))
  expect(
    await owner.ask(
      'select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls from pg_roles where rolname = $1',
      [role],
    ),
  ).toEqual([false])
  expect(await owner.ask('select count(*)::int from pg_class where relowner = $1::regrole', [role])).toEqual([0])
  expect(await owner.ask('select count(*)::int from pg_proc where proowner = $1::regrole', [role])).toEqual([0])
  for (const [statement, state] of refused)
    expect([statement, await bound.stateOf(statement)]).toEqual([statement, state])

  // What a later migration makes can be used at once.
  await owner.ask('create schema later')
  await owner.ask('create table later.thing (id int generated always as identity, name text)')
  expect(await bound.stateOf(`insert into later.thing (name) values ('ny')`)).toBe('done')
  expect(await bound.ask('select name from later.thing')).toEqual(['ny'])
  expect(await bound.stateOf('drop table later.thing')).toBe(DENIED)
  await close()
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: 1 })
})

test("a database of one's own may name a second role for migrations", async () => {
  const { url, drop } = await createEmptyDatabase()
  // Roles are the whole server's, where a later run may have this process' number.
  const role = `works_${randomBytes(8).toString('hex')}`
  const owner = await asking(new Client({ connectionString: url }))
  await owner.ask(`create role ${role} login password 'prov'`)
  const own = new URL(url)
  own.username = role
  own.password = 'prov'
  const dataDir = newDataDir()

  const alone = await startFailing({ DATA_DIR: dataDir, DATABASE_URL: own.href })
  expect(alone.code).toBe(1)
  expect(alone.stderr).toMatch(
    /^Grundbok did not start\. The role of the database lacks rights \(permission .+ MIGRATION_DATABASE_URL\.\n$/,
  )
  const env = { DATA_DIR: dataDir, DATABASE_URL: own.href, MIGRATION_DATABASE_URL: url }
  const service = await startMain({ env })
  const api = requestsWith(`${service.base}/companies/${service.companyId}`, service.token)
  expect((await api.post('/journal-entries', anEntry({ date: today }))).status).toBe(200)
  const bound = await asking(new Client({ connectionString: own.href }))
  for (const [statement, state] of refused)
    expect([statement, await bound.stateOf(statement)]).toEqual([statement, state])
  expect(await admin(dataDir, ['verify'], env)).toMatchObject({ code: 0 })
  expect(await service.stop()).toMatchObject({ code: 0 })
  const untold = await startFailing({ DATA_DIR: dataDir, MIGRATION_DATABASE_URL: url })
  expect(untold.stderr).toContain('DATABASE_URL must be set, since MIGRATION_DATABASE_URL is')
  await owner.ask(`drop owned by ${role}`)
  await owner.ask(`drop role ${role}`)
  await drop()
})
