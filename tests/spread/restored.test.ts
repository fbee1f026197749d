// A cluster is backed up and brought back by the lines of docs/guides/scale.md, as they stand there, while programs
// post: all that was acknowledged before the restore point is there, and the books verify. The service's own backup
// refuses.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { admin, adminJson, freePort, newDataDir, type RunningService, startMain, until } from '#support/programs'
import {
  asPostgres,
  type Node,
  newOwnCluster,
  type OwnCluster,
  programsOf,
  runOnServer,
  serverIn,
  sharedFolder,
} from '#support/servers/own-cluster'
import { anEntry, requestsWith } from '#support/service'

const dataDir = newDataDir()
let programs: string
let cluster: OwnCluster
let backup: string
beforeAll(async () => {
  programs = await programsOf(inject('postgres').url)
  cluster = await newOwnCluster({ programs, settings: blockOf('conf').trim().split('\n') })
  backup = join(cluster.folder, 'BACKUP')
})
afterAll(() => {
  const server = serverIn(programs)
  for (const machine of machines) server.stop(machine)
  cluster?.remove()
})
/** Those that were brought back. */
const machines: Node[] = []

const docs = readFileSync('docs/guides/scale.md', 'utf8')
/** The lines of a block of the manual by what is said behind its fence. */
function blockOf(name: string): string {
  const block = new RegExp(`^\`\`\`${name}\\n([^]+?)^\`\`\`$`, 'm').exec(docs)?.[1]
  if (block === undefined) throw new Error(`docs/guides/scale.md has no block ${name}`)
  return block
}

/** Runs a block as the user who runs the servers. */
const ran = (name: string, variables: Record<string, string | number>): void => {
  const env = Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]))
  const [command, words] = asPostgres(['bash', '-euc', blockOf(`sh ${name}`)])
  const PATH = `${programs}:${process.env.PATH}`
  execFileSync(command, words, {
    env: { PATH, HOME: '/tmp', ...env },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const COMPANIES = 6

type Writer = { id: string; token: string; before: string[]; all: string[] }

/** Posts for a company, and remembers what was acknowledged. */
const post = async (service: RunningService, writer: Writer, hasEnded: () => boolean): Promise<void> => {
  const api = requestsWith(`${service.base}/companies/${writer.id}`, writer.token)
  for (let place = 1; !hasEnded(); place += 1) {
    const title = `Nummer ${place}`
    const { status } = await api.post('/journal-entries', anEntry({ title }))
    if (status === 200) writer.all.push(title)
  }
}

const env = () => ({ DATA_DIR: dataDir, DATABASE_URL: cluster.url })

test('backed up under load by the lines of the manual, it comes back as it was at the restore point', async () => {
  for (const { folder } of cluster.nodes) sharedFolder(join(backup, folder.split('/').at(-1) ?? '', 'log'))
  for (const { folder } of cluster.nodes) chmodSync(join(backup, folder.split('/').at(-1) ?? ''), 0o777)
  const limits = { RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0' }
  const service = await startMain({ env: { ...env(), ...limits } }, ['--no-demo'])
  const writers = await newWriters()
  let hasEnded = false
  const load = Promise.all(writers.map((writer) => post(service, writer, () => hasEnded)))
  const counted = () => Math.min(...writers.map(({ all }) => all.length))
  await until(() => counted() > 3)
  for (const { url, folder } of cluster.nodes)
    ran('base', { MACHINE_URL: url, BACKUP: backup, NAME: folder.split('/').at(-1) ?? '' })
  const then = counted()
  await until(() => counted() > then + 10)
  for (const writer of writers) writer.before = [...writer.all]
  ran('point', { DATABASE_URL: cluster.url, POINT: 'evening' })
  const point = counted()
  await until(() => counted() > point + 10)
  for (const { url } of cluster.nodes) ran('send', { MACHINE_URL: url })
  hasEnded = true
  await load
  for (const node of cluster.nodes) await archiveAgain(node)

  const restored = await bringBack()
  const found = await admin(dataDir, ['verify'], { DATABASE_URL: restored })
  expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The books are right/) })
  let left = 0
  for (const { id, before, all } of writers) {
    const rows = await runOnServer<{ title: string }>(
      restored,
      `select title from ledger.journal_entry where company_id = '${id}' order by number`,
    )
    const titles = rows.map(({ title }) => title)
    expect(titles).toEqual(all.slice(0, titles.length))
    expect(titles.length).toBeGreaterThanOrEqual(before.length)
    left += all.length - titles.length
  }
  expect(left).toBeGreaterThan(COMPANIES)
  // The one that runs knows nothing of it, and goes on; so does the one that was brought back.
  const [writer] = writers
  if (!writer) throw new Error('No process has posted')
  const posted = (at: RunningService) =>
    requestsWith(`${at.base}/companies/${writer.id}`, writer.token).post('/journal-entries', anEntry())
  expect((await posted(service)).status).toBe(200)
  await service.stop()
  const second = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: restored } }, ['--no-demo'])
  expect((await posted(second)).status).toBe(200)
  await second.stop()
})

