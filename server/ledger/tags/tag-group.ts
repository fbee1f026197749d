// Tag groups and their tags, by which entries are classified. A group with a dimension number is exported to SIE files.
import { lockBooks } from '#ledger/book'
import { isInTemplate } from '#ledger/entries/entry-template'
import { ledgerFaults, ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isOwnDimension, MAX_DIMENSION } from './tag.rules.ts'

export type Tag = { id: string; name: string }

export type TagGroup = {
  id: string
  name: string
  alias: string
  dimensionNumber: number | null
  tags: Tag[]
  modifiedAt: Date
}

type NewTagGroup = { name: string; alias: string; dimensionNumber?: number | null | undefined }

/** Maximum number of tag groups created in one company; imports may add more. */
const MAX_GROUPS = 1000

const columns = sql`
  g.id, g.name, g.alias, g.dimension_number as "dimensionNumber",
  (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.id), '[]')
    from ledger.tag t where t.company_id = g.company_id and t.tag_group_id = g.id) as tags,
  g.modified_at as "modifiedAt"`

const listOf = (companyId: string): List<TagGroup, TagGroup> => ({
  name: 'tag-groups',
  columns,
  from: sql`ledger.tag_group g`,
  where: sql`g.company_id = ${companyId}`,
  key: [sql`g.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      name: { type: 'string', column: sql`g.name` },
      dimensionNumber: { type: 'integer', column: sql`g.dimension_number` },
      modifiedDateTime: { type: 'datetime', column: sql`g.modified_at` },
    },
  },
  itemOf: ({ id, name, alias, dimensionNumber, tags, modifiedAt }) => ({
    id,
    name,
    alias,
    dimensionNumber,
    tags,
    modifiedAt,
  }),
})

/** The company's tag groups with their tags, newest first. */
export const listTagGroups = (call: CompanyCall, request: PageRequest): Promise<Page<TagGroup>> =>
  listPage(call, listOf(call.companyId), request)

/** One tag group; refused as not found if it does not exist. */
export const getTagGroup = async ({ db, companyId }: CompanyCall, id: string): Promise<TagGroup> => {
  const group = await db.maybe<TagGroup>(
    sql`select ${columns} from ledger.tag_group g where g.company_id = ${companyId} and g.id = ${id}`,
  )
  if (!group) throw ledgerRefusals.tagGroupNotFound({ id })
  return group
}

/**
 * The current group. Groups and tags change only under the book lock, as do imports, so names and codes are checked
 * against stable data.
 */
export const lockTagGroup = async (call: CompanyCall, id: string): Promise<TagGroup> => {
  await lockBooks(call)
  return getTagGroup(call, id)
}

/** Adds a group without tags. Its dimension number cannot be changed later. */
export const createTagGroup = async (call: CompanyCall, body: NewTagGroup): Promise<TagGroup> => {
  const { db, companyId, now } = call
  await lockBooks(call)
  refuseIfAny(await examineTagGroup(call, body))
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from ledger.tag_group where company_id = ${companyId}`,
  )
  if (count >= MAX_GROUPS) throw ledgerRefusals.tooManyTagGroups({ limit: MAX_GROUPS })
  const group = { id: newId(), ...trimmed(body), dimensionNumber: body.dimensionNumber ?? null }
  await db.rows(sql`
    insert into ledger.tag_group (company_id, id, name, alias, dimension_number, created_at, modified_at)
    values (${companyId}, ${group.id}, ${group.name}, ${group.alias}, ${group.dimensionNumber}, ${now}, ${now})`)
  recordEvent(call, 'tag-group.created', { id: group.id }, group)
  return { ...group, tags: [], modifiedAt: now }
}

/** Changes the name and alias of a group. */
export const updateTagGroup = async (
  call: CompanyCall,
  id: string,
  body: Omit<NewTagGroup, 'dimensionNumber'>,
): Promise<TagGroup> => {
  const before = await lockTagGroup(call, id)
  refuseIfAny(await examineTagGroup(call, body, id))
  const { name, alias } = trimmed(body)
  if (name === before.name && alias === before.alias) return before
  await call.db.rows(sql`
    update ledger.tag_group set name = ${name}, alias = ${alias}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(
    call,
    'tag-group.changed',
    { id },
    {
      id,
      before: { name: before.name, alias: before.alias },
      after: { name, alias },
    },
  )
  return { ...before, name, alias, modifiedAt: call.now }
}

/** Records that a group's tags changed. */
export const touchTagGroup = async (call: CompanyCall, id: string): Promise<void> => {
  await call.db.rows(sql`
    update ledger.tag_group set modified_at = ${call.now} where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'tag-group.changed', { id })
}

/** Deletes a group with its tags, if no tag is in use and no other dimension has it as parent. */
export const deleteTagGroup = async (call: CompanyCall, id: string): Promise<void> => {
  const { db, companyId } = call
  const { name, alias, dimensionNumber, tags } = await lockTagGroup(call, id)
  const use = await db.one<{ tagged: boolean; parts: string | null }>(sql`
    select exists (
        select from ledger.tag t where t.company_id = ${companyId} and t.tag_group_id = ${id}
          and ${isUsed}) as tagged,
      (select p.name from ledger.tag_group p
        where p.company_id = ${companyId} and p.parent_dimension_number = ${dimensionNumber} and p.id <> ${id}
        limit 1) as parts`)
  if (use.tagged) throw ledgerRefusals.tagGroupInUse({ id, reason: ledgerPhrases.tagsInEntries() })
  if (use.parts) throw ledgerRefusals.tagGroupInUse({ id, reason: ledgerPhrases.partOfGroup({ name: use.parts }) })
  await db.rows(sql`delete from ledger.tag where company_id = ${companyId} and tag_group_id = ${id}`)
  await db.rows(sql`delete from ledger.tag_group where company_id = ${companyId} and id = ${id}`)
  recordEvent(
    call,
    'tag-group.deleted',
    { id },
    { id, name, alias, dimensionNumber, tags: tags.map((tag) => tag.name) },
  )
}

/** Whether the tag `t` is used on an entry, an item or an entry template. */
export const isUsed = sql`(
  exists (
    select from ledger.journal_entry_item_tag i where i.company_id = t.company_id and i.tag_id = t.id)
  or exists (
    select from ledger.journal_entry_tag e where e.company_id = t.company_id and e.tag_id = t.id)
  or ${isInTemplate})`

const trimmed = ({ name, alias }: NewTagGroup): { name: string; alias: string } => ({
  name: name.trim(),
  alias: alias.trim(),
})

/** Errors in a group's body beyond its types. `id` is the group being changed. */
export const examineTagGroup = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const errors: FieldError[] = []
  const { name, alias, dimensionNumber } = Object(body) as Record<string, unknown>
  const others = await sameAs(call, { name: textOf(name), alias: textOf(alias), dimensionNumber }, id)
  for (const [field, text] of Object.entries({ name: textOf(name), alias: textOf(alias) })) {
    if (text === '') errors.push(ledgerFaults.titleMissing(`#/${field}`))
  }
  if (others.some((other) => other.name === textOf(name))) {
    errors.push(ledgerFaults.tagGroupNameTaken('#/name', { name: textOf(name) ?? '' }))
  }
  if (others.some((other) => other.alias === textOf(alias))) {
    errors.push(ledgerFaults.aliasTaken('#/alias', { alias: textOf(alias) ?? '' }))
  }
  if (!Number.isInteger(dimensionNumber) || id !== undefined) return errors
  const number = Number(dimensionNumber)
  const of = others.find((other) => other.dimension_number === number)
  if (of) errors.push(ledgerFaults.dimensionTaken('#/dimensionNumber', { name: of.name, number }))
  else if (!isOwnDimension(number)) {
    errors.push(ledgerFaults.dimensionReserved('#/dimensionNumber', { limit: MAX_DIMENSION }))
  }
  return errors
}

const textOf = (text: unknown): string | null => (typeof text === 'string' ? text.trim() : null)

/** The other groups with the same name, alias or dimension. */
const sameAs = (
  { db, companyId }: CompanyCall,
  { name, alias, dimensionNumber }: { name: string | null; alias: string | null; dimensionNumber: unknown },
  id: string | undefined,
) => {
  const dimension = isOwnDimension(Number(dimensionNumber)) ? Number(dimensionNumber) : null
  return db.rows<{ name: string; alias: string; dimension_number: number | null }>(sql`
    select name, alias, dimension_number from ledger.tag_group
    where company_id = ${companyId} and (name = ${name} or alias = ${alias} or dimension_number = ${dimension}::integer)
      and id is distinct from ${id ?? null}::uuid`)
}
