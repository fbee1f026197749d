-- VAT rows: which box of the VAT return a line of an entry counts towards, decided when it is booked. A line without a
-- row (of an entry booked before, or of an imported file) goes by the code of its account. `none`: it counts towards no
-- box, whatever its account says. `vat_apart`: the row differs from what the account said when it was booked.
alter table ledger.journal_entry_item
  add column vat_code text check (vat_code ~ '^([0-9]{2}|none)$'),
  add column vat_apart boolean check (vat_apart is null or vat_code is not null and vat_apart);

-- The report sums accounts, and puts right the lines that count apart from their account.
create index journal_entry_item_vat_apart on ledger.journal_entry_item (company_id, journal_entry_id) where vat_apart;

-- Lines up to this registration number may have other rows than the code that the account has now.
alter table ledger.account add column vat_code_until bigint;

create function ledger.note_vat_code() returns trigger language plpgsql as $$
begin
  select b.entry_count into new.vat_code_until from ledger.book b where b.company_id = new.company_id;
  return new;
end $$;

create trigger vat_code_is_noted before update on ledger.account
for each row when (old.vat_code is not null and old.vat_code is distinct from new.vat_code)
execute function ledger.note_vat_code();
