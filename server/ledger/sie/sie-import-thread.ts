// Reads SIE files in threads, taking turns between companies.
import { rm } from 'node:fs/promises'
import type { ReceivedFile } from '#http'
import { ledgerFaults } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { invalidWith } from '#platform/refusal'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import type { ReadingOrder, SieRead } from './sie-import-read.ts'

/**
 * Files from this size count as large, in bytes; how many large files are read at once, taking turns between companies.
 */
const LARGE_BYTES = 256 * 1024
const MOST_LARGE = 2
/** Maximum reading time and waiting time, in milliseconds; maximum heap size of the thread, in MiB. */
const MAX_MS = 5 * 60_000
const MAX_WAIT_MS = 5 * 60_000
const MAX_HEAP_MB = 768
/** What the worst known files take, in MiB. */
const TAKES_MB = { large: 120, small: 40 }

const inTurn = newFairThreads<ReadingOrder, SieRead>({
  program: 'sie-worker',
  mostLarge: MOST_LARGE,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

/** A read file; its vouchers are in the file `spool`, which the caller must remove. */
export type SpooledFile = SieRead & { spool: string }

export const readAndSpool = async (
  { companyId, files }: CompanyCall,
  { path, size }: ReceivedFile,
  wanted: Omit<ReadingOrder, 'path' | 'spool'>,
): Promise<SpooledFile> => {
  const spool = files.newWorkFile()
  try {
    return { ...(await inTurn(companyId, size >= LARGE_BYTES, { ...wanted, path, spool })), spool }
  } catch (cause) {
    await rm(spool, { force: true })
    throw cause instanceof TooMuchWork ? invalidWith([ledgerFaults.sieTooMuch('#/file')]) : cause
  }
}
