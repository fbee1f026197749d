// Every command that meets a database of an earlier or a newer version says so in words, and changes nothing in it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '#server/admin/commands'

import { command } from '#support/commands'
import { createDatabase, type TestDatabase } from '#support/servers/database'

const folder = mkdtempSync(join(tmpdir(), 'grundbok-versions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each command on a database, with something for each option that it needs; those that open none are left out. */
const lines = commands
  .filter((one) => 'run' in one)
  .map(({ name, file, options }) => [
    ...name.split(' '),
    ...(file === undefined ? [] : ['examples/2025.se']),
    ...options.filter(({ required }) => required).flatMap((option) => [`--${option.name}`, 'x']),
  ])

const newest = 'select max(number) from platform.migration'
const cases: { what: string; change: string; says: RegExp; upgrades: boolean }[] = [
  {
    what: 'lacks a migration',
    change: `delete from platform.migration where number = (${newest})`,
    says: /by an earlier Grundbok: it has \d+ migrations, and this program knows \d+ of them\. .+ migrate`/,
    upgrades: true,
  },
  {
    what: 'has earlier functions',
    change: `update platform.function_revision set revision = 1, digest = ''`,
    says: /by an earlier Grundbok: its functions are of revision 1, and this program knows revision \d+\. Start/,
    upgrades: true,
  },
  {
    what: 'has a later migration',
    change: `insert into platform.migration (number, name, checksum) values ((${newest}) + 1, '9999-later.sql', '')`,
    says: /^The database was used by a newer Grundbok: it has migration \d+ \(9999-later\.sql\)/,
    upgrades: false,
  },
  {
    what: 'has later functions',
    change: 'update platform.function_revision set revision = 1000000',
    says: /^The database was used by a newer Grundbok: its functions are of revision 1000000/,
    upgrades: false,
  },
]

describe.each(cases)('a database that $what', ({ change, says, upgrades }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await ask(change)
  })
  afterAll(() => database.drop())

  const ask = async (text: string): Promise<unknown[]> => {
    const client = new Client(database.connection)
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }
  const records = () => ask('select * from platform.migration full join platform.function_revision on false')

  test('is reported by every command, and is left unchanged', async () => {
    const before = await records()
    const asked = lines.filter(([first]) => !upgrades || first !== 'migrate')
    expect(asked.length).toBeGreaterThan(90)
    const wrong: string[] = []
    for (const words of asked) {
      const { code, stdout, stderr } = await command({ folder, databaseUrl: database.url }, words)
      if (code !== 1 || stdout !== '' || !says.test(stderr)) wrong.push(`${words.join(' ')}: ${code} ${stderr}`)
    }
    expect(wrong).toEqual([])
    expect(await records()).toEqual(before)
  })
})

test('migrate brings it up to date, and commands work again; tables changed by hand are told in words', async () => {
  const { url, connection, drop } = await createDatabase()
  const run = (...words: string[]) => command({ folder, databaseUrl: url }, words)
  const client = new Client(connection)
  await client.connect()
  await client.query(`update platform.function_revision set revision = 1, digest = ''`)
  expect(await run('doctor')).toMatchObject({ code: 1, stdout: '' })
  expect(await run('migrate')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Applied functions of revision/),
  })
  expect((await run('jobs', 'list')).code).toBe(0)
  await client.query('alter table platform.job rename column failed_at to broken_at')
  for (const words of [['doctor'], ['jobs', 'list']]) {
    const { code, stderr } = await run(...words)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database has not the tables that this version of Grundbok knows \(.*failed_at.*\): /),
    ])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
  await client.end()
  await drop()
})
