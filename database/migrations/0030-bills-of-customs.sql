-- What Customs bills states tax that the buyer declares: an invoice on which nothing, or only the duty, is to be paid. Its
-- number is taken like that of others.

alter table purchasing.supplier_invoice drop constraint supplier_invoice_total_ore_check;
drop index purchasing.supplier_invoice_once;
create unique index supplier_invoice_once on purchasing.supplier_invoice (
  company_id, supplier_id, (upper(regexp_replace(invoice_number, '\s', '', 'g'))), (extract(year from invoice_date)))
  where invoice_number is not null and total_ore >= 0;
