// Sends the mails of the outbox. Every process of an installation runs one; a mail belongs to the one that has claimed
// it, until that one's lease is over. A mail may thus go out twice when a process dies between sending and noting it,
// under the same Message-ID; it is never lost.
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Database } from '#platform/db'
import { type Keys, unseal } from '#platform/seal'
import { sql } from '#platform/sql'

export type MailOptions = {
  database: Database
  keysFor: (purpose: string) => Keys
  /** The server that takes mails, as `smtp://` or `smtps://`. */
  smtpUrl: string
  from: string
  clock: () => Date
  /** Told of mails that did not go out. */
  report: (sentence: string, cause: unknown) => void
  /** How often the outbox is looked into, in milliseconds. */
  pollMs?: number
}

export type MailWorker = {
  /** Sends what is due, now; answers how many went out. */
  sendDue(): Promise<number>
  /** Takes no more mails, and waits a little for the one that is being sent; if it is cut off, it is sent again. */
  stop(): Promise<void>
}

const POLL_MS = 1000
/** How long each step of talking to the server may take, in milliseconds. */
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** How long stopping waits for the mail that is being sent, in milliseconds. */
const STOPPING_MS = 3000
/** How long a claimed mail belongs to its process, in milliseconds: longer than all steps of sending it. */
const LEASE_MS = 2 * 60_000
/** Pauses between attempts, in milliseconds; when they are used up the mail has failed. About a day in all. */
const MINUTE_MS = 60_000
const PAUSES_MS = [
  10_000,
  30_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  60 * MINUTE_MS,
  ...Array(8).fill(180 * MINUTE_MS),
]
/** Most characters of a server's answer that are kept. */
const MAX_ERROR = 300

/** Begins to send, and goes on until it is stopped. */
export const startMailWorker = (options: MailOptions): MailWorker => {
  const { smtpUrl, report, pollMs = POLL_MS } = options
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  const stopping = new AbortController()
  const sendDue = async (): Promise<number> => {
    let sent = 0
    while (!stopping.signal.aborted) {
      const mail = await claim(options)
      if (!mail) return sent
      if (await sendOne(options, mail, (message) => transport.sendMail(message))) sent += 1
    }
    return sent
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sendDue().catch((cause: unknown) => report('The outbox could not be read', cause))
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    sendDue,
    async stop() {
      stopping.abort()
      await Promise.race([running, pause(STOPPING_MS, undefined, { ref: false })])
      transport.close()
    },
  }
}

type Claimed = {
  id: string
  recipient: string
  subject: string
  sealed_text: Buffer
  created_at: Date
  attempts: number
}

const claim = ({ database, clock }: MailOptions): Promise<Claimed | null> => {
  const now = clock()
  const until = new Date(now.getTime() + LEASE_MS)
  // Later than any pause: it was noted before a clock was put back.
  const never = new Date(now.getTime() + 2 * Math.max(...PAUSES_MS))
  return database.maybe<Claimed>(sql`
    update platform.mail set attempts = attempts + 1, next_attempt_at = ${until}
    where id = (
      select id from platform.mail
      where (next_attempt_at <= ${now} or next_attempt_at > ${never}) and sealed_text is not null
      order by next_attempt_at limit 1 for update skip locked)
    returning id, recipient, subject, sealed_text, created_at, attempts`)
}

type Message = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

const sendOne = async (
  options: MailOptions,
  mail: Claimed,
  send: (message: Message) => Promise<unknown>,
): Promise<boolean> => {
  const { database, keysFor, from, clock, report } = options
  const { id, recipient, subject, sealed_text: sealed, created_at: date } = mail
  try {
    const text = unseal(keysFor('mail'), sealed, id)
    const messageId = `<${id}@${from.replace(/^.*@|>$/g, '') || 'localhost'}>`
    const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
    await send({ from, to: { name: '', address: recipient }, subject, text, date, messageId, headers })
  } catch (cause) {
    await noteFailure(options, mail, cause)
    report(`Mail ${id} did not go out at attempt ${mail.attempts}`, withoutRecipient(cause, recipient))
    return false
  }
  await database.rows(sql`
    update platform.mail set sent_at = ${clock()}, sealed_text = null, next_attempt_at = null, last_error = null
    where id = ${id}`)
  return true
}

/** What the server refuses for good (RFC 5321 §4.2.1, 5yz) is not tried again, but for what a wrong password says. */
const noteFailure = async ({ database, clock }: MailOptions, mail: Claimed, cause: unknown): Promise<void> => {
  const { id, attempts, recipient } = mail
  const { responseCode = 0, code } = cause as { responseCode?: number; code?: string }
  const wait = PAUSES_MS[attempts - 1]
  const isFinal = wait === undefined || (responseCode >= 500 && code !== 'EAUTH')
  const now = clock()
  const next = isFinal ? null : new Date(now.getTime() + wait)
  const error = withoutRecipient(cause, recipient).message.slice(0, MAX_ERROR)
  await database.rows(sql`
    update platform.mail set last_error = ${error}, next_attempt_at = ${next}, failed_at = ${isFinal ? now : null}
    where id = ${id} and sent_at is null`)
}

/** Servers repeat the address; logs do not need it. */
const withoutRecipient = (cause: unknown, recipient: string): Error =>
  new Error((cause instanceof Error ? cause.message : String(cause)).replaceAll(recipient, '…'))
