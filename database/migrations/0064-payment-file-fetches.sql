-- Who has fetched a file of payments, and when: a file that reaches the bank twice may be paid twice.
create table banking.payment_file_fetch (
  company_id uuid not null,
  id uuid not null,
  payment_file_id uuid not null,
  fetched_by_kind text not null,
  fetched_by_id uuid not null,
  fetched_by_name text not null,
  fetched_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, payment_file_id) references banking.payment_file (company_id, id)
);

create index payment_file_fetch_of_file on banking.payment_file_fetch (company_id, payment_file_id, fetched_at desc);

create trigger payment_file_fetches_stay before update or delete or truncate on banking.payment_file_fetch
  for each statement execute function banking.keep_payment_file();
