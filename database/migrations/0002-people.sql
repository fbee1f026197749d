-- People, the agencies and companies they are members of, and where a change came from.

-- ---------------------------------------------------------------------------------------------------------------------
-- platform

-- agency_id: what concerns an agency. from_address: where the request came from; null for the command line.
alter table platform.history add column agency_id uuid;
alter table platform.history add column from_address text;
create index history_of_agency on platform.history (agency_id, id) where agency_id is not null;
create index history_of_person on platform.history (actor_id, id) where company_id is null and agency_id is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- identity

-- A company to try things out in: it works like any other and says so wherever it is shown.
alter table identity.company add column is_test boolean not null default false;

-- A human being who logs in. The address is kept as it was written and compared in small letters.
create table identity.person (
  id uuid primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  email_confirmed_at timestamptz not null,
  language text not null default 'sv' check (language in ('sv', 'en')),
  created_at timestamptz not null
);
create unique index person_email on identity.person (lower(email));

-- An accounting practice (redovisningsbyrå): a tenant of its own that manages client companies.
create table identity.agency (
  id uuid primary key,
  name text not null,
  organization_number text not null unique,
  created_at timestamptz not null
);

create table identity.agency_company (
  agency_id uuid not null references identity.agency,
  company_id uuid not null references identity.company,
  created_at timestamptz not null,
  primary key (agency_id, company_id)
);
create index agency_of_company on identity.agency_company (company_id);

create table identity.company_member (
  company_id uuid not null references identity.company,
  person_id uuid not null references identity.person,
  role text not null check (role in ('owner', 'administrator', 'bookkeeper', 'reader')),
  created_at timestamptz not null,
  primary key (company_id, person_id)
);
create index company_member_person on identity.company_member (person_id);

create table identity.agency_member (
  agency_id uuid not null references identity.agency,
  person_id uuid not null references identity.person,
  role text not null check (role in ('administrator', 'consultant')),
  created_at timestamptz not null,
  primary key (agency_id, person_id)
);
create index agency_member_person on identity.agency_member (person_id);

-- What a browser holds after a login. Only the digest of its secret is kept; a session that ends is removed.
create table identity.session (
  id uuid primary key,
  person_id uuid not null references identity.person,
  secret_digest bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  from_address text not null,
  agent text not null
);
create index session_of_person on identity.session (person_id, id);

-- A login whose password was right and whose second factor is still to come.
create table identity.half_login (
  id uuid primary key,
  person_id uuid not null references identity.person,
  secret_digest bytea not null,
  created_at timestamptz not null
);
create index half_login_of_person on identity.half_login (person_id);

-- A browser that its person has logged in with: guesses of others do not slow it down.
create table identity.device (
  id uuid primary key,
  person_id uuid not null references identity.person,
  secret_digest bytea not null,
  from_address text not null,
  last_used_at timestamptz not null
);
create index device_of_person on identity.device (person_id, from_address);

-- Somebody who wants an account and has not shown yet that the address is theirs. Each has a link of its own, and the
-- password that goes with it: who opens the link without knowing the password gets nowhere.
create table identity.sign_up (
  id uuid primary key,
  secret_digest bytea not null,
  name text not null,
  email text not null,
  password_hash text not null,
  language text not null check (language in ('sv', 'en')),
  next text not null,
  created_at timestamptz not null
);
create index sign_up_age on identity.sign_up (created_at);

-- A link to choose a new password.
create table identity.password_reset (
  id uuid primary key,
  person_id uuid not null references identity.person,
  secret_digest bytea not null,
  created_at timestamptz not null
);
create index password_reset_of_person on identity.password_reset (person_id);

-- The second factor: a shared secret, sealed with a key outside the database. last_step is the last 30 seconds whose
-- code was taken; confirmed_at is null until the first code has come.
create table identity.second_factor (
  person_id uuid primary key references identity.person,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table identity.recovery_code (
  person_id uuid not null references identity.person,
  digest bytea not null,
  used_at timestamptz,
  primary key (person_id, digest)
);

-- How often somebody has tried, under a keyed digest of who and where from. It holds no address in clear.
create table identity.guess (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null
);
create index guess_age on identity.guess (last_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- platform: mail

-- Mails on their way. The text is sealed with a key outside the database, and removed when the mail has been sent.
create table platform.mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  sealed_text bytea,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  check (sent_at is null or sealed_text is null)
);
create index mail_due on platform.mail (next_attempt_at) where next_attempt_at is not null;
create index mail_age on platform.mail (created_at);
