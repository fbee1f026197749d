// Parses a delivery report (RFC 3464). Runs in a thread.
import { open } from 'node:fs/promises'
import type { MailReport } from '#mail/mail-report'
import { bytesOf } from './mail.ts'
import { newMailReading } from './mail-parts.ts'
import { messageIdIn, recipientsIn, reportOn } from './report.rules.ts'

/** Most bytes of a report that are read: the returned mail comes last, and may be truncated. */
const MAX_REPORT_BYTES = 256 * 1024

/** What the report at `path` says about a mail; null if it is not machine-readable, or says nothing about it. */
export const readReport = async (
  path: string,
  of: { mailId: string; recipient: string },
): Promise<MailReport | null> => {
  const { headers, attachments } = await newMailReading()(await beginningOf(path))
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\b/i.test(type)) return null
  const partOf = (types: readonly string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))
  const status = partOf(['message/delivery-status', 'message/global-delivery-status'])
  if (!status) return null
  const returned = partOf(['text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers'])
  const recipients = recipientsIn(textOf(bytesOf(status)))
  return reportOn({ recipients, returnedId: returned ? messageIdIn(textOf(bytesOf(returned))) : null }, of)
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
