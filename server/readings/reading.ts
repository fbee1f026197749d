// The reading of an upload: requested, done in the background, stored beside it. Its content is only proposed to
// people; nothing is booked from it automatically, and nothing waits for it.
import { readUpload, type Upload } from '#documents'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { queueJob } from '#platform/job'
import { keptOf, reasonOf, type SaidReason } from '#platform/sentences'
import { sql } from '#platform/sql'
import type { Facts } from './facts.rules.ts'
import { readingKind } from './job-kind.ts'
import { partyOf } from './party.rules.ts'
import { type Proposals, proposalsOf } from './proposal.ts'
import { readableTypes } from './reader.ts'
import { type ReadingFlaw, readingFlaws, readingRefusals as refusals } from './refusals.ts'

export const readingStates = ['off', 'notAsked', 'waiting', 'read', 'unreadable'] as const
type ReadingState = (typeof readingStates)[number]

export type Reading = SaidReason & {
  state: ReadingState
  readDateTime: string | null
  proposals: Proposals | null
}

type Call = CompanyCall & { scopes: ReadonlySet<string> }

/** Requests a reading of a new document that is not booked yet. */
export const offerReading = async (
  call: CompanyCall,
  { id, contentType, journalEntryId }: Pick<Upload, 'id' | 'contentType' | 'journalEntryId'>,
): Promise<void> => {
  if (call.readsDocuments && journalEntryId === null && readableTypes.includes(contentType)) await ask(call, id)
}

/** Requests a reading of an upload, or another one. */
export const askForReading = async (call: Call, uploadId: string): Promise<Reading> => {
  const { id, contentType } = await readUpload(call, uploadId)
  if (!call.readsDocuments) throw refusals.readsNothing()
  if (!readableTypes.includes(contentType)) throw refusals.notReadable({ id })
  await ask(call, id)
  recordEvent(call, 'upload.reading', { id })
  return getReading(call, id)
}

const ask = async (call: CompanyCall, uploadId: string): Promise<void> => {
  await call.db.rows(sql`
    insert into readings.reading (company_id, upload_id, state, asked_at)
    values (${call.companyId}, ${uploadId}, 'waiting', ${call.now})
    on conflict (company_id, upload_id) do update
    set state = 'waiting', reason = null, facts = null, party = null, asked_at = excluded.asked_at, read_at = null`)
  await queueJob(call, readingKind, { companyId: call.companyId, uploadId })
}

/** Stores the outcome of a reading job. */
export const keepReading = async (
  call: CompanyCall,
  uploadId: string,
  outcome: { facts: Facts } | { wrong: ReadingFlaw },
): Promise<void> => {
  const facts = 'facts' in outcome ? outcome.facts : null
  const kept = await call.db.maybe(sql`
    update readings.reading set state = ${facts ? 'read' : 'unreadable'}, facts = ${facts && JSON.stringify(facts)},
      reason = ${'wrong' in outcome ? outcome.wrong : null}, party = ${facts && partyOf(facts)}, read_at = ${call.now}
    where company_id = ${call.companyId} and upload_id = ${uploadId} returning upload_id`)
  if (kept) recordEvent(call, 'upload.read', { id: uploadId })
}

type Row = { state: 'waiting' | 'read' | 'unreadable'; reason: ReadingFlaw | null; facts: Facts | null; readAt: Date }

/** The reading of an upload, with booking proposals. */
export const getReading = async (call: Call, uploadId: string): Promise<Reading> => {
  const { id } = await readUpload(call, uploadId)
  const row = await call.db.maybe<Row>(
    sql`
      select state, reason, facts, read_at as "readAt" from readings.reading
      where company_id = ${call.companyId} and upload_id = ${id}`,
    'reading',
  )
  if (row === null || (row.state === 'waiting' && !call.readsDocuments)) {
    const state = call.readsDocuments ? 'notAsked' : 'off'
    return { state, ...reasonOf(null, null), readDateTime: null, proposals: null }
  }
  const flaw = row.reason && readingFlaws[row.reason].said()
  return {
    state: row.state,
    ...reasonOf(flaw?.in('en') ?? null, flaw && keptOf(flaw)),
    readDateTime: row.readAt && momentText(row.readAt),
    proposals: row.facts && (await proposalsOf(call, id, row.facts)),
  }
}
