// Peers: the same entries posted to other accounting software, on this machine, in one run.
import { setTimeout as pause } from 'node:timers/promises'
import { findPgbench } from '#bench/pgbench'
import { type Measure, median, printTable, textOfSpread, type Verdict } from '#bench/statistics'
import { tell, type Workshop } from '#bench/workshop'
import { openGrundbok } from './grundbok.ts'
import { hasHledger, openHledger } from './hledger.ts'
import type { Peer } from './peer.ts'
import { openPeerDatabase } from './peer-database.ts'
import { openPlainSql } from './plain-sql.ts'
import { hasTryton, openTryton } from './tryton.ts'

const CLIENTS = [1, 4] as const
/** Warm-up time of each, in seconds. */
const WARM_SECONDS = 5
/** How many times each is read in a round. */
const READS = 10
/** Aim: the ratio of Tryton's processor time for an entry to ours. */
const AIM_TRYTON = 30
/** Time for pending work to finish, in milliseconds. */
const SETTLE_MS = 300

const INSTALL = {
  tryton: 'apt-get install --no-install-recommends tryton-server tryton-modules-account gunicorn python3-psycopg2',
  hledger: 'apt-get install --no-install-recommends hledger-web',
  pgbench: 'apt-get install postgresql-contrib',
}

/** Entries per second, and processor time of one in milliseconds. */
type Posted = { rate: number; processor: number }
type Measured = { peer: Peer; posted: Map<number, Posted[]>; latest: number[]; balance: number[] }

export const measurePeers = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const measured = (await openPeers(workshop)).map(
    (peer): Measured => ({ peer, posted: new Map(CLIENTS.map((clients) => [clients, []])), latest: [], balance: [] }),
  )
  // With one client first: concurrent first entries may fail in programs that create something with the first.
  for (const { peer } of measured) for (const clients of CLIENTS) await peer.post(clients, WARM_SECONDS)
  for (let round = 1; round <= rounds; round++) {
    for (const { peer, posted, latest, balance } of measured) {
      tell(`Peers, round ${round} of ${rounds}: ${peer.name}`)
      for (const clients of CLIENTS) posted.get(clients)?.push(await post(peer, clients, seconds))
      latest.push(await timeOf(peer.latest))
      balance.push(await timeOf(peer.balance))
    }
  }
  await print(measured, { rounds, seconds })
  return verdictsOf(measured)
}

const openPeers = async (workshop: Workshop): Promise<Peer[]> => {
  tell('Peers: setting up')
  const pgbench = findPgbench()
  const server = await openPeerDatabase(workshop)
  const missing = (name: string, install: string): Peer[] => {
    console.log(`\n${name} is left out, since it is not installed: ${install}`)
    return []
  }
  return [
    await openGrundbok(workshop),
    ...(pgbench ? [await openPlainSql(workshop, server, pgbench)] : missing('Plain SQL', INSTALL.pgbench)),
    ...(hasTryton() ? [await openTryton(workshop, server)] : missing('Tryton', INSTALL.tryton)),
    ...(hasHledger() ? [await openHledger(workshop)] : missing('hledger-web', INSTALL.hledger)),
  ]
}

/** Posts, and checks that all acknowledged entries exist. */
const post = async (peer: Peer, clients: number, seconds: number): Promise<Posted> => {
  const before = await peer.count()
  const [used, at] = [peer.used(), performance.now()]
  const done = await peer.post(clients, seconds)
  const took = (performance.now() - at) / 1000
  await pause(SETTLE_MS)
  const processor = ((peer.used() - used) / done) * 1000
  const booked = (await peer.count()) - before
  if (booked < done) throw new Error(`${peer.name} answered ${done} entries, and has ${booked} more`)
  return { rate: done / took, processor }
}

/** The median time of a read, in milliseconds. */
const timeOf = async (read: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let time = 1; time <= READS; time++) {
    const at = performance.now()
    await read()
    times.push(performance.now() - at)
  }
  return median(times)
}

const print = async (measured: readonly Measured[], { rounds, seconds }: Measure): Promise<void> => {
  const [own] = measured
  const title = `One entry of four lines at a time: least/middle/most of ${rounds} rounds of ${seconds} s`
  const head = ['', 'entries/s', 'CPU ms', 'CPU, times Grundbok', 'latest ms', 'balance ms', 'entries at the end']
  const rows = await Promise.all(
    measured.map(async ({ peer, posted, latest, balance }) => {
      const total = String(await peer.count())
      return [...posted].map(([clients, samples], at) => [
        `${peer.name}, ${clients === 1 ? 'one client' : `${clients} clients`}`,
        textOfSpread(
          samples.map(({ rate }) => rate),
          1,
        ),
        textOfSpread(
          samples.map(({ processor }) => processor),
          2,
        ),
        textOfSpread(timesOf(samples, own?.posted.get(clients) ?? []), 1),
        ...(at === 0 ? [textOfSpread(latest, 1), textOfSpread(balance, 1), total] : ['', '', '']),
      ])
    }),
  )
  printTable(title, [head, ...rows.flat()])
}

/** Each round's processor time as a multiple of Grundbok's in the same round. */
const timesOf = (samples: readonly Posted[], own: readonly Posted[]): number[] =>
  samples.map(({ processor }, round) => processor / (own[round]?.processor ?? Number.NaN))

const verdictsOf = (measured: readonly Measured[]): Verdict[] => {
  const tryton = measured.find(({ peer }) => peer.name === 'Tryton')
  const [own] = measured
  if (!tryton || !own) return []
  return CLIENTS.map((clients) => {
    const times = timesOf(tryton.posted.get(clients) ?? [], own.posted.get(clients) ?? [])
    const sentence =
      `an entry, ${clients === 1 ? 'one client' : `${clients} clients`}: ${textOfSpread(times, 1)} times less ` +
      `processor time than Tryton's (aim: at least ${AIM_TRYTON})`
    return { passed: median(times) >= AIM_TRYTON, sentence }
  })
}
