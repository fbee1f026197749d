-- What others may read of what all contexts keep together.

-- The processing history as it has always been: witnesses tell of it in these words.
create or replace view platform.history with (security_invoker = true) as
select id, company_id, happened_at, actor_kind, actor_id, actor_name, kind as what, detail, agency_id, from_address
from platform.event where id is not null;

-- How far the events of each tenant have come, and which are still told.
create or replace view platform.event_counter_view with (security_invoker = true) as
select tenant_id, last_number, kept_from from platform.event_counter;