const newWriters = async (): Promise<Writer[]> => {
  const writers: Writer[] = []
  for (let count = 0; count < COMPANIES; count += 1) {
    const words = ['--name', `Bolag ${count} AB`, '--organization-number', '559999-0008']
    const company = ['company', 'create', ...words, '--fiscal-year', '2026-01-01:2026-12-31']
    const { id } = await adminJson(dataDir, company, env())
    const token = ['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'all']
    writers.push({ id, token: (await adminJson(dataDir, token, env())).token, before: [], all: [] })
  }
  return writers
}

/** What a crash leaves between a copy of the log and the server's own mark of it: the same segment is due once more. */
const archiveAgain = async ({ url, folder }: Node): Promise<void> => {
  const marks = join(folder, 'pg_wal', 'archive_status')
  const last = () =>
    readdirSync(marks)
      .filter((name) => /^[0-9A-F]{24}\.done$/.test(name))
      .sort()
      .at(-1)
  await until(() => last() !== undefined)
  const mark = last() ?? ''
  renameSync(join(marks, mark), join(marks, mark.replace('.done', '.ready')))
  // The next segment has it looked for.
  await runOnServer(url, `select pg_create_restore_point('again')`)
  await runOnServer(url, 'select pg_switch_wal()')
  await until(() => existsSync(join(marks, mark)))
}

/** Brings every machine back, in other folders and at other ports, as a check of the backup does. */
const bringBack = async (): Promise<string> => {
  const folder = join(cluster.folder, 'restored')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  for (const node of cluster.nodes) {
    const NAME = node.folder.split('/').at(-1) ?? ''
    const port = await freePort()
    const url = node.url.replace(`:${node.port}/`, `:${port}/`)
    const own = { port, folder: join(folder, NAME), url }
    machines.push(own)
    ran('restore', { BACKUP: backup, NAME, NEW_FOLDER: own.folder, NEW_PORT: port, POINT: 'evening' })
    await until(async () => !(await runOnServer<{ is: boolean }>(url, 'select pg_is_in_recovery() as is'))[0]?.is)
  }
  for (const { url } of machines)
    for (const [place, { port }] of machines.entries())
      ran('address', { NEW_MACHINE_URL: url, HOST: '127.0.0.1', PORT: port, GROUP: place })
  for (const { url } of machines) ran('open', { NEW_MACHINE_URL: url })
  const url = machines[0]?.url ?? ''
  ran('recover', { NEW_DATABASE_URL: url })
  return url
}

test('the service keeps no backup of a cluster, and says so', async () => {
  const to = sharedFolder(join(cluster.folder, 'own'))
  const settings = { ...env(), BACKUP_TO: to, BACKUP_PASSPHRASE: 'tre blå kaniner i en korg' }
  const refused = expect.stringMatching(/stands on several machines, and this would be a backup of one of them/)
  expect(await admin(dataDir, ['backup'], settings)).toMatchObject({ code: 1, stderr: refused })
  const service = await startMain({ env: settings }, ['--no-demo'])
  const ended = await service.stop()
  expect(ended).toMatchObject({ code: 0 })
  expect(`${ended.stdout}${ended.stderr}`).toMatch(
    /stands on several machines, and this would be a backup of one of them/,
  )
  const [noted] = await runOnServer<{ trouble: string }>(cluster.url, 'select trouble from operator.backup')
  expect(noted?.trouble).toMatch(/stands on several machines/)
  expect(await admin(dataDir, ['backup', 'list'], settings)).toMatchObject({ code: 0, stdout: 'No backups\n' })
})
