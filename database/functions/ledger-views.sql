-- What others may read of the books.

create or replace view ledger.book_view with (security_invoker = true) as
select company_id, lock_date from ledger.book;

create or replace view ledger.fiscal_year_view with (security_invoker = true) as
select company_id, id, start_date, end_date, accounting_method, closed_at from ledger.fiscal_year;

create or replace view ledger.journal_entry_view with (security_invoker = true) as
select company_id, id, journal_entry_number, title, date, origin, reverses_id from ledger.journal_entry;

create or replace view ledger.journal_entry_item_view with (security_invoker = true) as
select company_id, journal_entry_id, line, account, debit, credit from ledger.journal_entry_item;
