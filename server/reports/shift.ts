// Shifts: entries that buy and sell nothing, but move what was bought or sold to other months and accounts, such as
// those of accruals. No box of the VAT return counts them. The contexts that know them may stand above: the programs,
// which know everybody, say who is asked.
import { join, type Sql, sql } from '#platform/sql'

/** The id of a company, or what stands for it in a statement about several. */
type Company = string | Sql

/** A query of the ids of the entries of a company by which a context shifts something. */
export type ShiftsOf = (company: Company) => Sql

let known: readonly ShiftsOf[] | null = null

export const askForShifts = (all: readonly ShiftsOf[]): void => {
  known = all
}

/**
 * These entries with day and registration number, and whatever reverses them, or reverses that.
 * @throws where no program has said who is asked: boxes would count what they must not
 */
export const shiftingEntries = (company: Company): Sql => {
  if (!known) throw new Error('Nobody has said which entries shift what others have bought or sold')
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
