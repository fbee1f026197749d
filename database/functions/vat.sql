-- VAT returns: the database's own checks.

create or replace function vat.returns_follow() returns trigger language plpgsql as $$
begin
  if new.corrects_id is null then
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id <> new.id and r.corrects_id is null
      and r.start_date <= new.end_date and r.end_date >= new.start_date;
    if found then
      raise exception 'the VAT of % to % is already reported', new.start_date, new.end_date using errcode = 'GB091';
    end if;
  else
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id = new.corrects_id
      and r.start_date = new.start_date and r.end_date = new.end_date;
    if not found then
      raise exception 'return % corrects a return for a different period', new.id using errcode = 'GB092';
    end if;
  end if;
  return new;
end $$;
