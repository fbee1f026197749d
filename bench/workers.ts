// Several processes on one port: posting and reading with WORKERS=1, 2 and 4, alternately. The gain depends on the
// cores that database and load generator leave free, so the processor time of a request is reported beside the rate.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { memoryOf, type ProcessorTime, processorTime } from './processor-time.ts'
import { type Company, countEntries, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'
import { hasWrk, postByHttp, readByHttp, writeTargets } from './wrk.ts'

const COMPANIES = 50
const CLIENTS = 32
/** Warm-up time, in which every process compiles its code, in seconds. */
const WARM_SECONDS = 15
/** Time for responses that wrk did not wait for, in milliseconds. */
const SETTLE_MS = 200
/** A rate limit that is never reached, so that each request is counted. */
const UNREACHED = { RATE_LIMIT_PER_MINUTE: '100000' }

/** A configuration to measure; as in the whole benchmark, rate limits are off unless set here. */
type Way = { name: string; settings: Readonly<Record<string, string>> }
const ways: readonly Way[] = [
  ...['1', '2', '4'].map((workers) => ({ name: `WORKERS=${workers}`, settings: { WORKERS: workers } })),
  ...['1', '2'].map((workers) => ({
    name: `WORKERS=${workers}, requests counted`,
    settings: { WORKERS: workers, ...UNREACHED },
  })),
]

const kinds = ['posts', 'lists'] as const
type Kind = (typeof kinds)[number]

/** Requests per second, processor time of one in milliseconds, and how many cores other programs used meanwhile. */
type Sample = { rate: number; serviceTime: number; databaseTime: number; others: number }

type Bench = Way & { service: Service; targets: string; company: Company; samples: Record<Kind, Sample[]> }

export const measureWorkers = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  if (!hasWrk()) {
    console.log('\nWORKERS is not measured: wrk is missing. apt-get install wrk')
    return []
  }
  const benches: Bench[] = []
  for (const way of ways) benches.push(await prepare(workshop, way, benches.length))
  for (let round = 1; round <= rounds; round++) {
    for (const bench of benches) {
      tell(`Workers, round ${round} of ${rounds}: ${bench.name}`)
      for (const kind of kinds) bench.samples[kind].push(await take(bench, kind, seconds))
    }
  }
  print(benches, { rounds, seconds })
  return verdictsOf(benches)
}

const prepare = async (workshop: Workshop, way: Way, number: number): Promise<Bench> => {
  tell(`Workers: starting and warming up ${way.name}`)
  const service = await startService(workshop, `workers-${number}`, way.settings)
  const day = dayOf(new Date())
  const companies = await makeCompanies(service, COMPANIES, [Number(day.slice(0, 4))])
  const [company] = companies
  if (!company) throw new Error('No company was made')
  const targets = join(workshop.folder, `workers-${number}.targets`)
  writeTargets(targets, companies, day)
  const bench = { ...way, service, targets, company, samples: { posts: [], lists: [] } }
  for (const kind of kinds) await take(bench, kind, WARM_SECONDS)
  return bench
}

const take = async (bench: Bench, kind: Kind, seconds: number): Promise<Sample> => {
  const { service, targets, company } = bench
  const before = { time: processorTime(service.pid, service.postmaster), at: Date.now() }
  const { rate, done } = await (kind === 'posts'
    ? post(service, targets, seconds)
    : read(`${service.origin}${company.path}/journal-entries`, company, seconds))
  const after = { time: processorTime(service.pid, service.postmaster), at: Date.now() }
  const used = (by: keyof ProcessorTime) => ((after.time?.[by] ?? NaN) - (before.time?.[by] ?? NaN)) * 1000
  const others = used('others') / (after.at - before.at)
  return { rate, serviceTime: used('service') / done, databaseTime: used('database') / done, others }
}

/** Posts, and checks that there is an entry for each response. */
const post = async (service: Service, targets: string, seconds: number): Promise<{ rate: number; done: number }> => {
  const before = await countEntries(service)
  const { rate, done } = await postByHttp(service.origin, targets, { clients: CLIENTS, seconds, keyed: false })
  await pause(SETTLE_MS)
  const booked = (await countEntries(service)) - before
  if (booked < done || booked > done + CLIENTS) throw new Error(`${done} posts were answered, ${booked} were booked`)
  return { rate, done: booked }
}

/** Reads the first page, without cached answers. */
const read = async (url: string, company: Company, seconds: number): Promise<{ rate: number; done: number }> => {
  const rate = await readByHttp(url, company, { clients: CLIENTS, seconds, anew: true })
  return { rate, done: rate * seconds }
}

const print = (benches: readonly Bench[], { rounds, seconds }: Measure): void => {
  for (const kind of kinds) {
    const head = ['', `${kind}/s`, 'times WORKERS=1', 'service CPU ms', 'database CPU ms', 'memory MiB']
    const rows = benches.map(({ name, service, samples }) => {
      const figures = (pick: (sample: Sample) => number, decimals: number) =>
        textOfSpread(samples[kind].map(pick), decimals)
      return [
        name,
        figures(({ rate }) => rate, 0),
        textOfSpread(gainsOf(benches, samples[kind], kind), 2),
        figures(({ serviceTime }) => serviceTime, 2),
        figures(({ databaseTime }) => databaseTime, 2),
        memoryOf(service.pid, service.postmaster).toFixed(0),
      ]
    })
    const what = kind === 'posts' ? `Posting over ${COMPANIES} companies` : 'Reading the first page of the entries'
    printTable(`${what} with ${CLIENTS} clients: least/middle/most of ${rounds} rounds of ${seconds} s`, [
      head,
      ...rows,
    ])
  }
  const others = benches.flatMap(({ samples }) => kinds.flatMap((kind) => samples[kind].map((one) => one.others)))
  console.log(`  Other programs, with load generators left out, kept ${textOfSpread(others, 2)} cores busy meanwhile`)
}

/** Each round's rate as a multiple of that of one process in the same round. */
const gainsOf = ([alone]: readonly Bench[], samples: readonly Sample[], kind: Kind): number[] =>
  samples.map(({ rate }, round) => rate / (alone?.samples[kind][round]?.rate ?? Number.NaN))

/** The aim is half of the ideal gain of two cores; with only two cores, database and clients need them. */
const verdictsOf = (benches: readonly Bench[]): Verdict[] => {
  const two = benches.find(({ settings }) => settings.WORKERS === '2')
  if (!two) return []
  return kinds.map((kind) => {
    const gain = median(gainsOf(benches, two.samples[kind], kind))
    const sentence = `${kind} with two processes: ${gain.toFixed(2)} times the rate of one (aim: not less than 0.9)`
    return { passed: gain >= 0.9, sentence }
  })
}
