-- Payroll: the employees of a company, their employments, and what each is paid from a day on. The register is no
-- accounting information; pay runs keep what they were computed from.
create schema payroll;

create table payroll.employee (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  first_name text not null check (platform.is_seen(first_name)),
  last_name text not null check (platform.is_seen(last_name)),
  -- Sealed, and found by its digest.
  personal_number bytea not null check (octet_length(personal_number) > 32),
  personal_number_digest bytea not null check (octet_length(personal_number_digest) = 32),
  email text,
  address jsonb,
  bank_account jsonb check (
    bank_account is null or bank_account ->> 'clearingNumber' <> '' and bank_account ->> 'accountNumber' <> ''),
  tax jsonb not null check (coalesce(tax ->> 'kind', '') in ('table', 'sideIncome', 'abroad', 'abroadAtSea',
    'artistAbroad', 'none')),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id)
);
-- A person is one employee of a company.
create unique index employee_by_number on payroll.employee (company_id, personal_number_digest)
  where personal_number_digest is not null;

create table payroll.employment (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- Names the employment towards the tax authority (specifikationsnummer), for ever.
  number integer not null check (number between 1 and 999999999),
  title text check (platform.is_seen(title)),
  staff text not null check (staff in ('worker', 'salaried', 'manager')),
  from_date date not null,
  to_date date check (to_date >= from_date),
  pay_kind text not null check (pay_kind in ('monthly', 'hourly')),
  -- Of a whole week of this employment.
  weekly_minutes integer not null check (weekly_minutes between 1 and 10080),
  -- Hundredths of a percent of full time.
  extent integer not null check (extent between 1 and 10000),
  holiday_rule text not null check (holiday_rule in ('same', 'share', 'none')),
  -- As agreed; those of the law if null.
  holiday_days integer check (holiday_days between 1 and 100),
  holiday_year_start text not null check (holiday_year_start in ('january', 'april')),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references payroll.employee (company_id, id)
);
create unique index employment_by_number on payroll.employment (company_id, number) where number is not null;
create index employment_of_employee on payroll.employment (company_id, employee_id) where employee_id is not null;

-- Pay of an employment from a day on: kronor a month, or an hour.
create table payroll.pay (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  ore bigint not null check (ore > 0),
  primary key (company_id, employment_id, from_date),
  foreign key (company_id, employment_id) references payroll.employment (company_id, id) on delete cascade
);

-- The last number that an employment got: one that is removed is never given again.
create table payroll.employment_counter (
  company_id uuid primary key references identity.company (id),
  last integer not null check (last >= 0)
);
