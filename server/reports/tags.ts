// Reports by tag: restricted to one tag, or with a column for each tag of a group and one for the untagged remainder,
// so that the columns add up to the whole.
import type { CompanyCall } from '#platform/call'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { Account, Figures, Moved } from './figures.rules.ts'
import { figuresOf, figuresOfTags, type Wanted } from './figures.ts'
import { type Column, MAX_PARTS, type Period, type ReportTag } from './period.rules.ts'
import { reportFaults as faults } from './refusals.ts'

export type AskedTags = { tagId?: string | undefined; tagGroupId?: string | undefined }

/** Refuses a tag that does not exist in the company. */
const requireTag = async ({ db, companyId }: CompanyCall, tagId: string | undefined): Promise<void> => {
  if (tagId === undefined) return
  const found = await db.maybe(
    sql`select 1 as here from ledger.tag_view where company_id = ${companyId} and id = ${tagId}`,
    'report-tag',
  )
  if (!found) refuseIfAny([faults.noSuchTag('tagId')])
}

export type AskedShare = { tagId?: string | undefined; untaggedGroupId?: string | undefined }

/** Refuses a tag and a group that do not exist in the company, and both at once. */
export const requireTags = async (call: CompanyCall, { tagId, untaggedGroupId }: AskedShare): Promise<void> => {
  if (tagId !== undefined && untaggedGroupId !== undefined) refuseIfAny([faults.tagOrNone('untaggedGroupId')])
  await requireTag(call, tagId)
  if (untaggedGroupId !== undefined) await requireGroup(call, 'untaggedGroupId', untaggedGroupId)
}

const requireGroup = async ({ db, companyId }: CompanyCall, field: string, tagGroupId: string): Promise<void> => {
  const group = await db.maybe(
    sql`select 1 as here from ledger.tag_group_view where company_id = ${companyId} and id = ${tagGroupId}`,
    'report-tag-group',
  )
  if (!group) refuseIfAny([faults.noSuchTagGroup(field)])
}

/** The tags of a group as columns. Refused if the group does not exist, or has too many tags. */
const tagsOf = async (call: CompanyCall, field: string, tagGroupId: string): Promise<ReportTag[]> => {
  const { db, companyId } = call
  await requireGroup(call, field, tagGroupId)
  const tags = await db.rows<ReportTag>(
    sql`
    select id, name from ledger.tag_view where company_id = ${companyId} and tag_group_id = ${tagGroupId}
    order by length(code), code, id limit ${MAX_PARTS + 1}`,
    'report-tags',
  )
  if (tags.length > MAX_PARTS) refuseIfAny([faults.tooManyTags(field, { limit: MAX_PARTS })])
  return tags
}

/** The figures of a report, with the columns of tags before that of the whole period. */
export const figuresByTags = async (
  call: CompanyCall,
  { tagId, tagGroupId }: AskedTags,
  wanted: Omit<Wanted, 'periods'> & { periods: readonly Column[] },
): Promise<{ figures: Figures; columns: readonly Column[] }> => {
  const { periods: columns } = wanted
  await requireTag(call, tagId)
  const figures = await figuresOf(call, { ...wanted, tagId })
  const period = columns.find(({ kind }) => kind === 'period')
  if (tagGroupId === undefined || !period) return { figures, columns }
  const tags = await tagsOf(call, 'tagGroupId', tagGroupId)
  const ofTag = await figuresOfTags(
    call,
    wanted,
    tags.map(({ id }) => id),
  )
  const { from, to } = period
  const added: Column[] = [
    ...tags.map((tag): Column => ({ kind: 'tag', from, to, tag })),
    { kind: 'untagged', from, to, untaggedGroupId: tagGroupId },
  ]
  return {
    figures: divided(figures, tags, ofTag),
    columns: columns.flatMap((column) => (column === period ? [...added, column] : [column])),
  }
}

/** The untagged remainder of figures in a group. Opening balances have no tags. */
export const figuresOfUntagged = async (call: CompanyCall, tagGroupId: string, wanted: Wanted): Promise<Figures> => {
  const tags = await tagsOf(call, 'untaggedGroupId', tagGroupId)
  const ids = tags.map(({ id }) => id)
  const all = await figuresOf(call, wanted)
  const ofTag = await figuresOfTags(call, wanted, ids)
  const parts = ids.map(ofTag)
  return {
    ...all,
    moved: (account, column) => without(all, parts, account, column),
    opening: (account, period) =>
      parts.reduce((rest, one) => rest - one.opening(account, period), all.opening(account, period)),
  }
}

const without = (all: Figures, parts: readonly Figures[], account: Account, column: Column | Period): Moved => {
  const whole = all.moved(account, column)
  const moved = parts.map((one) => one.moved(account, column))
  return {
    debit: moved.reduce((rest, { debit }) => rest - debit, whole.debit),
    credit: moved.reduce((rest, { credit }) => rest - credit, whole.credit),
  }
}

/** Figures with a column per tag; the remainder is in the column without tags. */
const divided = (all: Figures, tags: readonly ReportTag[], ofTag: (tagId: string) => Figures): Figures => {
  const parts = new Map(tags.map(({ id }) => [id, ofTag(id)]))
  return {
    ...all,
    moved: (account, column): Moved => {
      if (column.tag) return parts.get(column.tag.id)?.moved(account, column) ?? { debit: 0n, credit: 0n }
      if (column.kind !== 'untagged') return all.moved(account, column)
      return without(all, [...parts.values()], account, column)
    },
  }
}
