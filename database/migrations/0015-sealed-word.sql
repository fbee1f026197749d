-- A word that only the installation's secret key opens. And with kept answers the key that their request was digested
-- with, sealed, once the secret key that it was derived from has gone: so they replay after a change of the secret key.

create table platform.sealed_word (
  id integer primary key default 1 check (id = 1),
  sealed bytea not null
);

alter table platform.idempotency_key add column sealed_digest_key bytea;

drop function platform.claim_key(uuid, uuid, text, bytea[], timestamptz);

create function platform.claim_key(p_scope uuid, p_actor uuid, p_key text, p_digests bytea[], p_since timestamptz)
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
