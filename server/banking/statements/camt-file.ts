// Reading of the bank's files: in threads, by turns of companies.
import { open } from 'node:fs/promises'
import { isPackage } from '#banking/sheets/package.rules'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import { camtPlaces, camtProblems } from './camt-problems.ts'
import type { BankFileRead } from './camt-worker.ts'

/** Maximum number of bytes in a file (20 MiB), and the size from which it counts as large. */
export const STATEMENT_LIMIT = 20 * 1024 * 1024
const LARGE_BYTES = 256 * 1024
/** What a byte of a file takes while its entries are compared and kept, about: 12 MB took 250. */
export const STATEMENT_TIMES_IN_MEMORY = 20
/** How many large files are read at once; others wait, by turns of companies. */
const MOST_LARGE = 2
/** Maximum reading time and waiting time, in milliseconds; maximum heap size of the thread, in MiB. */
const MAX_MS = 60_000
const MAX_WAIT_MS = 120_000
const MAX_HEAP_MB = 768
/** What the worst known files take, in MiB. */
const TAKES_MB = { large: 240, small: 64 }

const inTurn = newFairThreads<string, BankFileRead>({
  program: 'camt-worker',
  mostLarge: MOST_LARGE,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

const tooMuch: BankFileRead = { findings: [{ place: camtPlaces.file(), problem: camtProblems.tooMuch() }] }

/** The content of a file, or its errors. */
export const readCamtFile = async (
  { path, size }: { path: string; size: number },
  companyId: string,
): Promise<BankFileRead> => {
  try {
    // A package is larger than it looks.
    return await inTurn(companyId, size >= LARGE_BYTES || (await beginsPackage(path)), path)
  } catch (cause) {
    if (cause instanceof TooMuchWork) return tooMuch
    throw cause
  }
}

/** How many bytes tell a package. */
const SIGNS = 4

const beginsPackage = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(SIGNS), 0, SIGNS, 0)
    return isPackage(buffer)
  } finally {
    await file.close()
  }
}
