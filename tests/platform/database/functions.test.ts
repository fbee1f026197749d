// The functions of the database are those of database/functions: replaced when they are others, and never by an older
// version.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { revokedRights } from '#lifecycle/revoked-rights'
import { readFunctions } from '#platform/functions'
import { StartupError } from '#platform/startup-error'
import { dumpSchema } from '#postgres/schema-dump'
import { SERVICE_ROLE } from '#schema/grants'
import { migrate, type SchemaFolders, schemaFolders } from '#schema/migrate'
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#support/servers/database'

let database: TestDatabase
let folders: Required<SchemaFolders>

beforeEach(async () => {
  database = await createEmptyDatabase()
  const top = mkdtempSync(join(tmpdir(), 'grundbok-functions-'))
  folders = { migrations: join(top, 'migrations'), functions: join(top, 'functions') }
  mkdirSync(folders.migrations)
  mkdirSync(folders.functions)
  write('migrations', '0001-one.sql', 'create schema books; create table books.one (n int);')
  write('functions', 'books.sql', answering(1))
  revision(1)
})

afterEach(async () => {
  await database.drop()
  rmSync(join(folders.migrations, '..'), { recursive: true })
})

const write = (folder: keyof SchemaFolders, name: string, text: string): void =>
  writeFileSync(join(folders[folder], name), text)
const revision = (count: number): void => write('functions', 'revision', `# counted\n${count} ${'0'.repeat(64)}\n`)
const answering = (n: number): string =>
  `create or replace function books.answer() returns int language sql as 'select ${n}';\r\n`

const bringUp = (): Promise<string[]> => migrate(database.connection, folders)
const refused = async (): Promise<string> => {
  const error: unknown = await bringUp().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StartupError)
  return error instanceof Error ? error.message : ''
}

const ask = async (...statements: string[]): Promise<unknown[]> => {
  const client = new Client(database.connection)
  await client.connect()
  let rows: Record<string, unknown>[] = []
  for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
  await client.end()
  return rows.flatMap((row) => Object.values(row))
}
const answer = () => ask('select books.answer()')
const applied = () => ask('select revision from platform.function_revision order by id')

test('functions are applied when they are others, and after each migration', async () => {
  expect(await bringUp()).toEqual(['0001-one.sql', 'functions of revision 1'])
  expect(await bringUp()).toEqual([])
  write('functions', 'books.sql', answering(1).replace('\r', ''))
  expect(await bringUp()).toEqual([])
  // While one is being edited, the count stays.
  write('functions', 'books.sql', answering(2))
  expect(await bringUp()).toEqual(['functions of revision 1'])
  expect(await answer()).toEqual([2])
  write('migrations', '0002-two.sql', 'drop function books.answer();')
  expect(await bringUp()).toEqual(['0002-two.sql', 'functions of revision 1'])
  expect(await answer()).toEqual([2])
  write('functions', 'later.sql', 'create or replace function books.later() returns int language sql as $$select 3$$')
  revision(2)
  expect(await bringUp()).toEqual(['functions of revision 2'])
  expect(await applied()).toEqual([1, 1, 1, 2])
})

test('programs that start together apply them once', async () => {
  await Promise.all([1, 2, 3, 4].map(bringUp))
  expect(await applied()).toEqual([1])
})

test('an older program is refused, and puts nothing back', async () => {
  revision(2)
  await bringUp()
  write('functions', 'books.sql', answering(0))
  write('migrations', '0002-two.sql', 'create table books.two (n int);')
  revision(1)
  expect(await refused()).toBe(
    'The database was used by a newer Grundbok: its functions are of revision 2, ' +
      'and this program knows revision 1; start the newer program, or restore a backup from before.',
  )
  expect(await answer()).toEqual([1])
  expect(await ask(`select to_regclass('books.two')`)).toEqual([null])
})

