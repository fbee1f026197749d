// Backups while the service runs: what was acknowledged outlives the machine, any moment comes back, and what is not
// sound is found.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backupService, restore, type Target } from '#backup'
import { dayOf } from '#platform/day'
import { slotsNamed } from '#postgres/database-session'
import { startPostgres } from '#postgres/postgres'
import { logPieceName, logPieceOf } from '#rules/backup/backup'
import { nodeSentence } from '#rules/programs/node-version'
import { command } from '#support/commands'
import {
  admin,
  adminJson,
  killIfThere,
  newDataDir,
  newUsedDataDir,
  serverOf,
  startMain,
  until,
} from '#support/programs'
import { figure } from '#support/reading/figures'
import { BACKUP_BUCKET, startS3 } from '#support/servers/s3'
import { anEntry, request, requestsWith } from '#support/service'

const today = dayOf(new Date())
const PASSPHRASE = 'en fras som ingen annan har'
const TOKEN = 'en-lang-hemlighet-for-matvarden'
const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE }
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000
/** A service makes a base when it begins, and none by the turn of the day, which is as far away as it can be. */
const kept = {
  ...passphrase,
  BACKUP_AT: new Date(Date.now() + HALF_A_DAY_MS).toLocaleTimeString('sv-SE', {
    timeZone: 'Europe/Stockholm',
    hour: '2-digit',
    minute: '2-digit',
  }),
}

const folders: string[] = []
const newTarget = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-target-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Listed = {
  backups: { base: string; endedAt: string; bytes: number; check: { faults: string[]; entries: number } | null }[]
  restorable: { from: string; to: string }[]
}

/** The commands on a target, from a machine that has nothing else but how to reach it. */
const elsewhere = (target: string, reach: Record<string, string> = {}) => {
  const dataDir = newDataDir()
  const named = (words: readonly string[]) => [...words, '--from', target]
  return {
    run: (words: readonly string[], env: Record<string, string> = passphrase) => admin(dataDir, named(words), env),
    /** It is asked again and again: in this process, it costs no start of a program. */
    list: async (): Promise<Listed> => {
      const { stdout } = await command({ folder: dataDir, databaseUrl: '' }, named(['backup', 'list', '--json']), reach)
      return JSON.parse(stdout)
    },
    restore: (into: string, ...words: string[]) =>
      adminJson(dataDir, named(['restore', '--into', into, ...words]), { ...passphrase, ...reach }),
  }
}

const pathsBelow = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => !path.includes('.arriving-')).sort()

