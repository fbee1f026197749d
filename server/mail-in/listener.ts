// Listens for mails, as the server that a domain's mail leads to, or a relay hands on to. A mail is answered for once
// everything of it is kept; what goes wrong here is sent again.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Standing } from '#platform/call'
import type { Database } from '#platform/db'
import { newLimiter } from '#platform/limit'
import { companyOfAddress } from './address.ts'
import { readMailFile } from './reading.ts'
import { mailAnswers as answers } from './refusals.ts'
import { dropFiles, takeMail } from './taking.ts'

export type MailListener = { port: number; close(): Promise<void> }

export type ListenerOptions = {
  database: Database
  standing: Standing
  clock: () => Date
  logger: Pick<Logger, 'info' | 'warn'>
  host: string
  port: number
  domain: string
  /** Counts the mails of companies in this Redis, with other processes. */
  redisUrl?: string | undefined
  /** Throws where nothing may be changed: the disk is full. */
  mayChange: () => Promise<void>
}

/** Maximum number of bytes in a mail: what is enclosed is a third longer there than on disk (27 MiB). */
export const MAX_MAIL_BYTES = 27 * 1024 * 1024
const MAX_CLIENTS = 50
const MAX_RECIPIENTS = 10
const MAX_UNKNOWN = 5
const MAILS_AN_HOUR = 200
const SECONDS_OF_AN_HOUR = 3600
/** How long a sender may be silent, a mail may take to come, and running ones have at a stop, in milliseconds. */
const SILENCE_MS = 60_000
const COMING_MS = 10 * 60_000
const CLOSING_MS = 8000

/** What the sender's server is told: from 500 on the mail goes back, below that it is sent again. */
const answer = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** Listens until it is closed. */
export const listenForMail = async (options: ListenerOptions): Promise<MailListener> => {
  const { logger, host, port, domain, clock } = options
  const report = (sentence: string) => logger.warn(sentence)
  const limiter = await newLimiter({
    ...{ limit: MAILS_AN_HOUR, windowSeconds: SECONDS_OF_AN_HOUR, redisUrl: options.redisUrl },
    ...{ clock: () => clock().getTime(), report },
  })
  const recipientsOf = new WeakMap<SMTPServerSession, Map<string, string>>()
  const unknown = new WeakMap<SMTPServerSession, number>()

  const admit = async (address: string, session: SMTPServerSession): Promise<void> => {
    if ((unknown.get(session) ?? 0) >= MAX_UNKNOWN) throw answer(421, answers.tooManyUnknown)
    const companyId = await companyOfAddress(options.database.lookUps, address, domain)
    if (companyId === null) {
      unknown.set(session, (unknown.get(session) ?? 0) + 1)
      throw answer(550, answers.unknown)
    }
    const known = recipientsOf.get(session) ?? new Map<string, string>()
    if (known.size >= MAX_RECIPIENTS) throw answer(452, answers.trouble)
    if (!(await limiter.take(companyId)).admitted) throw answer(452, answers.tooManyMails)
    recipientsOf.set(session, known.set(address, companyId))
  }

  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const companies = new Set(recipientsOf.get(session)?.values())
    recipientsOf.delete(session)
    await keepMail(options, stream, companies)
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
  server.on('error', (err: Error) => logger.warn({ err }, 'A connection that brings mail failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await limiter.close()
    },
  }
}

/** What is no answer of ours is trouble of ours: it is logged, and the mail comes again. */
const settle = (
  work: Promise<void>,
  done: (cause?: Error | null) => void,
  logger: ListenerOptions['logger'],
): Promise<void> =>
  work.then(
    () => done(),
    (err: Error & { responseCode?: number }) => {
      if (err.responseCode !== undefined) return done(err)
      logger.warn({ err }, 'A mail could not be taken')
      done(answer(451, answers.trouble))
    },
  )

const keepMail = async (
  { database, standing, clock, mayChange }: ListenerOptions,
  stream: SMTPServerDataStream,
  companies: ReadonlySet<string>,
): Promise<void> => {
  const path = standing.files.newWorkFile()
  try {
    const signal = AbortSignal.timeout(COMING_MS)
    const size = { bytes: 0 }
    await pipeline(stream, counting(size), createWriteStream(path, { mode: 0o600 }), { signal })
    if (size.bytes > MAX_MAIL_BYTES) throw answer(552, answers.tooLarge(MAX_MAIL_BYTES))
    await mayChange()
    for (const companyId of companies) {
      // Read for each: what is kept for one is not there for the other.
      const mail = await readMailFile(path)
      if (mail === null) throw answer(554, answers.unreadable)
      await takeMail({ database, standing, now: clock() }, companyId, mail).finally(() => dropFiles(mail))
    }
  } finally {
    stream.resume()
    await rm(path, { force: true })
  }
}

/** Counts what comes, and hands on no more than is taken. */
const counting = (size: { bytes: number }): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size.bytes += chunk.length
      done(null, size.bytes > MAX_MAIL_BYTES ? undefined : chunk)
    },
  })
