-- Witnesses: published, signed, received or registered data leaves its digest in a hash chain of its company.

-- Starts witnessing a table. `p_name` is the name of a row in reports of faults, `p_apart` are columns left out of its
-- content, `p_due_column` is null in rows that are not witnessed yet; alternatively `p_due` is a condition on the row
-- `t`, for tables with their own triggers (`p_triggers` false).
create or replace function platform.witness_table(
  p_table regclass, p_name text, p_apart text[] default '{}', p_chain text[] default '{company_id}',
  p_due_column text default null, p_due text default 'true', p_triggers boolean default true
) returns void language plpgsql as $$
declare
  argument constant text := coalesce(quote_literal(p_due_column), '');
  action constant text := format('for each statement execute function platform.witness_statement(%s)', argument);
  what text;
  key text[];
  is_empty boolean;
begin
  select n.nspname || '.' || c.relname into what
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table;
  select array_agg(a.attname::text order by k.at) into key
  from pg_index i cross join unnest(i.indkey) with ordinality k (number, at)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = p_table and i.indisprimary;
  execute format('select not exists (select from %s)', p_table) into is_empty;
  insert into platform.witnessed (what, name, chain, key, apart, due, is_walked)
  values (what, p_name, p_chain, key, p_apart,
    case when p_due_column is null then p_due else format('t.%I is not null', p_due_column) end, is_empty);
  perform platform.renew_shape(p_table);
  if p_triggers then
    execute format('create trigger witnessed_when_added after insert on %s referencing new table as changed %s',
      p_table, action);
    execute format('create trigger witnessed_when_changed after update on %s '
      'referencing old table as before new table as changed %s', p_table, action);
    execute format('create trigger witnessed_when_removed after delete on %s referencing old table as before %s',
      p_table, action);
  end if;
end $$;

-- Creates the shape of a table's content from its current columns. In separate steps, because a cluster cannot plan
-- them as one.
create or replace function platform.renew_shape(p_table regclass) returns void language plpgsql as $$
declare
  own_name constant text := platform.name_of(p_table);
  left_out text[];
  names text[];
begin
  select w.apart into left_out from platform.witnessed w where w.what = own_name;
  if not found then
    return;
  end if;
  names := array(
    select a.attname::text from pg_attribute a
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attname::text <> all (left_out)
    order by a.attname::text collate "C");
  insert into platform.witness_shape (what, columns) values (own_name, names) on conflict do nothing;
end $$;

-- Has all rows of a table witnessed again at the next start, after columns were renamed, dropped or retyped.
create or replace function platform.witness_again(p_table regclass) returns void language plpgsql as $$
declare
  own_name constant text := platform.name_of(p_table);
begin
  perform platform.renew_shape(p_table);
  update platform.witnessed set is_walked = false, walked_to = null where what = own_name;
end $$;

-- The name of a table with its schema, independent of the search path.
create or replace function platform.name_of(p_table regclass) returns text language sql stable as $$
  select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table
$$;

-- After a statement on a witnessed table. The argument is the column that is null until a row is to be witnessed.
create or replace function platform.witness_statement() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  what constant text := tg_table_schema || '.' || tg_table_name;
  due constant text := tg_argv[0];
  contents jsonb[];
  earlier jsonb[];
begin
  if tg_op <> 'DELETE' then
    select array_agg(c) into contents
    from (select to_jsonb(t) as c from changed t) x where due is null or c ->> due is not null;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(c) into earlier
    from (select to_jsonb(t) as c from before t) x where due is null or c ->> due is not null;
  end if;
  perform platform.witness_contents(what, contents, earlier);
  return null;
end $$;

-- The same per row, for tables with many statements that only change other columns.
create or replace function platform.witness_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform platform.witness_contents(tg_table_schema || '.' || tg_table_name, array[to_jsonb(new)], null);
  return null;
end $$;

