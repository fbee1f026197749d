-- Reminders (påminnelser) of invoices that are not paid in time: what each company has decided, what was claimed by each
-- reminder, whom nobody reminds, and the reference rate that late interest (dröjsmålsränta) goes by.

create schema reminders;

-- The reference rate of the Swedish central bank from a day on, in hundredths of a percent (räntelagen 1975:635, 9 §).
-- It is set for each half-year; those after the last row are entered by the operator.
create table reminders.reference_rate (
  from_date date primary key check (extract(day from from_date) = 1 and extract(month from from_date) in (1, 7)),
  hundredths integer not null check (hundredths between -500 and 10000),
  changed_at timestamptz not null
);

insert into reminders.reference_rate (from_date, hundredths, changed_at)
select make_date(2002 + (half + 1) / 2, case when half % 2 = 0 then 7 else 1 end, 1), hundredths, now()
from unnest(array[
  450, 400, 300, 300, 200, 200, 150, 150, 250, 300, 350, 400, 450, 200, 50, 50, 50, 150, 200, 200, 150, 100, 100, 100,
  100, 0, 0, 0, -50, -50, -50, -50, -50, -50, 0, 0, 0, 0, 0, 0, 50, 250, 350, 400, 400
]) with ordinality as rates (hundredths, place) cross join lateral (select place::integer - 1 as half) h;

create table reminders.settings (
  company_id uuid primary key references ledger.book (company_id),
  is_automatic boolean not null,
  -- Automatic reminders are of invoices that fall due on this day or later.
  due_from date,
  first_after_days integer not null check (first_after_days between 1 and 365),
  days_between integer not null check (days_between between 1 and 365),
  most integer not null check (most between 1 and 10),
  due_in_days integer not null check (due_in_days between 1 and 90),
  -- At most what the law takes (förordning 1981:1057), and only where it was agreed (lag 1981:739).
  fee_ore bigint not null check (fee_ore between 0 and 6000),
  is_fee_agreed boolean not null,
  fee_on text not null check (fee_on in ('first', 'each')),
  charges_interest boolean not null,
  interest_from text not null check (interest_from in ('dueDate', 'invoice', 'reminder')),
  -- Percent a year in hundredths, where a rate of its own was agreed; null is the rate of the law.
  own_rate integer check (own_rate between 0 and 10000),
  text text,
  text_english text,
  -- Who has decided it: automatic reminders are in that name.
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  changed_at timestamptz not null,
  -- The last day on which all that was due had been reminded of.
  done_on date,
  check (fee_ore = 0 or is_fee_agreed),
  check (not is_automatic or due_from is not null)
);
create index settings_automatic on reminders.settings (done_on, company_id) where is_automatic;

-- Whom, or which invoice, nobody reminds.
create table reminders.hold (
  company_id uuid not null references ledger.book (company_id),
  id uuid not null,
  customer_id uuid,
  invoice_id uuid,
  reason text not null check (char_length(reason) <= 500),
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  placed_at timestamptz not null,
  primary key (company_id, id),
  check ((customer_id is null) <> (invoice_id is null)),
  foreign key (company_id, customer_id) references sales.customer (company_id, id) on delete cascade,
  foreign key (company_id, invoice_id) references sales.invoice (company_id, id) on delete cascade
);
create unique index hold_customer on reminders.hold (company_id, customer_id) where customer_id is not null;
create unique index hold_invoice on reminders.hold (company_id, invoice_id) where invoice_id is not null;

-- A reminder, and what it claimed. `number` is 1 for the first of an invoice; `fees_ore` and `interest_ore` are all that
-- is claimed up to it, `fee_ore` its own part. What it said is kept in `sheet`.
create table reminders.reminder (
  company_id uuid not null references ledger.book (company_id),
  id uuid not null,
  invoice_id uuid not null,
  number integer not null check (number > 0),
  date date not null,
  due_date date not null check (due_date >= date),
  unpaid_ore bigint not null check (unpaid_ore > 0),
  fee_ore bigint not null check (fee_ore >= 0),
  fees_ore bigint not null check (fees_ore >= fee_ore),
  interest_ore bigint not null check (interest_ore >= 0),
  spans jsonb not null,
  sheet jsonb not null,
  is_automatic boolean not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by text,
  cancel_reason text check (char_length(cancel_reason) between 1 and 500),
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references sales.invoice (company_id, id),
  check ((cancelled_at is null) = (cancel_reason is null) and (cancelled_at is null) = (cancelled_by is null))
);
-- An invoice is reminded of once with each number, whoever does it at the same time.
create unique index reminder_once on reminders.reminder (company_id, invoice_id, number) where cancelled_at is null;
create index reminder_of_invoice on reminders.reminder (company_id, invoice_id, id) where invoice_id is not null;

-- A mail with a reminder, and how it went.
create table reminders.mailing (
  company_id uuid not null,
  id uuid not null,
  reminder_id uuid not null,
  recipient text not null check (char_length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:][:space:]]'),
  made_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300),
  primary key (company_id, id),
  foreign key (company_id, reminder_id) references reminders.reminder (company_id, id),
  check (sent_at is null or failed_at is null),
  check ((failed_at is null) = (failure is null))
);
create index mailing_reminder on reminders.mailing (company_id, reminder_id, id) where reminder_id is not null;
create index mailing_recent on reminders.mailing (company_id, made_at) where made_at is not null;

-- What was claimed beside an invoice and came in with a payment: it is booked, or goes away, with that payment.
create table sales.payment_charge (
  company_id uuid not null,
  settlement_id uuid not null,
  payment_id uuid not null,
  primary key (company_id, settlement_id),
  foreign key (company_id, settlement_id) references sales.settlement (company_id, id) on delete cascade
);
