-- Months of a bank account that a person has found to agree with the books, and since when they no longer do.
create table banking.month_reconciliation (
  company_id uuid not null,
  bank_account_id uuid not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- The balances at the end of the month; that of the bank as a person has read it where no statement tells it.
  bank_ore bigint not null,
  is_stated boolean not null,
  ledger_ore bigint not null,
  -- The bank's transactions of the month.
  transaction_count integer not null check (transaction_count >= 0),
  -- The last entry in the order of registration that is known not to change the month.
  registration bigint not null check (registration >= 0),
  note text check (char_length(note) between 1 and 500),
  reconciled_at timestamptz not null,
  reconciled_by_kind text not null,
  reconciled_by_id uuid not null,
  reconciled_by_name text not null,
  reopened_at timestamptz,
  reopened_by text check (reopened_by in ('entry', 'statement', 'balance', 'person')),
  modified_at timestamptz not null,
  primary key (company_id, bank_account_id, month),
  foreign key (company_id, bank_account_id) references banking.account (company_id, id),
  check (bank_ore = ledger_ore or note is not null),
  check ((reopened_at is null) = (reopened_by is null))
);
create index month_reconciled on banking.month_reconciliation (company_id) where reopened_at is null;
