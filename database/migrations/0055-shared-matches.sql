-- A transaction that was for several things: each has an entry of its own, and together they make its amount on the
-- account of the bank account. The first entry stands in the transaction, the others here.
create table banking.transaction_part (
  company_id uuid not null,
  transaction_id uuid not null,
  position smallint not null check (position between 2 and 100),
  journal_entry_id uuid not null,
  account integer not null,
  primary key (company_id, transaction_id, position),
  foreign key (company_id, transaction_id) references banking.transaction (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create unique index transaction_part_by_entry on banking.transaction_part (company_id, journal_entry_id, account)
  where journal_entry_id is not null;

create function banking.keep_part() returns trigger language plpgsql as $$ begin return null; end $$;
create function banking.keep_parts() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger part_is_one before insert on banking.transaction_part
for each row execute function banking.keep_part();
create trigger parts_stay before update or delete or truncate on banking.transaction_part
for each statement execute function banking.keep_parts();

select platform.witness_table('banking.transaction_part', 'part of a bank transaction');
