// Sends what was put together and answers what came back, and how long that took.
import { Agent, type IncomingMessage, request } from 'node:http'
import { STREAM_TYPE } from '#http'
import type { Answer } from '#support/service'
import type { Rendered } from './request.ts'

/** `lost`: the connection ended without an answer. */
export type Outcome = { answer: Answer | null; lost: string | null; tookMs: number }

/** The timeout of a request, in milliseconds; longer than what counts as a hang. */
const GIVE_UP_MS = 90_000
/** So much of a stream is read, in milliseconds: it ends by itself after a minute only, and others wait to be alone. */
const STREAM_MS = 1000

export type Exchange = (sent: Rendered) => Promise<Outcome>

/** Connections are kept between requests. */
export const exchangeWith = (origin: string): { exchange: Exchange; close(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const { hostname, port } = new URL(origin)
  const exchange = (rendered: Rendered, isAgain = false): Promise<Outcome> =>
    new Promise((resolve) => {
      const { method, path, headers, body } = rendered
      const began = performance.now()
      const done = (answer: Answer | null, lost: string | null) =>
        resolve({ answer, lost, tookMs: performance.now() - began })
      const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const]
      try {
        const sent = request({ agent, hostname, port, method, path, setHost: true })
        for (const [name, value] of [...headers, ...length]) sent.appendHeader(name, value)
        sent.setTimeout(GIVE_UP_MS, () => sent.destroy(new Error('no answer')))
        // A kept-alive connection may be closed at the moment it is used again, which is not an error.
        sent.on('error', (cause) =>
          sent.reusedSocket && /hang up|ECONNRESET/.test(`${cause.message} ${Object(cause).code}`) && !isAgain
            ? exchange(rendered, true).then(resolve)
            : done(null, cause.message),
        )
        sent.on('response', (response) => received(response, (answer) => done(answer, null), done))
        sent.end(body)
      } catch (cause) {
        done(null, `unsendable: ${String(cause)}`)
      }
    })
  return { exchange: (sent) => exchange(sent), close: () => agent.destroy() }
}

const received = (
  response: IncomingMessage,
  done: (answer: Answer) => void,
  lost: (answer: null, cause: string) => void,
): void => {
  const parts: Buffer[] = []
  const ended = () => done(answerOf(response, Buffer.concat(parts)))
  response.on('data', (part: Buffer) => parts.push(part))
  response.on('error', (cause) => lost(null, cause.message))
  response.on('end', ended)
  if (response.headers['content-type'] !== STREAM_TYPE) return
  setTimeout(() => {
    ended()
    response.destroy()
  }, STREAM_MS)
}

const answerOf = ({ statusCode = 0, rawHeaders }: IncomingMessage, bytes: Buffer): Answer => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const text = bytes.toString('latin1')
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: statusCode, headers, text, body: isJson && bytes.length > 0 ? jsonOf(bytes, text) : text }
}

/** What calls itself JSON and is none stays a text, which no schema takes. */
const jsonOf = (bytes: Buffer, text: string): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return text
  }
}
