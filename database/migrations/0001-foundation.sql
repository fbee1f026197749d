-- The foundation: who may call (identity), the books (ledger) and what every context shares (platform).
--
-- Every table of a company has company_id first in its primary key and in each foreign key. Ids are UUIDv7 made by the
-- application. What is booked is only ever added to; the triggers below are the second witness beside the rules in the
-- code, and each of their refusals has an SQLSTATE of its own:
--
--   GB001  a booked row, or a row of the processing history, would be changed or removed
--   GB002  an entry is not in balance
--   GB003  an entry has no items
--   GB004  an item's account is not in this company's chart
--   GB005  an item would be added to an entry that was booked before
--   GB006  an entry's date is outside its fiscal year, the year is closed, or the day is locked
--   GB007  an account would be removed or renumbered

create extension if not exists btree_gist;
create schema identity;
create schema ledger;

-- ---------------------------------------------------------------------------------------------------------------------
-- platform

-- The first answer to a write that carried an Idempotency-Key, kept for 24 hours.
create table platform.idempotency_key (
  scope_id uuid not null,
  actor_id uuid not null,
  key text not null,
  request_digest bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (scope_id, actor_id, key)
);
create index idempotency_key_age on platform.idempotency_key (created_at);

-- Claims a key until the transaction ends. state: free, running (another transaction holds it), done (the stored answer
-- is the answer) or reused (the key belongs to another request).
create function platform.claim_key(
  p_scope uuid, p_actor uuid, p_key text, p_digest bytea, p_since timestamptz
) returns table (state text, status smallint, headers jsonb, body text)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope::text || p_actor::text || p_key, 0)) then
    return query select 'running', null::smallint, null::jsonb, null::text;
    return;
  end if;
  return query
    select case when k.request_digest = p_digest then 'done' else 'reused' end, k.status, k.headers, k.body
    from platform.idempotency_key k
    where k.scope_id = p_scope and k.actor_id = p_actor and k.key = p_key and k.created_at > p_since;
  if not found then
    return query select 'free', null::smallint, null::jsonb, null::text;
  end if;
end $$;

-- The processing history (behandlingshistorik, bokföringslagen 5 kap. 11 §): who changed what outside the entries, which
-- are their own history. company_id is null for what concerns the whole service.
create table platform.history (
  id uuid primary key,
  company_id uuid,
  happened_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  what text not null,
  detail jsonb not null
);
create index history_of_company on platform.history (company_id, id);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;
create trigger history_only_grows before update or delete or truncate on platform.history
  for each statement execute function platform.refuse_change();

-- ---------------------------------------------------------------------------------------------------------------------
-- identity

create table identity.company (
  id uuid primary key,
  name text not null,
  organization_number text not null,
  company_type text not null,
  phone text,
  email text,
  address_line1 text,
  address_line2 text,
  city text,
  postal_code text,
  country text not null default 'SE',
  has_business_account boolean not null default false,
  created_at timestamptz not null
);

