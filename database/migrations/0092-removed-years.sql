-- A fiscal year may be removed once the law does not want it kept any more (bokföringslagen 7 kap. 2 §). In its place
-- stands a sealed stub; what was booked by account and month stays with the year, since later ones carry on from it.

alter table ledger.fiscal_year
  add column removed_at timestamptz,
  add check (removed_at is null or closed_at is not null);

create table ledger.removed_year (
  company_id uuid not null references ledger.book,
  fiscal_year_id uuid not null,
  -- Counts from 1 for each company: years go in their order.
  number integer not null check (number > 0),
  start_date date not null,
  end_date date not null,
  removed_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  -- What went, and which registration numbers that were, with the entries that had stayed of earlier removed years.
  entries bigint not null check (entries >= 0),
  items bigint not null check (items >= 0),
  registrations int8multirange not null,
  -- How many of its entries stay, since something of a later year refers to them.
  kept bigint not null check (kept >= 0),
  -- What else went, by kind.
  counts jsonb not null,
  -- The seal of the year that was removed before it, and its own: the SHA-256 of `ledger.removed_year_text`.
  previous bytea,
  seal bytea not null check (octet_length(seal) = 32),
  removed_xid xid8 not null default pg_current_xact_id(),
  primary key (company_id, fiscal_year_id),
  -- Not by the company first: a look-up by the key could take it.
  unique (number, company_id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year
);

-- The entries of a removed year that stay, each with the link of its chain that it follows. `removed_with` is the later
-- year with which it went all the same.
create table ledger.kept_entry (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  journal_entry_id uuid not null,
  registration bigint not null,
  content_digest bytea not null check (octet_length(content_digest) = 32),
  chain_hash bytea not null check (octet_length(chain_hash) = 32),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  removed_with uuid,
  primary key (company_id, journal_entry_id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year
);
create index kept_entry_of_year on ledger.kept_entry (company_id, fiscal_year_id, registration);

-- Files of imports that have gone; a job deletes them where they are kept.
create table ledger.dropped_file (
  company_id uuid not null references identity.company,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index dropped_file_by_time on ledger.dropped_file (dropped_at);

create function ledger.removed_year_text(p_year jsonb) returns text
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
      from ledger.kept_entry k where k.company_id = y.company and k.fiscal_year_id = y.year))
  from (select (p_year ->> 'company_id')::uuid as company, (p_year ->> 'fiscal_year_id')::uuid as year) y
$$;

create function ledger.is_removing(p_company uuid) returns boolean language sql stable as $$
  select exists (
    select from ledger.removed_year r where r.company_id = p_company and r.removed_xid = pg_current_xact_id())
$$;

create function ledger.is_going(p_company uuid, p_year uuid) returns boolean language sql stable as $$
  select ledger.is_removing(p_company) and exists (
    select from ledger.removed_year r where r.company_id = p_company and r.fiscal_year_id = p_year)
$$;

create function ledger.witness_removed_year() returns trigger language plpgsql as $$
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
    raise exception 'the fiscal year % must be kept', new.fiscal_year_id using errcode = 'GB010';
  end if;
  new.removed_xid := pg_current_xact_id();
  select coalesce(max(r.number), 0) + 1 into new.number from ledger.removed_year r where r.company_id = new.company_id;
  select r.seal into new.previous from ledger.removed_year r
  where r.company_id = new.company_id and r.number = new.number - 1;
  new.seal := sha256(convert_to(ledger.removed_year_text(to_jsonb(new)), 'UTF8'));
  return new;
end $$;

create function ledger.witness_removal_is_whole() returns trigger language plpgsql as $$
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
    raise exception 'the fiscal year % is removed as a whole, or not', new.fiscal_year_id using errcode = 'GB010';
  end if;
  return null;
end $$;

create function ledger.witness_year_removed() returns trigger language plpgsql as $$
begin
  if old.removed_at is null and ledger.is_going(new.company_id, new.id) then
    return new;
  end if;
  raise exception 'the fiscal year % is removed together with its rows, once', old.id using errcode = 'GB010';
end $$;

create function ledger.keep_kept_entry() returns trigger language plpgsql as $$
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
  raise exception 'what is kept of a removed year stays as it was sealed' using errcode = 'GB001';
end $$;

-- Outside of a removal no statement removes what is booked, whichever rows it is about.
create function ledger.refuse_unless_removing() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger.removed_year r where r.removed_xid = pg_current_xact_id()) then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

create function ledger.keep_entries() returns trigger language plpgsql as $$
begin
  perform from gone g
  left join ledger.kept_entry k on k.company_id = g.company_id and k.journal_entry_id = g.id and k.removed_with is null
  where k.journal_entry_id is not null or not ledger.is_going(g.company_id, g.fiscal_year_id);
  if found then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

create function ledger.keep_items() returns trigger language plpgsql as $$
begin
  perform from gone g
  left join ledger.journal_entry e on e.company_id = g.company_id and e.id = g.journal_entry_id
  left join ledger.kept_entry k
    on k.company_id = g.company_id and k.journal_entry_id = g.journal_entry_id and k.removed_with is null
  where e.id is null or k.journal_entry_id is not null or not ledger.is_going(e.company_id, e.fiscal_year_id);
  if found then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

