-- Views of the books for other contexts.

create or replace view ledger.book_view with (security_invoker = true) as
select company_id, lock_date, version, entry_count, day_balances_to, vat_lock_date from ledger.book;

create or replace view ledger.fiscal_year_view with (security_invoker = true) as
select company_id, id, start_date, end_date, accounting_method, closed_at, removed_at
from ledger.fiscal_year;

create or replace view ledger.journal_entry_view with (security_invoker = true) as
select company_id, id, journal_entry_number, title, date, origin, reverses_id, registration, registered_at,
  fiscal_year_id, series, number, actor_kind, actor_id, actor_name, items
from ledger.journal_entry;

create or replace view ledger.journal_entry_item_view with (security_invoker = true) as
select company_id, journal_entry_id, line, account, debit, credit, text, vat_code from ledger.journal_entry_item;

-- The lines whose VAT row differs from the code that their account has now: rows that were given, and rows of accounts
-- whose code has changed since; not those of accruals and disposals, which reports take out as a whole. `vat_code` is
-- null for lines that were given no box.
create or replace view ledger.vat_line_apart_view with (security_invoker = true) as
select i.company_id, i.journal_entry_id, e.date, e.registration, i.account, nullif(i.vat_code, 'none') as vat_code,
  i.debit, i.credit
from ledger.journal_entry_item i
cross join lateral (
  select e.date, e.registration from ledger.journal_entry e
  where e.company_id = i.company_id and e.id = i.journal_entry_id offset 0
) e
where i.vat_apart
union all
select a.company_id, i.journal_entry_id, e.date, e.registration, a.number, i.vat_code, i.debit, i.credit
from ledger.account a
cross join lateral (
  select i.journal_entry_id, i.vat_code, i.debit, i.credit from ledger.journal_entry_item i
  where i.company_id = a.company_id and i.account = a.number and i.vat_code is distinct from a.vat_code
    and i.vat_code <> 'none' and i.vat_apart is null offset 0
) i
cross join lateral (
  select e.date, e.registration from ledger.journal_entry e
  where e.company_id = a.company_id and e.id = i.journal_entry_id offset 0
) e
where a.vat_code_until is not null and e.registration <= a.vat_code_until;

create or replace view ledger.month_balance_view with (security_invoker = true) as
select company_id, fiscal_year_id, account, month, debit, credit from ledger.month_balance;

create or replace view ledger.day_balance_view with (security_invoker = true) as
select company_id, day, account, debit, credit from ledger.day_balance;

create or replace view ledger.account_view with (security_invoker = true) as
select company_id, number, name, kind, sru, vat_code from ledger.account;

create or replace view ledger.opening_balance_view with (security_invoker = true) as
select company_id, fiscal_year_id, revision, account, amount from ledger.opening_balance;

-- Budgets of whole accounts, by month of the file's year; those of objects are parts of these.
create or replace view ledger.budget_view with (security_invoker = true) as
select company_id, fiscal_year_id, month, account, amount from ledger.budget
where year_index = 0 and not of_objects and objects = '[]';

create or replace view ledger.journal_entry_tag_view with (security_invoker = true) as
select company_id, journal_entry_id, tag_id, weight from ledger.journal_entry_tag;

create or replace view ledger.journal_entry_item_tag_view with (security_invoker = true) as
select company_id, journal_entry_id, line, tag_id, weight from ledger.journal_entry_item_tag;

create or replace view ledger.tag_view with (security_invoker = true) as
select company_id, id, tag_group_id, code, name from ledger.tag;

create or replace view ledger.tag_group_view with (security_invoker = true) as
select company_id, id, name from ledger.tag_group;

create or replace view ledger.removed_year_view with (security_invoker = true) as
select company_id, fiscal_year_id, start_date, end_date, removed_at,
  upper(range_merge(registrations)) - 1 as last_registration
from ledger.removed_year;

create or replace view ledger.removed_number_view with (security_invoker = true) as
select company_id, fiscal_year_id, series, numbers from ledger.removed_number;
