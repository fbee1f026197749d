-- Integrations of mode production are approved by the operator before people other than their owner are sent to them.
-- Those that somebody has let in already count as approved.
alter table access.integration add column approved_at timestamptz;
update access.integration i set approved_at = i.created_at
where i.mode = 'production'
  and exists (select from access.connection c where c.integration_id = i.id and c.ended_at is null);
