-- Annual reports that were made final, kept until their fiscal year is removed.

create or replace function annual_report.keep_of_year() returns trigger language plpgsql as $$
declare
  going uuid;
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'version' then
      going := old.fiscal_year_id;
    else
      select v.fiscal_year_id into going from annual_report.version v
      where v.company_id = old.company_id and v.id = old.version_id;
    end if;
    if ledger.is_going(old.company_id, going) then
      return old;
    end if;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

-- Removes the annual report of a year, with its text, versions and filings.
create or replace function annual_report.remove_of_year(p_company uuid, p_year uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from annual_report.filing f using annual_report.version v
  where f.company_id = p_company and v.company_id = p_company and v.id = f.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.signing s using annual_report.version v
  where s.company_id = p_company and v.company_id = p_company and v.id = s.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.withdrawal w using annual_report.version v
  where w.company_id = p_company and v.company_id = p_company and v.id = w.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.version v where v.company_id = p_company and v.fiscal_year_id = p_year;
  delete from annual_report.text t where t.company_id = p_company and t.fiscal_year_id = p_year;
end $$;
