// Errors as problem details (RFC 9457), for callers whose Accept names application/problem+json.
import { STATUS_CODES } from 'node:http'
import { preferencesIn } from './language.ts'
import type { Reply } from './reply.ts'

const PROBLEM_TYPE = 'application/problem+json'

/** The reply as problem details where the caller asks for them; the same one otherwise, and where it is no error. */
export const asProblem = (reply: Reply, accept: string | undefined): Reply => {
  const { status, body, headers } = reply
  const isError = status >= 400 && typeof body === 'string' && headers['content-type']?.startsWith('application/json')
  if (!isError || !preferencesIn(accept).includes(PROBLEM_TYPE)) return reply
  const { docUrl = 'about:blank', message, ...members } = JSON.parse(body) as Record<string, unknown>
  const problem = { type: docUrl, title: STATUS_CODES[status], status, detail: message, ...members }
  const vary = [headers.vary, 'accept'].filter(Boolean).join(', ')
  return { status, headers: { ...headers, 'content-type': PROBLEM_TYPE, vary }, body: JSON.stringify(problem) }
}
