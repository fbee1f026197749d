-- Posting: one statement books entries, and triggers verify and witness the result.

-- Books groups of entries, each of one company, fiscal year and series, in the given order: assigns numbers (unless an
-- entry has its own), registers them and links them into the hash chain. Groups must be sorted by company id, so that
-- books are always locked in the same order.
--
-- A group whose book has another version is not booked and has no rows in the result: the caller must decide again.
-- With `p_passes`, the same goes for a group whose book another transaction has locked, so that batches across
-- companies never wait.
--
-- p_groups: [{ company_id, version, fiscal_year_id, series, entries: [{ id, number?, date, title, origin, reverses_id?,
-- items: [{ line, account, debit, credit, text?, quantity?, vatCode?, vatApart? }], registered_at, actor_kind,
-- actor_id, actor_name, source_registered_on?, source_sign?, digest (hex), tags?: [{ line?, tag_id, weight }],
-- upload_id? }] }]. Tags without a line are those of the entry as a whole. Tags and upload are not part of the digest
-- and the chain; entries without them only cost a check of their keys.
--
-- chain_hash = SHA-256(previous chain_hash || content digest || registration || number), the integers as eight bytes,
-- most significant first; the predecessor of the first entry of a series is 32 zero bytes.
-- With `p_leaves` each entry's event is written; otherwise our transaction does so at its end.
create or replace function ledger.post_entries(p_groups jsonb, p_leaves boolean, p_passes boolean)
returns table (company_id uuid, id uuid, number bigint, registration bigint) language plpgsql as $$
#variable_conflict use_column
declare
  -- The current group.
  own jsonb;
  company uuid;
  own_entries jsonb;
  total integer;
  first_registration bigint;
  last_number bigint;
  last_hash bytea;
  entry jsonb;
  own_number bigint;
  place integer;
  -- The groups that are booked.
  companies uuid[] := '{}';
  years uuid[] := '{}';
  all_series text[] := '{}';
  last_numbers bigint[] := '{}';
  last_hashes bytea[] := '{}';
  -- The difference between an event's number and its entry's registration, per company.
  told uuid[] := '{}';
  ahead bigint[] := '{}';
  beside jsonb := '[]';
  due uuid[] := '{}';
  -- Their entries.
  entries jsonb;
  of_companies uuid[] := '{}';
  of_years uuid[] := '{}';
  of_series text[] := '{}';
  numbers bigint[] := '{}';
  registrations bigint[] := '{}';
  hashes bytea[] := '{}';
  has_beside boolean;
  -- The number of entries after which the day balances are brought up to date.
  kept_every constant bigint := 500;
