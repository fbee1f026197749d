-- Plans: what a company has paid for, until when, and how much its private integrations have called. And one more
-- witness for the books:
--
--   GB008  a fiscal year would be moved, or opened again

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

create function ledger.refuse_moved_year() returns trigger language plpgsql as $$
begin
  raise exception 'a fiscal year keeps its days, and stays closed' using errcode = 'GB008';
end $$;
create trigger fiscal_year_stays before update on ledger.fiscal_year
  for each row when (
    (old.company_id, old.id, old.start_date, old.end_date)
      is distinct from (new.company_id, new.id, new.start_date, new.end_date)
    or old.closed_at is not null and (old.closed_at, old.closed_by) is distinct from (new.closed_at, new.closed_by))
  execute function ledger.refuse_moved_year();
