-- Matching rules and lines of entry templates may have a kind of supply in place of a VAT rate. Their stored rate is then
-- the standard one, which nothing is calculated with.

alter table banking.matching_rule add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
alter table banking.matching_rule add constraint matching_rule_kind_is_taxed check (
  vat_kind is null or (vat_treatment <> 'exempt' and tax_rate > 0));

alter table ledger.entry_template_item add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
alter table ledger.entry_template_item add constraint entry_template_item_kind_of_vat check (
  vat_kind is null or kind = 'vat');
