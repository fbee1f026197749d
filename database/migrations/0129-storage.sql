-- What companies keep in files: which, of what size, and how much of it there may be. The bytes themselves are on disk
-- or in a bucket. What is there is counted once, here.
create schema storage;

-- The quota of a company that has one of its own, in bytes; 0 is none at all.
create table storage.quota (
  company_id uuid primary key references identity.company (id),
  bytes bigint not null check (bytes >= 0),
  changed_at timestamptz not null
);

-- Who owns a company: files count towards the sum of each. Kept by those who know.
create table storage.owner (
  company_id uuid not null references identity.company (id),
  owner_id uuid not null,
  primary key (company_id, owner_id)
);
create index owner_by_id on storage.owner (owner_id, company_id);

-- Each kept file once, however many things have it. One that is released goes within some hours.
create table storage.file (
  company_id uuid not null references identity.company (id),
  corner text not null,
  digest bytea not null check (octet_length(digest) = 32),
  kind text not null,
  bytes bigint not null check (bytes >= 0),
  released_at timestamptz,
  primary key (company_id, corner, digest)
);

-- What they come to: a company has as many bytes of a kind as its rows add up to.
create table storage.change (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  kind text not null,
  bytes bigint not null,
  primary key (company_id, id)
);

-- Whether an attachment was the last with its bytes.
create index attachment_by_digest on sales.attachment (company_id, digest);

insert into storage.owner (company_id, owner_id)
select company_id, person_id from identity.company_member where role = 'owner';

-- Pictures are of an unknown size here, and at most 1 MiB; a sealed one is longer by what its seal takes.
insert into storage.file (company_id, corner, digest, kind, bytes)
select distinct on (company_id, corner, digest) company_id, corner, digest, kind, bytes
from (
  select company_id, 'uploads' as corner, digest, 'upload' as kind, size::bigint as bytes, 1 as place
  from documents.upload where deleted_at is null
  union all
  select company_id, 'attachments', digest, 'attachment', size, 1 from sales.attachment
  union all
  select company_id, 'statements', file_digest, 'bankStatement', file_size, 1 from banking.statement
  union all
  select company_id, 'payment-files', digest, 'paymentFile', size, 1 from banking.payment_file
  union all
  select company_id, '', file_digest, 'sieImport', size, 1 from ledger.sie_import
  union all
  select company_id, '', pdf_digest, 'document', pdf_size + case when pdf_key is null then 0 else 32 end, 2
  from sales.paper where pdf_digest is not null
  union all
  select company_id, '', logo_digest, 'logo', 0, 3 from sales.settings where logo_digest is not null
  union all
  select company_id, '', logo_digest, 'logo', 0, 3 from sales.paper where logo_digest is not null
) kept
order by company_id, corner, digest, place;

insert into storage.change (company_id, id, kind, bytes)
select company_id, gen_random_uuid(), kind, sum(bytes) from storage.file group by company_id, kind;

create function storage.set_owner(p_company uuid, p_owner uuid, p_owns boolean) returns void language plpgsql as $$
begin
  if p_owns then
    insert into storage.owner (company_id, owner_id) values (p_company, p_owner) on conflict do nothing;
  else
    delete from storage.owner o where o.company_id = p_company and o.owner_id = p_owner;
  end if;
end $$;

create function identity.tell_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform storage.set_owner(old.company_id, old.person_id, false);
  else
    perform storage.set_owner(new.company_id, new.person_id, new.role = 'owner');
  end if;
  return null;
end $$;

create trigger owner_is_told after insert or update or delete on identity.company_member
for each row execute function identity.tell_owner();
