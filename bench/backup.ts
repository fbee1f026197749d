// Backups: the cost for posting, the loss when the machine is lost, and the time to restore large books. Clients post
// until service and database are killed and their folder is deleted; then a new folder is restored from the backup, and
// every acknowledged entry is looked up in it.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { rootFolder } from '#programs/system'
import { entryOn } from './entry.ts'
import { fillBooks } from './fill.ts'
import { rateOf, requester } from './requests.ts'
import { type Company, countEntries, type Program, reach, startProgram } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { output, tell, type Workshop, withWorkshop } from './workshop.ts'

const CLIENTS = 8
/** Aims: nothing acknowledged earlier than this many seconds before the end is lost; seconds to restore large books. */
const AIM_LOST = 5
const AIM_BACK = 300
/** Time limit for a base, and for a command, in seconds. */
const PATIENCE_SECONDS = 30 * 60
const POLL_MS = 500
/** Shortest time of posting before the loss, in seconds, during which log is stored. */
const LEAST_SECONDS = 5
/** Ids that are looked up by one statement. */
const IDS_AT_ONCE = 10_000

/** An acknowledged entry, and when. */
type Acknowledged = { id: string; at: number }

/** One loss of the machine: the number of acknowledged and of lost entries; times in seconds. */
type Loss = { acknowledged: number; lost: number; lostAge: number; restore: number; ready: number }

type Bench = {
  workshop: Workshop
  measure: Measure
  /** The environment of the commands, and of the service when it keeps a backup. */
  settings: Readonly<Record<string, string>>
  target: string
  company: Company
}

/** Books with this many entries are lost and restored, round after round. */
export const measureBackup = async (workshop: Workshop, measure: Measure, entries: number): Promise<Verdict[]> => {
  const target = join(workshop.folder, 'backup')
  const settings = { BACKUP_TO: target, BACKUP_PASSPHRASE: 'only for this benchmark' }
  let folder = join(workshop.folder, 'backed-up')
  let program = await startProgram(workshop, folder)
  tell(`Backup: filling books with ${entries} entries`)
  const company = await inReach(folder, program, async (service) => (await fillBooks(service, entries)).company)
  const bench: Bench = { workshop, measure, settings, target, company }
  await posting(bench, program)
  const alone = (await posting(bench, program)).rate
  await program.stop()
  tell('Backup: the first base is made and checked')
  const started = performance.now()
  program = await startProgram(workshop, folder, { settings })
  await untilChecked(bench, 1)
  const checked = (performance.now() - started) / 1000
  const kept = (await posting(bench, program)).rate
  const losses: Loss[] = []
  for (let round = 1; round <= measure.rounds; round++) {
    tell(`Backup, round ${round} of ${measure.rounds}: the machine is lost`)
    const { loss, program: next, folder: restored } = await loseAndRestore(bench, { program, folder, round })
    losses.push(loss)
    folder = restored
    program = next
    // The restored installation makes a new base, which must exist before the next loss.
    if (round < measure.rounds) await untilChecked(bench, round + 1)
  }
  const verified = await verify(bench, program, folder)
  await program.stop()
  print(losses, { entries, alone, kept, checked, verified })
  return verdictsOf(losses, entries)
}

/** Uses the database of a program temporarily. */
const inReach = <T>(
  folder: string,
  program: Program,
  work: (service: Awaited<ReturnType<typeof reach>>) => Promise<T>,
) => withWorkshop(async (inner) => work(await reach(inner, folder, program)))

/** Posts for some seconds, or until the service is gone. */
const posting = async ({ company, measure }: Bench, { origin }: Program) => {
  const agent = new Agent({ keepAlive: true })
  const send = requester(`${origin}${company.path}`, { token: company.token, agent })
  const body = entryOn(dayOf(new Date()))
  const acknowledged: Acknowledged[] = []
  let isGone = false
  const rate = await rateOf({ seconds: Math.max(LEAST_SECONDS, measure.seconds), clients: CLIENTS }, async () => {
    if (isGone) return pause(POLL_MS)
    try {
      const { id } = await send('POST', '/journal-entries', body)
      acknowledged.push({ id: String(id), at: Date.now() })
    } catch {
      isGone = true
    }
  }).finally(() => agent.destroy())
  return { rate, acknowledged }
}

type Standing = { program: Program; folder: string; round: number }

