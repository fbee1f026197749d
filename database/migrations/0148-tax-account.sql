-- The tax account (skattekonto) at the tax authority: its statements as they were received, and the rows in them, each
-- once. A row is matched with an entry on the account in the books that mirrors it.
create schema tax_account;

create table tax_account.statement (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  -- A file as the tax authority made it, or rows that a program sent.
  source text not null check (source in ('file', 'rows')),
  file_name text,
  file_size integer,
  file_digest bytea check (octet_length(file_digest) = 32),
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  opening_ore bigint,
  closing_ore bigint,
  new_rows integer not null check (new_rows >= 0),
  known_rows integer not null check (known_rows >= 0),
  imported_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id),
  check ((source = 'file') = (file_digest is not null)),
  check (num_nulls(file_name, file_size, file_digest) in (0, 3))
);
create unique index statement_by_file on tax_account.statement (company_id, file_digest) where file_digest is not null;
create index statement_by_day on tax_account.statement (company_id, to_date) where to_date is not null;

create table tax_account.transaction (
  company_id uuid not null,
  id uuid not null,
  -- The statement that had it first, and its place there.
  statement_id uuid not null,
  position integer not null check (position > 0),
  date date not null,
  interest_date date,
  text text not null check (char_length(text) between 1 and 200),
  amount_ore bigint not null check (amount_ore <> 0),
  -- What the tax authority calls it; none in files.
  reference text check (char_length(reference) between 1 and 100),
  kind text not null,
  journal_entry_id uuid,
  -- Whether the entry was booked for it, or was there before.
  is_booked boolean,
  matched_at timestamptz,
  matched_by_kind text,
  matched_by_id uuid,
  matched_by_name text,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, statement_id) references tax_account.statement (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id),
  check (num_nulls(journal_entry_id, is_booked, matched_at, matched_by_kind, matched_by_id, matched_by_name) in (0, 6))
);
create unique index transaction_by_reference on tax_account.transaction (company_id, reference)
  where reference is not null;
create unique index transaction_by_entry on tax_account.transaction (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index transaction_by_day on tax_account.transaction (company_id, date, id) where date is not null;
create index transaction_of_statement on tax_account.transaction (company_id, statement_id)
  where statement_id is not null;

-- Files of statements that have gone; a job deletes them where they are kept.
create table tax_account.dropped_statement (
  company_id uuid not null references identity.company (id),
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index dropped_statement_by_time on tax_account.dropped_statement (dropped_at);

create function tax_account.keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'a statement of the tax account cannot be changed or removed' using errcode = 'GB160';
end $$;

create function tax_account.keep_transaction() returns trigger language plpgsql as $$
declare
  matching constant text[] := array['journal_entry_id', 'is_booked', 'matched_at', 'matched_by_kind', 'matched_by_id',
    'matched_by_name', 'modified_at'];
begin
  if tg_op = 'DELETE' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'a row of the tax account cannot be removed' using errcode = 'GB160';
  end if;
  if to_jsonb(new) - matching - 'reference' <> to_jsonb(old) - matching - 'reference'
    or old.reference is not null and new.reference is distinct from old.reference
    or old.journal_entry_id is not null and new.journal_entry_id is not null
      and new.journal_entry_id <> old.journal_entry_id then
    raise exception 'what the tax authority said of a row cannot be changed' using errcode = 'GB160';
  end if;
  return new;
end $$;

create trigger statements_stay before update or truncate on tax_account.statement
  for each statement execute function tax_account.keep_statement();
create trigger statements_stay_outside_of_removals before delete on tax_account.statement
  for each row execute function tax_account.keep_statement();
create trigger statements_go_with_their_year after delete on tax_account.statement
  referencing old table as gone for each statement execute function ledger.keep_documents('', 'to_date');
create trigger no_transaction_is_forgotten before truncate on tax_account.transaction
  for each statement execute function tax_account.keep_statement();
create trigger transactions_stay before update or delete on tax_account.transaction
  for each row execute function tax_account.keep_transaction();
create trigger transactions_go_with_their_year after delete on tax_account.transaction
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');

select platform.witness_table('tax_account.statement', 'statement of the tax account');
select platform.witness_table('tax_account.transaction', 'row of the tax account');
