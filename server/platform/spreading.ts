// When a database is spread over the machines of its cluster: a new one at once, one that is spread already whatever a
// migration has added, and one with books in it only when its operator says so.
import type { Client, ClientConfig } from 'pg'
import { type Around, hasMachines, isEmpty, isSpread, spreadTables } from './distribution.ts'
import type { FunctionFiles } from './functions.ts'
import { makeParts } from './shard-parts.ts'

/** What was spread, in words; a database on one machine, or with books that nobody asked to move, stays as it is. */
export const keepSpread = async (client: Client, connection: ClientConfig, files: FunctionFiles): Promise<string[]> => {
  if (!(await hasMachines(client))) return []
  if (!(await isSpread(client)) && !(await isEmpty(client))) return []
  return spread(client, connection, files)
}

/** Spreads the database, with whatever is in it. */
export const spread = async (
  client: Client,
  connection: ClientConfig,
  files: FunctionFiles,
  around?: Around,
): Promise<string[]> => {
  const tables = await spreadTables(client, around)
  const groups = await makeParts(client, connection, files)
  return [
    ...(tables > 0 ? [`${tables} tables spread over the machines of the cluster`] : []),
    ...(groups > 0 ? [`functions and triggers of ${groups} groups of shards`] : []),
  ]
}
