// Turns everything that goes wrong into a refusal: our own refusals, errors of the framework, outages, and bugs.
// Endpoints, pages and the endpoints of OAuth then format it in their own way.
import type { FastifyBaseLogger } from 'fastify'
import { BeyondCalendar, monthOf } from '#platform/day'
import { sqlStateOf } from '#platform/db'
import { TENANT_ENDED } from '#platform/event'
import { FilterFault } from '#platform/filter'
import { newId } from '#platform/id'
import { invalidWith, MAX_ERRORS, Refusal, statusOf } from '#platform/refusal'
import { JsonFault } from '#text/json'
import { outageRefusal } from './outages.ts'
import { httpFaults, httpRefusals } from './refusals.ts'

/** The body that an endpoint accepts: the most bytes, and the content type. */
export type Taken = { limit: number; type: string }

/** The contents of a request, to find the value that caused an error. */
type Given = { query?: unknown; body?: unknown }

/** The refusal for an error in a request of this method; for unknown errors, that of a bug. */
export const refusalFor = (
  cause: unknown,
  { method, taken, given }: { method: string; taken: Taken; given?: Given },
): Refusal => asRefusal(cause, method, given) ?? ofFramework(cause, taken) ?? httpRefusals.internal()

/** The same for errors thrown outside of the framework. */
export const asFailure = (cause: unknown, method: string, given?: Given): Refusal =>
  asRefusal(cause, method, given) ?? httpRefusals.internal()

const asRefusal = (cause: unknown, method: string, given: Given = {}): Refusal | null => {
  if (cause instanceof Refusal) return cause
  if (cause instanceof JsonFault)
    return invalidWith(cause.errors.map(({ field, message }) => httpFaults.badJson(field, { problem: message })))
  if (sqlStateOf(cause) === TENANT_ENDED) return httpRefusals.tenantEnded()
  if (cause instanceof BeyondCalendar) return beyondCalendar(cause, given)
  if (cause instanceof FilterFault) return invalidWith([httpFaults.badFilter('query', { problem: cause.message })])
  return outageRefusal(cause, !isRead(method))
}

/** The request's days that led beyond the supported calendar: the one in the error, otherwise those near its ends. */
const beyondCalendar = ({ day }: BeyondCalendar, { query, body }: Given): Refusal => {
  const texts = [...textsIn(query, ''), ...textsIn(body, '#/')]
  const same = texts.filter(({ text }) => text === day || text === monthOf(day))
  const near = texts.filter(({ text }) => EDGE.test(text))
  const errors = (same.length > 0 ? same : near).map(({ field }) => httpFaults.farDay(field))
  return httpRefusals.farDays({ day }, errors.slice(0, MAX_ERRORS))
}

/** Days and months in the first and last supported years. */
const EDGE = /^(?:190[01]|219[89])-\d\d(?:-\d\d)?$/

/** How deep in a body, and in how many values, days are searched for. */
const MOST_DEPTH = 5
const MOST_VALUES = 1_000

const textsIn = (value: unknown, field: string, depth = 0): { field: string; text: string }[] => {
  if (typeof value === 'string') return [{ field: field.replace(/\/$/, ''), text: value }]
  if (typeof value !== 'object' || value === null || depth === MOST_DEPTH) return []
  return Object.entries(value)
    .slice(0, MOST_VALUES)
    .flatMap(([name, inner]) => textsIn(inner, `${field}${name}${field === '' ? '' : '/'}`, depth + 1))
}

/** An error of the framework in our words. */
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

/** Whether a dependency failed, through no fault of the client. */
export const isOutage = ({ kind }: Refusal): boolean => kind.code === 'service-unavailable'

/**
 * Logs a failure and returns the id of the log entry, for the client to quote. Only the declared sentence is logged,
 * without its values, because these, and the names of unknown fields, are text from the client.
 */
export const logFailure = (log: FastifyBaseLogger, { kind, message, errors }: Refusal, cause?: unknown): string => {
  const errorId = newId()
  const status = statusOf[kind.code]
  if (kind.code === 'internal-server-error') log.error({ errorId, err: cause }, message)
  else log.info({ errorId, code: kind.code, status, reason: kind.sentence, errors: errors.length }, 'refused')
  // Each outage is logged once, however many requests it affects.
  if (kind.code === 'service-unavailable') log.error({ err: cause }, message)
  return errorId
}

/** Whether the method is safe (RFC 9110 §9.2.1). */
export const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)
