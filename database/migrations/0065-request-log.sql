-- What programs have asked of the API in the last days, for those who wrote them. No body and nothing personal stands
-- in it. The holder is the company of a private token, or an integration of somebody else.
create schema request_log;

create table request_log.request (
  holder_id uuid not null,
  id uuid not null,
  happened_at timestamptz not null,
  -- The private token, of which a company may have several.
  token_id uuid,
  -- The company or agency of the address.
  tenant_id uuid,
  method text not null check (char_length(method) <= 10),
  path text not null check (char_length(path) <= 1000),
  status smallint not null check (status between 100 and 599),
  duration_ms integer not null check (duration_ms >= 0),
  -- As the caller knows it from the header Request-Id.
  request_id text not null check (char_length(request_id) <= 100),
  error jsonb,
  -- How many more were made in the minute before and are not kept.
  left_out integer not null default 0 check (left_out >= 0),
  primary key (holder_id, id)
);

create index request_by_time on request_log.request (happened_at);
