-- What companies keep in files: counted where it is written, so that no two who keep something at once exceed a quota.

-- What a company has, in bytes; `deleted` is on its way out.
create or replace function storage.used_by(p_company uuid, out used bigint, out deleted bigint)
language plpgsql as $$
begin
  select coalesce(sum(c.bytes) filter (where c.kind <> 'deleted'), 0)::bigint,
    coalesce(sum(c.bytes) filter (where c.kind = 'deleted'), 0)::bigint
  into used, deleted from storage.change c where c.company_id = p_company;
end $$;

-- What the companies of an owner have together, those apart that have a quota of their own.
create or replace function storage.used_by_owner(p_owner uuid) returns bigint language plpgsql as $$
begin
  return (
    select coalesce(sum(c.bytes), 0)::bigint from storage.owner o
    join storage.change c on c.company_id = o.company_id and c.kind <> 'deleted'
    where o.owner_id = p_owner
      and not exists (select from storage.quota q where q.company_id = o.company_id));
end $$;

create or replace function storage.note(p_company uuid, p_kind text, p_bytes bigint) returns void
language plpgsql as $$
begin
  insert into storage.change (company_id, id, kind, bytes) values (p_company, gen_random_uuid(), p_kind, p_bytes);
end $$;

-- Takes the room of a file until the transaction ends; the limits are in bytes, and 0 is none. The outcome is `taken`,
-- `there` where the same bytes are kept already, or why not: `full`, `owner full`, or `deleting` where too much is on
-- its way out. `used` is what there was before. Files of a company are kept one after the other; files of an owner too,
-- where there is less space left than all files under way at once may take.
create or replace function storage.take(
  p_company uuid, p_corner text, p_digest bytea, p_kind text, p_bytes bigint, p_per_company bigint, p_per_owner bigint,
  out outcome text, out used bigint, out allowed bigint, out owner_used bigint, out owner_allowed bigint
) language plpgsql as $$
declare
  under_way constant bigint := 8::bigint * 1024 * 1024 * 1024;
  least_deleted constant bigint := 100 * 1024 * 1024;
  own_quota bigint;
  deleted bigint;
  was storage.file;
  one_owner uuid;
  of_owner bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('storage ' || p_company, 0));
  select q.bytes into own_quota from storage.quota q where q.company_id = p_company;
  allowed := coalesce(own_quota, nullif(p_per_company, 0));
  select u.used, u.deleted into used, deleted from storage.used_by(p_company) u;
  select * into was from storage.file f
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest for update;
  if was.company_id is not null and was.released_at is null then
    outcome := 'there';
    return;
  end if;
  if used + p_bytes > allowed then
    outcome := 'full';
    return;
  end if;
  if used + deleted + p_bytes > allowed + greatest(allowed / 10, least_deleted) then
    outcome := 'deleting';
    return;
  end if;
  if own_quota is null and p_per_owner > 0 then
    for one_owner in select o.owner_id from storage.owner o where o.company_id = p_company order by o.owner_id loop
      of_owner := storage.used_by_owner(one_owner);
      if of_owner + p_bytes > p_per_owner - under_way then
        perform pg_advisory_xact_lock(hashtextextended('storage of ' || one_owner, 0));
        of_owner := storage.used_by_owner(one_owner);
      end if;
      if owner_used is null or of_owner > owner_used then
        owner_used := of_owner;
        owner_allowed := p_per_owner;
      end if;
    end loop;
    if owner_used + p_bytes > p_per_owner then
      outcome := 'owner full';
      return;
    end if;
  end if;
  insert into storage.file as f (company_id, corner, digest, kind, bytes)
  values (p_company, p_corner, p_digest, p_kind, p_bytes)
  on conflict (company_id, corner, digest) do update
  set kind = excluded.kind, bytes = excluded.bytes, released_at = null;
  perform storage.note(p_company, p_kind, p_bytes);
  if was.company_id is not null then
    perform storage.note(p_company, 'deleted', -was.bytes);
  end if;
  perform storage.sum_up(p_company);
  outcome := 'taken';
end $$;

-- Makes few rows of many; only who holds the storage of the company does.
create or replace function storage.sum_up(p_company uuid) returns void language plpgsql as $$
begin
  if (select count(*) from storage.change c where c.company_id = p_company) > 64 then
    with gone as (
      delete from storage.change c where c.company_id = p_company returning c.kind, c.bytes
    )
    insert into storage.change (company_id, id, kind, bytes)
    select p_company, gen_random_uuid(), g.kind, sum(g.bytes) from gone g group by g.kind having sum(g.bytes) <> 0;
  end if;
end $$;

-- Keeps other transactions from taking, releasing or removing the file until this one ends.
create or replace function storage.hold_file(p_company uuid, p_corner text, p_digest bytea) returns void
language plpgsql as $$
begin
  perform from storage.file f
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest for update;
end $$;

-- Nothing has a file any more, which is held: its bytes count as deleted until it is.
create or replace function storage.release_file(p_company uuid, p_corner text, p_digest bytea) returns void
language plpgsql as $$
declare
  released storage.file;
begin
  update storage.file f set released_at = now()
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest and f.released_at is null
  returning * into released;
  if released.company_id is not null then
    perform storage.note(p_company, released.kind, -released.bytes);
    perform storage.note(p_company, 'deleted', released.bytes);
  end if;
end $$;

-- Something has a released file all the same.
create or replace function storage.keep_file(p_company uuid, p_corner text, p_digest bytea) returns void
language plpgsql as $$
declare
  had storage.file;
begin
  update storage.file f set released_at = null
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest and f.released_at is not null
  returning * into had;
  if had.company_id is not null then
    perform storage.note(p_company, had.kind, had.bytes);
    perform storage.note(p_company, 'deleted', -had.bytes);
  end if;
end $$;

-- The file is deleted: its bytes are given back.
create or replace function storage.remove_file(p_company uuid, p_corner text, p_digest bytea) returns void
language plpgsql as $$
declare
  gone storage.file;
begin
  delete from storage.file f where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest
  returning * into gone;
  if gone.company_id is not null then
    perform storage.note(p_company, case when gone.released_at is null then gone.kind else 'deleted' end, -gone.bytes);
  end if;
end $$;

create or replace function storage.set_owner(p_company uuid, p_owner uuid, p_owns boolean) returns void
language plpgsql as $$
begin
  if p_owns then
    insert into storage.owner (company_id, owner_id) values (p_company, p_owner) on conflict do nothing;
  else
    delete from storage.owner o where o.company_id = p_company and o.owner_id = p_owner;
  end if;
end $$;
