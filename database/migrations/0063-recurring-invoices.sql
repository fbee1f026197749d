-- Recurring invoices (avtalsfakturor): what is invoiced again and again, when, and what was made of it.

create schema recurring;

create table recurring.schedule (
  company_id uuid not null references ledger.book (company_id),
  id uuid not null,
  customer_id uuid not null,
  -- What invoices say, as POST /invoices takes it without the dates.
  invoice jsonb not null,
  terms_days integer check (terms_days between 0 and 365),
  every integer not null check (every between 1 and 120),
  unit text not null check (unit in ('days', 'weeks', 'months', 'years')),
  day_of_month integer check (day_of_month between 1 and 31),
  first_date date not null,
  last_date date check (last_date >= first_date),
  times integer check (times > 0),
  invoiced text not null check (invoiced in ('inAdvance', 'inArrears')),
  missed text not null check (missed in ('skip', 'make')),
  outcome text not null check (outcome in ('draft', 'published', 'sent')),
  language text not null check (language in ('sv', 'en')),
  price_changes jsonb not null,
  state text not null check (state in ('active', 'paused', 'ended')),
  -- The next date and its number, from 0; null when it has ended.
  next_date date,
  next_number integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check ((next_date is null) = (state = 'ended') and (next_number is null) = (state = 'ended'))
);
create index schedule_due on recurring.schedule (next_date, company_id) where state = 'active';

-- What was made of each date, once: `outcome` is what came of it, `failure` why it is less than what was asked for.
create table recurring.occurrence (
  company_id uuid not null,
  schedule_id uuid not null,
  date date not null,
  made_at timestamptz not null,
  invoice_id uuid,
  outcome text not null check (outcome in ('none', 'draft', 'published', 'sent')),
  failure text,
  primary key (company_id, schedule_id, date),
  foreign key (company_id, schedule_id) references recurring.schedule (company_id, id) on delete cascade,
  check ((invoice_id is null) = (outcome = 'none')),
  check (outcome <> 'none' or failure is not null)
);
