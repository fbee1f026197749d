-- Which message a bank takes in files of payments, and what a file's payments are in: each has one currency.
alter table banking.account add column payment_format text not null default 'pain.001.001.03'
  check (payment_format in ('pain.001.001.03', 'pain.001.001.09'));
alter table banking.payment_file add column currency text not null default 'SEK' check (currency in ('SEK', 'EUR'));

-- Who signs a payment finds the transactions that name it already.
create index transaction_by_end_to_end_id on banking.transaction (company_id, lower(end_to_end_id))
  where end_to_end_id is not null and payment_id is null;