-- The shape of a content, created if it is missing. Shapes are created with the tables, so this hardly ever writes.
create or replace function platform.shape_of(p_what text, p_content jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  names text[];
  found_id integer;
begin
  -- A single statement, since the shape almost always exists.
  select s.id into found_id from platform.witness_shape s where s.what = p_what
    and s.columns = array(select k from jsonb_object_keys(p_content) k order by k collate "C");
  if found_id is null then
    names := array(select k from jsonb_object_keys(p_content) k order by k collate "C");
    insert into platform.witness_shape (what, columns) values (p_what, names) on conflict do nothing;
    select s.id into found_id from platform.witness_shape s where s.what = p_what and s.columns = names;
  end if;
  return found_id;
end $$;

-- Writes the witness of contents: the current ones, and the earlier ones. A content that has not changed leaves none;
-- one without a current version was removed.
create or replace function platform.witness_contents(p_what text, p_now jsonb[], p_before jsonb[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO' set intervalstyle = 'postgres' as $$
declare
  kind platform.witnessed;
  own_chain text;
  own_row text;
  own_content jsonb;
  -- The chains for which this transaction has witnesses, each once.
  waiting constant text := coalesce(current_setting('grundbok.chains', true), '');
  chains text;
begin
  if coalesce(cardinality(p_now), 0) + coalesce(cardinality(p_before), 0) = 0 then
    return;
  end if;
  select * into strict kind from platform.witnessed w where w.what = p_what;
  -- Usually there is one row, for which the statement below would take twice as long.
  if cardinality(p_now) = 1 and coalesce(cardinality(p_before), 0) <= 1 then
    own_chain := platform.witnessed_chain(p_now[1], kind.chain);
    own_row := platform.witnessed_row(p_now[1], kind.key);
    own_content := p_now[1] - kind.apart;
    if coalesce(cardinality(p_before), 0) = 0
      or platform.witnessed_chain(p_before[1], kind.chain) = own_chain
        and platform.witnessed_row(p_before[1], kind.key) = own_row
    then
      if own_content::text is distinct from (p_before[1] - kind.apart)::text then
        insert into platform.witness (chain_id, what, shape, rows, digests)
        values (own_chain::uuid, p_what, platform.shape_of(p_what, own_content),
          array[own_row], array[sha256(convert_to(own_content::text, 'UTF8'))]);
        if position(own_chain in waiting) = 0 then
          perform set_config('grundbok.chains', concat_ws(' ', nullif(waiting, ''), own_chain), true);
        end if;
      end if;
      return;
    end if;
  end if;
  with contents as (
    select true as is_now, c - kind.apart as content, c as whole from unnest(p_now) c
    union all
    select false, c - kind.apart, c from unnest(p_before) c
  ), rows as (
    select is_now, content, sha256(convert_to(content::text, 'UTF8')) as digest,
      platform.witnessed_chain(whole, kind.chain)::uuid as chain, platform.witnessed_row(whole, kind.key) as row
    from contents
  ), changed as (
    select n.chain, n.row, n.digest from rows n
    where n.is_now
      and (n.chain, n.row, n.digest) not in (select b.chain, b.row, b.digest from rows b where not b.is_now)
    union all
    select b.chain, b.row, null from rows b
    where not b.is_now and (b.chain, b.row) not in (select n.chain, n.row from rows n where n.is_now)
  ), left_now as (
    insert into platform.witness (chain_id, what, shape, rows, digests)
    select chain, p_what, platform.shape_of(p_what, (select content from rows limit 1)),
      array_agg(row order by row), array_agg(digest order by row)
    from changed group by chain order by chain
    returning chain_id
  )
  select string_agg(chain_id::text, ' ') into chains from left_now where position(chain_id::text in waiting) = 0;
  if chains is not null then
    perform set_config('grundbok.chains', concat_ws(' ', nullif(waiting, ''), chains), true);
  end if;
end $$;

-- The chain of a row's witness: the value of the first of these columns that is not null.
create or replace function platform.witnessed_chain(p_whole jsonb, p_chain text[]) returns text
language plpgsql immutable as $$
begin
  return coalesce(p_whole ->> p_chain[1], p_whole ->> p_chain[2], p_whole ->> p_chain[3]);
end $$;

-- The name of a row in witnesses: its key without the company.
create or replace function platform.witnessed_row(p_whole jsonb, p_key text[]) returns text
language plpgsql immutable as $$
declare
  name text;
  named text;
begin
  foreach name in array p_key loop
    if name <> 'company_id' then
      named := concat_ws(' ', named, p_whole ->> name);
    end if;
  end loop;
  return coalesce(named, '-');
end $$;

-- At commit: numbers and links a witness. If a transaction has several chains, its first witness locks the heads of all
-- of them, in the order of their ids, to prevent deadlocks.
create or replace function platform.chain_witness() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  waiting constant text := coalesce(current_setting('grundbok.chains', true), '');
  last platform.witness_head;
begin
  if waiting <> '' then
    if position(' ' in waiting) > 0 then
      insert into platform.witness_head (chain_id)
      select c::uuid from string_to_table(waiting, ' ') c order by 1 on conflict do nothing;
      perform from platform.witness_head h
      where h.chain_id = any (string_to_array(waiting, ' ')::uuid[]) order by h.chain_id for update;
    end if;
    perform set_config('grundbok.chains', '', true);
  end if;
  loop
    update platform.witness_head h set number = h.number + 1,
      link = sha256(h.link || int8send(h.number + 1) || sha256(convert_to(
        platform.witness_text(new.what, s.columns, new.witnessed_at, new.rows, new.digests), 'UTF8')))
    from platform.witness_shape s
    where h.chain_id = new.chain_id and s.id = new.shape
    returning h.* into last;
    exit when found;
    insert into platform.witness_head (chain_id) values (new.chain_id) on conflict do nothing;
  end loop;
  update platform.witness w set number = last.number, link = last.link where w.id = new.id;
  return null;
end $$;

-- The text from which a witness's link is computed, besides the previous link and the number; any program can reproduce
-- it.
create or replace function platform.witness_text(
  p_what text, p_columns text[], p_at timestamptz, p_rows text[], p_digests bytea[]
) returns text language plpgsql immutable as $$
begin
  return (
    select p_what || E'\n' || array_to_string(p_columns, ' ') || E'\n'
      || (extract(epoch from p_at) * 1000)::bigint || E'\n'
      || string_agg(coalesce(encode(d, 'hex'), '-') || ' ' || r, E'\n' order by at)
    from unnest(p_rows, p_digests) with ordinality u (r, d, at));
end $$;

-- The digest of a content for certain columns.
create or replace function platform.witness_digest(p_content jsonb, p_columns text[]) returns bytea
language sql immutable as $$
  select sha256(convert_to(
    (p_content - array(select k from jsonb_object_keys(p_content) k where k <> all (p_columns)))::text, 'UTF8'))
$$;

-- One step of witnessing existing rows: at most `p_limit` rows of one table. Returns its name, or null if nothing is
-- left. Rows are locked, so that none changes between being read and witnessed.
create or replace function platform.witness_next(p_limit integer) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  kind platform.witnessed;
  names text;
  contents jsonb[];
begin
  select * into kind from platform.witnessed w where not w.is_walked order by w.what limit 1 for update;
  if not found then
    return null;
  end if;
  select string_agg(format('t.%I', k), ', ' order by at) into names from unnest(kind.key) with ordinality u (k, at);
  execute format('
    with batch as materialized (
      select t as whole from %s t where %s and (%s) order by %s limit %s for share
    ) select array_agg(to_jsonb(whole) order by %s) from batch b cross join lateral (select (b.whole).*) t',
    kind.what::regclass,
    case when kind.walked_to is null then 'true' else format('(%s) > (%s)', names,
      (select string_agg(quote_literal(v), ', ' order by at)
        from unnest(kind.walked_to) with ordinality u (v, at))) end,
    kind.due, names, p_limit, names) into contents;
  perform platform.witness_contents(kind.what, contents, null);
  update platform.witnessed w set is_walked = coalesce(cardinality(contents), 0) < p_limit,
    walked_to = (select array_agg(contents[cardinality(contents)] ->> k order by at)
      from unnest(w.key) with ordinality u (k, at))
  where w.what = kind.what;
  return kind.name;
end $$;

-- A witness gets its number and link once, and never changes otherwise.
create or replace function platform.keep_witness() returns trigger language plpgsql as $$
declare
  linked platform.witness;
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    linked := old;
    linked.number := new.number;
    linked.link := new.link;
    if old.number is null and new is not distinct from linked then
      return new;
    end if;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;
