-- The feed of an agency: the events of its client companies, and its own, in one order. Nothing is copied: the order says
-- which numbers of which tenant come next. It is continued when somebody reads it.

create schema events;

-- How many events the order has so far. Those before `kept_from` are not all told any more.
create table events.agency_order (
  agency_id uuid primary key references identity.agency (id),
  last_position bigint not null default 0 check (last_position >= 0),
  kept_from bigint not null default 1 check (kept_from between 1 and last_position + 1)
) with (fillfactor = 50);

-- The agency itself and each of its clients, with the number of the last event that is in the order.
create table events.agency_source (
  agency_id uuid not null references identity.agency (id),
  tenant_id uuid not null,
  noted bigint not null check (noted >= 0),
  primary key (agency_id, tenant_id)
) with (fillfactor = 50);

-- Events of one tenant that stand together in the order, by the position of the last of them.
create table events.agency_span (
  agency_id uuid not null references identity.agency (id),
  last_position bigint not null,
  tenant_id uuid not null,
  first_number bigint not null,
  last_number bigint not null,
  primary key (agency_id, last_position),
  constraint agency_span_is_of_some check (first_number between 1 and last_number),
  constraint agency_span_has_room check (last_position > last_number - first_number)
);
