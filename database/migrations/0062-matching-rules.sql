-- Rules of matching (matchningsregler): what people have said that transactions are for, which is proposed and never
-- booked by itself; and habits that are not to be proposed any more.
create table banking.matching_rule (
  company_id uuid not null references ledger.book,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  is_active boolean not null,
  -- All that is said here must hold of a transaction.
  direction text check (direction in ('in', 'out')),
  text_contains text check (char_length(text_contains) between 1 and 200),
  counterparty text check (char_length(counterparty) between 1 and 200),
  reference text check (char_length(reference) between 1 and 100),
  from_ore bigint check (from_ore > 0),
  to_ore bigint check (to_ore > 0),
  account integer not null,
  vat_treatment text not null,
  tax_rate smallint not null check (tax_rate in (25, 12, 6, 0)),
  title text check (char_length(title) between 1 and 200),
  -- As an entry takes them. Who removes a tag takes it off what is proposed.
  tags jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, account) references ledger.account (company_id, number),
  check (from_ore <= to_ore),
  check (num_nonnulls(text_contains, counterparty, reference, from_ore, to_ore) > 0),
  constraint matching_rule_name_is_seen check (platform.is_seen(name)),
  constraint matching_rule_title_is_seen check (platform.is_seen(title))
);

create unique index matching_rule_by_name on banking.matching_rule (company_id, name) where name is not null;

-- A habit is known by who it is with and the account; its id is made of these, so that it is the same each time.
create table banking.unused_habit (
  company_id uuid not null references ledger.book,
  id uuid not null,
  unused_at timestamptz not null,
  unused_by text not null,
  primary key (company_id, id)
);
