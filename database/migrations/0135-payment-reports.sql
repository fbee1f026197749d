-- The status reports (pain.002) that were read, as the bank sent them: each is kept with the file of payments that it is
-- about, among the files of that kind, and goes with it.
create table banking.payment_report (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  payment_file_id uuid not null,
  reference text not null,
  made_at timestamptz not null,
  file_name text not null,
  size integer not null,
  digest bytea not null,
  imported_by_kind text not null,
  imported_by_id uuid not null,
  imported_by_name text not null,
  imported_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, payment_file_id, digest),
  foreign key (company_id, payment_file_id) references banking.payment_file (company_id, id)
);

create trigger payment_reports_stay before update or truncate on banking.payment_report
  for each statement execute function banking.keep_payment_file();
create trigger payment_reports_stay_outside_of_removals before delete on banking.payment_report
  for each row execute function banking.keep_payment_file();
