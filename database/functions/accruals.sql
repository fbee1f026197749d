-- Bookings of accruals are never changed, and exist once per month: a row counts unless its entry is reversed.

create or replace function accruals.keep_accrual() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'modified_at' = to_jsonb(old) - 'modified_at' then
      return new;
    end if;
  -- A reversed or completely booked accrual may be removed with a fiscal year; its months are removed by the same
  -- statement.
  elsif ledger.is_removing(old.company_id) and (
      exists (
        select from ledger.journal_entry_view r
        where r.company_id = old.company_id and r.reverses_id = old.journal_entry_id)
      or old.ore = (
        select coalesce(sum(p.ore), 0) from accruals.portion p
        where p.company_id = old.company_id and p.accrual_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = p.company_id and r.reverses_id = p.journal_entry_id))) then
    return old;
  end if;
  raise exception 'accrual % has entries and can be neither changed nor removed', old.id using errcode = 'GB111';
end $$;

create or replace function accruals.witness_portion() returns trigger language plpgsql as $$
begin
  if exists (
      select from accruals.portion p
      where p.company_id = new.company_id and p.accrual_id = new.accrual_id and p.month = new.month and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = p.company_id and r.reverses_id = p.journal_entry_id)) then
    raise exception 'accrual % is already booked for %', new.accrual_id, new.month using errcode = 'GB112';
  end if;
  if exists (
      select from accruals.accrual a
      join ledger.journal_entry_view r on r.company_id = a.company_id and r.reverses_id = a.journal_entry_id
      where a.company_id = new.company_id and a.id = new.accrual_id) then
    raise exception 'accrual % is reversed', new.accrual_id using errcode = 'GB112';
  end if;
  if exists (
      select from accruals.accrual a
      join ledger.journal_entry_view r on r.company_id = a.company_id and r.reverses_id = a.source_entry_id
      where a.company_id = new.company_id and a.id = new.accrual_id) then
    raise exception 'the entry of accrual % is reversed', new.accrual_id using errcode = 'GB112';
  end if;
  return new;
end $$;

-- After a statement that removed portions: they may only be removed with their accrual.
create or replace function accruals.keep_with_accrual() returns trigger language plpgsql as $$
begin
  perform from gone g join accruals.accrual a on a.company_id = g.company_id and a.id = g.accrual_id;
  if found then
    raise exception 'the bookings of an accrual can only be removed together with it' using errcode = 'GB111';
  end if;
  return null;
end $$;
