// The response to an outage: 503, the reason in a few words, and when to retry.
import { isUndone, type OutageKind, outageOf } from '#platform/outage'
import type { Refusal } from '#platform/refusal'
import { httpRefusals } from './refusals.ts'

/** The reason, and the seconds after which a retry makes sense. */
const words: Readonly<Record<Exclude<OutageKind, 'lasting'>, { reason: string; seconds: number }>> = {
  database: { reason: 'The database is out of reach', seconds: 5 },
  connections: { reason: 'The database takes no more connections', seconds: 5 },
  lock: { reason: 'Others have been changing the same data for too long', seconds: 5 },
  time: { reason: 'The database took too long', seconds: 30 },
  disk: { reason: 'The disk is full', seconds: 60 },
  busy: { reason: 'Too much is already waiting', seconds: 10 },
  files: { reason: 'Files cannot be reached', seconds: 30 },
  paper: { reason: 'It took too long to make the PDF', seconds: 30 },
}

/** Seconds until a retry, for a request that gave up waiting for others' turns to end. */
const OTHERS_LAST_SECONDS = 5

/** The refusal for an error that is an outage; `writes` for a request that changes something. */
export const outageRefusal = (cause: unknown, writes: boolean): Refusal | null => {
  const kind = outageOf(cause)
  if (!kind) return null
  // Not an outage: the tenant's or others' long requests use up the share.
  if (kind === 'lasting')
    return httpRefusals.othersLast({ seconds: OTHERS_LAST_SECONDS }, [], { 'retry-after': OTHERS_LAST_SECONDS })
  const { reason, seconds } = words[kind]
  const headers = { 'retry-after': seconds }
  if (!writes) return httpRefusals.unavailable({ reason, seconds }, [], headers)
  if (!isUndone(cause)) return httpRefusals.perhapsDone({ reason }, [], headers)
  return httpRefusals.unavailable({ reason: `${reason}, and nothing was changed`, seconds }, [], headers)
}
