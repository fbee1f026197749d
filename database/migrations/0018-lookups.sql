-- A row is looked up by its key: a statement that names company and id has no other index to choose. While a table is
-- empty, or was never analysed, every index that begins with the company looks as good as the key, and a plan that was
-- made then reads all rows of the company later. An index of rows whose second column is not null holds all of them,
-- and serves only statements that say something of that column.

drop index ledger.journal_entry_by_date;
create index journal_entry_by_date on ledger.journal_entry (company_id, date) where date is not null;
alter table ledger.journal_entry
  drop constraint journal_entry_company_id_registration_key,
  drop constraint journal_entry_company_id_journal_entry_number_fiscal_year_i_key;
create unique index journal_entry_by_registration on ledger.journal_entry (company_id, registration)
  where registration is not null;
create unique index journal_entry_by_number on ledger.journal_entry (company_id, journal_entry_number, fiscal_year_id)
  where journal_entry_number is not null;

drop index sales.invoice_by_kind, sales.invoice_by_state, sales.invoice_of_customer, sales.tax_reduction_by_status;
create index invoice_by_kind on sales.invoice (company_id, kind, id) where kind is not null;
create index invoice_by_state on sales.invoice (company_id, kind, state, id) where kind is not null and state is not null;
create index invoice_of_customer on sales.invoice (company_id, customer_id, id) where customer_id is not null;
create index tax_reduction_by_status on sales.tax_reduction (company_id, type, status) where type is not null;
alter table sales.invoice drop constraint invoice_company_id_number_key;
create unique index invoice_by_number on sales.invoice (company_id, number) where number is not null;
alter table sales.customer drop constraint customer_company_id_customer_number_key;
create unique index customer_by_number on sales.customer (company_id, customer_number)
  where customer_number is not null;

drop index purchasing.supplier_invoice_of_supplier;
create index supplier_invoice_of_supplier on purchasing.supplier_invoice (company_id, supplier_id, id)
  where supplier_id is not null;

drop index banking.payment_by_state, banking.payment_of_file, banking.payment_of_maker, banking.transaction_of_entry;
create index payment_by_state on banking.payment (company_id, state, id) where state is not null;
create index payment_of_file on banking.payment (company_id, payment_file_id) where payment_file_id is not null;
create index payment_of_maker on banking.payment (company_id, created_by_id, id) where created_by_id is not null;
create index transaction_of_entry on banking.transaction (company_id, bank_account_id, entry_identity)
  where bank_account_id is not null and entry_identity is not null;
alter table banking.statement drop constraint statement_company_id_file_digest_file_position_key;
create unique index statement_by_file on banking.statement (company_id, file_digest, file_position)
  where file_digest is not null;
alter table banking.transaction
  drop constraint transaction_company_id_bank_account_id_identity_key,
  drop constraint transaction_company_id_journal_entry_id_account_key,
  drop constraint transaction_company_id_payment_id_key;
create unique index transaction_by_identity on banking.transaction (company_id, bank_account_id, identity)
  where identity is not null;
create unique index transaction_by_entry on banking.transaction (company_id, journal_entry_id, account)
  where journal_entry_id is not null;
create unique index transaction_by_payment on banking.transaction (company_id, payment_id)
  where payment_id is not null;

drop index documents.upload_by_digest;
create index upload_by_digest on documents.upload (company_id, digest) where deleted_at is null and digest is not null;

-- The largest number is the last of an index; an aggregate leaves it open which index that is.
create or replace function sales.witness_number() returns trigger language plpgsql as $$
declare
  last bigint;
begin
  select i.number into last from sales.invoice i
  where i.company_id = new.company_id and i.number is not null and i.id <> new.id
  order by i.number desc limit 1;
  if new.number <> last + 1 then
    raise exception 'number % does not follow %', new.number, last using errcode = 'GB044';
  end if;
  return new;
end $$;
