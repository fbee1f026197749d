-- A line of an entry template may say which box of the VAT return it counts towards, as a line of an entry may.
alter table ledger.entry_template_item
  add column vat_code text constraint entry_template_item_vat_code check (vat_code ~ '^([0-9]{2}|none)$');
