-- Views of the books for other contexts.

create or replace view ledger.book_view with (security_invoker = true) as
select company_id, lock_date, version, entry_count, day_balances_to, vat_lock_date, accounting_currency
from ledger.book;

create or replace view ledger.fiscal_year_view with (security_invoker = true) as
select company_id, id, start_date, end_date, accounting_method, closed_at, removed_at
from ledger.fiscal_year;

create or replace view ledger.journal_entry_view with (security_invoker = true) as
select company_id, id, journal_entry_number, title, date, origin, reverses_id, registration, registered_at,
  fiscal_year_id, series, number, actor_kind, actor_id, actor_name, items
from ledger.journal_entry;

create or replace view ledger.journal_entry_item_view with (security_invoker = true) as
select company_id, journal_entry_id, line, account, debit, credit, text, vat_code from ledger.journal_entry_item;

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
