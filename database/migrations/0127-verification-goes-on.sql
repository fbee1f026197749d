-- Verification goes on where it was: a run knows the last company that it has walked, in the order of their ids.

alter table operator.verification add column reached uuid;

-- The run of the command that is under way, or was broken off. It holds for the database that it was made on and no copy
-- of it: `place` names the server, its timeline and the database there.
create table operator.verification_on_way (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  place text not null check (char_length(place) <= 200),
  begun_at timestamptz not null,
  noted_at timestamptz not null,
  reached uuid,
  entries bigint not null default 0 check (entries >= 0),
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array')
);
