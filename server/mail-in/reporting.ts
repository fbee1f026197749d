// Handles delivery reports about mails of companies: each is sent to the return address of its mail, and handled once
// even if repeated. Reports that are not machine-readable, such as out-of-office replies, have no effect.
import type { Logger } from 'pino'
import type { Returned } from '#mail/mail-return'
import type { MailCallbacks } from '#mail/mail-sender'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { readReportFile } from './reading.ts'

export type ListenerOptions = {
  database: Database
  standing: ProcessContext
  clock: () => Date
  logger: Pick<Logger, 'info' | 'warn'>
  host: string
  port: number
  domain: string
  /** The handlers of delivery reports, by the name of the errand. */
  callbacks: Readonly<Record<string, MailCallbacks>>
  /** Counts the mails of companies in this Redis, together with other processes. */
  redisUrl?: string | undefined
  /** Throws if nothing may be changed because the disk is full. */
  mayChange: () => Promise<void>
}

/**
 * Handles the report at `path` about a mail. False if the mail is still being sent, so that the report must be
 * repeated.
 */
export const takeReport = async (
  { database, standing, clock, callbacks, logger }: Omit<ListenerOptions, 'domain'>,
  path: string,
  returned: Returned,
): Promise<boolean> => {
  const { mailId: id, companyId, errand } = returned
  const report = await readReportFile(path, returned)
  const heard = callbacks[errand]
  if (!report || !heard) {
    logger.info({ mail: id }, 'A reply to a mail is not a delivery report about it')
    return true
  }
  return database.transaction((db) => heard.reported({ standing, db, now: clock() }, { companyId, id, report }))
}
