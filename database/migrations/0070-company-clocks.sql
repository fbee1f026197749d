-- Test companies have a clock of their own, which is ahead of the service's by whole days: a trial ends, an invoice falls
-- due, when whoever tries things out wants it. It goes forward only, since books grow in the order in which they are kept.
alter table identity.company add column clock_days integer not null default 0;
alter table identity.company add constraint company_clock_check
  check (clock_days between 0 and 3660 and (is_test or clock_days = 0));
create index company_ahead on identity.company (id) where clock_days > 0;

-- Test companies that people have had made, with a year in their books, and how far that has come.
create table desk.test_company (
  company_id uuid primary key references identity.company (id),
  person_id uuid not null references identity.person (id),
  created_at timestamptz not null,
  months_made smallint not null default 0 check (months_made between 0 and 12),
  ready_at timestamptz,
  failed_at timestamptz,
  check (ready_at is null or failed_at is null)
);
create index test_company_of_person on desk.test_company (person_id);
