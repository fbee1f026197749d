// Disconnects clients that stop reading: they would hold a connection, and a file or a turn, forever.
import type { FastifyReply } from 'fastify'

/** Longest time without progress in sending, in milliseconds. */
export const STALLED_MS = 60_000

/** Watches a long response. One that is generated or read slowly continues. */
export const hangUpOnceStalled = ({ raw, server }: FastifyReply): void => {
  // The socket signals inactivity; if data is waiting in it then, the client is not reading.
  raw.setTimeout(server.stalledMs, () => {
    if (raw.socket && raw.socket.writableLength > 0) raw.destroy()
  })
  // The timeout belongs to the socket: without this, a pipelined request would be cut off while its response is
  // generated.
  raw.prependOnceListener('finish', () => raw.socket?.setTimeout(0))
}
