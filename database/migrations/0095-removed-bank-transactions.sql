-- Bank transactions and payments go with the fiscal year that they are of; a statement or a file of payments goes with the
-- last of those that are in it.

-- Files of bank statements that have gone; a job deletes them where they are kept.
create table banking.dropped_statement (
  company_id uuid not null references identity.company,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index dropped_statement_by_time on banking.dropped_statement (dropped_at);

-- Files of payments that have gone; a job deletes them where they are kept.
create table banking.dropped_payment_file (
  company_id uuid not null references identity.company,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index dropped_payment_file_by_time on banking.dropped_payment_file (dropped_at);

create function banking.keep_with_transaction() returns trigger language plpgsql as $$
begin
  perform from gone g join banking.transaction t on t.company_id = g.company_id and t.id = g.transaction_id;
  if found then
    raise exception 'what belongs to a bank transaction stays with it' using errcode = 'GB072';
  end if;
  return null;
end $$;

create trigger transactions_go_with_their_year after delete on banking.transaction
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');
create trigger payments_go_with_their_year after delete on banking.payment
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'paid_on payment_date');

drop trigger statements_stay on banking.statement;
create trigger statements_stay before update or truncate on banking.statement
  for each statement execute function banking.keep_statement();
create trigger statements_stay_outside_of_removals before delete on banking.statement
  for each row execute function banking.keep_statement();
create trigger statements_go_with_their_year after delete on banking.statement
  referencing old table as gone for each statement execute function ledger.keep_documents('', 'to_date imported_at');

drop trigger statement_lines_stay on banking.statement_line;
create trigger statement_lines_stay before update or truncate on banking.statement_line
  for each statement execute function banking.keep_statement();
create trigger statement_lines_stay_outside_of_removals before delete on banking.statement_line
  for each row execute function banking.keep_statement();
create trigger statement_lines_go_with_their_transaction after delete on banking.statement_line
  referencing old table as gone for each statement execute function banking.keep_with_transaction();

drop trigger parts_stay on banking.transaction_part;
create trigger parts_stay before update or truncate on banking.transaction_part
  for each statement execute function banking.keep_parts();
create trigger parts_stay_outside_of_removals before delete on banking.transaction_part
  for each row execute function banking.keep_parts();
create trigger parts_go_with_their_transaction after delete on banking.transaction_part
  referencing old table as gone for each statement execute function banking.keep_with_transaction();

drop trigger payment_files_stay on banking.payment_file;
create trigger payment_files_stay before update or truncate on banking.payment_file
  for each statement execute function banking.keep_payment_file();
create trigger payment_files_stay_outside_of_removals before delete on banking.payment_file
  for each row execute function banking.keep_payment_file();
create trigger payment_files_go_with_their_year after delete on banking.payment_file
  referencing old table as gone for each statement execute function ledger.keep_documents('', 'created_at');

drop trigger payment_file_fetches_stay on banking.payment_file_fetch;
create trigger payment_file_fetches_stay before update or truncate on banking.payment_file_fetch
  for each statement execute function banking.keep_payment_file();
create trigger payment_file_fetches_stay_outside_of_removals before delete on banking.payment_file_fetch
  for each row execute function banking.keep_payment_file();

-- Whether a transaction is left of a statement that goes.
create index transaction_of_statement on banking.transaction (company_id, statement_id) where statement_id is not null;
create index transaction_replaced_by on banking.transaction (company_id, replaced_by_statement_id)
  where replaced_by_statement_id is not null;