-- A private integration: a token that works for one company only. The secret is kept as a SHA-256 digest.
create table identity.api_token (
  id uuid primary key,
  company_id uuid not null references identity.company,
  name text not null,
  scopes text[] not null,
  secret_digest bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_token_of_company on identity.api_token (company_id, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- ledger: the frame of the books

-- One row a company. Posting locks it, so that entries of a company are registered one after the other. version changes
-- with every change of the chart, the years or the lock date: a decision made on an older version is made again.
create table ledger.book (
  company_id uuid primary key references identity.company,
  version uuid not null default gen_random_uuid(),
  entry_count bigint not null default 0,
  lock_date date
) with (fillfactor = 50);

create table ledger.account (
  company_id uuid not null references ledger.book,
  number integer not null check (number between 1 and 99999999),
  name text not null,
  account_type text not null check (account_type in ('basePlanAccount', 'customAccount')),
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')),
  sru text[] not null default '{}',
  unit text,
  active boolean not null default true,
  primary key (company_id, number)
);

-- opening_stored: the year's opening balances stand in opening_balance; else they are the closing balances of the
-- fiscal year before it.
create table ledger.fiscal_year (
  company_id uuid not null references ledger.book,
  id uuid not null,
  start_date date not null,
  end_date date not null,
  accounting_method text not null check (accounting_method in ('cash', 'accrual')),
  opening_stored boolean not null default false,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  primary key (company_id, id),
  check (start_date < end_date),
  constraint fiscal_years_do_not_overlap
    exclude using gist (company_id with =, daterange(start_date, end_date, '[]') with &&)
);

create function ledger.renew_version() returns trigger language plpgsql as $$
begin
  update ledger.book set version = gen_random_uuid() where company_id in (select distinct company_id from changed);
  return null;
end $$;
create trigger account_added after insert on ledger.account
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger account_changed after update on ledger.account
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger fiscal_year_added after insert on ledger.fiscal_year
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger fiscal_year_changed after update on ledger.fiscal_year
  referencing new table as changed for each statement execute function ledger.renew_version();

create function ledger.renew_own_version() returns trigger language plpgsql as $$
begin
  new.version := gen_random_uuid();
  return new;
end $$;
create trigger lock_date_changed before update on ledger.book
  for each row when (old.lock_date is distinct from new.lock_date) execute function ledger.renew_own_version();

create function ledger.refuse_lost_account() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed or renumbered' using errcode = 'GB007';
end $$;
create trigger account_stays before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_lost_account();
create trigger account_keeps_its_number before update on ledger.account
  for each row when (old.number <> new.number or old.company_id <> new.company_id)
  execute function ledger.refuse_lost_account();

-- Opening balances (ingående balanser) of a year whose year before is not in these books. Debit is positive, in öre.
create table ledger.opening_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  account integer not null,
  amount bigint not null,
  primary key (company_id, fiscal_year_id, account),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year,
  foreign key (company_id, account) references ledger.account
);
create trigger opening_balances_stay before update or delete or truncate on ledger.opening_balance
  for each statement execute function platform.refuse_change();

-- What an imported file told of the year before, kept for comparison when that year itself is not in these books.
create table ledger.comparative_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  start_date date not null,
  end_date date not null,
  account integer not null,
  opening bigint,
  closing bigint,
  result bigint,
  primary key (company_id, fiscal_year_id, account),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year,
  foreign key (company_id, account) references ledger.account
);

-- ---------------------------------------------------------------------------------------------------------------------
-- ledger: the entries

-- The last number and the last link of the hash chain, per company, fiscal year and series.
create table ledger.series (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null check (length(series) <= 20),
  last_number bigint not null,
  last_hash bytea not null,
  primary key (company_id, fiscal_year_id, series),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year
) with (fillfactor = 50);

-- registration counts the company's entries in the order they were booked, without holes (bokföringslagen 5 kap. 1 §).
-- items repeats the item rows as they were booked, for reading. registered_xid tells the transaction that booked it.
create table ledger.journal_entry (
  company_id uuid not null references ledger.book,
  id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  number bigint not null check (number > 0),
  journal_entry_number text not null generated always as (
    case
      when series = '' then number::text
      when series ~ '[A-Za-zÅÄÖåäö]$' then series || number::text
      else series || '-' || number::text
    end) stored,
  registration bigint not null,
  date date not null,
  title text not null,
  origin text not null check (origin in ('api', 'console', 'import', 'document')),
  reverses_id uuid,
  items jsonb not null,
  item_count integer not null check (item_count > 0),
  registered_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  source_registered_on date,
  source_sign text,
  content_digest bytea not null,
  chain_hash bytea not null,
  registered_xid xid8 not null default pg_current_xact_id(),
  primary key (company_id, id),
  unique (company_id, registration),
  unique (company_id, journal_entry_number, fiscal_year_id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year,
  foreign key (company_id, reverses_id) references ledger.journal_entry
);
create unique index journal_entry_reversed_once on ledger.journal_entry (company_id, reverses_id)
  where reverses_id is not null;
create index journal_entry_by_date on ledger.journal_entry (company_id, date);

-- One row of an entry, amounts in öre. The foreign keys to the entry and to the account are checked by witness_items
-- below, once for each statement: accounts and entries are never removed, so what held when the row came holds for good.
create table ledger.journal_entry_item (
  company_id uuid not null,
  journal_entry_id uuid not null,
  line integer not null check (line > 0),
  account integer not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  text text,
  quantity numeric,
  primary key (company_id, journal_entry_id, line),
  check (debit = 0 or credit = 0)
);

-- Debit and credit per year, account and month, in öre: what reports and balances read.
create table ledger.month_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  account integer not null,
  month date not null,
  debit bigint not null,
  credit bigint not null,
  primary key (company_id, fiscal_year_id, account, month)
) with (fillfactor = 70);

