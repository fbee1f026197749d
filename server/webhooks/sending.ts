// One request to an address that somebody else has chosen. It goes to public addresses only, over https, or to those
// that the operator has named: names are looked up here, the address that was judged is the one that is connected to,
// and no redirect is followed. Whatever the other side does, it takes ten seconds and 64 kB at most.
import { lookup, Resolver } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { hostOf, takesHttpsOnly } from './subscription.rules.ts'

/** What came of a request: its status and the beginning of its text, or why there is none. */
export type Outcome =
  | { status: number; answer: string; error: null; ms: number }
  | { status: number | null; answer: null; error: string; ms: number }

export type Sender = (
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Outcome>

/** How long a request may take in all, in milliseconds. */
export const SENDING_MS = 10_000
/** How much of an answer is read, in bytes, and how much of it is kept, in characters. */
export const MAX_ANSWER_BYTES = 64 * 1024
const MAX_KEPT = 500
/** Maximum number of characters in an error that are kept. */
const MAX_ERROR = 300
/** How long a name server may take, in milliseconds, and how often it is asked. */
const LOOK_UP_MS = 3000
const LOOK_UP_TRIES = 2
/** How many connections are kept for later requests to one address, and how long, in milliseconds. */
const KEPT_CONNECTIONS = 2
const IDLE_MS = 30_000

/** Sends to public addresses and to these; `resolve` looks names up, and is the name servers' answer when left out. */
export const newSender = (allowed: readonly string[], resolve: LookupFunction = resolverFor(allowed)): Sender => {
  const options = {
    ...{ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: IDLE_MS },
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
    // An address is connected to as it is, without a look-up.
    if (!isSafe && takesHttpsOnly(hostOf(asked), allowed))
      return { status: null, answer: null, error: HTTPS_ONLY, ms: ms() }
    const scheme = isSafe ? 'https:' : 'http:'
    const one = (isSafe ? requestHttps : requestHttp)(url, {
      ...{ method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      ...{ agent: agents[scheme], lookup: lookUps[scheme], signal: AbortSignal.any([signal, tooLate]) },
    })
    try {
      const { status, text } = await answerTo(one, body)
      return { status, answer: text, error: null, ms: ms() }
    } catch (cause) {
      // Broken off by us: it was no attempt.
      signal.throwIfAborted()
      const error = tooLate.aborted
        ? `There was no complete answer within ${SENDING_MS / 1000} seconds`
        : reasonOf(cause)
      return { status: null, answer: null, error: error.slice(0, MAX_ERROR), ms: ms() }
    }
  }
}

/** What is said of a delivery that would go unencrypted where anybody could read it. */
const HTTPS_ONLY = 'Without https only addresses that the operator has named are reached'

/** Looks names up for what goes unencrypted: one that leads to a public address that nobody has named leads nowhere. */
const lookUpNamed =
  (allowed: readonly string[], resolve: LookupFunction): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, found, family) => {
      if (error) return done(error, found, family)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      if (addresses.some((one) => takesHttpsOnly(one, allowed))) return done(new Error(HTTPS_ONLY), '', 4)
      done(null, found, family)
    })

const answerTo = (one: ReturnType<typeof requestHttp>, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    one.on('error', reject)
    one.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          text: readable(Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES)),
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

/** The beginning of an answer, as a log may show it. */
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
 * Names by the name servers alone, who cannot hold up what else the process does. Where private addresses are allowed,
 * the machine's own names hold as well.
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
