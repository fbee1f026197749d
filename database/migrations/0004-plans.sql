-- Plans: what a company has paid for, until when, and how much its private integrations have called.

create schema plans;

-- A company without a row has the plan Business without end: the operator's own books never stop. Both days are the
-- last that count. What was there before is in the processing history.
create table plans.company_plan (
  company_id uuid primary key references identity.company,
  plan text not null check (plan in ('Basic', 'Plus', 'Premium', 'Business')),
  addons text[] not null default '{}' check (addons <@ array['api']),
  expires_on date,
  trial_ends_on date,
  changed_at timestamptz not null
);

-- Requests of private integrations in one calendar month, by the Swedish calendar; month is its first day.
create table plans.monthly_usage (
  company_id uuid not null references identity.company,
  month date not null check (extract(day from month) = 1),
  requests bigint not null check (requests >= 0),
  primary key (company_id, month)
) with (fillfactor = 50);
