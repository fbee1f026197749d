// Sends a file as a download, streamed from disk.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './disposition.ts'

/**
 * A file as an answer, streamed from disk: the engine removes a work file after sending it, a stored one stays. Its
 * content type is one of those in the row.
 */
export type FileAnswer = { path: string; name: string; size: number; contentType: string; kept?: boolean }

/** A work file is removed after sending; a stored one stays. */
export const sendFile = (reply: FastifyReply, { path, name, size, contentType, kept }: FileAnswer): FastifyReply => {
  const stream = createReadStream(path)
  disconnectOnceStalled(reply)
  if (!kept) stream.once('close', () => void rm(path, { force: true }).catch(() => {}))
  return (
    reply
      .header('content-type', contentType)
      .header('content-length', size)
      .header('content-disposition', attachmentNamed(name))
      // A proxy that buffered it for a slow reader would stop reading meanwhile, and be disconnected.
      .header('x-accel-buffering', 'no')
      // If a browser displays it anyway, no script in it runs.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream)
  )
}

/** Longest time without progress in sending, in milliseconds. */
export const STALLED_MS = 60_000

/** Watches a long response. One that is generated or read slowly continues. */
export const disconnectOnceStalled = ({ raw, server }: FastifyReply): void => {
  // The socket signals inactivity; if data is waiting in it then, the client is not reading.
  raw.setTimeout(server.stalledMs, () => {
    if (raw.socket && raw.socket.writableLength > 0) raw.destroy()
  })
  // The timeout belongs to the socket: without this, a pipelined request would be cut off while its response is
  // generated.
  raw.prependOnceListener('finish', () => raw.socket?.setTimeout(0))
}
