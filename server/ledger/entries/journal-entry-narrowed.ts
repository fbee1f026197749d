// Conditions on lists of entries beside the filter.
import { empty, type Sql, sql } from '#platform/sql'
import type { RemainingWorkOf } from '#todo/remaining-work'
import { amountIn } from '#todo/search'
import { hasTag, isUntagged } from './journal-entry-tags.ts'

/**
 * A tag; a group in which some item has no tag; comma-separated account numbers, one of which is on an item (on an item
 * with an untagged remainder, if a group is given). `withoutDocument` selects entries without a document, `search`
 * those that a person means by a text: a part of the title, the number of the entry, or an amount of an item or its
 * account.
 */
export type Narrowed = {
  tagId?: string | undefined
  untaggedGroupId?: string | undefined
  accounts?: string | undefined
  withoutDocument?: boolean | undefined
  search?: string | undefined
}

/** The conditions as text, for the name of the list; null if there are none. */
export const wordsOf = ({ tagId, untaggedGroupId, accounts, withoutDocument, search }: Narrowed): string | null =>
  [tagId, untaggedGroupId && `untagged ${untaggedGroupId}`, accounts, withoutDocument && 'no document', search]
    .filter(Boolean)
    .join(' with ') || null

/** Conditions on the entry `e`, each with a leading `and`. */
export const narrowedBy = (
  companyId: string,
  { tagId, untaggedGroupId, accounts, withoutDocument, search = '' }: Narrowed,
): Sql => sql`
  ${search.trim() === '' ? empty : sql`and ${isMeant(companyId, search.trim())}`}
  ${withoutDocument === true ? sql`and ${lacksDocument}` : empty}
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}
  ${accounts === undefined ? empty : sql`and ${isOn(companyId, numbersIn(accounts) ?? [])}`}
  ${untaggedGroupId === undefined ? empty : sql`and ${isUntagged(companyId, untaggedGroupId, numbersIn(accounts))}`}`

/**
 * Whether the entry has no supporting upload, although each business event requires a voucher (bokföringslagen
 * 1999:1078, 5 kap. 6 §). Entries of the service's own documents have these, a reversal has the original entry's, and
 * vouchers of imported entries are in the source system.
 */
const lacksDocument = sql`e.origin in ('api', 'console') and e.reverses_id is null and not exists (
  select from documents.upload_of_entry_view u where u.company_id = e.company_id and u.journal_entry_id = e.id)`

/** The entries of the year without a document, with who registered them, which is who is asked for it. */
export const entriesRemainingWork: RemainingWorkOf = ({ company, start, end }) => [
  {
    kind: 'entry.withoutDocument',
    id: sql`e.id`,
    at: sql`'/journal-entries/' || e.id`,
    name: sql`e.title`,
    number: sql`e.journal_entry_number`,
    date: sql`e.date`,
    asked: sql`e.actor_name`,
    rows: sql`ledger.journal_entry_view e
      where e.company_id = ${company} and e.date between ${start}::date and ${end}::date and ${lacksDocument}`,
  },
]

/** Whether a person means the entry by a text: `hyra`, `V219`, `v 219`, `1 250,50`, or an account, `1930`. */
const isMeant = (companyId: string, text: string): Sql => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const ore = amountIn(text)
  return sql`(e.title ilike ${pattern} or upper(e.journal_entry_number) = ${text.replace(/\s/g, '').toUpperCase()}
    ${ore === null ? empty : sql`or ${hasAmount(sql`${companyId}::uuid`, ore)}`}
    ${/^\d{4}$/.test(text) ? sql`or ${isOn(companyId, [Number(text)])}` : empty})`
}

/** Whether an item of the entry `e` has the amount, in öre, as its debit or credit. */
export const hasAmount = (company: Sql, ore: bigint): Sql => sql`exists (
  select from ledger.journal_entry_item i
  where i.company_id = ${company} and i.journal_entry_id = e.id  and ${ore}::bigint in (i.debit, i.credit))`

const numbersIn = (accounts: string | undefined): number[] | null => accounts?.split(',').map(Number) ?? null

const isOn = (companyId: string, accounts: readonly number[]): Sql => sql`exists (
  select from ledger.journal_entry_item i
  where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.account = any(${[...accounts]}::integer[]))`