/** Changes one byte in the middle of a file. */
const damage = (path: string): void => {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

test('what was acknowledged outlives the machine, and a moment between two entries comes back', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newTarget()
  const { list, restore } = elsewhere(target)
  const service = await startMain({ env: { DATA_DIR: dataDir, BACKUP_TO: target, ...kept } })
  const company = (base: string) => requestsWith(`${base}/companies/${companyId}`, token)
  const post = async (title: string): Promise<string> => {
    const { status, body } = await company(service.base).post('/journal-entries', anEntry({ title, date: today }))
    expect(status).toBe(200)
    return body.id
  }
  /** Everything that was committed before a moment is in the backup. */
  const holds = (moment: number) =>
    until(async () => (await list()).restorable.some(({ to }) => Date.parse(to) >= moment))

  await until(async () => (await list()).backups.length > 0)
  const first = await post('Första')
  const uploaded = await company(service.base).upload('/uploads', 'kvitto.pdf', readFileSync('examples/kvitto.pdf'))
  expect(uploaded.status).toBe(200)
  // The clock of the database goes on between the two.
  const between = new Date()
  await until(() => Date.now() > between.getTime() + 1)
  const later: string[] = []
  for (let count = 1; count <= 20; count++) later.push(await post(`Senare ${count}`))
  await holds(Date.now())
  // A folder for it is there before it is.
  const digest = createHash('sha256').update(readFileSync('examples/kvitto.pdf')).digest('hex')
  await until(() => pathsBelow(target).some((path) => path.startsWith('files/') && path.endsWith(digest)))
  // Commands work beside a service that keeps a backup.
  expect(await admin(dataDir, ['verify'])).toMatchObject({ code: 0 })
  // The machine is gone, with all that was on it.
  const server = serverOf(dataDir)
  service.kill('SIGKILL')
  if (server !== null) process.kill(server, 'SIGKILL')
  await service.ended
  // The check of the base is a program of its own, with a server of its own.
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('backup-check-'))) {
    killIfThere(Number(name.slice('backup-check-'.length)))
    const its = serverOf(join(dataDir, name))
    if (its !== null) killIfThere(its)
  }
  // What those have begun may still be writing for a moment.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 100, retryDelay: 100 })

  const latest = newDataDir()
  const earlier = newDataDir()
  expect(await restore(latest)).toMatchObject({ lastChange: expect.any(String) })
  const again = await startMain({ env: { DATA_DIR: latest } })
  const back = company(again.base)
  for (const id of [first, ...later]) expect((await back.get(`/journal-entries/${id}`)).status).toBe(200)
  const file = await back.get(`/uploads/${uploaded.body.id}/download`)
  expect([file.status, file.text]).toEqual([200, readFileSync('examples/kvitto.pdf').toString('latin1')])
  await again.stop()
  expect(await admin(latest, ['verify'])).toMatchObject({ code: 0 })

  await restore(earlier, '--at', between.toISOString())
  const then = await startMain({ env: { DATA_DIR: earlier } })
  expect((await company(then.base).get(`/journal-entries/${first}`)).status).toBe(200)
  for (const id of later) expect((await company(then.base).get(`/journal-entries/${id}`)).status).toBe(404)
  await then.stop()

  await refusesOthers(target, earlier)
})

/** What cannot be restored says why, and leaves nothing behind. */
const refusesOthers = async (target: string, filled: string): Promise<void> => {
  const { run } = elsewhere(target)
  const refusals: [string[], Record<string, string>, RegExp][] = [
    [['--into', filled], passphrase, /is not empty: name one that is/],
    [
      ['--into', newDataDir()],
      { BACKUP_PASSPHRASE: 'en annan och felaktig' },
      /passphrase does not open the secret key/,
    ],
    [['--into', newDataDir()], {}, /BACKUP_PASSPHRASE is not set, and there is no terminal/],
    [
      ['--into', newDataDir(), '--at', '2020-01-01'],
      passphrase,
      /cannot be restored\. What can be is, in UTC, 20\d\d-/,
    ],
    [['--into', newDataDir(), '--at', 'igår'], passphrase, /--at: "igår" is not a time/],
  ]
  for (const [words, env, sentence] of refusals) {
    const refused = await run(['restore', ...words], env)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(sentence)])
    const into = words[1] ?? ''
    if (into !== filled) expect(existsSync(into) ? readdirSync(into) : []).toEqual([])
  }
}

