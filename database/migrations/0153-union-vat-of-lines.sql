-- A line of a sales document may be a sale to a consumer in another member state, with the VAT of that country (One Stop
-- Shop, mervärdesskattelagen 2023:200, 22 kap.). `tax_rate` is Swedish VAT, so it is zero then.
alter table sales.invoice_line
  add column union_country text constraint invoice_line_union_country check (
    union_country ~ '^[A-Z]{2}$' and union_country <> 'SE'),
  add column union_rate_hundredths integer constraint invoice_line_union_rate check (
    union_rate_hundredths between 1 and 5000);
alter table sales.invoice_line add constraint invoice_line_union_vat check (
  num_nulls(union_country, union_rate_hundredths) in (0, 2)
  and (union_country is null or tax_rate = 0 and vat_kind is null));

-- The sales of a quarter under the scheme are read from the published lines.
create index invoice_line_of_union on sales.invoice_line (company_id, invoice_id) where union_country is not null;

-- Rates of other countries have decimals: the function of the credit notes' check takes them (functions/sales.sql).
drop function if exists sales.tax_of_lines(uuid, uuid, integer);
