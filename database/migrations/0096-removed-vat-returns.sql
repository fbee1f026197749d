-- VAT returns go with the fiscal year that their last day is in.

drop trigger returns_stay on vat.vat_return;
create trigger returns_stay before update or truncate on vat.vat_return
  for each statement execute function platform.refuse_change();
create trigger returns_stay_outside_of_removals before delete on vat.vat_return
  for each statement execute function ledger.refuse_unless_removing();
create trigger returns_go_with_their_year after delete on vat.vat_return
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'end_date', 'journal_entry_id');