test('the service checks its backup by itself, and goes on with it after a restart', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newTarget()
  const { list, restore } = elsewhere(target)
  const env = { DATA_DIR: dataDir, BACKUP_TO: target, METRICS_TOKEN: TOKEN, ...kept }
  const service = await startMain({ env })
  const post = (base: string, title: string) =>
    requestsWith(`${base}/companies/${companyId}`, token).post('/journal-entries', anEntry({ title, date: today }))
  await until(async () => (await list()).backups.some(({ check }) => check !== null))
  expect((await list()).backups).toMatchObject([{ check: { faults: [] } }])
  // Operators read of it without a look into the backup.
  const told = (path: string, authorization = `Bearer ${TOKEN}`) =>
    request(new URL(path, service.base).href, { headers: { authorization } })
  // What the check found is in the backup a moment before the service has noted it.
  const figureOf = async (name: string) => figure((await told('/metrics')).text, `grundbok_backup_${name}`, {})
  for (const name of ['age_seconds', 'faults']) await until(async () => (await figureOf(name)) !== undefined)
  expect(await figureOf('faults')).toBe(0)
  expect((await told('/ready')).body.checks).toContainEqual(expect.objectContaining({ check: 'backup', level: 'ok' }))
  expect((await told('/ready', 'Bearer annan')).body).toEqual({ status: 'ok' })
  const before = await post(service.base, 'Före')
  expect(await service.stop()).toMatchObject({ code: 0 })
  // It ends with everything in the backup, so that nothing has to be waited for.
  const again = await startMain({ env })
  const after = await post(again.base, 'Efter')
  expect(await again.stop()).toMatchObject({ code: 0 })
  expect((await list()).restorable).toHaveLength(1)
  expect(readdirSync(join(target, 'lines'))).toHaveLength(1)

  const into = newDataDir()
  await restore(into)
  const restored = await startMain({ env: { DATA_DIR: into, BACKUP_TO: target, ...kept } })
  const back = requestsWith(`${restored.base}/companies/${companyId}`, token)
  for (const { body } of [before, after]) expect((await back.get(`/journal-entries/${body.id}`)).status).toBe(200)
  // What was restored has a history of its own, and so a line of its own.
  await until(async () => (await list()).restorable.length === 2)
  await restored.stop()
})

test('the latest point is the end of the log, despite backups made by hand meanwhile', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newTarget()
  const { list, restore } = elsewhere(target)
  const service = await startMain({ env: { DATA_DIR: dataDir, BACKUP_TO: target, ...kept } })
  const post = (title: string) =>
    requestsWith(`${service.base}/companies/${companyId}`, token).post(
      '/journal-entries',
      anEntry({ title, date: today }),
    )
  await until(async () => (await list()).backups.length > 0)
  const before = await post('Före')
  const made = await adminJson(dataDir, ['backup', '--to', target], passphrase)
  const after = await post('Efter')
  const moment = Date.now()
  await until(async () => (await list()).restorable.some(({ to }) => Date.parse(to) >= moment))
  expect(await service.stop()).toMatchObject({ code: 0 })

  const found = async (...words: string[]) => {
    const into = newDataDir()
    const { base } = await restore(into, ...words)
    const restored = await startMain({ env: { DATA_DIR: into } })
    const back = requestsWith(`${restored.base}/companies/${companyId}`, token)
    const statuses: number[] = []
    for (const { body } of [before, after]) statuses.push((await back.get(`/journal-entries/${body.id}`)).status)
    await restored.stop()
    return { isByHand: base === made.base, statuses }
  }
  expect(await found()).toEqual({ isByHand: false, statuses: [200, 200] })
  // It still brings back the moment at which it ended, as the list says it.
  const { endedAt = '' } = (await list()).backups.find(({ base }) => base === made.base) ?? {}
  expect(await found('--at', endedAt)).toEqual({ isByHand: true, statuses: [200, 404] })
})

test('a service that stops while it checks a base leaves nothing of the check, and checks that base later', async () => {
  const { dataDir } = await newUsedDataDir()
  const target = newTarget()
  const { list } = elsewhere(target)
  const env = { DATA_DIR: dataDir, BACKUP_TO: target, ...kept }
  const scratch = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-check-'))
  const service = await startMain({ env })
  await until(() => scratch().some((name) => existsSync(join(dataDir, name, 'postgres'))))
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(scratch()).toEqual([])
  expect((await list()).backups).toMatchObject([{ check: null }])
  const again = await startMain({ env })
  await until(async () => (await list()).backups[0]?.check !== null)
  expect((await list()).backups).toMatchObject([{ check: { faults: [] } }])
  expect(await again.stop()).toMatchObject({ code: 0 })
  expect(scratch()).toEqual([])
})

