-- What somebody has noted as handed in of a fiscal year: the income tax return, the annual report. Each note is a row,
-- and taking it back is another one, so that it can be seen who did what and when.
create table year_end.handing_in (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  kind text not null check (kind in ('incomeTaxReturn', 'annualReport')),
  number integer not null check (number > 0),
  is_done boolean not null,
  noted_at timestamptz not null,
  noted_by text not null,
  primary key (company_id, fiscal_year_id, kind, number),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id),
  -- It is handed in, taken back, handed in again: what holds already is not noted once more.
  check (is_done = (number % 2 = 1))
);

create trigger handing_in_stays before update or delete or truncate on year_end.handing_in
for each statement execute function platform.refuse_change();

select platform.witness_table('year_end.handing_in', 'handing in of a return or report');
