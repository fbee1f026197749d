-- What a supply is, where its rate of VAT follows from that and the day of supply (mervärdesskattelagen 2023:200, 9 kap.).
-- An item with a kind has no rate of its own; a line has the rate that it was given.

alter table sales.item add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
alter table sales.item add constraint item_rate_or_kind check (vat_kind is null or tax_rate is null);

alter table sales.invoice_line add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
