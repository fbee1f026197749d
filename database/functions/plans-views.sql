-- Views of plans for other contexts.

create or replace view plans.company_plan_view with (security_invoker = true) as
select company_id, plan, addons, expires_on, trial_ends_on from plans.company_plan;
