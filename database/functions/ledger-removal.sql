-- Removing a fiscal year after its retention period (bokföringslagen 7 kap. 2 §): what allows its rows to be deleted,
-- and the sealed stub that replaces them.

-- The text under the seal of a removed year: its row, the end of each series, its opening balances, what was booked by
-- account and month, and the entries that stay. Verification computes the digest of the same text.
create or replace function ledger.removed_year_text(p_year jsonb) returns text
language sql stable set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO' as $$
  select concat_ws(E'\n', 'Grundbok removed year 1', (p_year - array['seal', 'removed_xid'])::text,
    (select string_agg(concat_ws(' ', 'series', s.last_number, encode(s.last_hash, 'hex'), s.series), E'\n'
        order by s.series collate "C")
      from ledger.series s where s.company_id = y.company and s.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'opening', o.revision, o.account, o.amount), E'\n' order by o.revision, o.account)
      from ledger.opening_balance o where o.company_id = y.company and o.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'month', m.month, m.account, m.debit, m.credit), E'\n'
        order by m.month, m.account)
      from ledger.month_balance m where m.company_id = y.company and m.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'kept', k.registration, k.journal_entry_id, encode(k.content_digest, 'hex'),
          encode(k.chain_hash, 'hex'), encode(k.previous_hash, 'hex')), E'\n' order by k.registration)
      from ledger.kept_entry k where k.company_id = y.company and k.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'numbers', n.series, n.numbers), E'\n' order by n.series collate "C")
      from ledger.removed_number n where n.company_id = y.company and n.fiscal_year_id = y.year))
  from (select (p_year ->> 'company_id')::uuid as company, (p_year ->> 'fiscal_year_id')::uuid as year) y
$$;

-- Whether this transaction, or a savepoint in it, has written a visible row, by the row's `xmin`. Among visible rows,
-- only our own can be of a transaction in progress, and savepoints have higher numbers than their transaction. 32-bit
-- numbers wrap around: one is ahead of us if the distance is less than half of the range.
create or replace function ledger.is_written_here(p_xmin xid) returns boolean language sql stable as $$
  select case when w.ahead < 2147483648 then pg_xact_status((w.here + w.ahead)::text::xid8) = 'in progress' else false end
  from (
    select n.here, (p_xmin::text::bigint - n.here % 4294967296 + 4294967296) % 4294967296 as ahead
    from (select pg_current_xact_id()::text::bigint as here) n
  ) w
$$;

-- Whether this transaction is removing a year of the company, according to a row admitted by
-- `ledger.witness_removed_year`, which contains the transaction's number. After a restore or move to another server
-- that number can recur, so the row must also have been written by this transaction.
create or replace function ledger.is_removing(p_company uuid) returns boolean language sql stable as $$
  select exists (
    select from ledger.removed_year r
    where r.company_id = p_company and r.removed_xid = pg_current_xact_id() and ledger.is_written_here(r.xmin))
$$;

-- Whether the rows of this year may be deleted in this transaction.
create or replace function ledger.is_going(p_company uuid, p_year uuid) returns boolean language sql stable as $$
  select ledger.is_removing(p_company) and exists (
    select from ledger.removed_year r where r.company_id = p_company and r.fiscal_year_id = p_year)
$$;

-- Admits a stub for the oldest remaining year, if it is closed and its retention period is over; assigns its number,
-- the previous seal, and its own seal. The entries that stay must already be recorded.
create or replace function ledger.witness_removed_year() returns trigger language plpgsql as $$
declare
  year ledger.fiscal_year;
begin
  select * into year from ledger.fiscal_year y
  where y.company_id = new.company_id and y.id = new.fiscal_year_id for no key update;
  if year.id is null or year.closed_at is null or year.removed_at is not null
    or (new.start_date, new.end_date) is distinct from (year.start_date, year.end_date)
    or make_date(extract(year from year.end_date)::integer + 7, 12, 31) >= current_date
    or exists (
      select from ledger.fiscal_year y
      where y.company_id = new.company_id and y.start_date < year.start_date and y.removed_at is null)
  then
    raise exception 'fiscal year % must be retained', new.fiscal_year_id using errcode = 'GB010';
  end if;
  new.removed_xid := pg_current_xact_id();
  select coalesce(max(r.number), 0) + 1 into new.number from ledger.removed_year r where r.company_id = new.company_id;
  select r.seal into new.previous from ledger.removed_year r
  where r.company_id = new.company_id and r.number = new.number - 1;
  new.seal := sha256(convert_to(ledger.removed_year_text(to_jsonb(new)), 'UTF8'));
  return new;
