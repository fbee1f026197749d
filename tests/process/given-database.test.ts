// DATABASE_URL: the same service and commands on a PostgreSQL of the operator's own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { admin, makeUnreachable, newDataDir, startFailing, startMain, until } from '#support/programs'
import { createDatabase, createEmptyDatabase } from '#support/servers/database'
import { anEntry, requestsWith } from '#support/service'

const today = dayOf(new Date())

test('the service and the commands run on the given database, and nothing is started beside it', async () => {
  const { url, drop } = await createEmptyDatabase()
  const dataDir = newDataDir()
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  const first = await startMain({ env })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const path = `/companies/${first.companyId}`
  const entries = `${path}/journal-entries`
  const booked = await requestsWith(first.base, first.token).post(entries, anEntry({ date: today }))
  expect(booked).toMatchObject({ status: 200, body: { journalEntryNumber: 'V1' } })
  const { stdout } = await admin(dataDir, ['company', 'list', '--json'], env)
  expect(JSON.parse(stdout)).toMatchObject({ companies: [{ id: first.companyId }] })
  expect(await first.stop()).toMatchObject({ code: 0, stderr: '' })

  const [second, third] = await Promise.all([startMain({ env }), startMain({ env })])
  expect(second.said()).not.toMatch(/gb_|curl/)
  const kept = await requestsWith(second.base, first.token).get(`${entries}/${booked.body.id}`)
  expect(kept.body).toEqual(booked.body)
  const beside = await requestsWith(third.base, first.token).post(entries, anEntry({ date: today }))
  expect(beside.body.journalEntryNumber).toBe('V2')
  expect(await second.stop('SIGINT')).toMatchObject({ code: 0 })
  expect(await third.stop()).toMatchObject({ code: 0 })

  expect(await admin(dataDir, ['verify'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The books are right\.\n/),
  })
  await drop()
})

test('a database that a newer program has used is refused, and left as it is', async () => {
  const { url, drop } = await createEmptyDatabase()
  const env = { DATA_DIR: newDataDir(), DATABASE_URL: url }
  const ask = async (text: string): Promise<unknown> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }
  const migrated = await admin(env.DATA_DIR, ['migrate', '--json'], env)
  expect(migrated.code).toBe(0)
  const applied: string[] = JSON.parse(migrated.stdout).applied
  expect(applied.pop()).toMatch(/^functions of revision \d+$/)
  const records = 'select * from platform.migration, platform.function_revision order by number, id'
  await ask(`insert into platform.function_revision (revision, digest) values (1000000, '')`)
  const functions = await ask(records)
  const refused = await admin(env.DATA_DIR, ['verify'], env)
  expect(refused.stderr).toMatch(
    /The database was used by a newer Grundbok: its functions are of revision 1000000, .+\n$/,
  )
  expect(await ask(records)).toEqual(functions)
  await ask(`insert into platform.migration (number, name, checksum) values (${applied.length + 1}, 'later.sql', '')`)
  const before = await ask(records)
  const started = await startFailing(env)
  const asked = await admin(env.DATA_DIR, ['verify'], env)
  expect([started.code, asked.code]).toEqual([78, 1])
  for (const { stderr } of [started, asked]) {
    expect(stderr).toMatch(/The database was used by a newer Grundbok: it has migration .+\n$/)
  }
  expect(await ask(records)).toEqual(before)
  await drop()
})

test('a database that goes away is reported by /ready and comes back by itself', async () => {
  const { url, drop } = await createDatabase()
  const service = await startMain({ env: { DATA_DIR: newDataDir(), DATABASE_URL: url } }, ['--no-demo'])
  const ready = () => fetch(service.base.replace('/v1', '/ready')).then(({ status }) => status)
  expect(await ready()).toBe(200)
  await makeUnreachable(url, async () => (await ready()) === 503)
  await until(async () => (await ready()) === 200)
  expect(await service.stop()).toMatchObject({ code: 0 })
  await drop()
})