-- Numbers that an imported file left out: the only holes a series may have.
create table ledger.series_gap (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  first_number bigint not null,
  last_number bigint not null,
  sie_import_id uuid not null,
  primary key (company_id, fiscal_year_id, series, first_number),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year,
  check (first_number <= last_number)
);

-- Every look-up here and in witness_items is a lateral subquery that `offset 0` keeps in one piece: one index probe each.
-- A join that the planner was free to turn round would be planned while the tables are small, kept, and then read whole
-- tables for each booking.
create function ledger.witness_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  -- Years, accounts and the lock date change under this lock too. Without it an entry written by hand could pass beside
  -- the closing of its year, when neither sees the other.
  perform from (select distinct company_id from booked) e
  cross join lateral (
    select from ledger.book b where b.company_id = e.company_id offset 0 for no key update
  ) b;
  select e.id, e.date into wrong
  from booked e
  cross join lateral (
    select b.lock_date from ledger.book b where b.company_id = e.company_id offset 0
  ) b
  cross join lateral (
    select y.start_date, y.end_date, y.closed_at from ledger.fiscal_year y
    where y.company_id = e.company_id and y.id = e.fiscal_year_id offset 0
  ) y
  where e.date not between y.start_date and y.end_date or y.closed_at is not null or e.date <= b.lock_date
  limit 1;
  if found then
    raise exception 'entry % of % is outside its fiscal year, or the year or the day is closed', wrong.id, wrong.date
      using errcode = 'GB006';
  end if;
  return null;
end $$;
create trigger entries_are_in_open_years after insert on ledger.journal_entry
  referencing new table as booked for each statement execute function ledger.witness_entries();

-- The items of an entry come in one statement, in the transaction that books the entry: lines 1 to item_count, so that a
-- second statement would repeat a line. They are in balance, on accounts of the company, and the month balances follow
-- them.
create function ledger.witness_items() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  select i.id, i.debit, i.credit, s.late
  into wrong
  from (
    select company_id, journal_entry_id as id, count(*) as items, max(line) as last_line, sum(debit) as debit,
      sum(credit) as credit
    from booked group by company_id, journal_entry_id
  ) i
  left join lateral (
    select e.registered_xid, e.item_count from ledger.journal_entry e
    where e.company_id = i.company_id and e.id = i.id offset 0
  ) e on true
  cross join lateral (
    select e.item_count is null or e.registered_xid <> pg_current_xact_id() or e.item_count <> i.items
      or e.item_count <> i.last_line as late
  ) s
  where s.late or i.debit <> i.credit
  limit 1;
  if found and wrong.late then
    raise exception 'the items of entry % are booked together with it, once', wrong.id using errcode = 'GB005';
  elsif found then
    raise exception 'entry % is not in balance: debit %, credit %', wrong.id, wrong.debit, wrong.credit
      using errcode = 'GB002';
  end if;

  select i.account into wrong
  from (select distinct company_id, account from booked) i
  left join lateral (
    select true as known from ledger.account a where a.company_id = i.company_id and a.number = i.account offset 0
  ) a on true
  where a.known is null
  limit 1;
  if found then
    raise exception 'account % is not in this company''s chart', wrong.account using errcode = 'GB004';
  end if;

  insert into ledger.month_balance as balance (company_id, fiscal_year_id, account, month, debit, credit)
  select i.company_id, e.fiscal_year_id, i.account, date_trunc('month', e.date)::date, sum(i.debit), sum(i.credit)
  from (
    select company_id, journal_entry_id, account, sum(debit) as debit, sum(credit) as credit
    from booked group by company_id, journal_entry_id, account
  ) i
  cross join lateral (
    select e.fiscal_year_id, e.date from ledger.journal_entry e
    where e.company_id = i.company_id and e.id = i.journal_entry_id offset 0
  ) e
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (company_id, fiscal_year_id, account, month)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  return null;
end $$;
create trigger items_are_complete after insert on ledger.journal_entry_item
  referencing new table as booked for each statement execute function ledger.witness_items();

