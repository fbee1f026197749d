-- The records of closing fiscal years, kept until the year is removed.

create or replace function year_end.keep_of_year() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and ledger.is_going(old.company_id, old.fiscal_year_id) then
    return old;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

-- Removes what was stored when a year was closed and filed.
create or replace function year_end.remove_of_year(p_company uuid, p_year uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from year_end.closing c where c.company_id = p_company and c.fiscal_year_id = p_year;
  delete from year_end.handing_in h where h.company_id = p_company and h.fiscal_year_id = p_year;
  delete from year_end.tax_form_value v where v.company_id = p_company and v.fiscal_year_id = p_year;
  delete from year_end.revaluation r where r.company_id = p_company and r.fiscal_year_id = p_year;
  delete from year_end.taken_proposal t where t.company_id = p_company and t.fiscal_year_id = p_year;
  delete from year_end.proposal_inputs i where i.company_id = p_company and i.fiscal_year_id = p_year;
end $$;
