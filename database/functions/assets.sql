-- What is booked of fixed assets stays, and is booked once: a row counts while nothing reverses its entry.

create or replace function assets.keep_asset() returns trigger language plpgsql as $$
declare
  named constant text[] := array['number', 'name', 'modified_at'];
  corrected constant text[] := named || array['months', 'first_month', 'depreciated_ore', 'depreciated_through'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - named = to_jsonb(old) - named then
      return new;
    end if;
    -- A plan is corrected while there is an asset, and never beyond its value.
    if to_jsonb(new) - corrected = to_jsonb(old) - corrected and new.months is not null and not exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id))
      and new.value_ore - new.residual_ore - new.depreciated_ore >= (
        select coalesce(sum(d.ore), 0) from assets.depreciation d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
      return new;
    end if;
  end if;
  if exists (select from assets.depreciation d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.disposal d where d.company_id = old.company_id and d.fixed_asset_id = old.id) then
    -- One that was disposed of may go with a removed fiscal year; what was booked of it goes in the same statement.
    if tg_op = 'DELETE' and ledger.is_removing(old.company_id) and exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
      return old;
    end if;
    raise exception 'fixed asset % has entries and stays', old.id using errcode = 'GB101';
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
    raise exception 'fixed asset % is depreciated for % already', new.fixed_asset_id, new.month using errcode = 'GB102';
  end if;
  if (select a.value_ore - a.residual_ore - a.depreciated_ore from assets.fixed_asset a
      where a.company_id = new.company_id and a.id = new.fixed_asset_id) < new.ore + (
      select coalesce(sum(d.ore), 0) from assets.depreciation d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
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
    raise exception 'fixed asset % is disposed of already', new.fixed_asset_id using errcode = 'GB103';
  end if;
  return new;
end $$;

-- After a statement that removed what was booked of fixed assets: it goes with its asset, or stays.
create or replace function assets.keep_with_asset() returns trigger language plpgsql as $$
begin
  perform from gone g join assets.fixed_asset a on a.company_id = g.company_id and a.id = g.fixed_asset_id;
  if found then
    raise exception 'what was booked of a fixed asset stays with it' using errcode = 'GB101';
  end if;
  return null;
end $$;
