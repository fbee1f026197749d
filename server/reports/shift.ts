// Shift entries: they move purchases or sales to other months and accounts without buying or selling, such as accruals,
// and count in no VAT box. They are supplied by higher contexts, registered by the top-level programs.
import { join, type Sql, sql } from '#platform/sql'

/** A company id, or its expression in a statement about several companies. */
type Company = string | Sql

/** A query of the ids of a context's shift entries. */
export type ShiftsOf = (company: Company) => Sql

let known: readonly ShiftsOf[] | null = null

export const askForShifts = (all: readonly ShiftsOf[]): void => {
  known = all
}

/**
 * The shift entries with day and registration number, including their reversals, and reversals of these.
 * @throws if no source is registered: VAT boxes would be wrong
 */
export const shiftingEntries = (company: Company): Sql => {
  if (!known) throw new Error('No source of shift entries is registered')
  const shifts = known.map((shiftsOf) => shiftsOf(company))
  return sql`
    with recursive shift (id) as (
      select s.id from (${join(shifts, ' union all ')}) s (id)
      union all
      select r.id from shift s cross join lateral (
        select r.id from ledger.journal_entry_view r
        where r.company_id = ${company} and r.reverses_id = s.id offset 0
      ) r
    )
    select e.id, e.date, e.registration from shift s cross join lateral (
      select e.id, e.date, e.registration from ledger.journal_entry_view e
      where e.company_id = ${company} and e.id = s.id offset 0
    ) e`
}