test('all are replaced or none', async () => {
  await bringUp()
  write('functions', 'books.sql', answering(2))
  write('functions', 'later.sql', "create or replace function books.answer() returns text language sql as 'select 1'")
  expect(await refused()).toMatch(
    /^The functions of later\.sql could not be replaced, and all of them are as they were \(cannot change return type/,
  )
  expect(await answer()).toEqual([1])
  expect(await applied()).toEqual([1])
})

test('the highest of several counts is the revision, and without one nothing starts', async () => {
  write('functions', 'revision', `3 ${'a'.repeat(64)}\n12 ${'b'.repeat(64)}\n4 ${'c'.repeat(64)}\n`)
  expect(readFunctions(folders.functions).revision).toBe(12)
  rmSync(join(folders.functions, 'revision'))
  expect(await refused()).toMatch(/functions has no revision file: run npm run schema\.$/)
})

test('a database of any age gets the same functions', async () => {
  const own = schemaFolders('.')
  await migrate(database.connection, { migrations: own.migrations })
  // As an earlier revision left it: with another body, and an attribute that the file does not give it.
  await ask(`create or replace function platform.is_seen(p_text text) returns boolean language sql immutable
    parallel safe set work_mem = '1MB' as 'select true'`)
  expect(await migrate(database.connection, own)).toHaveLength(1)
  expect(await dumpSchema(database.connection)).toBe(readFileSync('database/schema.sql', 'utf8'))
})

test('every function and view of the database stands in a file of its schema, and files hold nothing else', async () => {
  const own = await createDatabase()
  const client = new Client(own.connection)
  await client.connect()
  await client.query('begin')
  const { files, revision: counted } = readFunctions(schemaFolders('.').functions)
  expect(counted).toBeGreaterThan(0)
  for (const { name, text } of files) {
    const code = text.replace(/\$\$.*?\$\$/gs, '').replace(/--.*/g, '')
    const statements = code.split(';').map((statement) => statement.trim())
    expect(statements.pop(), name).toBe('')
    const schema = /^[a-z_]+/.exec(name)?.[0] ?? ''
    // A view that read with its owner's rights would give the service what is taken from it.
    const allowed = new RegExp(
      `^create or replace (function ${schema}\\.|view ${schema}\\.\\w+ with \\(security_invoker = true\\) as\\s)`,
    )
    const others = statements.filter((one) => !allowed.test(one))
    expect(others, name).toEqual([])
    await client.query(text)
  }
  // What this transaction replaced was written by it; what it did not replace stands in no file.
  const { rows } = await client.query<{ name: string }>(`
    select o.name from (
      select oid, oid::regprocedure::text as name, pronamespace as namespace, xmin from pg_proc
      union all
      select oid, oid::regclass::text, relnamespace, xmin from pg_class where relkind in ('v', 'm')
    ) o join pg_namespace n on n.oid = o.namespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')
      and o.xmin <> pg_current_xact_id()::xid order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([])
  await client.end()
  await own.drop()
})

test('migrations that are newer than the files replace no function', () => {
  const { migrations } = schemaFolders('.')
  const newer = readdirSync(migrations).filter((name) => name > LAST_WITH_FUNCTIONS)
  const texts = newer.map((name) => ({ name, text: readFileSync(join(migrations, name), 'utf8') }))
  expect(texts.filter(({ text }) => /create or replace function/i.test(text)).map(({ name }) => name)).toEqual([])
})

/** Says the same in steps, as a spread database takes it; of those migrations get the present one (`migrate.ts`). */
const DOES_THE_SAME = 'platform.renew_shape'

test('migrations call no function that has become another since: on a new database they would get the old one', () => {
  const { migrations, functions } = schemaFolders('.')
  const present = new Map(readFunctions(functions).files.flatMap(({ text }) => [...functionsIn(text)]))
  const known = new Map<string, string>()
  const old: string[] = []
  for (const name of readdirSync(migrations).sort()) {
    const text = readFileSync(join(migrations, name), 'utf8')
    for (const [made, code] of functionsIn(text)) known.set(made, code)
    if (name <= LAST_WITH_FUNCTIONS) continue
    const calls = outsideOfBodies(text).matchAll(/(?<!function (?:if exists )?)\b([a-z_]+\.[a-z_]+)\s*\(/g)
    const called = [...new Set([...calls].map(([, call = '']) => call))].filter((call) => present.has(call))
    const others = called.filter((call) => call !== DOES_THE_SAME && present.get(call) !== known.get(call))
    old.push(...others.map((call) => `${name} ${call}`))
  }
  expect(old).toEqual([])
  expect(known.size).toBeGreaterThan(60)
  expect([
    ...functionsIn('create function a.f(x int) as $$ a $$;\n-- c\ncreate or replace function a.g() as $$b$$;'),
  ]).toEqual([
    ['a.f', '(x int) as $$ a $$;'],
    ['a.g', '() as $$b$$;'],
  ])
})

/** The functions that a text makes, each with what follows its name. */
const functionsIn = (text: string): Map<string, string> => {
  const made = text.matchAll(/^create (?:or replace )?function ([a-z_]+\.[a-z_]+)(.*?\$\$.*?\$\$.*?;)/gms)
  return new Map([...made].map(([, name = '', code = '']) => [name, code]))
}

const outsideOfBodies = (text: string): string => text.replace(/--.*/g, '').replace(/\$\$.*?\$\$/gs, '')

const LAST_WITH_FUNCTIONS = '0032-sealed-numbers.sql'

test('rights that only an earlier version gave the service are taken back', async () => {
  const own = await createDatabase()
  const client = new Client(own.connection)
  await client.connect()
  const may = async () =>
    (
      await client.query<{ may: boolean }>(
        `select has_table_privilege('${SERVICE_ROLE}', 'platform.function_revision', 'update') as may`,
      )
    ).rows
  await client.query(`grant update on platform.function_revision to ${SERVICE_ROLE}`)
  expect(await may()).toEqual([{ may: true }])
  await migrate(own.connection, schemaFolders('.'), { role: SERVICE_ROLE, make: false, revoked: revokedRights })
  expect(await may()).toEqual([{ may: false }])
  await client.end()
  await own.drop()
})
