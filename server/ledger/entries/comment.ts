// Comments on journal entries: plain text, not part of the books.
import { ledgerRefusals } from '#ledger/refusals'
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { isOfPeople } from './posting.ts'
import type { Origin } from './posting-many.ts'

type Comment = {
  id: string
  content: string
  authorName: string
  createdDatetime: Date
  updatedDatetime: Date
}

/** Maximum number of comments on one entry. */
const MAX_COMMENTS = 1000
/** Maximum number of characters in a comment. */
export const MAX_COMMENT_LENGTH = 5000

const columns = sql`
  id, content, author_name as "authorName", created_at as "createdDatetime", updated_at as "updatedDatetime"`

/** The comments on an entry, oldest first. */
export const listComments = async (call: CompanyCall, entryId: string): Promise<Comment[]> => {
  await originOf(call, entryId)
  return call.db.rows<Comment>(sql`
    select ${columns} from ledger.journal_entry_comment
    where company_id = ${call.companyId} and journal_entry_id = ${entryId} order by id limit ${MAX_COMMENTS}`)
}

/** One comment; refused as not found if it does not exist. */
export const getComment = async ({ db, companyId }: CompanyCall, entryId: string, id: string): Promise<Comment> => {
  const comment = await db.maybe<Comment>(sql`
    select ${columns} from ledger.journal_entry_comment
    where company_id = ${companyId} and journal_entry_id = ${entryId} and id = ${id}`)
  if (!comment) throw ledgerRefusals.commentNotFound({ id })
  return comment
}

/** Adds a comment to an entry; the API may not comment on entries made by people. */
export const createComment = async (call: CompanyCall, entryId: string, content: string): Promise<Comment> => {
  await lockEntry(call, entryId)
  const { origin, actorKind } = await originOf(call, entryId)
  if (isOfApi(call.actor.kind) && isOfPeople(origin, actorKind)) {
    throw ledgerRefusals.commentOnConsoleEntry({ id: entryId })
  }
  const { count } = await call.db.one<{ count: bigint }>(sql`
    select count(*) from ledger.journal_entry_comment
    where company_id = ${call.companyId} and journal_entry_id = ${entryId}`)
  if (count >= MAX_COMMENTS) throw ledgerRefusals.tooManyComments({ limit: MAX_COMMENTS })
  const id = newId()
  recordEvent(call, 'comment.created', { id, of: entryId })
  return call.db.one<Comment>(sql`
    insert into ledger.journal_entry_comment (
      company_id, id, journal_entry_id, content, author_kind, author_id, author_name, created_at, updated_at)
    values (${call.companyId}, ${id}, ${entryId}, ${content}, ${call.actor.kind}, ${call.actor.id},
      ${call.actor.name}, ${call.now}, ${call.now})
    returning ${columns}`)
}

/** Rewrites the caller's own comment; the previous text is kept in the processing history. */
export const updateComment = async (
  call: CompanyCall,
  entryId: string,
  id: string,
  content: string,
): Promise<Comment> => {
  const before = await ownComment(call, entryId, id)
  recordEvent(call, 'comment.changed', { id, of: entryId }, { id, journalEntryId: entryId, before: before.content })
  return call.db.one<Comment>(sql`
    update ledger.journal_entry_comment set content = ${content}, updated_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id} returning ${columns}`)
}

/** Deletes the caller's own comment; its text is kept in the processing history. */
export const deleteComment = async (call: CompanyCall, entryId: string, id: string): Promise<void> => {
  const before = await ownComment(call, entryId, id)
  recordEvent(call, 'comment.deleted', { id, of: entryId }, { id, journalEntryId: entryId, before: before.content })
  await call.db.rows(sql`delete from ledger.journal_entry_comment where company_id = ${call.companyId} and id = ${id}`)
}

/** The current comment, locked until the transaction ends. */
export const lockComment = async (call: CompanyCall, entryId: string, id: string): Promise<Comment> => {
  await call.db.rows(sql`
    select from ledger.journal_entry_comment where company_id = ${call.companyId} and id = ${id} for update`)
  return getComment(call, entryId, id)
}

const ownComment = async (call: CompanyCall, entryId: string, id: string): Promise<Comment> => {
  const comment = await lockComment(call, entryId, id)
  const author = await call.db.one<{ author_kind: string; author_id: string }>(sql`
    select author_kind, author_id from ledger.journal_entry_comment
    where company_id = ${call.companyId} and id = ${id}`)
  const own = author.author_kind === call.actor.kind && author.author_id === call.actor.id
  if (!own) throw ledgerRefusals.commentOfAnother({ id })
  return comment
}

/** Serializes comments on one entry, so that they can be counted. */
const lockEntry = async ({ db, companyId }: CompanyCall, entryId: string): Promise<void> => {
  await db.rows(sql`
    select from ledger.journal_entry where company_id = ${companyId} and id = ${entryId} for no key update`)
}

const originOf = async ({ db, companyId }: CompanyCall, entryId: string): Promise<EntryOrigin> => {
  const entry = await db.maybe<EntryOrigin>(
    sql`select origin, actor_kind as "actorKind" from ledger.journal_entry where company_id = ${companyId} and id = ${entryId}`,
  )
  if (!entry) throw ledgerRefusals.entryNotFound({ id: entryId })
  return entry
}

type EntryOrigin = { origin: Origin; actorKind: string }
