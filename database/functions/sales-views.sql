-- Views of sales for other contexts.

create or replace view sales.settings_view with (security_invoker = true) as
select company_id, vat_number from sales.settings;

create or replace view sales.customer_view with (security_invoker = true) as
select company_id, id, name from sales.customer;

create or replace view sales.invoice_view with (security_invoker = true) as
select company_id, id, number, total_ore, kind, customer_id, customer_name, state from sales.invoice;
