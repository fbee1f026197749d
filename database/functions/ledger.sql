-- The structure of the books: accounts, fiscal years and their opening balances, tags. Every change sets a new version.

-- The book is found by its key; a scan would make new companies and changes of accounts slower as the number of
-- companies grows.
create or replace function ledger.renew_version() returns trigger language plpgsql as $$
begin
  update ledger.book set version = gen_random_uuid()
  where company_id = any (array(select distinct company_id from changed));
  return null;
end $$;

create or replace function ledger.renew_own_version() returns trigger language plpgsql as $$
begin
  new.version := gen_random_uuid();
  return new;
end $$;

create or replace function ledger.refuse_lost_account() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed or renumbered' using errcode = 'GB007';
end $$;

-- The accounting currency is chosen before anything is booked: all stored amounts are in it.
create or replace function ledger.refuse_moved_currency() returns trigger language plpgsql as $$
begin
  if old.entry_count > 0 then
    raise exception 'the books have entries in %: their currency cannot be changed', old.accounting_currency
      using errcode = 'GB015';
  end if;
  return new;
end $$;

-- A closed year is only reopened through a row with the actor and the reason.
create or replace function ledger.refuse_moved_year() returns trigger language plpgsql as $$
begin
  if new.company_id = old.company_id and new.id = old.id
    and new.start_date = old.start_date and new.end_date = old.end_date
    and new.closed_at is null and new.closed_by is null and old.removed_at is null
    and exists (
      select from ledger.fiscal_year_reopening r
      where r.company_id = old.company_id and r.fiscal_year_id = old.id
        and r.closed_at = old.closed_at and r.reopened_at = new.reopened_at)
  then
    return new;
  end if;
  raise exception 'the days of a fiscal year cannot be changed, and a closed year is reopened only with a reason'
    using errcode = 'GB008';
end $$;

-- A closed year keeps its figures. They may be carried over from earlier years, so those must be closed as well. Years
-- closed in another order before this rule are left alone, and can be corrected starting from the last. Triggers fire
-- in the order of their names: the one that sets a new version of the book has locked it by now, so no concurrent
-- transaction changes the years.
create or replace function ledger.witness_closed_years() returns trigger
language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  if tg_op = 'INSERT' then
    select c.id, y.id as other into wrong
    from changed c
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or y.closed and y.start_date > c.end_date and not exists (
        select from ledger.fiscal_year b
        where b.company_id = c.company_id and b.opening_stored and b.start_date > c.end_date
          and b.start_date <= y.start_date)
    limit 1;
  else
    select c.id, y.id as other into wrong
    from changed c
    join before o on o.company_id = c.company_id and o.id = c.id and (o.closed_at is null) <> (c.closed_at is null)
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or c.closed_at is null and y.closed and y.start_date > c.start_date
    limit 1;
  end if;
  if found then
    raise exception 'the fiscal year % is out of order with %: years are closed from the first on and opened again '
      'from the last on, and none is added before a closed one that would carry on from it', wrong.id, wrong.other
      using errcode = 'GB011';
  end if;
  return null;
end $$;

-- Balances are added before their revision takes effect; afterwards none may be added.
create or replace function ledger.witness_opening_balances() returns trigger language plpgsql as $$
begin
  perform from (select distinct company_id, fiscal_year_id, revision from added) a
  join ledger.fiscal_year y on y.company_id = a.company_id and y.id = a.fiscal_year_id
  where a.revision <> y.opening_revision + 1;
  if found then
    raise exception 'opening balances can only be added with the next revision of their year' using errcode = 'GB009';
  end if;
  return null;
end $$;

create or replace function ledger.witness_opening_revision() returns trigger language plpgsql as $$
begin
  if new.opening_revision <> old.opening_revision + 1 or old.closed_at is not null
    or exists (select from ledger.book b where b.company_id = new.company_id and b.lock_date >= new.start_date)
  then
    raise exception 'the opening balances of year % cannot be changed', new.id using errcode = 'GB009';
  end if;
  return new;
end $$;

create or replace function ledger.keep_tag() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot change its code, group or dimension', tg_table_name, old.id using errcode = 'GB053';
end $$;

create or replace function ledger.refuse_tag_change() returns trigger language plpgsql as $$
begin
  raise exception 'tags of entries can be removed and added, but not changed' using errcode = 'GB052';
end $$;

-- What was booked before the VAT code of an account was changed keeps its rows.
create or replace function ledger.note_vat_code() returns trigger language plpgsql as $$
begin
  select b.entry_count into new.vat_code_until from ledger.book b where b.company_id = new.company_id;
  return new;
end $$;
