// Posting: one four-line entry per request, over HTTP, compared with pgbench running the same statements.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { findPgbench, postByPgbench } from './pgbench.ts'
import { type ProcessorTime, processorTime } from './processor-time.ts'
import { scriptOf } from './recorded.ts'
import { type Company, countEntries, makeCompanies, type Service, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'
import { hasWrk, postByHttp, type Sample, writeTargets } from './wrk.ts'

const COMPANIES = 50
const CLIENTS = [1, 8, 32] as const
/** Smallest acceptable fraction of pgbench's rate: with one client, and with several. */
const AIM_SHARE_ALONE = 0.7
const AIM_SHARE = 1
/** Smallest acceptable fraction of its own rate with an Idempotency-Key on each request. */
const AIM_KEYED = 0.9
/** Aim: the ratio of a busy company's rate with the most clients to its rate with one. */
const AIM_GATHERED = 4
/** Time for responses that wrk did not wait for, in milliseconds. */
const SETTLE_MS = 200
/** Warm-up time, in which the code is compiled, in all and for each case. */
const WARM_SECONDS = 15
const WARM_CASE_SECONDS = 2

const INSTALL = 'apt-get install wrk postgresql-contrib'

type Case = { companies: number; clients: number }
/** The service, the service with an Idempotency-Key on each request, or pgbench. */
type Poster = 'service' | 'keyed' | 'pgbench'
/**
 * A sample with the processor time of one post in the service and in the database, in milliseconds, and how many cores
 * other programs used meanwhile.
 */
type Post = Sample & { serviceTime: number; databaseTime: number; others: number }
type Round = Partial<Record<Poster, Post>>

type Bench = {
  service: Service
  pgbench: string | null
  folder: string
  seconds: number
  targets: ReadonlyMap<number, string>
  scripts: readonly string[]
}

const cases: readonly Case[] = [COMPANIES, 1].flatMap((companies) => CLIENTS.map((clients) => ({ companies, clients })))

export const measurePosting = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const pgbench = findPgbench()
  if (!hasWrk()) {
    console.log(`\nPosting is not measured: wrk is missing. ${INSTALL}`)
    return []
  }
  if (!pgbench) console.log(`\npgbench is missing, so there is no comparison. ${INSTALL}`)
  const bench = await prepare(workshop, pgbench, seconds)
  await warmUp(bench)
  const measured = new Map<Case, Round[]>(cases.map((each) => [each, []]))
  for (let number = 1; number <= rounds; number++) {
    for (const each of cases) {
      tell(`Posting, round ${number} of ${rounds}: ${nameOf(each)}`)
      measured.get(each)?.push(await takeRound(bench, each, number))
    }
  }
  print(measured, { rounds, seconds })
  return [...sharesOf(measured), ...keyedOf(measured), ...gatheredOf(measured)]
}

/** The case with the most requests per second comes first. */
const warmUp = async (bench: Bench): Promise<void> => {
  tell('Posting: warming up')
  const [busiest] = cases.slice(-1)
  if (busiest) await take({ ...bench, seconds: WARM_SECONDS }, busiest, 'service')
  for (const each of cases) await take({ ...bench, seconds: WARM_CASE_SECONDS }, each, 'service')
}

const prepare = async (workshop: Workshop, pgbench: string | null, seconds: number): Promise<Bench> => {
  tell('Posting: starting the service')
  const service = await startService(workshop, 'posting')
  const day = dayOf(new Date())
  const companies = await makeCompanies(service, COMPANIES, [Number(day.slice(0, 4))])
  const { folder } = workshop
  const targets = new Map([COMPANIES, 1].map((count) => [count, join(folder, `targets-${count}`)]))
  for (const [count, file] of targets) writeTargets(file, companies.slice(0, count), day)
  const scripts = pgbench ? await writeScripts(service, companies, day, folder) : []
  return { service, pgbench, folder, seconds, targets, scripts }
}

const writeScripts = async (service: Service, companies: readonly Company[], day: string, folder: string) => {
  const files: string[] = []
  for (const company of companies) {
    const file = join(folder, `${company.id}.sql`)
    writeFileSync(file, await scriptOf(service, company, day))
    files.push(file)
  }
  return files
}

/** Alternates which one goes first. */
const takeRound = async (bench: Bench, each: Case, number: number): Promise<Round> => {
  const posters: Poster[] = bench.pgbench ? ['service', 'pgbench'] : ['service']
  if (number % 2 === 0) posters.reverse()
  if (each.companies > 1) posters.push('keyed')
  const round: Round = {}
  for (const poster of posters) round[poster] = await take(bench, each, poster)
  return round
}

