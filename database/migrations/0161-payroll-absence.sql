-- Absence and working schedules of employments, and what is entered of a year of holiday. Each day of an absence is a
-- row, so that no day of an employment has two.
create table payroll.working_schedule (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  -- Planned minutes by weekday from Monday, for one or more weeks that follow each other.
  weeks jsonb not null check (jsonb_typeof(weeks) = 'array' and jsonb_array_length(weeks) between 1 and 12),
  works_holidays boolean not null,
  primary key (company_id, employment_id, from_date),
  foreign key (company_id, employment_id) references payroll.employment (company_id, id) on delete cascade
);

create table payroll.absence (
  company_id uuid not null,
  id uuid not null,
  employment_id uuid not null,
  kind text not null check (kind in ('sick', 'careOfChild', 'parental', 'careOfRelative', 'holiday', 'unpaid', 'other')),
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  -- Hundredths of a percent of each day, or minutes of each day.
  extent integer check (extent between 1 and 10000),
  minutes integer check (minutes between 1 and 1440),
  check ((extent is null) <> (minutes is null)),
  is_paid boolean not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, employment_id) references payroll.employment (company_id, id) on delete cascade
);
create index absence_of_employment on payroll.absence (company_id, employment_id, from_date)
  where employment_id is not null;

create table payroll.absence_day (
  company_id uuid not null,
  employment_id uuid not null,
  day date not null,
  absence_id uuid not null,
  primary key (company_id, employment_id, day),
  foreign key (company_id, absence_id) references payroll.absence (company_id, id) on delete cascade
);
create index absence_day_of_absence on payroll.absence_day (company_id, absence_id) where absence_id is not null;

-- What is entered of a year of holiday, in place of what is computed.
create table payroll.holiday_year (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  -- Hundredths of days: paid days of the year, days granted in advance, and days taken before the calendar was kept.
  paid_days integer check (paid_days between 0 and 10000),
  advance_days integer check (advance_days between 0 and 10000),
  taken_days integer check (taken_days between 0 and 10000),
  -- Days saved from earlier years, by the first day of each: {"2024-04-01": 500}.
  saved_days jsonb,
  -- Variable pay, and all pay that holiday is a share of, of the earning year.
  variable_ore bigint check (variable_ore >= 0),
  base_ore bigint check (base_ore >= 0),
  modified_at timestamptz not null,
  primary key (company_id, employment_id, from_date),
  foreign key (company_id, employment_id) references payroll.employment (company_id, id) on delete cascade
);
