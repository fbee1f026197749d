// Long bodies on their way: what has come of them is in memory, for as long as their senders take. Should all of them
// hold too much, the tenant that holds most gives up the one that has been on its way for longest.
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { isShortBody, ownerOf } from '#http/bodies/body-memory'
import { Outage } from '#platform/outage'

/** What all bodies on their way may hold, in bytes (64 MiB). */
const ARRIVING_BYTES = 64 * 1024 * 1024

type Arriving = { whose: string; bytes: number; giveUp: () => void }

/** In the order in which they began. */
const arriving = new Set<Arriving>()
let total = 0

/** Counts what has come of a body until all of it has, or its sender is gone. */
export const countArriving = (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): void => {
  const { 'content-length': announced, 'content-type': type = '' } = request.headers
  if (!type.startsWith('application/json') || (announced !== undefined && isShortBody(Number(announced)))) return
  const { bodyLimit } = request.routeOptions
  const one: Arriving = {
    whose: ownerOf(request),
    bytes: 0,
    giveUp() {
      end()
      // Nothing reads it, since it was refused.
      if (payload.listenerCount('error') === 0) return
      reply.header('connection', 'close')
      // As if its connection had failed: the rest is not read, and the caller hears why.
      payload.emit('error', new Outage('busy', 'Too much is on its way', { undone: true }))
    },
  }
  const count = (chunk: Buffer) => {
    one.bytes += chunk.length
    total += chunk.length
    // It is refused, and what comes further of it is not kept.
    if (one.bytes > bodyLimit) end()
    if (total > ARRIVING_BYTES) oldestOfLargest()?.giveUp()
  }
  const end = () => {
    payload.off('data', count)
    if (arriving.delete(one)) total -= one.bytes
  }
  arriving.add(one)
  payload.on('data', count).once('end', end).once('close', end)
}

const oldestOfLargest = (): Arriving | undefined => {
  const held = new Map<string, number>()
  for (const { whose, bytes } of arriving) held.set(whose, (held.get(whose) ?? 0) + bytes)
  const [largest] = [...held].sort(([, one], [, other]) => other - one)
  return [...arriving].find(({ whose, bytes }) => whose === largest?.[0] && bytes > 0)
}
