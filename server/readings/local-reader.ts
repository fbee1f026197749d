// The reader that needs nobody else: the text that a PDF has, and characters recognized in pictures. Files are
// anybody's, so each is read in a process of its own, which has nothing to give away, gives way to what people wait
// for, and is ended when it takes too long or too much memory.
import { fork } from 'node:child_process'
import { pictureOf } from '#documents'
import { builtProgram } from '#platform/root-folder'
import { turns } from '#platform/turns'
import type { Known } from './facts.rules.ts'
import type { Size } from './picture-text.ts'
import type { Readable, Reader, ReadOutcome } from './reader.ts'

/** How much of a processor's time one file may take, and how long altogether, in milliseconds. */
const MAX_CPU_MS = 120_000
const MAX_MS = 5 * 60_000
/** How much memory it may take, in MiB: a photo of 12 megapixels takes a third. */
const MAX_MEMORY_MB = 1024
/** Maximum number of pixels in a picture: telephones make up to 50 million of them. */
const MAX_PIXELS = 52_000_000
/** How long one waits for its turn, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000

export type ReaderLimits = { maxCpuMs?: number; maxMemoryMb?: number }

/** What the process is sent. */
export type ReadOrder = Readable & { known: Known; size: Size | null; maxCpuMs: number; maxMemoryMb: number }

/** One file at a time in each process of the installation: reading is nothing that anybody waits for. */
const inTurn = turns(1, { maxWaitMs: MAX_WAIT_MS })

export const localReader =
  ({ maxCpuMs = MAX_CPU_MS, maxMemoryMb = MAX_MEMORY_MB }: ReaderLimits = {}): Reader =>
  async (file, known, signal) => {
    const size = file.contentType === 'application/pdf' ? null : pictureOf(file.bytes)
    if (size === null && file.contentType !== 'application/pdf') return { wrong: 'broken' }
    if (size && size.width * size.height > MAX_PIXELS) return { wrong: 'tooLarge' }
    return inTurn('', () => readApart({ ...file, known, size, maxCpuMs, maxMemoryMb }, signal))
  }

const readApart = (order: ReadOrder, signal: AbortSignal | undefined): Promise<ReadOutcome> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const reader = fork(builtProgram('reading-process.js'), [], {
      env: {},
      execArgv: [],
      stdio: 'ignore',
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
    // It ends itself when it has taken too much memory; whatever else ends it is the file's doing as well.
    reader.once('exit', (_, by) => end(() => resolve({ wrong: by === 'SIGKILL' ? 'tooLarge' : 'broken' })))
    reader.send(order, (cause) => cause && end(() => reject(cause)))
  })
