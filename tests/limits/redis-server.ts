// A Redis of a test's own: Debian's server on a free port, which keeps nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'

export type TestRedis = {
  url: string
  /** Stands still, without closing a connection; `wake` lets it go on. */
  freeze(): void
  wake(): void
  /** Ends it; `start` puts an empty one in its place. */
  stop(): Promise<void>
  start(): Promise<void>
}

const POLL_MS = 20
const MOST_POLLS = 500

export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn('redis-server', settings, { stdio: 'ignore' })
    await answering(url)
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return { url, start, stop, freeze: () => void child.kill('SIGSTOP'), wake: () => void child.kill('SIGCONT') }
}

const answering = async (url: string): Promise<void> => {
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return
    } catch {
      await pause(POLL_MS)
    } finally {
      client.disconnect()
    }
  }
  throw new Error(`No Redis answers at ${url}`)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No port is free')
  return address.port
}