begin
  for own in select value from jsonb_array_elements(p_groups) loop
    company := (own->>'company_id')::uuid;
    own_entries := own->'entries';
    total := jsonb_array_length(own_entries);
    if p_passes then
      perform from ledger.book b where b.company_id = company for no key update skip locked;
      continue when not found;
    end if;
    update ledger.book set entry_count = entry_count + total
    where company_id = company and version = (own->>'version')::uuid
    returning entry_count - total + 1 into first_registration;
    continue when not found;

    select s.last_number, s.last_hash into last_number, last_hash from ledger.series s
    where s.company_id = company and s.fiscal_year_id = (own->>'fiscal_year_id')::uuid and s.series = own->>'series';
    if not found then
      last_number := 0;
      last_hash := decode(repeat('00', 32), 'hex');
    end if;

    has_beside := false;
    place := 0;
    for entry in select value from jsonb_array_elements(own_entries) loop
      own_number := coalesce((entry->>'number')::bigint, last_number + 1);
      last_number := greatest(last_number, own_number);
      last_hash := sha256(last_hash || decode(entry->>'digest', 'hex')
        || int8send(first_registration + place) || int8send(own_number));
      numbers := numbers || own_number;
      hashes := hashes || last_hash;
      registrations := registrations || (first_registration + place);
      has_beside := has_beside or entry ? 'tags' or entry ? 'upload_id';
      place := place + 1;
    end loop;

    entries := case when entries is null then own_entries else entries || own_entries end;
    of_companies := of_companies || array_fill(company, array[total]);
    of_years := of_years || array_fill((own->>'fiscal_year_id')::uuid, array[total]);
    of_series := of_series || array_fill(own->>'series', array[total]);
    companies := companies || company;
    years := years || (own->>'fiscal_year_id')::uuid;
    all_series := all_series || (own->>'series');
    last_numbers := last_numbers || last_number;
    last_hashes := last_hashes || last_hash;
    if has_beside then
      beside := beside || own;
    end if;
    if p_leaves then
      ahead := ahead || (platform.count_events(company, total) - first_registration);
      told := told || company;
    end if;
    if (first_registration + total - 1) / kept_every > (first_registration - 1) / kept_every then
      due := due || company;
    end if;
  end loop;
  if entries is null then
    return;
  end if;

  -- Entries and events in one statement, so that the JSON of the entries is only parsed once.
  with booked as (
    insert into ledger.journal_entry (
      company_id, id, fiscal_year_id, series, number, registration, date, title, origin, reverses_id, items, item_count,
      registered_at, actor_kind, actor_id, actor_name, source_registered_on, source_sign, content_digest, chain_hash)
    select e.company_id, e.id, e.fiscal_year_id, e.series, e.own_number, e.registration, e.date, e.title,
      e.origin, e.reverses_id, e.items, jsonb_array_length(e.items), e.registered_at, e.actor_kind, e.actor_id,
      e.actor_name, e.source_registered_on, e.source_sign, decode(e.digest, 'hex'), e.hash
    from rows from (
      jsonb_to_recordset(entries) as (
        id uuid, date date, title text, origin text, reverses_id uuid, items jsonb, registered_at timestamptz,
        actor_kind text, actor_id uuid, actor_name text, source_registered_on date, source_sign text, digest text),
      unnest(of_companies), unnest(of_years), unnest(of_series), unnest(numbers), unnest(registrations), unnest(hashes)
    ) as e (
      id, date, title, origin, reverses_id, items, registered_at, actor_kind, actor_id, actor_name,
      source_registered_on, source_sign, digest, company_id, fiscal_year_id, series, own_number, registration, hash)
    returning company_id, id, registration, registered_at, actor_kind, actor_id, actor_name)
  insert into platform.event (
    tenant_id, number, company_id, kind, resource_id, happened_at, actor_kind, actor_id, actor_name)
  select e.company_id, e.registration + t.ahead, e.company_id, 'journal-entry.booked', e.id::text,
    e.registered_at, e.actor_kind, e.actor_id, e.actor_name
  from booked e join (select distinct on (1) * from unnest(told, ahead) as t (company_id, ahead)) t using (company_id);

  insert into ledger.journal_entry_item (
    company_id, journal_entry_id, line, account, debit, credit, text, quantity, vat_code, vat_apart)
  select e.company_id, e.id, i.line, i.account, i.debit, i.credit, i.text, i.quantity, i."vatCode", i."vatApart"
  from rows from (jsonb_to_recordset(entries) as (id uuid, items jsonb), unnest(of_companies))
    as e (id, items, company_id)
  cross join lateral jsonb_to_recordset(e.items) as i (
    line integer, account integer, debit bigint, credit bigint, text text, quantity numeric, "vatCode" text,
    "vatApart" boolean);

  for own in select value from jsonb_array_elements(beside) loop
    perform ledger.post_beside((own->>'company_id')::uuid, own->'entries', p_leaves);
  end loop;

  insert into ledger.series (company_id, fiscal_year_id, series, last_number, last_hash)
  select * from unnest(companies, years, all_series, last_numbers, last_hashes)
  on conflict (company_id, fiscal_year_id, series)
  do update set last_number = excluded.last_number, last_hash = excluded.last_hash;

  foreach company in array due loop
    perform ledger.keep_day_balances(company);
  end loop;

  return query
    select e.company_id, e.id, e.own_number, e.registration
    from rows from (
      jsonb_to_recordset(entries) as (id uuid), unnest(of_companies), unnest(numbers), unnest(registrations))
      as e (id, company_id, own_number, registration);
end $$;

-- Brings the day balances of a company up to its last entry. This is done for many entries together, under the lock of
-- the book, because each post would otherwise write a row for each of its accounts.
create or replace function ledger.keep_day_balances(p_company uuid) returns void
language plpgsql set enable_seqscan = off as $$
declare
  kept_to bigint;
  last_entry bigint;
