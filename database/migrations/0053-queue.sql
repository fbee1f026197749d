-- What is to be done is read each time somebody comes to their desk: bank transactions that wait are few among many.
create index transaction_open on banking.transaction (company_id, date, id)
  where journal_entry_id is null and replaced_by_statement_id is null;
