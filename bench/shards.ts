// A single server and clusters of one, two and four machines, measured alternately: posting, a list and a report, with
// the processor time in the service, on the first machine and on those with companies. All of them share this machine,
// so the rates do not show the performance of several; a model derives it from the processor times.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { readShardDistribution } from '#cluster/shards'
import { allScopes, createCompany, identityService } from '#identity'
import { createFiscalYear, openBooks } from '#ledger'
import { dayOf } from '#platform/day'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { asOperatorOf, processContextOf } from '#programs/system'
import { newOwnCluster, type OwnCluster, postmasterIn } from '#support/servers/own-cluster'
import { treeTime } from './processor-time.ts'
import { type Company, startProgram } from './service.ts'
import { type Costs, type Machines, most, needOf, overtakesAt } from './shard-model.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'
import { hasWrk, postByHttp, readByHttp, writeTargets } from './wrk.ts'

/** Debian's folder of PostgreSQL 15, and the extension's library. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const EXTENSION = '/usr/lib/postgresql/15/lib/citus.so'

/** Machines with companies; 0 is a single server. */
const SIZES = [0, 1, 2, 4] as const
const COMPANIES = 24
const CLIENTS = 8
/** Companies that are read at once, each by a part of the clients. */
const READ = 4
/** Warm-up time of each, in seconds. */
const WARM_SECONDS = 3
/** Time for responses that wrk did not wait for, in milliseconds. */
const SETTLE_MS = 200
/** How often the processes of a server are listed until none has ended meanwhile. */
const LOOKS = 20
/** Repetitions of the statement in each way. */
const ASKED = 300
const MACHINES: Machines = { cores: 8, share: 0.5 }
const MANY_COMPANIES = 1_000_000
const MANY_ENTRIES = 10_000
/** Aim: the largest cost of a post on a machine of a cluster, as a multiple of the single server. */
const AIM_MACHINE = 1.5
/** The same for the first machine. */
const AIM_FIRST = 0.1

const kinds = ['posts', 'lists', 'reports'] as const
type Kind = (typeof kinds)[number]

/** Operations per second, and the processor time of one in milliseconds. */
type Sample = { rate: number; service: number; first: number; machines: number }

type Bench = {
  size: number
  name: string
  cluster: OwnCluster
  database: Database
  origin: string
  pid: number
  companies: Company[]
  targets: string
  samples: Record<Kind, Sample[]>
}

export const measureShards = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  if (!hasWrk() || !existsSync(EXTENSION)) {
    console.log('\nShards are not measured: wrk, or PostgreSQL 15 with the extension citus, is missing.')
    return []
  }
  const benches: Bench[] = []
  for (const size of SIZES) benches.push(await prepare(workshop, size))
  for (let round = 1; round <= rounds; round++) {
    for (const bench of round % 2 === 0 ? [...benches].reverse() : benches) {
      tell(`Shards, round ${round} of ${rounds}: ${bench.name}`)
      for (const kind of kinds) bench.samples[kind].push(await take(bench, kind, seconds))
    }
  }
  print(benches, { rounds, seconds })
  await printWays(benches)
  return printModel(benches)
}

const prepare = async (workshop: Workshop, size: number): Promise<Bench> => {
  const name = size === 0 ? 'one server' : `cluster, ${size} with companies`
  tell(`Shards: making and warming up ${name}`)
  const cluster = await newOwnCluster({ programs: PROGRAMS, machines: size })
  workshop.later(() => cluster.remove())
  const dataDir = join(workshop.folder, `shards-${size}`)
  const { origin, pid } = await startProgram(workshop, dataDir, { settings: { DATABASE_URL: cluster.url } })
  const connection = { connectionString: cluster.url }
  const spread = size === 0 ? null : await readShardDistribution(connection)
  const database = connect({ connection, spread, poolSize: 4, onIdleError: () => {} })
  workshop.later(() => database.close())
  const companies = await makeCompanies(database, dataDir)
  const targets = join(workshop.folder, `shards-${size}.targets`)
  writeTargets(targets, companies, dayOf(new Date()))
  const samples = { posts: [], lists: [], reports: [] }
  const bench = { size, name, cluster, database, origin, pid, companies, targets, samples }
  for (const kind of kinds) await take(bench, kind, WARM_SECONDS)
  return bench
}

