// The program of a thread that reads mails and reports on mails, one after the other.
import type { MailReport } from '#platform/mail-report'
import { doEach } from '#platform/thread-work'
import { type ReadMail, readMail } from './mail.ts'
import { readReport } from './report.ts'

/** A mail, or a report on a mail to this recipient; each is the file at `path`. */
export type MailOrder = { path: string; of: { mailId: string; recipient: string } | null }

/** What either says; null when it is none that can be read, or tells nothing of the mail. */
export type MailRead = { mail: ReadMail | null } | { report: MailReport | null }

/** What goes wrong with the disk is ours; anything else is the mail's. */
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
