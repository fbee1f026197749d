-- Statements of account are sent by mail. What a statement said follows from its days and the moment at which it was
-- sent: it is made again from them. A customer who was sent one stays.
create table sales.statement_sending (
  company_id uuid not null,
  -- The mail of the outbox has the same.
  id uuid not null,
  customer_id uuid not null,
  from_date date not null,
  to_date date not null,
  language text not null check (language in ('sv', 'en')),
  recipient text not null check (char_length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:][:space:]]'),
  -- The company's own copy of what its customer gets.
  is_copy boolean not null default false,
  subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references sales.customer (company_id, id),
  check (from_date <= to_date),
  check (sent_at is null or failed_at is null),
  check ((failed_at is null) = (failure is null))
);
create index statement_sending_of_customer on sales.statement_sending (company_id, customer_id, id)
  where customer_id is not null;
create index statement_sending_by_time on sales.statement_sending (company_id, made_at) where made_at is not null;

create function sales.keep_statement_sending() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger statement_sendings_stay before update or delete on sales.statement_sending
  for each row execute function sales.keep_statement_sending();
create trigger statement_sendings_are_kept before truncate on sales.statement_sending
  for each statement execute function sales.refuse_emptying();
