// Where a company is in a database that is spread over machines, for tests that look at it there.
import { Client } from 'pg'
import { SHARD_SETTINGS } from '#cluster/shard-parts'
import { readShardDistribution } from '#cluster/shards'
import type { Db } from '#platform/db'
import { onMachine, type Placement } from '#platform/distributed-database'

/** The machine that has a company, and how things are said there. */
export type Home = { url: string; dress: Placement }

/** Null where one machine has all. */
export const homeOf = async (databaseUrl: string, companyId: string, lookUps: Db): Promise<Home | null> => {
  const connection = { connectionString: databaseUrl }
  const spread = await readShardDistribution(connection)
  if (!spread) return null
  const dress = await spread.placementOf(companyId, lookUps)
  return { url: onMachine(connection, dress.machine).connectionString ?? '', dress }
}

/** A connection to the machine itself; what is said of tables is said of the company's shards there. */
export const connectAt = async ({ url, dress }: Home): Promise<Client> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  // As an attacker would who wants to get past everything.
  for (const setting of SHARD_SETTINGS) await client.query(`set ${setting}`)
  const said = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>
  const query = (text: string, values?: unknown[]) => said(dress.text(text), values)
  return Object.assign(client, { query })
}
