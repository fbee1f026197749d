-- Accruals (periodiseringar): an amount of an entry that belongs to other months, and what was booked of that. What was
-- booked stays; a row whose entry was reversed counts no more.

create schema accruals;

create table accruals.accrual (
  company_id uuid not null references ledger.book (company_id),
  id uuid not null,
  source_entry_id uuid not null,
  title text not null,
  account integer not null,
  balance_account integer not null check (balance_account <> account),
  ore bigint not null check (ore <> 0),
  first_month date not null check (first_month = date_trunc('month', first_month)),
  months integer not null check (months between 1 and 120),
  journal_entry_id uuid not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, source_entry_id) references ledger.journal_entry (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create index accrual_by_entry on accruals.accrual (company_id, journal_entry_id) where journal_entry_id is not null;
create index accrual_of_entry on accruals.accrual (company_id, source_entry_id) where source_entry_id is not null;

create table accruals.portion (
  company_id uuid not null,
  id uuid not null,
  accrual_id uuid not null,
  month date not null check (month = date_trunc('month', month)),
  ore bigint not null,
  journal_entry_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, accrual_id) references accruals.accrual (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create index portion_by_entry on accruals.portion (company_id, journal_entry_id) where journal_entry_id is not null;
create index portion_of_accrual on accruals.portion (company_id, accrual_id, month) where month is not null;

create function accruals.keep_accrual() returns trigger language plpgsql as $$ begin return null; end $$;
create function accruals.witness_portion() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger accrual_stays before update or delete on accruals.accrual
for each row execute function accruals.keep_accrual();
create trigger portion_is_one before insert on accruals.portion
for each row execute function accruals.witness_portion();
create trigger portions_stay before update or delete or truncate on accruals.portion
for each statement execute function platform.refuse_change();

select platform.witness_table('accruals.accrual', 'accrual', '{modified_at}');
select platform.witness_table('accruals.portion', 'portion of an accrual');
