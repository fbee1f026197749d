// Reading of mails and of reports on mails, which anybody may send: in threads, by turns of their senders.
import { stat } from 'node:fs/promises'
import type { MailReport } from '#platform/mail-report'
import type { Returned } from '#platform/mail-return'
import { TooMuchWork, threadsInTurn } from '#platform/threads'
import type { ReadMail } from './mail.ts'
import type { MailOrder, MailRead } from './mail-worker.ts'

/** From how many bytes on a mail is large. These are read one after the other: each is in memory several times. */
const LARGE_BYTES = 512 * 1024
/** How long one may take, and how long one waits for its turn, in milliseconds; most memory for its objects, in MiB. */
const MAX_MS = 60_000
const MAX_WAIT_MS = 60_000
const MAX_HEAP_MB = 512

const inTurn = threadsInTurn<MailOrder, MailRead>({
  ...{ program: 'mail-worker', mostLarge: 1, maxMs: MAX_MS, maxWaitMs: MAX_WAIT_MS, maxHeapMb: MAX_HEAP_MB },
})

/** What a mail of this sender says; null when it is none that can be read. */
export const readMailFile = async (path: string, sender: string): Promise<ReadMail | null> => {
  const { size } = await stat(path)
  const read = await readInTurn(domainOf(sender), size >= LARGE_BYTES, { path, of: null })
  return read && 'mail' in read ? read.mail : null
}

/** What a report says of the mail that it came back to; null when it says nothing of it, or cannot be read. */
export const readReportFile = async (
  path: string,
  { companyId, mailId, recipient }: Returned,
): Promise<MailReport | null> => {
  const read = await readInTurn(companyId, false, { path, of: { mailId, recipient } })
  return read && 'report' in read ? read.report : null
}

/** What takes too much cannot be read. */
const readInTurn = async (whose: string, isLarge: boolean, order: MailOrder): Promise<MailRead | null> => {
  try {
    return await inTurn(whose, isLarge, order)
  } catch (cause) {
    if (cause instanceof TooMuchWork) return null
    throw cause
  }
}

/** A sender may have any number of names at a domain. */
const domainOf = (sender: string): string => sender.slice(sender.lastIndexOf('@') + 1)
