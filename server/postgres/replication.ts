// The parts of PostgreSQL's replication protocol that backups need: the base backup as archives of its files, and the
// stream of the write-ahead log. See "Streaming Replication Protocol" in PostgreSQL's manual.
import { PassThrough, type Readable } from 'node:stream'
import { Client, type ClientConfig, type Connection } from 'pg'
import { withTimeout } from './connection-timeouts.ts'
import { type Lsn, lsnOf, lsnText } from './lsn.ts'

/** Timeouts for connecting and for an answer, in milliseconds. */
const CONNECTING_MS = 20_000
const ANSWERING_MS = 20_000

/** What we need of the connection beyond its published types. */
type Wire = Connection & { sendCopyFromChunk(chunk: Buffer): void }

/** A replication connection, and what the server said about itself. */
export type Replication = {
  client: Client
  systemIdentifier: string
  timeline: number
  /** Bytes per segment of the log. */
  segmentBytes: number
  /** Cuts the connection immediately. */
  end(): void
}

export const connectForReplication = async (connection: ClientConfig, name: string): Promise<Replication> => {
  const config = { ...connection, replication: 'true', application_name: name }
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECTING_MS, keepAlive: true })
  // Pending operations get the error; without this listener it would also be uncaught.
  client.on('error', () => {})
  await client.connect()
  const wire = wireOf(client)
  try {
    const [system] = await answered(client, 'IDENTIFY_SYSTEM')
    const [size] = await answered(client, 'SHOW wal_segment_size')
    return {
      client,
      systemIdentifier: String(system?.systemid),
      timeline: Number(system?.timeline),
      segmentBytes: bytesOf(String(size?.wal_segment_size)),
      end: () => void wire.stream.destroy(),
    }
  } catch (cause) {
    wire.stream.destroy()
    throw cause
  }
}

/** The rows of a short answer, with a timeout. */
const answered = async (client: Client, text: string): Promise<Record<string, unknown>[]> =>
  (await withTimeout(client, ANSWERING_MS, () => client.query<Record<string, unknown>>(text))).rows

/** The major version of the server, such as `18`. */
export const majorOf = async ({ client }: Replication): Promise<string> => {
  const [found] = await answered(client, 'SHOW server_version_num')
  return String(Math.floor(Number(found?.server_version_num) / 10_000))
}

/** The types of the package do not expose its connection. */
const wireOf = (client: Client): Wire => (client as unknown as { connection: Wire }).connection

const KIB = 1024
const UNITS: Readonly<Record<string, number>> = { B: 1, kB: KIB, MB: KIB ** 2, GB: KIB ** 3 }

const bytesOf = (text: string): number => {
  const [, number = '', unit = ''] = /^(\d+)([a-zA-Z]+)$/.exec(text) ?? []
  const factor = UNITS[unit]
  if (factor === undefined) throw new Error(`wal_segment_size is ${text}, which is not a size`)
  return Number(number) * factor
}

type Message = { chunk: Buffer }
type Row = { fields: (string | null)[] }

/** A query whose answer is a COPY stream; `client.query` accepts objects with these methods. */
type Copying = {
  text: string
  onRow?: (fields: string[]) => void
  onData: (chunk: Buffer, wire: Wire) => void
}