test('a backup that is not sound is found', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newTarget()
  const { run, list } = elsewhere(target)
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  await company.post('/journal-entries', anEntry({ date: today }))
  const made = await adminJson(dataDir, ['backup', '--check'], { ...passphrase, BACKUP_TO: target })
  expect(made).toMatchObject({ faults: [], check: { entries: 1, faults: [] } })
  await service.stop()
  // It counts for figures and doctor as one by the service does.
  const server = await startPostgres(dataDir)
  const reader = new Client(server.connection)
  await reader.connect()
  const noted = await reader.query('select place, checked_base, faults from operator.backup')
  expect(noted.rows).toEqual([{ place: target, checked_base: made.base, faults: 0 }])
  await reader.end()
  await server.stop()
  expect(await list()).toMatchObject({ backups: [{ base: made.base, check: { entries: 1 } }], restorable: [{}] })

  // A check that has too little room is none: it says so before it fills the disk.
  const crammed = await run(['backup', 'check'], { ...passphrase, MIN_FREE_SPACE: '999999999' })
  expect([crammed.code, crammed.stderr]).toEqual([1, expect.stringMatching(/too little space .* it takes \d{9,} MiB/)])
  expect(await list()).toMatchObject({ backups: [{ check: { entries: 1, faults: [] } }] })
  const [facts = ''] = pathsBelow(target).filter((path) => path.endsWith('/base.json'))
  const { bytes, unpackedBytes } = JSON.parse(readFileSync(join(target, facts), 'utf8'))
  expect(unpackedBytes).toBeGreaterThan(2 * bytes)

  const [part = ''] = pathsBelow(target).filter((path) => path.endsWith('/000001'))
  const logs = pathsBelow(target).filter((path) => /\/log\/.*\.gz$/.test(path))
  const [log = ''] = logs.slice(-1)
  for (const path of [part, log]) {
    const sound = readFileSync(join(target, path))
    damage(join(target, path))
    const checked = await run(['backup', 'check'])
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining(`${path} in ${target} is damaged`)])
    expect(await list()).toMatchObject({ backups: [{ check: { faults: [expect.stringContaining(path)] } }] })
    const into = newDataDir()
    const refused = await run(['restore', '--into', into])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${path} in ${target} is damaged`)])
    expect(readdirSync(into)).toEqual([])
    writeFileSync(join(target, path), sound)
  }
  // The last piece alone may be of what came after the base.
  for (const path of logs) rmSync(join(target, path))
  const gap = await run(['restore', '--into', newDataDir()])
  expect([gap.code, gap.stderr]).toEqual([1, expect.stringContaining('has a gap')])
})

test('what becomes less while it is read is read all the same: a log in fewer pieces, a base that goes', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const folder = newTarget()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  await company.post('/journal-entries', anEntry({ date: today }))
  for (const _ of [1, 2]) await adminJson(dataDir, ['backup', '--to', folder], passphrase)
  await service.stop()
  const target = backupService.targetInFolder(folder)
  // Each backup is a line of its own, with one base; they are named by when they were made.
  const [first = '', last = ''] = readdirSync(join(folder, 'lines')).sort()
  const told: string[] = []
  const order = { at: null, passphrase: PASSPHRASE, report: (sentence: string) => void told.push(sentence) }
  const leaving: Target = {
    ...target,
    async get(name) {
      const isPart = name.startsWith(`lines/${last}/bases/`) && !name.endsWith('.json')
      if (isPart) rmSync(join(folder, 'lines', last, 'bases'), { recursive: true, force: true })
      return target.get(name)
    },
  }
  expect(await restore({ ...order, target: leaving, into: newDataDir() })).toMatchObject({ line: first })
  expect(told.filter((sentence) => sentence.includes('was removed meanwhile'))).toHaveLength(1)
  const { whole, halves } = inHalves(folder, first)
  let asked = 0
  const merging: Target = {
    ...target,
    async get(name) {
      if (name === halves[0]?.path && asked++ === 0) {
        writeFileSync(join(folder, whole.path), whole.packed)
        for (const { path } of halves) rmSync(join(folder, path))
      }
      return target.get(name)
    },
  }
  expect(await restore({ ...order, target: merging, into: newDataDir() })).toMatchObject({ embedded: true })
  expect(asked).toBe(1)
})

/** Puts what there is of the last segment of a line's log into two pieces; answers these, and the one it would be. */
const inHalves = (folder: string, line: string) => {
  const pieces = pathsBelow(join(folder, 'lines', line)).flatMap((path) => {
    const piece = logPieceOf(path)
    return piece ? { piece, path: `lines/${line}/${path}` } : []
  })
  const { segment } = pieces.at(-1)?.piece ?? {}
  const last = pieces.filter(({ piece }) => piece.segment === segment)
  const bytes = Buffer.concat(last.map(({ path }) => gunzipSync(readFileSync(join(folder, path)))))
  const [from, final] = [last[0]?.piece.from ?? 0, last.at(-1)?.piece]
  if (!final) throw new Error(`There is no log in ${line}`)
  const packedFrom = (first: number, to: number) => {
    const packed = gzipSync(bytes.subarray(first - from, to - from))
    const digest = createHash('sha256').update(packed).digest('hex')
    return { packed, path: `lines/${line}/${logPieceName({ ...final, from: first, to, digest })}` }
  }
  const middle = from + Math.floor(bytes.length / 2)
  const halves = [packedFrom(from, middle), packedFrom(middle, final.to)]
  for (const { path } of last) rmSync(join(folder, path))
  for (const { path, packed } of halves) writeFileSync(join(folder, path), packed)
  return { whole: packedFrom(from, final.to), halves }
}

test('books whose files are in a bucket come back from another bucket, with the files', async () => {
  const s3 = await startS3()
  const { dataDir, companyId, token } = await newUsedDataDir()
  const reach = Object.fromEntries(
    Object.entries(s3.env).flatMap(([name, value]) =>
      ['S3_BUCKET', 'S3_PREFIX'].includes(name) ? [] : [[`BACKUP_${name}`, value]],
    ),
  )
  const target = `s3://${BACKUP_BUCKET}/natt/1`
  const env = { DATA_DIR: dataDir, ...s3.env, ...reach, BACKUP_TO: target, ...kept }
  const { list, restore } = elsewhere(target, reach)
  const service = await startMain({ env })
  const company = (base: string) => requestsWith(`${base}/companies/${companyId}`, token)
  const early = await company(service.base).upload('/uploads', 'kvitto.pdf', readFileSync('examples/kvitto.pdf'))
  // Checked by what is in the backup alone.
  await until(async () => (await list()).backups.some(({ check }) => check !== null))
  expect((await list()).backups).toMatchObject([{ check: { faults: [] } }])
  const later = await company(service.base).upload(
    '/uploads',
    'annat.pdf',
    Buffer.concat([readFileSync('examples/kvitto.pdf'), Buffer.from('\n')]),
  )
  expect([early.status, later.status]).toEqual([200, 200])
  // What the package that talks to S3 says of versions of Node is said by us, once.
  const { code, stdout, stderr } = await service.stop()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/Node \d+ is recommended/g) ?? []).toHaveLength(nodeSentence(process.version, today) ? 1 : 0)

  const into = newDataDir()
  expect(await restore(into)).toMatchObject({ lastChange: expect.any(String) })
  const again = await startMain({ env: { DATA_DIR: into } })
  for (const { body } of [early, later]) {
    const file = await company(again.base).get(`/uploads/${body.id}/download`)
    expect(file.status).toBe(200)
  }
  await again.stop()
  await s3.close()
})

