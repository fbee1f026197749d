// Ledger contents that prevent the removal of a company, and what remains of the books after it.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/**
 * `until`: the last day of the newest year that has entries. `ofYears`: some entries belong to years that were not
 * removed.
 */
export type Booked = { entries: number; imports: number; until: string | null; ofYears: boolean }

/** Counts the entries of all years and the imported files. */
export const countBooked = async ({ db, companyId }: CompanyCall): Promise<Booked> => {
  const { entries, imports, ...of } = await db.one<Counted>(sql`
    select count(*) as entries, max(y.end_date)::text as until,
      coalesce(bool_or(y.removed_at is null), false) as "ofYears",
      (select count(*) from ledger.sie_import i where i.company_id = ${companyId}) as imports
    from ledger.journal_entry e join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id
    where e.company_id = ${companyId}`)
  return { entries: Number(entries), imports: Number(imports), ...of }
}

type Counted = Omit<Booked, 'entries' | 'imports'> & { entries: bigint; imports: bigint }

/** Tables that are kept: the book, and the sealed remains of removed years. */
export const ledgerRetainedTables: readonly string[] = [
  'ledger.book',
  'ledger.account',
  'ledger.account_role',
  'ledger.series',
  'ledger.series_gap',
  'ledger.fiscal_year',
  'ledger.fiscal_year_reopening',
  'ledger.opening_balance',
  'ledger.opening_revision',
  'ledger.month_balance',
  'ledger.removed_year',
  'ledger.removed_number',
  'ledger.kept_entry',
  'ledger.dropped_file',
]
