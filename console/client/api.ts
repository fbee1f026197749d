// Requests to the API, typed by its description. The browser sends the session's cookie by itself; writes carry the
// token that shows that they come from our pages.
import createClient, { type Middleware } from 'openapi-fetch'
import createQueries from 'openapi-react-query'
import type { components, paths } from './description.d.ts'
import { spendIntent } from './intent.ts'
import { base } from './place.ts'
import { Refused, refusalOf } from './refused.ts'
import { tellWarnings } from './warned.ts'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/**
 * Reasons why requests wait for a login: `ended`, and `other` if another user has logged in since the page was opened.
 * Pages show it and offer a way to continue.
 */
export const sessionEnded = new EventTarget()

let csrfToken = ''
/** Whose session the page was opened in; null while that is not known. */
let personId: string | null = null

/** Keeps what writes carry, and whose it is; `GET /me` tells it. */
export const keepCsrfToken = (token: string, person: string | null = null): void => {
  csrfToken = token
  personId = person
}

/** Throws if another user has logged in since the page was opened, and shows that on the page. */
export const refuseOther = (person: string): void => {
  if (personId === null || person === personId) return
  sessionEnded.dispatchEvent(new Event('other'))
  throw new Refused({ status: 401, code: 'other-person', message: '' })
}

/** The fields that our forms send to the service's own pages. */
export const formToken = (): string => csrfToken

/** How long a request may take before it counts as lost, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000
/** The same for the removal of a whole year: as long as the proxies in `deploy/` wait for it. */
const LONG_REQUEST_TIMEOUT_MS = 3_600_000

/**
 * Whether a write that was refused with 403 carried the token of an earlier session and must be sent again: the user
 * has logged in again in another window. The refused write did nothing. Throws if another user logged in.
 */
export const isTokenRenewed = async (sent: string): Promise<boolean> => {
  // Another request has found out meanwhile.
  if (sent !== csrfToken) return true
  const now = await sessionNow().catch(() => null)
  if (!now || now.csrfToken === sent) return false
  refuseOther(now.person.id)
  csrfToken = now.csrfToken
  return true
}

type SessionNow = { csrfToken: string; person: { id: string } }

/** The token in the current cookie; null if no one is logged in. */
const sessionNow = async (): Promise<SessionNow | null> => {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const response = await fetch(`${base}/v1/me`, { cache: 'no-store', signal })
  if (!response.ok) return null
  const { session: found } = (await response.json()) as { session?: SessionNow | null }
  return found ?? null
}

const session: Middleware = {
  onRequest({ request }) {
    // What the service says, it says in the language of the page.
    if (!request.headers.has('accept-language')) request.headers.set('accept-language', document.documentElement.lang)
    if (request.method !== 'GET') request.headers.set('csrf-token', csrfToken)
    return request
  },
  async onResponse({ request, response }) {
    const key = request.headers.get('idempotency-key')
    if (response.ok) spendIntent(key)
    if (response.ok && request.method !== 'GET') tellWarnings(request.url, response.headers.get('service-warning'))
    if (response.ok || response.status === 304) return undefined
    if (response.status === 401) sessionEnded.dispatchEvent(new Event('ended'))
    const refused = await refusalOf(response)
    if (key !== null && refused.answers(key)) spendIntent(key)
    throw refused
  },
  onError({ error }) {
    return error instanceof Refused ? error : new Refused({ status: 0, code: 'network', message: String(error) })
  },
}

const fetchWithin = (ms: number) => async (request: Request) => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ms)])
  if (request.method === 'GET') return fetch(request, { signal })
  const { url, method, headers } = request
  const body = await bodyOf(request)
  const response = await fetch(url, { method, headers, body, signal })
  const isOld = response.status === 403 && (await isTokenRenewed(headers.get('csrf-token') ?? ''))
  if (!isOld) return response
  headers.set('csrf-token', csrfToken)
  return fetch(url, { method, headers, body, signal })
}

/** What may be sent twice; a request that is copied would send a stream. */
const bodyOf = async (request: Request): Promise<string | Blob | null> => {
  const isFile = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  const body = isFile ? await request.blob() : await request.text()
  return body === '' ? null : body
}

/** Given to a request that may take minutes. */
export const patiently = { fetch: fetchWithin(LONG_REQUEST_TIMEOUT_MS) }

/** The typed client: `api.POST('/companies/{companyId}/customers', …)`. Errors are thrown as {@link Refused}. */
export const api = createClient<paths>({ baseUrl: `${base}/v1`, fetch: fetchWithin(REQUEST_TIMEOUT_MS) })
api.use(session)

/** The same for reading in components: `queries.useQuery('get', path, init)`. Keys are `[method, path, init]`. */
export const queries = createQueries(api)

/** What a write answered; its body is there whenever nothing was thrown. */
export const answered = <Body>({ data }: { data?: Body }): Body => data as Body
