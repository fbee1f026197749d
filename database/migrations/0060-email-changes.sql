-- New addresses that people want for their accounts, until the link that was mailed there has been opened.
create table identity.email_change (
  id uuid primary key,
  person_id uuid not null references identity.person (id),
  email text not null,
  secret_digest bytea not null,
  created_at timestamptz not null
);

create index email_change_of_person on identity.email_change (person_id);
