-- What a supply is, where its rate of VAT follows from that and the day of supply (mervärdesskattelagen 2023:200, 9 kap.).
-- An item with a kind has no rate of its own; a line has the rate that it was given.

alter table sales.item add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
alter table sales.item add constraint item_rate_or_kind check (vat_kind is null or tax_rate is null);

-- Whether a line looks like food at a rate that food does not have on its day of supply: it is listed for people.
alter table sales.invoice_line add column looks_like_food boolean not null default false;
create index invoice_line_like_food on sales.invoice_line (company_id, invoice_id) where looks_like_food;

alter table sales.invoice_line add column vat_kind text check (
  vat_kind in ('standard', 'food', 'restaurant', 'lodging', 'art', 'alcohol', 'books', 'passengerTransport', 'culture',
    'dance', 'sport', 'copyright', 'repair'));
