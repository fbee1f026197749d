-- The accounting currency of a company: kronor, or euro (bokföringslagen 4 kap. 6 §). All amounts of its books, and all
-- columns of öre that name no other currency, are in it.
alter table ledger.book add column accounting_currency text not null default 'SEK'
  check (accounting_currency in ('SEK', 'EUR'));

drop trigger lock_date_changed on ledger.book;
create trigger lock_date_changed before update on ledger.book
for each row when (old.lock_date is distinct from new.lock_date or old.vat_lock_date is distinct from new.vat_lock_date
  or old.accounting_currency is distinct from new.accounting_currency)
execute function ledger.renew_own_version();

drop trigger witnessed_when_locked on ledger.book;
create trigger witnessed_when_locked after update on ledger.book
for each row when (old.lock_date is distinct from new.lock_date or old.vat_lock_date is distinct from new.vat_lock_date
  or old.accounting_currency is distinct from new.accounting_currency)
execute function platform.witness_row();

-- Amounts that are booked stay in the currency that they were booked in.
create function ledger.refuse_moved_currency() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger accounting_currency_stays before update on ledger.book
for each row when (old.accounting_currency is distinct from new.accounting_currency)
execute function ledger.refuse_moved_currency();

-- The rest of an invoice below one krona is a rounding difference: in kronor, where these are the accounting currency
-- and the rate is 1.
drop view if exists sales.invoice_view;
alter table sales.invoice drop column state;
alter table sales.invoice add column state text not null generated always as (case
  when published_at is null then 'draft'
  when kind = 'creditNote' then 'published'
  when total_base_ore > 0 and credited_base_ore >= total_base_ore then 'credited'
  when total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore = 0 then 'paid'
  when currency = 'SEK' and currency_rate = 1 and (paid_base_ore <> 0 or settled_base_ore <> 0) and abs(
    total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore) < 100 then 'paid'
  when total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore < 0 then 'overPaid'
  when paid_base_ore + settled_base_ore > 0 then 'underPaid'
  else 'published' end) stored;
create index invoice_by_state on sales.invoice (company_id, kind, state, id)
  where kind is not null and state is not null;
create index invoice_overpaid on sales.invoice (company_id, due_date, id)
  where kind = 'invoice' and state in ('overPaid', 'credited')
    and total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore < 0;
create index invoice_unpaid on sales.invoice (company_id, due_date, id)
  where kind = 'invoice' and state in ('published', 'underPaid');

-- What is in the accounting currency has the rate 1, on every row; a trigger knows which currency that is.
alter table purchasing.supplier_invoice drop constraint supplier_invoice_check1;
create function purchasing.witness_own_currency() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger supplier_invoices_have_own_rate before insert or update of currency, currency_rate, total_ore, total_base_ore
on purchasing.supplier_invoice for each row execute function purchasing.witness_own_currency();

-- Books in euro are declared in kronor: the rate of a return, kronor for one euro.
alter table vat.vat_return add column rate_of_euro numeric(18, 8) check (rate_of_euro > 0);
