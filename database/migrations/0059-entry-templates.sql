-- Entry templates (konteringsmallar): lines that entries are made of again and again, from an amount that is typed.
create table ledger.entry_template (
  company_id uuid not null references ledger.book,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- The text of the entries; that of the name where it is null.
  title text check (char_length(title) between 1 and 1000),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, name),
  constraint entry_template_name_is_seen check (platform.is_seen(name)),
  constraint entry_template_title_is_seen check (platform.is_seen(title))
);

create table ledger.entry_template_item (
  company_id uuid not null,
  entry_template_id uuid not null,
  line smallint not null check (line between 1 and 100),
  account integer not null,
  kind text not null check (kind in ('fixed', 'share', 'vat', 'rest')),
  side text check (side in ('debit', 'credit')),
  -- In öre.
  amount bigint check (amount > 0),
  percent numeric(8, 4) check (percent > 0 and percent <= 1000),
  vat_rate smallint check (vat_rate in (25, 12, 6)),
  vat_included boolean,
  primary key (company_id, entry_template_id, line),
  foreign key (company_id, entry_template_id) references ledger.entry_template on delete cascade,
  foreign key (company_id, account) references ledger.account (company_id, number),
  check ((side is null) = (kind = 'rest')),
  check ((amount is not null) = (kind = 'fixed')),
  check ((percent is not null) = (kind = 'share')),
  check ((vat_rate is not null) = (kind = 'vat') and (vat_included is not null) = (kind = 'vat'))
);
create unique index entry_template_has_one_rest on ledger.entry_template_item (company_id, entry_template_id)
  where kind = 'rest';

-- Tags of what a template makes: of the entry as a whole at line 0, else of a line.
create table ledger.entry_template_tag (
  company_id uuid not null,
  entry_template_id uuid not null,
  line smallint not null check (line between 0 and 100),
  tag_id uuid not null,
  weight numeric(9, 6) not null check (weight > 0 and weight <= 1),
  primary key (company_id, entry_template_id, line, tag_id),
  foreign key (company_id, entry_template_id) references ledger.entry_template on delete cascade,
  foreign key (company_id, tag_id) references ledger.tag
);
create index entry_template_tag_by_tag on ledger.entry_template_tag (company_id, tag_id) where tag_id is not null;
