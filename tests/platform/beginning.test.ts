// The beginning of a transaction goes in one message with its first statement, and holds for it all the same.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import { sql } from '#platform/sql'
import { runWithTransactionStart } from '#platform/transaction-start'
import { type Service, startService } from '#support/service'

let service: Service
/** With one connection, so that each transaction has the one of those before it. */
let database: Database
beforeAll(async () => {
  service = await startService()
  const connection = { connectionString: service.databaseUrl }
  database = connect({ connection, poolSize: 1, onIdleError: () => {} })
  await database.rows(sql`create table public.kept (word text primary key)`)
})
afterAll(async () => {
  await database.rows(sql`drop table if exists public.kept, public.late`)
  await database.close()
  await service.close()
})

const keep = (word: string) => sql`insert into public.kept (word) values (${word}) returning word`
const isKept = async (word: string): Promise<boolean> =>
  (await database.rows(sql`select from public.kept where word = ${word}`)).length > 0

test.each([
  ['with values', keep('values'), undefined, 'values'],
  ['that is named', keep('named'), 'keep', 'named'],
  ['that is named, and known', keep('known'), 'keep', 'known'],
  ['without values', sql`insert into public.kept (word) values ('none') returning word`, undefined, 'none'],
])('a first statement %s is undone with its transaction, and committed with it', async (_, statement, name, word) => {
  const undone = database.transaction(async (db) => {
    expect(await db.one(statement, name)).toEqual({ word })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await isKept(word)).toBe(false)
  await database.transaction((db) => db.one(statement, name))
  expect(await isKept(word)).toBe(true)
})

test('a first statement that fails leaves the connection to the next transaction', async () => {
  const failing = (name?: string) => database.transaction((db) => db.rows(sql`select word from public.late`, name))
  await expect(failing()).rejects.toThrow('does not exist')
  await expect(failing('late')).rejects.toThrow('does not exist')
  await database.rows(sql`create table public.late (word text)`)
  expect(await failing('late')).toEqual([])
  expect(await failing('late')).toEqual([])
  await expect(database.transaction((db) => db.rows(keep('values')))).rejects.toThrow('duplicate key')
  expect(await database.transaction((db) => db.rows(keep('after')))).toEqual([{ word: 'after' }])
})

test('a transaction in which nothing is said, or only a read state is looked at, ends well', async () => {
  expect(await database.transaction(async () => 'nothing')).toBe('nothing')
  await expect(database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const writing = database.transaction((db) => db.rows(keep('read only')), 'repeatable read, read only')
  await expect(writing).rejects.toThrow('read-only transaction')
})

test('what cannot begin does nothing of its first statement', async () => {
  const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 1 })
  const client = await pool.connect()
  const { text, values } = keep('unbegun')
  try {
    const before = { texts: ['begin isolation level none'], isAll: false }
    await expect(runWithTransactionStart(client, before, { text, values })).rejects.toThrow('syntax error')
    expect(await isKept('unbegun')).toBe(false)
    const { rows } = await client.query('select 1 as here')
    expect(rows).toEqual([{ here: 1 }])
  } finally {
    client.release()
    await pool.end()
  }
})
