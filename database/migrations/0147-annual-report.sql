-- The annual report of a fiscal year: its text, which people write, the versions that were made final with text and
-- figures frozen, what is noted when a version is signed and adopted, and how it was filed.
create schema annual_report;

-- The text as it is written, and the figures that the books do not have. It may change until the report is final.
create table annual_report.text (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  content jsonb not null,
  modified_at timestamptz not null,
  modified_by text not null,
  primary key (company_id, fiscal_year_id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

-- A report that was made final: the snapshot has every text and figure as it is printed.
create table annual_report.version (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null check (number > 0),
  snapshot jsonb not null,
  made_at timestamptz not null,
  made_by text not null,
  primary key (company_id, id),
  unique (company_id, fiscal_year_id, number),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

-- A version that was taken back, before it was filed.
create table annual_report.withdrawal (
  company_id uuid not null,
  version_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 500),
  withdrawn_at timestamptz not null,
  withdrawn_by text not null,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references annual_report.version (company_id, id)
);

-- The days of the report, of its signatures and of its adoption, as they are noted for a version until it is filed.
create table annual_report.signing (
  company_id uuid not null,
  version_id uuid not null,
  content jsonb not null,
  modified_at timestamptz not null,
  modified_by text not null,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references annual_report.version (company_id, id)
);

-- That a version was filed, with the receipt, and the days as they were then.
create table annual_report.filing (
  company_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  filed_on date not null,
  channel text not null check (channel in ('digital', 'paper')),
  reference text check (char_length(reference) between 1 and 200),
  -- The receipt, as it was received; in a file of at most half a megabyte.
  receipt bytea check (octet_length(receipt) between 1 and 524288),
  receipt_name text check (char_length(receipt_name) between 1 and 200),
  receipt_type text,
  signing jsonb not null,
  noted_at timestamptz not null,
  noted_by text not null,
  primary key (company_id, id),
  foreign key (company_id, version_id) references annual_report.version (company_id, id),
  check (num_nulls(receipt, receipt_name, receipt_type) in (0, 3))
);
create index filing_of_version on annual_report.filing (company_id, version_id) where version_id is not null;

create function annual_report.keep_of_year() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger version_stays before truncate on annual_report.version
for each statement execute function platform.refuse_change();
create trigger version_goes_with_its_year before update or delete on annual_report.version
for each row execute function annual_report.keep_of_year();
create trigger withdrawal_stays before truncate on annual_report.withdrawal
for each statement execute function platform.refuse_change();
create trigger withdrawal_goes_with_its_year before update or delete on annual_report.withdrawal
for each row execute function annual_report.keep_of_year();
create trigger filing_stays before truncate on annual_report.filing
for each statement execute function platform.refuse_change();
create trigger filing_goes_with_its_year before update or delete on annual_report.filing
for each row execute function annual_report.keep_of_year();

select platform.witness_table('annual_report.version', 'annual report that was made final');
select platform.witness_table('annual_report.withdrawal', 'withdrawal of an annual report');
select platform.witness_table('annual_report.filing', 'filing of an annual report');
