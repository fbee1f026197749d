-- The order of an agency's events, which readers extend, one at a time.

-- Changes that the order does not include yet: tenants that are new in it (`noted` is null), have new events, or have
-- left.
create or replace function events.news_of(p_agency uuid)
returns table (tenant_id uuid, noted bigint, last_number bigint, kept_from bigint, has_left boolean)
language plpgsql stable as $$
begin
  return query
  select coalesce(k.tenant_id, s.tenant_id), s.noted, coalesce(c.last_number, 0), coalesce(c.kept_from, 1),
    k.tenant_id is null
  from (
    select p_agency as tenant_id
    union all
    select v.company_id from identity.agency_company_view v where v.agency_id = p_agency
  ) k
  full join (select o.tenant_id, o.noted from events.agency_source o where o.agency_id = p_agency) s
    on s.tenant_id = k.tenant_id
  left join platform.event_counter_view c on c.tenant_id = k.tenant_id
  where s.noted is null or k.tenant_id is null or c.last_number > s.noted;
end $$;

-- Extends the order with committed events. A new tenant begins at its current number. If there is nothing new, it
-- neither writes nor waits for locks.
create or replace function events.note_news(p_agency uuid) returns void language plpgsql as $$
declare
  before bigint;
begin
  -- Nothing is added for a removed agency.
  if not exists (select from identity.agency_view where id = p_agency)
    or not exists (select from events.news_of(p_agency)) then
    return;
  end if;
  insert into events.agency_order (agency_id) values (p_agency) on conflict do nothing;
  select o.last_position into before from events.agency_order o where o.agency_id = p_agency for update;
  -- A separate statement, which sees what other transactions have added while this one waited for the lock.
  with news as materialized (
    select * from events.news_of(p_agency)
  ), has_left as (
    delete from events.agency_source s using news n
    where s.agency_id = p_agency and s.tenant_id = n.tenant_id and n.has_left
  ), is_new as (
    insert into events.agency_source (agency_id, tenant_id, noted)
    select p_agency, n.tenant_id, n.last_number from news n where n.noted is null
  ), has_moved as (
    update events.agency_source s set noted = n.last_number from news n
    where s.agency_id = p_agency and s.tenant_id = n.tenant_id and n.noted is not null and not n.has_left
  ), spans as (
    -- The agency's own events come first, because they say who its clients are.
    select n.*, before + sum(n.last_number - n.noted) over (order by n.tenant_id <> p_agency, n.tenant_id) as upto
    from news n where n.noted is not null and not n.has_left
  ), told as (
    insert into events.agency_span (agency_id, last_position, tenant_id, first_number, last_number)
    select p_agency, s.upto, s.tenant_id, s.noted + 1, s.last_number from spans s
  )
  update events.agency_order o set last_position = whole.upto, kept_from = greatest(o.kept_from, whole.kept_from)
  from (
    -- Events that were deleted before they were added are marked as no longer available.
    select max(s.upto) as upto, coalesce(max(least(s.upto, s.upto - s.last_number + s.kept_from - 1))
      filter (where s.noted + 1 < s.kept_from), 0) + 1 as kept_from
    from spans s
  ) whole
  where o.agency_id = p_agency and whole.upto is not null;
end $$;
