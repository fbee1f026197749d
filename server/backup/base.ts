// Makes a base: the data folder as streamed by the running server, compressed and split into parts.
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { type Lsn, lsnText } from '#postgres/lsn'
import { connectForReplication, streamBase } from '#postgres/replication'
import { type BaseFacts, baseFolder, type PartFacts, removeBase } from './contents.ts'
import { digestOf, putJson, type Target } from './target.ts'

/** Bytes per part: small enough to be held in memory, and to be sent again. */
const PART_BYTES = 16 * 1024 * 1024
/** Speed matters more than size. */
const LEVEL = 1
const PART_DIGITS = 6

type BaseOrder = {
  target: Target
  line: string
  base: string
  /** With a role that may replicate. */
  connection: ClientConfig
  now: () => Date
  /** The heads of all chains, as JSON. */
  heads: () => Promise<string>
  /** Resolves when the target has the log of the line up to a position, and everything else that the base needs. */
  logUntil: (lsn: Lsn) => Promise<void>
  signal?: AbortSignal
}

/**
 * Makes a base in a line whose log is being kept. It is incomplete and invisible until its log is in the target too.
 * Remains of a failed one are removed, because they are large, and another one will be made soon.
 */
export const makeBase = async (order: BaseOrder): Promise<BaseFacts> => {
  const { target, line, base, signal } = order
  try {
    return await putBase(order)
  } catch (cause) {
    // After an abort nothing must be waited for; the remains are removed before the next base.
    if (!signal?.aborted) await removeBase(target, line, base).catch(() => {})
    throw cause
  }
}

const putBase = async (order: BaseOrder): Promise<BaseFacts> => {
  const { target, line, base, connection, now, heads, logUntil, signal } = order
  const startedAt = now().toISOString()
  const packed = await promisify(gzip)(await heads())
  const replication = await connectForReplication(connection, 'grundbok backup')
  signal?.addEventListener('abort', replication.end, { once: true })
  try {
    const { archive, ended } = streamBase(replication, `grundbok ${base}`)
    const parts: PartFacts[] = []
    const put = async (bytes: Buffer) => {
      const name = String(parts.length + 1).padStart(PART_DIGITS, '0')
      await target.put(`${baseFolder(line, base)}${name}`, bytes)
      parts.push({ name, bytes: bytes.length, digest: digestOf(bytes) })
    }
    const packing = createGzip({ level: LEVEL })
    await pipeline(archive, packing, inParts(put))
    const { startLsn, endLsn } = await ended
    const endedAt = now().toISOString()
    await logUntil(endLsn)
    const facts: BaseFacts = {
      format: 1,
      startedAt,
      endedAt,
      startLsn: lsnText(startLsn),
      endLsn: lsnText(endLsn),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      unpackedBytes: packing.bytesWritten,
      parts,
      heads: packed.toString('base64'),
    }
    await putJson(target, `${baseFolder(line, base)}base.json`, facts)
    return facts
  } finally {
    signal?.removeEventListener('abort', replication.end)
    replication.end()
  }
}

/** Splits a stream into parts; each is stored before more is accepted. */
const inParts = (put: (bytes: Buffer) => Promise<void>): Writable => {
  let held: Buffer[] = []
  let size = 0
  const putHeld = async () => {
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    await put(bytes)
  }
  return new Writable({
    write(chunk: Buffer, _, done) {
      held.push(chunk)
      size += chunk.length
      if (size < PART_BYTES) done()
      else putHeld().then(() => done(), done)
    },
    final(done) {
      putHeld().then(() => done(), done)
    },
  })
}
