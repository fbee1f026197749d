-- A closed fiscal year can be opened again: by whom, when and why, and since when it had been closed.

create table ledger.fiscal_year_reopening (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null check (number > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  closed_at timestamptz not null,
  closed_by text not null,
  reopened_at timestamptz not null,
  reopened_by text not null,
  primary key (company_id, fiscal_year_id, number),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

create trigger reopenings_stay before update or delete or truncate on ledger.fiscal_year_reopening
for each statement execute function platform.refuse_change();

select platform.witness_table('ledger.fiscal_year_reopening', 'reopening of a fiscal year');

alter table ledger.fiscal_year add column reopened_at timestamptz;
select platform.renew_shape('ledger.fiscal_year');
