// The program of a process that reads one file: a thread does the work, and this one watches how much memory, and time
// of the processor, it takes.
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReadOrder } from './local-reader.ts'
import type { ReadOutcome } from './reader.ts'

/** It gives way to what people wait for, and is still done where there is always something else to do. */
const LOW_PRIORITY = 5
/** How often it is looked at what the thread takes, in milliseconds. */
const WATCH_MS = 50
const MIB = 1024 * 1024

const begin = (order: ReadOrder): void => {
  const answer = (outcome: ReadOutcome) => process.send?.(outcome, () => process.kill(process.pid, 'SIGKILL'))
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1000 > order.maxCpuMs) answer({ wrong: 'tooLong' })
    // At once: a moment later there may be none left for anybody.
    if (process.memoryUsage.rss() > order.maxMemoryMb * MIB) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
  const worker = new Worker(new URL('reading-worker.js', import.meta.url), { workerData: order })
  worker.once('message', answer)
  worker.once('error', () => answer({ wrong: 'broken' }))
}

try {
  setPriority(LOW_PRIORITY)
} catch {
  // Where this is not allowed it is read as fast as anything else.
}
// Whoever asked for it is gone.
process.once('disconnect', () => process.exit())
process.once('message', (order) => begin(order as ReadOrder))
