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

/** What everything waits for that needs a login; pages say so and offer one. */
export const sessionEnded = new EventTarget()

let csrfToken = ''

/** Keeps what writes carry; `GET /me` tells it. */
export const keepCsrfToken = (token: string): void => {
  csrfToken = token
}

/** What a form of ours carries to the service's own pages. */
export const formToken = (): string => csrfToken

/** How long a request may take before it counts as lost, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000
/** The same for the removal of a whole year: as long as the proxies in `deploy/` wait for it. */
const LONG_REQUEST_TIMEOUT_MS = 3_600_000

const session: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('csrf-token', csrfToken)
    return request
  },
  async onResponse({ request, response }) {
    const key = request.headers.get('idempotency-key')
    if (response.ok) spendIntent(key)
    if (response.ok && request.method !== 'GET')
      void tellWarnings(request.url, response.headers.get('service-warning')).catch(() => undefined)
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

const fetchWithin = (ms: number) => (request: Request) =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) })

/** Given to a request that may take minutes. */
export const patiently = { fetch: fetchWithin(LONG_REQUEST_TIMEOUT_MS) }

/**
 * The typed client: `api.POST('/companies/{companyId}/customers', …)`. Whatever is not an answer is thrown as {@link
 * Refused}.
 */
export const api = createClient<paths>({ baseUrl: `${base}/v1`, fetch: fetchWithin(REQUEST_TIMEOUT_MS) })
api.use(session)

/** The same for reading in components: `queries.useQuery('get', path, init)`. Keys are `[method, path, init]`. */
export const queries = createQueries(api)

/** What a write answered; its body is there whenever nothing was thrown. */
export const answered = <Body>({ data }: { data?: Body }): Body => data as Body
