-- Banking: payments that wait for a signature, the files that carry them to the bank, and the bank's statements.
--
--   GB071  a bank payment would change in what it says, or otherwise than its life goes; or a file of payments would
--   GB072  a bank transaction would be booked twice, with another amount or a reversed entry, changed or removed

create schema banking;

-- The company's own accounts at banks.
create table banking.account (
  company_id uuid not null references identity.company,
  id uuid not null,
  name text not null,
  iban text not null,
  bic text,
  currency text not null default 'SEK' check (currency ~ '^[A-Z]{3}$'),
  -- The company's own bankgiro number that stands for the account; some banks take it where a bankgiro is paid.
  bankgiro text,
  -- What the bank calls the company's agreement on files, where it asks for one.
  agreement text,
  -- Where its money stands in the books.
  account integer not null,
  is_default boolean not null default false check (not is_default or currency = 'SEK'),
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, iban),
  foreign key (company_id, account) references ledger.account
);
create unique index default_bank_account on banking.account (company_id) where is_default;

-- A file of payments for the bank (ISO 20022 pain.001), kept under its digest as it was made. `own` says that it has
-- the payments of its maker alone.
create table banking.payment_file (
  company_id uuid not null references identity.company,
  id uuid not null,
  bank_account_id uuid not null,
  digest bytea not null,
  size integer not null,
  payments integer not null check (payments > 0),
  total_ore bigint not null,
  own boolean not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, bank_account_id) references banking.account
);

create table banking.payment (
  company_id uuid not null references identity.company,
  id uuid not null,
  amount_ore bigint not null check (amount_ore > 0),
  payment_date date not null,
  own_note text,
  recipient jsonb not null,
  -- What was done with it; that a signed one waits for its day follows from payment_date.
  state text not null default 'readyToSign'
    check (state in ('readyToSign', 'signed', 'paid', 'rejected', 'cancelled', 'error')),
  reason text,
  signed_at timestamptz,
  signed_by_id uuid,
  signed_by_name text,
  payment_file_id uuid,
  paid_on date,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, payment_file_id) references banking.payment_file,
  check (num_nulls(signed_at, signed_by_id, signed_by_name) in (0, 3)),
  check (state in ('readyToSign', 'cancelled') or signed_at is not null),
  check (state <> 'readyToSign' or signed_at is null),
  check (payment_file_id is null or signed_at is not null),
  check ((state = 'paid') = (paid_on is not null))
);
create index payment_of_maker on banking.payment (company_id, created_by_id, id);
create index payment_by_state on banking.payment (company_id, state, id);
create index payment_of_file on banking.payment (company_id, payment_file_id);

-- What somebody is asked to pay never changes; it is signed once, goes into one file, and moves on as the table says.
create function banking.keep_payment() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['state', 'reason', 'signed_at', 'signed_by_id', 'signed_by_name', 'payment_file_id',
    'paid_on'];
begin
  if tg_op = 'DELETE' then
    raise exception 'bank payment % is never removed', old.id using errcode = 'GB071';
  end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'bank payment % keeps what it says', old.id using errcode = 'GB071';
  end if;
  if old.signed_at is not null and (new.signed_at, new.signed_by_id, new.signed_by_name)
      is distinct from (old.signed_at, old.signed_by_id, old.signed_by_name) then
    raise exception 'bank payment % keeps its signature', old.id using errcode = 'GB071';
  end if;
  if new.payment_file_id is distinct from old.payment_file_id
      and (old.payment_file_id is not null or old.state <> 'signed' or new.state <> 'signed') then
    raise exception 'bank payment % goes into one file, when it is signed', old.id using errcode = 'GB071';
  end if;
  if new.state <> old.state and not (old.state, new.state) in (
      ('readyToSign', 'signed'), ('readyToSign', 'cancelled'), ('signed', 'cancelled'), ('signed', 'rejected'),
      ('signed', 'error'), ('signed', 'paid'), ('rejected', 'paid'), ('error', 'paid')) then
    raise exception 'bank payment % does not go from % to %', old.id, old.state, new.state using errcode = 'GB071';
  end if;
  return new;
end $$;
create trigger payments_stay before update or delete on banking.payment
  for each row execute function banking.keep_payment();

create function banking.keep_payment_file() returns trigger language plpgsql as $$
begin
  raise exception 'a file of payments stays as it was made' using errcode = 'GB071';
end $$;
create trigger payment_files_stay before update or delete or truncate on banking.payment_file
  for each statement execute function banking.keep_payment_file();
create trigger no_payment_is_forgotten before truncate on banking.payment
  for each statement execute function banking.keep_payment_file();

-- A statement that was imported (camt.053 or camt.054); the file is kept under its digest. Amounts are öre of the
-- account's currency. A file may have several statements; each is imported once.
create table banking.statement (
  company_id uuid not null references identity.company,
  id uuid not null,
  kind text not null check (kind in ('camt.053', 'camt.054')),
  bank_account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reference text not null,
  file_name text not null,
  file_size integer not null,
  file_digest bytea not null,
  file_position integer not null check (file_position > 0),
  from_date date,
  to_date date,
  opening_ore bigint,
  closing_ore bigint,
  -- How many of its transactions were new when it came, and how many entries were not booked and left out.
  new_transactions integer not null,
  known_transactions integer not null,
  left_out integer not null,
  imported_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id),
  unique (company_id, file_digest, file_position),
  foreign key (company_id, bank_account_id) references banking.account
);

