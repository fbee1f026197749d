-- The names of client companies, and invitations.

-- Locks the company, so that a concurrent change of its name is either seen here or sees the client.
create or replace function identity.copy_client_name() returns trigger language plpgsql as $$
begin
  select c.name into new.name from identity.company c where c.id = new.company_id for share;
  return new;
end $$;

create or replace function identity.rename_client() returns trigger language plpgsql as $$
begin
  update identity.agency_company set name = new.name where company_id = new.id;
  return null;
end $$;

-- Answered and withdrawn invitations are final.
create or replace function identity.keep_invitation() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % has been answered or withdrawn', old.id using errcode = 'GB081';
end $$;

-- Locks the person: a concurrent new membership or login either precedes the closing of the account, or fails.
create or replace function identity.refuse_closed() returns trigger language plpgsql as $$
begin
  perform from identity.person p where p.id = new.person_id and p.closed_at is null for key share;
  if not found then
    raise exception 'the account of person % is closed', new.person_id using errcode = 'GB082';
  end if;
  return new;
end $$;

-- Who keeps count of what owners have is told who owns a company.
create or replace function identity.tell_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform storage.set_owner(old.company_id, old.person_id, false);
  else
    perform storage.set_owner(new.company_id, new.person_id, new.role = 'owner');
  end if;
  return null;
end $$;
