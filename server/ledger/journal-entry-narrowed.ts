// What entries are listed by beside the filter.
import { empty, type Sql, sql } from '#platform/sql'
import { hasTag, isUntagged } from './journal-entry-tags.ts'

/**
 * A tag, a group of which something has no tag, and account numbers with commas between them, of which one is on an
 * item: one that has something without a tag, where a group is given. `withoutDocument` is of entries that lack one.
 */
export type Narrowed = {
  tagId?: string | undefined
  untaggedGroupId?: string | undefined
  accounts?: string | undefined
  withoutDocument?: boolean | undefined
}

/** What a list is narrowed by, in words; null where it is whole. */
export const wordsOf = ({ tagId, untaggedGroupId, accounts, withoutDocument }: Narrowed): string | null =>
  [tagId, untaggedGroupId && `untagged ${untaggedGroupId}`, accounts, withoutDocument && 'no document']
    .filter(Boolean)
    .join(' with ') || null

/** Conditions on the entry `e`, each with its `and`. */
export const narrowedBy = (
  companyId: string,
  { tagId, untaggedGroupId, accounts, withoutDocument }: Narrowed,
): Sql => sql`
  ${withoutDocument === true ? sql`and ${lacksDocument}` : empty}
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}
  ${accounts === undefined ? empty : sql`and ${isOn(companyId, numbersIn(accounts) ?? [])}`}
  ${untaggedGroupId === undefined ? empty : sql`and ${isUntagged(companyId, untaggedGroupId, numbersIn(accounts))}`}`

/**
 * Whether no upload underlies the entry, though each thing that is booked needs a voucher (bokföringslagen 1999:1078,
 * 5 kap. 6 §). What the service has booked of its own documents has these, one that takes another back has that, and
 * the vouchers of imported ones are where they were booked.
 */
const lacksDocument = sql`e.origin in ('api', 'console') and e.reverses_id is null and not exists (
  select from documents.upload_of_entry_view u where u.company_id = e.company_id and u.journal_entry_id = e.id)`

const numbersIn = (accounts: string | undefined): number[] | null => accounts?.split(',').map(Number) ?? null

const isOn = (companyId: string, accounts: readonly number[]): Sql => sql`exists (
  select from ledger.journal_entry_item i
  where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.account = any(${[...accounts]}::integer[]))`
