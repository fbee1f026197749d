// A request to a URL chosen by a user. It only goes to public addresses, over https, or to those configured by the
// operator: names are resolved here, the checked address is the one connected to, and redirects are not followed. A
// request takes at most ten seconds and reads at most 64 kB.
import { lookup, Resolver } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { hostOf, takesHttpsOnly } from './subscription.rules.ts'

/** The result of a request: its status and the beginning of the body, or the error. */
export type Outcome =
  | { status: number; answer: string; error: null; ms: number }
  | { status: number | null; answer: null; error: string; ms: number }

export type Sender = (
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Outcome>

/** Time limit of a request, in milliseconds. */
export const SENDING_MS = 10_000
/** How much of a response is read, in bytes, and stored, in characters. */
export const MAX_ANSWER_BYTES = 64 * 1024
const MAX_KEPT = 500
/** Most characters of an error that are kept. */
const MAX_ERROR = 300
/** Timeout of a name server, in milliseconds, and the number of tries. */
const LOOK_UP_MS = 3000
const LOOK_UP_TRIES = 2
/** How many connections to an address are kept alive, and how long, in milliseconds. */
const KEPT_CONNECTIONS = 2
const IDLE_MS = 30_000

/** Sends to public addresses and to `allowed` ones; `resolve` resolves names, by default through the name servers. */
export const newSender = (allowed: readonly string[], resolve: LookupFunction = resolverFor(allowed)): Sender => {
  const options = {
    keepAlive: true,
    maxFreeSockets: KEPT_CONNECTIONS,
    timeout: IDLE_MS,
    allowIPAddressList: [...allowed],
  }
  const lookUps = { 'http:': lookUpNamed(allowed, resolve), 'https:': resolve }
  const agents = { 'http:': new RequestFilteringHttpAgent(options), 'https:': new RequestFilteringHttpsAgent(options) }
  return async (url, { headers, body, signal }) => {
    const begun = performance.now()
    const ms = () => Math.round(performance.now() - begun)
    const asked = new URL(url)
    const tooLate = AbortSignal.timeout(SENDING_MS)
    const isSafe = asked.protocol === 'https:'
    // An IP address is connected to without a look-up, so it must be checked here.
    if (!isSafe && takesHttpsOnly(hostOf(asked), allowed))
      return { status: null, answer: null, error: HTTPS_ONLY, ms: ms() }
    const scheme = isSafe ? 'https:' : 'http:'
    const one = (isSafe ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agents[scheme],
      lookup: lookUps[scheme],
      signal: AbortSignal.any([signal, tooLate]),
    })
    try {
      const { status, text } = await answerTo(one, body)
      return { status, answer: text, error: null, ms: ms() }
    } catch (cause) {
      // If we have aborted it, it does not count as an attempt.
      signal.throwIfAborted()
      const error = tooLate.aborted
        ? `There was no complete answer within ${SENDING_MS / 1000} seconds`
        : reasonOf(cause)
      return { status: null, answer: null, error: error.slice(0, MAX_ERROR), ms: ms() }
    }
  }
}

/** Most bytes of a document that is read. */
const MAX_DOCUMENT_BYTES = 64 * 1024

/** A document at an address: its text, and how long it may be kept. */
export type Document = { text: string; cacheControl: string | null }

/**
 * Reads documents over https, with the same limits: public addresses and `allowed` ones, no redirects, ten seconds,
 * 64 kB. The result is null unless the answer is 200 and complete.
 */
export const newReader = (
  allowed: readonly string[],
  resolve: LookupFunction = resolverFor(allowed),
): ((url: string) => Promise<Document | null>) => {
  const agent = new RequestFilteringHttpsAgent({ allowIPAddressList: [...allowed] })
  return async (url) => {
    const one = requestHttps(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      agent,
      lookup: resolve,
      signal: AbortSignal.timeout(SENDING_MS),
    })
    try {
      const { status, bytes, cacheControl } = await wholeAnswerTo(one)
      return status === 200 && bytes.length <= MAX_DOCUMENT_BYTES
        ? { text: bytes.toString('utf8'), cacheControl }
        : null
    } catch {
      return null
    }
  }
}

/** The error for a delivery that would be sent unencrypted over a public network. */
const HTTPS_ONLY = 'Without https only addresses that the operator has named are reached'

/** Resolves names for unencrypted requests: fails if a name leads to a public address that is not configured. */
const lookUpNamed =
  (allowed: readonly string[], resolve: LookupFunction): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, found, family) => {
      if (error) return done(error, found, family)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      if (addresses.some((one) => takesHttpsOnly(one, allowed))) return done(new Error(HTTPS_ONLY), '', 4)
      done(null, found, family)
    })

const answerTo = async (
  one: ReturnType<typeof requestHttp>,
  body: string,
): Promise<{ status: number; text: string }> => {
  const { status, bytes } = await wholeAnswerTo(one, body)
  return { status, text: readable(bytes.subarray(0, MAX_ANSWER_BYTES)) }
}

/** The answer to a request, or as much of it as is read. */
const wholeAnswerTo = (
  one: ReturnType<typeof requestHttp>,
  body = '',
): Promise<{ status: number; bytes: Buffer; cacheControl: string | null }> =>
  new Promise((resolve, reject) => {
    one.on('error', reject)
    one.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes: Buffer.concat(parts),
          cacheControl: response.headers['cache-control'] ?? null,
        })
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes <= MAX_ANSWER_BYTES) return
        end()
        one.destroy()
      })
      response.on('end', end)
    })
    one.end(body)
  })

/** The beginning of a response, made safe for a log. */
const readable = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .slice(0, MAX_KEPT)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')

const reasonOf = (cause: unknown): string => {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const message = first instanceof Error ? first.message : String(first)
  return /is not allowed/.test(message) ? 'The address is not public' : message
}

/**
 * Resolves names by the name servers only, because the system's resolver could block the process's threads. If private
 * addresses are allowed, the machine's own names are resolved too.
 */
const resolverFor = (allowed: readonly string[]): LookupFunction => {
  if (allowed.length > 0) return lookup
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: LOOK_UP_TRIES })
  return (name, options, done) => {
    const answers: { address: string; family: number }[] = []
    let left = 2
    const take = (family: 4 | 6) => (error: Error | null, found: string[] | undefined) => {
      if (!error) answers.push(...(found ?? []).map((address) => ({ address, family })))
      left -= 1
      if (left > 0) return
      answers.sort((one, other) => one.family - other.family)
      const [first] = answers
      if (!first) return done(Object.assign(new Error(`The name ${name} has no address`), { code: 'ENOTFOUND' }), '', 4)
      if (options.all) done(null, answers)
      else done(null, first.address, first.family)
    }
    resolver.resolve4(name, take(4))
    resolver.resolve6(name, take(6))
  }
}
