-- Proposals: writes that programs and people want done, each kept with what its trial did, until a person approves it,
-- sends it back, or it is withdrawn. Nothing of them is booked: what is approved is written where it belongs.
create schema proposals;

create table proposals.proposal (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  state text not null check (state in ('waiting', 'approved', 'returned', 'withdrawn', 'outdated')),
  -- Counts how often it was tried: who approves says which trial was seen.
  revision integer not null check (revision between 1 and 1000000),
  operation_id text not null,
  method text not null check (method in ('POST', 'PUT', 'PATCH', 'DELETE')),
  path text not null check (char_length(path) between 1 and 500),
  -- The body may hold a personal number; null where there is none, and after an erasure.
  sealed_body bytea check (octet_length(sealed_body) <= 1200000),
  reason text not null check (char_length(reason) between 1 and 1000),
  reference text check (char_length(reference) between 1 and 100),
  upload_id uuid,
  -- Tells equal proposals: by method, path, body, document and reference.
  digest bytea not null check (octet_length(digest) = 32),
  -- The resource before the change, as it was when it was tried.
  etag text,
  effects jsonb not null check (jsonb_typeof(effects) = 'object'),
  warnings jsonb not null check (jsonb_typeof(warnings) = 'array'),
  vat_periods jsonb not null check (jsonb_typeof(vat_periods) = 'array'),
  -- Why it waits anew, or can't be done any more: a declared sentence.
  notice jsonb check (jsonb_typeof(notice) = 'object'),
  words text check (char_length(words) between 1 and 1000),
  result_id text,
  let_through_ore bigint check (let_through_ore >= 0),
  proposed_by_kind text not null,
  proposed_by_id uuid not null,
  proposed_by_name text not null,
  decided_by_kind text,
  decided_by_id uuid,
  decided_by_name text,
  decided_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check ((state in ('waiting', 'outdated')) = (decided_at is null)),
  check ((decided_at is null) = (decided_by_id is null)),
  check ((state = 'returned') = (words is not null))
);
-- The same proposal twice is one, unless it was withdrawn.
create unique index proposal_once on proposals.proposal (company_id, digest) where state <> 'withdrawn';
create index proposal_waiting on proposals.proposal (company_id, state) where state in ('waiting', 'outdated');
create index proposal_let_through on proposals.proposal (company_id, decided_at) where let_through_ore is not null;

create table proposals.limits (
  company_id uuid primary key references identity.company (id),
  drafts boolean not null,
  entry_ore bigint check (entry_ore > 0),
  day_ore bigint check (day_ore > 0),
  accounts integer[] not null check (cardinality(accounts) <= 100),
  modified_at timestamptz not null,
  check ((entry_ore is null) = (day_ore is null)),
  check ((entry_ore is null) = (cardinality(accounts) = 0))
);