begin
  select b.day_balances_to, b.entry_count into kept_to, last_entry from ledger.book b
  where b.company_id = p_company for no key update;
  insert into ledger.day_balance as balance (company_id, day, account, debit, credit)
  select p_company, e.date, i.account, sum(i.debit), sum(i.credit)
  from (
    select e.id, e.date from ledger.journal_entry e
    where e.company_id = p_company and e.registration > kept_to and e.registration <= last_entry offset 0
  ) e
  cross join lateral (
    select i.account, i.debit, i.credit from ledger.journal_entry_item i
    where i.company_id = p_company and i.journal_entry_id = e.id offset 0
  ) i
  group by 2, 3
  order by 2, 3
  on conflict (company_id, day, account)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  update ledger.book b set day_balances_to = last_entry where b.company_id = p_company;
end $$;

-- Adds the tags and uploads of entries that were just booked; with `p_leaves`, also writes the events of these.
create or replace function ledger.post_beside(p_company uuid, p_entries jsonb, p_leaves boolean) returns void
language plpgsql as $$
declare
  beside record;
begin
  begin
    insert into ledger.journal_entry_tag (company_id, journal_entry_id, tag_id, weight)
    select p_company, e.id, t.tag_id, t.weight
    from jsonb_to_recordset(p_entries) as e (id uuid, tags jsonb)
    cross join lateral jsonb_to_recordset(e.tags) as t (line integer, tag_id uuid, weight numeric)
    where t.line is null;
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select p_company, e.id, t.line, t.tag_id, t.weight
    from jsonb_to_recordset(p_entries) as e (id uuid, tags jsonb)
    cross join lateral jsonb_to_recordset(e.tags) as t (line integer, tag_id uuid, weight numeric)
    where t.line is not null;
  exception when foreign_key_violation then
    raise exception 'a tag does not exist, or belongs to another company' using errcode = 'GB052';
  end;
  for beside in
    select e.id as entry, e.upload_id as upload, e.registered_at
    from jsonb_to_recordset(p_entries) as e (id uuid, upload_id uuid, registered_at timestamptz)
    where e.upload_id is not null
    order by e.upload_id
  loop
    perform documents.connect_upload(p_company, beside.upload, beside.entry, beside.registered_at);
  end loop;
  if p_leaves then
    perform platform.leave_events(p_company, jsonb_agg(jsonb_build_object(
      'company_id', p_company, 'kind', 'upload.connected', 'resource_id', e.upload_id, 'happened_at', e.registered_at,
      'actor_kind', e.actor_kind, 'actor_id', e.actor_id, 'actor_name', e.actor_name) order by e.place))
    from rows from (jsonb_to_recordset(p_entries) as (
      upload_id text, registered_at timestamptz, actor_kind text, actor_id uuid, actor_name text)) with ordinality
      as e (upload_id, registered_at, actor_kind, actor_id, actor_name, place)
    where e.upload_id is not null
    having count(*) > 0;
  end if;
end $$;

-- Whether an entry would change a VAT return: a line has a VAT row, is on an account with a VAT code and has no row, or
-- is on an account of tax.
create or replace function ledger.changes_vat(p_company uuid, p_items jsonb) returns boolean
language sql stable as $$
  select exists (
    select from jsonb_to_recordset(p_items) as i (account integer, "vatCode" text)
    left join lateral (
      select a.vat_code from ledger.account a where a.company_id = p_company and a.number = i.account offset 0
    ) a on true
    where coalesce(i."vatCode", a.vat_code, 'none') <> 'none' or i.account::text ~ '^26[0-4]')
$$;

