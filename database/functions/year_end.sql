-- The end of fiscal years: what is kept of it, until its year is removed.

create or replace function year_end.keep_of_year() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and ledger.is_going(old.company_id, old.fiscal_year_id) then
    return old;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

-- What a year left behind when it was closed and handed in.
create or replace function year_end.remove_of_year(p_company uuid, p_year uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from year_end.closing c where c.company_id = p_company and c.fiscal_year_id = p_year;
  delete from year_end.handing_in h where h.company_id = p_company and h.fiscal_year_id = p_year;
end $$;
