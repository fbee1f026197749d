-- Uploads never change, and are connected once.

-- Connecting sets an entry or a supplier invoice together with connected_at, once. Afterwards an upload may only get
-- the entry of its supplier invoice, change its position there, or be disconnected from it before it is booked.
create or replace function documents.keep_upload() returns trigger language plpgsql as $$
declare
  states constant text[] := array['journal_entry_id', 'supplier_invoice_id', 'connected_at', 'deleted_at',
    'modified_at', 'place'];
begin
  if to_jsonb(new) - states <> to_jsonb(old) - states then
    raise exception 'the content of upload % cannot be changed', old.id using errcode = 'GB051';
  end if;
  if old.deleted_at is not null then
    raise exception 'upload % is deleted', old.id using errcode = 'GB051';
  end if;
  if old.connected_at is not null
    and not (new.deleted_at is null
      and new.connected_at is not distinct from old.connected_at
      and new.supplier_invoice_id is not distinct from old.supplier_invoice_id
      and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id))
    and not (old.journal_entry_id is null and new.connected_at is null and new.deleted_at is null)
  then
    raise exception 'upload % is already connected', old.id using errcode = 'GB051';
  end if;
  return new;
end $$;

create or replace function documents.keep_all_uploads() returns trigger language plpgsql as $$
begin
  raise exception 'uploads are never removed all at once' using errcode = 'GB051';
end $$;

create or replace function documents.drop_file() returns trigger language plpgsql as $$
begin
  insert into documents.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  perform storage.hold_file(old.company_id, 'uploads', old.digest);
  if not exists (
    select from documents.upload u
    where u.company_id = old.company_id and u.digest = old.digest and u.deleted_at is null)
  then
    perform storage.release_file(old.company_id, 'uploads', old.digest);
  end if;
  perform platform.add_count(old.company_id, 'upload', -1);
  return null;
end $$;

-- Connects an upload with the entry that it supports; it must be free.
create or replace function documents.connect_upload(p_company uuid, p_id uuid, p_entry uuid, p_at timestamptz)
returns void language plpgsql as $$
begin
  update documents.upload u set journal_entry_id = p_entry, connected_at = p_at, modified_at = p_at
  where u.company_id = p_company and u.id = p_id and u.journal_entry_id is null
    and u.supplier_invoice_id is null and u.deleted_at is null;
  if not found then
    raise exception 'upload % does not exist, is deleted, or is already connected', p_id using errcode = 'GB051';
  end if;
end $$;

-- Removes uploads with their entries; a job deletes their files.
create or replace function documents.remove_uploads(p_company uuid, p_entries uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into documents.dropped_file (company_id, digest)
  select distinct u.company_id, u.digest from documents.upload u
  where u.company_id = p_company and u.journal_entry_id = any (p_entries) and u.deleted_at is null
  on conflict do nothing;
  delete from documents.upload u where u.company_id = p_company and u.journal_entry_id = any (p_entries);
end $$;

-- The same for uploads of supplier invoices.
create or replace function documents.remove_uploads_of_supplier_invoices(p_company uuid, p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into documents.dropped_file (company_id, digest)
  select distinct u.company_id, u.digest from documents.upload u
  where u.company_id = p_company and u.supplier_invoice_id = any (p_ids) and u.deleted_at is null
  on conflict do nothing;
  delete from documents.upload u where u.company_id = p_company and u.supplier_invoice_id = any (p_ids);
end $$;
