-- A reported VAT period locks what would change its return, and nothing else: entries with a line on an account of tax,
-- or with a VAT row. The lock date that people set locks everything.
alter table ledger.book add column vat_lock_date date;

drop trigger lock_date_changed on ledger.book;
create trigger lock_date_changed before update on ledger.book
for each row when (old.lock_date is distinct from new.lock_date or old.vat_lock_date is distinct from new.vat_lock_date)
execute function ledger.renew_own_version();

drop trigger witnessed_when_locked on ledger.book;
create trigger witnessed_when_locked after update on ledger.book
for each row when (old.lock_date is distinct from new.lock_date or old.vat_lock_date is distinct from new.vat_lock_date)
execute function platform.witness_row();
