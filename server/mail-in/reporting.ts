// Handles delivery reports about mails of companies: each is sent to the return address of its mail, and handled once
// even if repeated. Reports that are not machine-readable, such as out-of-office replies, have no effect.
import type { Returned } from '#mail/mail-return'
import type { ListenerOptions } from './listener.ts'
import { readReportFile } from './reading.ts'

/**
 * Handles the report at `path` about a mail. False if the mail is still being sent, so that the report must be
 * repeated.
 */
export const takeReport = async (
  { database, standing, clock, errands: callbacks, logger }: Omit<ListenerOptions, 'domain'>,
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
