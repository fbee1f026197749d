// Database sessions outside of the pool, for single queries and for locks that are held for long.
import { Client, type ClientConfig } from 'pg'
import type { AdvisoryLock } from '#platform/locks'
import { closeWithTimeout } from './connection-timeouts.ts'
import { type Lsn, lsnOf } from './lsn.ts'

/** Timeouts for connecting and for an answer, in milliseconds. */
const CONNECTING_MS = 20_000
const ANSWERING_MS = 20_000

const newClient = (connection: ClientConfig): Client =>
  new Client({
    ...connection,
    application_name: 'grundbok backup',
    connectionTimeoutMillis: CONNECTING_MS,
    query_timeout: ANSWERING_MS,
  })

const asked = async <Row extends object>(connection: ClientConfig, text: string, values: unknown[]): Promise<Row[]> => {
  const client = newClient(connection)
  // The pending query gets the error.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await closeWithTimeout(client)
  }
}

/** `lost` rejects when the session ends, and with it the lock. */
type SessionLock = { lost: Promise<never>; letGo(): Promise<void> }

/** Takes one of our locks for as long as the session lasts; null if another process holds it. */
export const holdSessionLock = async (connection: ClientConfig, which: AdvisoryLock): Promise<SessionLock | null> => {
  const client = newClient(connection)
  const lost = new Promise<never>((_, reject) => client.on('error', reject))
  lost.catch(() => {})
  await client.connect()
  const letGo = () => closeWithTimeout(client)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [...which])
    if (rows[0]?.taken === true) return { lost, letGo }
  } catch (cause) {
    await letGo()
    throw cause
  }
  await letGo()
  return null
}

/** A replication slot; a lost one no longer keeps the log. */
type Slot = { name: string; isLost: boolean; isActive: boolean }

/** The slots whose names begin with a prefix, except temporary ones. */
export const slotsNamed = (connection: ClientConfig, beginning: string): Promise<Slot[]> =>
  asked<Slot>(
    connection,
    `select slot_name as name, wal_status is not distinct from 'lost' as "isLost", active as "isActive"
       from pg_replication_slots where slot_type = 'physical' and not temporary and starts_with(slot_name, $1)`,
    [beginning],
  )

export const dropSlot = async (connection: ClientConfig, name: string): Promise<void> => {
  await asked(connection, 'select pg_drop_replication_slot($1)', [name])
}

/** The position up to which the log is on the server's disk. */
export const flushedTo = async (connection: ClientConfig): Promise<Lsn> => {
  const [row] = await asked<{ lsn: string }>(connection, 'select pg_current_wal_flush_lsn() as lsn', [])
  return lsnOf(row?.lsn ?? '0/0')
}

/** Whether a server is still in recovery, and the time of the last transaction replayed from the log. */
export const recoveryOf = async (connection: ClientConfig): Promise<{ isStill: boolean; last: Date | null }> => {
  const [row] = await asked<{ isStill: boolean; last: Date | null }>(
    connection,
    'select pg_is_in_recovery() as "isStill", pg_last_xact_replay_timestamp() as last',
    [],
  )
  return row ?? { isStill: true, last: null }
}
