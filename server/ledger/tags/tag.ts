// The tags of a group. Beside its name, a tag has a code: the number of its object (objekt) in SIE files.
import { lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isUsed, lockTagGroup, type Tag, touchTagGroup } from './tag-group.ts'

/** Maximum number of tags created in one group; imports may add more. */
const MAX_TAGS = 10_000

/** Adds a tag to a group, with the next free code. */
export const createTag = async (call: CompanyCall, groupId: string, body: { name: string }): Promise<Tag> => {
  const { db, companyId, now } = call
  const group = await lockTagGroup(call, groupId)
  refuseIfAny(wrongInName(group.tags, body.name))
  if (group.tags.length >= MAX_TAGS) throw ledgerRefusals.tooManyTags({ limit: MAX_TAGS })
  const tag = { id: newId(), name: body.name.trim() }
  const { code } = await db.one<{ code: string }>(sql`
    insert into ledger.tag (company_id, id, tag_group_id, code, name, created_at)
    select ${companyId}, ${tag.id}, ${groupId}, (coalesce(max(code::bigint), 0) + 1)::text, ${tag.name}, ${now}
    from ledger.tag where company_id = ${companyId} and tag_group_id = ${groupId} and code ~ ${WHOLE_NUMBER}
    returning code`)
  recordEvent(call, 'tag.created', { id: tag.id, of: groupId }, { ...tag, tagGroupId: groupId, code })
  await touchTagGroup(call, groupId)
  return tag
}

/** Codes considered when numbering: whole numbers without leading zeros. */
const WHOLE_NUMBER = '^(0|[1-9][0-9]{0,14})$'

/** The current tag, locked against changes to groups and tags. */
export const lockTag = async (call: CompanyCall, groupId: string, id: string): Promise<Tag> => {
  await lockBooks(call)
  const tag = await call.db.maybe<Tag>(sql`
    select id, name from ledger.tag
    where company_id = ${call.companyId} and tag_group_id = ${groupId} and id = ${id}`)
  if (!tag) throw ledgerRefusals.tagNotFound({ id })
  return tag
}

/** Renames a tag; its code is kept. */
export const updateTag = async (
  call: CompanyCall,
  groupId: string,
  id: string,
  body: { name: string },
): Promise<Tag> => {
  const before = await lockTag(call, groupId, id)
  const { tags } = await lockTagGroup(call, groupId)
  refuseIfAny(
    wrongInName(
      tags.filter((other) => other.id !== id),
      body.name,
    ),
  )
  const name = body.name.trim()
  if (name === before.name) return before
  await call.db.rows(sql`
    update ledger.tag set name = ${name}, name_of_file = false where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'tag.changed', { id, of: groupId }, { id, tagGroupId: groupId, before: before.name, after: name })
  await touchTagGroup(call, groupId)
  return { id, name }
}

/** Deletes a tag that is not in use. */
export const deleteTag = async (call: CompanyCall, groupId: string, id: string): Promise<void> => {
  const { name } = await lockTag(call, groupId, id)
  const { used } = await call.db.one<{ used: boolean }>(sql`
    select ${isUsed} as used from ledger.tag t where t.company_id = ${call.companyId} and t.id = ${id}`)
  if (used) throw ledgerRefusals.tagInUse({ id })
  await call.db.rows(sql`delete from ledger.tag where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'tag.deleted', { id, of: groupId }, { id, tagGroupId: groupId, name })
  await touchTagGroup(call, groupId)
}

const wrongInName = (others: readonly Tag[], text: string): FieldError[] => {
  const name = text.trim()
  if (name === '') return [ledgerFaults.titleMissing('#/name')]
  return others.some((other) => other.name === name) ? [ledgerFaults.tagNameTaken('#/name', { name })] : []
}
