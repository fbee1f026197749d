-- Credit notes of suppliers by their numbers, as invoices are found: the same one is not taken off twice.
create index supplier_credit_note on purchasing.supplier_invoice (
  company_id, supplier_id, upper(regexp_replace(invoice_number, '\s', '', 'g')), extract(year from invoice_date)
) where invoice_number is not null and total_ore < 0;
