-- What is booked of fixed assets stays, and is booked once: a row counts while nothing reverses its entry.

create or replace function assets.keep_asset() returns trigger language plpgsql as $$
declare
  named constant text[] := array['number', 'name', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - named = to_jsonb(old) - named then
      return new;
    end if;
  end if;
  if exists (select from assets.depreciation d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.disposal d where d.company_id = old.company_id and d.fixed_asset_id = old.id) then
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
