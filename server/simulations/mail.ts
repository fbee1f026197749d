// A mail comes back: the delivery report (RFC 3464) that the receiving server sends, read as those of real servers are.
import { rm, writeFile } from 'node:fs/promises'
import type { CompanyRowCall } from '#http'
import type { MailCallbacks } from '#mail/mail-sender'
import { readReportFile } from '#mail-in'
import { salesService } from '#sales'
import type { Enter } from './entrance.ts'
import { simulationRefusals as refusals } from './refusals.ts'

type Sending = { id: string; recipient: string; isCopy: boolean; state: string }

export type Callbacks = Readonly<Record<string, MailCallbacks>>

const BOUNDARY = 'grundbok-report'

/** The last mail with an invoice comes back, with this reason. One that still waits is taken by the server first. */
export const mailBounces = async (
  call: CompanyRowCall,
  enter: Enter,
  { invoiceId, reason, callbacks }: { invoiceId: string; reason: string; callbacks: Callbacks },
): Promise<unknown> => {
  const params = { invoiceId }
  const { items } = await enter<{ items: Sending[] }>('listInvoiceSendings', { params })
  const sending = items.find(({ isCopy }) => !isCopy)
  const heard = callbacks[salesService.SENDING_MAIL_ORIGIN]
  if (!sending || !heard) throw refusals.notMailed()
  if (!['waiting', 'sent', 'delayed'].includes(sending.state)) throw refusals.heardAlready()
  const { companyId, db, now } = call
  const about = { companyId, id: sending.id }
  const work = { standing: call, db, now }
  if (sending.state === 'waiting') await heard.heard(work, { ...about, reason: null, said: null })
  const report = await reportOn(call, sending, reason)
  if (!report || !(await heard.reported(work, { ...about, report }))) throw refusals.heardAlready()
  return enter('listInvoiceSendings', { params })
}

/** What a receiving server's report says of the mail. */
const reportOn = async ({ companyId, files }: CompanyRowCall, { id, recipient }: Sending, reason: string) => {
  const path = files.newWorkFile()
  await writeFile(path, reportText({ id, recipient, reason }))
  try {
    const errand = salesService.SENDING_MAIL_ORIGIN
    return await readReportFile(path, { mailId: id, companyId, errand, recipient })
  } finally {
    await rm(path, { force: true })
  }
}

const reportText = ({ id, recipient, reason }: { id: string; recipient: string; reason: string }): string =>
  [
    'From: MAILER-DAEMON@mail.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The mail could not be delivered.',
    `--${BOUNDARY}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; ${reason.replace(/\s+/g, ' ')}`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${id}@grundbok>`,
    '',
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
