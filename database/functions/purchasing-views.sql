-- Views of purchasing for other contexts.

create or replace view purchasing.supplier_invoice_view with (security_invoker = true) as
select company_id, id from purchasing.supplier_invoice;
