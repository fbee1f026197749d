-- Set-offs without money: two payments that take each other back, one of them of another document. Each names the other.

alter table sales.payment add column set_off_payment_id uuid;
alter table purchasing.payment add column set_off_payment_id uuid;

create index payment_set_off on sales.payment (company_id, set_off_payment_id) where set_off_payment_id is not null;
create index payment_set_off on purchasing.payment (company_id, set_off_payment_id)
  where set_off_payment_id is not null;

-- What goes back to customers is looked for among invoices of which more was paid than is owed.
create index invoice_overpaid on sales.invoice (company_id, due_date, id)
  where kind = 'invoice' and state in ('overPaid', 'credited')
    and total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore < 0;
