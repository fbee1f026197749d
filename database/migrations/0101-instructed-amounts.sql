-- What a bank says that it was asked to pay in another currency than the account's: so much of an invoice in that
-- currency is paid, whatever the rate was. What was imported before says nothing of it.
alter table banking.transaction
  add column instructed_ore bigint,
  add column instructed_currency text;
alter table banking.transaction
  add constraint transaction_instructed_check check (num_nulls(instructed_ore, instructed_currency) in (0, 2)),
  add constraint transaction_instructed_ore_check check (instructed_ore > 0);
select platform.renew_shape('banking.transaction');
