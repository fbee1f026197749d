-- Pay runs: what is paid on a day to the employees of a company. Pay items are what a run gathers beside fixed pay; a
-- payslip is what one person gets in one run, with the lines that it comes from. What is booked is in the books.
create table payroll.settings (
  company_id uuid primary key references identity.company (id),
  needs_two boolean not null,
  accounts jsonb not null check (jsonb_typeof(accounts) = 'object'),
  modified_at timestamptz not null
);

create table payroll.pay_run (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  number integer not null check (number between 1 and 999999999),
  name text not null check (platform.is_seen(name)),
  pay_date date not null,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  -- All employments of the period if null.
  employment_ids uuid[] check (cardinality(employment_ids) between 1 and 1000),
  state text not null check (state in ('draft', 'reviewed', 'approved', 'booked', 'paid')),
  reviewed_by_id uuid,
  reviewed_by_name text,
  approved_by_id uuid,
  approved_by_name text,
  journal_entry_id uuid,
  journal_entry_number text,
  -- Entries of the run that were reversed: none of them may take effect again.
  reversed_entry_ids uuid[] not null default '{}',
  computed_at timestamptz not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check ((state in ('booked', 'paid')) = (journal_entry_id is not null)),
  check ((state = 'draft') = (reviewed_by_id is null)),
  check ((state in ('draft', 'reviewed')) = (approved_by_id is null))
);
create unique index pay_run_by_number on payroll.pay_run (company_id, number) where number is not null;
create index pay_run_by_day on payroll.pay_run (company_id, pay_date) where pay_date is not null;
create index pay_run_by_entry on payroll.pay_run (company_id, journal_entry_id) where journal_entry_id is not null;

-- The last number that a run got.
create table payroll.pay_run_counter (
  company_id uuid primary key references identity.company (id),
  last integer not null check (last >= 0)
);

create table payroll.pay_item (
  company_id uuid not null,
  id uuid not null,
  employment_id uuid not null,
  pay_type text not null check (char_length(pay_type) between 1 and 40),
  from_date date not null,
  to_date date check (to_date >= from_date),
  -- In each run of its days; otherwise in one.
  is_monthly boolean not null,
  quantity_thousandths bigint,
  rate_ore bigint,
  ore bigint,
  -- What an attachment of earnings leaves of the net pay.
  protected_ore bigint check (protected_ore >= 0),
  note text,
  -- The run that it corrects.
  pay_run_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check (ore is not null or quantity_thousandths is not null),
  foreign key (company_id, employment_id) references payroll.employment (company_id, id) on delete cascade
);
create index pay_item_of_employment on payroll.pay_item (company_id, employment_id) where employment_id is not null;

create table payroll.payslip (
  company_id uuid not null,
  id uuid not null,
  pay_run_id uuid not null,
  employee_id uuid not null,
  -- Name, masked numbers, how tax was withheld, and for each employment its number, title and tags, as they were.
  person jsonb not null check (jsonb_typeof(person) = 'object'),
  birth_year integer not null,
  gross_ore bigint not null,
  benefits_ore bigint not null,
  regular_ore bigint not null,
  one_off_ore bigint not null,
  tax_ore bigint not null check (tax_ore >= 0),
  deductions_ore bigint not null,
  reimbursed_ore bigint not null,
  net_ore bigint not null,
  base_ore bigint not null,
  contributions_ore bigint not null,
  growth_support_ore bigint not null check (growth_support_ore >= 0),
  -- The parts of tax and contributions, and what changed since the payslip before.
  parts jsonb not null check (jsonb_typeof(parts) = 'object'),
  -- The payment that pays it out, where the company pays by payment files.
  bank_payment_id uuid,
  primary key (company_id, id),
  foreign key (company_id, pay_run_id) references payroll.pay_run (company_id, id) on delete cascade
);
create unique index payslip_of_person on payroll.payslip (company_id, pay_run_id, employee_id)
  where pay_run_id is not null;
create index payslip_of_employee on payroll.payslip (company_id, employee_id) where employee_id is not null;

create table payroll.payslip_line (
  company_id uuid not null,
  payslip_id uuid not null,
  position integer not null check (position >= 1),
  employment_id uuid not null,
  pay_type text not null,
  note text,
  from_date date,
  to_date date,
  quantity_thousandths bigint,
  rate_ore bigint,
  -- Below zero it lowers pay, a benefit or what is paid out.
  ore bigint not null,
  pay_item_id uuid,
  corrected_run_id uuid,
  primary key (company_id, payslip_id, position),
  foreign key (company_id, payslip_id) references payroll.payslip (company_id, id) on delete cascade
);
create index payslip_line_of_item on payroll.payslip_line (company_id, pay_item_id) where pay_item_id is not null;
create index payslip_line_of_employment on payroll.payslip_line (company_id, employment_id, pay_type)
  where employment_id is not null;

-- The tags of an employment (cost centre, project), which its pay is booked with; and from when growth support
-- (växa-stöd) is asked for.
alter table payroll.employment
  add column tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  add column growth_support_from date;

-- What a payment is for, which banks want to know of salaries (category purpose SALA).
alter table banking.payment add column purpose text check (purpose in ('salary'));

-- Who keeps payroll without keeping the books.
alter table identity.company_member drop constraint company_member_role_check,
  add constraint company_member_role_check check (
    role in ('owner', 'administrator', 'bookkeeper', 'payroll', 'auditor', 'reader'));
