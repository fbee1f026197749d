-- Jobs: work in the background, queued by the transaction that wants it and done by any process of the installation at
-- least once. A job that is done is removed; one that has failed for good stays for the operator.

create table platform.job (
  id uuid primary key,
  -- The order in which jobs of one key were queued, and are done.
  number bigint generated always as identity,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'),
  -- Whose share it takes: a company, an agency, or the installation (the greatest id there is, RFC 9562 §5.10).
  tenant_id uuid not null,
  order_key text check (char_length(order_key) between 1 and 300),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 10000),
  is_scheduled boolean not null default false,
  queued_at timestamptz not null,
  -- When it is attempted next; while a process has claimed it, when that claim ends.
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  claim_id uuid,
  failed_at timestamptz,
  last_error text check (char_length(last_error) <= 300),
  constraint job_failed_is_free check (failed_at is null or claim_id is null),
  constraint job_schedule_goes_on check (failed_at is null or not is_scheduled)
)
-- Rows come and go: without this the table would be mostly dead ones before they are cleared away.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create unique index job_schedule on platform.job (kind) where is_scheduled;
create index job_due on platform.job (due_at) where failed_at is null;
create index job_turn on platform.job (tenant_id, due_at) where failed_at is null;
create index job_order on platform.job (kind, order_key, number) where order_key is not null and failed_at is null;
create index job_claimed on platform.job (due_at) where claim_id is not null;
create index job_failed on platform.job (failed_at) where failed_at is not null;

-- Mails on their way become jobs; what they tell of their attempts stays with them.
insert into platform.job (id, kind, tenant_id, payload, queued_at, due_at, attempts)
select id, 'mail.send', 'ffffffff-ffff-ffff-ffff-ffffffffffff', jsonb_build_object('id', id), created_at,
  next_attempt_at, attempts
from platform.mail where next_attempt_at is not null and sealed_text is not null
order by id;
alter table platform.mail drop column next_attempt_at;
