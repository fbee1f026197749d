-- Shared foundations: idempotency keys, append-only tables, the form of names and numbers.

-- Claims the keys of several requests until the transaction ends. p_claims: [{ scope (the tenant), actor, key, digests
-- (hex), since }]; places count from 1. state: free, running (another transaction holds it), done (the stored reply is
-- returned) or reused (the key belongs to another request).
create or replace function platform.claim_keys(p_claims jsonb)
returns table (
  place integer, state text, status smallint, headers jsonb, sealed_body bytea, request_digest bytea,
  sealed_digest_key bytea)
language plpgsql as $$
declare
  had boolean[];
  claim record;
  kept record;
begin
  select array_agg(pg_try_advisory_xact_lock(hashtextextended(c.scope::text || c.actor::text || c.key, 0))
    order by c.place) into had
  from rows from (jsonb_to_recordset(p_claims) as (scope uuid, actor uuid, key text)) with ordinality
    as c (scope, actor, key, place);
  -- Separate statements, which see replies stored while the locks were tried.
  for claim in
    select * from rows from (
      jsonb_to_recordset(p_claims) as (scope uuid, actor uuid, key text, digests text[], since timestamptz))
      with ordinality as c (scope, actor, key, digests, since, place)
    order by c.place
  loop
    select o.* into kept from platform.idempotency_key o
    where o.scope_id = claim.scope and o.actor_id = claim.actor and o.key = claim.key and o.created_at > claim.since;
    place := claim.place;
    state := case when not had[claim.place] then 'running' when kept.key is null then 'free'
      when encode(kept.request_digest, 'hex') = any(claim.digests) then 'done' else 'reused' end;
    status := kept.status;
    headers := kept.headers;
    sealed_body := kept.sealed_body;
    request_digest := kept.request_digest;
    sealed_digest_key := kept.sealed_digest_key;
    return next;
  end loop;
end $$;

-- Claims keys that must all be free until the transaction ends, and raises an exception otherwise, so that the claim
-- can be sent together with the next statement. p_claims as above, without digests.
create or replace function platform.claim_free_keys(p_claims jsonb) returns void language plpgsql as $$
declare
  claim record;
begin
  for claim in
    select * from jsonb_to_recordset(p_claims) as c (scope uuid, actor uuid, key text, since timestamptz)
  loop
    if not pg_try_advisory_xact_lock(hashtextextended(claim.scope::text || claim.actor::text || claim.key, 0)) then
      raise exception 'the idempotency key is in use' using errcode = 'GB901';
    end if;
    -- Separate statements, which see replies stored before the lock was granted.
    perform from platform.idempotency_key o
    where o.scope_id = claim.scope and o.actor_id = claim.actor and o.key = claim.key and o.created_at > claim.since;
    if found then
      raise exception 'the idempotency key already has an answer' using errcode = 'GB901';
    end if;
  end loop;
end $$;

-- Stores replies under their keys, replacing expired ones. p_answers: [{ scope, actor, key, digest (hex), status,
-- headers, sealed (base64), now }].
create or replace function platform.keep_answers(p_answers jsonb) returns void language plpgsql as $$
begin
  insert into platform.idempotency_key as kept
    (scope_id, actor_id, key, request_digest, status, headers, sealed_body, created_at)
  select scope, actor, key, decode(digest, 'hex'), status, headers, decode(sealed, 'base64'), now
  from jsonb_to_recordset(p_answers) as answer (
    scope uuid, actor uuid, key text, digest text, status smallint, headers jsonb, sealed text, now timestamptz)
  on conflict (scope_id, actor_id, key) do update set
    request_digest = excluded.request_digest, status = excluded.status, headers = excluded.headers,
    sealed_body = excluded.sealed_body, sealed_digest_key = null, created_at = excluded.created_at;
end $$;

create or replace function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

-- Whether a name has no invisible characters: control characters, and those that change the writing direction.
create or replace function platform.is_seen(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;

-- Whether a text has the form of a personal number, a coordination number, or the organization number of a sole
-- proprietor.
create or replace function platform.is_personal_number(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text ~ '^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$'
$$;
