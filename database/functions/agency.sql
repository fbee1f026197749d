-- Links into the console.

create or replace function agency.keep_link() returns trigger language plpgsql as $$
begin
  raise exception 'link % has been used', old.id using errcode = 'GB081';
end $$;
