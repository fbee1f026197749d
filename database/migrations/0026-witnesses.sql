-- Witnesses: everything that was published, signed, received or registered leaves a digest of its content in a chain of
-- its company. Entries have a chain already and are no part of it.
--
-- A statement that adds, changes or removes rows of a witnessed table leaves one witness: the rows it touched, each
-- with the SHA-256 of its content, or without when it was removed. What may change later leaves further witnesses, and a row
-- is right while it is as its last witness says. At commit the witnesses of a transaction are numbered and linked,
-- under the head of their chain: the last lock that a transaction takes, after everything else, and the only one of its kind.
--
-- The content is the row as JSON, but for columns that are kept apart: sums and states that follow from other rows, and
-- seals that are made anew. A witness names the columns it was made of, so columns that come later change no digest. A
-- table that comes later is witnessed by `platform.witness_table`; one whose columns were renamed, dropped or retyped
-- by a migration is witnessed anew with `platform.witness_again`. What was there before is witnessed in steps at the start.

create table platform.witnessed (
  what text primary key,
  name text not null,
  chain text[] not null,
  key text[] not null,
  apart text[] not null,
  due text not null,
  is_walked boolean not null,
  walked_to text[]
);

create table platform.witness_shape (
  id integer primary key generated always as identity,
  what text not null references platform.witnessed,
  columns text[] not null,
  unique (what, columns)
);

create table platform.witness (
  -- Alone the key: a witness is found by it whatever the server knows of the table.
  id bigint primary key generated always as identity,
  chain_id uuid not null,
  what text not null,
  shape integer not null references platform.witness_shape,
  witnessed_at timestamptz not null default date_trunc('milliseconds', now()),
  rows text[] not null,
  digests bytea[] not null,
  number bigint,
  link bytea,
  unique (chain_id, number),
  check (cardinality(rows) = cardinality(digests)),
  check ((number is null) = (link is null))
);

create table platform.witness_head (
  chain_id uuid primary key,
  number bigint not null default 0,
  link bytea not null default decode(repeat('00', 32), 'hex')
) with (fillfactor = 50);

create function platform.keep_witness() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if old.number is null and to_jsonb(new) - array['number', 'link'] = to_jsonb(old) - array['number', 'link'] then
      return new;
    end if;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;
create trigger witness_stays before update or delete on platform.witness
  for each row execute function platform.keep_witness();
create trigger witnesses_stay before truncate on platform.witness
  for each statement execute function platform.keep_witness();
create trigger witness_shapes_stay before update or delete or truncate on platform.witness_shape
  for each statement execute function platform.refuse_change();
create trigger witness_heads_stay before delete or truncate on platform.witness_head
  for each statement execute function platform.refuse_change();

