// Decides when a database is distributed over the machines of its cluster: an empty one immediately, a distributed one
// after migrations that add tables, and one with books only when its operator requests it.
import type { Client, ClientConfig } from 'pg'
import type { FunctionFiles } from '#platform/functions'
import { type DistributionHooks, distributeTables, hasMachines, isDistributed, isEmpty } from './distribution.ts'
import { makeParts } from './shard-parts.ts'

/**
 * Distributes what needs no request, and returns a description; a database on one machine, or with books, is left
 * alone.
 */
export const completeDistribution = async (
  client: Client,
  connection: ClientConfig,
  files: FunctionFiles,
): Promise<string[]> => {
  if (!(await hasMachines(client))) return []
  if (!(await isDistributed(client)) && !(await isEmpty(client))) return []
  return distributeDatabase(client, connection, files)
}

/** Distributes the database, including its contents. */
export const distributeDatabase = async (
  client: Client,
  connection: ClientConfig,
  files: FunctionFiles,
  around?: DistributionHooks,
): Promise<string[]> => {
  const tables = await distributeTables(client, around)
  const groups = await makeParts(client, connection, files)
  return [
    ...(tables > 0 ? [`${tables} tables spread over the machines of the cluster`] : []),
    ...(groups > 0 ? [`functions and triggers of ${groups} groups of shards`] : []),
  ]
}
