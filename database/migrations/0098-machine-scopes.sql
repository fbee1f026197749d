-- An approval for machine-to-machine use is of the scopes that the operator saw. Those who are approved today keep what
-- they are registered with.

alter table access.integration add column machine_to_machine_scopes text[] not null default '{}';

update access.integration set machine_to_machine_scopes = scopes where machine_to_machine_at is not null;
