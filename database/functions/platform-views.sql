-- Views of the platform's data for other contexts.

-- The processing history in its original form, which witnesses refer to.
create or replace view platform.history with (security_invoker = true) as
select id, company_id, happened_at, actor_kind, actor_id, actor_name, kind as what, detail, agency_id, from_address
from platform.event where id is not null;

-- The last event number of each tenant, and the first one still available.
create or replace view platform.event_counter_view with (security_invoker = true) as
select tenant_id, last_number, kept_from from platform.event_counter;
