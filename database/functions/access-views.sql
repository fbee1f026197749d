-- Views of connections for other contexts.

-- Active connections: the scopes by a person's consent, and those as a machine.
create or replace view access.connection_view with (security_invoker = true) as
select id, integration_id, company_id, agency_id, scopes, machine_scopes, connected_at, changed_at
from access.connection where ended_at is null;
