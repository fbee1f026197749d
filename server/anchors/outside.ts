// Sends anchors to places where they cannot be replaced even with write access to the database and the secret key: to a
// time-stamping authority, to a bucket with object lock, and by mail. Each way is retried until it has succeeded.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LockedBucket } from '#files/bucket'
import { queueMail } from '#mail/mail'
import { operator } from '#platform/actor'
import { readKept } from '#platform/files'
import { INSTALLATION, type Work } from '#platform/job'
import { type Sql, sql } from '#platform/sql'
import { fileHeading } from './anchor.rules.ts'
import { type Anchor, anchorFile, anchorFileName, anchorsSince } from './anchor.ts'
import type { StampAuthority } from './time-stamp.ts'

/** The configured ways. */
export type Outside = {
  authority?: StampAuthority | undefined
  bucket?: LockedBucket | undefined
  mailTo?: string | undefined
}

type Way = { isOpen: (outside: Outside, anchor: Anchor) => boolean; send: (sending: Sending) => Promise<void> }
type Sending = { work: Pick<Work, 'database' | 'standing' | 'now'>; outside: Outside; anchor: Anchor }

/** Largest list of heads in a mail, in bytes; longer lists stay in the file that is kept here. */
const MAX_MAIL = 100_000
/** How long sending is retried, in milliseconds (30 days). */
export const SENT_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** In this order, because the later ways include the time stamp. */
const ways: readonly Way[] = [
  {
    isOpen: ({ authority }, { stamp }) => authority !== undefined && stamp === null,
    send: async ({ work, outside, anchor }) => {
      if (!outside.authority) return
      // Loaded only if an authority is configured.
      const { stampOf } = await import('./time-stamp.ts')
      const stamp = await stampOf(outside.authority, anchor.statement)
      await note(work, anchor, sql`stamp = ${stamp}, stamped_at = ${work.now}`)
      anchor.stamp = stamp
    },
  },
  {
    isOpen: ({ bucket }, { putAt }) => bucket !== undefined && putAt === null,
    send: async ({ work, outside, anchor }) => {
      const path = work.standing.files.newWorkFile()
      try {
        await pipeline(Readable.from(anchorFile(work.standing, anchor)), createWriteStream(path, { mode: 0o600 }))
        await outside.bucket?.put(`anchors/${anchorFileName(anchor)}`, path)
      } finally {
        await rm(path, { force: true })
      }
      await note(work, anchor, sql`put_at = ${work.now}`)
    },
  },
  {
    isOpen: ({ mailTo }, { mailedAt }) => mailTo !== undefined && mailedAt === null,
    send: async ({ work, outside: { mailTo = '' }, anchor }) => {
      const text = await mailText(work, anchor)
      const call = { ...work.standing, now: work.now, actor: operator, from: null }
      await work.database.transaction(async (db) => {
        const [open] = await db.rows(sql`
          update anchors.anchor set mailed_at = ${work.now} where number = ${anchor.number} and mailed_at is null
          returning number`)
        if (open) await queueMail({ ...call, db }, { to: mailTo, subject: `Grundbok anchor ${anchor.number}`, text })
      })
    },
  },
]

const note = ({ database }: Sending['work'], { number }: Anchor, change: Sql): Promise<unknown> =>
  database.rows(sql`update anchors.anchor set ${change} where number = ${number}`)

const mailText = async ({ standing: { files } }: Sending['work'], anchor: Anchor): Promise<string> => {
  const heads = anchor.heads === 0n ? Buffer.alloc(0) : await readKept(files, INSTALLATION, anchor.headsDigest)
  return `${GREETING}\n\n${fileHeading(anchor)}${heads.length > MAX_MAIL ? '' : heads}`
}

const GREETING = `Keep this mail where those who run Grundbok cannot change it. It says, signed, where the chains of the
books end. Save it in a folder, and "grundbok verify --anchors FOLDER" holds the books against it.`

/**
 * Sends what was not sent yet; a failure does not stop the others.
 * @throws {Error} that names what failed
 */
export const sendAnchors = async (work: Sending['work'], outside: Outside): Promise<void> => {
  const failed: string[] = []
  const since = new Date(work.now.getTime() - SENT_FOR_MS)
  for await (const anchor of anchorsSince(work.database, since)) {
    for (const { isOpen, send } of ways) {
      if (!isOpen(outside, anchor)) continue
      await send({ work, outside, anchor }).catch((cause: unknown) => {
        failed.push(cause instanceof Error ? cause.message : String(cause))
      })
    }
  }
  if (failed.length > 0) throw new Error(`Anchors could not be sent: ${[...new Set(failed)].join(' ')}`)
}
