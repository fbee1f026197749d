// What the bodies of requests take of memory until they are answered: JSON as it is parsed, and what was read from a
// file. It is counted once a body has arrived (arriving.ts counts it before that), before it is parsed, and before a
// file is judged. What has no room waits, and is answered with a 503.
import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Row, tenantIdOf } from '#http/row'
import { newHeldMemory } from '#threads/held-memory'
import { lazy } from '#threads/lazy'

/** What all bodies of a process may take together, and those of one tenant, in bytes (128 and 64 MiB). */
const ALL_BYTES = 128 * 1024 * 1024
const MOST_OF_ONE_BYTES = 64 * 1024 * 1024
/** How long a request waits for room, in milliseconds: clients and proxies often have half a minute. */
const MAX_WAIT_MS = 25_000
/** What a byte of a body takes as objects, about: of JSON, and of a file whose row does not say. */
const TIMES_OF_JSON = 12
const TIMES_OF_FILE = 3
/** After work that counted for so many bytes (32 MiB) it is tidied up, so long after it, in milliseconds. */
const LARGE_BYTES = 32 * 1024 * 1024
const TIDY_MS = 10_000
/** Shorter bodies are not counted, in bytes (32 KiB): most are, and they cost nothing. */
const SHORT_BYTES = 32 * 1024

/** What bodies that wait for room hold themselves, all of them and those of one tenant, in bytes (48 and 24 MiB). */
const WAITING_BYTES = 48 * 1024 * 1024
const MOST_WAITING_BYTES = 24 * 1024 * 1024

const bodies = newHeldMemory({ bytes: ALL_BYTES, most: MOST_OF_ONE_BYTES, maxWaitMs: MAX_WAIT_MS })
const waiting = newHeldMemory({ bytes: WAITING_BYTES, most: MOST_WAITING_BYTES, maxWaitMs: 0 })

/** Whether a body is so short that it is not counted. */
export const isShortBody = (bytes: number): boolean => bytes <= SHORT_BYTES

/**
 * Waits for room for a body that has arrived, as objects; it counts until the answer to its request has gone. A body on
 * its way takes no room from others: its sender may take as long as the connection may.
 */
export const reserveMemoryForBody = async (request: FastifyRequest, bytes: number): Promise<void> => {
  const giveBack = await waiting.during(ownerOf(request), bytes, () => taken(request, bytes * TIMES_OF_JSON))
  if (request.answering) untilAnswered(request.answering, giveBack)
  else giveBack()
}

/** Waits for room for a file that is judged and taken in, which counts until the answer to its request has gone. */
export const reserveMemoryForFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { size }: { size: number },
  { timesInMemory = TIMES_OF_FILE }: NonNullable<Row['upload']>,
): Promise<void> => {
  if (size > SHORT_BYTES) untilAnswered(reply.raw, await taken(request, size * timesInMemory))
}

const untilAnswered = (raw: ServerResponse, giveBack: () => void): void => {
  if (raw.closed) giveBack()
  else raw.once('close', giveBack)
}

const taken = async (request: FastifyRequest, bytes: number): Promise<() => void> => {
  const giveBack = await bodies.take(ownerOf(request), bytes)
  return () => {
    giveBack()
    if (bytes >= LARGE_BYTES) tidySoon()
  }
}

let tidying: NodeJS.Timeout | null = null

/** A process that does little after large work would keep what that has left until it needs the room: it is let go. */
const tidySoon = (): void => {
  if (tidying) return
  tidying = setTimeout(() => {
    tidying = null
    collector()()
  }, TIDY_MS).unref()
}

const collector = lazy((): (() => void) => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
})

/** Those that belong to no tenant, such as forms of people who are not logged in, are short. */
export const ownerOf = ({ tenant }: FastifyRequest): string => (tenant ? tenantIdOf(tenant) : '')

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer to a write, whose end gives back what its body takes. */
    answering: ServerResponse | null
  }
}