-- The shape of a content, made when it is not there. Shapes are made with the tables, so this hardly ever writes.
create function platform.shape_of(p_what text, p_content jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  names constant text[] := array(select k from jsonb_object_keys(p_content) k order by k collate "C");
  found_id integer;
begin
  select s.id into found_id from platform.witness_shape s where s.what = p_what and s.columns = names;
  if found_id is null then
    insert into platform.witness_shape (what, columns) values (p_what, names) on conflict do nothing;
    select s.id into found_id from platform.witness_shape s where s.what = p_what and s.columns = names;
  end if;
  return found_id;
end $$;

-- The witness of contents: those that are there now, and those that were there before. A content that is the same
-- before and now leaves none; one that is there before only was removed.
create function platform.witness_contents(p_what text, p_now jsonb[], p_before jsonb[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO' set intervalstyle = 'postgres' as $$
declare
  kind platform.witnessed;
  chains text;
begin
  if p_now is null and p_before is null then
    return;
  end if;
  select * into strict kind from platform.witnessed w where w.what = p_what;
  with contents as (
    select true as is_now, c - kind.apart as content, c as whole from unnest(p_now) c
    union all
    select false, c - kind.apart, c from unnest(p_before) c
  ), rows as (
    select is_now, content, sha256(convert_to(content::text, 'UTF8')) as digest,
      coalesce(whole ->> kind.chain[1], whole ->> kind.chain[2], whole ->> kind.chain[3])::uuid as chain,
      (select coalesce(string_agg(whole ->> k, ' ' order by at), '-')
        from unnest(kind.key) with ordinality u (k, at) where k <> 'company_id') as row
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
  select string_agg(chain_id::text, ' ') into chains from left_now;
  if chains is not null then
    perform set_config('grundbok.chains',
      concat_ws(' ', nullif(current_setting('grundbok.chains', true), ''), chains), true);
  end if;
end $$;

-- After a statement on a witnessed table. An argument names the column that is null until a row is to be witnessed.
create function platform.witness_statement() returns trigger
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

-- The same after a row, where statements that change other columns are too many to be looked at.
create function platform.witness_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform platform.witness_contents(tg_table_schema || '.' || tg_table_name, array[to_jsonb(new)], null);
  return null;
end $$;

-- What the link of a witness is made of, beside the link before it and its number: a text that any program can make.
create function platform.witness_text(
  p_what text, p_columns text[], p_at timestamptz, p_rows text[], p_digests bytea[]
) returns text language sql immutable as $$
  select p_what || E'\n' || array_to_string(p_columns, ' ') || E'\n'
    || (extract(epoch from p_at) * 1000)::bigint || E'\n'
    || string_agg(coalesce(encode(d, 'hex'), '-') || ' ' || r, E'\n' order by at)
  from unnest(p_rows, p_digests) with ordinality u (r, d, at)
$$;

-- At commit: numbers and links a witness. The first one of a transaction locks the heads of all its chains, in the order
-- of their ids, so that no two transactions wait for each other.
create function platform.chain_witness() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  waiting constant text := coalesce(current_setting('grundbok.chains', true), '');
  last platform.witness_head;
  columns text[];
begin
  if waiting <> '' then
    insert into platform.witness_head (chain_id)
    select distinct c::uuid from string_to_table(waiting, ' ') c order by 1 on conflict do nothing;
    perform from platform.witness_head h
    where h.chain_id = any (string_to_array(waiting, ' ')::uuid[]) order by h.chain_id for update;
    perform set_config('grundbok.chains', '', true);
  end if;
  select * into last from platform.witness_head h where h.chain_id = new.chain_id for update;
  select s.columns into columns from platform.witness_shape s where s.id = new.shape;
  last.number := last.number + 1;
  last.link := sha256(last.link || int8send(last.number) || sha256(convert_to(
    platform.witness_text(new.what, columns, new.witnessed_at, new.rows, new.digests), 'UTF8')));
  update platform.witness w set number = last.number, link = last.link where w.id = new.id;
  update platform.witness_head h set number = last.number, link = last.link where h.chain_id = new.chain_id;
  return null;
end $$;
create constraint trigger witnesses_are_chained after insert on platform.witness
  deferrable initially deferred for each row execute function platform.chain_witness();

-- Begins to witness a table. `p_name` is what a row is called where a fault is told, `p_apart` are columns that its
-- content leaves out, `p_due_column` is null in rows that are no matter of witnesses yet; `p_due` is a condition on the
-- row `t` instead, for tables whose triggers are their own (`p_triggers` false).
create function platform.witness_table(
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

-- Makes the shape of a table's content as its columns are now.
create function platform.renew_shape(p_table regclass) returns void language sql as $$
  insert into platform.witness_shape (what, columns)
  select w.what, array_agg(a.attname::text order by a.attname::text collate "C")
  from platform.witnessed w join pg_attribute a on a.attrelid = p_table
  where w.what::regclass = p_table and a.attnum > 0 and not a.attisdropped and a.attname::text <> all (w.apart)
  group by w.what on conflict do nothing
$$;

-- Has all rows of a table witnessed anew at the next start, after its columns were renamed, dropped or retyped.
create function platform.witness_again(p_table regclass) returns void language sql as $$
  select platform.renew_shape(p_table);
  update platform.witnessed set is_walked = false, walked_to = null where what::regclass = p_table
$$;

-- One step over what was there before it was witnessed: at most so many rows of one table. Answers its name, or null
-- when nothing is left. Rows are held meanwhile, so that none changes between its being read and being witnessed.
create function platform.witness_next(p_limit integer) returns text
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

-- A content as a witness of certain columns has it.
create function platform.witness_digest(p_content jsonb, p_columns text[]) returns bytea
language sql immutable as $$
  select sha256(convert_to(
    (p_content - array(select k from jsonb_object_keys(p_content) k where k <> all (p_columns)))::text, 'UTF8'))
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What is witnessed.

select
  platform.witness_table('identity.company', 'company', p_chain => '{id}'),
  platform.witness_table('platform.history', 'row of the processing history',
    p_chain => '{company_id,agency_id,actor_id}'),
  platform.witness_table('ledger.fiscal_year', 'fiscal year'),
  platform.witness_table('ledger.book', 'lock date', '{version,entry_count}', p_triggers => false),
  platform.witness_table('ledger.opening_balance', 'opening balance'),
  platform.witness_table('ledger.comparative_balance', 'balance of the year before'),
  platform.witness_table('ledger.series_gap', 'gap in a series'),
  platform.witness_table('ledger.sie_import', 'SIE import'),
  platform.witness_table('ledger.vat_report', 'reported VAT period'),
  platform.witness_table('ledger.journal_entry_comment', 'comment'),
  platform.witness_table('documents.upload', 'upload'),
  platform.witness_table('sales.invoice', 'published document',
    '{paid_base_ore,settled_base_ore,credited_base_ore,state,modified_at}', p_due_column => 'published_at'),
  platform.witness_table('sales.invoice_line', 'line of a published document', p_triggers => false,
    p_due => 'exists (select from sales.invoice i
      where i.company_id = t.company_id and i.id = t.invoice_id and i.published_at is not null)'),
  platform.witness_table('sales.attachment', 'attachment of a published document', p_triggers => false,
    p_due => 'exists (select from sales.invoice i
      where i.company_id = t.company_id and i.id = t.invoice_id and i.published_at is not null)'),
  platform.witness_table('sales.tax_reduction', 'tax reduction'),
  platform.witness_table('sales.tax_reduction_person', 'person of a tax reduction', '{personal_number,digest}'),
  platform.witness_table('sales.tax_reduction_answer', 'answer of the tax authority'),
  platform.witness_table('sales.paper', 'paper', '{pdf_key}'),
  platform.witness_table('sales.settings', 'settings of sales'),
  platform.witness_table('sales.payment', 'customer payment'),
  platform.witness_table('sales.settlement', 'settlement'),
  platform.witness_table('sales.income_share', 'share of an income'),
  platform.witness_table('purchasing.settings', 'settings of purchasing'),
  platform.witness_table('purchasing.supplier', 'supplier', '{modified_at}'),
  platform.witness_table('purchasing.supplier_invoice', 'supplier invoice', '{paid_ore,modified_at}'),
  platform.witness_table('purchasing.supplier_invoice_line', 'line of a supplier invoice'),
  platform.witness_table('purchasing.payment', 'supplier payment'),
  platform.witness_table('banking.account', 'bank account'),
  platform.witness_table('banking.payment', 'bank payment'),
  platform.witness_table('banking.payment_file', 'payment file'),
  platform.witness_table('banking.statement', 'bank statement'),
  platform.witness_table('banking.statement_line', 'line of a bank statement'),
  platform.witness_table('banking.transaction', 'bank transaction');

-- Each post counts in this row; the lock date changes rarely.
create trigger witnessed_when_added after insert on ledger.book for each row execute function platform.witness_row();
create trigger witnessed_when_locked after update on ledger.book for each row
  when (old.lock_date is distinct from new.lock_date) execute function platform.witness_row();

-- What a draft says changes freely; with its publication all of it is witnessed, and triggers keep it.
create function sales.witness_published() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform platform.witness_contents('sales.invoice_line', array(
    select to_jsonb(l) from sales.invoice_line l where l.company_id = new.company_id and l.invoice_id = new.id), null);
  perform platform.witness_contents('sales.attachment', array(
    select to_jsonb(a) from sales.attachment a where a.company_id = new.company_id and a.invoice_id = new.id), null);
  return null;
end $$;
create trigger parts_are_witnessed after update on sales.invoice for each row
  when (old.published_at is null and new.published_at is not null) execute function sales.witness_published();
