// The local reader: text of PDFs, and OCR of pictures, without external services. Files are untrusted, so each is read
// in a separate process without secrets, at low priority, which is killed if it exceeds its time or memory.
import { fork } from 'node:child_process'
import { pictureOf } from '#documents'
import { newFairLimit } from '#platform/fair-limit'
import { builtProgram } from '#platform/root-folder'
import { threadMemory } from '#threads/threads'
import type { Known } from './facts.rules.ts'
import type { Size } from './picture-text.ts'
import type { Reader, ReadOutcome } from './reader.ts'

/** Maximum processor time and total time for one file, in milliseconds. */
const MAX_CPU_MS = 120_000
const MAX_MS = 5 * 60_000
/** Maximum memory in MiB: a photo of 48 megapixels takes half of it. */
const MAX_MEMORY_MB = 1024
/**
 * What it counts for in the memory of threads, in bytes (144 MiB): what a photo of 6 megapixels takes, and more than
 * the largest file that is no picture. Larger photos take more, but may go on for a minute, in which files that people
 * wait for need the rest.
 */
const COUNTED_BYTES = 144 * 1024 * 1024
/** Maximum number of pixels in a picture: phones produce up to 50 million. */
const MAX_PIXELS = 52_000_000
/** Maximum waiting time for a turn, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000

export type ReaderLimits = { maxCpuMs?: number; maxMemoryMb?: number }

/** The message to the process; the bytes of the file, so many, follow on its standard input. */
export type ReadOrder = {
  byteCount: number
  known: Known
  size: Size | null
  maxCpuMs: number
  maxMemoryMb: number
}

/** Its whole environment: free memory returns to the system, as in the service (docs/guides/operations.md). */
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** One file at a time per process of the installation: no user waits for it. */
const inTurn = newFairLimit(1, { maxWaitMs: MAX_WAIT_MS })

export const localReader =
  ({ maxCpuMs = MAX_CPU_MS, maxMemoryMb = MAX_MEMORY_MB }: ReaderLimits = {}): Reader =>
  async (file, known, signal) => {
    const size = file.contentType === 'application/pdf' ? null : pictureOf(file.bytes)
    if (size === null && file.contentType !== 'application/pdf') return { wrong: 'broken' }
    if (size && size.width * size.height > MAX_PIXELS) return { wrong: 'tooLarge' }
    const { bytes } = file
    const order = { byteCount: bytes.length, known, size, maxCpuMs, maxMemoryMb }
    const read = () => readApart(order, bytes, signal)
    return inTurn('', () => threadMemory.during('reader', COUNTED_BYTES, read, { maxWaitMs: MAX_WAIT_MS }))
  }

const readApart = (order: ReadOrder, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<ReadOutcome> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const reader = fork(builtProgram('reading-process.js'), [], {
      env: ALLOCATION,
      execArgv: [],
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const end = (answer: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      reader.kill('SIGKILL')
      answer()
    }
    const stop = () => end(() => reject(signal?.reason))
    const timer = setTimeout(() => end(() => resolve({ wrong: 'tooLong' })), MAX_MS)
    signal?.addEventListener('abort', stop)
    reader.once('message', (outcome) => end(() => resolve(outcome as ReadOutcome)))
    reader.once('error', (cause) => end(() => reject(cause)))
    // It kills itself when it exceeds its memory; any other exit is caused by the file as well.
    reader.once('exit', (_, by) => end(() => resolve({ wrong: by === 'SIGKILL' ? 'tooLarge' : 'broken' })))
    reader.send(order, (cause) => cause && end(() => reject(cause)))
    // A process that has ended takes no more; its exit tells why.
    reader.stdin?.on('error', () => {}).end(bytes)
  })