end $$;

-- At commit: everything of the year is deleted except what its stub keeps, or nothing is.
create or replace function ledger.witness_removal_is_whole() returns trigger language plpgsql as $$
begin
  perform from ledger.journal_entry e
  join ledger.removed_year r on r.company_id = e.company_id and r.fiscal_year_id = e.fiscal_year_id
  left join ledger.kept_entry k
    on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
  where e.company_id = new.company_id and k.journal_entry_id is null;
  if found or exists (
      select from ledger.kept_entry k
      where k.company_id = new.company_id and k.removed_with is null and not exists (
        select from ledger.journal_entry e where e.company_id = k.company_id and e.id = k.journal_entry_id))
    or exists (
      select from ledger.fiscal_year y
      where y.company_id = new.company_id and y.id = new.fiscal_year_id and y.removed_at is null)
  then
    raise exception 'fiscal year % can only be removed as a whole', new.fiscal_year_id using errcode = 'GB010';
  end if;
  return null;
end $$;

-- A year is removed once, by the transaction that wrote its stub.
create or replace function ledger.witness_year_removed() returns trigger language plpgsql as $$
begin
  if old.removed_at is null and ledger.is_going(new.company_id, new.id) then
    return new;
  end if;
  raise exception 'fiscal year % must be removed together with its rows, and only once', old.id using errcode = 'GB010';
end $$;

-- Kept entries are recorded before the stub is sealed, and are removed with a later year.
create or replace function ledger.keep_kept_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from ledger.removed_year r
      where r.company_id = new.company_id and r.fiscal_year_id = new.fiscal_year_id)
    then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.removed_with is null and to_jsonb(new) - 'removed_with' = to_jsonb(old) - 'removed_with'
      and ledger.is_going(new.company_id, new.removed_with)
    then
      return new;
    end if;
  end if;
  raise exception 'the sealed record of a removed year cannot be changed' using errcode = 'GB001';
end $$;

-- Outside of a removal, any statement that deletes booked rows is refused.
create or replace function ledger.refuse_unless_removing() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger.removed_year r
    where r.removed_xid = pg_current_xact_id() and ledger.is_written_here(r.xmin))
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

-- Checks each year once for all rows of a statement, which may be ten thousand.
create or replace function ledger.keep_entries() returns trigger language plpgsql as $$
begin
  if exists (
      select from (select distinct g.company_id, g.fiscal_year_id from gone g) y
      where not ledger.is_going(y.company_id, y.fiscal_year_id))
    or exists (
      select from gone g
      join ledger.kept_entry k on k.company_id = g.company_id and k.journal_entry_id = g.id and k.removed_with is null)
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

-- Items are deleted before their entries.
create or replace function ledger.keep_items() returns trigger language plpgsql as $$
begin
  if exists (
      select from (
        select distinct e.company_id, e.fiscal_year_id
        from (select distinct i.company_id, i.journal_entry_id from gone i) g
        left join ledger.journal_entry e on e.company_id = g.company_id and e.id = g.journal_entry_id
      ) y where y.company_id is null or not ledger.is_going(y.company_id, y.fiscal_year_id))
    or exists (
      select from gone g
      join ledger.kept_entry k
        on k.company_id = g.company_id and k.journal_entry_id = g.journal_entry_id and k.removed_with is null)
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

create or replace function ledger.keep_imports() returns trigger language plpgsql as $$
begin
  if not ledger.is_removing(old.company_id) then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  insert into ledger.dropped_file (company_id, digest) values (old.company_id, old.file_digest) on conflict do nothing;
  return old;
end $$;

