// Whatever goes wrong becomes an answer by way of here: one of our refusals, what the framework found wrong, an outage
// around us, or a bug. Endpoints, pages and the endpoints of OAuth then say it each in their own form.
import type { FastifyBaseLogger } from 'fastify'
import { BeyondCalendar, monthOf } from '#platform/day'
import { sqlStateOf } from '#platform/db'
import { TENANT_ENDED } from '#platform/event'
import { FilterFault } from '#platform/filter'
import { newId } from '#platform/id'
import { JsonFault } from '#platform/json'
import { invalidWith, MAX_ERRORS, Refusal, statusOf } from '#platform/refusal'
import { outageRefusal } from './outages.ts'
import { httpFaults, httpRefusals } from './refusals.ts'

/** What an address takes as a body: the most bytes, and of which type. */
export type Taken = { limit: number; type: string }

/** What a request says, for those who tell what of it was wrong. */
export type Given = { query?: unknown; body?: unknown }

/** Whatever was thrown at a request of this method, as a refusal; a bug of our own where it is nothing else. */
export const refusalFor = (
  cause: unknown,
  { method, taken, given }: { method: string; taken: Taken; given?: Given },
): Refusal => asRefusal(cause, method, given) ?? ofFramework(cause, taken) ?? httpRefusals.internal()

/** The same of what was thrown behind the framework. */
export const asFailure = (cause: unknown, method: string, given?: Given): Refusal =>
  asRefusal(cause, method, given) ?? httpRefusals.internal()

const asRefusal = (cause: unknown, method: string, given: Given = {}): Refusal | null => {
  if (cause instanceof Refusal) return cause
  if (cause instanceof JsonFault) return invalidWith(cause.errors)
  if (sqlStateOf(cause) === TENANT_ENDED) return httpRefusals.tenantEnded()
  if (cause instanceof BeyondCalendar) return beyondCalendar(cause, given)
  if (cause instanceof FilterFault) return invalidWith([{ field: 'query', message: cause.message }])
  return outageRefusal(cause, !isRead(method))
}

/** Days that a request gives and from which no day follows: those that it was reckoned from, else what is nearest. */
const beyondCalendar = ({ day }: BeyondCalendar, { query, body }: Given): Refusal => {
  const texts = [...textsIn(query, ''), ...textsIn(body, '#/')]
  const same = texts.filter(({ text }) => text === day || text === monthOf(day))
  const near = texts.filter(({ text }) => EDGE.test(text))
  const errors = (same.length > 0 ? same : near).map(({ field }) => httpFaults.farDay(field))
  return httpRefusals.farDays({ day }, errors.slice(0, MAX_ERRORS))
}

/** Days and months of the first and the last years that there are. */
const EDGE = /^(?:190[01]|219[89])-\d\d(?:-\d\d)?$/

/** How deep in a body days are looked for, and in how many values. */
const MOST_DEPTH = 5
const MOST_VALUES = 1_000

const textsIn = (value: unknown, field: string, depth = 0): { field: string; text: string }[] => {
  if (typeof value === 'string') return [{ field: field.replace(/\/$/, ''), text: value }]
  if (typeof value !== 'object' || value === null || depth === MOST_DEPTH) return []
  return Object.entries(value)
    .slice(0, MOST_VALUES)
    .flatMap(([name, inner]) => textsIn(inner, `${field}${name}${field === '' ? '' : '/'}`, depth + 1))
}

/** What the framework found wrong, in our words. */
const ofFramework = (cause: unknown, { limit, type }: Taken): Refusal | null => {
  const {
    code,
    statusCode = 500,
    message = '',
  } = Object(cause) as Partial<Record<'code' | 'message', string>> & {
    statusCode?: number
  }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return httpRefusals.tooLarge({ limit })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return httpRefusals.wrongMediaType({ expected: type })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return httpRefusals.badRequest({ reason: 'the body is not as long as Content-Length says' })
    default:
      return statusCode >= 400 && statusCode < 500 ? httpRefusals.badRequest({ reason: message }) : null
  }
}

/** Whether something around us is out of order, and it was no fault of whoever asked. */
export const isOutage = ({ kind }: Refusal): boolean => kind.code === 'service-unavailable'

/**
 * Writes into the log what went wrong, and answers the id under which it stands there, for the reader to quote: the
 * declared sentence without its values, since these, and the names of unknown fields, are the caller's own text.
 */
export const logFailure = (log: FastifyBaseLogger, { kind, message, errors }: Refusal, cause?: unknown): string => {
  const errorId = newId()
  const status = statusOf[kind.code]
  if (kind.code === 'internal-server-error') log.error({ errorId, err: cause }, message)
  else log.info({ errorId, code: kind.code, status, reason: kind.sentence, errors: errors.length }, 'refused')
  // The log says an outage once, however many are refused because of it.
  if (kind.code === 'service-unavailable') log.error({ err: cause }, message)
  return errorId
}

/** Whether the method changes nothing (RFC 9110 §9.2.1). */
export const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)
