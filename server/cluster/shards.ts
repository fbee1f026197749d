// Finds the place of a company in a distributed database, and rewrites its statements for the machine there.
import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { Db } from '#platform/db'
import {
  CONNECTION_MS,
  type Machine,
  onMachine,
  type Placement,
  type ShardDistribution,
} from '#platform/distributed-database'
import { eventStatements } from '#platform/event'
import { sql } from '#platform/sql'
import { StartupError } from '#platform/startup-error'
import { lanesOf, rowsOfMachine } from './company-batches.ts'
import { poolsOfMachines } from './db-machines.ts'
import { isDistributed } from './distribution.ts'
import { inGroup, type Names, writesAny, writesAnything } from './shard-names.ts'
import { type Layout, machinesOf, readLayout } from './shard-parts.ts'

/** Creates the parts of shards that were moved to another machine. */
type RepairShards = () => Promise<void>

/** Most texts, and most companies, that are cached. */
const MOST_TEXTS = 20_000
const MOST_COMPANIES = 100_000

/** Shortest time between two look-ups of places, in milliseconds. */
const LOOK_MS = 150

/** How the database of a connection is distributed; null if it is not. */
export const readShardDistribution = async (
  connection: ClientConfig,
  mend: RepairShards = async () => {},
): Promise<ShardDistribution | null> => {
  const first = await reading(connection, async (client) =>
    (await hasExtension(client)) && (await isDistributed(client)) ? knownOf(client) : null,
  )
  if (!first) return null
  let known: Promise<Known> | null = Promise.resolve(first)
  let lookedAt = Number.NEGATIVE_INFINITY
  let isMending = false
  let seen = first.dresses
  const groups = new Map<string, string>()
  const firsts = new Map<string, string>()
  return {
    machines: first.machines,
    connect: poolsOfMachines,
    lanes: lanesOf,
    rowsOfMachine,
    lastKnownPlacementOf: (companyId) => seen.get(groups.get(companyId) ?? ''),
    firstOf: ({ group }) => firsts.get(group),
    writesEverywhere: remembering((text) => writesAny(text, first.everywhere)),
    async placementOf(companyId, lookUps) {
      known ??= reading(connection, knownOf)
      const { dresses: placements, first: table } = await known.catch((cause: unknown) => {
        known = null
        throw cause
      })
      seen = placements
      const id = groups.get(companyId) ?? (await groupOf(table, companyId, lookUps))
      if (groups.size > MOST_COMPANIES) groups.clear()
      groups.set(companyId, id)
      if (!firsts.has(id)) firsts.set(id, companyId)
      const placement = placements.get(id)
      if (!placement) throw new Error(`Shard group ${id} has no machine`)
      return placement
    },
    lookAgain() {
      // If this fails because a machine is away, a later look-up tries again.
      if (!isMending) {
        isMending = true
        void mend()
          .catch(() => {})
          .finally(() => {
            isMending = false
            known = null
          })
      }
      if (performance.now() - lookedAt < LOOK_MS) return
      lookedAt = performance.now()
      known = null
      groups.clear()
    },
  }
}

/**
 * Resolves when each machine of a cluster accepts a connection, for work that needs all of them. A machine that refuses
 * for another reason is reported later.
 * @throws {StartupError} if one does not answer
 */
export const requireMachines = async (connection: ClientConfig): Promise<void> => {
  const machines = await reading(connection, async (client) =>
    (await hasExtension(client)) ? machinesOf(client) : [],
  ).catch(() => [])
  await Promise.all(machines.map((machine) => requireMachine(connection, machine)))
}

const requireMachine = async (connection: ClientConfig, machine: Machine): Promise<void> => {
  try {
    await reading(onMachine(connection, machine), async () => {})
  } catch (cause) {
    if (cause instanceof DatabaseError) return
    const { host, port } = machine
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The machine ${host}:${port} of the database cannot be reached (${reason}). All machines are needed for this.`,
      { cause },
    )
  }
}

const groupOf = async (table: string, companyId: string, lookUps: Db): Promise<string> => {
  const { id } = await lookUps.one<{ id: string }>(
    sql`select get_shard_id_for_distribution_column(${table}, ${companyId}::uuid)::text as id`,
    'find-group-of-company',
  )
  return id
}

const hasExtension = async (client: Client): Promise<boolean> =>
  (await client.query(`select from pg_extension where extname = 'citus'`)).rows.length > 0

const reading = async <T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECTION_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

type Known = {
  dresses: Map<string, Placement>
  first: string
  machines: Machine[]
  everywhere: ReadonlySet<string>
}

const knownOf = async (client: Client): Promise<Known> => {
  const layout = await readLayout(client)
  const { rows } = await client.query<{ name: string }>(`select name from platform.shard_program`)
  const programs = new Set(rows.map(({ name }) => name))
  const { first, machines } = layout
  return {
    first,
    machines,
    everywhere: new Set(layout.everywhere.keys()),
    dresses: new Map(layout.groups.flatMap((group) => [[group.id, placementFor(layout, programs, group)] as const])),
  }
}

const placementFor = (
  layout: Layout,
  programs: ReadonlySet<string>,
  { id, own, machine: at }: Layout['groups'][number],
): Placement => {
  const machine = layout.machines.find((one) => one.id === at)
  if (!machine) throw new Error(`Shard group ${id} has no machine`)
  const names: Names = { own, everywhere: layout.everywhere, programs, group: id }
  const text = (said: string) => inGroup(said, names)
  const remembered = remembering(text)
  return {
    machine,
    group: id,
    hold: `select from platform.hold_group(${id}) offset 1`,
    query: (query) => ({
      ...query,
      text: remembered(query.text),
      ...(query.name === undefined ? {} : { name: `${query.name}-${id}` }),
    }),
    text,
    isAlone: remembering((said) => !writesAnything(said)),
    writesElsewhere: remembering((said) => writesAny(said, layout.onFirst)),
    *leaving(companyId, happenings) {
      for (const own of eventStatements(happenings.filter(({ tenantId }) => tenantId === companyId))) yield text(own)
      yield* eventStatements(happenings.filter(({ tenantId }) => tenantId !== companyId))
    },
  }
}

const remembering = <Found>(find: (text: string) => Found): ((text: string) => Found) => {
  const found = new Map<string, Found>()
  return (text) => {
    const known = found.get(text)
    if (known !== undefined) return known
    if (found.size > MOST_TEXTS) found.clear()
    const own = find(text)
    found.set(text, own)
    return own
  }
}
