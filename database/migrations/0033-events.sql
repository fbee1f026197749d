-- Events: what every write leaves, numbered without holes for each tenant, which is a company, an agency, or a person
-- where it is nobody else's. The processing history is what of them has a detail, and is kept for good; the others tell
-- readers what to read again, and are forgotten in time.

drop trigger history_only_grows on platform.history;
drop trigger witnessed_when_added on platform.history;
drop trigger witnessed_when_changed on platform.history;
drop trigger witnessed_when_removed on platform.history;

alter table platform.history rename to event;
alter table platform.event rename column what to kind;
alter table platform.event
  drop constraint history_pkey,
  add tenant_id uuid, add number bigint, add resource_id text, add of_id text,
  alter id drop not null, alter detail drop not null;

update platform.event e set tenant_id = n.tenant_id, number = n.number
from (
  select id, coalesce(company_id, agency_id, actor_id) as tenant_id,
    row_number() over (partition by coalesce(company_id, agency_id, actor_id) order by id) as number
  from platform.event
) n where n.id = e.id;

alter table platform.event
  alter tenant_id set not null, alter number set not null,
  add constraint event_pkey primary key (tenant_id, number),
  add constraint event_remembered check ((id is null) = (detail is null));

drop index platform.history_of_agency;
drop index platform.history_of_company;
drop index platform.history_of_person;
create unique index history_of_company on platform.event (company_id, id) where company_id is not null and id is not null;
create unique index history_of_agency on platform.event (agency_id, id) where agency_id is not null and id is not null;
create unique index history_of_person on platform.event (actor_id, id)
  where company_id is null and agency_id is null and id is not null;

-- The counter is written by each write, so it leaves room for itself. Events before `kept_from` are not told any more.
create table platform.event_counter (
  tenant_id uuid primary key,
  last_number bigint not null,
  kept_from bigint not null default 1
) with (fillfactor = 50);

insert into platform.event_counter (tenant_id, last_number, kept_from)
select tenant_id, max(number), max(number) + 1 from platform.event group by tenant_id;

-- The processing history as it has always been: witnesses tell of it in these words.
create view platform.history as
select id, company_id, happened_at, actor_kind, actor_id, actor_name, kind as what, detail, agency_id, from_address
from platform.event where id is not null;

create function platform.witness_history() returns trigger language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp' set "TimeZone" to 'UTC' set bytea_output to 'hex' as $$
begin
  perform platform.witness_contents('platform.history', array[jsonb_build_object(
    'id', new.id, 'company_id', new.company_id, 'happened_at', new.happened_at, 'actor_kind', new.actor_kind,
    'actor_id', new.actor_id, 'actor_name', new.actor_name, 'what', new.kind, 'detail', new.detail,
    'agency_id', new.agency_id, 'from_address', new.from_address)], null);
  return null;
end $$;

create trigger witnessed_when_added after insert on platform.event
for each row when (new.id is not null) execute function platform.witness_history();

create function platform.keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id is null then
    return old;
  end if;
  raise exception 'rows of the processing history are never changed or removed' using errcode = 'GB001';
end $$;

create trigger history_only_grows before update or delete on platform.event
for each row execute function platform.keep_event();
create trigger history_is_not_emptied before truncate on platform.event
for each statement execute function platform.refuse_change();

-- It has one more parameter: whether each entry leaves its event.
drop function ledger.post_entries(uuid, uuid, uuid, text, jsonb);
