-- What people have begun to type in the console and not sent: kept so that a reload, a lost network or a session that
-- ended loses nothing. It is no accounting information, and may be personal: it is sealed.
create schema desk;

create table desk.draft (
  person_id uuid not null references identity.person (id),
  key text not null check (key ~ '^[A-Za-z0-9._:~-]{1,150}$'),
  -- The company that it is for, where it is for one.
  company_id uuid references identity.company (id),
  sealed_content bytea not null check (octet_length(sealed_content) <= 300000),
  modified_at timestamptz not null,
  primary key (person_id, key)
);
create index draft_by_age on desk.draft (modified_at) where modified_at is not null;
