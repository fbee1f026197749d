-- Cash discounts, reminder fees and interest on late payment as settlements, and what settlements and lines never are.
--
--   GB047  a difference of currency would be settled on an invoice in SEK
--   GB048  a line or item would be sold on an account of value added tax, of equity, or of the result of the year

alter table sales.settlement add terms_on_invoice boolean;
alter table sales.settlement drop constraint settlement_type_check;
alter table sales.settlement add constraint settlement_type_check check (type in ('currency', 'bankFee', 'badDebt',
  'balanceAdjustment', 'paymentServiceFee', 'cashDiscount', 'reminderFee', 'lateInterest'));
alter table sales.settlement add check ((type = 'cashDiscount') = (terms_on_invoice is not null));

create function sales.witness_currency() returns trigger language plpgsql as $$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.currency = 'SEK') then
    raise exception 'invoice % is in SEK: it has no difference of currency', new.invoice_id using errcode = 'GB047';
  end if;
  return new;
end $$;
create trigger currencies_differ before insert on sales.settlement
  for each row when (new.type = 'currency') execute function sales.witness_currency();

create function sales.witness_sales_account() returns trigger language plpgsql as $$
begin
  raise exception 'nothing is sold on account %', new.account using errcode = 'GB048';
end $$;
-- A credit note has the accounts of its invoice, also where that was sent before this was looked at.
create function sales.witness_line_account() returns trigger language plpgsql as $$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.kind = 'invoice') then
    raise exception 'nothing is sold on account %', new.account using errcode = 'GB048';
  end if;
  return new;
end $$;
create trigger lines_stand_on_income before insert or update of account on sales.invoice_line
  for each row when (new.account::text ~ '^(20|26|1650|899)') execute function sales.witness_line_account();
create trigger items_stand_on_income before insert or update of account on sales.item
  for each row when (new.account::text ~ '^(20|26|1650|899)') execute function sales.witness_sales_account();
