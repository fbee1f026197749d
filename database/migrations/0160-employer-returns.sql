-- Employer's returns (arbetsgivardeklaration) of a month of payment, as they were made: their content has personal
-- numbers, and is sealed. A filed one is what the next return of the month is compared with.
create table payroll.employer_return (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  -- The first day of the month of payment.
  month date not null check (extract(day from month) = 1),
  state text not null check (state in ('made', 'filed')),
  content bytea not null check (octet_length(content) between 33 and 60000000),
  people integer not null check (people >= 0),
  tax_ore bigint not null check (tax_ore >= 0),
  contributions_ore bigint not null check (contributions_ore >= 0),
  filed_on date,
  receipt text check (char_length(receipt) between 1 and 100),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check ((state = 'filed') = (filed_on is not null))
);
create index employer_return_of_month on payroll.employer_return (company_id, month) where month is not null;