const loseAndRestore = async (bench: Bench, { program, folder, round }: Standing) => {
  const { workshop, settings, measure } = bench
  const server = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const under = posting(bench, program)
  await pause((Math.max(LEAST_SECONDS, measure.seconds) * 1000) / 2)
  const lostAt = Date.now()
  for (const pid of [program.pid, server]) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  const { acknowledged } = await under
  const into = join(workshop.folder, `restored-${round}`)
  const begun = performance.now()
  await command(bench, ['restore', '--from', bench.target, '--into', into])
  const restored = performance.now()
  const next = await startProgram(workshop, into, { settings })
  const ready = performance.now()
  const there = await inReach(into, next, (service) => found(service, acknowledged))
  const missing = acknowledged.filter(({ id }) => !there.has(id))
  const oldest = missing.reduce((least, { at }) => Math.min(least, at), lostAt)
  const loss: Loss = {
    acknowledged: acknowledged.length,
    lost: missing.length,
    lostAge: (lostAt - oldest) / 1000,
    restore: (restored - begun) / 1000,
    ready: (ready - begun) / 1000,
  }
  return { loss, program: next, folder: into }
}

const found = async (
  { database }: Awaited<ReturnType<typeof reach>>,
  acknowledged: readonly Acknowledged[],
): Promise<Set<string>> => {
  const there = new Set<string>()
  for (let from = 0; from < acknowledged.length; from += IDS_AT_ONCE) {
    const ids = acknowledged.slice(from, from + IDS_AT_ONCE).map(({ id }) => id)
    const rows = await database.rows<{ id: string }>(sql`select id from ledger.journal_entry where id = any(${ids})`)
    for (const { id } of rows) there.add(id)
  }
  return there
}

type Listed = { backups: { check: { faults: string[] } | null }[] }

/** Waits until there are this many bases, each restored and verified once. */
const untilChecked = async (bench: Bench, count: number): Promise<void> => {
  const deadline = Date.now() + PATIENCE_SECONDS * 1000
  for (;;) {
    const { backups } = JSON.parse(
      existsSync(bench.target) ? await command(bench, ['backup', 'list', '--json']) : '{"backups":[]}',
    ) as Listed
    const faults = backups.flatMap(({ check }) => check?.faults ?? [])
    if (faults.length > 0) throw new Error(`The backup has faults: ${faults.join(', ')}`)
    if (backups.filter(({ check }) => check).length >= count) return
    if (Date.now() > deadline) throw new Error('No base was made and checked in time')
    await pause(POLL_MS)
  }
}

/** The seconds to verify everything that was restored; a fault is an error. */
const verify = async (
  bench: Bench,
  program: Program,
  folder: string,
): Promise<{ seconds: number; entries: number }> => {
  const entries = await inReach(folder, program, countEntries)
  const started = performance.now()
  await command(bench, ['verify'], folder)
  return { seconds: (performance.now() - started) / 1000, entries }
}

const command = (bench: Bench, words: readonly string[], dataDir = join(bench.workshop.folder, 'elsewhere')) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, ...bench.settings }
  return output(process.execPath, [join(rootFolder(), 'dist', 'admin.js'), ...words], PATIENCE_SECONDS, env)
}

/** Posts per second without and with a backup; seconds. */
type Around = {
  entries: number
  alone: number
  kept: number
  checked: number
  verified: { seconds: number; entries: number }
}

const print = (losses: readonly Loss[], { entries, alone, kept, checked, verified }: Around): void => {
  const of = (figure: (loss: Loss) => number, decimals: number) => textOfSpread(losses.map(figure), decimals)
  printTable(`The machine is lost under ${CLIENTS} clients who post: least/middle/most of ${losses.length} rounds`, [
    ['', 'acknowledged', 'lost', 'oldest lost, s', 'restored, s', 'answering again, s'],
    [
      `${entries} entries`,
      of(({ acknowledged }) => acknowledged, 0),
      of(({ lost }) => lost, 0),
      of(({ lostAge }) => lostAge, 2),
      of(({ restore }) => restore, 1),
      of(({ ready }) => ready, 1),
    ],
  ])
  console.log(
    `\nPosts a second with a backup ${kept.toFixed(0)}, without one ${alone.toFixed(0)}. The first base was made, ` +
      `restored and verified in ${checked.toFixed(0)} s; in the end all ${verified.entries} entries verified, ` +
      `in ${verified.seconds.toFixed(0)} s.`,
  )
}

const verdictsOf = (losses: readonly Loss[], entries: number): Verdict[] => {
  const lostAge = Math.max(...losses.map(({ lostAge: age }) => age))
  const back = median(losses.map(({ ready }) => ready))
  return [
    {
      passed: lostAge <= AIM_LOST,
      sentence: `nothing that was acknowledged more than ${lostAge.toFixed(2)} s before the end is lost (aim: ${AIM_LOST})`,
    },
    {
      passed: back <= AIM_BACK,
      sentence: `${entries} entries are back after ${back.toFixed(0)} s (aim: ${AIM_BACK} for 1000000)`,
    },
  ]
}
