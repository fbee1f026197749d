-- Tags: groups get the short name that the API knows them by, entries get tags of their own, and an entry comes into the
-- books together with its tags and its upload.
--
--   GB052  an entry's tag is not the company's, its weights within a group come to more than 1, it has tags beside
--          those of its items, or a tag would be changed where it stands
--   GB053  the code or group of a tag, or the dimension of a tag group, would be changed

-- ---------------------------------------------------------------------------------------------------------------------
-- tag groups and tags

-- Groups that came with files get what they lacked: an alias, and a name that is theirs alone.
alter table ledger.tag_group add alias text;
update ledger.tag_group t set
  name = case when g.place = 1 then left(g.name, 180) else left(g.name, 180) || ' (' || g.number || ')' end,
  alias = case when g.number < 100 then 'D' || g.number when g.number < 1000 then g.number::text
    else chr(65 + (g.nth / 676 % 26)::integer) || chr(65 + (g.nth / 26 % 26)::integer) || chr(65 + (g.nth % 26)::integer)
    end
from (
  select company_id, id, name, dimension_number as number,
    row_number() over (partition by company_id, left(name, 180) order by dimension_number) as place,
    row_number() over (partition by company_id order by dimension_number) as nth
  from ledger.tag_group
) as g
where t.company_id = g.company_id and t.id = g.id;

-- A dimension that another one is part of is there as long as that one is.
alter table ledger.tag_group
  alter column alias set not null,
  add check (length(name) between 1 and 200),
  add check (length(alias) between 1 and 3),
  add unique (company_id, name),
  add unique (company_id, alias),
  add foreign key (company_id, parent_dimension_number) references ledger.tag_group (company_id, dimension_number)
    deferrable initially deferred;

-- Files may name several objects of a dimension alike, their codes tell them apart; names given here are unique.
alter table ledger.tag add name_of_file boolean not null default true;
alter table ledger.tag alter column name_of_file set default false;
create unique index tag_named_here on ledger.tag (company_id, tag_group_id, name) where not name_of_file;

create function ledger.keep_tag() returns trigger language plpgsql as $$
begin
  raise exception '% % keeps its code, group and dimension', tg_table_name, old.id using errcode = 'GB053';
end $$;
create trigger tag_stays_in_group before update on ledger.tag for each row
  when ((new.company_id, new.id, new.tag_group_id, new.code) is distinct from
    (old.company_id, old.id, old.tag_group_id, old.code))
  execute function ledger.keep_tag();
create trigger tag_group_keeps_dimension before update on ledger.tag_group for each row
  when ((new.company_id, new.id, new.dimension_number, new.parent_dimension_number) is distinct from
    (old.company_id, old.id, old.dimension_number, old.parent_dimension_number))
  execute function ledger.keep_tag();

-- ---------------------------------------------------------------------------------------------------------------------
-- tags of entries

-- Tags of an entry as a whole; those of its items stand in journal_entry_item_tag. An entry has the one or the other.
create table ledger.journal_entry_tag (
  company_id uuid not null,
  journal_entry_id uuid not null,
  tag_id uuid not null,
  weight numeric(9, 6) not null check (weight > 0 and weight <= 1),
  primary key (company_id, journal_entry_id, tag_id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry,
  foreign key (company_id, tag_id) references ledger.tag
);
create index journal_entry_tag_by_tag on ledger.journal_entry_tag (company_id, tag_id, journal_entry_id);

-- Look-ups are lateral and kept in one piece, as those of ledger.witness_items are and for the same reason.
create function ledger.witness_tags() returns trigger language plpgsql set enable_seqscan = off as $$
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
    raise exception 'the tags of entry % weigh % within the group %', wrong.entry, wrong.weight, wrong.group
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
create trigger tags_are_in_measure after insert on ledger.journal_entry_tag
  referencing new table as added for each statement execute function ledger.witness_tags();
create trigger item_tags_are_in_measure after insert on ledger.journal_entry_item_tag
  referencing new table as added for each statement execute function ledger.witness_tags();

create function ledger.refuse_tag_change() returns trigger language plpgsql as $$
begin
  raise exception 'tags of entries are removed and set anew, never changed' using errcode = 'GB052';
end $$;
create trigger tags_are_set_anew before update or truncate on ledger.journal_entry_tag
  for each statement execute function ledger.refuse_tag_change();
create trigger item_tags_are_set_anew before update or truncate on ledger.journal_entry_item_tag
  for each statement execute function ledger.refuse_tag_change();

-- ---------------------------------------------------------------------------------------------------------------------
-- entries come with their tags and their upload

-- Gives entries that were just booked the tags and uploads that stand beside them.
create function ledger.post_beside(p_company uuid, p_entries jsonb) returns void language plpgsql as $$
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
    raise exception 'a tag is not there, or not for this company' using errcode = 'GB052';
  end;
  for beside in
    select e.id as entry, e.upload_id as upload, e.registered_at
    from jsonb_to_recordset(p_entries) as e (id uuid, upload_id uuid, registered_at timestamptz)
    where e.upload_id is not null
    order by e.upload_id
  loop
    update documents.upload u set journal_entry_id = beside.entry, connected_at = beside.registered_at
    where u.company_id = p_company and u.id = beside.upload and u.journal_entry_id is null
      and u.supplier_invoice_id is null and u.deleted_at is null;
    if not found then
      raise exception 'upload % is not there, deleted, or connected already', beside.upload using errcode = 'GB051';
    end if;
  end loop;
end $$;

-- As before (0001), and gives the entries their tags and uploads: tags [{ line?, tag_id, weight }], without a line those
-- of the entry as a whole, and upload_id. Entries without pay one look at their keys. Neither is part of what is
-- digested and chained.
create or replace function ledger.post_entries(
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
  has_beside boolean := false;
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
    has_beside := has_beside or entry ? 'tags' or entry ? 'upload_id';
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

  if has_beside then
    perform ledger.post_beside(p_company, p_entries);
  end if;

  insert into ledger.series (company_id, fiscal_year_id, series, last_number, last_hash)
  values (p_company, p_fiscal_year, p_series, last_number, last_hash)
  on conflict (company_id, fiscal_year_id, series)
  do update set last_number = excluded.last_number, last_hash = excluded.last_hash;

  return query
    select (value->>'id')::uuid, numbers[place], first_registration + place - 1
    from jsonb_array_elements(p_entries) with ordinality as e (value, place);
end $$;
