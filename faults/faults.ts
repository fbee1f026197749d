// The faults: what is done to the programs in the middle of their work. Each ends when what it did is undone, and the
// service is ready again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { kill, processesOf, programsOf, type Service, type Stage, signal, whenReady } from './stage.ts'
import type { StageKind } from './stages.ts'

export type FaultKind = {
  name: string
  stage: StageKind
  /** How many processes have to answer requests for it to be done; one when left out. */
  leastWorkers?: number
  /** Does it, and answers for how long the service was made to stand still, in milliseconds. */
  strike: (stage: Stage, chance: Chance) => Promise<number | undefined>
}

/** For how long programs are stopped, in milliseconds. */
const SHORTEST_STOP_MS = 300
const LONGEST_STOP_MS = 6000

const oneOf = ({ services }: Stage, chance: Chance): Service => chance.pick(services)

const everybodyReady = async ({ services }: Stage): Promise<void> => {
  await Promise.all(services.map(whenReady))
}

const killService = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const service = oneOf(stage, chance)
  await service.kill()
  await service.start()
}

/** One of the processes that answer requests; the one that runs them starts it anew. */
const killProcess = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const [, ...answering] = programsOf(oneOf(stage, chance))
  if (answering.length > 0) signal(chance.pick(answering), 'SIGKILL')
  await everybodyReady(stage)
}

/** The service brings an embedded server back by itself. */
const killDatabase = async (stage: Stage): Promise<undefined> => {
  const pid = stage.server.postmaster()
  if (pid !== null) await kill(pid)
  await stage.server.restart?.()
  await everybodyReady(stage)
}

/** One connection's process: the server drops all others, too, and recovers. */
const killBackend = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const [, ...others] = processesOf(stage.server)
  if (others.length > 0) signal(chance.pick(others), 'SIGKILL')
  await everybodyReady(stage)
}

const killBoth = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const service = oneOf(stage, chance)
  const pid = stage.server.postmaster()
  if (pid !== null) signal(pid, 'SIGKILL')
  await service.kill()
  await stage.server.restart?.()
  await service.start()
}

/** Stops processes for a while; they do not know that time has passed. */
const standStill = async (stage: Stage, pids: readonly number[], chance: Chance): Promise<number> => {
  const milliseconds = chance.whole(SHORTEST_STOP_MS, LONGEST_STOP_MS)
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await pause(milliseconds)
  for (const pid of pids) signal(pid, 'SIGCONT')
  await everybodyReady(stage)
  return milliseconds
}

const stop = (stage: Stage, chance: Chance): Promise<number> =>
  standStill(stage, programsOf(oneOf(stage, chance)), chance)

const stopDatabase = (stage: Stage, chance: Chance): Promise<number> =>
  standStill(stage, processesOf(stage.server), chance)

/** For how long a network, a disk or a clock is out of order, in milliseconds. */
const SHORTEST_OUTAGE_MS = 200
const LONGEST_OUTAGE_MS = 6000
/** How many answers are lost in a network that loses some, and the pause between them, in milliseconds. */
const MOST_LOST = 6
const LOST_PAUSE_MS = 40
/** What is lost: the answers to statements that hold these words. */
const lostWords = ['commit', 'insert', 'post_entries', 'update'] as const
/** What a full disk may have left, in bytes. */
const MOST_LEFT = 256 * 1024
/** How far the clock may be set, in seconds. */
const clocks = [-7200, -600, -30, -1, 0, 1, 30, 600, 7200] as const

/** Something is out of order for a while. */
const forAWhile = async (
  stage: Stage,
  chance: Chance,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<undefined> => {
  begin()
  try {
    await pause(chance.whole(SHORTEST_OUTAGE_MS, LONGEST_OUTAGE_MS))
  } finally {
    end()
  }
  await stage.server.restart?.()
  await everybodyReady(stage)
}

const given = <T>(part: T | undefined, name: string): T => {
  if (part === undefined) throw new Error(`This stage has no ${name}`)
  return part
}

const cutNetwork = (stage: Stage, chance: Chance): Promise<undefined> => {
  const proxy = given(stage.proxy, 'network')
  return forAWhile(stage, chance, { begin: proxy.cut, end: proxy.heal })
}

/** Packets are dropped silently. */
const hangNetwork = (stage: Stage, chance: Chance): Promise<undefined> => {
  const proxy = given(stage.proxy, 'network')
  return forAWhile(stage, chance, { begin: () => proxy.swallow('all'), end: proxy.heal })
}

/** Statements are done, and their answers lost with the connection. */
const loseAnswers = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const proxy = given(stage.proxy, 'network')
  for (let left = chance.whole(1, MOST_LOST); left > 0; left -= 1) {
    proxy.lose(chance.pick(lostWords))
    await pause(LOST_PAUSE_MS)
  }
  proxy.heal()
  await everybodyReady(stage)
}

const fillDisk = (stage: Stage, chance: Chance): Promise<undefined> => {
  const disk = given(stage.disk, 'disk')
  const leave = chance.whole(0, MOST_LEFT)
  return forAWhile(stage, chance, { begin: () => disk.fill(leave), end: disk.free })
}

const failDisk = (stage: Stage, chance: Chance): Promise<undefined> =>
  forAWhile(stage, chance, given(stage.failing, 'disk that fails'))

/** It stays where it is set until the next round. */
const setClock = async (stage: Stage, chance: Chance): Promise<undefined> => {
  const set = given(stage.setClock, 'clock')
  set(chance.pick(clocks))
  await pause(chance.whole(SHORTEST_OUTAGE_MS, LONGEST_OUTAGE_MS / 4))
  await everybodyReady(stage)
}

export const faultKinds: readonly FaultKind[] = [
  { name: 'kill-service', stage: 'plain', strike: killService },
  { name: 'kill-process', stage: 'plain', leastWorkers: 2, strike: killProcess },
  { name: 'kill-database', stage: 'plain', strike: killDatabase },
  { name: 'kill-backend', stage: 'plain', strike: killBackend },
  { name: 'kill-both', stage: 'plain', strike: killBoth },
  { name: 'stop', stage: 'plain', strike: stop },
  { name: 'stop-database', stage: 'plain', strike: stopDatabase },
  { name: 'cut-network', stage: 'external', strike: cutNetwork },
  { name: 'hang-network', stage: 'external', strike: hangNetwork },
  { name: 'lose-answers', stage: 'external', strike: loseAnswers },
  { name: 'kill-one-of-two', stage: 'pair', strike: killService },
  { name: 'full-disk', stage: 'small-disk', strike: fillDisk },
  { name: 'failing-disk', stage: 'failing-disk', strike: failDisk },
  { name: 'set-clock', stage: 'clock', strike: setClock },
]
