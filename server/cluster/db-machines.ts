// Connections to the machines of a distributed database, and whether all of them answer.
import {
  type DatabaseOptions,
  type DatabaseTimeouts,
  LOOK_UP_CONNECTIONS,
  LOOK_UP_TIMEOUT_MS,
  openPool,
  STATEMENT_TIMEOUT_MS,
} from '#platform/db-pool'
import { newSilenceWatch, type SilenceWatch } from '#platform/db-silence'
import {
  type Machine,
  onMachine,
  type Pools,
  type PoolsOfMachines,
  type ShardDistribution,
} from '#platform/distributed-database'

/** The pools of the machines that have shards, opened at first use, each with the full pool size. */
export const poolsOfMachines = (
  options: DatabaseOptions,
  { machines, writesEverywhere }: ShardDistribution,
  patience: DatabaseTimeouts,
): PoolsOfMachines => {
  const watches = new Map<string, SilenceWatch>()
  const opened = new Map<string, Pools>()
  let first: SilenceWatch | undefined
  const connectionTo = (machine: Machine) => onMachine(options.connection, machine)
  const watchOf = (machine: Machine): SilenceWatch => {
    const known = watches.get(nameOf(machine))
    if (known) return known
    const own = newSilenceWatch(connectionTo(machine), patience, allAnswer)
    watches.set(nameOf(machine), own)
    return own
  }
  const allAnswer = async (): Promise<boolean> => {
    const all = [...(first ? [first] : []), ...watches.values()]
    return (await Promise.all(all.map((watch) => watch.answers()))).every(Boolean)
  }
  const lacks = (text: string): boolean => {
    const away = [...watches.values()].filter((watch) => watch.isAway())
    if (away.length === 0 || !writesEverywhere(text)) return false
    // Probe for the benefit of later requests; this one would hold its locks while it waits.
    for (const watch of away) void watch.answers()
    return true
  }
  for (const machine of machines) watchOf(machine)
  return {
    at(machine) {
      const name = nameOf(machine)
      const known = opened.get(name)
      if (known) return known
      const own = { ...options, connection: connectionTo(machine) }
      const watch = watchOf(machine)
      const both = { watch, isSpread: true, lacks }
      const pools = {
        all: openPool(own, patience, { ...both, size: options.poolSize, statementMs: STATEMENT_TIMEOUT_MS }),
        few: openPool(own, patience, { ...both, size: LOOK_UP_CONNECTIONS, statementMs: LOOK_UP_TIMEOUT_MS }),
      }
      opened.set(name, pools)
      return pools
    },
    allAnswer,
    lacks,
    alsoAsk(watch) {
      first = watch
    },
    async close() {
      for (const watch of watches.values()) watch.stop()
      await Promise.all([...opened.values()].flatMap(({ all, few }) => [all.pool.end(), few.pool.end()]))
    },
  }
}

const nameOf = ({ host, port }: Machine): string => `${host}:${port}`
