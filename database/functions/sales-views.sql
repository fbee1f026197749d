-- What others may read of sales.

create or replace view sales.settings_view with (security_invoker = true) as
select company_id, vat_number from sales.settings;
