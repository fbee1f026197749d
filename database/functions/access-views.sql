-- What others may read of connections.

-- Connections that have not ended: what a person has consented to, and what a machine was let in with.
create or replace view access.connection_view with (security_invoker = true) as
select id, integration_id, company_id, agency_id, scopes, machine_scopes, connected_at, changed_at
from access.connection where ended_at is null;
