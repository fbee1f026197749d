// The resources of the service: time until ready, memory, and processor time per request; with this Node, and
// optionally another one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { memory, processorTime } from './processor-time.ts'
import { type Company, makeCompanies, reach, type Service, startProgram } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'
import { hasWrk, postByHttp, readByHttp, writeTargets } from './wrk.ts'

const COMPANIES = 50
const CLIENTS = [1, 8, 32] as const
/** Aims: milliseconds until ready, MB of memory, and milliseconds of processor time with the most clients. */
const AIMS = { cold: 3000, warm: 1500, idle: 150, busy: 250, post: 0.12, page: 0.08 } as const
/** How long the service is idle before its memory is measured, in milliseconds. */
const IDLE_MS = 5000
/** Warm-up time of each case, in which its code is compiled, in seconds. */
const WARM_SECONDS = 3

const kinds = ['post', 'post with Idempotency-Key', 'page of accounts'] as const
type Kind = (typeof kinds)[number]
type Case = { kind: Kind; clients: number }
const cases: readonly Case[] = kinds.flatMap((kind) => CLIENTS.map((clients) => ({ kind, clients })))

/** Requests per second, and the processor time of one, in milliseconds. */
type Cost = { rate: number; service: number; database: number }

/** A Node with its measurements. */
type Bench = {
  name: string
  starts: { cold: number; warm: number[] }
  idle: ReturnType<typeof memory>
  busy: ReturnType<typeof memory>[]
  service: Service
  company: Company
  targets: string
  costs: Map<Case, Cost[]>
}

/** `other` is the path of another Node; null leaves it out. */
export const measureFootprint = async (
  workshop: Workshop,
  measure: Measure,
  other: string | null,
): Promise<Verdict[]> => {
  if (!hasWrk()) {
    console.log('\nThe resources of the service are not measured: wrk is missing. apt-get install wrk')
    return []
  }
  if (other === null) {
    console.log('\nOnly this Node is measured: name another one, such as --node24 /opt/node24/bin/node')
  }
  const benches: Bench[] = []
  for (const node of [process.execPath, ...(other === null ? [] : [other])]) {
    benches.push(await prepare(workshop, node, measure))
  }
  for (const bench of benches) for (const each of cases) await take(bench, each, WARM_SECONDS)
  for (let number = 1; number <= measure.rounds; number++) {
    for (const each of cases) {
      tell(`Resources of the service, round ${number} of ${measure.rounds}: ${nameOf(each)}`)
      // Alternates which one goes first.
      for (const bench of number % 2 === 0 ? benches.toReversed() : benches) {
        const cost = await take(bench, each, measure.seconds)
        bench.costs.set(each, [...(bench.costs.get(each) ?? []), cost])
        bench.busy.push(memory(bench.service.pid, bench.service.postmaster))
      }
    }
  }
  print(benches, measure)
  return benches.flatMap(verdictsOf)
}

/** Starts on an empty folder, and then several times again; the last one keeps running. */
const prepare = async (workshop: Workshop, node: string, { rounds }: Measure): Promise<Bench> => {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (!version) throw new Error(`${node} is not Node`)
  const name = `Node ${version.slice(1)}`
  tell(`Resources of the service: starting it on ${name}`)
  const dataDir = join(workshop.folder, `footprint-${version}`)
  let program = await startProgram(workshop, dataDir, { node })
  const starts = { cold: program.tookMs, warm: [] as number[] }
  for (let number = 1; number <= rounds; number++) {
    await program.stop()
    program = await startProgram(workshop, dataDir, { node })
    starts.warm.push(program.tookMs)
  }
  const service = await reach(workshop, dataDir, program)
  await pause(IDLE_MS)
  const idle = memory(service.pid, service.postmaster)
  const day = dayOf(new Date())
  const companies = await makeCompanies(service, COMPANIES, [Number(day.slice(0, 4))])
  const targets = join(workshop.folder, `footprint-targets-${version}`)
  writeTargets(targets, companies, day)
  const [company] = companies
  if (!company) throw new Error('No company was made')
  return { name, starts, idle, busy: [], service, company, targets, costs: new Map() }
}

