-- Documents by mail: the address of a company, and what came to it.

create schema mail_in;

create table mail_in.address (
  company_id uuid primary key references identity.company (id),
  -- What stands before the @: nobody guesses it, and none is given out twice.
  local_part text not null unique check (local_part ~ '^[a-z0-9]([a-z0-9-]{10,58})[a-z0-9]$'),
  made_by_id uuid not null,
  made_by_name text not null,
  made_at timestamptz not null
);

-- Kept for a time, so that people see what became of what was sent to them.
create table mail_in.received (
  company_id uuid not null,
  id uuid not null,
  -- SHA-256 of the mail as it came: a server that did not hear our answer sends it again.
  digest bytea not null check (octet_length(digest) = 32),
  sender text not null check (char_length(sender) <= 320),
  subject text not null check (char_length(subject) <= 200),
  -- What was enclosed, and what became of it.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  received_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id) references identity.company (id)
);

create unique index received_digest on mail_in.received (company_id, digest);
create index received_at on mail_in.received (received_at);
