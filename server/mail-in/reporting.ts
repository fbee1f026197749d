// Reports on mails that companies have sent: each comes to the address of its mail, and is taken once however often it
// comes. What a machine cannot read, such as somebody's answer while they are away, changes nothing.
import type { Returned } from '#platform/mail-return'
import type { ListenerOptions } from './listener.ts'
import { readReportFile } from './reading.ts'

/** Takes the report at `path` on a mail. False where it comes too soon: the mail is still being sent. */
export const takeReport = async (
  { database, standing, clock, errands, logger }: Omit<ListenerOptions, 'domain'>,
  path: string,
  returned: Returned,
): Promise<boolean> => {
  const { mailId: id, companyId, errand } = returned
  const report = await readReportFile(path, returned)
  const heard = errands[errand]
  if (!report || !heard) {
    logger.info({ mail: id }, 'What came back of a mail tells nothing of it')
    return true
  }
  return database.transaction((db) => heard.reported({ standing, db, now: clock() }, { companyId, id, report }))
}
