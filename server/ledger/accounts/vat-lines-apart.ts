// The lines whose VAT row differs from the code that their account has now. Reports sum accounts, and put these right.
import { type Sql, sql } from '#platform/sql'
import { NO_BOX } from './vat-row.rules.ts'

/**
 * Lines that were given another box than that of their account, and lines of accounts whose code has changed since; not
 * those of accruals and disposals, which reports take out as a whole. `vat_code` is null where a line counts towards no
 * box; amounts are in öre. `company`: an id, or its expression in a statement about several companies.
 */
export const vatLinesApart = (company: string | Sql): Sql => sql`
  select i.journal_entry_id, e.date, e.registration, i.account, nullif(i.vat_code, ${NO_BOX}) as vat_code,
    a.vat_code as account_code, i.debit, i.credit
  from (
    select i.journal_entry_id, i.account, i.vat_code, i.debit, i.credit from ledger.journal_entry_item i
    where i.company_id = ${company} and i.vat_apart
    union all
    select i.journal_entry_id, i.account, i.vat_code, i.debit, i.credit
    from ledger.account a
    cross join lateral (
      select i.journal_entry_id, i.account, i.vat_code, i.debit, i.credit from ledger.journal_entry_item i
      where i.company_id = ${company} and i.account = a.number and i.vat_code is distinct from a.vat_code
        and i.vat_code <> ${NO_BOX} and i.vat_apart is null offset 0
    ) i
    cross join lateral (
      select e.registration from ledger.journal_entry e
      where e.company_id = ${company} and e.id = i.journal_entry_id offset 0
    ) e
    where a.company_id = ${company} and a.vat_code_until is not null and e.registration <= a.vat_code_until
  ) i
  cross join lateral (
    select e.date, e.registration from ledger.journal_entry e
    where e.company_id = ${company} and e.id = i.journal_entry_id offset 0
  ) e
  join ledger.account a on a.company_id = ${company} and a.number = i.account`
