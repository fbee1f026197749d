-- Budgets that came with a SIE file, month by month, as its rows had them: they are a plan and no part of the books, and
-- the next file of the year that has a budget replaces them. year_index 0 is the fiscal year, -1 the one before.
create table ledger.budget (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  place integer not null check (place > 0),
  year_index smallint not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  account integer not null,
  objects jsonb not null,
  amount bigint not null,
  quantity text,
  of_objects boolean not null,
  primary key (company_id, fiscal_year_id, place),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year,
  foreign key (company_id, account) references ledger.account
);