/** Takes one sample, and checks that there is an entry for each response. */
const take = async (bench: Bench, { companies, clients }: Case, poster: Poster): Promise<Post> => {
  const { service, pgbench, folder, seconds, scripts } = bench
  const before = { time: processorTime(service.pid, service.postmaster), at: Date.now() }
  const entries = await countEntries(service)
  let sample: Sample
  let answered: number
  if (poster === 'pgbench' && pgbench) {
    const run = await postByPgbench(pgbench, service, scripts.slice(0, companies), { clients, seconds, folder })
    sample = run
    answered = run.total
  } else {
    const targets = bench.targets.get(companies) ?? ''
    sample = await postByHttp(service.origin, targets, { clients, seconds, keyed: poster === 'keyed' })
    answered = sample.done
  }
  await pause(SETTLE_MS)
  const booked = (await countEntries(service)) - entries
  if (booked < answered || booked > answered + clients) {
    throw new Error(`${answered} posts of ${clients} clients were answered, and ${booked} entries were booked`)
  }
  const after = { time: processorTime(service.pid, service.postmaster), at: Date.now() }
  const used = (by: keyof ProcessorTime) => ((after.time?.[by] ?? NaN) - (before.time?.[by] ?? NaN)) * 1000
  const others = used('others') / (after.at - before.at)
  return { ...sample, serviceTime: used('service') / booked, databaseTime: used('database') / booked, others }
}

const nameOf = ({ companies, clients }: Case): string => {
  const company = companies === 1 ? 'one company' : `${companies} companies`
  return `${company}, ${clients === 1 ? 'one client' : `${clients} clients`}`
}

const print = (measured: ReadonlyMap<Case, Round[]>, { rounds, seconds }: Measure): void => {
  const title = `Posting one entry of four lines per request: least/middle/most of ${rounds} rounds of ${seconds} s`
  const head = ['', 'posts/s', 'p50 ms', 'p99 ms', 'share of pgbench', 'service CPU ms', 'database CPU ms']
  const lines = [...measured].flatMap(([each, rounds]) => {
    const line = (poster: Poster, name: string): string[][] => {
      const posts = rounds.flatMap((round) => round[poster] ?? [])
      if (posts.length === 0) return []
      const figures = (pick: (post: Post) => number, decimals: number) => textOfSpread(posts.map(pick), decimals)
      const shares = poster === 'pgbench' ? '' : textOfShares(rounds, poster)
      const times = [figures(({ p50 }) => p50, 2), figures(({ p99 }) => p99, 2)]
      const processor = [figures((post) => post.serviceTime, 2), figures((post) => post.databaseTime, 2)]
      return [[name, figures(({ rate }) => rate, 0), ...times, shares, ...processor]]
    }
    return [
      ...line('service', `${nameOf(each)}: service`),
      ...line('pgbench', '  pgbench'),
      ...line('keyed', '  service, with Idempotency-Key'),
    ]
  })
  printTable(title, [head, ...lines])
  const others = [...measured.values()].flat().flatMap((round) => Object.values(round).map((post) => post.others))
  console.log(`  Other programs kept ${textOfSpread(others, 2)} cores busy meanwhile`)
}

const sharesIn = (rounds: readonly Round[], poster: Poster): number[] =>
  rounds.flatMap(({ [poster]: post, pgbench }) => (post && pgbench ? [post.rate / pgbench.rate] : []))

const textOfShares = (rounds: readonly Round[], poster: Poster): string => {
  const shares = sharesIn(rounds, poster)
  return shares.length > 0 ? textOfSpread(shares, 2) : ''
}

const sharesOf = (measured: ReadonlyMap<Case, Round[]>): Verdict[] =>
  [...measured].flatMap(([each, rounds]) => {
    const shares = sharesIn(rounds, 'service')
    if (shares.length === 0) return []
    const middle = median(shares)
    const aim = each.clients === 1 ? AIM_SHARE_ALONE : AIM_SHARE
    const sentence = `${nameOf(each)}: ${middle.toFixed(2)} of pgbench's rate (aim: at least ${aim})`
    return [{ passed: middle >= aim, sentence }]
  })

/** The cost of sending a key with each request. */
const keyedOf = (measured: ReadonlyMap<Case, Round[]>): Verdict[] =>
  [...measured].flatMap(([each, rounds]) => {
    const shares = rounds.flatMap(({ service, keyed }) => (service && keyed ? [keyed.rate / service.rate] : []))
    if (shares.length === 0) return []
    const middle = median(shares)
    const sentence = `${nameOf(each)}: with keys ${middle.toFixed(2)} of the rate without (aim: at least ${AIM_KEYED})`
    return [{ passed: middle >= AIM_KEYED, sentence }]
  })

/** A busy company: its rate with the most clients, as a multiple of its rate with one. */
const gatheredOf = (measured: ReadonlyMap<Case, Round[]>): Verdict[] => {
  const most = Math.max(...CLIENTS)
  const ratesOf = (clients: number) =>
    [...measured].flatMap(([each, rounds]) =>
      each.companies === 1 && each.clients === clients ? rounds.map(({ service }) => service?.rate ?? Number.NaN) : [],
    )
  const alone = ratesOf(1)
  const ratios = ratesOf(most).map((rate, index) => rate / (alone[index] ?? Number.NaN))
  const middle = median(ratios)
  const sentence =
    `one busy company, ${most} clients: ${textOfSpread(ratios, 2)} times its rate with one client ` +
    `(aim: at least ${AIM_GATHERED})`
  return [{ passed: middle >= AIM_GATHERED, sentence }]
}