test('what a machine keeps in the bucket is in the backup that another machine keeps, and no mark stays', async () => {
  const s3 = await startS3()
  const one = await newUsedDataDir()
  const other = await newUsedDataDir()
  const target = newTarget()
  const server = await startPostgres(one.dataDir)
  const { host, port, user, database } = server.connection
  const given = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const env = { DATABASE_URL: given, ...s3.env, BACKUP_TO: target, ...kept }
  const keeper = await startMain({ env: { DATA_DIR: one.dataDir, ...env } })
  // From now on no base brings the files.
  await until(async () => (await elsewhere(target).list()).backups.some(({ check }) => check !== null))
  const beside = await startMain({ env: { DATA_DIR: other.dataDir, RUN_JOBS: 'false', ...env } })
  const bytes = readFileSync('examples/kvitto.pdf')
  const company = requestsWith(`${beside.base}/companies/${one.companyId}`, one.token)
  expect((await company.upload('/uploads', 'kvitto.pdf', bytes)).status).toBe(200)
  const digest = createHash('sha256').update(bytes).digest('hex')
  await until(() => pathsBelow(target).some((path) => path.startsWith('files/') && path.endsWith(digest)))
  await until(() => readdirSync(join(other.dataDir, 'arrived')).length === 0)
  for (const service of [beside, keeper]) expect(await service.stop()).toMatchObject({ code: 0 })
  await server.stop()
  await s3.close()
})

