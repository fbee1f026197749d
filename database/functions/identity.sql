-- Companies as agencies know them, and invitations.

-- Holds the company, so that a change of its name at this moment comes before, or finds the client.
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

-- What was used or has ended stays so.
create or replace function identity.keep_invitation() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % is answered or withdrawn', old.id using errcode = 'GB081';
end $$;