create function ledger.keep_imports() returns trigger language plpgsql as $$
begin
  if not ledger.is_removing(old.company_id) then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  insert into ledger.dropped_file (company_id, digest) values (old.company_id, old.file_digest) on conflict do nothing;
  return old;
end $$;

create function ledger.keep_upload() returns trigger language plpgsql as $$
begin
  perform from ledger.journal_entry e
  left join ledger.kept_entry k on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
  where e.company_id = old.company_id and e.id = old.journal_entry_id and k.journal_entry_id is null
    and ledger.is_going(e.company_id, e.fiscal_year_id);
  if found then
    return old;
  end if;
  raise exception 'upload % is never removed, only deleted', old.id using errcode = 'GB051';
end $$;

create function year_end.keep_of_year() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and ledger.is_going(old.company_id, old.fiscal_year_id) then
    return old;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

select platform.witness_table('ledger.removed_year', 'removed fiscal year', '{removed_xid}');
select platform.witness_table('ledger.kept_entry', 'entry that stays of a removed fiscal year');

create trigger removed_year_is_over before insert on ledger.removed_year
  for each row execute function ledger.witness_removed_year();
create trigger removed_years_stay before update or delete or truncate on ledger.removed_year
  for each statement execute function platform.refuse_change();
create constraint trigger removal_is_whole after insert on ledger.removed_year deferrable initially deferred
  for each row execute function ledger.witness_removal_is_whole();
create trigger kept_entry_stays before insert or update or delete on ledger.kept_entry
  for each row execute function ledger.keep_kept_entry();
create trigger kept_entries_stay before truncate on ledger.kept_entry
  for each statement execute function platform.refuse_change();
create trigger year_is_removed_once before update on ledger.fiscal_year
  for each row when (old.removed_at is distinct from new.removed_at) execute function ledger.witness_year_removed();

drop trigger entries_stay on ledger.journal_entry;
create trigger entries_stay before update or truncate on ledger.journal_entry
  for each statement execute function platform.refuse_change();
create trigger entries_stay_outside_of_removals before delete on ledger.journal_entry
  for each statement execute function ledger.refuse_unless_removing();
create trigger entries_go_with_their_year after delete on ledger.journal_entry
  referencing old table as gone for each statement execute function ledger.keep_entries();
drop trigger items_stay on ledger.journal_entry_item;
create trigger items_stay before update or truncate on ledger.journal_entry_item
  for each statement execute function platform.refuse_change();
create trigger items_stay_outside_of_removals before delete on ledger.journal_entry_item
  for each statement execute function ledger.refuse_unless_removing();
create trigger items_go_with_their_year after delete on ledger.journal_entry_item
  referencing old table as gone for each statement execute function ledger.keep_items();
drop trigger sie_imports_stay on ledger.sie_import;
create trigger sie_imports_stay before update or truncate on ledger.sie_import
  for each statement execute function platform.refuse_change();
create trigger sie_imports_stay_outside_of_removals before delete on ledger.sie_import
  for each statement execute function ledger.refuse_unless_removing();
create trigger sie_import_goes_with_its_year before delete on ledger.sie_import
  for each row execute function ledger.keep_imports();

drop trigger upload_stays on documents.upload;
create trigger upload_stays before update on documents.upload
  for each row execute function documents.keep_upload();
create trigger upload_goes_with_its_entry before delete on documents.upload
  for each row execute function ledger.keep_upload();
create trigger counted_when_removed after delete on documents.upload
  referencing old table as changed for each statement execute function platform.count_rows('upload');
alter table readings.reading drop constraint reading_company_id_upload_id_fkey;
alter table readings.reading add foreign key (company_id, upload_id) references documents.upload on delete cascade;

drop trigger closings_stay on year_end.closing;
create trigger closings_stay before truncate on year_end.closing
  for each statement execute function platform.refuse_change();
create trigger closing_goes_with_its_year before update or delete on year_end.closing
  for each row execute function year_end.keep_of_year();
drop trigger handing_in_stays on year_end.handing_in;
create trigger handing_in_stays before truncate on year_end.handing_in
  for each statement execute function platform.refuse_change();
create trigger handing_in_goes_with_its_year before update or delete on year_end.handing_in
  for each row execute function year_end.keep_of_year();

-- Whether anything refers to an entry that goes is looked up for each of them.
create index invoice_by_entry on sales.invoice (company_id, journal_entry_id) where journal_entry_id is not null;
create index payment_by_entry on sales.payment (company_id, journal_entry_id) where journal_entry_id is not null;
create index settlement_by_entry on sales.settlement (company_id, journal_entry_id) where journal_entry_id is not null;
create index income_share_by_entry on sales.income_share (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index tax_reduction_answer_by_entry on sales.tax_reduction_answer (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index supplier_invoice_by_entry on purchasing.supplier_invoice (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index payment_by_entry on purchasing.payment (company_id, journal_entry_id) where journal_entry_id is not null;
create index payment_by_moved_entry on purchasing.payment (company_id, moved_entry_id)
  where moved_entry_id is not null;
