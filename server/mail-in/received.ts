// The mails received by a company: their attachments and results, for some months. Their text is not kept.
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { KeptSaid } from '#platform/sentences'
import { sql } from '#platform/sql'
import type { ReadMail } from './mail.ts'
import { mailInRefusals as refusals } from './refusals.ts'

/**
 * The result of an attachment. `unread`: XML that is not a valid e-invoice here, kept as an upload; `known`: an
 * e-invoice that was already received; `notKept`: it is lost. `reason` explains these three.
 */
export const outcomes = ['eInvoice', 'upload', 'unread', 'known', 'notKept'] as const

export type Part = {
  name: string
  outcome: (typeof outcomes)[number]
  uploadId: string | null
  supplierInvoiceId: string | null
  reason: string | null
  /** Its sentences; absent of what an earlier version kept. */
  said?: KeptSaid[]
}

export type Received = { id: string; sender: string; subject: string; parts: Part[]; receivedAt: Date }

/** How long they are kept, in milliseconds: 90 days. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Most rows removed at once. */
const MOST_REMOVED = 10_000

/** Records a mail, in the transaction that stores its attachments. */
export const keepReceived = async (
  call: CompanyCall,
  { digest, sender, subject }: ReadMail,
  parts: readonly Part[],
): Promise<void> => {
  const { db, companyId, now } = call
  const id = newId()
  await db.rows(sql`
    insert into mail_in.received (company_id, id, digest, sender, subject, parts, received_at)
    values (${companyId}, ${id}, ${Buffer.from(digest)}, ${sender}, ${subject}, ${JSON.stringify(parts)}, ${now})`)
  recordEvent(call, 'received-mail.received', { id }, { id, parts: parts.length })
}

/** A page of the mails, newest first. */
export const listReceived = (call: CompanyCall, request: PageRequest): Promise<Page<Received>> =>
  listPage(call, listOf(call.companyId), request)

/** One mail; refused as not found. */
export const getReceived = async ({ db, companyId }: CompanyCall, id: string): Promise<Received> => {
  const found = await db.maybe<Received>(sql`
    select ${columns} from mail_in.received r where r.company_id = ${companyId} and r.id = ${id}`)
  if (!found) throw refusals.mailNotFound({ id })
  return found
}

/** Deletes old records; what was attached stays. */
export const forgetOldMailsIn = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`
    delete from mail_in.received where (company_id, id) in (
      select company_id, id from mail_in.received
      where received_at < ${new Date(now.getTime() - KEPT_MS)} limit ${MOST_REMOVED})`)
}

const columns = sql`r.id, r.sender, r.subject, r.parts, r.received_at as "receivedAt"`

const listOf = (companyId: string): List<Received, Received> => ({
  name: 'received mails',
  columns,
  from: sql`mail_in.received r`,
  where: sql`r.company_id = ${companyId}`,
  key: [sql`r.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      sender: { type: 'string', column: sql`r.sender` },
      subject: { type: 'string', column: sql`r.subject` },
      modifiedDateTime: { type: 'datetime', column: sql`r.received_at` },
    },
  },
  itemOf: ({ id, sender, subject, parts, receivedAt }) => ({ id, sender, subject, parts, receivedAt }),
})
