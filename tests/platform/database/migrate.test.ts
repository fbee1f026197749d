// Migrations: what is applied, in which order, once; and what is refused without touching anything.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NeedsCorrection, StartupError } from '#platform/startup-error'
import { holdSchema, migrate } from '#schema/migrate'
import { createEmptyDatabase, type TestDatabase } from '#support/servers/database'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  await database?.drop()
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(top, 'migrations-'))
  write({ '0001-one.sql': 'create table platform.one (n int);', '0002-two.sql': 'create table platform.two (n int);' })
})

let top: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'grundbok-migrate-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(top, { recursive: true })
})

const write = (files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

const ask = async (text: string): Promise<unknown[]> => {
  const client = new Client(database.connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows.flatMap((row) => Object.values(row))
}

const refused = async (): Promise<string> => {
  const error: unknown = await migrate(database.connection, { migrations: folder }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StartupError)
  return error instanceof Error ? error.message : ''
}

test('who waits too long for another program at the schema is told which one it is', async () => {
  const [first, second] = ['grundbok 4711', 'grundbok 4712'].map(
    (name) => new Client({ ...database.connection, application_name: name }),
  )
  if (!first || !second) throw new Error('Two connections were made')
  await Promise.all([first.connect(), second.connect()])
  try {
    await holdSchema(first)
    await expect(holdSchema(second, 50)).rejects.toThrow(/^Another program \(grundbok 4711\) has been changing/)
    await first.end()
    await holdSchema(second)
    expect((await second.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
  } finally {
    await Promise.all([first, second].map((client) => client.end()))
  }
})

test('files are applied in order, each once', async () => {
  expect(await migrate(database.connection, { migrations: folder })).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await migrate(database.connection, { migrations: folder })).toEqual([])
  write({ '0003-three.sql': 'create table platform.three ();\r\ninsert into platform.one values (1);' })
  expect(await migrate(database.connection, { migrations: folder })).toEqual(['0003-three.sql'])
  write({ '0003-three.sql': 'create table platform.three ();\ninsert into platform.one values (1);' })
  expect(await migrate(database.connection, { migrations: folder })).toEqual([])
  expect(await ask('select name from platform.migration order by number')).toHaveLength(3)
  expect(await ask('select n from platform.one')).toEqual([1])
})

test('programs that start together apply each file once', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.connection, { migrations: folder })))
  expect(applied.flat()).toEqual(['0001-one.sql', '0002-two.sql'])
})

test('a file that fails is undone, those before it stay', async () => {
  write({ '0003-three.sql': 'create table platform.three (); select 1/0;' })
  expect(await refused()).toBe('Migration 0003-three.sql failed, and nothing of it was done (division by zero).')
  expect(await ask('select max(number) from platform.migration')).toEqual([2])
  expect(await ask(`select to_regclass('platform.three')`)).toEqual([null])
})

test('what the database refuses needs correction; what goes wrong around it is tried again', async () => {
  const cases: [text: string, needsCorrection: boolean][] = [
    ['select 1/0', true],
    ['alter table platform.one drop column m', true],
    [`do $$ begin raise exception 'full' using errcode = 'disk_full'; end $$`, false],
    ['select pg_terminate_backend(pg_backend_pid())', false],
  ]
  for (const [text, needsCorrection] of cases) {
    write({ '0003-three.sql': text })
    const error: unknown = await migrate(database.connection, { migrations: folder }).catch((caught: unknown) => caught)
    expect(error, text).toBeInstanceOf(StartupError)
    expect([text, error instanceof NeedsCorrection]).toEqual([text, needsCorrection])
  }
})

test('a database of a newer program is refused', async () => {
  write({ '0003-three.sql': 'create table platform.three ();' })
  await migrate(database.connection, { migrations: folder })
  rmSync(join(folder, '0003-three.sql'))
  expect(await refused()).toMatch(/newer Grundbok: it has migration 3 \(0003-three\.sql\), and this program knows 2;/)
})

test('a changed file is refused, and what comes after it is not applied', async () => {
  await migrate(database.connection, { migrations: folder })
  write({ '0001-one.sql': 'create table platform.other (n int);', '0003-three.sql': 'create table platform.three ();' })
  expect(await refused()).toMatch(/^Migration 0001-one\.sql is not the one that the database has \(0001-one\.sql\):/)
  expect(await ask(`select to_regclass('platform.three')`)).toEqual([null])
})

test('holes are refused, in the folder and in the database', async () => {
  await migrate(database.connection, { migrations: folder })
  write({ '0004-four.sql': '' })
  expect(await refused()).toMatch(/0004-four\.sql stands where migration 0003-….sql was expected\.$/)
  rmSync(join(folder, '0004-four.sql'))
  await ask('delete from platform.migration where number = 1')
  expect(await refused()).toBe('The database lacks migration 1 although it has migration 2 (0002-two.sql).')
})

test('unknown file names are refused before anything happens', async () => {
  write({ '0003_three.sql': '' })
  expect(await refused()).toMatch(/0003_three\.sql stands where/)
  expect(await ask(`select to_regclass('platform.migration')`)).toEqual([null])
})

test('an old encoding and a server that is not there are refused with a sentence', async () => {
  const name = `latin_${process.pid}`
  await ask(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
  const latin = database.url.replace(/test_[0-9a-f]+/, name)
  await expect(migrate({ connectionString: latin }, { migrations: folder })).rejects.toThrow(
    /encoded in LATIN1: create one with/,
  )
  await ask(`drop database ${name}`)
  const nowhere = { host: '127.0.0.1', port: 1, user: 'u', database: 'd' }
  await expect(migrate(nowhere, { migrations: folder })).rejects.toThrow(
    /^The database cannot be reached \(.*ECONNREFUSED.*\)\.$/,
  )
})
