// Sends the mails of the outbox, one for each job. A mail may go out twice when a process dies between sending and
// noting it, under the same Message-ID; it is never lost.
import { createTransport } from 'nodemailer'
import { FinalFailure, type Job, job, type Work } from '#platform/job'
import { mailKind } from '#platform/mail'
import { unseal } from '#platform/seal'
import { sql } from '#platform/sql'

export type MailOptions = {
  /** The server that takes mails, as `smtp://` or `smtps://`. */
  smtpUrl: string
  from: string
}

/** How long each step of talking to the server may take, in milliseconds. */
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** Maximum number of characters in a server's answer that are kept. */
const MAX_ERROR = 300

/** How mails are sent through this server. */
export const mailJob = (options: MailOptions): Job => {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return job(mailKind, (work) => sendOne(options, work, (message) => transport.sendMail(message)))
}

type Waiting = { recipient: string; subject: string; sealed_text: Buffer; created_at: Date }

type Message = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

const sendOne = async (
  { from }: MailOptions,
  { payload: { id }, database, standing, now, isLast }: Work<{ id: string }>,
  send: (message: Message) => Promise<unknown>,
): Promise<void> => {
  const mail = await database.maybe<Waiting>(sql`
    update platform.mail set attempts = attempts + 1 where id = ${id} and sealed_text is not null
    returning recipient, subject, sealed_text, created_at`)
  // Sent already, or too old.
  if (!mail) return
  const { recipient, subject, sealed_text: sealed, created_at: date } = mail
  try {
    const text = unseal(standing.keysFor('mail'), sealed, id)
    const messageId = `<${id}@${from.replace(/^.*@|>$/g, '') || 'localhost'}>`
    const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
    await send({ from, to: { name: '', address: recipient }, subject, text, date, messageId, headers })
  } catch (cause) {
    const failure = failureOf(cause, recipient)
    const failedAt = isLast || failure instanceof FinalFailure ? now : null
    await database.rows(sql`
      update platform.mail set last_error = ${failure.message.slice(0, MAX_ERROR)}, failed_at = ${failedAt}
      where id = ${id} and sent_at is null`)
    throw failure
  }
  await database.rows(sql`
    update platform.mail set sent_at = ${now}, sealed_text = null, failed_at = null, last_error = null
    where id = ${id}`)
}

/**
 * What the server refuses for good (RFC 5321 §4.2.1, 5yz) is not tried again, except what a wrong password says.
 * Servers repeat the address; logs do not need it.
 */
const failureOf = (cause: unknown, recipient: string): Error => {
  const { responseCode = 0, code } = cause as { responseCode?: number; code?: string }
  const message = (cause instanceof Error ? cause.message : String(cause)).replaceAll(recipient, '…')
  return responseCode >= 500 && code !== 'EAUTH' ? new FinalFailure(message) : new Error(message)
}
