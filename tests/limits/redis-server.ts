// A Redis of a test's own: Debian's server on a free port, which keeps nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '#support/servers/ports'

export type TestRedis = {
  url: string
  /** Stands still, without closing a connection; `wake` lets it go on. */
  freeze(): void
  wake(): void
  /** Ends it; `start` puts an empty one in its place. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Longer than a Redis takes to answer on any machine, in milliseconds: for tests in which it is to be there. */
export const PATIENT_MS = 60_000

const POLL_MS = 20
const MOST_POLLS = 500
const MOST_PORTS = 20

export const startRedis = async (): Promise<TestRedis> => {
  let { port, child } = await launchedAnywhere()
  const url = urlOf(port)
  const start = async () => {
    const again = await launched(port)
    if (!again) throw new Error(`Another process has the port ${port}`)
    child = again
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url, start, stop, freeze: () => void child.kill('SIGSTOP'), wake: () => void child.kill('SIGCONT') }
}

const urlOf = (port: number): string => `redis://127.0.0.1:${port}`

const launchedAnywhere = async (): Promise<{ port: number; child: ChildProcess }> => {
  for (let tried = 0; tried < MOST_PORTS; tried += 1) {
    const port = await freePort()
    const child = await launched(port)
    if (child) return { port, child }
  }
  throw new Error('No port is free for Redis')
}

/** A Redis that answers on this port; null if the port is taken. */
const launched = async (port: number): Promise<ChildProcess | null> => {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', settings, { stdio: 'ignore' })
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    if (child.exitCode !== null || child.signalCode !== null) return null
    if (await answers(port, child)) return child
    await pause(POLL_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`No Redis answers at ${urlOf(port)}`)
}

/** Whether it is this one that answers there: another one may have the port. */
const answers = async (port: number, { pid }: ChildProcess): Promise<boolean> => {
  const client = new Redis(urlOf(port), { lazyConnect: true, retryStrategy: () => null, connectTimeout: PATIENT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.info('server')).includes(`process_id:${pid}\r\n`)
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
