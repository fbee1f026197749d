// Writes requests to the log in batches every second, so that no request waits for it. The amount per client is
// limited; failures have a separate limit, so that a thousand successes do not hide one.
import { loggableName } from '#http'
import type { Actor } from '#platform/actor'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import { type FieldError, impersonalSentence, type Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { LEFT_OUT } from './entry.rules.ts'

/** An answered request. */
type Answered = {
  /** The company of a private token, or the integration. */
  holderId: string
  actor: Actor
  tenantId: string | null
  now: Date
  method: string
  /** The address to log; computed only for logged requests. */
  pathToKeep: () => string
  status: number
  durationMs: number
  requestId: string
  refused: Refusal | null
}

type RequestLog = {
  note(answered: Answered): void
  /** Writes the pending entries; called automatically every second. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Maximum number of requests per minute logged for a client by one process: successes, and failures. */
const MOST_IN_MINUTE = 60
/** How often pending entries are written, in milliseconds. */
const FLUSH_MS = 1000
/** Maximum number of pending entries; further ones are dropped while the database is unavailable. */
const MOST_WAITING = 5000
/** Maximum number of field errors logged per request. */
const MOST_ERRORS = 20
const MINUTE_MS = 60_000
/** How long dropped requests are remembered, to be mentioned in the next entry (a day). */
const REMEMBERED_MINUTES = 24 * 60

type Kept = Omit<Answered, 'actor' | 'refused' | 'now' | 'pathToKeep'> & {
  id: string
  path: string
  happenedAt: Date
  tokenId: string | null
  error: object | null
  leftOut: number
}

/** A client's usage within a minute, and the number of requests dropped since the last logged one. */
type Minute = { minute: number; succeeded: number; failed: number; leftOut: number }

export const newRequestLog = (database: Pick<Database, 'lookUps'>, report: (cause: unknown) => void): RequestLog => {
  let waiting: Kept[] = []
  let latest = 0
  const minutes = new Map<string, Minute>()

  const minuteOf = (holderId: string, now: Date): Minute => {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    latest = Math.max(latest, minute)
    const known = minutes.get(holderId)
    if (known?.minute === minute) return known
    const fresh = { minute, succeeded: 0, failed: 0, leftOut: known?.leftOut ?? 0 }
    minutes.set(holderId, fresh)
    return fresh
  }

  const note = (answered: Answered): void => {
    const minute = minuteOf(answered.holderId, answered.now)
    const outcome = answered.status < 400 ? 'succeeded' : 'failed'
    if (minute[outcome] >= MOST_IN_MINUTE || waiting.length >= MOST_WAITING) {
      minute.leftOut += 1
      return
    }
    minute[outcome] += 1
    const { actor, refused, now, pathToKeep, ...told } = answered
    waiting.push({
      ...told,
      id: newId(),
      path: pathToKeep(),
      happenedAt: now,
      tokenId: actor.kind === 'token' ? actor.id : null,
      error: refused ? errorOf(refused) : null,
      leftOut: minute.leftOut,
    })
    minute.leftOut = 0
  }

  const flush = async (): Promise<void> => {
    for (const [holderId, { minute, leftOut }] of minutes)
      if (minute < latest - (leftOut > 0 ? REMEMBERED_MINUTES : 0)) minutes.delete(holderId)
    const batch = waiting
    waiting = []
    if (batch.length > 0) await write(database, batch)
  }

  let flushing: Promise<void> | null = null
  const timer = setInterval(() => {
    flushing ??= flush()
      .catch(report)
      .finally(() => {
        flushing = null
      })
  }, FLUSH_MS).unref()

  return {
    note,
    async flush() {
      await flushing
      await flush()
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flush().catch(report)
    },
  }
}

/** The refusal as declared, without values that could identify a person. */
const errorOf = (refused: Refusal): object => ({
  code: refused.kind.code,
  message: impersonalSentence(refused),
  reason: refused.said.declared.reason,
  errors: refused.errors.slice(0, MOST_ERRORS).map(fieldOf),
})

/** The name of an unknown field is the caller's own text. */
const fieldOf = (error: FieldError) => ({
  field: loggableName(error.field) === error.field ? error.field : LEFT_OUT,
  message: impersonalSentence(error),
  reason: error.said?.declared.reason ?? null,
})

const write = async ({ lookUps }: Pick<Database, 'lookUps'>, batch: readonly Kept[]): Promise<void> => {
  await lookUps.rows(
    sql`
    insert into request_log.request (
      holder_id, id, happened_at, token_id, tenant_id, method, path, status, duration_ms, request_id, error, left_out)
    select "holderId", id, "happenedAt", "tokenId", "tenantId", method, path, status, "durationMs", "requestId", error,
      "leftOut"
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as one (
      "holderId" uuid, id uuid, "happenedAt" timestamptz, "tokenId" uuid, "tenantId" uuid, method text, path text,
      status smallint, "durationMs" integer, "requestId" text, error jsonb, "leftOut" integer)`,
    'keep-requests',
  )
}