/** Runs the query until the server has answered in full; fails with the error of the server or the connection. */
const copied = (client: Client, { text, onRow, onData }: Copying): Promise<void> =>
  new Promise((resolve, reject) => {
    const nothing = () => {}
    client.query({
      submit: (connection: Connection) => connection.query(text),
      handleRowDescription: nothing,
      handleDataRow: ({ fields }: Row) => onRow?.(fields.map((one) => one ?? '')),
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
      handlePortalSuspended: nothing,
      handleCopyInResponse: nothing,
      // The parser reuses its buffer.
      handleCopyData: ({ chunk }: Message, connection: Wire) => onData(Buffer.from(chunk), connection),
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as { submit: (connection: Connection) => void })
  })

/** The first bytes of messages in a base backup. */
const NEW_ARCHIVE = 'n'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

type BaseStream = {
  /** The only archive, of the data folder, as a tar file. */
  archive: Readable
  /** The range of the log that the base needs; known when the archive has ended. */
  ended: Promise<{ startLsn: Lsn; endLsn: Lsn }>
}

/** Streams the whole data folder from the running server, which verifies its page checksums on the way. */
export const streamBase = ({ client }: Replication, label: string): BaseStream => {
  const archive = new PassThrough()
  const places: Lsn[] = []
  let archives = 0
  let isFull = false
  const onData = (chunk: Buffer, wire: Wire) => {
    if (chunk[0] === NEW_ARCHIVE) archives += 1
    if (archives > 1) wire.stream.destroy(new Error('the server has tablespaces outside of its data folder'))
    if (chunk[0] !== DATA || archives !== 1) return
    if (archive.write(chunk.subarray(1)) || isFull) return
    isFull = true
    wire.stream.pause()
    archive.once('drain', () => {
      isFull = false
      wire.stream.resume()
    })
  }
  // Log positions have the form 0/1234; rows with anything else are about tablespaces.
  const onRow = ([place = '']: string[]) => {
    if (/^[0-9A-F]+\/[0-9A-F]+$/.test(place)) places.push(lsnOf(place))
  }
  const options = `LABEL '${label}', CHECKPOINT 'fast', WAL false, WAIT false, PROGRESS false, MANIFEST 'no'`
  const ended = copied(client, { text: `BASE_BACKUP (${options}, VERIFY_CHECKSUMS true)`, onRow, onData }).then(() => {
    const [startLsn, endLsn] = places
    if (startLsn === undefined || endLsn === undefined) throw new Error('the server did not say where its base ends')
    archive.end()
    return { startLsn, endLsn }
  })
  ended.catch((cause: Error) => archive.destroy(cause))
  return { archive, ended }
}

/**
 * A message of the log stream: bytes from a position on, or a keep-alive. `flushed` is the end of the server's log `at`
 * that time.
 */
export type Told = { start: Lsn; bytes: Buffer; flushed: Lsn; at: number }

export type LogStream = {
  ended: Promise<void>
  /** Confirms to the server up to where the log is stored elsewhere, and requests a keep-alive. */
  confirm(stored: Lsn): void
  pause(): void
  resume(): void
}

const WAL = 'w'.charCodeAt(0)
const KEEPALIVE = 'k'.charCodeAt(0)
const STATUS = 'r'.charCodeAt(0)
const NOW = 1
/** Message layout: offsets of the fields after the type byte, and sizes of headers. */
const SECOND = 9
const THIRD = 17
const WAL_HEADER = 25
const STATUS_BYTES = 34
const STATUS_FIELDS = { written: 1, flushed: 9, applied: 17, time: 25, reply: 33 } as const

/** The protocol counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const MICROS = 1000n

/** Streams the log from a position on, for as long as the connection lasts. */
export const streamLog = (
  { client, timeline }: Replication,
  slot: string,
  from: Lsn,
  onTold: (told: Told) => void,
): LogStream => {
  const wire = wireOf(client)
  const onData = (chunk: Buffer) => {
    const flushed = chunk.readBigUInt64BE(chunk[0] === WAL ? SECOND : 1)
    if (chunk[0] === WAL) {
      const bytes = chunk.subarray(WAL_HEADER)
      onTold({ start: chunk.readBigUInt64BE(1), bytes, flushed, at: millisOf(chunk.readBigInt64BE(THIRD)) })
    } else if (chunk[0] === KEEPALIVE) {
      onTold({ start: flushed, bytes: Buffer.alloc(0), flushed, at: millisOf(chunk.readBigInt64BE(SECOND)) })
    }
  }
  const text = `START_REPLICATION SLOT ${slot} PHYSICAL ${lsnText(from)} TIMELINE ${timeline}`
  return {
    ended: copied(client, { text, onData }).then(() => {
      throw new Error('the server has ended the stream of its log')
    }),
    confirm: (stored) => {
      const status = Buffer.alloc(STATUS_BYTES)
      status[0] = STATUS
      for (const at of [STATUS_FIELDS.written, STATUS_FIELDS.flushed, STATUS_FIELDS.applied]) {
        status.writeBigUInt64BE(stored, at)
      }
      status.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * MICROS, STATUS_FIELDS.time)
      status[STATUS_FIELDS.reply] = NOW
      wire.sendCopyFromChunk(status)
    },
    pause: () => void wire.stream.pause(),
    resume: () => void wire.stream.resume(),
  }
}

const millisOf = (micros: bigint): number => EPOCH_MS + Number(micros / MICROS)

/**
 * Creates a slot that keeps the log from now on; a temporary one ends with its connection. Returns the first position
 * of its log.
 */
export const makeSlot = async ({ client }: Replication, slot: string, temporary: boolean): Promise<Lsn> => {
  await answered(client, `CREATE_REPLICATION_SLOT ${slot}${temporary ? ' TEMPORARY' : ''} PHYSICAL (RESERVE_WAL true)`)
  const [found] = await answered(client, `READ_REPLICATION_SLOT ${slot}`)
  return lsnOf(String(found?.restart_lsn))
}
