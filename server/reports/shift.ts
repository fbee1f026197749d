// Shifts: entries that buy and sell nothing, but move what was bought or sold to other months and accounts, such as
// those of accruals. No box of the VAT return counts them. Contexts above know them.
import { port } from '#platform/port'
import { join, type Sql, sql } from '#platform/sql'

/** A company id, or its expression in a statement about several companies. */
type Company = string | Sql

/** A query of the ids of a context's shift entries. */
type ShiftsOf = (company: Company) => Sql

export const shiftsPort = port<readonly ShiftsOf[]>('entries that shift what was bought or sold')

/** These entries with day and registration number, and what reverses them, or reverses that. */
export const shiftingEntries = (company: Company): Sql => {
  const shifts = shiftsPort.get().map((shiftsOf) => shiftsOf(company))
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
