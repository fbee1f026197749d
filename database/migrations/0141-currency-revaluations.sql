-- What open items and accounts in other currencies were restated at on a day, with the working of it. Each is a row
-- that stays until its fiscal year is removed; whether it stands, its entries tell.
create table year_end.revaluation (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  date date not null,
  is_reversed boolean not null,
  working jsonb not null,
  entry_ids uuid[] not null,
  made_at timestamptz not null,
  made_by text not null,
  primary key (company_id, id),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

create index revaluation_by_day on year_end.revaluation (company_id, date);

create trigger revaluation_stays before truncate on year_end.revaluation
for each statement execute function platform.refuse_change();
create trigger revaluation_goes_with_its_year before update or delete on year_end.revaluation
for each row execute function year_end.keep_of_year();

select platform.witness_table('year_end.revaluation', 'revaluation of what is in other currencies');
