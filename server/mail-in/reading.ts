// Parses mails and delivery reports, which are untrusted, in worker threads, used in turn by their senders.
import { stat } from 'node:fs/promises'
import type { MailReport } from '#mail/mail-report'
import type { Returned } from '#mail/mail-return'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import type { ReadMail } from './mail.ts'
import type { MailOrder, MailRead } from './mail-worker.ts'

/**
 * From this size on, a mail is large, in bytes. Large ones are parsed one at a time, because each is in memory several
 * times.
 */
const LARGE_BYTES = 512 * 1024
/** Time limit of one mail and longest wait for its turn, in milliseconds; heap limit, in MiB. */
const MAX_MS = 60_000
const MAX_WAIT_MS = 60_000
const MAX_HEAP_MB = 512
/** What the worst known mails take, in MiB. */
const TAKES_MB = { large: 160, small: 40 }

const inTurn = newFairThreads<MailOrder, MailRead>({
  program: 'mail-worker',
  mostLarge: 1,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

/** The contents of a mail from this sender; null if it cannot be parsed. */
export const readMailFile = async (path: string, sender: string): Promise<ReadMail | null> => {
  const { size } = await stat(path)
  const read = await readInTurn(domainOf(sender), size >= LARGE_BYTES, { path, of: null })
  return read && 'mail' in read ? read.mail : null
}

/** What a report says about the mail that it was sent for; null if nothing, or it cannot be parsed. */
export const readReportFile = async (
  path: string,
  { companyId, mailId, recipient }: Returned,
): Promise<MailReport | null> => {
  const read = await readInTurn(companyId, false, { path, of: { mailId, recipient } })
  return read && 'report' in read ? read.report : null
}

/** A mail that takes too much time or memory counts as unreadable. */
const readInTurn = async (whose: string, isLarge: boolean, order: MailOrder): Promise<MailRead | null> => {
  try {
    return await inTurn(whose, isLarge, order)
  } catch (cause) {
    if (cause instanceof TooMuchWork) return null
    throw cause
  }
}

/** A sender may use any number of addresses in a domain. */
const domainOf = (sender: string): string => sender.slice(sender.lastIndexOf('@') + 1)
