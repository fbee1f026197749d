-- People who run the service: given by its command alone, and worth nothing without a second step. What they do is in
-- the processing history, as the operator's, with their names.
create table identity.operator (
  person_id uuid primary key references identity.person (id),
  since timestamptz not null
);
create trigger operator_is_open before insert on identity.operator
  for each row execute function identity.refuse_closed();
create unique index history_of_operator on platform.event (id) where actor_kind = 'operator' and id is not null;

-- Whether whoever began the session has shown more than a password: a code, or a passkey.
alter table identity.session add column is_proven boolean not null default false;

-- Since when nobody is let in to the account.
alter table identity.person add column locked_at timestamptz;

-- Runs of the verification that operators have begun, how far each has come, and what it has found.
create schema operator;

create table operator.verification (
  id uuid primary key,
  begun_at timestamptz not null,
  begun_by text not null,
  companies integer check (companies >= 0),
  companies_done integer not null default 0 check (companies_done >= 0),
  entries bigint not null default 0 check (entries >= 0),
  faults integer not null default 0 check (faults >= 0),
  finished_at timestamptz,
  failed_at timestamptz,
  check (finished_at is null or failed_at is null)
);

create table operator.verification_fault (
  verification_id uuid not null references operator.verification (id),
  number integer not null check (number >= 1),
  company_id uuid,
  company_name text not null,
  part text not null,
  fault text not null,
  primary key (verification_id, number)
);
