-- Statements as tables (CSV and XLSX), beside those in ISO 20022, and what their columns hold where the bank's names of
-- them are not known: said once for a bank account.
alter table banking.statement drop constraint statement_kind_check;
alter table banking.statement add constraint statement_kind_check
  check (kind in ('camt.053', 'camt.054', 'sheet'));

create table banking.statement_columns (
  company_id uuid not null,
  bank_account_id uuid not null,
  -- Each with its titles in their order, what they hold, and how amounts and days are written.
  layouts jsonb not null check (jsonb_typeof(layouts) = 'array' and jsonb_array_length(layouts) <= 20),
  modified_at timestamptz not null,
  primary key (company_id, bank_account_id),
  foreign key (company_id, bank_account_id) references banking.account (company_id, id)
);
