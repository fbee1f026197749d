// A database for a test or a file of tests: a copy of the one that holds the whole schema and no rows.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { readShardDistribution } from '#cluster/shards'
import { revokedRights } from '#lifecycle/revoked-rights'
import type { ShardDistribution } from '#platform/distributed-database'
import { SERVICE_ROLE } from '#schema/grants'
import { migrate, schemaFolders } from '#schema/migrate'
import { urlOfDatabase } from '#support/run/global-setup'
import { joinMachines } from './cluster.ts'

/** A database of one's own. `connection` is what `connect` takes; `drop` ends what is still connected. */
export type TestDatabase = { url: string; connection: { connectionString: string }; drop(): Promise<void> }

/** Makes a database with the schema of the migrations. */
export const createDatabase = async (): Promise<TestDatabase> => {
  const { url: server, machines, template } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await Promise.all([server, ...machines].map((one) => copy(one, name, template)))
  const url = urlOfDatabase(server, name)
  const drop = async () => {
    for (const one of [server, ...machines]) await dropAt(one, name)
  }
  return { url, connection: { connectionString: url }, drop }
}

/** How the databases of this run are spread; null on a server of one machine. */
export const spreadOf = async (url: string): Promise<ShardDistribution | null> =>
  inject('postgres').machines.length > 0 ? readShardDistribution({ connectionString: url }, () => mend(url)) : null

/** As the service does when shards have come to another machine. */
const mend = async (url: string): Promise<void> => {
  const connection = { connectionString: urlOfDatabase(inject('postgres').url, new URL(url).pathname.slice(1)) }
  await migrate(connection, schemaFolders(process.cwd()), { role: SERVICE_ROLE, make: true, revoked: revokedRights })
}

/** Makes a database without anything in it. */
export const createEmptyDatabase = async (): Promise<TestDatabase> => {
  const { url: server } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await run(server, `create database ${name} template template0 encoding 'UTF8'`)
  const url = urlOfDatabase(server, name)
  const drop = () => dropAt(server, name)
  return { url, connection: { connectionString: url }, drop }
}

/** Makes a database without anything in it that knows the other machines of a cluster. */
export const createJoinedDatabase = async (): Promise<TestDatabase> => {
  const { url: server, machines } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const all = [server, ...machines]
  for (const one of all) await run(one, `create database ${name} template template0 encoding 'UTF8'`)
  await joinMachines(server, machines, name)
  const url = urlOfDatabase(server, name)
  const drop = async () => {
    for (const one of all) await dropAt(one, name)
  }
  return { url, connection: { connectionString: url }, drop }
}

/** As files: through the log it takes several times as long. */
const copy = (server: string, name: string, template: string): Promise<void> =>
  onceNobodyIsThere(server, `create database ${name} template ${template} strategy file_copy`)

/** What is told to end there may take longer to do so than the server waits for it. */
const dropAt = (server: string, name: string): Promise<void> =>
  onceNobodyIsThere(server, `drop database if exists ${name} with (force)`)

/** The server refuses what it does to a database that anything is connected to, its own vacuum among them. */
const OBJECT_IN_USE = '55006'
const ATTEMPTS = 100
const PAUSE_MS = 50

const onceNobodyIsThere = async (server: string, text: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(server, text)
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE
      if (!isInUse || attempt === ATTEMPTS) throw error
      await pause(PAUSE_MS)
    }
  }
}

const run = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
