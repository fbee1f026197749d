-- What is entered by hand on the tax forms of a fiscal year: in place of a figure that follows from the accounts, or
-- where no account says it. Each with why; the history tells what it was before.
create table year_end.tax_form_value (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  -- A form, and which copy of it: there is one for each partner of a partnership.
  form text not null check (char_length(form) between 1 and 10),
  copy smallint not null check (copy between 1 and 100),
  field text not null check (field ~ '^\d{2,4}$'),
  value text not null check (char_length(value) between 1 and 80),
  note text not null check (char_length(note) between 1 and 500),
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (company_id, fiscal_year_id, form, copy, field),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);
