// Processor time and memory of the service, of the database server and of all other programs, from Linux's /proc; not
// available on other systems.
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Seconds of processor time used so far. `others` is the rest, without this benchmark. */
export type ProcessorTime = { service: number; database: number; others: number }

/** Linux counts processor time in ticks of a hundredth of a second. */
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1024

/** The parent of a backend, which starts all processes of its server; null if unknown. */
export const postmasterOf = (backend: number): number | null => statusOf(backend)?.parent ?? null

/** Processor time so far, the service including its processes; null if unknown. */
export const processorTime = (service: number, postmaster: number | null): ProcessorTime | null => {
  const serving = statusOf(service)
  const server = postmaster === null ? null : statusOf(postmaster)
  // Our own figure includes load generators, and the postmaster's the backends, that have ended.
  const own = statusOf(process.pid)
  if (!serving || !server || !own) return null
  const secondsOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + (statusOf(pid)?.seconds ?? 0), 0)
  const database = server.secondsWithEnded + secondsOf(childrenOf(postmaster))
  const used = serving.seconds + secondsOf(childrenOf(service).filter((pid) => pid !== postmaster))
  return { service: used, database, others: all() - used - database - own.secondsWithEnded }
}

/** Processor time of a single process so far, in seconds. */
export const ownTime = (pid: number): number => statusOf(pid)?.seconds ?? Number.NaN

/** Processor time of a process and its descendants so far, in seconds. */
export const treeTime = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + treeTime(child), statusOf(pid)?.secondsWithEnded ?? Number.NaN)

export const childrenOf = (parent: number | null): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusOf(pid)?.parent === parent)

/** Memory of a service and its processes, each shared page counted once, in MiB; or NaN. */
export const memoryOf = (service: number, postmaster: number | null): number => {
  const pids = childrenOf(service).filter((pid) => pid !== postmaster)
  // Processes that have ended meanwhile have none.
  const others = pids.map((pid) => kibibytes(`/proc/${pid}/smaps_rollup`, 'Pss')).filter((figure) => figure > 0)
  return others.reduce((sum, each) => sum + each, kibibytes(`/proc/${service}/smaps_rollup`, 'Pss')) / KIB_PER_MIB
}

/** The same in MB. */
export const megabytesOf = (service: number, postmaster: number | null): number =>
  (memoryOf(service, postmaster) * KIB_PER_MIB) / KIBIBYTES_PER_MB

/**
 * Memory in MB: of the service, and of all processes of the database server, shared pages counted once. NaN if unknown.
 */
export const memory = (service: number, postmaster: number | null): { service: number; database: number } => {
  const server = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]
  // Processes that have ended meanwhile have none.
  const held = server.map((pid) => kibibytes(`/proc/${pid}/smaps_rollup`, 'Pss')).filter((figure) => figure > 0)
  return {
    service: kibibytes(`/proc/${service}/status`, 'VmRSS') / KIBIBYTES_PER_MB,
    database: held.length === 0 ? Number.NaN : held.reduce((sum, figure) => sum + figure) / KIBIBYTES_PER_MB,
  }
}

const KIBIBYTES_PER_MB = 1e6 / 1024

const kibibytes = (file: string, name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

/** Processor time of all processes since the machine was started, in seconds. */
const all = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000

/** See proc(5): after the name in parentheses come state, parent, and from the twelfth field on the times. */
const statusOf = (pid: number): { parent: number; seconds: number; secondsWithEnded: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
    const seconds = (user + system) / TICKS_PER_SECOND
    const ended = (endedUser + endedSystem) / TICKS_PER_SECOND
    return { parent: Number(fields[1]), seconds, secondsWithEnded: seconds + ended }
  } catch {
    return null
  }
}
