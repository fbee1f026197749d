// Receives mail, as the MX of a domain or behind a relay. A mail is accepted after everything in it has been stored;
// after a failure the sender's server retries.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { type Returned, returnedTo } from '#mail/mail-return'
import { Refusal } from '#platform/refusal'
import { isRefusedForSpace } from '#storage'
import { type Limiter, newLimiter } from '#threads/limit'
import { companyOfAddress } from './address.ts'
import { dropFiles, takeMail } from './mail-intake.ts'
import { readMailFile } from './reading.ts'
import { mailAnswers as answers } from './refusals.ts'
import { type ListenerOptions, takeReport } from './reporting.ts'

export type MailListener = { port: number; close(): Promise<void> }

/** Most bytes in a mail; attachments are a third larger there than on disk (27 MiB). */
const MAX_MAIL_BYTES = 27 * 1024 * 1024
const MAX_CLIENTS = 50
const MAX_RECIPIENTS = 10
const MAX_UNKNOWN = 5
const MAILS_AN_HOUR = 200
/** Mails of one sender, to all companies: the sender may be a service for many suppliers. */
const MAILS_OF_SENDER_AN_HOUR = 300
/** Delivery reports for a company, which sends at most 1,000 mails a day of each kind; and for one mail. */
const REPORTS_AN_HOUR = 2000
const REPORTS_OF_MAIL_AN_HOUR = 20
const SECONDS_OF_AN_HOUR = 3600
/** Timeouts in milliseconds: for a silent client, for receiving a mail, and for running ones when stopping. */
const SILENCE_MS = 60_000
const COMING_MS = 10 * 60_000
const CLOSING_MS = 8000

/** The SMTP reply: from 500 on the mail bounces, below that the client retries. */
const answer = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** The recipients of a mail: companies by address, and sent mails that a report is about. */
type Recipients = { companies: Map<string, string>; returns: Map<string, Returned> }

/** A mail for a company, and its sender; or a report about a sent mail. */
type Coming = { companyId: string; sender: string; returned: Returned | null }

/** Rate limits for incoming mail. */
const newLimits = async ({ clock, redisUrl, logger }: ListenerOptions) => {
  const more = {
    windowSeconds: SECONDS_OF_AN_HOUR,
    redisUrl,
    clock: () => clock().getTime(),
    report: (sentence: string) => logger.warn(sentence),
  }
  const mails = await newLimiter({ ...more, limit: MAILS_AN_HOUR })
  const ofSender = await newLimiter({ ...more, limit: MAILS_OF_SENDER_AN_HOUR })
  const reports = await newLimiter({ ...more, limit: REPORTS_AN_HOUR })
  const ofMail = await newLimiter({ ...more, limit: REPORTS_OF_MAIL_AN_HOUR })
  const hasRoom = async (limiter: Limiter, key: string) => (await limiter.take(key)).admitted
  return {
    requireRoom: async ({ companyId, sender, returned }: Coming): Promise<void> => {
      // The company's limit is checked first, because it also bounds how many senders are counted, whose addresses may
      // be forged.
      const isTaken = returned ? await hasRoom(reports, `reports ${companyId}`) : await hasRoom(mails, companyId)
      if (!isTaken) throw answer(452, answers.tooManyMails)
      const isFew = returned
        ? await hasRoom(ofMail, `reports of ${returned.mailId}`)
        : await hasRoom(ofSender, `mails of ${sender}`)
      if (!isFew) throw answer(452, answers.tooManyOfSender)
    },
    close: () => Promise.all([mails, ofSender, reports, ofMail].map((one) => one.close())),
  }
}

