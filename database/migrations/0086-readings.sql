-- What was read of uploads: proposals for people, never anything that is booked.

create schema readings;

create table readings.reading (
  company_id uuid not null,
  upload_id uuid not null,
  state text not null check (state in ('waiting', 'read', 'unreadable')),
  -- Why it could not be read: a word of the service.
  reason text,
  -- What was read, with its places; numbers of persons are not among it.
  facts jsonb check (jsonb_typeof(facts) = 'object'),
  -- By what who sold is known again: a number, else a name.
  party text check (char_length(party) <= 200),
  asked_at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, upload_id),
  foreign key (company_id, upload_id) references documents.upload (company_id, id),
  check ((state = 'read') = (facts is not null)),
  check ((state = 'unreadable') = (reason is not null)),
  check ((state = 'waiting') = (read_at is null))
);

create index reading_by_party on readings.reading (company_id, party) where party is not null;