test('a database of the operator is backed up, and its own PostgreSQL reads what was restored', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const target = newTarget()
  const { restore } = elsewhere(target)
  const server = await startPostgres(dataDir)
  const { host, port, user, database } = server.connection
  const given = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const service = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: given, BACKUP_TO: target, ...kept } })
  const posted = await requestsWith(`${service.base}/companies/${companyId}`, token).post(
    '/journal-entries',
    anEntry({ date: today }),
  )
  await until(async () => (await elsewhere(target).list()).backups.some((one) => one.check !== null))
  // It was opened by the programs of its version, with the role and the database of the settings.
  const [made] = (await elsewhere(target).list()).backups
  expect(made?.check).toEqual({ ...made?.check, entries: expect.any(Number), faults: [] })
  await service.stop()
  const slots = () => slotsNamed(server.connection, 'grundbok_backup_')
  expect(await slots()).toHaveLength(1)
  // A service whose settings name no backup any more has the server keep no log for it.
  const without = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: given } })
  await until(async () => (await slots()).length === 0)
  expect(await without.stop()).toMatchObject({ code: 0 })
  const unnamed = await elsewhere(target).run(['backup', 'check'])
  expect([unnamed.code, unnamed.stdout]).toEqual([0, expect.stringMatching(/not tried: DATABASE_URL does not name/)])
  await server.stop()
  // Data sealed with another key before comes back with that key, which no one else may have either.
  const present = readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()
  const earlier = randomBytes(32)
  await backupService.putKeys(
    backupService.targetInFolder(target),
    PASSPHRASE,
    [Buffer.from(present, 'hex'), earlier],
    new Date(),
  )

  const into = newDataDir()
  mkdirSync(into)
  expect(await restore(into)).toMatchObject({ lastChange: null })
  const keyIn = (name: string) => {
    const path = join(into, name)
    return [readFileSync(path, 'utf8').trim(), (statSync(path).mode & 0o777).toString(8)]
  }
  expect(keyIn('secret-key')).toEqual([present, '600'])
  expect(keyIn('earlier-secret-keys')).toEqual([earlier.toString('hex'), '600'])
  const restored = await startPostgres(into)
  const client = new Client(restored.connection)
  client.on('error', () => {})
  await client.connect()
  await until(async () => (await client.query('select pg_is_in_recovery() as is')).rows[0].is === false)
  const { rows } = await client.query('select count(*)::int as count from ledger.journal_entry where id = $1', [
    posted.body.id,
  ])
  expect(rows).toEqual([{ count: 1 }])
  await client.end()
  await restored.stop()
})
