// Our own HTTP clients, for requests that depend on earlier responses.
import { type Agent, request } from 'node:http'

/** Timeout of one request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000

export type Answer = Record<string, unknown>
export type Requester = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** Requests with a token below a base URL; anything but success is an error. */
export const requester =
  (base: string, { token, agent }: { token: string; agent: Agent }): Requester =>
  (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const sent = request(`${base}${path}`, { method, agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
        let answer = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          answer += piece
        })
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(answer))
          else reject(new Error(`${path} was answered with ${response.statusCode}: ${answer}`))
        })
        response.on('error', reject)
      })
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error(`${path} was not answered`)))
      sent.end(text)
    })

/** Clients repeat their work for some seconds; returns the rate per second. */
export const rateOf = async (
  { seconds, clients }: { seconds: number; clients: number },
  work: (client: number) => Promise<unknown>,
): Promise<number> => {
  const started = performance.now()
  const end = started + seconds * 1000
  let done = 0
  const run = async (client: number): Promise<void> => {
    while (performance.now() < end) {
      await work(client)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return (done * 1000) / (performance.now() - started)
}
