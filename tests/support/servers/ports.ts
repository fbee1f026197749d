// Ports for programs that are told one by its number. Those that the system gives to any listener may be given to
// another process before such a program comes to it: these lie below them, and each process of a run has its own.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Linux gives ports from 32768 on. */
const FIRST = 10_000
const COUNT = 22_000
/** How many are between the first ones of two processes that were started one after the other. */
const OWN = 50

let next = process.pid * OWN

/** A port of this machine on which nothing listens, and which is given to no other process. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + (next % COUNT)
    next += 1
    if (await isFree(port)) return port
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
