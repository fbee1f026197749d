// Requests of our own, by as many clients as are wanted, where what is asked follows from an answer before.
import { type Agent, request } from 'node:http'

/** How long one request may take, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000

export type Answer = Record<string, unknown>
export type Requester = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** Requests with a token below an address; anything but success is an error. */
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

/** Lets clients do their work again and again for some seconds, and answers how often a second it was done. */
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
