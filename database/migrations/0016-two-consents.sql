-- A connection to an agency keeps two sets of scopes: those that a person has consented to, for tokens of that consent,
-- and those that a machine has connected with, for general tokens. Neither takes anything from the other.

-- machine_scopes is null until a machine has connected; scopes is empty until a person has consented.
alter table access.connection add column machine_scopes text[];
update access.connection c
set machine_scopes = c.scopes,
  scopes = case when exists (select from access.token_family f where f.connection_id = c.id) then c.scopes else '{}' end
where c.agency_id is not null and c.granted_by is null;
alter table access.connection add constraint connection_machine_is_of_agency
  check (machine_scopes is null or agency_id is not null);
alter table access.connection add constraint connection_says_by_whom
  check (cardinality(scopes) > 0 or machine_scopes is not null);

-- Who asks again after the end is told another thing than who was never connected.
create index connection_that_ended on access.connection (integration_id, agency_id)
  where ended_at is not null and agency_id is not null;

-- A code is exchanged without the address that it was asked for with; one that is sent is compared.
alter table access.authorization_code drop column redirect_uri_required;

-- The tokens of a connection that ends are ended with it, and the history says how many authorizations that were.
create index token_family_of_connection on access.token_family (connection_id) where ended_at is null;
