-- Two signatories together (två i förening): from an amount on a bank payment waits for the second one.
alter table purchasing.settings add column two_signers_from_ore bigint check (two_signers_from_ore > 0);

-- Who has signed a payment, with the digest of what was shown.
create table banking.signature (
  company_id uuid not null,
  payment_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  digest text not null,
  signed_at timestamptz not null,
  primary key (company_id, payment_id, person_id),
  foreign key (company_id, payment_id) references banking.payment (company_id, id)
);
