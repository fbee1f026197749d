-- What has ended does not come back, and stays where it is.

create or replace function access.refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'what has ended in %.% stays ended', tg_table_schema, tg_table_name using errcode = 'GB031';
end $$;

create or replace function access.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% belong to one integration and tenant', tg_table_schema, tg_table_name
    using errcode = 'GB032';
end $$;