/** Receives mail until closed. */
export const listenForMail = async (options: ListenerOptions): Promise<MailListener> => {
  const { logger, host, port, domain, clock, database } = options
  const limits = await newLimits(options)
  const recipientsOf = new WeakMap<SMTPServerSession, Recipients>()
  const unknown = new WeakMap<SMTPServerSession, number>()

  const admit = async (address: string, session: SMTPServerSession): Promise<void> => {
    if ((unknown.get(session) ?? 0) >= MAX_UNKNOWN) throw answer(421, answers.tooManyUnknown)
    const returned = await returnedTo(database.lookUps, address, { domain, now: clock() })
    const companyId = returned ? returned.companyId : await companyOfAddress(database.lookUps, address, domain)
    if (companyId === null) {
      unknown.set(session, (unknown.get(session) ?? 0) + 1)
      throw answer(550, answers.unknown)
    }
    if (returned && !isFromNobody(session)) throw answer(550, answers.reportsOnly)
    const { companies, returns } = recipientsOf.get(session) ?? { companies: new Map(), returns: new Map() }
    if (companies.size + returns.size >= MAX_RECIPIENTS) throw answer(452, answers.trouble)
    await limits.requireRoom({ companyId, sender: senderOf(session), returned })
    if (returned) returns.set(address, returned)
    else companies.set(address, companyId)
    recipientsOf.set(session, { companies, returns })
  }

  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const recipients = recipientsOf.get(session) ?? { companies: new Map(), returns: new Map() }
    recipientsOf.delete(session)
    await keepMail(options, stream, { ...recipients, sender: senderOf(session) })
  }

  const server = new SMTPServer({
    name: domain,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSING_MS,
    onMailFrom(_address, session, done) {
      recipientsOf.delete(session)
      done()
    },
    onRcptTo: ({ address }, session, done) => void settle(admit(address, session), done, logger),
    onData: (stream, session, done) => void settle(take(stream, session), done, logger),
  })
  server.on('error', (err: Error) => logger.warn({ err }, 'A mail connection failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await limits.close()
    },
  }
}

/** The unverified sender of the envelope, in lower case. */
const senderOf = ({ envelope: { mailFrom } }: SMTPServerSession): string =>
  mailFrom === false ? '' : mailFrom.address.toLowerCase()

/** Reports have an empty sender, so that no reports are sent about them (RFC 5321, 4.5.5). */
const isFromNobody = (session: SMTPServerSession): boolean => senderOf(session) === ''

/** Errors other than our own replies are internal failures: they are logged, and the client retries. */
const settle = (
  work: Promise<void>,
  done: (cause?: Error | null) => void,
  logger: ListenerOptions['logger'],
): Promise<void> =>
  work.then(
    () => done(),
    (err: Error & { responseCode?: number }) => {
      if (err.responseCode !== undefined) return done(err)
      logger.warn({ err }, 'A mail could not be accepted')
      done(answer(451, answers.trouble))
    },
  )

const keepMail = async (
  options: ListenerOptions,
  stream: SMTPServerDataStream,
  { companies, returns, sender }: Recipients & { sender: string },
): Promise<void> => {
  const { database, standing, clock, mayChange } = options
  const path = standing.files.newWorkFile()
  try {
    const signal = AbortSignal.timeout(COMING_MS)
    const size = { bytes: 0 }
    await pipeline(stream, counting(size), createWriteStream(path, { mode: 0o600 }), { signal })
    if (size.bytes > MAX_MAIL_BYTES) throw answer(552, answers.tooLarge(MAX_MAIL_BYTES))
    await mayChange()
    for (const returned of returns.values()) {
      if (!(await takeReport(options, path, returned))) throw answer(451, answers.reportTooSoon)
    }
    for (const companyId of new Set(companies.values())) {
      // Parsed for each recipient, because the files are consumed each time.
      const mail = await readMailFile(path, sender)
      if (mail === null) throw answer(554, answers.unreadable)
      const taken = takeMail({ database, standing, now: clock() }, companyId, mail)
      await taken.catch(asAnswer).finally(() => dropFiles(mail))
    }
  } finally {
    stream.resume()
    await rm(path, { force: true })
  }
}

/** Where there is no room for files the mail goes back: its sender is told, and nothing of it is kept. */
const asAnswer = (cause: unknown): never => {
  throw cause instanceof Refusal && isRefusedForSpace(cause) ? answer(552, answers.full) : cause
}

/** Counts what comes, and hands on no more than is taken. */
const counting = (size: { bytes: number }): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size.bytes += chunk.length
      done(null, size.bytes > MAX_MAIL_BYTES ? undefined : chunk)
    },
  })
