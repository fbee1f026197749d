-- Invoices and credit notes are sent by mail. A mail of a company goes out in its name, and whoever had it sent is told
-- how it went: a sending is one mail to one address, and stays when the mail itself is forgotten.
alter table platform.mail
  add column company_id uuid,
  add column errand text,
  add column sender_name text,
  add column reply_to text,
  add check ((errand is null) = (company_id is null) and (errand is null) = (sender_name is null));

create table sales.sending (
  company_id uuid not null,
  -- The mail of the outbox has the same.
  id uuid not null,
  invoice_id uuid not null,
  recipient text not null check (char_length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:][:space:]]'),
  -- The company's own copy of what its customer gets.
  is_copy boolean not null default false,
  subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references sales.invoice (company_id, id),
  check (sent_at is null or failed_at is null),
  check ((failed_at is null) = (failure is null))
);
create index sending_of_invoice on sales.sending (company_id, invoice_id, id) where invoice_id is not null;
create index sending_by_time on sales.sending (company_id, made_at) where made_at is not null;

-- Errors of this folder, beside those of earlier files:
--   GB049  a draft would be sent, or a sending would say something else than it did
create function sales.keep_sending() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger sendings_stay before insert or update or delete on sales.sending
  for each row execute function sales.keep_sending();
create trigger sendings_are_kept before truncate on sales.sending
  for each statement execute function sales.refuse_emptying();

alter table sales.settings
  add column mail_subject text check (char_length(mail_subject) between 1 and 200),
  add column mail_text text check (char_length(mail_text) between 1 and 5000),
  add column mail_subject_english text check (char_length(mail_subject_english) between 1 and 200),
  add column mail_text_english text check (char_length(mail_text_english) between 1 and 5000);
