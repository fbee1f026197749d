-- The journal in the order of series and numbers. Day and registration number are in the index, so that a page of some
-- days passes other entries of the year without reading them.
create index journal_entry_by_series on ledger.journal_entry (company_id, fiscal_year_id, series, number)
include (date, registration) where number is not null;
