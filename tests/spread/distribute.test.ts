// A database with books in it is moved onto the machines of a cluster: dumped from one machine, restored in a database
// that knows the others, and spread there. Killed at any moment, all books are there, once.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { admin, adminJson, newDataDir, type RunningService, start, startMain, until } from '#support/programs'
import { pdfFile } from '#support/samples/sample-files'
import { yearFile } from '#support/samples/voucher-file'
import { createEmptyDatabase, createJoinedDatabase, type TestDatabase } from '#support/servers/database'
import { anEntry, requestsWith } from '#support/service'

const today = dayOf(new Date())
const folder = mkdtempSync(join(tmpdir(), 'grundbok-distribute-'))
const dataDir = newDataDir()
let plain: TestDatabase
let joined: TestDatabase
let before: Shown[]
let companies: Company[]
beforeAll(async () => {
  plain = await createEmptyDatabase()
  joined = await createJoinedDatabase()
})
afterAll(async () => {
  await plain.drop()
  await joined.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Nothing is read of documents: that is done when there is time, and leaves events. */
const SETTINGS = { DATA_DIR: dataDir, WEBHOOK_ADDRESSES: '127.0.0.1', DOCUMENT_READER: 'none' }
const envOf = ({ url }: TestDatabase) => ({ ...SETTINGS, DATABASE_URL: url })
const commandOn = (database: TestDatabase, words: readonly string[]) => admin(dataDir, words, envOf(database))
const jsonOf = (database: TestDatabase, words: readonly string[]) => adminJson(dataDir, words, envOf(database))

const asked = async <Row>({ url }: TestDatabase, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

type Company = { id: string; token: string }
type Shown = { path: string; status: number; body: unknown }

const PATHS = [
  '/company-information',
  '/fiscal-years',
  '/chart-of-accounts?pageSize=100',
  '/journal-entries?pageSize=100',
  '/customers',
  '/invoices?pageSize=100',
  '/supplier-invoices?pageSize=100',
  '/bank-transactions?pageSize=100',
  '/uploads',
  '/vat-returns',
  '/webhooks',
  '/events?pageSize=100',
  '/reports/trial-balance',
  '/reports/income-statement',
  '/reports/balance-sheet',
]

const shownBy = async ({ base }: RunningService): Promise<Shown[]> => {
  const shown: Shown[] = []
  for (const { id, token } of companies) {
    const api = requestsWith(`${base}/companies/${id}`, token)
    for (const path of PATHS) {
      const { status, body } = await api.get(path)
      // How far a webhook has been told goes on by itself.
      if (path === '/webhooks') for (const webhook of body.items) delete webhook.lastEventNumber
      shown.push({ path: `${id} ${path}`, status, body })
    }
  }
  return shown
}

/** How many companies there are beside the one of the demo: so many that they stand on both machines, nearly always. */
const COMPANIES = 7

/** Companies with a token; the first of them imports a year, the others are clients of an agency. */
const fill = async ({ owner }: RunningService): Promise<void> => {
  const byra = ['--name', 'Byrån AB', '--organization-number', '559999-0008', '--admin', owner.email]
  const agency = await jsonOf(plain, ['agency', 'create', ...byra])
  const file = join(folder, 'year.se')
  writeFileSync(file, yearFile(40))
  for (let count = 1; count <= COMPANIES; count += 1) {
    const words = ['company', 'create', '--name', `Bolag ${count} AB`, '--organization-number', '559999-0008']
    const year = count === 1 ? [] : ['--fiscal-year', `${today.slice(0, 4)}-01-01:${today.slice(0, 4)}-12-31`]
    const { id } = await jsonOf(plain, [...words, ...year])
    const { token } = await jsonOf(plain, ['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'all'])
    if (count === 1) await jsonOf(plain, ['sie', 'import', file, '--company', id])
    else await jsonOf(plain, ['agency', 'add-company', '--agency', agency.id, '--company', id])
    companies.push({ id, token })
  }
}

/** What each company does: entries, a file, a webhook whose receiver is away, so that its deliveries wait. */
const work = async ({ base }: RunningService): Promise<void> => {
  for (const { id, token } of companies) {
    const api = requestsWith(`${base}/companies/${id}`, token)
    expect((await api.post('/webhooks', { url: 'http://127.0.0.1:1/', kinds: ['customer.created'] })).status).toBe(200)
    expect((await api.post('/customers', { name: 'Kund AB', type: 'company' })).status).toBe(200)
    expect((await api.upload('/uploads', 'kvitto.pdf', await pdfFile())).status).toBe(200)
    const date = dateOf(id)
    expect((await api.post('/journal-entries', anEntry({ title: 'Före', date }))).status).toBe(200)
  }
}

/** A day of the company's year: one has only that which it has imported. */
const dateOf = (id: string): string => (id === companies[1]?.id ? '2010-06-10' : today)

const jobsOf = (database: TestDatabase) =>
  asked<{ id: string; kind: string }>(database, 'select id, kind from platform.job order by number')

test('a database of one machine is filled, and refuses to be spread', async () => {
  const service = await startMain({ env: envOf(plain) }, [])
  companies = [{ id: service.companyId, token: service.token }]
  await fill(service)
  await work(service)
  const demo = requestsWith(`${service.base}/companies/${service.companyId}`, service.token)
  await until(async () => (await demo.get('/vat-returns')).body.items.length > 0)
  await until(async () => !(await jobsOf(plain)).some(({ kind }) => kind.includes('demo')))
  // Each delivery has been tried once, and waits.
  const untried = 'select from webhooks.subscription where failing_since is null'
  await until(async () => (await asked(plain, untried)).length === 0)
  expect(await commandOn(plain, ['database', 'distribute'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/has no extension citus: bring it into one that has/),
  })
  await service.stop()
  // The events that a start leaves are part of what is shown.
  const again = await startMain({ env: envOf(plain) })
  before = await shownBy(again)
  await again.stop()
  expect(before.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([])
})

test('restored on a cluster, it stands on one machine and works, and is not spread while it does', async () => {
  const dump = join(folder, 'books.dump')
  execFileSync('pg_dump', ['--format=custom', '--file', dump, plain.url])
  execFileSync('pg_restore', ['--exit-on-error', '--dbname', joined.url, dump])
  const service = await startMain({ env: envOf(joined) })
  expect(await commandOn(joined, ['database', 'distribute'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/in use by grundbok \(\d+, such as pid \d+\): stop the service on every machine/),
  })
  expect(await shownBy(service)).toEqual(before)
  await service.stop()
})

const isSpread = async (): Promise<boolean> =>
  (await asked(joined, `select from pg_dist_partition where partmethod = 'h' limit 1`)).length > 0

/** Begins the move, and kills it when something has come about. */
const killedWhen = async (hasComeAbout: (said: string) => boolean): Promise<void> => {
  const program = start([process.execPath, 'dist/admin.js', 'database', 'distribute'], { env: envOf(joined) })
  let hasEnded = false
  const ended = program.ended.then(({ code, stderr }) => {
    hasEnded = true
    return { code, stderr }
  })
  await until(() => hasEnded || hasComeAbout(program.told()))
  program.kill('SIGKILL')
  expect(await ended).toMatchObject({ code: null })
}

test('killed in the middle, it is as it was', async () => {
  const jobs = await jobsOf(joined)
  await killedWhen((said) => /^60 of \d+ tables/m.test(said))
  // The tables are free once the server has noticed.
  expect(await asked(joined, 'select count(*)::int as count from ledger.journal_entry')).toEqual(
    await asked(plain, 'select count(*)::int as count from ledger.journal_entry'),
  )
  expect(await isSpread()).toBe(false)
  expect(await jobsOf(joined)).toEqual(jobs)
})

test('killed when the books are moved and nothing else is, the next run does the rest', async () => {
  const [{ most } = { most: 0 }] = await asked<{ most: number }>(
    joined,
    'select max(number)::int as most from platform.job',
  )
  const jobs = await jobsOf(joined)
  expect(jobs.some(({ kind }) => kind.startsWith('webhooks.'))).toBe(true)
  await killedWhen((said) => /^The books are moved\./m.test(said))
  expect(await isSpread()).toBe(true)
  const { code, stdout, stderr } = await commandOn(joined, ['database', 'distribute'])
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/spread already; what was left to do is done\.\nThe books are right/)
  expect(await commandOn(joined, ['database', 'distribute'])).toMatchObject({
    code: 0,
    stdout: 'The database is spread over the machines of its cluster already\n',
  })
  const left = `
    select logicalrelid::text from pg_dist_partition
    where (partmethod = 'h' or repmodel = 't') and pg_relation_size(logicalrelid) > 0`
  expect(await asked(joined, left)).toEqual([])
  expect((await jobsOf(joined)).slice(0, jobs.length)).toEqual(jobs)
  const next = `select nextval(pg_get_serial_sequence('platform.job', 'number'))::int > ${most} as "isBehind"`
  expect(await asked(joined, next)).toEqual([{ isBehind: true }])
})

test('all that was shown is shown, from both machines, and the books go on', async () => {
  const service = await startMain({ env: envOf(joined) })
  expect(await shownBy(service)).toEqual(before)
  const places = await asked(
    joined,
    `
    select distinct nodeport from identity.company c
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('identity.company', c.id)
    join pg_dist_node n using (groupid)`,
  )
  expect(places.length).toBeGreaterThan(1)
  const lasts = await asked<{ id: string; year: string; number: number }>(
    plain,
    `select s.company_id as id, to_char(y.start_date, 'YYYY') as year, s.last_number::int as number
     from ledger.series s join ledger.fiscal_year y on y.id = s.fiscal_year_id where s.series = 'V'`,
  )
  for (const { id, token } of companies) {
    const api = requestsWith(`${service.base}/companies/${id}`, token)
    const booked = await api.post('/journal-entries', anEntry({ title: 'Efter', date: dateOf(id) }))
    const last = lasts.find((one) => one.id === id && one.year === dateOf(id).slice(0, 4))
    expect(booked.body).toMatchObject({ journalEntryNumber: `V${(last?.number ?? 0) + 1}` })
  }
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await commandOn(joined, ['verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The books are right/),
  })
})

test('it says what it found, a table at a time, when nothing comes between', async () => {
  const other = await createJoinedDatabase()
  execFileSync('pg_restore', ['--exit-on-error', '--dbname', other.url, join(folder, 'books.dump')])
  const { code, stdout, stderr } = await commandOn(other, ['database', 'distribute', '--json'])
  expect(code, stderr).toBe(0)
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({ distributed: true, machines: 2, faults: [] })
  expect(found.companies.map(({ id }: { id: string }) => id).sort()).toEqual(companies.map(({ id }) => id).sort())
  const sums = await asked<{ id: string }>(
    plain,
    `select company_id as id, count(*)::int as items, to_char(sum(debit) / 100.0, 'FM9999999990.00') as debit,
       to_char(sum(credit) / 100.0, 'FM9999999990.00') as credit
     from ledger.journal_entry_item group by 1`,
  )
  for (const one of sums) expect(found.companies).toContainEqual(expect.objectContaining(one))
  expect(stderr).toMatch(new RegExp(`^1 of ${found.tables} tables: identity.company, 8 rows, by company$`, 'm'))
  expect(stderr).toMatch(new RegExp(`^${found.tables} of ${found.tables} tables: `, 'm'))
  await other.drop()
})
