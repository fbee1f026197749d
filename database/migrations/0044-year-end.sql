-- Year-end: what each closing of a fiscal year has booked. A year that was opened again is closed by another one.
create schema year_end;

create table year_end.closing (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null check (number > 0),
  closed_at timestamptz not null,
  closed_by text not null,
  -- What was booked as the result: a profit is above zero. Of a later closing the difference.
  result_ore bigint not null,
  result_entry_id uuid,
  transfer_entry_id uuid,
  next_fiscal_year_id uuid not null,
  primary key (company_id, fiscal_year_id, number),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id),
  foreign key (company_id, next_fiscal_year_id) references ledger.fiscal_year (company_id, id),
  foreign key (company_id, result_entry_id) references ledger.journal_entry (company_id, id),
  foreign key (company_id, transfer_entry_id) references ledger.journal_entry (company_id, id),
  check ((result_ore = 0) = (result_entry_id is null))
);

create trigger closings_stay before update or delete or truncate on year_end.closing
for each statement execute function platform.refuse_change();

select platform.witness_table('year_end.closing', 'closing of a fiscal year');