-- Every look-up here and in witness_items is a lateral subquery with `offset 0`, which forces one index probe each. The
-- plan of a freely ordered join would be made while the tables are small, be cached, and later scan whole tables for
-- each booking.
create or replace function ledger.witness_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  -- Years, accounts and the lock date are changed under this lock too. Without it an entry inserted manually could
  -- bypass a concurrent closing of its year.
  perform from (select distinct company_id from booked) e
  cross join lateral (
    select from ledger.book b where b.company_id = e.company_id offset 0 for no key update
  ) b;
  select e.id, e.date into wrong
  from booked e
  cross join lateral (
    select b.lock_date, b.vat_lock_date from ledger.book b where b.company_id = e.company_id offset 0
  ) b
  cross join lateral (
    select y.start_date, y.end_date, y.closed_at from ledger.fiscal_year y
    where y.company_id = e.company_id and y.id = e.fiscal_year_id offset 0
  ) y
  where e.date not between y.start_date and y.end_date or y.closed_at is not null or e.date <= b.lock_date
    or e.date <= b.vat_lock_date and ledger.changes_vat(e.company_id, e.items)
  limit 1;
  if found then
    raise exception 'entry % of % is outside its fiscal year, or its year or day is closed', wrong.id, wrong.date
      using errcode = 'GB006';
  end if;
  return null;
end $$;

-- The items of an entry are inserted by one statement, in the transaction that books the entry: lines 1 to item_count,
-- so that a second statement would repeat a line. They must balance, and be on accounts of the company; the month
-- balances are updated from them.
create or replace function ledger.witness_items() returns trigger language plpgsql set enable_seqscan = off as $$
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
    raise exception 'the items of entry % must be booked together with it, once', wrong.id using errcode = 'GB005';
  elsif found then
    raise exception 'entry % does not balance: debit %, credit %', wrong.id, wrong.debit, wrong.credit
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

create or replace function ledger.witness_entry_has_items() returns trigger language plpgsql as $$
begin
  perform from ledger.journal_entry_item where company_id = new.company_id and journal_entry_id = new.id limit 1;
  if not found then
    raise exception 'entry % has no items', new.id using errcode = 'GB003';
  end if;
  return null;
end $$;

-- Look-ups are lateral with `offset 0`, for the same reason as in ledger.witness_items.
create or replace function ledger.witness_tags() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  select e.journal_entry_id as entry, w.tag_group_id as group, w.weight into wrong
  from (select distinct company_id, journal_entry_id from added) e
  cross join lateral (
    select t.tag_group_id, sum(u.weight) as weight
    from (
      select i.line, i.tag_id, i.weight from ledger.journal_entry_item_tag i
      where i.company_id = e.company_id and i.journal_entry_id = e.journal_entry_id
      union all
      select 0, o.tag_id, o.weight from ledger.journal_entry_tag o
      where o.company_id = e.company_id and o.journal_entry_id = e.journal_entry_id
    ) u
    cross join lateral (
      select t.tag_group_id from ledger.tag t where t.company_id = e.company_id and t.id = u.tag_id offset 0
    ) t
    group by u.line, t.tag_group_id having sum(u.weight) > 1
    limit 1
  ) w
  limit 1;
  if found then
    raise exception 'the tags of entry % have a total weight of % in group %', wrong.entry, wrong.weight, wrong.group
      using errcode = 'GB052';
  end if;

  select e.journal_entry_id as entry into wrong
  from (select distinct company_id, journal_entry_id from added) e
  where exists (
      select from ledger.journal_entry_tag o
      where o.company_id = e.company_id and o.journal_entry_id = e.journal_entry_id)
    and exists (
      select from ledger.journal_entry_item_tag i
      where i.company_id = e.company_id and i.journal_entry_id = e.journal_entry_id)
  limit 1;
  if found then
    raise exception 'entry % has tags of its own and tags of its items', wrong.entry using errcode = 'GB052';
  end if;
  return null;
end $$;

-- Writes the events of entries by registration number: very many, booked in one transaction.
create or replace function ledger.leave_booked(p_company uuid, p_first bigint, p_last bigint) returns void
language plpgsql as $$
declare
  first_event constant bigint := platform.count_events(p_company, (p_last - p_first + 1)::integer);
begin
  insert into platform.event (
    tenant_id, number, company_id, kind, resource_id, happened_at, actor_kind, actor_id, actor_name)
  select p_company, first_event + e.registration - p_first, p_company, 'journal-entry.booked', e.id::text,
    e.registered_at, e.actor_kind, e.actor_id, e.actor_name
  from ledger.journal_entry e
  where e.company_id = p_company and e.registration between p_first and p_last;
end $$;
