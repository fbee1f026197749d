// What a caller is told when something around us is out of order: 503, why in a few words, and when to come back.
import { isUndone, type OutageKind, outageOf } from '#platform/outage'
import type { Refusal } from '#platform/refusal'
import { httpRefusals } from './refusals.ts'

/** Why, and after how many seconds it makes sense to try again. */
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

/** After how many seconds whoever has waited for others, whose turn it is, asks again. */
const OTHERS_LAST_SECONDS = 5

/** The refusal for what was thrown, when something is out of order; `writes` for a request that changes something. */
export const outageRefusal = (cause: unknown, writes: boolean): Refusal | null => {
  const kind = outageOf(cause)
  if (!kind) return null
  // Nothing is out of order: each has its share.
  if (kind === 'lasting')
    return httpRefusals.othersLast({ seconds: OTHERS_LAST_SECONDS }, [], { 'retry-after': OTHERS_LAST_SECONDS })
  const { reason, seconds } = words[kind]
  const headers = { 'retry-after': seconds }
  if (!writes) return httpRefusals.unavailable({ reason, seconds }, [], headers)
  if (!isUndone(cause)) return httpRefusals.perhapsDone({ reason }, [], headers)
  return httpRefusals.unavailable({ reason: `${reason}, and nothing was changed`, seconds }, [], headers)
}
