-- An agency whose people have ended a connection keeps the integration out: as a machine it would connect itself again.
alter table access.connection add column kept_out boolean not null default false;
alter table access.connection add constraint connection_kept_out_has_ended
  check (not kept_out or ended_at is not null and agency_id is not null);
create index connection_kept_out on access.connection (agency_id, integration_id) where kept_out;
