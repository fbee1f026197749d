// Hangs up on whoever takes nothing of what is sent: they would keep a connection, and a file or a turn, for ever.
import type { FastifyReply } from 'fastify'

/** Longest time in which nothing of an answer is taken, in milliseconds. */
export const STALLED_MS = 60_000

/** Watches an answer that is long. One that is slow to be made, or taken bit by bit, goes on. */
export const hangUpOnceStalled = ({ raw, server }: FastifyReply): void => {
  // The socket tells when nothing was written or read for so long; what waits in it then is what nobody takes.
  raw.setTimeout(server.stalledMs, () => {
    if (raw.socket && raw.socket.writableLength > 0) raw.destroy()
  })
  // The time is the socket's: a request that was sent behind this one would be cut while its answer is made.
  raw.prependOnceListener('finish', () => raw.socket?.setTimeout(0))
}
