-- Supplier invoices go with the fiscal year in which they came to their end, with their payments and uploads.

create function purchasing.keep_with_supplier_invoice() returns trigger language plpgsql as $$
begin
  perform from gone g
  join purchasing.supplier_invoice i on i.company_id = g.company_id and i.id = g.supplier_invoice_id;
  if found then
    raise exception 'what was booked of a supplier invoice stays with it' using errcode = 'GB061';
  end if;
  return null;
end $$;

create trigger supplier_invoices_go_with_their_year after delete on purchasing.supplier_invoice
  referencing old table as gone for each statement
  execute function ledger.keep_documents('recorded_at', 'invoice_date', 'journal_entry_id');
create trigger payments_go_with_their_year after delete on purchasing.payment
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id', 'moved_entry_id');
create trigger payments_go_with_their_invoice after delete on purchasing.payment
  referencing old table as gone for each statement execute function purchasing.keep_with_supplier_invoice();
create trigger lines_go_with_their_invoice after delete on purchasing.supplier_invoice_line
  referencing old table as gone for each statement execute function purchasing.keep_with_supplier_invoice();
