-- Links into the console.

create or replace function agency.keep_link() returns trigger language plpgsql as $$
begin
  raise exception 'link % was used', old.id using errcode = 'GB081';
end $$;
