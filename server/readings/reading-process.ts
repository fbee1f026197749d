// The process that reads one file: a thread does the work, while the main thread monitors its memory and processor
// time.
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReadOrder } from './local-reader.ts'
import type { ReadOutcome } from './reader.ts'

/** A low priority that yields to user requests, yet makes progress on a busy machine. */
const LOW_PRIORITY = 5
/** How often usage is checked, in milliseconds. */
const WATCH_MS = 50
const MIB = 1024 * 1024

const begin = (order: ReadOrder): void => {
  const answer = (outcome: ReadOutcome) => process.send?.(outcome, () => process.kill(process.pid, 'SIGKILL'))
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1000 > order.maxCpuMs) answer({ wrong: 'tooLong' })
    // At once: a moment later the machine may be out of memory.
    if (process.memoryUsage.rss() > order.maxMemoryMb * MIB) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
  const worker = new Worker(new URL('reading-worker.js', import.meta.url), { workerData: order })
  worker.once('message', answer)
  worker.once('error', () => answer({ wrong: 'broken' }))
}

try {
  setPriority(LOW_PRIORITY)
} catch {
  // If this is not permitted, it is read at normal priority.
}
// The parent process is gone.
process.once('disconnect', () => process.exit())
process.once('message', (order) => begin(order as ReadOrder))
