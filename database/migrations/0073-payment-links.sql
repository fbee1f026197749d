-- Links in mails, and links that somebody copies, by which whoever has one sees an invoice and how to pay it without
-- logging in. Only a digest of the secret is kept.
create table sales.payment_link (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  sending_id uuid,
  secret_digest bytea not null check (octet_length(secret_digest) = 32),
  made_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references sales.invoice (company_id, id),
  foreign key (company_id, sending_id) references sales.sending (company_id, id)
);
-- A link names no company. Each has a digest; that it is said keeps the index from look-ups by the key.
create unique index payment_link_by_id on sales.payment_link (id) where secret_digest is not null;
create index payment_link_working on sales.payment_link (company_id, invoice_id) where ended_at is null;
