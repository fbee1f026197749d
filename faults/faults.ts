// The faults: what is done to the programs in the middle of their work. Each ends when what it did is undone, and the
// service is ready again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { kill, processesOf, type Service, type Stage, signal, whenReady } from './stage.ts'

/** How it can be done: on which kind of stage. */
export type StageKind = 'plain'

export type FaultKind = {
  name: string
  stage: StageKind
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

const stop = (stage: Stage, chance: Chance): Promise<number> => standStill(stage, [oneOf(stage, chance).pid()], chance)

const stopDatabase = (stage: Stage, chance: Chance): Promise<number> =>
  standStill(stage, processesOf(stage.server), chance)

export const faultKinds: readonly FaultKind[] = [
  { name: 'kill-service', stage: 'plain', strike: killService },
  { name: 'kill-database', stage: 'plain', strike: killDatabase },
  { name: 'kill-backend', stage: 'plain', strike: killBackend },
  { name: 'kill-both', stage: 'plain', strike: killBoth },
  { name: 'stop', stage: 'plain', strike: stop },
  { name: 'stop-database', stage: 'plain', strike: stopDatabase },
]
