// The PostgreSQL server of the peers: the same programs and settings as our embedded database, including fsync, with
// separate databases.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { postmasterOf, treeTime } from '#bench/processor-time'
import { output, type Workshop } from '#bench/workshop'
import { connect } from '#platform/db-connection'
import { sql } from '#platform/sql'
import type { EmbeddedConnection } from '#postgres/postgres'
import { openEmbedded } from '#postgres/tenancy-of-server'

export type PeerDatabase = {
  create(name: string): Promise<EmbeddedConnection>
  /** Seconds of processor time that the server has used. */
  used(): number
}

const CREATE_SECONDS = 60

export const openPeerDatabase = async (workshop: Workshop): Promise<PeerDatabase> => {
  const folder = join(workshop.folder, 'peers')
  mkdirSync(folder)
  const { connection, close } = await openEmbedded(folder, 'command')
  workshop.later(close)
  const database = connect({ connection, poolSize: 1, onIdleError: () => {} })
  workshop.later(() => database.close())
  const { backend } = await database.one<{ backend: number }>(sql`select pg_backend_pid() as backend`)
  const postmaster = postmasterOf(backend) ?? 0
  return {
    async create(name) {
      const { host, port, user } = connection
      await output('createdb', ['-h', host, '-p', String(port), '-U', user, name], CREATE_SECONDS)
      return { ...connection, database: name }
    },
    used: () => treeTime(postmaster),
  }
}
