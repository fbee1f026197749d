-- Published documents are booked: nothing is published on a day on which nothing can be, and a credit note does not come
-- into the books before the invoice that it credits.
--
--   GB045  a document would be published on a day that is locked, in a closed fiscal year, or in none
--   GB046  a credit note would be booked while nothing of the invoice that it credits is

create function sales.witness_day() returns trigger language plpgsql as $$
begin
  if not exists (
      select from ledger.book b
      join ledger.fiscal_year y on y.company_id = b.company_id and y.closed_at is null
        and new.date between y.start_date and y.end_date
      where b.company_id = new.company_id and (b.lock_date is null or new.date > b.lock_date)) then
    raise exception 'document % would be published on %, when nothing can be booked', new.id, new.date
      using errcode = 'GB045';
  end if;
  return new;
end $$;
create trigger published_on_open_days before update of published_at on sales.invoice
  for each row when (old.published_at is null and new.published_at is not null) execute function sales.witness_day();

create function sales.witness_credit_entry() returns trigger language plpgsql as $$
begin
  if not exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.credits_id and i.recorded_at is not null)
    and not exists (
      select from sales.income_share s where s.company_id = new.company_id and s.invoice_id = new.credits_id) then
    raise exception 'credit note % would be booked before invoice %', new.id, new.credits_id using errcode = 'GB046';
  end if;
  return new;
end $$;
create trigger credits_follow_invoices before update of journal_entry_id on sales.invoice
  for each row when (new.kind = 'creditNote' and old.journal_entry_id is null and new.journal_entry_id is not null)
  execute function sales.witness_credit_entry();
