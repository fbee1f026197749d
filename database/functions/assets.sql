-- Bookings of fixed assets are never changed, and exist once: a row counts unless its entry is reversed.

-- What is left of a fixed asset in the register, in öre: of its acquisition value, its residual value, what is
-- depreciated of it and what is written down.
create or replace function assets.left_of(p_company uuid, p_asset uuid)
returns table (value_ore bigint, residual_ore bigint, depreciated_ore bigint, written_down_ore bigint)
language plpgsql as $$
begin
  return query
  select a.value_ore - c.value_ore, a.residual_ore - c.residual_ore, a.depreciated_ore + d.ore - c.depreciated_ore,
    c.written_down_ore
  from assets.fixed_asset a
  cross join lateral (
    select coalesce(sum(d.ore), 0)::bigint as ore from assets.depreciation d
    where d.company_id = a.company_id and d.fixed_asset_id = a.id and not exists (
      select from ledger.journal_entry_view r
      where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) d
  cross join lateral (
    select coalesce(sum(c.value_ore), 0)::bigint as value_ore, coalesce(sum(c.residual_ore), 0)::bigint as residual_ore,
      coalesce(sum(c.depreciated_ore), 0)::bigint as depreciated_ore,
      coalesce(sum(c.written_down_ore), 0)::bigint as written_down_ore
    from assets.value_change c
    where c.company_id = a.company_id and c.fixed_asset_id = a.id and not exists (
      select from ledger.journal_entry_view r
      where r.company_id = c.company_id and r.reverses_id = c.journal_entry_id)) c
  where a.company_id = p_company and a.id = p_asset;
end $$;

create or replace function assets.keep_asset() returns trigger language plpgsql as $$
declare
  named constant text[] := array['number', 'name', 'modified_at'];
  corrected constant text[] := named || array['months', 'first_month', 'depreciated_ore', 'depreciated_through'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - named = to_jsonb(old) - named then
      return new;
    end if;
    -- A depreciation plan may be corrected until disposal, but never beyond the asset's value.
    if to_jsonb(new) - corrected = to_jsonb(old) - corrected and new.months is not null and not exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id))
      and (
        select l.value_ore - l.residual_ore - l.depreciated_ore - l.written_down_ore
        from assets.left_of(old.company_id, old.id) l) >= new.depreciated_ore - old.depreciated_ore then
      return new;
    end if;
  end if;
  if exists (select from assets.depreciation d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.disposal d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.value_change c where c.company_id = old.company_id and c.fixed_asset_id = old.id) then
    -- One that was disposed of may go with a removed fiscal year; what was booked of it goes in the same statement.
    if tg_op = 'DELETE' and ledger.is_removing(old.company_id) and exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
      return old;
    end if;
    raise exception 'fixed asset % has entries and can be neither changed nor removed', old.id using errcode = 'GB101';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

create or replace function assets.witness_depreciation() returns trigger language plpgsql as $$
begin
  if exists (
      select from assets.depreciation d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and d.month = new.month
        and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is already depreciated for %', new.fixed_asset_id, new.month using errcode = 'GB102';
  end if;
  if (select l.value_ore - l.residual_ore - l.depreciated_ore - l.written_down_ore
      from assets.left_of(new.company_id, new.fixed_asset_id) l) < new.ore then
    raise exception 'fixed asset % would be depreciated beyond its value', new.fixed_asset_id using errcode = 'GB102';
  end if;
  return new;
end $$;

create or replace function assets.witness_disposal() returns trigger language plpgsql as $$
begin
  if exists (
      select from assets.disposal d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is already disposed of', new.fixed_asset_id using errcode = 'GB103';
  end if;
  return new;
end $$;

create or replace function assets.witness_value_change() returns trigger language plpgsql as $$
declare
  l record;
begin
  if exists (
      select from assets.disposal d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is disposed of already', new.fixed_asset_id using errcode = 'GB103';
  end if;
  select * into l from assets.left_of(new.company_id, new.fixed_asset_id);
  -- What is left is never below zero, nor is the book value below what is left of the residual value.
  if new.written_down_ore < -l.written_down_ore or new.depreciated_ore > l.depreciated_ore
      or new.residual_ore > l.residual_ore or new.value_ore >= l.value_ore
      or l.value_ore - new.value_ore < l.residual_ore - new.residual_ore + l.depreciated_ore - new.depreciated_ore
        + l.written_down_ore + new.written_down_ore then
    raise exception 'fixed asset % has less left than that', new.fixed_asset_id using errcode = 'GB104';
  end if;
  return new;
end $$;

-- After a statement that removed what was booked of fixed assets: it goes with its asset, or stays.
create or replace function assets.keep_with_asset() returns trigger language plpgsql as $$
begin
  perform from gone g join assets.fixed_asset a on a.company_id = g.company_id and a.id = g.fixed_asset_id;
  if found then
    raise exception 'the bookings of a fixed asset can only be removed together with it' using errcode = 'GB101';
  end if;
  return null;
end $$;