const take = async ({ service, company, targets }: Bench, { kind, clients }: Case, seconds: number): Promise<Cost> => {
  const before = processorTime(service.pid, service.postmaster)
  const { rate, done } =
    kind === 'page of accounts'
      ? await pagesOf(service, company, { clients, seconds })
      : await postByHttp(service.origin, targets, { clients, seconds, keyed: kind !== 'post' })
  const after = processorTime(service.pid, service.postmaster)
  const each = (by: 'service' | 'database') => (((after?.[by] ?? NaN) - (before?.[by] ?? NaN)) * 1000) / done
  return { rate, service: each('service'), database: each('database') }
}

const pagesOf = async ({ origin }: Service, company: Company, shape: { clients: number; seconds: number }) => {
  const url = `${origin}${company.path}/chart-of-accounts?pageSize=25`
  const rate = await readByHttp(url, company, { ...shape, anew: true })
  return { rate, done: rate * shape.seconds }
}

const nameOf = ({ kind, clients }: Case): string => `${kind}, ${clients === 1 ? 'one client' : `${clients} clients`}`

const print = (benches: readonly Bench[], { rounds, seconds }: Measure): void => {
  printTable(`Starting, ${rounds} times again, and memory: least/middle/most`, [
    ['', 'first start ms', 'start ms', 'idle MB', 'busy MB', 'database idle MB', 'database busy MB'],
    ...benches.map(({ name, starts, idle, busy }) => [
      name,
      starts.cold.toFixed(0),
      textOfSpread(starts.warm, 0),
      idle.service.toFixed(0),
      textOfSpread(
        busy.map((one) => one.service),
        0,
      ),
      idle.database.toFixed(0),
      textOfSpread(
        busy.map((one) => one.database),
        0,
      ),
    ]),
  ])
  const line = (each: Case, { name, costs }: Bench) => {
    const own = costs.get(each) ?? []
    const figures = (pick: (cost: Cost) => number, decimals: number) => textOfSpread(own.map(pick), decimals)
    const processor = [figures(({ service }) => service, 3), figures(({ database }) => database, 3)]
    return [`${nameOf(each)}: ${name}`, figures(({ rate }) => rate, 0), ...processor]
  }
  printTable(`A request over ${COMPANIES} companies: least/middle/most of ${rounds} rounds of ${seconds} s`, [
    ['', 'requests/s', 'service CPU ms', 'database CPU ms'],
    ...cases.flatMap((each) => benches.map((bench) => line(each, bench))),
  ])
}

const verdictsOf = ({ name, starts, idle, busy, costs }: Bench): Verdict[] => {
  const most = Math.max(...CLIENTS)
  const timeOf = (kind: Kind) =>
    median(
      cases
        .filter((one) => one.kind === kind && one.clients === most)
        .flatMap((one) => costs.get(one) ?? [])
        .map(({ service }) => service),
    )
  const figures: [what: string, figure: number, aim: number, unit: string, decimals: number][] = [
    ['first start', starts.cold, AIMS.cold, 'ms', 0],
    ['start', median(starts.warm), AIMS.warm, 'ms', 0],
    ['memory when idle', idle.service, AIMS.idle, 'MB', 0],
    ['memory when busy', Math.max(...busy.map(({ service }) => service)), AIMS.busy, 'MB', 0],
    [`processor for a post, ${most} clients`, timeOf('post'), AIMS.post, 'ms', 3],
    [`processor for a page, ${most} clients`, timeOf('page of accounts'), AIMS.page, 'ms', 3],
  ]
  return figures.map(([what, figure, aim, unit, decimals]) => ({
    passed: figure <= aim,
    sentence: `${name}, ${what}: ${figure.toFixed(decimals)} ${unit} (aim: at most ${aim})`,
  }))
}
