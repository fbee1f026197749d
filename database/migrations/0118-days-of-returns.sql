-- What is left of a VAT period that was reported in part may be one day.
alter table vat.vat_return drop constraint vat_return_days;
alter table vat.vat_return add constraint vat_return_days check (start_date <= end_date);
alter table ledger.vat_report drop constraint vat_report_check;
alter table ledger.vat_report add constraint vat_report_check check (start_date <= end_date);
