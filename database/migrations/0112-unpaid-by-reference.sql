-- Unpaid invoices by their payment reference, which a transaction from the bank names.
create index invoice_by_reference on sales.invoice (company_id, payment_reference)
  where kind = 'invoice' and state in ('published', 'underPaid');
