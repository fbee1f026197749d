// What entries are listed by beside the filter.
import { empty, type Sql, sql } from '#platform/sql'
import { hasTag } from './journal-entry-tags.ts'

/** A tag, and account numbers with commas between them, of which one is on an item. */
export type Narrowed = { tagId?: string; accounts?: string }

/** Conditions on the entry `e`, each with its `and`. */
export const narrowedBy = (companyId: string, { tagId, accounts }: Narrowed): Sql => sql`
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}
  ${accounts === undefined ? empty : sql`and ${isOn(companyId, accounts.split(',').map(Number))}`}`

const isOn = (companyId: string, accounts: readonly number[]): Sql => sql`exists (
  select from ledger.journal_entry_item i
  where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.account = any(${[...accounts]}::integer[]))`
