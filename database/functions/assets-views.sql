-- Views of the register of fixed assets for other contexts.

create or replace view assets.fixed_asset_view with (security_invoker = true) as
select company_id, id from assets.fixed_asset;
