-- Events: their numbers, and those that form the processing history.

-- The first of `p_count` new numbers of a tenant, whose counter is locked until the transaction ends. A removed tenant
-- gets no more numbers, so any change there is rolled back.
create or replace function platform.count_events(p_tenant uuid, p_count integer) returns bigint language plpgsql as $$
declare
  last bigint;
begin
  update platform.event_counter set last_number = last_number + p_count where tenant_id = p_tenant and ended_at is null
  returning last_number into last;
  if not found then
    insert into platform.event_counter as c (tenant_id, last_number) values (p_tenant, p_count)
    on conflict (tenant_id) do update set last_number = c.last_number + p_count where c.ended_at is null
    returning last_number into last;
    if not found then
      raise exception 'the company or agency % was removed', p_tenant using errcode = 'GB013';
    end if;
  end if;
  return last - p_count + 1;
end $$;

create or replace function platform.leave_events(p_tenant uuid, p_events jsonb) returns void language plpgsql as $$
declare
  first_number constant bigint := platform.count_events(p_tenant, jsonb_array_length(p_events));
begin
  insert into platform.event (tenant_id, number, company_id, agency_id, kind, resource_id, of_id, happened_at,
    actor_kind, actor_id, actor_name, id, from_address, detail, owner_id)
  select p_tenant, first_number + place - 1, e.company_id, e.agency_id, e.kind, e.resource_id, e.of_id, e.happened_at,
    e.actor_kind, e.actor_id, e.actor_name, e.id, e.from_address, e.detail, e.owner_id
  from rows from (jsonb_to_recordset(p_events) as (
    company_id uuid, agency_id uuid, kind text, resource_id text, of_id text, happened_at timestamptz,
    actor_kind text, actor_id uuid, actor_name text, id uuid, from_address text, detail jsonb,
    owner_id uuid)) with ordinality as e (
    company_id, agency_id, kind, resource_id, of_id, happened_at,
    actor_kind, actor_id, actor_name, id, from_address, detail, owner_id, place);
end $$;

-- Events with a detail form the processing history, which is witnessed in its original wording.
create or replace function platform.witness_history() returns trigger language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp' set "TimeZone" to 'UTC' set bytea_output to 'hex' as $$
begin
  perform platform.witness_contents('platform.history', array[jsonb_build_object(
    'id', new.id, 'company_id', new.company_id, 'happened_at', new.happened_at, 'actor_kind', new.actor_kind,
    'actor_id', new.actor_id, 'actor_name', new.actor_name, 'what', new.kind, 'detail', new.detail,
    'agency_id', new.agency_id, 'from_address', new.from_address)], null);
  return null;
end $$;

create or replace function platform.keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id is null then
    return old;
  end if;
  raise exception 'rows of the processing history are never changed or removed' using errcode = 'GB001';
end $$;
