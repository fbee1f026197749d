// Databases of earlier versions, as `npm run stored-dump` has kept them, come to this version by its migrations: the
// books verify, every list and report still shows all that it showed, and work goes on.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { admin, adminJson, newDataDir, startMain } from '#support/programs'
import { createEmptyDatabase, type TestDatabase } from '#support/servers/database'
import { anEntry, request, requestsWith } from '#support/service'
import { cookieOf, newVisitor } from '#support/visitor'

/**
 * Of a version: its database as statements, the key that opens what is sealed, and what the API showed: to the owner
 * who logs in, or to the demo's token where none is kept. Files stand under their places, in base64, where they are
 * kept.
 */
type Stored = {
  companyId: string
  secretKey: string
  statements: string
  shown: Record<string, unknown>
  login?: { email: string; password: string }
  files?: Record<string, string>
}

const folder = join('tests', 'upgrade')
const names = readdirSync(folder).filter((name) => name.endsWith('.json.gz'))

const storedAs = (name: string): Stored => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString('utf8'))

/** What follows from the day on which it is asked, and from rates of the law that came after the dump. */
const OF_THE_DAY = ['knownAt', 'status', 'statutoryRate']
/** Without the files, only their absence is reported. */
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

/** Of a balance sheet its totals: its lines were merged before, and stand by themselves since. */
const summed = (shown: unknown, path: string): unknown => {
  if (!path.startsWith('reports/balance-sheet')) return shown
  const { rows, ...rest } = shown as { rows: { kind: string; key: string; values: unknown }[] }
  const totals = rows.filter(({ key }) => /^(?:total|difference$|computedResult$)|Total$/.test(key))
  return { ...rest, totals: Object.fromEntries(totals.map(({ key, values }) => [key, values])) }
}

const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

const restored = async ({ statements, secretKey, files = {} }: Stored) => {
  const database = await createEmptyDatabase()
  databases.push(database)
  const client = new Client(database.connection)
  await client.connect()
  await client.query(statements)
  await client.end()
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'secret-key'), secretKey, { mode: 0o600 })
  for (const [place, bytes] of Object.entries(files)) {
    const path = join(dataDir, 'files', place)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, { encoding: 'base64', mode: 0o600 })
  }
  // What comes due on some later day is left: it would add to what was kept.
  return { dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: database.url, RUN_JOBS: 'false' } }
}

/** Asks the company as it was asked when its answers were kept. */
const askedAs = async ({ companyId, login }: Stored, origin: string, token: string) => {
  const url = `${origin}/v1/companies/${companyId}`
  const company = requestsWith(url, token)
  if (!login) return { company, get: company.get }
  const owner = newVisitor({ origin })
  await owner.logIn(login.email, login.password)
  const headers = { cookie: cookieOf(owner) }
  return { company, get: (path: string) => request(`${url}${path}`, { headers }) }
}

test('there is a database of an earlier version', () => {
  expect(names).not.toEqual([])
})

test.each(names)('%s comes to this version with all that it held', async (name) => {
  const stored = storedAs(name)
  const { shown, files } = stored
  const { dataDir, env } = await restored(stored)
  const service = await startMain({ env: { ...env, RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0' } }, ['--no-demo'])
  const { TOKEN: token } = await adminJson(dataDir, ['demo', 'token'], env)
  const { company, get } = await askedAs(stored, new URL(service.base).origin, token)
  const losses: string[] = []
  for (const [path, was] of Object.entries(shown)) {
    const { status, body } = await get(`/${path}`)
    losses.push(...(status === 200 ? lost(summed(was, path), summed(body, path), path) : [`${path}: ${status}`]))
  }
  expect(losses).toEqual([])

  const verified = await admin(dataDir, ['verify', '--json'], env)
  const { faults, entries } = JSON.parse(verified.stdout)
  expect(faults.filter((fault: unknown) => files || !OF_FILES.test(JSON.stringify(fault)))).toEqual([])
  expect(entries).toBeGreaterThan(100)
  const { items } = shown['fiscal-years?pageSize=100'] as { items: { endDate: string }[] }
  // The last day of its last year, once that has come.
  const [date] = [dayOf(new Date()), items[0]?.endDate ?? ''].sort()
  const booked = await company.post('/journal-entries', anEntry({ date }))
  expect(booked.status, booked.text).toBe(200)
  expect(await service.stop()).toMatchObject({ code: 0 })
})
