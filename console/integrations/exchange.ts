// Requests to the service as another program makes them, without the session, kept with their answers to be shown.
export type Exchange = {
  key: string
  /** What it is for: the grant, or the operation. */
  what: string
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | null
  answer: {
    status: number
    ms: number
    headers: readonly (readonly [string, string])[]
    body: string
  } | null
  /** Why no answer came. Where the browser itself went there is neither. */
  failure: string | null
}

/** An address that the browser itself went to. */
export const visited = (what: string, url: string): Exchange => ({
  key: crypto.randomUUID(),
  what,
  method: 'GET',
  url,
  headers: [],
  body: null,
  answer: null,
  failure: null,
})

/** How long an answer is waited for, in milliseconds. */
const TIMEOUT_MS = 30_000
/** Most characters of an answer that are shown. */
const MOST_SHOWN = 8000

type Asked = { what: string; method: string; url: string; headers: Record<string, string>; body?: string }

/** Sends a request and answers what was sent and what came back, well or not. */
export const exchanged = async ({ what, method, url, headers, body }: Asked): Promise<Exchange> => {
  const begun = performance.now()
  const sent = { key: crypto.randomUUID(), what, method, url, headers: Object.entries(headers), body: body ?? null }
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const ms = Math.round(performance.now() - begun)
    const answer = { status: response.status, ms, headers: [...response.headers], body: text.slice(0, MOST_SHOWN) }
    return { ...sent, answer, failure: null }
  } catch (cause) {
    return { ...sent, answer: null, failure: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** A form as a body: `grant_type=…`. */
export const formBody = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()

/** HTTP Basic of a client (RFC 6749 §2.3.1). */
export const basicOf = (id: string, secret: string): string =>
  `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`

/** What an answer says, as JSON; null where it is none. */
export const answerIn = ({ answer }: Exchange): Record<string, unknown> | null => {
  try {
    const read: unknown = JSON.parse(answer?.body ?? '')
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
