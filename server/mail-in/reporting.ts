// Reports on mails that companies have sent: each comes to the address of its mail, and is taken once however often it
// comes. What a machine cannot read, such as somebody's answer while they are away, changes nothing.
import { open } from 'node:fs/promises'
import type { Returned } from '#platform/mail-return'
import type { ListenerOptions } from './listener.ts'
import { bytesOf, parseMail } from './mail.ts'
import { messageIdIn, type Report, recipientsIn, reportOn } from './report.rules.ts'

/** Of a report so many bytes are read: what came back with it stands last, and may be cut off. */
const MAX_REPORT_BYTES = 256 * 1024

/** Takes the report at `path` on a mail. False where it comes too soon: the mail is still being sent. */
export const takeReport = async (
  { database, standing, clock, errands, logger }: Omit<ListenerOptions, 'domain'>,
  path: string,
  returned: Returned,
): Promise<boolean> => {
  const { mailId: id, companyId, errand } = returned
  const read = await readReport(path)
  const report = read && reportOn(read, returned)
  const heard = errands[errand]
  if (!report || !heard) {
    logger.info({ mail: id }, 'What came back of a mail tells nothing of it')
    return true
  }
  return database.transaction((db) => heard.reported({ standing, db, now: clock() }, { companyId, id, report }))
}

/** What a report says; null where it is none that a machine can read. */
const readReport = async (path: string): Promise<Report | null> => {
  const bytes = await beginningOf(path)
  const mail = await parseMail(bytes).catch(() => null)
  const type = mail?.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!mail || !/^\s*multipart\/report\b/i.test(type)) return null
  const partOf = (types: readonly string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType))
  const status = partOf(['message/delivery-status', 'message/global-delivery-status'])
  if (!status) return null
  const returned = partOf(['text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers'])
  return {
    recipients: recipientsIn(textOf(bytesOf(status))),
    returnedId: returned ? messageIdIn(textOf(bytesOf(returned))) : null,
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const beginningOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_REPORT_BYTES) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
