// Lines with tags, as SQL: each with a tag's share of its amount.
import { type Sql, sql } from '#platform/sql'

/** The items of the entry `e`, without other lookups. */
export const itemsOf: Sql = sql`
  select i.line, i.account, i.debit, i.credit, i.text
  from jsonb_to_recordset(e.items) as i (line integer, account integer, debit bigint, credit bigint, text text)`

/**
 * Lines with one of some tags. Shares within a group are rounded cumulatively, so that they never exceed the amount,
 * and equal it if the weights add up to 1.
 */
export const taggedLines = (companyId: string, tagIds: readonly string[]): Sql => sql`
  select t.tag_id, e.id, e.date, e.registration, e.journal_entry_number, e.title, i.line, i.account, i.text,
    (round(i.debit * (t.before + t.weight)) - round(i.debit * t.before))::bigint as debit,
    (round(i.credit * (t.before + t.weight)) - round(i.credit * t.before))::bigint as credit
  from (${placedTags(companyId, tagIds)}) t
  cross join lateral (
    select e.id, e.date, e.registration, e.journal_entry_number, e.title, e.items from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.id = t.journal_entry_id offset 0
  ) e
  cross join lateral (${itemsOf}) i
  where t.line is null or t.line = i.line`

/**
 * The places of tags: an item, or a whole entry if the line is null. `before` is the weight of earlier tags of the same
 * group in the same place.
 */
const placedTags = (companyId: string, tagIds: readonly string[]): Sql => sql`
  select p.journal_entry_id, p.line, p.tag_id, p.weight, (
      select coalesce(sum(o.weight), 0) from ledger.journal_entry_item_tag_view o
      join ledger.tag_view u on u.company_id = o.company_id and u.id = o.tag_id
      where o.company_id = ${companyId} and o.journal_entry_id = p.journal_entry_id and o.line = p.line
        and u.tag_group_id = g.tag_group_id and o.tag_id < p.tag_id) as before
  from ledger.journal_entry_item_tag_view p
  join ledger.tag_view g on g.company_id = ${companyId} and g.id = p.tag_id
  where p.company_id = ${companyId} and p.tag_id = any(${[...tagIds]}::uuid[])
  union all
  select p.journal_entry_id, null, p.tag_id, p.weight, (
      select coalesce(sum(o.weight), 0) from ledger.journal_entry_tag_view o
      join ledger.tag_view u on u.company_id = o.company_id and u.id = o.tag_id
      where o.company_id = ${companyId} and o.journal_entry_id = p.journal_entry_id
        and u.tag_group_id = g.tag_group_id and o.tag_id < p.tag_id)
  from ledger.journal_entry_tag_view p
  join ledger.tag_view g on g.company_id = ${companyId} and g.id = p.tag_id
  where p.company_id = ${companyId} and p.tag_id = any(${[...tagIds]}::uuid[])`

/** The remainder of lines after the shares of a group's tags: zero if these cover everything. */
export const untaggedRests = (companyId: string, tagGroupId: string, lines: Sql): Sql => sql`
  select l.place, l.debit - round(l.debit * w.weight)::bigint as debit,
    l.credit - round(l.credit * w.weight)::bigint as credit
  from (${lines}) l cross join lateral (${weightOf(companyId, tagGroupId)}) w`

/** The total weight of a group's tags on the line `l`, directly or on its entry. */
const weightOf = (companyId: string, tagGroupId: string): Sql => sql`
  select coalesce(sum(p.weight), 0) as weight
  from (
    select i.tag_id, i.weight from ledger.journal_entry_item_tag_view i
    where i.company_id = ${companyId} and i.journal_entry_id = l.entry and i.line = l.line
    union all
    select o.tag_id, o.weight from ledger.journal_entry_tag_view o
    where o.company_id = ${companyId} and o.journal_entry_id = l.entry
  ) p
  join ledger.tag_view g on g.company_id = ${companyId} and g.id = p.tag_id and g.tag_group_id = ${tagGroupId}`

/** Whether a line of the entry `e` has a remainder, optionally on accounts in some ranges. */
export const isUntagged = (companyId: string, tagGroupId: string, isAsked: Sql): Sql => sql`
  exists (
    select from (${untaggedRests(
      companyId,
      tagGroupId,
      sql`select 0 as place, e.id as entry, i.line, i.debit, i.credit from (${itemsOf}) i where ${isAsked}`,
    )}) r
    where r.debit <> 0 or r.credit <> 0)`