create function ledger.witness_entry_has_items() returns trigger language plpgsql as $$
begin
  perform from ledger.journal_entry_item where company_id = new.company_id and journal_entry_id = new.id limit 1;
  if not found then
    raise exception 'entry % has no items', new.id using errcode = 'GB003';
  end if;
  return null;
end $$;
create constraint trigger entry_has_items after insert on ledger.journal_entry
  deferrable initially deferred for each row execute function ledger.witness_entry_has_items();

create trigger entries_stay before update or delete or truncate on ledger.journal_entry
  for each statement execute function platform.refuse_change();
create trigger items_stay before update or delete or truncate on ledger.journal_entry_item
  for each statement execute function platform.refuse_change();

-- Books entries of one company, fiscal year and series, in the order given: numbers them (where the entry does not bring
-- its own number), registers them and links them into the hash chain. Answers no rows, and books nothing, when the book
-- is not at p_version any more: the caller then decides again.
--
-- p_entries: [{ id, number?, date, title, origin, reverses_id?, items: [{ line, account, debit, credit, text?,
-- quantity? }], registered_at, actor_kind, actor_id, actor_name, source_registered_on?, source_sign?, digest (hex) }]
--
-- chain_hash = SHA-256(previous chain_hash || content digest || registration || number), the integers as eight bytes,
-- most significant first; before the first entry of a series stand 32 zero bytes.
create function ledger.post_entries(
  p_company uuid, p_version uuid, p_fiscal_year uuid, p_series text, p_entries jsonb
) returns table (id uuid, number bigint, registration bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  total integer := jsonb_array_length(p_entries);
  first_registration bigint;
  last_number bigint;
  last_hash bytea;
  entry jsonb;
  numbers bigint[] := '{}';
  hashes bytea[] := '{}';
  own_number bigint;
begin
  update ledger.book set entry_count = entry_count + total
  where company_id = p_company and version = p_version
  returning entry_count - total + 1 into first_registration;
  if not found then
    return;
  end if;

  select s.last_number, s.last_hash into last_number, last_hash from ledger.series s
  where s.company_id = p_company and s.fiscal_year_id = p_fiscal_year and s.series = p_series;
  if not found then
    last_number := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  end if;

  for entry in select value from jsonb_array_elements(p_entries) loop
    own_number := coalesce((entry->>'number')::bigint, last_number + 1);
    last_number := greatest(last_number, own_number);
    last_hash := sha256(last_hash || decode(entry->>'digest', 'hex')
      || int8send(first_registration + cardinality(numbers)) || int8send(own_number));
    numbers := numbers || own_number;
    hashes := hashes || last_hash;
  end loop;

  insert into ledger.journal_entry (
    company_id, id, fiscal_year_id, series, number, registration, date, title, origin, reverses_id, items, item_count,
    registered_at, actor_kind, actor_id, actor_name, source_registered_on, source_sign, content_digest, chain_hash)
  select p_company, e.id, p_fiscal_year, p_series, e.own_number, first_registration + e.place - 1, e.date, e.title,
    e.origin, e.reverses_id, e.items, jsonb_array_length(e.items), e.registered_at, e.actor_kind, e.actor_id,
    e.actor_name, e.source_registered_on, e.source_sign, decode(e.digest, 'hex'), e.hash
  from rows from (
    jsonb_to_recordset(p_entries) as (
      id uuid, date date, title text, origin text, reverses_id uuid, items jsonb, registered_at timestamptz,
      actor_kind text, actor_id uuid, actor_name text, source_registered_on date, source_sign text, digest text),
    unnest(numbers), unnest(hashes)
  ) with ordinality as e (
    id, date, title, origin, reverses_id, items, registered_at, actor_kind, actor_id, actor_name,
    source_registered_on, source_sign, digest, own_number, hash, place);

  insert into ledger.journal_entry_item (company_id, journal_entry_id, line, account, debit, credit, text, quantity)
  select p_company, e.id, i.line, i.account, i.debit, i.credit, i.text, i.quantity
  from jsonb_to_recordset(p_entries) as e (id uuid, items jsonb)
  cross join lateral jsonb_to_recordset(e.items) as i (
    line integer, account integer, debit bigint, credit bigint, text text, quantity numeric);

  insert into ledger.series (company_id, fiscal_year_id, series, last_number, last_hash)
  values (p_company, p_fiscal_year, p_series, last_number, last_hash)
  on conflict (company_id, fiscal_year_id, series)
  do update set last_number = excluded.last_number, last_hash = excluded.last_hash;

  return query
    select (value->>'id')::uuid, numbers[place], first_registration + place - 1
    from jsonb_array_elements(p_entries) with ordinality as e (value, place);
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- ledger: comments, tags, imports

create table ledger.journal_entry_comment (
  company_id uuid not null,
  id uuid not null,
  journal_entry_id uuid not null,
  content text not null,
  author_kind text not null,
  author_id uuid not null,
  author_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index journal_entry_comment_by_entry on ledger.journal_entry_comment (company_id, journal_entry_id, id);

-- A tag group is a SIE dimension when it has a dimension number; a tag is then an object of it, with the object's code.
create table ledger.tag_group (
  company_id uuid not null references ledger.book,
  id uuid not null,
  name text not null,
  dimension_number integer,
  parent_dimension_number integer,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, dimension_number)
);

create table ledger.tag (
  company_id uuid not null,
  id uuid not null,
  tag_group_id uuid not null,
  code text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, tag_group_id, code),
  foreign key (company_id, tag_group_id) references ledger.tag_group
);

-- The tags of an entry's items. Tags sort what is booked and are no part of it: they may be replaced.
create table ledger.journal_entry_item_tag (
  company_id uuid not null,
  journal_entry_id uuid not null,
  line integer not null,
  tag_id uuid not null,
  weight numeric(9, 6) not null check (weight > 0 and weight <= 1),
  primary key (company_id, journal_entry_id, line, tag_id),
  foreign key (company_id, journal_entry_id, line) references ledger.journal_entry_item,
  foreign key (company_id, tag_id) references ledger.tag
);
create index journal_entry_item_tag_by_tag on ledger.journal_entry_item_tag (company_id, tag_id, journal_entry_id);

-- Every file that was imported. The file itself is kept beside the database under its digest: it is accounting
-- information (räkenskapsinformation) in the form it was received, bokföringslagen 7 kap.
create table ledger.sie_import (
  company_id uuid not null references ledger.book,
  id uuid not null,
  file_name text not null,
  file_digest bytea not null,
  size bigint not null,
  report jsonb not null,
  imported_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id),
  unique (company_id, file_digest)
);
create trigger sie_imports_stay before update or delete or truncate on ledger.sie_import
  for each statement execute function platform.refuse_change();
