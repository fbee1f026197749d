// A distributed database as the connections and transactions of this folder see it. What such a database needs is in
// `server/cluster`, which answers these questions.
import type { ClientConfig, QueryConfig } from 'pg'
import type { Db, PendingEvents, RowsOfCompanies } from './db.ts'
import type { DatabaseOptions, DatabaseTimeouts, Pool } from './db-pool.ts'
import type { SilenceWatch } from './db-silence.ts'
import { literal } from './sql.ts'

export type Machine = { id: number; host: string; port: number }

/** The same database on another machine of the cluster. */
export const onMachine = (connection: ClientConfig, { host, port }: Machine): ClientConfig => {
  const { connectionString, ...own } = connection
  if (connectionString === undefined) return { ...own, host, port }
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...own, connectionString: url.href }
}

/** SQLSTATE of a machine that does not have the company's shards, or not all of their parts. */
export const WRONG_PLACE = 'GB900'

/** Timeout for connecting to a machine, in milliseconds. */
export const CONNECTION_MS = 8000

/** How statements about the companies of one group of shards are rewritten. */
export type Placement = {
  machine: Machine
  group: string
  /**
   * Holds the group on its machine until the transaction ends, returns no rows, and fails if the group is not there.
   */
  hold: string
  query(query: QueryConfig): QueryConfig
  text(text: string): string
  /** Whether a statement writes nothing, except through functions of the group; then it is its own transaction. */
  isAlone(text: string): boolean
  /** Whether a statement writes to tables on the first machine only. */
  writesElsewhere(text: string): boolean
  /** Leaves events: those of the company here, and those of other tenants wherever they are. */
  leaving(companyId: string, happenings: readonly PendingEvents[]): Iterable<string>
}

/**
 * Makes writes on another machine commit atomically with those here. The cluster does so if it knows of both, but it
 * does not know of direct writes to shards.
 */
export const commitTogether = (companyId: string): string =>
  `update platform.event_counter set last_number = last_number
   where tenant_id = ${literal(companyId)} and last_number < 0`

export type ShardDistribution = {
  /** The machines that had shards at the start. */
  machines: readonly Machine[]
  placementOf(companyId: string, lookUps: Db): Promise<Placement>
  /** The same, as last seen; undefined if the company's place was not looked up yet. */
  lastKnownPlacementOf(companyId: string): Placement | undefined
  /** The first company of a group that was looked up. */
  firstOf(placement: Placement): string | undefined
  /** Whether a statement writes to replicated tables, and so needs all machines. */
  writesEverywhere(text: string): boolean
  /** A company was not in the expected place: looks up places again, and creates missing parts of shards. */
  lookAgain(): void
  /** The connections to the machines, opened at first use. */
  connect(options: DatabaseOptions, spread: ShardDistribution, patience: DatabaseTimeouts): PoolsOfMachines
  /** What may be sent together. */
  lanes(spread: ShardDistribution): Lanes
  /** Runs a statement in the groups of one machine. */
  rowsOfMachine(several: CompanyBatches): RowsOfCompanies
}

/** The connections of requests, and those of look-ups. */
export type Pools = { all: Pool; few: Pool }

export type PoolsOfMachines = {
  at(machine: Machine): Pools
  /** Whether each machine answers now. */
  allAnswer(): Promise<boolean>
  /** Whether a statement needs all machines, and one of them did not answer the last probe. */
  lacks: Pool['lacks']
  /** Also probes the first machine. */
  alsoAsk(first: SilenceWatch): void
  close(): Promise<void>
}

/** Which companies may be sent together: see `Database`. */
export type Lanes = {
  laneOf(companyId: string | null): string
  machineOf(companyId: string): string
  placeOf(companyId: string): string
}

/** The lanes where all companies are in one place. */
export const ONE_LANE: Lanes = { laneOf: () => '', machineOf: () => '', placeOf: () => '' }

export type CompanyBatches = { spread: ShardDistribution; lookUps: Db; poolOf: (machine: Machine) => Pool }
