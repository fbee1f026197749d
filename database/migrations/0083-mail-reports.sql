-- What is told of a mail after a server has taken it: that it is late, arrived, or did not arrive. Each mail of a company
-- gets an address of its own for that, which nobody guesses and which ends after a time.
create table platform.mail_return (
  local_part text primary key check (local_part ~ '^retur-[a-z2-9]{24}$'),
  -- The mail of the outbox has the same, and is forgotten before this.
  mail_id uuid not null,
  company_id uuid not null,
  errand text not null,
  recipient text not null check (char_length(recipient) between 3 and 254),
  made_at timestamptz not null
);
create unique index mail_return_of_mail on platform.mail_return (mail_id) where mail_id is not null;
create index mail_return_made on platform.mail_return (made_at) where made_at is not null;

-- `report` is why it is late or did not arrive, in the words of the server that told of it.
alter table sales.sending
  add column delayed_at timestamptz,
  add column delivered_at timestamptz,
  add column bounced_at timestamptz,
  add column report text check (char_length(report) between 1 and 300),
  add check (sent_at is not null or (delayed_at is null and delivered_at is null and bounced_at is null)),
  add check (report is null or delayed_at is not null or bounced_at is not null),
  add check (bounced_at is null or report is not null);
alter table sales.statement_sending
  add column delayed_at timestamptz,
  add column delivered_at timestamptz,
  add column bounced_at timestamptz,
  add column report text check (char_length(report) between 1 and 300),
  add check (sent_at is not null or (delayed_at is null and delivered_at is null and bounced_at is null)),
  add check (report is null or delayed_at is not null or bounced_at is not null),
  add check (bounced_at is null or report is not null);
alter table reminders.mailing
  add column delayed_at timestamptz,
  add column delivered_at timestamptz,
  add column bounced_at timestamptz,
  add column report text check (char_length(report) between 1 and 300),
  add check (sent_at is not null or (delayed_at is null and delivered_at is null and bounced_at is null)),
  add check (report is null or delayed_at is not null or bounced_at is not null),
  add check (bounced_at is null or report is not null);

-- Those that did not arrive lately are told of in the queue.
create index sending_undelivered on sales.sending (company_id, (coalesce(bounced_at, failed_at)))
  where bounced_at is not null or failed_at is not null;
create index statement_sending_undelivered on sales.statement_sending (company_id, (coalesce(bounced_at, failed_at)))
  where bounced_at is not null or failed_at is not null;
create index mailing_undelivered on reminders.mailing (company_id, (coalesce(bounced_at, failed_at)))
  where bounced_at is not null or failed_at is not null;
