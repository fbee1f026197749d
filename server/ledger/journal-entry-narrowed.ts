// What entries are listed by beside the filter.
import { empty, type Sql, sql } from '#platform/sql'
import { hasTag, isUntagged } from './journal-entry-tags.ts'

/**
 * A tag, a group of which something has no tag, and account numbers with commas between them, of which one is on an
 * item: one that has something without a tag, where a group is given.
 */
export type Narrowed = {
  tagId?: string | undefined
  untaggedGroupId?: string | undefined
  accounts?: string | undefined
}

/** What a list is narrowed by, in words; null where it is whole. */
export const wordsOf = ({ tagId, untaggedGroupId, accounts }: Narrowed): string | null =>
  [tagId, untaggedGroupId && `untagged ${untaggedGroupId}`, accounts].filter(Boolean).join(' with ') || null

/** Conditions on the entry `e`, each with its `and`. */
export const narrowedBy = (companyId: string, { tagId, untaggedGroupId, accounts }: Narrowed): Sql => sql`
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}
  ${accounts === undefined ? empty : sql`and ${isOn(companyId, numbersIn(accounts) ?? [])}`}
  ${untaggedGroupId === undefined ? empty : sql`and ${isUntagged(companyId, untaggedGroupId, numbersIn(accounts))}`}`

const numbersIn = (accounts: string | undefined): number[] | null => accounts?.split(',').map(Number) ?? null

const isOn = (companyId: string, accounts: readonly number[]): Sql => sql`exists (
  select from ledger.journal_entry_item i
  where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.account = any(${[...accounts]}::integer[]))`