/** Creates each company in its place. */
const makeCompanies = async (database: Database, dataDir: string): Promise<Company[]> => {
  const standing = processContextOf(dataDir)
  const year = dayOf(new Date()).slice(0, 4)
  const made: Company[] = []
  for (let at = 1; at <= COMPANIES; at++) {
    const id = newId()
    const token = await asOperatorOf({ database, standing }, id, async (call) => {
      await createCompany(call, { name: `Bolaget ${at} AB`, organizationNumber: '559999-0008' }, id)
      await openBooks(call)
      const span = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
      await createFiscalYear(call, { ...span, accountingMethod: 'accrual' })
      return (await identityService.createToken(call, { name: 'Bench', scopes: allScopes })).token
    })
    made.push({ id, token, path: `/v1/companies/${id}` })
  }
  return made
}

/** A process may end while they are listed. */
const timeOf = (pid: number): number => {
  for (let attempt = 1; ; attempt++) {
    const seconds = treeTime(pid)
    if (!Number.isNaN(seconds) || attempt === LOOKS) return seconds
  }
}

/**
 * Processor time of service, first machine and the others so far, in seconds. A single server counts as a machine with
 * companies.
 */
const usedOf = ({ size, pid, cluster }: Bench) => {
  const [head = Number.NaN, ...others] = cluster.nodes.map((node) => timeOf(postmasterIn(node)))
  const own = size === 0 ? [head] : others
  return { service: timeOf(pid), first: size === 0 ? 0 : head, machines: own.reduce((sum, one) => sum + one, 0) }
}

const take = async (bench: Bench, kind: Kind, seconds: number): Promise<Sample> => {
  const before = usedOf(bench)
  const { rate, done } = await (kind === 'posts' ? post(bench, seconds) : read(bench, kind, seconds))
  const after = usedOf(bench)
  const of = (who: keyof typeof after) => ((after[who] - before[who]) * 1000) / done
  return { rate, service: of('service'), first: of('first'), machines: of('machines') }
}

/** Posts, and checks that there is an entry for each response. */
const post = async (bench: Bench, seconds: number): Promise<{ rate: number; done: number }> => {
  const before = await entriesOf(bench)
  const { rate, done } = await postByHttp(bench.origin, bench.targets, { clients: CLIENTS, seconds, keyed: false })
  await pause(SETTLE_MS)
  const booked = (await entriesOf(bench)) - before
  if (booked < done || booked > done + CLIENTS) throw new Error(`${done} posts were answered, ${booked} were booked`)
  return { rate, done: booked }
}

const entriesOf = async ({ database }: Bench): Promise<number> => {
  const { total } = await database.one<{ total: string }>(
    sql`select coalesce(sum(entry_count), 0)::text as total from ledger.book`,
  )
  return Number(total)
}

const PATHS = { lists: '/journal-entries', reports: '/reports/trial-balance' } as const

/** Reads several companies at once, without cached answers. */
const read = async ({ origin, companies }: Bench, kind: 'lists' | 'reports', seconds: number) => {
  const rates = await Promise.all(
    companies.slice(0, READ).map((company) => {
      const clients = CLIENTS / READ
      return readByHttp(`${origin}${company.path}${PATHS[kind]}`, company, { clients, seconds, anew: true })
    }),
  )
  const rate = rates.reduce((sum, one) => sum + one, 0)
  return { rate, done: rate * seconds }
}

const print = (benches: readonly Bench[], { rounds, seconds }: Measure): void => {
  for (const kind of kinds) {
    const rows = benches.map(({ name, samples }) => {
      const figures = (pick: (sample: Sample) => number, decimals: number) =>
        textOfSpread(samples[kind].map(pick), decimals)
      return [
        name,
        figures(({ rate }) => rate, 0),
        figures(({ service }) => service, 2),
        figures(({ first }) => first, 3),
        figures(({ machines }) => machines, 2),
        textOfSpread(timesOf(benches, samples[kind], kind), 2),
      ]
    })
    printTable(`${kind} over ${COMPANIES} companies with ${CLIENTS} clients: ${rounds} rounds of ${seconds} s`, [
      ['', 'a second', 'service CPU ms', 'first machine', 'with companies', 'databases times one server'],
      ...rows,
    ])
  }
}

