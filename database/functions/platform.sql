-- What all contexts stand on: keys of repeated requests, tables that only grow, the form of names and numbers.

-- Claims a key until the transaction ends. state: free, running (another transaction holds it), done (the stored answer
-- is the answer) or reused (the key belongs to another request).
create or replace function platform.claim_key(p_scope uuid, p_actor uuid, p_key text, p_digests bytea[], p_since timestamptz)
returns table (
  state text, status smallint, headers jsonb, sealed_body bytea, request_digest bytea, sealed_digest_key bytea)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope::text || p_actor::text || p_key, 0)) then
    return query select 'running', null::smallint, null::jsonb, null::bytea, null::bytea, null::bytea;
    return;
  end if;
  return query
    select case when k.request_digest = any(p_digests) then 'done' else 'reused' end, k.status, k.headers,
      k.sealed_body, k.request_digest, k.sealed_digest_key
    from platform.idempotency_key k
    where k.scope_id = p_scope and k.actor_id = p_actor and k.key = p_key and k.created_at > p_since;
  if not found then
    return query select 'free', null::smallint, null::jsonb, null::bytea, null::bytea, null::bytea;
  end if;
end $$;

create or replace function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $$;

-- Whether a name is what it looks like: it has no control character, and none that turns the direction of writing.
create or replace function platform.is_seen(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;

-- A personal number, a coordination number, or the organization number of a sole proprietor, by its form.
create or replace function platform.is_personal_number(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text ~ '^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$'
$$;
