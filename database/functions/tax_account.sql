-- The tax account: what is kept as it was received, and what goes with a fiscal year.

create or replace function tax_account.keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'a statement of the tax account cannot be changed or removed' using errcode = 'GB160';
end $$;

-- What the tax authority said never changes. Its own name of a row may come later than the row. A match is undone before
-- another is made.
create or replace function tax_account.keep_transaction() returns trigger language plpgsql as $$
declare
  matching constant text[] := array['journal_entry_id', 'is_booked', 'matched_at', 'matched_by_kind', 'matched_by_id',
    'matched_by_name', 'modified_at'];
begin
  if tg_op = 'DELETE' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'a row of the tax account cannot be removed' using errcode = 'GB160';
  end if;
  if to_jsonb(new) - matching - 'reference' <> to_jsonb(old) - matching - 'reference'
    or old.reference is not null and new.reference is distinct from old.reference
    or old.journal_entry_id is not null and new.journal_entry_id is not null
      and new.journal_entry_id <> old.journal_entry_id then
    raise exception 'what the tax authority said of a row cannot be changed' using errcode = 'GB160';
  end if;
  return new;
end $$;

-- Removes statements with a fiscal year; a job deletes their files.
create or replace function tax_account.remove_statements(p_company uuid, p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into tax_account.dropped_statement (company_id, digest)
  select s.company_id, s.file_digest from tax_account.statement s
  where s.company_id = p_company and s.id = any (p_ids) and s.file_digest is not null on conflict do nothing;
  delete from tax_account.statement s where s.company_id = p_company and s.id = any (p_ids)
$$;
