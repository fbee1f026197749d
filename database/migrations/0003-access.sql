-- Access: integrations of other people, the tenants that let them in, and their codes and tokens (OAuth 2.0). Secrets,
-- codes and tokens are kept as SHA-256 digests only. Further SQLSTATEs of our own:
--
--   GB031  what was used or ended would be used again, or come back to life
--   GB032  a connection or a token family would be moved to another integration or tenant

create schema access;

-- An integration; its id is the client_id. machine_to_machine_at: since when the operator lets it reach agencies without
-- a person's consent. elevated_scopes: those that the operator has approved, beside being among its scopes.
create table access.integration (
  id uuid primary key,
  owner_id uuid not null references identity.person,
  name text not null,
  description text not null,
  mode text not null check (mode in ('test', 'production')),
  redirect_uris text[] not null,
  scopes text[] not null,
  machine_to_machine_at timestamptz,
  elevated_scopes text[] not null default '{}',
  created_at timestamptz not null,
  ended_at timestamptz
);
create index integration_of_owner on access.integration (owner_id, id);

-- An integration has at most two live secrets, so that one can be exchanged while the other still works.
create table access.client_secret (
  id uuid primary key,
  integration_id uuid not null references access.integration,
  slot smallint not null check (slot in (1, 2)),
  digest bytea not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index client_secret_live on access.client_secret (integration_id, slot) where ended_at is null;

-- A tenant, a company or an agency, has let an integration in. granted_by is null when no person did (machine-to-machine).
create table access.connection (
  id uuid primary key,
  integration_id uuid not null references access.integration,
  company_id uuid references identity.company,
  agency_id uuid references identity.agency,
  scopes text[] not null,
  granted_by uuid references identity.person,
  connected_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(company_id, agency_id) = 1)
);
create unique index connection_to_company on access.connection (integration_id, company_id) where ended_at is null;
create unique index connection_to_agency on access.connection (integration_id, agency_id) where ended_at is null;
create index connection_of_integration on access.connection (integration_id, id) where ended_at is null;
create index connection_of_company on access.connection (company_id, id) where ended_at is null;
create index connection_of_agency on access.connection (agency_id, id) where ended_at is null;

-- All tokens that came of one authorization. Its row is locked by whoever uses a refresh token or ends the family.
-- connection_id is null for client credentials, scopes is what was granted first.
create table access.token_family (
  id uuid primary key,
  integration_id uuid not null references access.integration,
  connection_id uuid references access.connection,
  scopes text[] not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('replayed', 'revoked')),
  check ((ended_at is null) = (ended_because is null))
);

-- used_at is set by the first use, whether it succeeded or not. family_id: what that use gave.
create table access.authorization_code (
  id uuid primary key,
  digest bytea not null,
  integration_id uuid not null references access.integration,
  connection_id uuid not null references access.connection,
  person_id uuid not null references identity.person,
  scopes text[] not null,
  redirect_uri text not null,
  redirect_uri_required boolean not null,
  code_challenge text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  family_id uuid references access.token_family
);
create index authorization_code_age on access.authorization_code (expires_at);
create index authorization_code_of_family on access.authorization_code (family_id) where family_id is not null;

-- given_for: the refresh token or code that was handed in. key_digest: the Idempotency-Key, and the request, of the first
-- use. ended_at: superseded by a repeated request that had lost its answer.
create table access.refresh_token (
  id uuid primary key,
  family_id uuid not null references access.token_family,
  digest bytea not null,
  given_for uuid not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  key_digest bytea,
  ended_at timestamptz
);
create index refresh_token_age on access.refresh_token (expires_at);
create index refresh_token_of_family on access.refresh_token (family_id, given_for);

create table access.access_token (
  id uuid primary key,
  family_id uuid not null references access.token_family,
  digest bytea not null,
  given_for uuid,
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index access_token_age on access.access_token (expires_at);
create index access_token_of_family on access.access_token (family_id, given_for);

-- ---------------------------------------------------------------------------------------------------------------------
-- The second witness

create function access.refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'what has ended in %.% stays ended', tg_table_schema, tg_table_name using errcode = 'GB031';
end $$;
create trigger integration_stays_ended before update on access.integration
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function access.refuse_revival();
create trigger client_secret_stays_ended before update on access.client_secret
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function access.refuse_revival();
create trigger connection_stays_ended before update on access.connection
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function access.refuse_revival();
create trigger token_family_stays_ended before update on access.token_family
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function access.refuse_revival();
create trigger access_token_stays_ended before update on access.access_token
  for each row when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function access.refuse_revival();
create trigger refresh_token_stays_ended before update on access.refresh_token
  for each row when (
    old.ended_at is not null and new.ended_at is distinct from old.ended_at
    or old.used_at is not null and new.used_at is distinct from old.used_at)
  execute function access.refuse_revival();
create trigger authorization_code_is_used_once before update on access.authorization_code
  for each row when (old.used_at is not null)
  execute function access.refuse_revival();

create function access.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% belong to one integration and tenant', tg_table_schema, tg_table_name
    using errcode = 'GB032';
end $$;
create trigger connection_stays_where_it_is before update on access.connection
  for each row when (
    (old.integration_id, old.company_id, old.agency_id)
      is distinct from (new.integration_id, new.company_id, new.agency_id))
  execute function access.refuse_move();
create trigger token_family_stays_where_it_is before update on access.token_family
  for each row when ((old.integration_id, old.connection_id) is distinct from (new.integration_id, new.connection_id))
  execute function access.refuse_move();