/** The cost on all databases, as a multiple of the single server's in the same round. */
const timesOf = ([plain]: readonly Bench[], samples: readonly Sample[], kind: Kind): number[] =>
  samples.map(
    ({ first, machines }, round) => (first + machines) / (plain?.samples[kind][round]?.machines ?? Number.NaN),
  )

const LATEST = `
  select id, title, date from ledger.journal_entry where company_id = $1 order by date desc, number desc limit 20`

/**
 * The same statement about a company through the planner of the first machine, and as the service sends it, to the
 * company's machine.
 */
const printWays = async (benches: readonly Bench[]): Promise<void> => {
  const bench = benches.find(({ size }) => size === 2)
  const [company] = bench?.companies ?? []
  if (!bench || !company) return
  const client = new Client({ connectionString: bench.cluster.url })
  await client.connect()
  const ways: [name: string, ask: () => Promise<unknown>][] = [
    ['through the first machine', () => client.query({ text: LATEST, name: 'latest', values: [company.id] })],
    ['straight to its machine', () => bench.database.of(company.id).rows(latestOf(company.id), 'latest')],
  ]
  const rows: string[][] = []
  for (const [name, ask] of ways) {
    for (let count = 0; count < ASKED; count++) await ask()
    const before = usedOf(bench)
    for (let count = 0; count < ASKED; count++) await ask()
    const after = usedOf(bench)
    const of = (who: 'first' | 'machines') => (((after[who] - before[who]) * 1000) / ASKED).toFixed(2)
    rows.push([name, of('first'), of('machines')])
  }
  await client.end()
  printTable(`The latest 20 entries of a company, ${ASKED} times on each way`, [
    ['', 'first machine CPU ms', 'with companies'],
    ...rows,
  ])
}

const latestOf = (id: string) => sql`
  select id, title, date from ledger.journal_entry where company_id = ${id} order by date desc, number desc limit 20`

const costsOf = (plain: Bench, bench: Bench, kind: Kind): Costs => {
  const middle = (samples: readonly Sample[], pick: (sample: Sample) => number) => median(samples.map(pick))
  return {
    plain: middle(plain.samples[kind], ({ machines }) => machines),
    machine: middle(bench.samples[kind], ({ machines }) => machines),
    first: middle(bench.samples[kind], ({ first }) => first),
    service: middle(bench.samples[kind], ({ service }) => service),
  }
}

/** Based on the cost of an operation on the largest cluster. */
const printModel = (benches: readonly Bench[]): Verdict[] => {
  const plain = benches[0]
  const largest = benches.at(-1)
  if (!plain || !largest) return []
  const { cores, share } = MACHINES
  console.log(`\nA model of these figures: machines of ${cores} cores, of which ${share * cores} are busy`)
  for (const kind of kinds) {
    const costs = costsOf(plain, largest, kind)
    const at = overtakesAt(costs)
    const alone = (cores * share * 1000) / costs.plain
    console.log(
      `  ${kind}: one server does ${alone.toFixed(0)} a second; ` +
        (at === null
          ? 'a cluster never does more, since its first machine takes as much for each'
          : `${at} machines with companies do more (${most(costs, at, MACHINES).toFixed(0)})`),
    )
  }
  const costs = costsOf(plain, largest, 'posts')
  const { machines, firstCores, serviceCores } = needOf(costs, MANY_ENTRIES, MACHINES)
  console.log(
    `  ${MANY_COMPANIES} companies with ${MANY_ENTRIES} entries a second need ${machines} machines with companies ` +
      `(${Math.ceil(MANY_COMPANIES / machines)} companies each), ${firstCores.toFixed(1)} cores of the first machine ` +
      `and ${serviceCores.toFixed(1)} cores of the service`,
  )
  const [machine, first] = [costs.machine / costs.plain, costs.first / costs.plain]
  return [
    { passed: machine <= AIM_MACHINE, sentence: sentenceOf('the machine of its company', machine, AIM_MACHINE) },
    { passed: first <= AIM_FIRST, sentence: sentenceOf('the first machine', first, AIM_FIRST) },
  ]
}

const sentenceOf = (whose: string, times: number, aim: number): string =>
  `a post on a cluster takes ${times.toFixed(2)} times the processor of one server on ${whose} (aim: at most ${aim})`
