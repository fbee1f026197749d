// An HTTP client that does what fetch does, for less: streams and promises of fetch would take more of a run's time
// than the service does. Forms, what is large, and other features of fetch are left to it.
import { Agent, type IncomingMessage, request as open } from 'node:http'

/** What came back. */
type Received = { status: number; headers: Headers; bytes: Buffer }

/** Connections are kept between requests, as fetch keeps them. */
const agent = new Agent({ keepAlive: true })

/** What fetch says of itself in every request. */
const usual = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

/** Above this a service may answer before it has read all, which fetch bears; in characters. */
const MOST_TEXT = 50_000

type Plain = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends a request, follows where it leads, and answers what came back. */
export const exchanged = async (url: string, init: RequestInit = {}): Promise<Received> => {
  if (!isPlain(url, init)) return fetched(url, init)
  const received = await sent(url, init)
  const leads = received.status >= 300 && received.status < 400 && received.headers.has('location')
  return leads && init.redirect !== 'manual' ? fetched(url, init) : received
}

const isPlain = (url: string, { body, headers, method: _, redirect: _redirect, ...more }: RequestInit): boolean =>
  url.startsWith('http://') &&
  Object.keys(more).length === 0 &&
  (headers === undefined || (!Array.isArray(headers) && !(headers instanceof Headers))) &&
  (body === undefined || (typeof body === 'string' && body.length < MOST_TEXT))

const fetched = async (url: string, init: RequestInit): Promise<Received> => {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const sent = (url: string, init: RequestInit): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = init as Plain
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
    const ofText = { 'content-type': 'text/plain;charset=UTF-8', 'content-length': Buffer.byteLength(body ?? '') }
    const asked = open(url, { agent, method, headers: { ...usual, ...(body === undefined ? {} : ofText), ...own } })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), bytes: Buffer.concat(parts) }),
      )
    })
    asked.end(body)
  })

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
