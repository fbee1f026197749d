// The benchmark: compares the service with PostgreSQL running the same statements alone, and large books and agencies
// with small ones. Every relevant figure is a ratio of two things measured together.
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measurePeers } from '#bench/peers/index'
import { rootFolder } from '#programs/system'
import { measureAgency } from './agency.ts'
import { measureBackup } from './backup.ts'
import { measureBulk } from './bulk.ts'
import { measureClients } from './clients.ts'
import { measureConsole } from './console.ts'
import { measureEvents } from './events.ts'
import { measureFiles } from './files.ts'
import { measureFootprint } from './footprint.ts'
import { measureFresh } from './fresh.ts'
import { measureHeld } from './held.ts'
import { measureInvoices } from './invoices.ts'
import { measureLetters } from './letters.ts'
import { measureLists } from './lists.ts'
import { measureMixed } from './mixed.ts'
import { measurePosting } from './posting.ts'
import { measureRegisters } from './registers.ts'
import { measureReports } from './reports.ts'
import { measureShards } from './shards.ts'
import { measureSie } from './sie.ts'
import type { Measure, Verdict } from './statistics.ts'
import { measureStory } from './story.ts'
import { measureVerification } from './verification.ts'
import { measureWorkers } from './workers.ts'
import { withWorkshop } from './workshop.ts'
import { measureYearEnd } from './year-end.ts'

const THOROUGH: Measure = { rounds: 5, seconds: 5 }
const QUICK: Measure = { rounds: 3, seconds: 2 }
/** Vouchers of a file: in full rounds, and in short ones. */
const VOUCHERS = 200_000
const FEW_VOUCHERS = 20_000
/** Entries of the large books, and of the small ones. */
const LARGE_BOOKS = 1_000_000
const SMALL_BOOKS = 10_000

/** Clients of the agency in the story of a Monday. */
const CLIENTS = 300

const USAGE = `npm run bench -- [--quick] [--only PART] [--entries N] [--clients N] [--node24 PATH]
  --quick      ${QUICK.rounds} rounds of ${QUICK.seconds} seconds in place of ${THOROUGH.rounds} of ${THOROUGH.seconds}
  --only       one part of the benchmark: footprint, posting, fresh, lists, registers, reports, invoices,
               letters, bulk, year-end, agency, sie, files, events, console, clients, story, workers,
               verification, held, mixed, backup; or peers or shards, which the rest leaves out
  --entries N  entries of the large books, from ${SMALL_BOOKS} on; ${LARGE_BOOKS} when left out
  --clients N  clients of the story's agency; ${CLIENTS} when left out
  --node24 PATH  another Node, on which the footprint is measured too`

/** Runs the measurements selected by the arguments and returns the exit code; a missed aim is not a failure. */
export const run = async (words: string[]): Promise<number> => {
  const wanted = readOptions(words)
  if (!wanted) {
    console.error(USAGE)
    return 1
  }
  const { measure, entries, clients, only, otherNode } = wanted
  const wants = (part: Part) => only === undefined || only === part
  execFileSync(process.execPath, [join(rootFolder(), 'scripts', 'build.mjs')], { stdio: 'inherit' })
  const { model = 'unknown processor' } = cpus()[0] ?? {}
  const load = (loadavg()[0] ?? 0).toFixed(2)
  console.log(`${cpus().length} cores (${model}), Node ${process.versions.node}, load ${load} at the start`)
  try {
    const verdicts = await withWorkshop(async (workshop) => [
      ...(wants('footprint') ? await measureFootprint(workshop, measure, otherNode) : []),
      ...(wants('posting') ? await measurePosting(workshop, measure) : []),
      ...(wants('fresh') ? await measureFresh(workshop) : []),
      ...(wants('lists') ? await measureLists(workshop, measure, { small: SMALL_BOOKS, large: entries }) : []),
      ...(wants('registers') ? await measureRegisters(workshop, measure, { small: SMALL_BOOKS, large: entries }) : []),
      ...(wants('reports') ? await measureReports(workshop, measure, { small: SMALL_BOOKS, large: entries }) : []),
      ...(wants('invoices') ? await measureInvoices(workshop, measure) : []),
      ...(wants('letters') ? await measureLetters(workshop) : []),
      ...(wants('bulk') ? await measureBulk(workshop, measure) : []),
      ...(wants('sie') ? await measureSie(workshop, { ...measure, vouchers: vouchersOf(measure) }) : []),
      ...(wants('year-end') ? await measureYearEnd(workshop, measure) : []),
      ...(wants('agency') ? await measureAgency(workshop, measure) : []),
      ...(wants('files') ? await measureFiles(workshop) : []),
      ...(wants('events') ? await measureEvents(workshop, measure) : []),
      ...(wants('console') ? await measureConsole(workshop, measure) : []),
      ...(wants('clients') ? await measureClients(workshop, measure) : []),
      ...(wants('story') ? await measureStory(workshop, clients) : []),
      ...(only === 'peers' ? await measurePeers(workshop, measure) : []),
      ...(only === 'shards' ? await measureShards(workshop, measure) : []),
      ...(wants('workers') ? await measureWorkers(workshop, measure) : []),
      ...(wants('verification') ? await measureVerification(workshop, measure) : []),
      ...(wants('held') ? await measureHeld(workshop, measure) : []),
      ...(wants('mixed') ? await measureMixed(workshop, measure) : []),
      ...(wants('backup') ? await measureBackup(workshop, measure, entries) : []),
    ])
    summarize(verdicts)
    return 0
  } catch (cause) {
    console.error(cause)
    return 1
  }
}

const vouchersOf = (measure: Measure): number => (measure === QUICK ? FEW_VOUCHERS : VOUCHERS)

type Options = {
  measure: Measure
  entries: number
  clients: number
  only: Part | undefined
  otherNode: string | null
}

const parts = [
  ...(['footprint', 'posting', 'fresh', 'lists', 'registers', 'reports', 'invoices', 'letters', 'bulk'] as const),
  'year-end',
  ...(['agency', 'sie', 'files', 'events', 'console', 'clients', 'story', 'workers', 'verification'] as const),
  ...(['held', 'mixed', 'backup', 'peers', 'shards'] as const),
] as const
type Part = (typeof parts)[number]

const readOptions = (words: string[]): Options | null => {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        entries: { type: 'string' },
        clients: { type: 'string' },
        node24: { type: 'string' },
      },
    })
    const entries = Number(values.entries ?? LARGE_BOOKS)
    const clients = Number(values.clients ?? CLIENTS)
    const only = parts.find((part) => part === values.only)
    const isPart = values.only === undefined || only !== undefined
    if (!isPart || !Number.isInteger(entries) || entries < SMALL_BOOKS) return null
    if (!Number.isInteger(clients) || clients < 1) return null
    return { measure: values.quick ? QUICK : THOROUGH, entries, clients, only, otherNode: values.node24 ?? null }
  } catch {
    return null
  }
}

const summarize = (verdicts: readonly Verdict[]): void => {
  console.log('\nAims')
  for (const { passed, sentence } of verdicts) console.log(`  ${passed ? 'PASS' : 'MISS'}  ${sentence}`)
}
