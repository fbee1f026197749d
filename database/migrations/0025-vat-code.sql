-- The box of the VAT return (SKV 4700) that an account counts towards; null when it counts towards none.
alter table ledger.account add column vat_code text check (vat_code ~ '^[0-9]{2}$');
