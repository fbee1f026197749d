-- A bank payment is compared with those of the same amount to the same number with the same reference, and what was
-- paid from an account in another currency with the invoices of whoever has its IBAN.
create index payment_by_amount on banking.payment (
  company_id, amount_ore, (recipient - 'recipientName' - 'recipientCity' - 'recipientCountry')
) where amount_ore is not null;
create index supplier_by_iban on purchasing.supplier (company_id, (payment_details->>'iban'))
  where payment_details->>'iban' is not null;
