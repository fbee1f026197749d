// The program of a worker thread that parses mails and delivery reports.
import type { MailReport } from '#mail/mail-report'
import { doEach } from '#threads/thread-work'
import { type ReadMail, readMail } from './mail.ts'
import { readReport } from './report.ts'

/** A mail, or a report about a mail to this recipient, in the file at `path`. */
export type MailOrder = { path: string; of: { mailId: string; recipient: string } | null }

/** The result; null if it cannot be parsed, or a report says nothing about the mail. */
export type MailRead = { mail: ReadMail | null } | { report: MailReport | null }

/** Disk errors are our own; others are due to the mail. */
const unreadable = (cause: unknown): null => {
  if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause
  return null
}

doEach(
  async ({ path, of }: MailOrder): Promise<MailRead> =>
    of === null
      ? { mail: await readMail(path).catch(unreadable) }
      : { report: await readReport(path, of).catch(unreadable) },
)
