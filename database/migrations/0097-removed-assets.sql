-- Fixed assets go with the fiscal year in which they were disposed of, accruals with the one in which the last of their
-- months was booked.

create function assets.keep_with_asset() returns trigger language plpgsql as $$
begin
  perform from gone g join assets.fixed_asset a on a.company_id = g.company_id and a.id = g.fixed_asset_id;
  if found then
    raise exception 'what was booked of a fixed asset stays with it' using errcode = 'GB101';
  end if;
  return null;
end $$;

create function accruals.keep_with_accrual() returns trigger language plpgsql as $$
begin
  perform from gone g join accruals.accrual a on a.company_id = g.company_id and a.id = g.accrual_id;
  if found then
    raise exception 'what was booked of an accrual stays with it' using errcode = 'GB111';
  end if;
  return null;
end $$;

drop trigger depreciations_stay on assets.depreciation;
create trigger depreciations_stay before update or truncate on assets.depreciation
  for each statement execute function platform.refuse_change();
create trigger depreciations_stay_outside_of_removals before delete on assets.depreciation
  for each statement execute function ledger.refuse_unless_removing();
create trigger depreciations_go_with_their_year after delete on assets.depreciation
  referencing old table as gone for each statement execute function ledger.keep_documents('', 'month');
create trigger depreciations_go_with_their_asset after delete on assets.depreciation
  referencing old table as gone for each statement execute function assets.keep_with_asset();

drop trigger disposals_stay on assets.disposal;
create trigger disposals_stay before update or truncate on assets.disposal
  for each statement execute function platform.refuse_change();
create trigger disposals_stay_outside_of_removals before delete on assets.disposal
  for each statement execute function ledger.refuse_unless_removing();
create trigger disposals_go_with_their_year after delete on assets.disposal
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');
create trigger disposals_go_with_their_asset after delete on assets.disposal
  referencing old table as gone for each statement execute function assets.keep_with_asset();

drop trigger portions_stay on accruals.portion;
create trigger portions_stay before update or truncate on accruals.portion
  for each statement execute function platform.refuse_change();
create trigger portions_stay_outside_of_removals before delete on accruals.portion
  for each statement execute function ledger.refuse_unless_removing();
create trigger portions_go_with_their_year after delete on accruals.portion
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'month', 'journal_entry_id');
create trigger portions_go_with_their_accrual after delete on accruals.portion
  referencing old table as gone for each statement execute function accruals.keep_with_accrual();
create trigger accruals_go_with_their_year after delete on accruals.accrual
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'first_month', 'journal_entry_id');