-- An upload is removed with its entry, or, if it has none, with its supplier invoice; as part of the books it no longer
-- belongs to its uploader.
create or replace function ledger.keep_upload() returns trigger language plpgsql as $$
begin
  perform from ledger.journal_entry e
  left join ledger.kept_entry k on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
  where e.company_id = old.company_id and e.id = old.journal_entry_id and k.journal_entry_id is null
    and ledger.is_going(e.company_id, e.fiscal_year_id);
  if found or old.journal_entry_id is null and old.supplier_invoice_id is not null
    and ledger.is_removing(old.company_id)
  then
    return old;
  end if;
  raise exception 'upload % cannot be removed, only marked as deleted', old.id using errcode = 'GB051';
end $$;

-- The numbers of removed documents are recorded before the stub is sealed, and stay.
create or replace function ledger.keep_removed_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from ledger.removed_year r
      where r.company_id = new.company_id and r.fiscal_year_id = new.fiscal_year_id)
    then
      return new;
    end if;
  end if;
  raise exception 'the sealed numbers of a removed year cannot be changed' using errcode = 'GB001';
end $$;

-- Whether a row with this day and these entries may be deleted in this transaction: it must only concern years that are
-- or were removed, and none of its entries stays.
create or replace function ledger.may_go(p_company uuid, p_day date, p_entries uuid[]) returns boolean
language sql stable as $$
  select ledger.is_removing(p_company)
    and exists (
      select from ledger.removed_year r
      where r.company_id = p_company and r.removed_xid = pg_current_xact_id() and p_day <= r.end_date)
    and not exists (
      select from unnest(p_entries) g (id)
      join ledger.journal_entry e on e.company_id = p_company and e.id = g.id
      left join ledger.removed_year r on r.company_id = e.company_id and r.fiscal_year_id = e.fiscal_year_id
      left join ledger.kept_entry k
        on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
      where r.fiscal_year_id is null or k.journal_entry_id is not null)
$$;

-- After a statement that removed rows of documents. Arguments: the column that is null until a row must be kept (or
-- none), the one with its day (or another if that is null), and those with entries.
create or replace function ledger.keep_documents() returns trigger language plpgsql as $$
begin
  perform from (select to_jsonb(g) as row from gone g) g
  where (tg_argv[0] = '' or g.row ->> tg_argv[0] is not null)
    and not ledger.may_go((g.row ->> 'company_id')::uuid, coalesce(
        (g.row ->> split_part(tg_argv[1], ' ', 1))::date, (g.row ->> split_part(tg_argv[1], ' ', 2))::date),
      array(select (g.row ->> a)::uuid from unnest(tg_argv[2:]) a where g.row ->> a is not null));
  if found then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

