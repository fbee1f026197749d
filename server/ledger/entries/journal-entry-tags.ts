// Tags of journal entries and their items. Tags classify entries and are not part of them: they may be replaced at any
// time, also in closed years and locked periods, and earlier tags are kept in the processing history.
import { lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import {
  type EntryTag,
  type KnownTag,
  placesOf,
  type TagPlace,
  type TagsBody,
  type TagUse,
  tagIdsIn,
  tagsTogether,
  wrongInTags,
} from '#ledger/tags/tag.rules'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'

/** A tag with its place; `line` is null for a tag of the entry as a whole. */
export type PlacedTag = EntryTag & { line: number | null }

/** The tags of an item, or of the entry as a whole if `at` is null. */
export const tagsAt = (tags: readonly PlacedTag[] | null, at: number | null): EntryTag[] =>
  (tags ?? []).filter(({ line }) => line === at).map(({ line: _, ...tag }) => tag)

/** A tag to be stored with a new entry. */
export type BookedTag = { line: number | null; tagId: string; weight: number }

/** The display order of the tags `t` of the groups `g`. */
export const tagOrder = sql`g.dimension_number, g.name, length(t.code), t.code, t.id`

/** The tags of the entry `e` as one JSON array of {@link PlacedTag}, null when it has none. */
export const tagsOfEntry: Sql = sql`(
  select jsonb_agg(jsonb_build_object('line', u.line, 'tagId', t.id, 'tagGroupId', g.id, 'tagName', t.name,
    'tagGroupName', g.name, 'weight', u.weight) order by u.line, ${tagOrder})
  from (
    select i.line, i.tag_id, i.weight from ledger.journal_entry_item_tag i
    where i.company_id = e.company_id and i.journal_entry_id = e.id
    union all
    select null, o.tag_id, o.weight from ledger.journal_entry_tag o
    where o.company_id = e.company_id and o.journal_entry_id = e.id
  ) u
  join ledger.tag t on t.company_id = e.company_id and t.id = u.tag_id
  join ledger.tag_group g on g.company_id = t.company_id and g.id = t.tag_group_id)`

/** The tags of an account within given entries, each with its share of the entry's amount on that account. */
type TagsOnAccount = (entryId: string, account: number) => TagUse[]

export const tagsOnAccounts = async (
  { db, companyId }: CompanyCall,
  entryIds: readonly string[],
): Promise<TagsOnAccount> => {
  type Found = { id: string; items: { line: number; account: number; debit: number; credit: number }[] }
  const rows = await db.rows<Found & { tags: PlacedTag[] | null }>(sql`
    select e.id, e.items, ${tagsOfEntry} as tags from ledger.journal_entry e
    where e.company_id = ${companyId} and e.id = any(${[...entryIds]}::uuid[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (entryId, account) => {
    const { items, tags } = found.get(entryId) ?? { items: [], tags: null }
    return tagsTogether(
      items
        .filter((item) => item.account === account)
        .map(({ line, debit, credit }) => ({
          ore: BigInt(debit) - BigInt(credit),
          tags: [...tagsAt(tags, line), ...tagsAt(tags, null)],
        })),
    )
  }
}

/**
 * Whether the entry `e` or one of its items has a tag. This form lets the planner start from the tag if it is rare, and
 * from the newest entries if it is common.
 */
export const hasTag = (companyId: string, tagId: string): Sql => sql`
  exists (
    select from (
      select company_id, journal_entry_id, tag_id from ledger.journal_entry_item_tag
      union all
      select company_id, journal_entry_id, tag_id from ledger.journal_entry_tag
    ) u
    where u.company_id = ${companyId} and u.tag_id = ${tagId} and u.journal_entry_id = e.id)`

/**
 * Whether an item of the entry `e`, optionally restricted to given accounts, has an untagged remainder in a group.
 * Shares are rounded, so an öre may be left over.
 */
export const isUntagged = (companyId: string, tagGroupId: string, accounts: readonly number[] | null): Sql => sql`
  exists (
    select from ledger.journal_entry_item i
    cross join lateral (
      select coalesce(sum(p.weight), 0) as weight
      from (
        select t.tag_id, t.weight from ledger.journal_entry_item_tag t
        where t.company_id = ${companyId} and t.journal_entry_id = e.id and t.line = i.line
        union all
        select t.tag_id, t.weight from ledger.journal_entry_tag t
        where t.company_id = ${companyId} and t.journal_entry_id = e.id
      ) p
      join ledger.tag g on g.company_id = ${companyId} and g.id = p.tag_id and g.tag_group_id = ${tagGroupId}
    ) w
    where i.company_id = ${companyId} and i.journal_entry_id = e.id
      and (${accounts}::integer[] is null or i.account = any(${accounts}::integer[]))
      and (i.debit <> round(i.debit * w.weight) or i.credit <> round(i.credit * w.weight)))`

/** The company's tags among these ids, in display order. */
export const knownTags = async (
  { db, companyId }: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownTag>> => {
  if (ids.length === 0) return new Map()
  const tags = await db.rows<KnownTag>(sql`
    select t.id as "tagId", g.id as "tagGroupId", t.name as "tagName", g.name as "tagGroupName"
    from ledger.tag t join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
    where t.company_id = ${companyId} and t.id = any(${ids}::uuid[]) order by ${tagOrder}`)
  return new Map(tags.map((tag) => [tag.tagId, tag]))
}

/** Errors in the tags of an arbitrary body, beyond their schema. */
export const examineTags = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const places = placesOf(body)
  return wrongInTags(places, await knownTags(call, tagIdsIn(places)))
}

/** Flattens the tags of all places. */
export const bookedTags = (places: readonly TagPlace[]): BookedTag[] =>
  places.flatMap(({ line, tags }) => tags.map(({ tagId, weight }) => ({ line, tagId, weight })))

/**
 * Locks an entry: its tags change one request at a time, and no tag is deleted meanwhile, since that requires the book
 * lock. Refused as not found if the entry does not exist.
 */
export const lockEntryTags = async (call: CompanyCall, id: string): Promise<void> => {
  const { db, companyId } = call
  await lockBooks(call)
  const entry = await db.maybe(sql`
    select 1 from ledger.journal_entry where company_id = ${companyId} and id = ${id} for no key update`)
  if (!entry) throw ledgerRefusals.entryNotFound({ id })
}

/** Replaces all tags of an entry. */
export const replaceTags = async (call: CompanyCall, id: string, body: TagsBody): Promise<void> => {
  await lockEntryTags(call, id)
  const places = placesOf(body)
  const known = await knownTags(call, tagIdsIn(places))
  refuseIfAny([...wrongInItems(await countItems(call, id), body), ...wrongInTags(places, known)])
  const before = await standing(call, id)
  const after = bookedTags(places)
  if (told(before) === told(after)) return
  const { db, companyId } = call
  await db.rows(sql`delete from ledger.journal_entry_tag where company_id = ${companyId} and journal_entry_id = ${id}`)
  await db.rows(sql`
    delete from ledger.journal_entry_item_tag where company_id = ${companyId} and journal_entry_id = ${id}`)
  await insert(call, id, after)
  await db.rows(sql`
    insert into ledger.journal_entry_tags_set (company_id, journal_entry_id, set_at)
    values (${companyId}, ${id}, ${call.now})
    on conflict (company_id, journal_entry_id) do update set set_at = excluded.set_at`)
  recordEvent(call, 'journal-entry.tags-set', { id }, { id, before, after })
}

const insert = async ({ db, companyId }: CompanyCall, id: string, tags: readonly BookedTag[]): Promise<void> => {
  const rows = JSON.stringify(tags.map(({ line, tagId, weight }) => ({ line, tag_id: tagId, weight })))
  await db.rows(sql`
    insert into ledger.journal_entry_tag (company_id, journal_entry_id, tag_id, weight)
    select ${companyId}, ${id}, tag_id, weight
    from jsonb_to_recordset(${rows}::jsonb) as t (line integer, tag_id uuid, weight numeric) where line is null`)
  await db.rows(sql`
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select ${companyId}, ${id}, line, tag_id, weight
    from jsonb_to_recordset(${rows}::jsonb) as t (line integer, tag_id uuid, weight numeric) where line is not null`)
}

/** The current tags of an entry, as stored. */
export const standing = async ({ db, companyId }: CompanyCall, id: string): Promise<BookedTag[]> => {
  const { tags } = await db.one<{ tags: PlacedTag[] | null }>(sql`
    select ${tagsOfEntry} as tags from ledger.journal_entry e where e.company_id = ${companyId} and e.id = ${id}`)
  return (tags ?? []).map(({ line, tagId, weight }) => ({ line, tagId, weight }))
}

const told = (tags: readonly BookedTag[]): string =>
  tags
    .map(({ line, tagId, weight }) => `${line} ${tagId} ${weight}`)
    .sort()
    .join('\n')

const countItems = async ({ db, companyId }: CompanyCall, id: string): Promise<number> => {
  const { items } = await db.one<{ items: number }>(sql`
    select item_count as items from ledger.journal_entry where company_id = ${companyId} and id = ${id}`)
  return items
}

/** Items are numbered from 1, without gaps. */
const wrongInItems = (count: number, { items = [] }: TagsBody): FieldError[] => {
  const seen = new Set<number>()
  return items.flatMap(({ id = 0 }, index) => {
    const field = `#/items/${index}/id`
    if (!(id >= 1 && id <= count)) return [ledgerFaults.unknownItem(field, { id })]
    if (seen.has(id)) return [ledgerFaults.repeatedItem(field, { id })]
    seen.add(id)
    return []
  })
}
