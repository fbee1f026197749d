-- The frame of the books also has the accounts that roles have, and the days that VAT was reported for: whoever decides
-- on a remembered frame learns from its version that one of them was changed.
create trigger account_role_added after insert on ledger.account_role
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger account_role_changed after update on ledger.account_role
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger vat_report_added after insert on ledger.vat_report
  referencing new table as changed for each statement execute function ledger.renew_version();
create trigger vat_report_changed after update on ledger.vat_report
  referencing new table as changed for each statement execute function ledger.renew_version();