-- Begins the removal of a year: records which of its entries stay and which document numbers are removed, and seals the
-- stub. From here on, in this transaction only, everything that the stub does not keep may be deleted.
create or replace function ledger.begin_removal(
  p_company uuid, p_year uuid, p_kept uuid[], p_counts jsonb, p_numbers jsonb, p_now timestamptz, p_kind text, p_id uuid,
  p_name text
) returns table (number integer, entries bigint, kept bigint, seal bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stub ledger.removed_year;
begin
  insert into ledger.kept_entry (company_id, fiscal_year_id, journal_entry_id, registration, content_digest, chain_hash,
    previous_hash)
  select p_company, p_year, c.id, c.registration, c.content_digest, c.chain_hash, c.previous
  from (
    select e.id, e.registration, e.content_digest, e.chain_hash,
      coalesce(lag(e.chain_hash) over (partition by e.series order by e.registration), decode(repeat('00', 32), 'hex'))
        as previous
    from ledger.journal_entry e where e.company_id = p_company and e.fiscal_year_id = p_year
  ) c where exists (select from unnest(p_kept) k where k = c.id);
  insert into ledger.removed_number (company_id, fiscal_year_id, series, numbers)
  select p_company, p_year, n.key, n.value::int8multirange from jsonb_each_text(p_numbers) n;
  insert into ledger.removed_year (company_id, fiscal_year_id, start_date, end_date, removed_at, actor_kind, actor_id,
    actor_name, entries, items, kept, registrations, counts)
  select p_company, p_year, y.start_date, y.end_date, p_now, p_kind, p_id, p_name, g.entries, g.items,
    (select count(*) from ledger.kept_entry k where k.company_id = p_company and k.fiscal_year_id = p_year),
    g.registrations, p_counts
  from ledger.fiscal_year y
  cross join (
    select count(*) as entries, coalesce(sum(e.item_count), 0) as items,
      coalesce(range_agg(int8range(e.registration, e.registration, '[]')), '{}'::int8multirange) as registrations
    from ledger.journal_entry e
    where e.company_id = p_company and not exists (select from unnest(p_kept) k where k = e.id)
      and (e.fiscal_year_id = p_year or e.fiscal_year_id in (
        select r.fiscal_year_id from ledger.removed_year r where r.company_id = p_company))
  ) g
  where y.company_id = p_company and y.id = p_year
  returning * into strict stub;
  update ledger.kept_entry k set removed_with = p_year
  where k.company_id = p_company and k.fiscal_year_id <> p_year and k.removed_with is null
    and not exists (select from unnest(p_kept) x where x = k.journal_entry_id);
  -- While the entries that tell the days of a file still exist.
  delete from ledger.sie_import i
  where i.company_id = p_company and i.id in (select ledger.imports_until(p_company, stub.end_date));
  return query select stub.number, stub.entries, stub.kept, stub.seal;
end $$;

-- Deletes the next entries with everything that belongs to them, latest first, so that reversals are deleted before
-- what they reverse; returns how many.
create or replace function ledger.remove_entries(p_company uuid, p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  going uuid[];
begin
  select array_agg(x.id) into going from (
    select e.id from ledger.journal_entry e
    where e.company_id = p_company and e.fiscal_year_id in (
        select r.fiscal_year_id from ledger.removed_year r where r.company_id = p_company)
      and not exists (
        select from ledger.kept_entry k
        where k.company_id = p_company and k.journal_entry_id = e.id and k.removed_with is null)
    order by e.registration desc limit p_limit) x;
  perform documents.remove_uploads(p_company, going);
  delete from ledger.journal_entry_item_tag t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_tag t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_tags_set t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_comment c where c.company_id = p_company and c.journal_entry_id = any (going);
  delete from ledger.journal_entry_item i where i.company_id = p_company and i.journal_entry_id = any (going);
  delete from ledger.journal_entry e where e.company_id = p_company and e.id = any (going);
  return coalesce(cardinality(going), 0);
end $$;

-- Ends the removal of a year after its entries: deletes day balances, the budget, and the year itself. It runs last,
-- because it blocks other bookings until the transaction ends.
create or replace function ledger.end_removal(p_company uuid, p_year uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stub ledger.removed_year;
begin
  select * into strict stub from ledger.removed_year r where r.company_id = p_company and r.fiscal_year_id = p_year;
  -- Later sums start after the removed part.
  perform ledger.keep_day_balances(p_company);
  delete from ledger.day_balance d where d.company_id = p_company and d.day <= stub.end_date;
  delete from ledger.budget b where b.company_id = p_company and b.fiscal_year_id = p_year;
  update ledger.fiscal_year y set removed_at = stub.removed_at where y.company_id = p_company and y.id = p_year;
end $$;

-- The number with `p_skipped` larger ones among the numbers from 1 to `p_last` without the removed ones; 0 if there is
-- none.
create or replace function ledger.number_behind(p_last bigint, p_gone int8multirange, p_skipped bigint) returns bigint
language sql immutable as $$
  select coalesce((
    select upper(r.left_over) - 1 - (p_skipped - r.above)
    from (
      select n as left_over, upper(n) - lower(n) as size,
        sum(upper(n) - lower(n)) over (order by lower(n) desc) - (upper(n) - lower(n)) as above
      from unnest(int8multirange(int8range(1, p_last + 1)) - p_gone) n
    ) r
    where p_skipped >= r.above and p_skipped < r.above + r.size), 0)::bigint
$$;

-- Imported files that only concern days up to this one.
create or replace function ledger.imports_until(p_company uuid, p_day date) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id from ledger.sie_import i
  cross join lateral (
    select max(e.date) as last_day from ledger.journal_entry e
    where e.company_id = i.company_id and e.registered_at = i.imported_at and e.origin = 'import'
  ) e
  where i.company_id = p_company
    and greatest(e.last_day, (i.report -> 'made' -> 'fiscalYear' ->> 'endDate')::date) <= p_day
$$;
