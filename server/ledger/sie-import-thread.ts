// Reading of SIE files: in threads, by turns of companies.
import { rm } from 'node:fs/promises'
import type { ReceivedFile } from '#http'
import type { CompanyCall } from '#platform/call'
import { invalidWith } from '#platform/refusal'
import { TooMuchWork, threadsInTurn } from '#platform/threads'
import { ledgerFaults } from './refusals.ts'
import type { ReadingOrder, SieRead } from './sie-import-read.ts'

/** From how many bytes on a file is a large one; how many of these are read at once, by turns of companies. */
const LARGE_BYTES = 256 * 1024
const MOST_LARGE = 2
/** How long one may take, and how long one waits for its turn, in milliseconds; most memory for its objects, in MiB. */
const MAX_MS = 5 * 60_000
const MAX_WAIT_MS = 5 * 60_000
const MAX_HEAP_MB = 768

const inTurn = threadsInTurn<ReadingOrder, SieRead>({
  ...{ program: 'sie-worker', mostLarge: MOST_LARGE },
  ...{ maxMs: MAX_MS, maxWaitMs: MAX_WAIT_MS, maxHeapMb: MAX_HEAP_MB },
})

/** What was read; its vouchers wait in the file `spool`, which whoever books them removes. */
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
