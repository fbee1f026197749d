-- What a payment of an invoice in another currency than SEK settles in that currency, where it is told. What the money
-- is worth beside it, at the rate of the invoice, is a settlement of type currency that belongs to the payment.

alter table sales.payment add column ore bigint;
alter table sales.payment add constraint payment_ore_side
  check (sign(ore::double precision) = sign(sum_base_ore::double precision));

-- It returns another column; the files of functions make it again.
drop function if exists sales.statement_events(uuid, uuid, date, date, timestamptz);
