// Databases of earlier versions, as `npm run stored-dump` has kept them, come to this version by its migrations: the
// books verify, every list and report still shows all that it showed, and work goes on.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { createEmptyDatabase, type TestDatabase } from '#support/database'
import { admin, adminJson, newDataDir, startMain } from '#support/programs'
import { anEntry, requestsWith } from '#support/service'

/** Of a version: its database as statements, the key that opens what is sealed, and what the API showed. */
type Stored = { companyId: string; secretKey: string; statements: string; shown: Record<string, unknown> }

const folder = join('tests', 'upgrade')
const names = readdirSync(folder).filter((name) => name.endsWith('.json.gz'))

const storedAs = (name: string): Stored => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString('utf8'))

/** What follows from the day on which it is asked. */
const OF_THE_DAY = ['knownAt', 'status']
/** Files are not kept: of them it is told that they are missing, and of nothing else. */
const OF_FILES = /\bfile\b|\bis missing\b/

/** Where something that was shown is not shown any more, or otherwise; new names beside it are no loss. */
const lost = (was: unknown, is: unknown, place = ''): string[] => {
  if (typeof was !== 'object' || was === null) return Object.is(was, is) ? [] : [`${place}: ${was} is ${is}`]
  if (typeof is !== 'object' || is === null) return [`${place} is ${is}`]
  if (Array.isArray(was) && was.length !== (is as unknown[]).length) {
    return [`${place} has ${(is as unknown[]).length} of ${was.length}`]
  }
  return Object.entries(was)
    .filter(([key]) => !OF_THE_DAY.includes(key))
    .flatMap(([key, value]) => lost(value, (is as Record<string, unknown>)[key], `${place}/${key}`))
}

const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

const restored = async ({ statements, secretKey }: Stored) => {
  const database = await createEmptyDatabase()
  databases.push(database)
  const client = new Client(database.connection)
  await client.connect()
  await client.query(statements)
  await client.end()
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'secret-key'), secretKey, { mode: 0o600 })
  // What comes due on some later day is left: it would add to what was kept.
  return { dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: database.url, RUN_JOBS: 'false' } }
}

test('there is a database of an earlier version', () => {
  expect(names).not.toEqual([])
})

test.each(names)('%s comes to this version with all that it held', async (name) => {
  const stored = storedAs(name)
  const { companyId, shown } = stored
  const { dataDir, env } = await restored(stored)
  const service = await startMain({ env: { ...env, RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0' } }, ['--no-demo'])
  const { TOKEN: token } = await adminJson(dataDir, ['demo', 'token'], env)
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  const losses: string[] = []
  for (const [path, was] of Object.entries(shown)) {
    const { status, body } = await company.get(`/${path}`)
    losses.push(...(status === 200 ? lost(was, body, path) : [`${path}: ${status}`]))
  }
  expect(losses).toEqual([])

  const verified = await admin(dataDir, ['verify', '--json'], env)
  const { faults, entries } = JSON.parse(verified.stdout)
  expect(faults.filter((fault: unknown) => !OF_FILES.test(JSON.stringify(fault)))).toEqual([])
  expect(entries).toBeGreaterThan(100)
  const { items } = shown['fiscal-years?pageSize=100'] as { items: { endDate: string }[] }
  // The last day of its last year, once that has come.
  const [date] = [dayOf(new Date()), items[0]?.endDate ?? ''].sort()
  const booked = await company.post('/journal-entries', anEntry({ date }))
  expect(booked.status, booked.text).toBe(200)
  expect(await service.stop()).toMatchObject({ code: 0 })
})
