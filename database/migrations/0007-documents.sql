-- Documents: files that were uploaded, kept byte for byte, and what they are connected to.
--
--   GB051  an upload that is connected or deleted would be connected, changed or removed

create schema documents;

-- An upload underlies one entry, or one supplier invoice, whose entry it then follows. A connected one stays; others may
-- be deleted, and are remembered as deleted.
create table documents.upload (
  company_id uuid not null references identity.company,
  id uuid not null,
  description text not null check (description <> ''),
  file_name text not null check (file_name <> ''),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size integer not null check (size > 0),
  digest bytea not null check (octet_length(digest) = 32),
  journal_entry_id uuid,
  supplier_invoice_id uuid,
  connected_at timestamptz,
  deleted_at timestamptz,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check (deleted_at is null or connected_at is null),
  check ((connected_at is null) = (journal_entry_id is null and supplier_invoice_id is null)),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index upload_of_entry on documents.upload (company_id, journal_entry_id, id) where journal_entry_id is not null;
create index upload_of_supplier_invoice on documents.upload (company_id, supplier_invoice_id, id)
  where supplier_invoice_id is not null;
create index upload_by_digest on documents.upload (company_id, digest) where deleted_at is null;

-- Connecting sets an entry or a supplier invoice together with connected_at, once. Later an upload may only get the
-- entry of its supplier invoice, or be let go by one that is removed before it is booked.
create function documents.keep_upload() returns trigger language plpgsql as $$
declare
  states constant text[] := array['journal_entry_id', 'supplier_invoice_id', 'connected_at', 'deleted_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'upload % is never removed, only deleted', old.id using errcode = 'GB051';
  end if;
  if to_jsonb(new) - states <> to_jsonb(old) - states then
    raise exception 'upload % keeps what it is', old.id using errcode = 'GB051';
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
    raise exception 'upload % is connected already', old.id using errcode = 'GB051';
  end if;
  return new;
end $$;
create trigger upload_stays before update or delete on documents.upload
  for each row execute function documents.keep_upload();

create function documents.keep_all_uploads() returns trigger language plpgsql as $$
begin
  raise exception 'uploads are never removed all at once' using errcode = 'GB051';
end $$;
create trigger uploads_stay before truncate on documents.upload
  for each statement execute function documents.keep_all_uploads();

-- Files of uploads that were deleted: they go when no other upload has the same bytes.
create table documents.dropped_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);

create function documents.drop_file() returns trigger language plpgsql as $$
begin
  insert into documents.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  return null;
end $$;
create trigger deleted_drops_file after update on documents.upload
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function documents.drop_file();
