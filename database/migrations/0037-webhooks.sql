-- Webhooks: addresses that hear of a company's events. They follow the numbers of its events; what is on its way, or has
-- been, stands in a log.

create schema webhooks;

create table webhooks.subscription (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  -- Whose it is, and whose scopes say what it hears: an integration, a private token, or the company itself.
  owner_kind text not null check (owner_kind in ('integration', 'token', 'company')),
  owner_id uuid not null,
  owner_name text not null,
  url text not null check (char_length(url) <= 2000),
  -- None: all that its scopes let it read.
  kinds text[] not null,
  sealed_secret bytea not null,
  -- Signs beside the other one for a while after that was made.
  sealed_earlier_secret bytea,
  earlier_until timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The number of the last event that it was told, or that was not for it.
  position bigint not null check (position >= 0),
  is_active boolean not null,
  disabled_because text check (disabled_because in ('failing', 'gone', 'no-access')),
  -- Since when no delivery has succeeded; how often in a row nobody answered, and until when nobody is asked again.
  failing_since timestamptz,
  unanswered integer not null default 0 check (unanswered >= 0),
  paused_until timestamptz,
  primary key (company_id, id),
  constraint subscription_is_on_or_off check (not is_active or disabled_because is null),
  constraint subscription_secrets check ((sealed_earlier_secret is null) = (earlier_until is null))
);
create index subscription_active on webhooks.subscription (company_id, position) where is_active;

create table webhooks.delivery (
  company_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  -- None of a test.
  event_number bigint,
  kind text not null,
  resource text not null,
  body text not null check (octet_length(body) <= 10000),
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  status integer,
  duration_ms integer,
  answer text check (char_length(answer) <= 500),
  error text check (char_length(error) <= 300),
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references webhooks.subscription (company_id, id) on delete cascade,
  constraint delivery_delivered check ((state = 'delivered') = (delivered_at is not null))
);
-- An event is told to a subscription once, however often it is sent.
create unique index delivery_of_event on webhooks.delivery (company_id, subscription_id, event_number)
  where event_number is not null;
create index delivery_of_subscription on webhooks.delivery (subscription_id, id) where subscription_id is not null;
create index delivery_waiting on webhooks.delivery (company_id, subscription_id) where state = 'waiting';
create index delivery_age on webhooks.delivery (created_at) where created_at is not null;
