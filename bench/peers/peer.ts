// The interface of compared programs: posting entries, and reading.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Workshop } from '#bench/workshop'
import { freePort } from '#support/servers/ports'

export type Peer = {
  name: string
  /** Posts entries of four lines for some seconds from this many clients; returns how many. */
  post(clients: number, seconds: number): Promise<number>
  /** Reads the latest entries; the trial balance. */
  latest(): Promise<unknown>
  balance(): Promise<unknown>
  /** The number of its entries. */
  count(): Promise<number>
  /** Seconds of processor time that it and its database have used. */
  used(): number
}

/** Timeouts for a request, and for a program to start and to stop, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 100

/** An HTTP client for JSON with persistent connections; anything but success is an error. */
export const clientOf = (workshop: Workshop, origin: string, headers: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  return (method: string, path: string, body?: unknown): Promise<string> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const own = body === undefined ? {} : { 'content-type': 'application/json' }
      const length = { 'content-length': Buffer.byteLength(text) }
      const options = { agent, method, headers: { ...headers, ...own, ...length }, timeout: REQUEST_TIMEOUT_MS }
      const asked = request(`${origin}${path}`, options, (response) => {
        let answer = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          answer += part
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0 } = response
          if (statusCode >= 200 && statusCode < 300) resolve(answer)
          else reject(new Error(`${method} ${path} was answered with ${statusCode}: ${answer.slice(0, 500)}`))
        })
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error(`${path} was not answered`)))
      asked.end(text)
    })
}

/** This many clients repeat an operation until the time is over; returns how often. */
export const repeated = async (once: () => Promise<unknown>, clients: number, seconds: number): Promise<number> => {
  const end = performance.now() + seconds * 1000
  let done = 0
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      await once()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return done
}

type Program = { line: readonly string[]; env?: Readonly<Record<string, string>>; log: string }

/** Starts a server on a free port, which `programOf` puts into its command line; the workshop stops it. */
export const startServer = async (
  workshop: Workshop,
  programOf: (port: number) => Program,
): Promise<{ origin: string; pid: number }> => {
  const port = await freePort()
  const { line, env = {}, log } = programOf(port)
  const [command = '', ...words] = line
  const file = openSync(log, 'a')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, words, { stdio: ['ignore', file, file], env: { PATH, HOME, ...env } })
  closeSync(file)
  workshop.later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(limit)
  })
  const origin = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && child.exitCode === null; ) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return { origin, pid: child.pid ?? 0 }
    await pause(POLL_MS)
  }
  throw new Error(`${command} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}
