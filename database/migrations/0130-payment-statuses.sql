-- What the bank's status reports (pain.002) say of payments: the status as it stands in the newest report, when the
-- bank made that report, and the reason code beside the bank's own words. needs_attention says that a person has to
-- look: the bank has refused the payment, or says something else of it than what is known here.
alter table banking.payment
  add column bank_status text check (bank_status ~ '^[A-Z0-9]{1,4}$'),
  add column bank_status_at timestamptz,
  add column reason_code text check (char_length(reason_code) between 1 and 35),
  add column needs_attention boolean not null default false,
  add constraint bank_status_has_its_moment check ((bank_status is null) = (bank_status_at is null)),
  add constraint attention_once_signed check (not needs_attention or state <> 'readyToSign');

create index payment_to_look_at on banking.payment (company_id, id) where needs_attention;
