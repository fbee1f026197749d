-- Advances to suppliers (förskott till leverantörer): money paid before anything was delivered, by a payment without an
-- invoice or on an invoice that the supplier sent for the advance, and what became of it.

create table purchasing.advance (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  supplier_id uuid not null,
  currency text not null,
  -- The invoice that asked for it; none where it was paid without one.
  supplier_invoice_id uuid,
  date date not null,
  description text check (char_length(description) between 1 and 200),
  -- In the currency, and what it cost in the accounting currency.
  ore bigint not null check (ore > 0),
  base_ore bigint not null check (base_ore > 0),
  -- The account that it is on, and the one that was paid from.
  account integer not null,
  payment_account integer,
  journal_entry_id uuid,
  used_ore bigint not null default 0,
  used_base_ore bigint not null default 0,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, supplier_id, currency) references purchasing.supplier (company_id, id, currency),
  foreign key (company_id, account) references ledger.account (company_id, number),
  foreign key (company_id, payment_account) references ledger.account (company_id, number),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id),
  check (num_nulls(payment_account, journal_entry_id) = case when supplier_invoice_id is null then 0 else 2 end),
  check (used_ore between 0 and ore),
  check (used_base_ore between 0 and base_ore)
);
create index advance_of_supplier on purchasing.advance (company_id, supplier_id, date, id)
  where supplier_id is not null;
create unique index advance_of_invoice on purchasing.advance (company_id, supplier_invoice_id)
  where supplier_invoice_id is not null;

-- What became of it: set off against an invoice, paid back, or deducted on an invoice or credit note of the supplier.
-- Below zero where an earlier one was taken back.
create table purchasing.advance_use (
  company_id uuid not null,
  id uuid not null,
  advance_id uuid not null,
  kind text not null check (kind in ('setOff', 'repaid', 'deducted')),
  date date not null,
  ore bigint not null check (ore <> 0),
  base_ore bigint not null,
  -- The money that came back, and the account that it came to.
  money_ore bigint,
  payment_account integer,
  supplier_invoice_id uuid,
  payment_id uuid,
  journal_entry_id uuid,
  reverses_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, advance_id) references purchasing.advance (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id),
  check ((kind = 'repaid') = (money_ore is not null)),
  check ((kind = 'repaid') = (payment_account is not null)),
  check ((kind = 'repaid') = (supplier_invoice_id is null)),
  check ((kind = 'setOff') = (payment_id is not null)),
  check ((reverses_id is null) = (ore > 0))
);
create index advance_use_of_advance on purchasing.advance_use (company_id, advance_id, id);
create index advance_use_of_invoice on purchasing.advance_use (company_id, supplier_invoice_id)
  where supplier_invoice_id is not null;
create unique index advance_use_reversed on purchasing.advance_use (company_id, reverses_id)
  where reverses_id is not null;

-- The payment of an invoice by an advance.
alter table purchasing.payment add column advance_id uuid;

-- Defined in full in database/functions/purchasing.sql.
create function purchasing.keep_advance() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function purchasing.keep_advance_use() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function purchasing.add_advance_use() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create trigger advances_stay before update or delete on purchasing.advance
  for each row execute function purchasing.keep_advance();
create trigger advances_are_not_emptied before truncate on purchasing.advance
  for each statement execute function purchasing.refuse_emptying();
create trigger advances_go_with_their_year after delete on purchasing.advance
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');
create trigger uses_stay before update or delete on purchasing.advance_use
  for each row execute function purchasing.keep_advance_use();
create trigger uses_are_not_emptied before truncate on purchasing.advance_use
  for each statement execute function purchasing.refuse_emptying();
create trigger uses_are_counted after insert on purchasing.advance_use
  for each row execute function purchasing.add_advance_use();
create trigger uses_go_with_their_year after delete on purchasing.advance_use
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');

select platform.witness_table('purchasing.advance', 'advance to a supplier');
select platform.witness_table('purchasing.advance_use', 'use of an advance to a supplier');
