-- What people give for the proposals of a year-end: lists, amounts and choices, one row for each fiscal year. They may
-- change until the year is removed; what was taken of a proposal keeps those that it was made of.
create table year_end.proposal_inputs (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  inputs jsonb not null check (jsonb_typeof(inputs) = 'object'),
  modified_at timestamptz not null,
  modified_by text not null,
  primary key (company_id, fiscal_year_id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

-- A proposal that was taken: the entry that booked it, and the working of it at that time. It stays until its fiscal
-- year is removed; whether it stands, its entry tells.
create table year_end.taken_proposal (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  kind text not null check (kind ~ '^[a-zA-Z]{1,40}$'),
  entry_id uuid not null,
  working jsonb not null check (jsonb_typeof(working) = 'object'),
  taken_at timestamptz not null,
  taken_by text not null,
  primary key (company_id, id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

create index taken_proposal_of_year on year_end.taken_proposal (company_id, fiscal_year_id);

create trigger taken_proposal_stays before truncate on year_end.taken_proposal
for each statement execute function platform.refuse_change();
create trigger taken_proposal_goes_with_its_year before update or delete on year_end.taken_proposal
for each row execute function year_end.keep_of_year();

select platform.witness_table('year_end.taken_proposal', 'proposal of a year-end that was taken');