-- What happened on a bank account, once, however many files tell of it. Above zero it came in. What an entry was told
-- as may be replaced by the details of it that another file has, as long as it is not booked.
create table banking.transaction (
  company_id uuid not null,
  id uuid not null,
  -- The first that told of it.
  statement_id uuid not null,
  bank_account_id uuid not null,
  -- Which entry of the bank it is of, and which part of it.
  entry_identity text not null,
  identity text not null,
  is_detailed boolean not null,
  date date not null,
  value_date date,
  amount_ore bigint not null check (amount_ore <> 0),
  is_reversal boolean not null,
  counterparty text,
  counterparty_account text,
  payment_references text[] not null,
  message text,
  end_to_end_id text,
  bank_reference text,
  replaced_by_statement_id uuid,
  payment_id uuid,
  journal_entry_id uuid,
  -- Where the bank account's money stood in the books when it was booked.
  account integer,
  matched_at timestamptz,
  matched_with jsonb,
  matched_by_kind text,
  matched_by_id uuid,
  matched_by_name text,
  primary key (company_id, id),
  unique (company_id, bank_account_id, identity),
  -- An entry is the money of one transaction on each of the company's accounts that it moves: a transfer between two of
  -- them is one entry.
  unique (company_id, journal_entry_id, account),
  unique (company_id, payment_id),
  foreign key (company_id, statement_id) references banking.statement,
  foreign key (company_id, replaced_by_statement_id) references banking.statement,
  foreign key (company_id, bank_account_id) references banking.account,
  foreign key (company_id, payment_id) references banking.payment,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry,
  check (num_nulls(journal_entry_id, account, matched_at, matched_with, matched_by_kind, matched_by_id,
    matched_by_name) in (0, 7)),
  check (replaced_by_statement_id is null or (journal_entry_id is null and payment_id is null and not is_detailed))
);
create index transaction_of_entry on banking.transaction (company_id, bank_account_id, entry_identity);

-- Which transactions a statement tells of, in its order.
create table banking.statement_line (
  company_id uuid not null,
  statement_id uuid not null,
  position integer not null check (position > 0),
  transaction_id uuid not null,
  primary key (company_id, statement_id, position),
  foreign key (company_id, statement_id) references banking.statement,
  foreign key (company_id, transaction_id) references banking.transaction
);
create index line_of_transaction on banking.statement_line (company_id, transaction_id);

create function banking.keep_statement() returns trigger language plpgsql as $$
begin
  raise exception 'what was imported stays as it came' using errcode = 'GB072';
end $$;
create trigger statements_stay before update or delete or truncate on banking.statement
  for each statement execute function banking.keep_statement();
create trigger statement_lines_stay before update or delete or truncate on banking.statement_line
  for each statement execute function banking.keep_statement();
create trigger no_transaction_is_forgotten before truncate on banking.transaction
  for each statement execute function banking.keep_statement();

-- What the bank said never changes. A transaction is booked once, with its own amount on the bank account, by an entry
-- that stands.
create function banking.keep_transaction() returns trigger language plpgsql as $$
declare
  said constant text[] := array['replaced_by_statement_id', 'payment_id', 'journal_entry_id', 'account', 'matched_at',
    'matched_with', 'matched_by_kind', 'matched_by_id', 'matched_by_name'];
  booked bigint;
begin
  if tg_op = 'DELETE' then
    raise exception 'bank transaction % is never removed', old.id using errcode = 'GB072';
  end if;
  if to_jsonb(new) - said <> to_jsonb(old) - said then
    raise exception 'bank transaction % keeps what the bank said', old.id using errcode = 'GB072';
  end if;
  if (old.journal_entry_id is not null and (to_jsonb(new) - 'payment_id' <> to_jsonb(old) - 'payment_id'))
      or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
      or (old.replaced_by_statement_id is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'bank transaction % is matched or replaced, once', old.id using errcode = 'GB072';
  end if;
  if new.journal_entry_id is not null and old.journal_entry_id is null then
    select coalesce(sum(debit - credit), 0) into booked from ledger.journal_entry_item
    where company_id = new.company_id and journal_entry_id = new.journal_entry_id and account = new.account;
    if booked <> new.amount_ore then
      raise exception 'bank transaction % is of %, its entry has % on account %', new.id, new.amount_ore, booked,
        new.account using errcode = 'GB072';
    end if;
    perform from ledger.journal_entry e
    where e.company_id = new.company_id
      and (e.id = new.journal_entry_id and e.reverses_id is not null or e.reverses_id = new.journal_entry_id);
    if found then
      raise exception 'bank transaction % is matched with entry %, which is reversed or reverses another', new.id,
        new.journal_entry_id using errcode = 'GB072';
    end if;
  end if;
  return new;
end $$;
create trigger transactions_stay before update or delete on banking.transaction
  for each row execute function banking.keep_transaction();

-- Who may sign for the company (firmatecknare).
alter table identity.company_member add is_signatory boolean not null default false;
