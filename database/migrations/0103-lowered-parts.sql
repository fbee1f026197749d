-- What a loss or discount lowers of each part of its sale, by the name of the part, in öre as text. Of those recorded
-- before it is not kept: it is told again from what was left of the sale then.
alter table sales.settlement add column lowered jsonb;
-- Apart, and by a name: a table that is spread over machines takes no other.
alter table sales.settlement
  add constraint settlement_lowered_check check (lowered is null or recorded_at is not null);
select platform.renew_shape('sales.settlement');
