// A data folder that an earlier major version of PostgreSQL wrote: the service starts nothing and says what to do, and
// one command brings it to the present one, with all that it holds.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '#postgres/postgres'
import { needs } from '#support/needs'
import { admin, adminJson, connectTo, newDataDir, serverOf, startFailing, startMain } from '#support/programs'
import { anEntry, requestsWith } from '#support/service'
import { booksOf, earlier, filledByEarlier, numbersOf, today, upgrade } from './earlier-postgres.ts'

test('an earlier major version is not started, and is upgraded by one command that can be broken off', async () => {
  needs('PostgreSQL 17')
  const { dataDir, companyId, token, entries, numbers } = await filledByEarlier()
  const data = join(dataDir, 'postgres', 'data')
  const refused = await startFailing({ DATA_DIR: dataDir })
  expect([refused.code, refused.stderr]).toEqual([
    78,
    expect.stringMatching(/PostgreSQL 17.+database upgrade.+Nothing was/),
  ])
  expect([serverOf(dataDir), readFileSync(join(data, 'PG_VERSION'), 'utf8')]).toEqual([null, '17\n'])

  // Without the old programs, or on a database with contents that would not be migrated, nothing happens.
  const nowhere = await admin(dataDir, ['database', 'upgrade', '--programs', dataDir])
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/postgresql-17.+--programs/s)])

  // What an earlier attempt has left is no hindrance.
  mkdirSync(join(dataDir, 'upgrade', 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'upgrade', 'postgres', 'written'), 'half')
  const done = await adminJson(dataDir, upgrade)
  expect(done).toMatchObject({ upgraded: true, from: '17', to: '18', kept: `${data}-17` })
  expect(done.rows).toBeGreaterThan(100)
  expect([existsSync(join(dataDir, 'upgrade')), serverOf(dataDir)]).toEqual([false, null])
  expect(readFileSync(join(`${data}-17`, 'PG_VERSION'), 'utf8')).toBe('17\n')

  const service = await startMain({ env: { DATA_DIR: dataDir } })
  expect(await booksOf(service, { companyId, token })).toBe(entries)
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  expect((await company.post('/journal-entries', anEntry({ date: today }))).status).toBe(200)
  const client = await connectTo(dataDir)
  const { rows } = await client.query('show server_version')
  expect(rows[0]?.server_version).toMatch(/^18\./)
  // None is given twice.
  const later = await numbersOf(client)
  expect(Math.max(...Object.values(numbers))).toBeGreaterThan(0)
  expect(Object.entries(numbers).filter(([name, last]) => (later[name] ?? 0) < last)).toEqual([])
  await client.end()
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ faults: [] })
  expect(await adminJson(dataDir, upgrade)).toEqual({ upgraded: false })

  // Broken off between its last two steps: nothing starts, and the next run ends what was begun.
  mkdirSync(join(dataDir, 'upgrade', 'postgres'), { recursive: true })
  renameSync(data, join(dataDir, 'upgrade', 'postgres', 'data'))
  const between = await startFailing({ DATA_DIR: dataDir })
  expect(between.stderr).toMatch(/was interrupted, and .+data-17 holds the books: run it again/)
  const unverified = await admin(dataDir, upgrade)
  expect([unverified.code, unverified.stderr]).toEqual([1, expect.stringMatching(/holds the only copy of the books/)])
  writeFileSync(join(dataDir, 'upgrade', 'postgres', 'verified'), '')
  expect(await adminJson(dataDir, upgrade)).toMatchObject({ upgraded: true })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ faults: [] })
})

test('contents that would not be migrated, and books with faults, keep the old database where it is', async () => {
  needs('PostgreSQL 17')
  const { dataDir } = await filledByEarlier()
  const copy = newDataDir()
  cpSync(dataDir, copy, { recursive: true })
  const change = async (folder: string, statement: string) => {
    const server = await startPostgres(folder, { programs: earlier() })
    const client = new Client(server.connection)
    await client.connect()
    await client.query(statement)
    await client.end()
    await server.stop()
  }
  await change(dataDir, 'create role stranger')
  expect((await admin(dataDir, upgrade)).stderr).toContain('the role stranger')
  await change(dataDir, 'drop role stranger; alter table ledger.journal_entry add column own int')
  expect((await admin(dataDir, upgrade)).stderr).toContain('it was changed by hand')
  rmSync(join(copy, 'files'), { recursive: true })
  expect((await admin(copy, upgrade)).stderr).toContain('The upgrade is undone')
  for (const folder of [dataDir, copy]) {
    expect(readFileSync(join(folder, 'postgres', 'data', 'PG_VERSION'), 'utf8')).toBe('17\n')
    expect(serverOf(folder)).toBeNull()
  }
})
